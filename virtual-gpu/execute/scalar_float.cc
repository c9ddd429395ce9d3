// Scalar float arithmetic, conversions and compares of gfx11.5 and gfx12 (ISA documents, SOP1, SOP2 and SOPC).
// Sources and results are flushed as MODE says; only rounding to nearest even is implemented.
// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "virtual-gpu/execute/conversions.h"
#include "virtual-gpu/execute/float_minmax.h"
#include "virtual-gpu/execute/half.h"
#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;
using i32 = std::int32_t;

template <class T>
constexpr bool kIsFloat = std::is_same_v<T, float> || std::is_same_v<T, Half>;

template <class T>
bool flushes(const Wave& wave) {
  return std::is_same_v<T, float> ? wave.mode.flush_f32 : wave.mode.flush_f16_f64;
}

/// A denormal becomes a zero of its sign.
template <class T>
T flushed(const Wave& wave, T value) {
  if (!flushes<T>(wave) || exponent_field(value) != 0) return value;
  return std::bit_cast<T>(static_cast<BitsOf<T>>(bits_of(value) & kSignBit<T>));
}

template <class T>
T read_as(const Wave& wave, const Operand& operand) {
  const u32 bits = read32(wave, operand);
  if constexpr (std::is_same_v<T, float>) return flushed(wave, std::bit_cast<float>(bits));
  else if constexpr (std::is_same_v<T, Half>) return flushed(wave, Half{static_cast<std::uint16_t>(bits)});
  else return static_cast<T>(bits);
}

/// A half fills its register with zeros above it.
template <class T>
void write_as(Wave& wave, const Operand& operand, T value) {
  if constexpr (std::is_same_v<T, float>) write32(wave, operand, std::bit_cast<u32>(flushed(wave, value)));
  else if constexpr (std::is_same_v<T, Half>) write32(wave, operand, flushed(wave, value).bits);
  else write32(wave, operand, static_cast<u32>(value));
}

template <class T>
bool can_round(Wave& wave) {
  const auto mode = std::is_same_v<T, float> ? wave.mode.round_f32 : wave.mode.round_f16_f64;
  if (!kIsFloat<T> || mode == 0) return true;
  wave.fault = "rounding mode " + std::to_string(mode) + " is not implemented";
  wave.unimplemented = true;
  return false;
}

/// R f(T sources…), in text order.
template <class R, class T, auto f>
Step unary(Wave& wave, const Instruction& instruction) {
  if (!can_round<R>(wave)) return Step::kFault;
  write_as<R>(wave, instruction.operands[0], f(read_as<T>(wave, instruction.operands[1])));
  return Step::kNext;
}

template <class T, auto f>
Step binary(Wave& wave, const Instruction& instruction) {
  if (!can_round<T>(wave)) return Step::kFault;
  const auto& operands = instruction.operands;
  write_as<T>(wave, operands[0], f(read_as<T>(wave, operands[1]), read_as<T>(wave, operands[2])));
  return Step::kNext;
}

/// The third factor is the third source, or the result register when there is none.
template <class T, auto f>
Step fused(Wave& wave, const Instruction& instruction) {
  if (!can_round<T>(wave)) return Step::kFault;
  const auto& operands = instruction.operands;
  const Operand& third = operands.size() > 3 ? operands[3] : operands[0];
  const T value = f(read_as<T>(wave, operands[1]), read_as<T>(wave, operands[2]), read_as<T>(wave, third));
  write_as<T>(wave, operands[0], value);
  return Step::kNext;
}

template <class T, auto f>
Step extreme(Wave& wave, const Instruction& instruction) {
  const auto& operands = instruction.operands;
  const T a = read_as<T>(wave, operands[1]), b = read_as<T>(wave, operands[2]);
  write_as<T>(wave, operands[0], f(wave.mode, a, b));
  return Step::kNext;
}

template <class T, auto f>
Step compare(Wave& wave, const Instruction& instruction) {
  const auto& operands = instruction.operands;
  wave.set_scc(f(value_of(read_as<T>(wave, operands[0])), value_of(read_as<T>(wave, operands[1]))));
  return Step::kNext;
}

Step pack_toward_zero(Wave& wave, const Instruction& instruction) {
  const auto& operands = instruction.operands;
  const u32 low = to_half_toward_zero(read_as<float>(wave, operands[1])).bits;
  const u32 high = to_half_toward_zero(read_as<float>(wave, operands[2])).bits;
  write32(wave, operands[0], low | high << 16);
  return Step::kNext;
}

Half half_of_high(u32 bits) { return Half{static_cast<std::uint16_t>(bits >> 16)}; }

template <auto f>
constexpr auto kOnHalf = [](Half a) { return to_half(f(to_float(a))); };
template <auto f>
constexpr auto kOnHalves = [](Half a, Half b) { return to_half(f(to_float(a), to_float(b))); };

float ceiling(float a) { return std::ceil(a); }
float floor_of(float a) { return std::floor(a); }
float truncated(float a) { return std::trunc(a); }
float nearest(float a) { return std::nearbyint(a); }
float sum(float a, float b) { return a + b; }
float difference(float a, float b) { return a - b; }
float product(float a, float b) { return a * b; }
float fma_float(float a, float b, float c) { return std::fma(a, b, c); }
Half fma_half(Half a, Half b, Half c) {
  return to_half(std::fma(double{to_float(a)}, double{to_float(b)}, double{to_float(c)}));
}

constexpr auto kMinNum = [](const FloatMode& mode, auto a, auto b) { return min_num(mode, a, b); };
constexpr auto kMaxNum = [](const FloatMode& mode, auto a, auto b) { return max_num(mode, a, b); };
constexpr auto kMinimum = [](const FloatMode&, auto a, auto b) { return minimum(a, b); };
constexpr auto kMaximum = [](const FloatMode&, auto a, auto b) { return maximum(a, b); };

constexpr auto kLt = [](float a, float b) { return a < b; };
constexpr auto kEq = [](float a, float b) { return a == b; };
constexpr auto kLe = [](float a, float b) { return a <= b; };
constexpr auto kGt = [](float a, float b) { return a > b; };
constexpr auto kLg = [](float a, float b) { return a < b || a > b; };
constexpr auto kGe = [](float a, float b) { return a >= b; };
constexpr auto kOrdered = [](float a, float b) { return !std::isnan(a) && !std::isnan(b); };
template <auto f>
constexpr auto kNot = [](float a, float b) { return !f(a, b); };

constexpr Opcode kOpcodes[] = {
    {"s_add_f32", binary<float, sum>, kAllF32, 1},
    {"s_sub_f32", binary<float, difference>, kAllF32, 1},
    {"s_mul_f32", binary<float, product>, kAllF32, 1},
    {"s_fmac_f32", fused<float, fma_float>, kAllF32, 1},
    {"s_fmaak_f32", fused<float, fma_float>, kAllF32, 1},
    {"s_fmamk_f32", fused<float, fma_float>, kAllF32, 1},
    {"s_add_f16", binary<Half, kOnHalves<sum>>, kAllF16, 1},
    {"s_sub_f16", binary<Half, kOnHalves<difference>>, kAllF16, 1},
    {"s_mul_f16", binary<Half, kOnHalves<product>>, kAllF16, 1},
    {"s_fmac_f16", fused<Half, fma_half>, kAllF16, 1},

    {"s_min_f32", extreme<float, kMinNum>, kAllF32, 1},
    {"s_max_f32", extreme<float, kMaxNum>, kAllF32, 1},
    {"s_min_num_f32", extreme<float, kMinNum>, kAllF32, 1},
    {"s_max_num_f32", extreme<float, kMaxNum>, kAllF32, 1},
    {"s_minimum_f32", extreme<float, kMinimum>, kAllF32, 1},
    {"s_maximum_f32", extreme<float, kMaximum>, kAllF32, 1},
    {"s_min_f16", extreme<Half, kMinNum>, kAllF16, 1},
    {"s_max_f16", extreme<Half, kMaxNum>, kAllF16, 1},
    {"s_min_num_f16", extreme<Half, kMinNum>, kAllF16, 1},
    {"s_max_num_f16", extreme<Half, kMaxNum>, kAllF16, 1},
    {"s_minimum_f16", extreme<Half, kMinimum>, kAllF16, 1},
    {"s_maximum_f16", extreme<Half, kMaximum>, kAllF16, 1},

    {"s_ceil_f32", unary<float, float, ceiling>, kAllF32, 1},
    {"s_floor_f32", unary<float, float, floor_of>, kAllF32, 1},
    {"s_trunc_f32", unary<float, float, truncated>, kAllF32, 1},
    {"s_rndne_f32", unary<float, float, nearest>, kAllF32, 1},
    {"s_ceil_f16", unary<Half, Half, kOnHalf<ceiling>>, kAllF16, 1},
    {"s_floor_f16", unary<Half, Half, kOnHalf<floor_of>>, kAllF16, 1},
    {"s_trunc_f16", unary<Half, Half, kOnHalf<truncated>>, kAllF16, 1},
    {"s_rndne_f16", unary<Half, Half, kOnHalf<nearest>>, kAllF16, 1},
    {"s_cvt_f32_i32", unary<float, i32, [](i32 a) { return static_cast<float>(a); }>, kAllB32, 1},
    {"s_cvt_f32_u32", unary<float, u32, [](u32 a) { return static_cast<float>(a); }>, kAllB32, 1},
    {"s_cvt_i32_f32", unary<i32, float, [](float a) { return to_i32(a); }>, kAllF32, 1},
    {"s_cvt_u32_f32", unary<u32, float, [](float a) { return to_u32(a); }>, kAllF32, 1},
    {"s_cvt_f16_f32", unary<Half, float, [](float a) { return to_half(a); }>, kAllF32, 1},
    {"s_cvt_f32_f16", unary<float, Half, [](Half a) { return to_float(a); }>, kAllF16, 1},
    {"s_cvt_hi_f32_f16", unary<float, u32, [](u32 a) { return to_float(half_of_high(a)); }>, kAllB32, 1},
    {"s_cvt_pk_rtz_f16_f32", pack_toward_zero, kAllF32, 1},

    {"s_cmp_lt_f32", compare<float, kLt>, kAllF32, 0},
    {"s_cmp_eq_f32", compare<float, kEq>, kAllF32, 0},
    {"s_cmp_le_f32", compare<float, kLe>, kAllF32, 0},
    {"s_cmp_gt_f32", compare<float, kGt>, kAllF32, 0},
    {"s_cmp_lg_f32", compare<float, kLg>, kAllF32, 0},
    {"s_cmp_ge_f32", compare<float, kGe>, kAllF32, 0},
    {"s_cmp_o_f32", compare<float, kOrdered>, kAllF32, 0},
    {"s_cmp_u_f32", compare<float, kNot<kOrdered>>, kAllF32, 0},
    {"s_cmp_nge_f32", compare<float, kNot<kGe>>, kAllF32, 0},
    {"s_cmp_nlg_f32", compare<float, kNot<kLg>>, kAllF32, 0},
    {"s_cmp_ngt_f32", compare<float, kNot<kGt>>, kAllF32, 0},
    {"s_cmp_nle_f32", compare<float, kNot<kLe>>, kAllF32, 0},
    {"s_cmp_neq_f32", compare<float, kNot<kEq>>, kAllF32, 0},
    {"s_cmp_nlt_f32", compare<float, kNot<kLt>>, kAllF32, 0},
    {"s_cmp_lt_f16", compare<Half, kLt>, kAllF16, 0},
    {"s_cmp_eq_f16", compare<Half, kEq>, kAllF16, 0},
    {"s_cmp_le_f16", compare<Half, kLe>, kAllF16, 0},
    {"s_cmp_gt_f16", compare<Half, kGt>, kAllF16, 0},
    {"s_cmp_lg_f16", compare<Half, kLg>, kAllF16, 0},
    {"s_cmp_ge_f16", compare<Half, kGe>, kAllF16, 0},
    {"s_cmp_o_f16", compare<Half, kOrdered>, kAllF16, 0},
    {"s_cmp_u_f16", compare<Half, kNot<kOrdered>>, kAllF16, 0},
    {"s_cmp_nge_f16", compare<Half, kNot<kGe>>, kAllF16, 0},
    {"s_cmp_nlg_f16", compare<Half, kNot<kLg>>, kAllF16, 0},
    {"s_cmp_ngt_f16", compare<Half, kNot<kGt>>, kAllF16, 0},
    {"s_cmp_nle_f16", compare<Half, kNot<kLe>>, kAllF16, 0},
    {"s_cmp_neq_f16", compare<Half, kNot<kEq>>, kAllF16, 0},
    {"s_cmp_nlt_f16", compare<Half, kNot<kLt>>, kAllF16, 0},
};

}  // namespace

std::span<const Opcode> scalar_float_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu
