// The hot loop: fetches, executes and counts the instructions of one wave until it ends, waits or faults.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include "base/result.h"
#include "virtual-gpu/execute/code_cache.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu {

/// Executions of stand-ins by opcode; one per host thread, merged when a dispatch ends.
using StandInCounts = std::map<const Opcode*, std::uint64_t>;

enum class RunEnd : std::uint8_t {
  kSlice,    ///< `limit` instructions were executed
  kBarrier,  ///< wave.pc is behind the barrier instruction
  kEnded,
  kFault,    ///< `error` says why
};

struct RunOutcome {
  RunEnd end = RunEnd::kEnded;
  Error error;  ///< "v_foo_b32 at 0x…: reason": kDeviceError is the kernel's fault, kBrokenRuntime the model's limit
};

/// Executes at most `limit` instructions of `wave`.
RunOutcome run_wave(Wave& wave, CodeView& code, std::uint64_t limit, StandInCounts& stand_ins);

}  // namespace agt::vgpu
