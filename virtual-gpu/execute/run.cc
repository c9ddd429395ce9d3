// Nothing in the loop allocates, locks, compares strings or looks anything up, apart from counting stand-ins.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/run.h"

#include <fmt/format.h>

#include "virtual-gpu/execute/vgpr_index.h"

namespace agt::vgpu {
namespace {

RunOutcome faulted(const Wave& wave, const CodeEntry& entry) {
  const ExitCode code = wave.unimplemented ? ExitCode::kBrokenRuntime : ExitCode::kDeviceError;
  return {RunEnd::kFault,
          {code, fmt::format("{} at {:#x}: {}", entry.instruction.mnemonic, entry.instruction.address, wave.fault)}};
}

Step execute(Wave& wave, const CodeEntry& entry) {
  if (wave.vgpr_index_mode) [[unlikely]] return execute_indexed(wave, entry.instruction, entry.handler);
  return entry.handler(wave, entry.instruction);
}

}  // namespace

RunOutcome run_wave(Wave& wave, CodeView& code, std::uint64_t limit, StandInCounts& stand_ins) {
  for (const std::uint64_t end = wave.clock + limit; wave.clock < end;) {
    const CodeEntry* entry = code.fetch(wave.pc);
    if (entry == nullptr) [[unlikely]] return {RunEnd::kFault, code.error()};
    if (entry->stand_in) [[unlikely]] ++stand_ins[entry->instruction.opcode];
    const Step step = execute(wave, *entry);
    ++wave.clock;
    if (step == Step::kNext) [[likely]] {
      wave.pc += entry->size_bytes;
      continue;
    }
    if (step == Step::kJump) continue;
    if (step == Step::kFault) return faulted(wave, *entry);
    wave.pc += entry->size_bytes;
    return {step == Step::kBarrier ? RunEnd::kBarrier : RunEnd::kEnded, {}};
  }
  return {RunEnd::kSlice, {}};
}

}  // namespace agt::vgpu
