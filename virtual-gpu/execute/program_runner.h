// Assembles test programs for a target with llvm-mc and runs them wave by wave, without any kernel or dispatch.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "base/result.h"
#include "targets/targets.h"
#include "virtual-gpu/execute/program_file.h"

namespace agt::vgpu {

/// A target in one of its wave sizes.
struct Machine {
  const Target* target;
  std::uint32_t lanes;
  std::string name() const { return std::string(target->gfx) + (lanes == 64 ? "_wave64" : "_wave32"); }
};

/// What GoogleTest prints of it.
inline void PrintTo(const Machine& machine, std::ostream* out) { *out << machine.name(); }

/// All machines: each target in its own wave size, and gfx10 to gfx12.0 in wave64 too.
std::vector<Machine> all_machines();

/// A program's machine code for one machine; empty when it does not assemble for it.
using MachineCode = std::vector<std::byte>;

/// One MachineCode for each program. kBrokenRuntime when the assembler cannot be run.
Result<std::vector<MachineCode>> assemble(const std::vector<Program>& programs, const Machine& machine);

/// Runs one program; every difference from what it expects is a line, "file:line: v3 lane 2: expected …, got …".
std::vector<std::string> run_program(const Program& program, const MachineCode& code, const Machine& machine);

}  // namespace agt::vgpu
