// Scalar bit operations: logic, shifts, fields, counts, searches (ISA documents, SOP1 and SOP2).
// SPDX-License-Identifier: MIT
#include <bit>

#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

template <class T>
constexpr unsigned kBits = sizeof(T) * 8;

/// Bit field described by S1: offset in the low bits, width in bits 22..16.
template <class T>
T extract_unsigned(T value, u32 field) {
  const unsigned width = field >> 16 & 0x7f;
  const T shifted = value >> (field & (kBits<T> - 1));
  return width >= kBits<T> ? shifted : shifted & ((T{1} << width) - 1);
}

template <class T>
T extract_signed(T value, u32 field) {
  using Signed = std::make_signed_t<T>;
  const unsigned width = field >> 16 & 0x7f;
  const T shifted = static_cast<T>(static_cast<Signed>(value) >> (field & (kBits<T> - 1)));
  if (width == 0) return 0;
  if (width >= kBits<T>) return shifted;
  const unsigned unused = kBits<T> - width;
  return static_cast<T>(static_cast<Signed>(shifted << unused) >> unused);
}

template <class T>
T field_mask(T width, T offset) {
  return ((T{1} << (width & (kBits<T> - 1))) - 1) << (offset & (kBits<T> - 1));
}

template <class T>
T reverse(T value) {
  T reversed = 0;
  for (unsigned i = 0; i < kBits<T>; ++i) reversed |= (value >> i & 1) << (kBits<T> - 1 - i);
  return reversed;
}

/// -1 when no bit is set.
template <class T>
u32 first_set_from_low(T value) {
  return value == 0 ? ~0U : static_cast<u32>(std::countr_zero(value));
}

template <class T>
u32 first_set_from_high(T value) {
  return value == 0 ? ~0U : static_cast<u32>(std::countl_zero(value));
}

/// How many bits below the sign are equal to it, plus one; -1 when all are.
template <class T>
u32 sign_run(T value) {
  const T differs = value ^ static_cast<T>(static_cast<std::make_signed_t<T>>(value) >> (kBits<T> - 1));
  return first_set_from_high(differs);
}

template <class T>
u32 count_ones(T value) {
  return static_cast<u32>(std::popcount(value));
}

u64 replicate(u32 value) {
  u64 result = 0;
  for (unsigned i = 0; i < 32; ++i) result |= u64{value >> i & 1} * 3 << (2 * i);
  return result;
}

/// One bit for each group of four.
template <class T>
T quad_mask(T value) {
  T result = 0;
  for (unsigned i = 0; i < kBits<T> / 4; ++i) result |= T{(value >> (4 * i) & 0xf) != 0} << i;
  return result;
}

/// Each group of four is all ones when one of its bits is.
template <class T>
T whole_quads(T value) {
  T result = 0;
  for (unsigned i = 0; i < kBits<T>; i += 4) result |= (value >> i & 0xf) != 0 ? T{0xf} << i : T{0};
  return result;
}

template <class T, bool kOne>
Step set_bit(Wave& wave, const Instruction& instruction) {
  const Operand& result = instruction.operands[0];
  const T mask = T{1} << (read32(wave, instruction.operands[1]) & (kBits<T> - 1));
  const T old = read_scalar<T>(wave, result);
  write_scalar<T>(wave, result, kOne ? old | mask : old & ~mask);
  return Step::kNext;
}

template <unsigned kShift0, unsigned kShift1>
u32 pack_halves(u32 a, u32 b) {
  return (a >> kShift0 & 0xffff) | (b >> kShift1 & 0xffff) << 16;
}

template <auto f>
constexpr Handler kLogic32 = scalar_binary_scc<u32, u32, f>;
template <auto f>
constexpr Handler kLogic64 = scalar_binary_scc<u64, u64, f>;
template <auto f>
constexpr Handler kShift64 = scalar_binary_scc<u64, u32, f>;

constexpr Opcode kOpcodes[] = {
    {"s_and_b32", kLogic32<[](u32 a, u32 b) { return a & b; }>, kAllB32, 1},
    {"s_and_b64", kLogic64<[](u64 a, u64 b) { return a & b; }>, kAllB64, 1},
    {"s_or_b32", kLogic32<[](u32 a, u32 b) { return a | b; }>, kAllB32, 1},
    {"s_or_b64", kLogic64<[](u64 a, u64 b) { return a | b; }>, kAllB64, 1},
    {"s_xor_b32", kLogic32<[](u32 a, u32 b) { return a ^ b; }>, kAllB32, 1},
    {"s_xor_b64", kLogic64<[](u64 a, u64 b) { return a ^ b; }>, kAllB64, 1},
    {"s_nand_b32", kLogic32<[](u32 a, u32 b) { return ~(a & b); }>, kAllB32, 1},
    {"s_nand_b64", kLogic64<[](u64 a, u64 b) { return ~(a & b); }>, kAllB64, 1},
    {"s_nor_b32", kLogic32<[](u32 a, u32 b) { return ~(a | b); }>, kAllB32, 1},
    {"s_nor_b64", kLogic64<[](u64 a, u64 b) { return ~(a | b); }>, kAllB64, 1},
    {"s_xnor_b32", kLogic32<[](u32 a, u32 b) { return ~(a ^ b); }>, kAllB32, 1},
    {"s_xnor_b64", kLogic64<[](u64 a, u64 b) { return ~(a ^ b); }>, kAllB64, 1},
    {"s_and_not1_b32", kLogic32<[](u32 a, u32 b) { return a & ~b; }>, kAllB32, 1},
    {"s_and_not1_b64", kLogic64<[](u64 a, u64 b) { return a & ~b; }>, kAllB64, 1},
    {"s_or_not1_b32", kLogic32<[](u32 a, u32 b) { return a | ~b; }>, kAllB32, 1},
    {"s_or_not1_b64", kLogic64<[](u64 a, u64 b) { return a | ~b; }>, kAllB64, 1},
    {"s_not_b32", scalar_unary_scc<u32, u32, [](u32 a) { return ~a; }>, kAllB32, 1},
    {"s_not_b64", scalar_unary_scc<u64, u64, [](u64 a) { return ~a; }>, kAllB64, 1},

    {"s_lshl_b32", kLogic32<[](u32 a, u32 n) { return a << (n & 31); }>, kAllB32, 1},
    {"s_lshl_b64", kShift64<[](u64 a, u32 n) { return a << (n & 63); }>, kB64ThenB32, 1},
    {"s_lshr_b32", kLogic32<[](u32 a, u32 n) { return (a >> (n & 31)); }>, kAllB32, 1},
    {"s_lshr_b64", kShift64<[](u64 a, u32 n) { return (a >> (n & 63)); }>, kB64ThenB32, 1},
    {"s_ashr_i32", kLogic32<[](i32 a, u32 n) { return static_cast<u32>(a >> (n & 31)); }>, kAllB32, 1},
    {"s_ashr_i64", kShift64<[](i64 a, u32 n) { return static_cast<u64>(a >> (n & 63)); }>, kI64ThenB32, 1},
    {"s_bfe_u32", kLogic32<extract_unsigned<u32>>, kAllB32, 1},
    {"s_bfe_i32", kLogic32<extract_signed<u32>>, kAllB32, 1},
    {"s_bfe_u64", kShift64<extract_unsigned<u64>>, kB64ThenB32, 1},
    {"s_bfe_i64", kShift64<extract_signed<u64>>, kI64ThenB32, 1},
    {"s_bfm_b32", scalar_binary<u32, u32, u32, field_mask<u32>>, kAllB32, 1},
    {"s_bfm_b64", scalar_binary<u64, u32, u32, field_mask<u64>>, kAllB32, 1},

    {"s_brev_b32", scalar_unary<u32, u32, reverse<u32>>, kAllB32, 1},
    {"s_brev_b64", scalar_unary<u64, u64, reverse<u64>>, kAllB64, 1},
    {"s_bcnt0_i32_b32", scalar_unary_scc<u32, u32, [](u32 a) { return count_ones(~a); }>, kAllB32, 1},
    {"s_bcnt0_i32_b64", scalar_unary_scc<u32, u64, [](u64 a) { return count_ones(~a); }>, kAllB64, 1},
    {"s_bcnt1_i32_b32", scalar_unary_scc<u32, u32, count_ones<u32>>, kAllB32, 1},
    {"s_bcnt1_i32_b64", scalar_unary_scc<u32, u64, count_ones<u64>>, kAllB64, 1},
    {"s_ff0_i32_b32", scalar_unary<u32, u32, [](u32 a) { return first_set_from_low(~a); }>, kAllB32, 1},
    {"s_ff0_i32_b64", scalar_unary<u32, u64, [](u64 a) { return first_set_from_low(~a); }>, kAllB64, 1},
    {"s_ctz_i32_b32", scalar_unary<u32, u32, first_set_from_low<u32>>, kAllB32, 1},
    {"s_ctz_i32_b64", scalar_unary<u32, u64, first_set_from_low<u64>>, kAllB64, 1},
    {"s_clz_i32_u32", scalar_unary<u32, u32, first_set_from_high<u32>>, kAllB32, 1},
    {"s_clz_i32_u64", scalar_unary<u32, u64, first_set_from_high<u64>>, kAllB64, 1},
    {"s_cls_i32", scalar_unary<u32, u32, sign_run<u32>>, kAllB32, 1},
    {"s_cls_i32_i64", scalar_unary<u32, u64, sign_run<u64>>, kAllI64, 1},
    {"s_bitset0_b32", set_bit<u32, false>, kAllB32, 1},
    {"s_bitset0_b64", set_bit<u64, false>, kAllB32, 1},
    {"s_bitset1_b32", set_bit<u32, true>, kAllB32, 1},
    {"s_bitset1_b64", set_bit<u64, true>, kAllB32, 1},
    {"s_bitreplicate_b64_b32", scalar_unary<u64, u32, replicate>, kAllB32, 1},
    {"s_quadmask_b32", scalar_unary_scc<u32, u32, quad_mask<u32>>, kAllB32, 1},
    {"s_quadmask_b64", scalar_unary_scc<u64, u64, quad_mask<u64>>, kAllB64, 1},
    {"s_wqm_b32", scalar_unary_scc<u32, u32, whole_quads<u32>>, kAllB32, 1},
    {"s_wqm_b64", scalar_unary_scc<u64, u64, whole_quads<u64>>, kAllB64, 1},
    {"s_pack_ll_b32_b16", scalar_binary<u32, u32, u32, pack_halves<0, 0>>, kAllB32, 1},
    {"s_pack_lh_b32_b16", scalar_binary<u32, u32, u32, pack_halves<0, 16>>, kAllB32, 1},
    {"s_pack_hl_b32_b16", scalar_binary<u32, u32, u32, pack_halves<16, 0>>, kAllB32, 1},
    {"s_pack_hh_b32_b16", scalar_binary<u32, u32, u32, pack_halves<16, 16>>, kAllB32, 1},
};

}  // namespace

std::span<const Opcode> scalar_bit_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu
