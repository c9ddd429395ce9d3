// The registers of a wave when it starts (LLVM AMDGPUUsage, "Initial Kernel Execution State"), for every family.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "base/result.h"
#include "targets/targets.h"
#include "virtual-gpu/dispatch/kernel_descriptor.h"
#include "virtual-gpu/dispatch/model.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu {

/// In what the families differ when a wave starts. One row of a table in initial_state.cc.
struct StartRules {
  std::uint32_t first_version, last_version;  ///< gfx_target_version, both inclusive
  bool architected_flat_scratch;              ///< no SGPRs for scratch: hardware knows where it is
  bool workgroup_ids_in_ttmp;                 ///< ttmp9 = x, ttmp7 = y | z << 16
  bool packed_work_item_ids;                  ///< v0 = x | y << 10 | z << 20
  bool unified_registers;                     ///< AGPRs are the upper part of the VGPRs, from accum_offset on
  bool separate_accumulators;                 ///< as many AGPRs as VGPRs
  std::uint32_t vgpr_granule_wave32, vgpr_granule_wave64;
  std::uint32_t preload_prologue_bytes;       ///< code that loads preloaded arguments itself, skipped when they are
  bool wide_user_sgprs;                       ///< the descriptor's count has six bits
  bool ieee_mode;                             ///< the descriptor has DX10_CLAMP and IEEE bits
};

/// The rules of a supported target; nullptr for any other.
const StartRules* start_rules(const Target& target);

using Extent = std::array<std::uint32_t, 3>;

/// What all waves of a dispatch have in common.
struct Launch {
  const Target* target = nullptr;
  const StartRules* rules = nullptr;
  KernelDescriptor descriptor{};
  Dispatch dispatch{};
  std::uint32_t lanes = 64;
  std::uint32_t vgprs = 0;                  ///< granted
  std::uint32_t agprs = 0;
  std::uint32_t scratch_bytes_per_lane = 0;  ///< a multiple of 4
  std::uint64_t entry = 0;                  ///< address of the first instruction
  FloatMode mode{};
  std::uint64_t lds_aperture = 0, scratch_aperture = 0;
};

/// kDeviceError for a descriptor that the target does not allow (wave32 on gfx9, …), kBrokenRuntime for a mode that
/// the model does not implement (denormals flushed on one side only).
Result<Launch> plan_launch(const Target& target, const KernelDescriptor& descriptor, const Dispatch& dispatch);

/// Where a wave stands in its grid.
struct WavePlace {
  Extent workgroup{};           ///< id of the workgroup
  Extent size{1, 1, 1};         ///< of this workgroup, smaller than the dispatch's at the grid's edge
  std::uint32_t first_item = 0; ///< flat id, within the workgroup, of lane 0
};

/// Resets `wave` and gives it its first state. lds, scratch, memory and barrier are the caller's, set before; the
/// register files are made large enough and filled with kPoison where the start state says nothing.
void start_wave(Wave& wave, const Launch& launch, const WavePlace& place);

/// What uninitialised registers, LDS and scratch hold: a kernel that reads them computes visibly wrong numbers.
inline constexpr std::uint32_t kPoison = 0xa5a5a5a5;

}  // namespace agt::vgpu
