// gfx9's VGPR index mode: between s_set_gpr_idx_on and _off, M0 adds to the register numbers of vector instructions.
// SPDX-License-Identifier: MIT
#pragma once

#include "virtual-gpu/execute/opcode.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu {

/// Executes `instruction` by `handler` with its VGPR operands moved: M0 holds the index in bits 7..0 and which of
/// source 0, 1, 2 and the result are indexed in bits 15..12. Only vector ALU instructions are; others run unchanged.
/// A fault when a moved operand leaves the register file.
Step execute_indexed(Wave& wave, const Instruction& instruction, Handler handler);

}  // namespace agt::vgpu
