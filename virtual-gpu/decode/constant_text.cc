// Constants of assembly text: inline integers, inline floats and literals, in the representation a source demands.
// SPDX-License-Identifier: MIT
#include <array>
#include <string>

#include "virtual-gpu/decode/assembly_text.h"
#include "virtual-gpu/decode/number_text.h"

namespace agt::vgpu {
namespace {

/// The inline constants of the encodings 240 to 248. 1/(2*pi) is printed with as many digits as the type needs.
struct InlineFloat {
  std::string_view text;
  std::uint16_t f16;
  std::uint32_t f32;
  std::uint64_t f64;
};

constexpr std::array kInlineFloats = {
    InlineFloat{"0.5", 0x3800, 0x3f000000, 0x3fe0000000000000},
    InlineFloat{"-0.5", 0xb800, 0xbf000000, 0xbfe0000000000000},
    InlineFloat{"1.0", 0x3c00, 0x3f800000, 0x3ff0000000000000},
    InlineFloat{"-1.0", 0xbc00, 0xbf800000, 0xbff0000000000000},
    InlineFloat{"2.0", 0x4000, 0x40000000, 0x4000000000000000},
    InlineFloat{"-2.0", 0xc000, 0xc0000000, 0xc000000000000000},
    InlineFloat{"4.0", 0x4400, 0x40800000, 0x4010000000000000},
    InlineFloat{"-4.0", 0xc400, 0xc0800000, 0xc010000000000000},
    InlineFloat{"0.15915494", 0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
    InlineFloat{"0.15915494309189532", 0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
};

bool is_64_bit(SourceType type) {
  return type == SourceType::kB64 || type == SourceType::kI64 || type == SourceType::kF64;
}

std::uint64_t in_type(const InlineFloat& constant, SourceType type) {
  if (is_64_bit(type)) return constant.f64;
  return type == SourceType::kB16 || type == SourceType::kF16 ? constant.f16 : constant.f32;
}

/// A literal of 32 bits in a 64-bit source; a wider one (gfx1250) is the value itself.
std::uint64_t widen_literal(std::uint64_t literal, SourceType type) {
  if (literal > 0xffffffffU || !is_64_bit(type)) return literal;
  if (type == SourceType::kF64) return literal << 32;
  if (type == SourceType::kI64) return static_cast<std::uint64_t>(static_cast<std::int32_t>(literal));
  return literal;
}

/// lit64(0x…) is a literal that is 64 bits wide whatever its value; lit(…) a literal where an inline constant would do.
std::optional<std::string_view> inside(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix) || !text.ends_with(')')) return std::nullopt;
  return text.substr(prefix.size(), text.size() - prefix.size() - 1);
}

tl::unexpected<Error> unknown(std::string_view text) {
  return failure(ExitCode::kBadInput, "constant " + std::string(text) + " is not known");
}

Result<std::uint64_t> parse_literal(std::string_view text, SourceType type) {
  const auto value = parse_integer(text);
  if (!value) return unknown(text);
  return widen_literal(static_cast<std::uint64_t>(*value), type);
}

}  // namespace

Result<std::uint64_t> parse_constant(std::string_view text, SourceType type) {
  for (const auto& constant : kInlineFloats) {
    if (text == constant.text) return in_type(constant, type);
  }
  if (const auto wide = inside(text, "lit64(")) {
    const auto value = parse_integer(*wide);
    if (!value) return unknown(text);
    return static_cast<std::uint64_t>(*value);
  }
  if (const auto literal = inside(text, "lit(")) return parse_literal(*literal, type);
  if (text.starts_with("0x")) return parse_literal(text, type);
  const auto value = parse_integer(text);
  if (!value) return unknown(text);
  // An inline integer is sign-extended to the width of the source, whatever its type.
  if (is_64_bit(type)) return static_cast<std::uint64_t>(*value);
  return static_cast<std::uint32_t>(*value);
}

}  // namespace agt::vgpu
