// Vector ALU: additions that take or give a lane mask of carries, selection by a mask, 64-bit multiply-add.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using I32 = std::int32_t;
using U64 = std::uint64_t;
using I64 = std::int64_t;

constexpr std::array kThreeB32 = {SourceType::kB32, SourceType::kB32, SourceType::kB32};

/// A lane mask as one word a lane, 0 or 1.
void unpack_mask(std::uint64_t mask, std::uint32_t lanes, LaneWords& words) {
  for (std::uint32_t first = 0; first < lanes; first += 32, mask >>= 32) {
    const auto bits = static_cast<std::uint32_t>(mask);
    for (std::uint32_t i = 0; i < 32; ++i) words[first + i] = bits >> i & 1;
  }
}

std::uint64_t pack_mask(const LaneWords& flags, std::uint32_t lanes) {
  std::uint64_t mask = 0;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) mask |= std::uint64_t{flags[lane] & 1} << lane;
  return mask;
}

/// Operands: result, carry out, a, b and, with carry in, its mask. Bit 32 of the function's value is the carry out.
template <auto kSum>
Step with_carry(Wave& wave, const Instruction& instruction) {
  if (!can_clamp<U32>(wave, instruction, false)) return Step::kFault;
  std::array<Source, 2> sources;
  std::uint64_t mask = wave.exec();
  fetch_as<U32>(wave, instruction, 0, sources[0], mask);
  fetch_as<U32>(wave, instruction, 1, sources[1], mask);
  LaneWords carries;
  unpack_mask(instruction.operands.size() > 4 ? read_mask(wave, instruction.operands[4]) : 0, wave.lanes, carries);
  Words sums;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const U64 sum = kSum(U64{sources[0].low[lane]}, U64{sources[1].low[lane]}, U64{carries[lane]});
    put(sums, lane, sum);
  }
  store32(wave, instruction, sums.low, mask);
  write_mask(wave, instruction.operands[1], pack_mask(sums.high, wave.lanes) & mask);
  return finish(wave);
}

template <auto kSum>
constexpr Opcode carry_op(std::string_view mnemonic) {
  return {mnemonic, with_carry<kSum>, kThreeB32, 2};
}

/// Operands: result, value where the mask has 0, value where it has 1, and the mask; without it (VOPD) VCC.
template <class T>
Step select_by_mask(Wave& wave, const Instruction& instruction) {
  std::array<Source, 2> sources;
  std::uint64_t mask = wave.exec();
  fetch_as<T>(wave, instruction, 0, sources[0], mask);
  fetch_as<T>(wave, instruction, 1, sources[1], mask);
  constexpr Operand kVcc{.kind = OperandKind::kScalar, .dwords = 2, .index = scalar::kVccLo};
  const auto selector = read_mask(wave, instruction.operands.size() > 3 ? instruction.operands[3] : kVcc);
  Words words;
  std::copy_n(sources[0].low, wave.lanes, words.low.begin());
  blend(words.low.data(), sources[1].low, wave.lanes, selector);
  store<T>(wave, instruction, words, mask, OtherHalf::kPreserved);
  return finish(wave);
}

/// The value and the bit above it.
struct WideSum {
  U64 value;
  bool carry;
};

constexpr WideSum multiply_add_unsigned(U32 a, U32 b, U64 c) {
  const U64 sum = U64{a} * b + c;
  return {sum, sum < c};
}

/// Of the 65-bit signed sum; bit 64 is its sign.
constexpr WideSum multiply_add_signed(U32 a, U32 b, U64 c) {
  const I64 product = static_cast<I64>(static_cast<I32>(a)) * static_cast<I32>(b);
  I64 sum = 0;
  const bool overflow = __builtin_add_overflow(product, static_cast<I64>(c), &sum);
  return {static_cast<U64>(sum), (sum < 0) != overflow};
}

/// Operands: 64-bit result, carry out, a, b, 64-bit c.
template <auto kSum>
Step multiply_add(Wave& wave, const Instruction& instruction) {
  if (!can_clamp<U64>(wave, instruction, false)) return Step::kFault;
  std::array<Source, 3> sources;
  std::uint64_t mask = wave.exec();
  fetch_as<U32>(wave, instruction, 0, sources[0], mask);
  fetch_as<U32>(wave, instruction, 1, sources[1], mask);
  fetch_as<U64>(wave, instruction, 2, sources[2], mask);
  Words words;
  LaneWords carries;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const WideSum sum = kSum(sources[0].low[lane], sources[1].low[lane],
                             load<U64>(sources[2].low, sources[2].high, lane));
    put(words, lane, sum.value);
    carries[lane] = sum.carry ? 1 : 0;
  }
  store64(wave, instruction, words.low, words.high, mask);
  write_mask(wave, instruction.operands[1], pack_mask(carries, wave.lanes) & mask);
  return finish(wave);
}

constexpr Opcode kOpcodes[] = {
    carry_op<[](U64 a, U64 b, U64) { return a + b; }>("v_add_co_u32"),
    carry_op<[](U64 a, U64 b, U64) { return a - b; }>("v_sub_co_u32"),
    carry_op<[](U64 a, U64 b, U64) { return b - a; }>("v_subrev_co_u32"),
    carry_op<[](U64 a, U64 b, U64 carry) { return a + b + carry; }>("v_add_co_ci_u32"),
    carry_op<[](U64 a, U64 b, U64 carry) { return a - b - carry; }>("v_sub_co_ci_u32"),
    carry_op<[](U64 a, U64 b, U64 carry) { return b - a - carry; }>("v_subrev_co_ci_u32"),
    {"v_cndmask_b32", select_by_mask<U32>, {SourceType::kF32, SourceType::kF32, SourceType::kB32}, 1},
    {"v_cndmask_b16", select_by_mask<U16>, {SourceType::kF16, SourceType::kF16, SourceType::kB32}, 1},
    {"v_mad_co_u64_u32",
     multiply_add<multiply_add_unsigned>,
     {SourceType::kB32, SourceType::kB32, SourceType::kB64},
     2},
    {"v_mad_co_i64_i32",
     multiply_add<multiply_add_signed>,
     {SourceType::kB32, SourceType::kB32, SourceType::kI64},
     2},
};

}  // namespace

std::span<const Opcode> vector_carry_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
