// Half: IEEE binary16 as lanes hold it, and its conversions: branch-free, so that loops over lanes vectorise.
// _Float16 is not used: without AVX512-FP16 its conversions are calls of one value each.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace agt::vgpu::inline AGT_LANES_VARIANT {

struct Half {
  std::uint16_t bits;
};

/// Exact, denormals too; a signalling NaN becomes quiet.
inline float to_float(Half half) {
  const std::uint32_t magnitude = half.bits & 0x7fffU;
  const std::uint32_t sign = (half.bits & 0x8000U) << 16;
  // As the bits of a float the magnitude is 2^-112 of its value, a denormal float where it is a denormal half.
  const std::uint32_t finite = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude << 13) * 0x1p112F);
  const std::uint32_t quiet = magnitude > 0x7c00U ? 0x00400000U : 0U;
  const std::uint32_t special = 0x7f800000U | magnitude << 13 | quiet;
  return std::bit_cast<float>(sign | (magnitude < 0x7c00U ? finite : special));
}

/// To nearest even; NaN becomes quiet and keeps the high bits of its payload.
inline Half to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  const std::uint32_t sign = bits >> 16 & 0x8000U;
  // Below 2^-14: added to 0.5, whose last bit weighs 2^-24 as that of a denormal half, the addition rounds.
  const float sum = std::bit_cast<float>(magnitude) + 0.5F;
  const std::uint32_t denormal = std::bit_cast<std::uint32_t>(sum) - 0x3f000000U;
  const std::uint32_t normal = (magnitude + 0xfffU + (magnitude >> 13 & 1U) - (112U << 23)) >> 13;
  const std::uint32_t nan = 0x7e00U | (magnitude >> 13 & 0x3ffU);
  std::uint32_t result = magnitude < 0x38800000U ? denormal : normal;
  result = magnitude >= 0x47800000U ? 0x7c00U : result;
  result = magnitude > 0x7f800000U ? nan : result;
  return Half{static_cast<std::uint16_t>(sign | result)};
}

/// Towards zero: what is too large becomes the largest finite half; infinity stays.
inline Half to_half_toward_zero(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  if (magnitude >= 0x7f800000U) return to_half(value);
  const std::uint32_t sign = bits >> 16 & 0x8000U;
  const std::uint32_t exponent = magnitude >> 23;
  const std::uint32_t significand = (magnitude & 0x7fffffU) | 0x800000U;
  std::uint32_t result = (magnitude - (112U << 23)) >> 13;
  if (exponent < 113) result = exponent < 102 ? 0 : significand >> (126 - exponent);
  if (magnitude >= 0x47800000U) result = 0x7bff;
  return Half{static_cast<std::uint16_t>(sign | result)};
}

/// The float next to `value` whose last bit is 1 when `value` is no float: rounding it again is as rounding `value`.
inline float to_float_odd(double value) {
  const auto nearest = static_cast<float>(value);
  if (static_cast<double>(nearest) == value || std::isnan(value)) return nearest;
  auto bits = std::bit_cast<std::uint32_t>(nearest);
  if ((bits & 1U) != 0) return nearest;
  bits += std::fabs(static_cast<double>(nearest)) < std::fabs(value) ? 1U : ~0U;
  return std::bit_cast<float>(bits);
}

/// To nearest even, rounded once.
inline Half to_half(double value) { return to_half(to_float_odd(value)); }

/// The upper 16 bits of a float are a bfloat16; to nearest even, NaN quiet.
inline std::uint16_t to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rounded = (bits + 0x7fffU + (bits >> 16 & 1U)) >> 16;
  const std::uint32_t nan = bits >> 16 | 0x40U;
  return static_cast<std::uint16_t>((bits & 0x7fffffffU) > 0x7f800000U ? nan : rounded);
}

inline float bfloat16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
