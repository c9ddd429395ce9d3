// The parts of f16, f32 and f64 numbers by their bits: sign, exponent, NaN of both kinds.
// By bits, because a comparison of floats neither tells -0 from +0 nor a signalling NaN from a quiet one.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "virtual-gpu/execute/half.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {

template <class T>
struct FloatFormat;
template <>
struct FloatFormat<Half> {
  using Bits = std::uint16_t;
  static constexpr int kMantissaBits = 10;
  static constexpr int kExponentBits = 5;
};
template <>
struct FloatFormat<float> {
  using Bits = std::uint32_t;
  static constexpr int kMantissaBits = 23;
  static constexpr int kExponentBits = 8;
};
template <>
struct FloatFormat<double> {
  using Bits = std::uint64_t;
  static constexpr int kMantissaBits = 52;
  static constexpr int kExponentBits = 11;
};

template <class T>
using BitsOf = typename FloatFormat<T>::Bits;
template <class T>
inline constexpr auto kSignBit = static_cast<BitsOf<T>>(BitsOf<T>{1} << (sizeof(T) * 8 - 1));
template <class T>
inline constexpr auto kQuietBit = static_cast<BitsOf<T>>(BitsOf<T>{1} << (FloatFormat<T>::kMantissaBits - 1));
template <class T>
inline constexpr int kExponentMax = (1 << FloatFormat<T>::kExponentBits) - 1;
template <class T>
inline constexpr int kBias = kExponentMax<T> / 2;
/// Infinity without sign.
template <class T>
inline constexpr auto kInfinityBits =
    static_cast<BitsOf<T>>(static_cast<BitsOf<T>>(kExponentMax<T>) << FloatFormat<T>::kMantissaBits);

template <class T>
inline BitsOf<T> bits_of(T value) {
  return std::bit_cast<BitsOf<T>>(value);
}

template <class T>
inline BitsOf<T> magnitude_bits(T value) {
  return static_cast<BitsOf<T>>(bits_of(value) & static_cast<BitsOf<T>>(~kSignBit<T>));
}

template <class T>
inline bool sign_of(T value) {
  return (bits_of(value) & kSignBit<T>) != 0;
}

template <class T>
inline bool is_nan(T value) {
  return magnitude_bits(value) > kInfinityBits<T>;
}

template <class T>
inline bool is_signalling(T value) {
  return is_nan(value) && (bits_of(value) & kQuietBit<T>) == 0;
}

template <class T>
inline bool is_infinite(T value) {
  return magnitude_bits(value) == kInfinityBits<T>;
}

template <class T>
inline bool is_zero(T value) {
  return magnitude_bits(value) == 0;
}

template <class T>
inline T quieted(T nan) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(bits_of(nan) | kQuietBit<T>));
}

template <class T>
inline T with_sign(T value, bool negative) {
  return std::bit_cast<T>(
      static_cast<BitsOf<T>>(magnitude_bits(value) | (negative ? kSignBit<T> : static_cast<BitsOf<T>>(0))));
}

template <class T>
inline T infinity_of() {
  return std::bit_cast<T>(kInfinityBits<T>);
}

/// The biased exponent field: 0 for denormals, all ones for infinity and NaN.
template <class T>
inline int exponent_field(T value) {
  return static_cast<int>(magnitude_bits(value) >> FloatFormat<T>::kMantissaBits);
}

/// The number itself, for comparisons.
inline float value_of(Half value) { return to_float(value); }
inline float value_of(float value) { return value; }
inline double value_of(double value) { return value; }

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
