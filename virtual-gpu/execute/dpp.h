// DPP: which lane each lane reads source 0 from (RDNA and CDNA ISA documents, "Data Parallel Processing").
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "virtual-gpu/decode/instruction.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {

/// The lane that `lane` reads, or -1 when the control names none: past the end of its row or of the wave.
std::int32_t dpp_source_lane(const Modifiers& modifiers, std::uint32_t lane, std::uint32_t lanes);

/// Permutes `from` into `to`. Lanes whose result must stay as it was are taken out of `mask`.
void apply_dpp(const Wave& wave, const Modifiers& modifiers, const std::uint32_t* from, std::uint32_t* to,
               std::uint64_t& mask);

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
