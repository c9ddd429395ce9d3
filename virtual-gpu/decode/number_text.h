// Numbers as assembly text has them: decimal or 0x…, the whole text or nothing.
// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace agt::vgpu {

/// "12", "-16" or "0x1f". Nothing when any character is left over or the value does not fit.
inline std::optional<std::int64_t> parse_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t magnitude = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), magnitude, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return static_cast<std::int64_t>(negative ? std::uint64_t{0} - magnitude : magnitude);
}

/// The same within [0, limit].
inline std::optional<std::uint32_t> parse_unsigned(std::string_view text, std::uint32_t limit) {
  const auto value = parse_integer(text);
  if (!value || *value < 0 || *value > limit) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

}  // namespace agt::vgpu
