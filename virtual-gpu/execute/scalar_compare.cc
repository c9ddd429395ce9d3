// Scalar compares: SCC = S0 <relation> S1, of integers and bits; the 16-bit immediate forms of SOPK too.
// SPDX-License-Identifier: MIT
#include <functional>

#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;

template <class T, class Relation>
constexpr Handler kCompare = scalar_compare<T, T, [](T a, T b) { return Relation{}(a, b); }>;

template <class T, bool kOne>
constexpr Handler kBitCompare =
    scalar_compare<T, u32, [](T value, u32 at) { return (value >> (at & (sizeof(T) * 8 - 1)) & 1) == (kOne ? 1 : 0); }>;

/// Signed immediates are sign-extended, unsigned ones zero-extended.
template <class T, class Relation>
Step compare_immediate(Wave& wave, const Instruction& instruction) {
  using Immediate = std::conditional_t<std::is_signed_v<T>, std::int16_t, std::uint16_t>;
  const T immediate = static_cast<Immediate>(instruction.immediate);
  wave.set_scc(Relation{}(read_scalar<T>(wave, instruction.operands[0]), immediate));
  return Step::kNext;
}

constexpr Opcode kOpcodes[] = {
    {"s_cmp_eq_i32", kCompare<i32, std::equal_to<>>, kAllB32, 0},
    {"s_cmp_lg_i32", kCompare<i32, std::not_equal_to<>>, kAllB32, 0},
    {"s_cmp_gt_i32", kCompare<i32, std::greater<>>, kAllB32, 0},
    {"s_cmp_ge_i32", kCompare<i32, std::greater_equal<>>, kAllB32, 0},
    {"s_cmp_lt_i32", kCompare<i32, std::less<>>, kAllB32, 0},
    {"s_cmp_le_i32", kCompare<i32, std::less_equal<>>, kAllB32, 0},
    {"s_cmp_eq_u32", kCompare<u32, std::equal_to<>>, kAllB32, 0},
    {"s_cmp_lg_u32", kCompare<u32, std::not_equal_to<>>, kAllB32, 0},
    {"s_cmp_gt_u32", kCompare<u32, std::greater<>>, kAllB32, 0},
    {"s_cmp_ge_u32", kCompare<u32, std::greater_equal<>>, kAllB32, 0},
    {"s_cmp_lt_u32", kCompare<u32, std::less<>>, kAllB32, 0},
    {"s_cmp_le_u32", kCompare<u32, std::less_equal<>>, kAllB32, 0},
    {"s_cmp_eq_u64", kCompare<u64, std::equal_to<>>, kAllI64, 0},
    {"s_cmp_lg_u64", kCompare<u64, std::not_equal_to<>>, kAllI64, 0},
    {"s_bitcmp0_b32", kBitCompare<u32, false>, kAllB32, 0},
    {"s_bitcmp1_b32", kBitCompare<u32, true>, kAllB32, 0},
    {"s_bitcmp0_b64", kBitCompare<u64, false>, kB64ThenB32, 0},
    {"s_bitcmp1_b64", kBitCompare<u64, true>, kB64ThenB32, 0},
    {"s_cmpk_eq_i32", compare_immediate<i32, std::equal_to<>>, kAllB32, 0},
    {"s_cmpk_lg_i32", compare_immediate<i32, std::not_equal_to<>>, kAllB32, 0},
    {"s_cmpk_gt_i32", compare_immediate<i32, std::greater<>>, kAllB32, 0},
    {"s_cmpk_ge_i32", compare_immediate<i32, std::greater_equal<>>, kAllB32, 0},
    {"s_cmpk_lt_i32", compare_immediate<i32, std::less<>>, kAllB32, 0},
    {"s_cmpk_le_i32", compare_immediate<i32, std::less_equal<>>, kAllB32, 0},
    {"s_cmpk_eq_u32", compare_immediate<u32, std::equal_to<>>, kAllB32, 0},
    {"s_cmpk_lg_u32", compare_immediate<u32, std::not_equal_to<>>, kAllB32, 0},
    {"s_cmpk_gt_u32", compare_immediate<u32, std::greater<>>, kAllB32, 0},
    {"s_cmpk_ge_u32", compare_immediate<u32, std::greater_equal<>>, kAllB32, 0},
    {"s_cmpk_lt_u32", compare_immediate<u32, std::less<>>, kAllB32, 0},
    {"s_cmpk_le_u32", compare_immediate<u32, std::less_equal<>>, kAllB32, 0},
};

}  // namespace

std::span<const Opcode> scalar_compare_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu
