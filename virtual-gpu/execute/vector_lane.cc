// Vector ALU: instructions that move values between lanes, or between a lane and a scalar register.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;

constexpr std::array kThreeB32 = {SourceType::kB32, SourceType::kB32, SourceType::kB32};

U32 value_in_lane(Wave& wave, const Operand& operand, std::uint32_t lane) {
  if (operand.kind != OperandKind::kVector && operand.kind != OperandKind::kAccum) return read_scalar(wave, operand);
  return register_lanes(wave, operand)[lane];
}

Step readfirstlane(Wave& wave, const Instruction& instruction) {
  const std::uint64_t exec = wave.exec();
  const auto lane = exec == 0 ? 0U : static_cast<std::uint32_t>(std::countr_zero(exec));
  write_scalar(wave, instruction.operands[0], value_in_lane(wave, instruction.operands[1], lane));
  return finish(wave);
}

/// The lane's number wraps at the width of the wave; EXEC does not matter.
Step readlane(Wave& wave, const Instruction& instruction) {
  const std::uint32_t lane = read_scalar(wave, instruction.operands[2]) & (wave.lanes - 1);
  write_scalar(wave, instruction.operands[0], value_in_lane(wave, instruction.operands[1], lane));
  return finish(wave);
}

Step writelane(Wave& wave, const Instruction& instruction) {
  const std::uint32_t lane = read_scalar(wave, instruction.operands[2]) & (wave.lanes - 1);
  register_lanes(wave, instruction.operands[0])[lane] = read_scalar(wave, instruction.operands[1]);
  return finish(wave);
}

/// Bits of `bits` that belong to lanes below this one; `base` is the first lane that bit 0 belongs to.
U32 lanes_below(U32 lane, U32 base, U32 bits) {
  if (lane <= base) return 0;
  const U32 below = lane - base >= 32 ? ~0U : (1U << (lane - base)) - 1;
  return static_cast<U32>(std::popcount(bits & below));
}

/// Each active lane takes the lane that `source_lane` names; sources are read before anything is written.
/// Lanes whose source is not active keep their value, unless `fetch_inactive`; or become 0 with `zero_inactive`.
struct Permutation {
  bool fetch_inactive = true;
  bool zero_inactive = false;
};

template <class SourceLane>
Step permute(Wave& wave, const Instruction& instruction, Permutation rule, SourceLane source_lane) {
  const std::uint64_t exec = wave.exec();
  std::uint64_t mask = exec;
  Source source;
  fetch(wave, instruction, 1, 0, SourceShape{}, source, mask);
  LaneWords words{};
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const std::uint32_t from = source_lane(lane);
    const bool readable = rule.fetch_inactive || (exec >> from & 1) != 0;
    if (readable) words[lane] = source.low[from];
    if (!readable && !rule.zero_inactive) mask &= ~(std::uint64_t{1} << lane);
  }
  blend(register_lanes(wave, instruction.operands[0]), words.data(), wave.lanes, mask);
  return finish(wave);
}

/// op_sel bit 0 is fetch-inactive, bit 1 bound-control. kRowFlip 1 reads from the neighbouring row of 16 lanes.
template <std::uint32_t kRowFlip>
Step permlane16(Wave& wave, const Instruction& instruction) {
  const Permutation rule{(instruction.modifiers.op_sel & 1) != 0, (instruction.modifiers.op_sel & 2) != 0};
  const std::uint64_t selectors = read_scalar(wave, instruction.operands[2]) |
                                  std::uint64_t{read_scalar(wave, instruction.operands[3])} << 32;
  return permute(wave, instruction, rule, [&](std::uint32_t lane) {
    const auto place = static_cast<std::uint32_t>(selectors >> ((lane & 15) * 4) & 15);
    return ((lane & ~15U) ^ (kRowFlip * 16)) + place;
  });
}

/// gfx12: the selector is a VGPR.
template <std::uint32_t kRowFlip>
Step permlane16_var(Wave& wave, const Instruction& instruction) {
  const Permutation rule{(instruction.modifiers.op_sel & 1) != 0, (instruction.modifiers.op_sel & 2) != 0};
  const LaneWords selectors = [&] {
    LaneWords copy{};
    std::copy_n(register_lanes(wave, instruction.operands[2]), wave.lanes, copy.begin());
    return copy;
  }();
  return permute(wave, instruction, rule, [&](std::uint32_t lane) {
    return ((lane & ~15U) ^ (kRowFlip * 16)) + (selectors[lane] & 15);
  });
}

/// The halves of a wave64 change places; nothing happens on wave32.
Step permlane64(Wave& wave, const Instruction& instruction) {
  if (wave.lanes == 32) return Step::kNext;
  return permute(wave, instruction, Permutation{}, [](std::uint32_t lane) { return lane ^ 32U; });
}

/// gfx950: rows of kRow lanes change places between two registers, EXEC notwithstanding.
template <std::uint32_t kRow>
Step permlane_swap(Wave& wave, const Instruction& instruction) {
  std::uint32_t* first = register_lanes(wave, instruction.operands[0]);
  std::uint32_t* second = register_lanes(wave, instruction.operands[1]);
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    if ((lane & kRow) == 0) std::swap(second[lane], first[lane + kRow]);
  }
  return finish(wave);
}

Step swap_registers(Wave& wave, const Instruction& instruction) {
  std::uint32_t* first = register_lanes(wave, instruction.operands[0]);
  std::uint32_t* second = register_lanes(wave, instruction.operands[1]);
  LaneWords before;
  std::copy_n(first, wave.lanes, before.begin());
  blend(first, second, wave.lanes, wave.exec());
  blend(second, before.data(), wave.lanes, wave.exec());
  return finish(wave);
}

Step swap_halves(Wave& wave, const Instruction& instruction) {
  const auto shift = [](const Operand& operand) { return operand.high_half ? 16U : 0U; };
  const std::uint32_t shift_a = shift(instruction.operands[0]);
  const std::uint32_t shift_b = shift(instruction.operands[1]);
  std::uint32_t* a = register_lanes(wave, instruction.operands[0]);
  std::uint32_t* b = register_lanes(wave, instruction.operands[1]);
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    if ((wave.exec() >> lane & 1) == 0) continue;
    const U32 from_a = a[lane] >> shift_a & 0xffff;
    const U32 from_b = b[lane] >> shift_b & 0xffff;
    a[lane] = (a[lane] & ~(0xffffU << shift_a)) | from_b << shift_a;
    b[lane] = (b[lane] & ~(0xffffU << shift_b)) | from_a << shift_b;
  }
  return finish(wave);
}

/// v_movrel*: M0 is added to the number of the register that is read, written, or both.
template <bool kSource, bool kResult>
Step move_relative(Wave& wave, const Instruction& instruction) {
  Instruction moved = instruction;
  const auto m0 = static_cast<U16>(wave.sgpr[scalar::kM0]);
  if (kResult) moved.operands[0].index = static_cast<U16>(moved.operands[0].index + m0);
  if (kSource) moved.operands[1].index = static_cast<U16>(moved.operands[1].index + m0);
  return lanewise<[](U32 a) { return a; }>(wave, moved);
}

Step no_operation(Wave&, const Instruction&) { return Step::kNext; }

constexpr Opcode kOpcodes[] = {
    {"v_readfirstlane_b32", readfirstlane, kThreeB32, 1},
    {"v_readlane_b32", readlane, kThreeB32, 1},
    {"v_writelane_b32", writelane, kThreeB32, 1},
    {"v_permlane16_b32", permlane16<0>, kThreeB32, 1},
    {"v_permlanex16_b32", permlane16<1>, kThreeB32, 1},
    {"v_permlane16_var_b32", permlane16_var<0>, kThreeB32, 1},
    {"v_permlanex16_var_b32", permlane16_var<1>, kThreeB32, 1},
    {"v_permlane64_b32", permlane64, kThreeB32, 1},
    {"v_permlane16_swap_b32", permlane_swap<16>, kThreeB32, 2},
    {"v_permlane32_swap_b32", permlane_swap<32>, kThreeB32, 2},
    {"v_swap_b32", swap_registers, kThreeB32, 2},
    {"v_swap_b16", swap_halves, kThreeB32, 2},
    {"v_movrels_b32", move_relative<true, false>, kThreeB32, 1},
    {"v_movreld_b32", move_relative<false, true>, kThreeB32, 1},
    {"v_movrelsd_b32", move_relative<true, true>, kThreeB32, 1},
    {"v_nop", no_operation, kThreeB32, 0},
    op<[](Lane lane, U32 bits, U32 count) { return count + lanes_below(lane.index, 0, bits); }>("v_mbcnt_lo_u32_b32"),
    op<[](Lane lane, U32 bits, U32 count) { return count + lanes_below(lane.index, 32, bits); }>(
        "v_mbcnt_hi_u32_b32"),
};

}  // namespace

std::span<const Opcode> vector_lane_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
