// Minima, maxima and medians of floats, with their rules for NaN and for zeros of both signs.
// SPDX-License-Identifier: MIT
#pragma once

#include "virtual-gpu/execute/float_bits.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {

/// -0 is less than +0 here, unlike in a comparison.
template <class T>
inline bool less(T a, T b) {
  return value_of(a) < value_of(b) || (value_of(a) == value_of(b) && sign_of(a) && !sign_of(b));
}

/// With IEEE mode (there is none from gfx12 on) a signalling NaN becomes the result, quiet; any other NaN is ignored.
template <class T>
inline T number_unless_signalling(const FloatMode& mode, T a, T b, T chosen) {
  T result = is_nan(a) ? b : is_nan(b) ? a : chosen;
  if (mode.ieee) {
    result = is_signalling(b) ? b : result;
    result = is_signalling(a) ? a : result;
  }
  return is_nan(result) ? quieted(result) : result;
}

template <class T>
inline T min_num(const FloatMode& mode, T a, T b) {
  return number_unless_signalling(mode, a, b, less(a, b) ? a : b);
}

template <class T>
inline T max_num(const FloatMode& mode, T a, T b) {
  return number_unless_signalling(mode, a, b, less(b, a) ? a : b);
}

/// IEEE 754-2019 minimum and maximum: any NaN is the result.
template <class T>
inline T nan_or(T a, T b, T chosen) {
  return is_nan(a) ? quieted(a) : is_nan(b) ? quieted(b) : chosen;
}

template <class T>
inline T minimum(T a, T b) {
  return nan_or(a, b, less(a, b) ? a : b);
}

template <class T>
inline T maximum(T a, T b) {
  return nan_or(a, b, less(b, a) ? a : b);
}

template <class T>
inline T med3_num(const FloatMode& mode, T a, T b, T c) {
  if (is_nan(a) || is_nan(b) || is_nan(c)) return min_num(mode, min_num(mode, a, b), c);
  const auto largest = value_of(max_num(mode, max_num(mode, a, b), c));
  if (largest == value_of(a)) return max_num(mode, b, c);
  if (largest == value_of(b)) return max_num(mode, a, c);
  return max_num(mode, a, b);
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
