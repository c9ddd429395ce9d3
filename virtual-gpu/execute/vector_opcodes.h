// The vector ALU's opcodes as they are on a processor without AVX2; vector_opcodes() of opcode.h picks the fastest.
// SPDX-License-Identifier: MIT
#pragma once

#include "virtual-gpu/execute/opcode.h"

namespace agt::vgpu {

/// For tests: both variants must give the same results.
std::span<const Opcode> vector_opcodes_for_any_processor();

}  // namespace agt::vgpu
