// DPP: lane permutations within rows of 16 lanes, and what happens where there is no lane to read.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/dpp.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

constexpr std::int32_t kNoLane = -1;

std::int32_t within(std::int32_t lane, std::int32_t first, std::int32_t count) {
  return lane >= first && lane < first + count ? lane : kNoLane;
}

std::int32_t select(std::uint32_t packed, std::int32_t index, std::uint32_t bits) {
  return static_cast<std::int32_t>(packed >> (static_cast<std::uint32_t>(index) * bits) & ((1U << bits) - 1));
}

/// Lanes of the wave's rows that row_mask and bank_mask leave enabled; a bank is a quarter of a row.
std::uint64_t enabled_lanes(const Modifiers& modifiers) {
  std::uint64_t row = 0;
  for (std::uint32_t bank = 0; bank < 4; ++bank) {
    if ((modifiers.bank_mask >> bank & 1) != 0) row |= std::uint64_t{0xf} << (bank * 4);
  }
  std::uint64_t lanes = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    if ((modifiers.row_mask >> i & 1) != 0) lanes |= row << (i * 16);
  }
  return lanes;
}

}  // namespace

std::int32_t dpp_source_lane(const Modifiers& modifiers, std::uint32_t lane, std::uint32_t lanes) {
  const auto self = static_cast<std::int32_t>(lane);
  const auto count = static_cast<std::int32_t>(lanes);
  const std::int32_t row = self & ~15;
  const std::int32_t place = self & 15;
  const auto n = static_cast<std::int32_t>(modifiers.dpp_argument);
  switch (modifiers.dpp) {
    case DppKind::kQuadPerm: return (self & ~3) + select(modifiers.dpp_argument, self & 3, 2);
    case DppKind::kDpp8: return (self & ~7) + select(modifiers.dpp_argument, self & 7, 3);
    case DppKind::kRowShl: return within(self + n, row, 16);
    case DppKind::kRowShr: return within(self - n, row, 16);
    case DppKind::kRowRor: return row + ((place - n) & 15);
    case DppKind::kWaveShl: return within(self + 1, 0, count);
    case DppKind::kWaveRol: return (self + 1) % count;
    case DppKind::kWaveShr: return self - 1;
    case DppKind::kWaveRor: return (self + count - 1) % count;
    case DppKind::kRowMirror: return row + 15 - place;
    case DppKind::kRowHalfMirror: return (self & ~7) + 7 - (self & 7);
    case DppKind::kRowBcast15: return row - 1;
    case DppKind::kRowBcast31: return self < 32 ? kNoLane : 31;
    case DppKind::kRowShare:
    case DppKind::kRowNewbcast: return row + n;
    case DppKind::kRowXmask: return row + (place ^ n);
    case DppKind::kNone: break;
  }
  return self;
}

void apply_dpp(const Wave& wave, const Modifiers& modifiers, const std::uint32_t* from, std::uint32_t* to,
               std::uint64_t& mask) {
  const std::uint64_t readable = modifiers.fetch_inactive ? wave.all_lanes() : wave.exec();
  // DPP8 has no bound_ctrl: a lane that cannot be read counts as 0.
  const bool zero_when_unreadable = modifiers.bound_ctrl || modifiers.dpp == DppKind::kDpp8;
  std::uint64_t enabled = enabled_lanes(modifiers);
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const auto source = dpp_source_lane(modifiers, lane, wave.lanes);
    const bool valid = source >= 0 && (readable >> source & 1) != 0;
    to[lane] = valid ? from[source] : 0;
    if (!valid && !zero_when_unreadable) enabled &= ~(std::uint64_t{1} << lane);
  }
  mask &= enabled;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
