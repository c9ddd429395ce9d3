// Saturating conversions from float to integers, in a form that vectorises: no branch, no cast out of range.
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace agt::vgpu::inline AGT_LANES_VARIANT {

/// Truncated, saturated; NaN becomes 0.
template <class T>
inline std::int32_t to_i32(T value) {
  constexpr T kLimit = T{2147483648.0};
  const T inside = value > -kLimit && value < kLimit ? value : T{0};
  std::int32_t result = static_cast<std::int32_t>(inside);
  result = value >= kLimit ? std::numeric_limits<std::int32_t>::max() : result;
  return value <= -kLimit ? std::numeric_limits<std::int32_t>::min() : result;
}

template <class T>
inline std::uint32_t to_u32(T value) {
  constexpr T kHalf = T{2147483648.0};
  const bool upper = value >= kHalf;
  const T moved = upper ? value - kHalf : value;
  const T inside = moved > T{-1} && moved < kHalf ? moved : T{0};
  const auto low = static_cast<std::uint32_t>(static_cast<std::int32_t>(inside));
  const std::uint32_t result = upper ? low + 0x80000000U : low;
  return moved >= kHalf ? 0xffffffffU : result;
}

inline std::int16_t to_i16(float value) {
  const float bounded = value < -32768.0F ? -32768.0F : value > 32767.0F ? 32767.0F : value;
  return static_cast<std::int16_t>(static_cast<std::int32_t>(std::isnan(value) ? 0.0F : bounded));
}

inline std::uint16_t to_u16(float value) {
  const float bounded = value < 0.0F ? 0.0F : value > 65535.0F ? 65535.0F : value;
  return static_cast<std::uint16_t>(static_cast<std::int32_t>(std::isnan(value) ? 0.0F : bounded));
}

/// [-1, 1] to [-32767, 32767], to nearest even; NaN becomes 0.
inline std::int16_t to_snorm16(float value) {
  const float bounded = value < -1.0F ? -1.0F : value > 1.0F ? 1.0F : value;
  return to_i16(std::nearbyint(bounded * 32767.0F));
}

/// [0, 1] to [0, 65535], to nearest even; NaN becomes 0.
inline std::uint16_t to_unorm16(float value) {
  const float bounded = value < 0.0F ? 0.0F : value > 1.0F ? 1.0F : value;
  return to_u16(std::nearbyint(bounded * 65535.0F));
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
