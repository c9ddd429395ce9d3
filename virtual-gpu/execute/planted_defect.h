// A planted defect: one bit of one lane's result is flipped after an instruction, as in a card with a broken lane.
// SPDX-License-Identifier: MIT
#pragma once

#include "virtual-gpu/execute/opcode.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu {

inline constexpr std::uint8_t kNoDefectLane = 0xff;  ///< Instruction::defect_lane of a sound instruction

/// Executes `instruction`, then flips its defect's bit in the first result: of that lane, when it was active, in a
/// vector register; the lane's bit of a mask that has one bit a lane (v_cmp_*); the bit itself in any other SGPR.
Step execute_with_defect(Wave& wave, const Instruction& instruction);

}  // namespace agt::vgpu
