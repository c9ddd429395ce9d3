// WorkgroupRunner: executes one workgroup after another on one host thread; its waves take turns.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "virtual-gpu/dispatch/initial_state.h"
#include "virtual-gpu/execute/code_cache.h"
#include "virtual-gpu/execute/run.h"

namespace agt::vgpu {

/// What the threads of one dispatch share.
struct DispatchState {
  const Launch& launch;
  const AddressSpace::Snapshot& memory;
  CodeCache& code;
  std::uint64_t instruction_limit;
  std::atomic<std::uint64_t> next_workgroup{0};
  std::atomic<std::uint64_t> instructions{0};
  std::atomic<bool> stop{false};  ///< a workgroup failed
  Error error{};                  ///< why; written by whoever set `stop` first, read when all threads are done
};

class WorkgroupRunner {
 public:
  explicit WorkgroupRunner(DispatchState& state);

  /// Runs the workgroup of this flat number, x fastest. The error has the instruction and the reason.
  /// A wave runs until it ends, waits at a barrier, or has executed a slice; then it is the next one's turn, so that a
  /// wave that spins until another has stored something does not hang.
  Result<void> run(std::uint64_t workgroup);

  const StandInCounts& stand_ins() const { return stand_ins_; }

 private:
  enum class WaveState : std::uint8_t { kReady, kWaiting, kEnded };

  void start(const Extent& id);
  Result<void> take_turns();
  Result<bool> run_slice(std::size_t index);
  void end_wave(std::size_t index);
  bool may_run(std::size_t index) const;
  Result<void> deadlock() const;

  DispatchState& state_;
  CodeView code_;
  std::vector<std::byte> lds_;
  std::vector<std::byte> scratch_;
  std::vector<Wave> waves_;
  std::vector<WaveState> wave_states_;
  Barrier barrier_;
  StandInCounts stand_ins_;
};

/// How many workgroups the grid has in each dimension; a partial one counts.
Extent workgroup_counts(const Dispatch& dispatch);

}  // namespace agt::vgpu
