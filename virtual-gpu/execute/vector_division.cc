// Vector ALU: the instructions that division is expanded into, and the parts of floats (frexp, ldexp).
//
// A quotient is a reciprocal's estimate refined by fused multiply-adds. v_div_scale moves numerator and denominator out
// of the ranges in which a step would overflow or lose bits, v_div_fmas undoes that with the last rounding, v_div_fixup
// puts in zeros, infinities and NaN. The ISA documents' pseudo-code of v_div_scale and v_div_fmas leaves out what makes
// the quotient right; measurements of hardware (tinygrad, test/amd/hw/test_vop3.py) show that v_div_fmas scales by
// 2^64 or 2^-64 according to its third source, and that a quotient "is denormal" by the difference of the exponents.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include "virtual-gpu/execute/float_bits.h"
#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using I32 = std::int32_t;

template <class T>
struct ScaleRules;
template <>
struct ScaleRules<float> {
  static constexpr int kLargeDifference = 96;
  static constexpr int kShift = 64;
  static constexpr int kTinyNumerator = 23;
};
template <>
struct ScaleRules<double> {
  static constexpr int kLargeDifference = 768;
  static constexpr int kShift = 128;
  static constexpr int kTinyNumerator = 53;
};

template <class T>
struct Scaled {
  T value;
  bool flag;  ///< v_div_fmas must scale the quotient back
};

/// `value` is the numerator or the denominator, whichever the instruction scales.
template <class T>
Scaled<T> div_scale(T value, T denominator, T numerator) {
  using Rules = ScaleRules<T>;
  constexpr int kShift = Rules::kShift;
  if (is_zero(denominator) || is_zero(numerator)) return {std::numeric_limits<T>::quiet_NaN(), true};
  const bool is_denominator = bits_of(value) == bits_of(denominator);
  const bool is_numerator = bits_of(value) == bits_of(numerator);
  const int difference = exponent_field(numerator) - exponent_field(denominator);
  const bool denormal_reciprocal = exponent_field(denominator) >= kExponentMax<T> - 2;
  const bool denormal_quotient = difference <= 1 - kBias<T>;
  if (difference >= Rules::kLargeDifference) return {is_denominator ? std::ldexp(value, kShift) : value, true};
  if (exponent_field(denominator) == 0) return {std::ldexp(value, kShift), false};
  if (denormal_reciprocal && denormal_quotient) return {is_denominator ? std::ldexp(value, -kShift) : value, true};
  if (denormal_reciprocal) return {std::ldexp(value, -kShift), false};
  if (denormal_quotient) return {is_numerator ? std::ldexp(value, kShift) : value, true};
  if (exponent_field(numerator) <= Rules::kTinyNumerator) return {std::ldexp(value, kShift), false};
  return {value, false};
}

/// Operands: result, mask of flags, value, denominator, numerator.
template <class T>
Step div_scale_lanes(Wave& wave, const Instruction& instruction) {
  if (!can_round<T>(wave)) return Step::kFault;
  std::array<Source, 3> sources;
  std::uint64_t mask = wave.exec();
  for (std::size_t i = 0; i < 3; ++i) fetch_as<T>(wave, instruction, i, sources[i], mask);
  Words words;
  std::uint64_t flags = 0;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const auto at = [&](std::size_t i) { return load<T>(sources[i].low, sources[i].high, lane); };
    const auto scaled = div_scale(at(0), at(1), at(2));
    put(words, lane, scaled.value);
    flags |= std::uint64_t{scaled.flag} << lane;
  }
  store<T>(wave, instruction, words, mask, OtherHalf::kPreserved);
  write_mask(wave, instruction.operands[1], flags & mask);
  return finish(wave);
}

/// A type in which a product of two T is exact, and its bits.
template <class T>
struct Wider;
template <>
struct Wider<float> {
  using Type = double;
  using Bits = std::uint64_t;
};
template <>
struct Wider<double> {
  using Type = __float128;
  using Bits = unsigned __int128;
};

/// a * b + c, rounded to odd in the wider type: rounding that once more to T is as rounding the exact value.
template <class T>
typename Wider<T>::Type fma_to_odd(T a, T b, T c) {
  using W = typename Wider<T>::Type;
  using Bits = typename Wider<T>::Bits;
  const W product = static_cast<W>(a) * static_cast<W>(b);
  const W sum = product + static_cast<W>(c);
  const W back = sum - product;
  const W error = (product - (sum - back)) + (static_cast<W>(c) - back);
  auto bits = std::bit_cast<Bits>(sum);
  if (!(error < 0 || error > 0) || (bits & 1U) != 0) return sum;
  bits += (error > 0) == (sum > 0) ? Bits{1} : ~Bits{0};
  return std::bit_cast<W>(bits);
}

template <class T>
T scaled_fma(T a, T b, T c) {
  using W = typename Wider<T>::Type;
  const int shift = exponent_field(c) > kBias<T> ? ScaleRules<T>::kShift : -ScaleRules<T>::kShift;
  return static_cast<T>(fma_to_odd(a, b, c) * static_cast<W>(std::ldexp(1.0, shift)));
}

/// Lanes that VCC selects are scaled; the mask is no operand.
template <class T>
Step div_fmas(Wave& wave, const Instruction& instruction) {
  if (!can_round<T>(wave)) return Step::kFault;
  std::array<Source, 3> sources;
  std::uint64_t mask = wave.exec();
  for (std::size_t i = 0; i < 3; ++i) fetch_as<T>(wave, instruction, i, sources[i], mask);
  const std::uint64_t scaled = wave.pair(scalar::kVccLo);
  Words words;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const auto at = [&](std::size_t i) { return load<T>(sources[i].low, sources[i].high, lane); };
    const bool scale = (scaled >> lane & 1) != 0;
    put(words, lane, scale ? scaled_fma(at(0), at(1), at(2)) : std::fma(at(0), at(1), at(2)));
  }
  modify_output<T>(wave, instruction, words);
  store<T>(wave, instruction, words, mask, OtherHalf::kPreserved);
  return finish(wave);
}

/// A quotient below half of the smallest denormal; to nearest even it is 0.
template <class T>
bool underflows(T denominator, T numerator) {
  constexpr int kLimit = kBias<T> + FloatFormat<T>::kMantissaBits;  // 150, 1075
  return exponent_field(numerator) - exponent_field(denominator) < -kLimit;
}

template <class T>
T div_fixup(T quotient, T denominator, T numerator) {
  const bool negative = sign_of(denominator) != sign_of(numerator);
  if (is_nan(numerator)) return quieted(numerator);
  if (is_nan(denominator)) return quieted(denominator);
  if ((is_zero(denominator) && is_zero(numerator)) || (is_infinite(denominator) && is_infinite(numerator))) {
    return with_sign(quieted(infinity_of<T>()), true);
  }
  if (is_zero(denominator) || is_infinite(numerator)) return with_sign(infinity_of<T>(), negative);
  if (is_infinite(denominator) || is_zero(numerator)) return with_sign(T{}, negative);
  if (sizeof(T) > 2 && underflows(denominator, numerator)) return with_sign(T{}, negative);
  // A quotient that overflowed on the way is infinity or NaN here. The documents ask for the exponent of S1 instead of
  // S0, which the lines before leave no case for.
  if (sizeof(T) > 2 && exponent_field(quotient) == kExponentMax<T>) return with_sign(infinity_of<T>(), negative);
  return with_sign(quotient, negative);
}

/// In [0.5, 1), denormals too; zeros, infinities and NaN are themselves.
template <class T>
T frexp_mantissa(T value) {
  if (is_zero(value) || exponent_field(value) == kExponentMax<T>) return value;
  int exponent = 0;
  return std::frexp(value, &exponent);
}

template <class T>
I32 frexp_exponent(T value) {
  int exponent = 0;
  if (!is_zero(value) && exponent_field(value) != kExponentMax<T>) std::frexp(value, &exponent);
  return exponent;
}

/// A power of two as a double; the exponents beyond ±600 give the same f32 as ±600.
double power_of_two(I32 exponent) {
  const I32 bounded = exponent < -600 ? -600 : exponent > 600 ? 600 : exponent;
  return std::bit_cast<double>(static_cast<std::uint64_t>(bounded + 1023) << 52);
}

constexpr Form kKeeps{.other = OtherHalf::kPreserved};
template <SourceType kType>
inline constexpr std::array kThree = {kType, kType, kType};

constexpr Opcode kDivision[] = {
    {"v_div_scale_f32", div_scale_lanes<float>, kThree<SourceType::kF32>, 2},
    {"v_div_scale_f64", div_scale_lanes<double>, kThree<SourceType::kF64>, 2},
    {"v_div_fmas_f32", div_fmas<float>, kThree<SourceType::kF32>, 1},
    {"v_div_fmas_f64", div_fmas<double>, kThree<SourceType::kF64>, 1},
    op<[](float q, float d, float n) { return div_fixup(q, d, n); }>("v_div_fixup_f32"),
    op<[](double q, double d, double n) { return div_fixup(q, d, n); }>("v_div_fixup_f64"),
    op<[](Half q, Half d, Half n) { return div_fixup(q, d, n); }, kKeeps>("v_div_fixup_f16"),
    op<[](Half q, Half d, Half n) { return div_fixup(q, d, n); }>("v_div_fixup_legacy_f16"),
};

constexpr Opcode kParts[] = {
    op<[](float a) { return frexp_mantissa(a); }>("v_frexp_mant_f32"),
    op<[](double a) { return frexp_mantissa(a); }>("v_frexp_mant_f64"),
    op<[](Half a) { return to_half(frexp_mantissa(to_float(a))); }>("v_frexp_mant_f16"),
    op<[](float a) { return frexp_exponent(a); }>("v_frexp_exp_i32_f32"),
    op<[](double a) { return frexp_exponent(a); }>("v_frexp_exp_i32_f64"),
    op<[](Half a) { return static_cast<std::int16_t>(frexp_exponent(to_float(a))); }>("v_frexp_exp_i16_f16"),
    op<[](float a, I32 n) { return static_cast<float>(a * power_of_two(n)); }>("v_ldexp_f32"),
    op<[](double a, I32 n) { return std::ldexp(a, n); }>("v_ldexp_f64"),
    op<[](Half a, std::int16_t n) { return to_half(to_float(a) * power_of_two(n)); }>("v_ldexp_f16"),
};

}  // namespace

std::span<const Opcode> vector_division_opcodes() {
  static constexpr auto kAll = concatenated(kDivision, kParts);
  return kAll;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
