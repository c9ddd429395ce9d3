// Operands of assembly text: registers, constants, and the source modifiers around them.
// SPDX-License-Identifier: MIT
#include <array>
#include <string>

#include "virtual-gpu/decode/assembly_text.h"
#include "virtual-gpu/decode/number_text.h"

namespace agt::vgpu {
namespace {

struct NamedRegister {
  std::string_view name;
  std::uint16_t index;
  std::uint8_t dwords;
};

constexpr std::array kNamedRegisters = {
    NamedRegister{"vcc", scalar::kVccLo, 2},
    NamedRegister{"vcc_lo", scalar::kVccLo, 1},
    NamedRegister{"vcc_hi", scalar::kVccHi, 1},
    NamedRegister{"exec", scalar::kExecLo, 2},
    NamedRegister{"exec_lo", scalar::kExecLo, 1},
    NamedRegister{"exec_hi", scalar::kExecHi, 1},
    NamedRegister{"m0", scalar::kM0, 1},
    NamedRegister{"null", scalar::kNull, 1},
    NamedRegister{"scc", scalar::kScc, 1},
    NamedRegister{"src_scc", scalar::kScc, 1},
    NamedRegister{"flat_scratch", scalar::kFlatScratchLo, 2},
    NamedRegister{"flat_scratch_lo", scalar::kFlatScratchLo, 1},
    NamedRegister{"flat_scratch_hi", scalar::kFlatScratchHi, 1},
    NamedRegister{"src_flat_scratch_base_lo", scalar::kFlatScratchLo, 1},
    NamedRegister{"src_flat_scratch_base_hi", scalar::kFlatScratchHi, 1},
    NamedRegister{"xnack_mask", scalar::kXnackMaskLo, 2},
    NamedRegister{"xnack_mask_lo", scalar::kXnackMaskLo, 1},
    NamedRegister{"xnack_mask_hi", scalar::kXnackMaskHi, 1},
    NamedRegister{"src_shared_base", scalar::kSharedBase, 2},
    NamedRegister{"src_shared_limit", scalar::kSharedLimit, 2},
    NamedRegister{"src_private_base", scalar::kPrivateBase, 2},
    NamedRegister{"src_private_limit", scalar::kPrivateLimit, 2},
};

/// A file of numbered registers: how its names begin, and how many there are.
struct RegisterFile {
  std::string_view prefix;
  OperandKind kind;
  std::uint16_t first;
  std::uint16_t count;
};

constexpr std::array kRegisterFiles = {
    RegisterFile{"ttmp", OperandKind::kScalar, scalar::kTtmp0, 16},
    RegisterFile{"v", OperandKind::kVector, 0, 1024},
    RegisterFile{"a", OperandKind::kAccum, 0, 512},
    RegisterFile{"s", OperandKind::kScalar, 0, 106},
};

struct Numbers {
  std::uint32_t first;
  std::uint32_t last;
};

/// "7", "[7]" or "[6:7]".
std::optional<Numbers> parse_numbers(std::string_view text, std::uint32_t limit) {
  const bool brackets = text.starts_with('[') && text.ends_with(']');
  if (brackets) text = text.substr(1, text.size() - 2);
  const auto colon = brackets ? text.find(':') : std::string_view::npos;
  const auto first = parse_unsigned(text.substr(0, colon), limit);
  const auto last = colon == std::string_view::npos ? first : parse_unsigned(text.substr(colon + 1), limit);
  if (!first || !last || *last < *first || text.starts_with("0x")) return std::nullopt;
  return Numbers{*first, *last};
}

std::optional<Operand> parse_numbered(std::string_view text, const RegisterFile& file) {
  Operand operand;
  text.remove_prefix(file.prefix.size());
  if (file.kind == OperandKind::kVector && (text.ends_with(".l") || text.ends_with(".h"))) {
    operand.high_half = text.ends_with(".h");
    text.remove_suffix(2);
  }
  const auto numbers = parse_numbers(text, file.count - 1U);
  if (!numbers) return std::nullopt;
  operand.kind = file.kind;
  operand.index = static_cast<std::uint16_t>(file.first + numbers->first);
  operand.dwords = static_cast<std::uint8_t>(numbers->last - numbers->first + 1);
  return operand;
}

/// Takes `prefix` and `suffix` away, when both are there.
bool unwrap(std::string_view& text, std::string_view prefix, std::string_view suffix) {
  if (text.size() <= prefix.size() + suffix.size() || !text.starts_with(prefix) || !text.ends_with(suffix)) {
    return false;
  }
  text = text.substr(prefix.size(), text.size() - prefix.size() - suffix.size());
  return true;
}

/// A sign before a register or |x|; the sign of a constant belongs to its number.
bool take_minus(std::string_view& text) {
  if (text.size() < 2 || text[0] != '-' || (text[1] >= '0' && text[1] <= '9')) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::optional<Operand> parse_register(std::string_view text) {
  if (text == "off") return Operand{.kind = OperandKind::kOff};
  for (const auto& named : kNamedRegisters) {
    if (text == named.name) return Operand{.kind = OperandKind::kScalar, .dwords = named.dwords, .index = named.index};
  }
  for (const auto& file : kRegisterFiles) {
    if (!text.starts_with(file.prefix)) continue;
    if (const auto operand = parse_numbered(text, file)) return operand;
  }
  return std::nullopt;
}

Result<Operand> parse_operand(std::string_view text, SourceType type) {
  const std::string_view whole = text;
  Operand flags;
  flags.sign_extend = unwrap(text, "sext(", ")");
  flags.negate = unwrap(text, "neg(", ")") || take_minus(text);
  flags.absolute = unwrap(text, "abs(", ")") || unwrap(text, "|", "|");
  auto operand = parse_register(text);
  if (!operand) {
    const auto value = parse_constant(text, type);
    if (!value) return failure(ExitCode::kBadInput, "operand " + std::string(whole) + " is not known");
    operand = Operand{.kind = OperandKind::kConstant, .value = *value};
  }
  operand->sign_extend = flags.sign_extend;
  operand->negate = flags.negate;
  operand->absolute = flags.absolute;
  return *operand;
}

}  // namespace agt::vgpu
