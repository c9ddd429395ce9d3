// VOPD: two vector instructions in one, each reading its sources before either writes (RDNA3 ISA, "Dual Issue VALU").
// SPDX-License-Identifier: MIT
#pragma once

#include "virtual-gpu/execute/opcode.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu {

/// Executes `instruction` and then instruction.dual.front() as if at once, planted defects included.
Step execute_dual(Wave& wave, const Instruction& instruction);

}  // namespace agt::vgpu
