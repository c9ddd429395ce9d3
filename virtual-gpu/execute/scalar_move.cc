// Scalar moves: plain, conditional, of immediates, and relative to M0 (ISA documents, SOP1, SOP2 and SOPK).
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr auto kSame = [](auto value) { return value; };

template <class T>
Step move_if_scc(Wave& wave, const Instruction& instruction) {
  if (wave.scc()) write_scalar<T>(wave, instruction.operands[0], read_scalar<T>(wave, instruction.operands[1]));
  return Step::kNext;
}

template <class T>
Step select_by_scc(Wave& wave, const Instruction& instruction) {
  const Operand& chosen = instruction.operands[wave.scc() ? 1 : 2];
  write_scalar<T>(wave, instruction.operands[0], read_scalar<T>(wave, chosen));
  return Step::kNext;
}

u32 immediate_of(const Instruction& instruction) {
  return static_cast<u32>(std::int32_t{static_cast<std::int16_t>(instruction.immediate)});
}

Step move_immediate(Wave& wave, const Instruction& instruction) {
  write32(wave, instruction.operands[0], immediate_of(instruction));
  return Step::kNext;
}

Step move_immediate_if_scc(Wave& wave, const Instruction& instruction) {
  if (wave.scc()) write32(wave, instruction.operands[0], immediate_of(instruction));
  return Step::kNext;
}

/// `operand` moved by `by` registers, or a fault when that is no SGPR.
bool relative(Wave& wave, Operand& operand, u32 by) {
  const u64 index = u64{operand.index} + by;
  if (operand.kind == OperandKind::kScalar && index + operand.dwords <= scalar::kVccLo) {
    operand.index = static_cast<std::uint16_t>(index);
    return true;
  }
  wave.fault = fmt::format("relative register s{} is out of range", index);
  return false;
}

Step move_relative(Wave& wave, Operand result, Operand source, u32 result_by, u32 source_by) {
  if (!relative(wave, source, source_by) || !relative(wave, result, result_by)) return Step::kFault;
  if (result.dwords == 2) write64(wave, result, read64(wave, source));
  else write32(wave, result, read32(wave, source));
  return Step::kNext;
}

Step move_relative_source(Wave& wave, const Instruction& instruction) {
  return move_relative(wave, instruction.operands[0], instruction.operands[1], 0, wave.sgpr[scalar::kM0]);
}

Step move_relative_result(Wave& wave, const Instruction& instruction) {
  const Operand& source = instruction.operands[1];
  Operand result = instruction.operands[0];
  if (!relative(wave, result, wave.sgpr[scalar::kM0])) return Step::kFault;
  if (result.dwords == 2) write64(wave, result, read64(wave, source));
  else write32(wave, result, read32(wave, source));
  return Step::kNext;
}

/// M0 has an index for each: bits 9..0 of the source, 25..16 of the result.
Step move_relative_both(Wave& wave, const Instruction& instruction) {
  const u32 m0 = wave.sgpr[scalar::kM0];
  return move_relative(wave, instruction.operands[0], instruction.operands[1], m0 >> 16 & 0x3ff, m0 & 0x3ff);
}

constexpr Opcode kOpcodes[] = {
    {"s_mov_b32", scalar_unary<u32, u32, kSame>, kAllB32, 1},
    {"s_mov_b64", scalar_unary<u64, u64, kSame>, kAllB64, 1},
    {"s_cmov_b32", move_if_scc<u32>, kAllB32, 1},
    {"s_cmov_b64", move_if_scc<u64>, kAllB64, 1},
    {"s_cselect_b32", select_by_scc<u32>, kAllB32, 1},
    {"s_cselect_b64", select_by_scc<u64>, kAllB64, 1},
    {"s_movk_i32", move_immediate, kAllB32, 1},
    {"s_cmovk_i32", move_immediate_if_scc, kAllB32, 1},
    {"s_movrels_b32", move_relative_source, kAllB32, 1},
    {"s_movrels_b64", move_relative_source, kAllB64, 1},
    {"s_movreld_b32", move_relative_result, kAllB32, 1},
    {"s_movreld_b64", move_relative_result, kAllB64, 1},
    {"s_movrelsd_2_b32", move_relative_both, kAllB32, 1},
};

}  // namespace

std::span<const Opcode> scalar_move_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu
