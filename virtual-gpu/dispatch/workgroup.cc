// Waves in turn, barriers, partial workgroups at the grid's edge, and the deadlock that is named.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/dispatch/workgroup.h"

#include <algorithm>

#include <fmt/format.h>

namespace agt::vgpu {
namespace {

constexpr std::uint64_t kSliceInstructions = 1'000'000;

Extent size_at_edge(const Dispatch& dispatch, const Extent& id) {
  Extent size{};
  for (std::size_t i = 0; i < size.size(); ++i)
    size[i] = std::min(dispatch.workgroup_size[i], dispatch.grid_size[i] - id[i] * dispatch.workgroup_size[i]);
  return size;
}

Extent id_of(const Dispatch& dispatch, std::uint64_t workgroup) {
  const Extent counts = workgroup_counts(dispatch);
  return {static_cast<std::uint32_t>(workgroup % counts[0]),
          static_cast<std::uint32_t>(workgroup / counts[0] % counts[1]),
          static_cast<std::uint32_t>(workgroup / counts[0] / counts[1])};
}

void poison(std::vector<std::byte>& bytes) { std::ranges::fill(bytes, static_cast<std::byte>(kPoison & 0xff)); }

}  // namespace

Extent workgroup_counts(const Dispatch& dispatch) {
  Extent counts{};
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] = (dispatch.grid_size[i] + dispatch.workgroup_size[i] - 1) / dispatch.workgroup_size[i];
  return counts;
}

WorkgroupRunner::WorkgroupRunner(DispatchState& state) : state_(state), code_(state.code, state.memory) {}

void WorkgroupRunner::start(const Extent& id) {
  const Launch& launch = state_.launch;
  const Extent size = size_at_edge(launch.dispatch, id);
  const std::size_t items = std::size_t{size[0]} * size[1] * size[2];
  const std::size_t waves = (items + launch.lanes - 1) / launch.lanes;
  const std::size_t scratch_bytes = std::size_t{launch.scratch_bytes_per_lane} * launch.lanes;

  lds_.resize(std::max(launch.dispatch.group_bytes, launch.descriptor.group_bytes));
  scratch_.resize(scratch_bytes * waves);
  poison(lds_);
  poison(scratch_);
  waves_.resize(waves);
  wave_states_.assign(waves, WaveState::kReady);
  barrier_ = {.members = static_cast<std::uint32_t>(waves)};
  for (std::size_t i = 0; i < waves; ++i) {
    Wave& wave = waves_[i];
    wave.lds = lds_;
    wave.scratch = std::span(scratch_).subspan(i * scratch_bytes, scratch_bytes);
    wave.memory = &state_.memory;
    wave.barrier = &barrier_;
    start_wave(wave, launch, {id, size, static_cast<std::uint32_t>(i) * launch.lanes});
  }
}

bool WorkgroupRunner::may_run(std::size_t index) const {
  if (wave_states_[index] == WaveState::kWaiting) return barrier_.completed >= waves_[index].barrier_phase;
  return wave_states_[index] == WaveState::kReady;
}

/// An ended wave is no member any more; the others may have waited for it alone.
void WorkgroupRunner::end_wave(std::size_t index) {
  wave_states_[index] = WaveState::kEnded;
  --barrier_.members;
  if (barrier_.members == 0 || barrier_.signals < barrier_.members) return;
  barrier_.signals = 0;
  ++barrier_.completed;
}

Result<bool> WorkgroupRunner::run_slice(std::size_t index) {
  Wave& wave = waves_[index];
  const std::uint64_t before = wave.clock;
  const RunOutcome outcome = run_wave(wave, code_, kSliceInstructions, stand_ins_);
  const std::uint64_t total = state_.instructions.fetch_add(wave.clock - before) + wave.clock - before;
  if (outcome.end == RunEnd::kFault) return tl::make_unexpected(outcome.error);
  if (total > state_.instruction_limit)
    return failure(ExitCode::kDeviceError, fmt::format("more than {} instructions, at {:#x}: the kernel does not end",
                                                       state_.instruction_limit, wave.pc));
  wave_states_[index] = outcome.end == RunEnd::kBarrier ? WaveState::kWaiting : WaveState::kReady;
  if (outcome.end == RunEnd::kEnded) end_wave(index);
  return outcome.end == RunEnd::kEnded;
}

Result<void> WorkgroupRunner::deadlock() const {
  std::string waiting;
  for (std::size_t i = 0; i < waves_.size(); ++i) {
    if (wave_states_[i] == WaveState::kWaiting) waiting += fmt::format(" wave {} behind {:#x}", i, waves_[i].pc);
  }
  return failure(ExitCode::kDeviceError, "barrier deadlock:" + waiting);
}

Result<void> WorkgroupRunner::take_turns() {
  for (std::size_t left = waves_.size(); left != 0;) {
    bool any = false;
    for (std::size_t i = 0; i < waves_.size(); ++i) {
      if (!may_run(i)) continue;
      if (state_.stop.load(std::memory_order_relaxed)) return success();
      any = true;
      const auto ended = run_slice(i);
      if (!ended) return tl::make_unexpected(ended.error());
      if (*ended) --left;
    }
    if (!any) return deadlock();
  }
  return success();
}

Result<void> WorkgroupRunner::run(std::uint64_t workgroup) {
  start(id_of(state_.launch.dispatch, workgroup));
  return take_turns();
}

}  // namespace agt::vgpu
