// Scalar float arithmetic of gfx11.5 and gfx12.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {

std::span<const Opcode> scalar_float_opcodes() { return {}; }

}  // namespace agt::vgpu
