// The text of AMDGPU_VIRTUAL_DEFECT.
// SPDX-License-Identifier: MIT
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "virtual-gpu/dispatch/model.h"

namespace agt::vgpu {
namespace {

constexpr std::uint32_t kLaneLimit = 64, kBitLimit = 128;

tl::unexpected<Error> bad(std::string_view text, std::string_view reason) {
  return failure(ExitCode::kUsage,
                 fmt::format("defect \"{}\": {}; expected <gfx>:<mnemonic>:<lane>:<bit>", text, reason));
}

/// A decimal number below `limit`, and nothing behind it.
bool parse_number(std::string_view text, std::uint32_t limit, std::uint32_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value < limit;
}

}  // namespace

Result<Defect> parse_defect(std::string_view text) {
  std::array<std::string_view, 4> parts;
  std::string_view rest = text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto colon = rest.find(':');
    if ((colon == std::string_view::npos) != (i + 1 == parts.size())) return bad(text, "four parts are needed");
    parts[i] = rest.substr(0, colon);
    rest.remove_prefix(i + 1 == parts.size() ? rest.size() : colon + 1);
  }
  if (find_target(parts[0]) == nullptr) return bad(text, fmt::format("{} is no supported target", parts[0]));
  if (parts[1].empty()) return bad(text, "the mnemonic is empty");
  Defect defect{.gfx = std::string(parts[0]), .mnemonic = std::string(parts[1])};
  if (!parse_number(parts[2], kLaneLimit, defect.lane)) return bad(text, "the lane is no number from 0 to 63");
  if (!parse_number(parts[3], kBitLimit, defect.bit)) return bad(text, "the bit is no number from 0 to 127");
  return defect;
}

}  // namespace agt::vgpu
