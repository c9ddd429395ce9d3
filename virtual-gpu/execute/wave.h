// Wave: the architectural state of one wavefront: registers, execution mask, program counter, and what it can reach.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "virtual-gpu/decode/instruction.h"
#include "virtual-gpu/memory/address_space.h"

namespace agt::vgpu {

inline constexpr std::uint32_t kMaxLanes = 64;

/// MODE register fields that the model obeys (AMDGPUUsage, kernel descriptor FLOAT_*_MODE).
struct FloatMode {
  bool flush_f32 = false;       ///< denormals of f32 are flushed, in and out
  bool flush_f16_f64 = false;
  std::uint8_t round_f32 = 0;   ///< 0 nearest even, 1 +inf, 2 -inf, 3 zero
  std::uint8_t round_f16_f64 = 0;
  bool dx10_clamp = true;       ///< clamp turns NaN into 0
  bool ieee = true;             ///< min and max quiet signalling NaNs
};

/// The barrier of a workgroup. Its waves run on one host thread, so nothing here is atomic.
struct Barrier {
  std::uint32_t members = 1;    ///< waves that have not ended
  std::uint32_t signals = 0;    ///< of the phase under way
  std::uint64_t completed = 0;  ///< phases
};

struct Wave {
  std::uint32_t lanes = 32;  ///< 32 or 64
  int gfx_major = 0;         ///< 9, 10, 11, 12
  int gfx_minor = 0;         ///< gfx90a and gfx942 share major 9: minor 0 and 4
  int gfx_step = 0;
  std::uint64_t pc = 0;
  std::array<std::uint32_t, scalar::kCount + 3> sgpr{};
  /// Register r, lane l at r * lanes + l. At least as many registers as an instruction can name.
  std::vector<std::uint32_t> vgpr;
  std::vector<std::uint32_t> agpr;
  FloatMode mode;
  std::uint64_t mode_register = 0;  ///< what s_getreg reads, beside what `mode` holds

  std::span<std::byte> lds;             ///< of the workgroup
  std::span<std::byte> scratch;         ///< of the wave: lane l's dword d lies at (d * lanes + l) * 4
  std::uint32_t scratch_bytes_per_lane = 0;
  std::uint64_t lds_aperture = 0;       ///< flat addresses [aperture, aperture + 4 GiB) are LDS
  std::uint64_t scratch_aperture = 0;
  const AddressSpace::Snapshot* memory = nullptr;
  AddressSpace::Range window{0, 0};     ///< the mapped range of the last access: checked before `memory` is searched
  Barrier* barrier = nullptr;           ///< of the workgroup; null for a wave on its own, whose barriers are no-ops
  std::uint64_t barrier_phase = 0;      ///< kBarrier: the wave goes on when barrier->completed has reached this
  std::uint64_t barrier_waited = 0;     ///< the last phase that it waited for
  std::uint64_t clock = 0;              ///< instructions executed by this wave: s_memtime and its kin
  std::string fault;                    ///< why the last step was kFault
  bool unimplemented = false;           ///< the fault is a limit of the model, not an error of the kernel
  bool vgpr_index_mode = false;         ///< gfx9, between s_set_gpr_idx_on and _off: M0 holds the index and its uses

  std::uint32_t* v(std::uint32_t index) { return vgpr.data() + static_cast<std::size_t>(index) * lanes; }
  std::uint64_t pair(std::uint16_t low) const {
    return sgpr[low] | static_cast<std::uint64_t>(sgpr[low + 1U]) << 32;
  }
  void set_pair(std::uint16_t low, std::uint64_t value) {
    sgpr[low] = static_cast<std::uint32_t>(value);
    sgpr[low + 1U] = static_cast<std::uint32_t>(value >> 32);
  }
  /// Active lanes; a wave32's upper half is always 0.
  std::uint64_t exec() const { return lanes == 64 ? pair(scalar::kExecLo) : sgpr[scalar::kExecLo]; }
  std::uint64_t all_lanes() const { return lanes == 64 ? ~std::uint64_t{0} : 0xffffffffU; }
  bool scc() const { return sgpr[scalar::kScc] != 0; }
  void set_scc(bool value) { sgpr[scalar::kScc] = value ? 1 : 0; }
};

}  // namespace agt::vgpu
