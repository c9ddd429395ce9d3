// The flip happens outside of all semantics, so that it cannot hide in them.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/planted_defect.h"

namespace agt::vgpu {
namespace {

void flip_vector(Wave& wave, std::vector<std::uint32_t>& file, const Instruction& instruction, std::uint64_t active) {
  const Operand& result = instruction.operands.front();
  const std::uint32_t dword = instruction.defect_bit / 32U;
  if (instruction.defect_lane >= wave.lanes || dword >= result.dwords) return;
  if ((active >> instruction.defect_lane & 1) == 0) return;
  const std::size_t row = std::size_t{result.index} + dword;
  file[row * wave.lanes + instruction.defect_lane] ^= 1U << (instruction.defect_bit % 32);
}

void flip_scalar(Wave& wave, const Instruction& instruction, std::uint64_t active) {
  const Operand& result = instruction.operands.front();
  const bool mask = instruction.mnemonic.starts_with("v_cmp");
  if (mask && (active >> instruction.defect_lane & 1) == 0) return;
  const std::uint32_t bit = mask ? instruction.defect_lane : instruction.defect_bit;
  if (bit / 32 < result.dwords && result.index != scalar::kNull) wave.sgpr[result.index + bit / 32] ^= 1U << (bit % 32);
}

}  // namespace

Step execute_with_defect(Wave& wave, const Instruction& instruction) {
  const std::uint64_t active = wave.exec();
  const Step step = instruction.opcode->handler(wave, instruction);
  const bool has_result = instruction.opcode->results > 0 || instruction.modifiers.returns;
  if (step == Step::kFault || !has_result || instruction.operands.empty()) return step;
  const OperandKind kind = instruction.operands.front().kind;
  if (kind == OperandKind::kVector) flip_vector(wave, wave.vgpr, instruction, active);
  if (kind == OperandKind::kAccum) flip_vector(wave, wave.agpr, instruction, active);
  if (kind == OperandKind::kScalar) flip_scalar(wave, instruction, active);
  return step;
}

}  // namespace agt::vgpu
