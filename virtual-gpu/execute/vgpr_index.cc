// A copy of the instruction is made and its operands are moved; the mode is rare, so that costs nobody else anything.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/vgpr_index.h"

#include <fmt/format.h>

namespace agt::vgpu {
namespace {

constexpr std::uint32_t kVectorRegisters = 256;
constexpr unsigned kResultUse = 3;

/// The bit of M0[15:12] that an operand answers to: sources count from 0, the result is 3.
unsigned use_of(std::size_t operand, const Opcode& opcode) {
  if (operand < opcode.results) return kResultUse;
  return static_cast<unsigned>(operand - opcode.results);
}

}  // namespace

Step execute_indexed(Wave& wave, const Instruction& instruction, Handler handler) {
  if (!instruction.mnemonic.starts_with("v_")) return handler(wave, instruction);
  const std::uint32_t m0 = wave.sgpr[scalar::kM0];
  Instruction moved = instruction;
  for (std::size_t i = 0; i < moved.operands.size(); ++i) {
    Operand& operand = moved.operands[i];
    const unsigned use = use_of(i, *instruction.opcode);
    if (operand.kind != OperandKind::kVector || use > kResultUse || (m0 >> (12 + use) & 1) == 0) continue;
    const std::uint32_t index = operand.index + (m0 & 0xff);
    if (index + operand.dwords > kVectorRegisters) {
      wave.fault = fmt::format("register index out of range: v{}", index);
      return Step::kFault;
    }
    operand.index = static_cast<std::uint16_t>(index);
  }
  return handler(wave, moved);
}

}  // namespace agt::vgpu
