// Scalar integer arithmetic: add, subtract, multiply, minimum, shifts with add (ISA documents, SOP2 and SOPK).
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

WithScc<u32> carry_of(u64 sum) { return {static_cast<u32>(sum), sum >> 32 != 0}; }

/// SCC is signed overflow.
WithScc<u32> add_signed(u32 a, u32 b) {
  const u32 sum = a + b;
  return {sum, (~(a ^ b) & (a ^ sum)) >> 31 != 0};
}

WithScc<u32> subtract_signed(u32 a, u32 b) {
  const u32 difference = a - b;
  return {difference, ((a ^ b) & (a ^ difference)) >> 31 != 0};
}

WithScc<u32> subtract_borrow(u32 a, u32 b, bool borrow) {
  const u64 subtrahend = u64{b} + (borrow ? 1 : 0);
  return {static_cast<u32>(a - subtrahend), subtrahend > a};
}

template <unsigned kShift>
WithScc<u32> shift_add(u32 a, u32 b, bool) {
  return carry_of((u64{a} << kShift) + b);
}

u32 absolute_difference(i32 a, i32 b) {
  const u32 difference = static_cast<u32>(a) - static_cast<u32>(b);
  return static_cast<i32>(difference) < 0 ? 0 - difference : difference;
}

template <class T, bool kSmaller>
Step select_extreme(Wave& wave, const Instruction& instruction) {
  const T a = read_scalar<T>(wave, instruction.operands[1]);
  const T b = read_scalar<T>(wave, instruction.operands[2]);
  const bool first = kSmaller ? a < b : a >= b;
  write_scalar<T>(wave, instruction.operands[0], first ? a : b);
  wave.set_scc(first);
  return Step::kNext;
}

u32 sign_extended_immediate(const Instruction& instruction) {
  return static_cast<u32>(static_cast<i32>(static_cast<std::int16_t>(instruction.immediate)));
}

Step add_immediate(Wave& wave, const Instruction& instruction) {
  const Operand& result = instruction.operands[0];
  const auto sum = add_signed(read32(wave, result), sign_extended_immediate(instruction));
  write32(wave, result, sum.value);
  wave.set_scc(sum.scc);
  return Step::kNext;
}

Step multiply_immediate(Wave& wave, const Instruction& instruction) {
  const Operand& result = instruction.operands[0];
  write32(wave, result, read32(wave, result) * sign_extended_immediate(instruction));
  return Step::kNext;
}

constexpr Opcode kOpcodes[] = {
    {"s_add_co_u32", scalar_carry<u32, [](u32 a, u32 b, bool) { return carry_of(u64{a} + b); }>, kAllB32, 1},
    {"s_sub_co_u32", scalar_carry<u32, [](u32 a, u32 b, bool) { return subtract_borrow(a, b, false); }>, kAllB32, 1},
    {"s_add_co_i32", scalar_carry<u32, [](u32 a, u32 b, bool) { return add_signed(a, b); }>, kAllB32, 1},
    {"s_sub_co_i32", scalar_carry<u32, [](u32 a, u32 b, bool) { return subtract_signed(a, b); }>, kAllB32, 1},
    {"s_add_co_ci_u32", scalar_carry<u32, [](u32 a, u32 b, bool c) { return carry_of(u64{a} + b + (c ? 1 : 0)); }>,
     kAllB32, 1},
    {"s_sub_co_ci_u32", scalar_carry<u32, subtract_borrow>, kAllB32, 1},
    {"s_lshl1_add_u32", scalar_carry<u32, shift_add<1>>, kAllB32, 1},
    {"s_lshl2_add_u32", scalar_carry<u32, shift_add<2>>, kAllB32, 1},
    {"s_lshl3_add_u32", scalar_carry<u32, shift_add<3>>, kAllB32, 1},
    {"s_lshl4_add_u32", scalar_carry<u32, shift_add<4>>, kAllB32, 1},
    {"s_add_nc_u64", scalar_binary<u64, u64, u64, [](u64 a, u64 b) { return a + b; }>, kAllI64, 1},
    {"s_sub_nc_u64", scalar_binary<u64, u64, u64, [](u64 a, u64 b) { return a - b; }>, kAllI64, 1},
    {"s_mul_u64", scalar_binary<u64, u64, u64, [](u64 a, u64 b) { return a * b; }>, kAllI64, 1},
    {"s_mul_i32", scalar_binary<u32, u32, u32, [](u32 a, u32 b) { return a * b; }>, kAllB32, 1},
    {"s_mul_hi_u32", scalar_binary<u32, u32, u32, [](u32 a, u32 b) { return static_cast<u32>(u64{a} * b >> 32); }>,
     kAllB32, 1},
    {"s_mul_hi_i32", scalar_binary<u32, i32, i32, [](i32 a, i32 b) { return static_cast<u32>(i64{a} * b >> 32); }>,
     kAllB32, 1},
    {"s_min_i32", select_extreme<i32, true>, kAllB32, 1},
    {"s_min_u32", select_extreme<u32, true>, kAllB32, 1},
    {"s_max_i32", select_extreme<i32, false>, kAllB32, 1},
    {"s_max_u32", select_extreme<u32, false>, kAllB32, 1},
    {"s_absdiff_i32", scalar_binary_scc<u32, u32, absolute_difference>, kAllB32, 1},
    {"s_abs_i32", scalar_unary_scc<u32, u32, [](u32 a) { return static_cast<i32>(a) < 0 ? 0 - a : a; }>, kAllB32, 1},
    {"s_sext_i32_i8", scalar_unary<i32, u32, [](u32 a) { return i32{static_cast<std::int8_t>(a)}; }>, kAllB32, 1},
    {"s_sext_i32_i16", scalar_unary<i32, u32, [](u32 a) { return i32{static_cast<std::int16_t>(a)}; }>, kAllB32, 1},
    {"s_addk_co_i32", add_immediate, kAllB32, 1},
    {"s_mulk_i32", multiply_immediate, kAllB32, 1},
};

}  // namespace

std::span<const Opcode> scalar_arithmetic_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu
