// The table of the families' start rules, and a wave's SGPRs laid out by it: user SGPRs, then system SGPRs.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/dispatch/initial_state.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace agt::vgpu {
namespace {

// The encoding granule of VGPR counts is not the allocation granule; only the former is in the descriptor.
constexpr StartRules kStartRules[] = {
    // first, last     flat   ttmp   packed unified accum  w32 w64 prologue wide  ieee
    {90008, 90008, false, false, false, false, true, 4, 4, 0, false, true},      // gfx908
    {90010, 90010, false, false, true, true, false, 8, 8, 256, false, true},     // gfx90a
    {90402, 90500, true, false, true, true, false, 8, 8, 256, false, true},      // gfx942, gfx950
    {100100, 100306, false, false, false, false, false, 8, 4, 0, false, true},   // gfx10
    {110000, 110503, true, false, true, false, false, 8, 4, 0, false, true},     // gfx11
    {120000, 120001, true, true, true, false, false, 8, 4, 0, false, false},     // gfx12.0
    {120500, 120500, true, true, true, false, false, 16, 16, 0, true, false},    // gfx1250
};

constexpr std::uint32_t kNamedRegisters = 256, kNamedRegistersGfx1250 = 1024;
constexpr std::uint32_t kSpareRegisters = 16;  ///< behind v255, so that the widest operand cannot reach past the end
constexpr std::uint8_t kFlushDenormals = 0, kKeepDenormals = 3;

/// Writes SGPRs one behind the other.
struct SgprWriter {
  Wave& wave;
  std::uint32_t next = 0;

  void word(std::uint32_t value) {
    if (next < scalar::kVccLo) wave.sgpr[next] = value;
    ++next;
  }
  void address(std::uint64_t value) {
    word(static_cast<std::uint32_t>(value));
    word(static_cast<std::uint32_t>(value >> 32));
  }
};

/// The buffer descriptor through which gfx9 and gfx10 kernels reach scratch: swizzled, four bytes an element, one
/// element of each lane behind the other, the lane added by hardware (ADD_TID_ENABLE).
void write_scratch_buffer(SgprWriter& sgprs, const Wave& wave) {
  const auto base = reinterpret_cast<std::uint64_t>(wave.scratch.data());
  constexpr std::uint32_t kSwizzle = 1U << 31, kAddLane = 1U << 23, kRawBounds = 3U << 28;
  const std::uint32_t stride_code = wave.lanes == 64 ? 3 : 2;
  sgprs.word(static_cast<std::uint32_t>(base));
  sgprs.word(static_cast<std::uint32_t>(base >> 32) | kSwizzle);
  sgprs.word(0xffffffff);
  sgprs.word(kRawBounds | kAddLane | stride_code << 21);
}

void preload_arguments(SgprWriter& sgprs, const Launch& launch) {
  const auto* from = reinterpret_cast<const std::byte*>(launch.dispatch.kernarg_address) +
                     std::size_t{launch.descriptor.preload_offset_dwords} * 4;
  for (std::uint32_t i = 0; i < launch.descriptor.preload_dwords; ++i) {
    std::uint32_t value;
    std::memcpy(&value, from + std::size_t{i} * 4, 4);
    sgprs.word(value);
  }
}

void write_user_sgprs(SgprWriter& sgprs, const Launch& launch) {
  const KernelDescriptor& d = launch.descriptor;
  if (d.private_segment_buffer) write_scratch_buffer(sgprs, sgprs.wave);
  if (d.dispatch_ptr) sgprs.address(launch.dispatch.packet_address);
  if (d.queue_ptr) sgprs.address(launch.dispatch.queue_address);
  if (d.kernarg_ptr) sgprs.address(launch.dispatch.kernarg_address);
  if (d.dispatch_id) sgprs.address(launch.dispatch.dispatch_id);
  if (d.flat_scratch_init) sgprs.address(reinterpret_cast<std::uint64_t>(sgprs.wave.scratch.data()));
  if (d.private_segment_size) sgprs.word(launch.scratch_bytes_per_lane);
  preload_arguments(sgprs, launch);
}

/// They start behind as many user SGPRs as the descriptor says, which on gfx11 can be more than are used.
void write_system_sgprs(SgprWriter& sgprs, const Launch& launch, const WavePlace& place) {
  const KernelDescriptor& d = launch.descriptor;
  sgprs.next = d.user_sgprs;
  if (!launch.rules->workgroup_ids_in_ttmp) {
    if (d.workgroup_id_x) sgprs.word(place.workgroup[0]);
    if (d.workgroup_id_y) sgprs.word(place.workgroup[1]);
    if (d.workgroup_id_z) sgprs.word(place.workgroup[2]);
  }
  if (d.workgroup_info) sgprs.word(0);
  if (d.private_segment && !launch.rules->architected_flat_scratch) sgprs.word(0);  // the buffer is the wave's own
}

void write_apertures(Wave& wave, const Launch& launch) {
  constexpr std::uint64_t kApertureBytes = std::uint64_t{1} << 32;
  wave.set_pair(scalar::kSharedBase, launch.lds_aperture);
  wave.set_pair(scalar::kSharedLimit, launch.lds_aperture + kApertureBytes - 1);
  wave.set_pair(scalar::kPrivateBase, launch.scratch_aperture);
  wave.set_pair(scalar::kPrivateLimit, launch.scratch_aperture + kApertureBytes - 1);
}

void write_trap_registers(Wave& wave, const Launch& launch, const WavePlace& place) {
  if (!launch.rules->workgroup_ids_in_ttmp) return;
  wave.sgpr[scalar::kTtmp0 + 9] = place.workgroup[0];
  wave.sgpr[scalar::kTtmp0 + 7] = place.workgroup[1] | place.workgroup[2] << 16;
}

void write_work_item_ids(Wave& wave, const Launch& launch, const WavePlace& place) {
  const std::uint32_t ids = launch.descriptor.work_item_ids;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const std::uint32_t item = place.first_item + lane;
    const Extent id{item % place.size[0], item / place.size[0] % place.size[1], item / place.size[0] / place.size[1]};
    if (launch.rules->packed_work_item_ids) {
      wave.v(0)[lane] = id[0] | (ids >= 1 ? id[1] << 10 : 0) | (ids >= 2 ? id[2] << 20 : 0);
      continue;
    }
    for (std::uint32_t i = 0; i <= ids; ++i) wave.v(i)[lane] = id[i];
  }
}

std::uint64_t active_lanes(const Wave& wave, const WavePlace& place) {
  const std::uint64_t items = std::uint64_t{place.size[0]} * place.size[1] * place.size[2];
  const std::uint64_t here = std::min<std::uint64_t>(items - place.first_item, wave.lanes);
  return here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
}

void reset_registers(Wave& wave, const Launch& launch) {
  const std::uint32_t named = launch.rules->wide_user_sgprs ? kNamedRegistersGfx1250 : kNamedRegisters;
  const std::size_t file = std::size_t{named + kSpareRegisters} * launch.lanes;
  if (wave.vgpr.size() != file) wave.vgpr.assign(file, kPoison);
  std::fill_n(wave.vgpr.begin(), std::size_t{launch.vgprs} * launch.lanes, kPoison);
  if (launch.agprs == 0) return;
  if (wave.agpr.size() != file) wave.agpr.assign(file, kPoison);
  std::fill_n(wave.agpr.begin(), std::size_t{launch.agprs} * launch.lanes, kPoison);
}

void reset_state(Wave& wave, const Launch& launch) {
  wave.lanes = launch.lanes;
  const std::uint32_t version = launch.target->gfx_target_version;
  wave.gfx_major = static_cast<int>(version / 10000);
  wave.gfx_minor = static_cast<int>(version / 100 % 100);
  wave.gfx_step = static_cast<int>(version % 100);
  wave.pc = launch.entry;
  wave.sgpr.fill(0);
  wave.mode = launch.mode;
  wave.mode_register = 0;
  wave.scratch_bytes_per_lane = launch.scratch_bytes_per_lane;
  wave.lds_aperture = launch.lds_aperture;
  wave.scratch_aperture = launch.scratch_aperture;
  wave.window = {0, 0};
  wave.barrier_phase = 0;
  wave.barrier_waited = 0;
  wave.clock = 0;
  wave.fault.clear();
  wave.unimplemented = false;
  wave.vgpr_index_mode = false;
}

Result<FloatMode> float_mode(const KernelDescriptor& d, const StartRules& rules) {
  for (const std::uint8_t denormals : {d.denorm_f32, d.denorm_f16_f64}) {
    if (denormals != kFlushDenormals && denormals != kKeepDenormals)
      return failure(ExitCode::kBrokenRuntime, "kernel descriptor: denormals flushed on one side only: not implemented");
  }
  FloatMode mode;
  mode.flush_f32 = d.denorm_f32 == kFlushDenormals;
  mode.flush_f16_f64 = d.denorm_f16_f64 == kFlushDenormals;
  mode.round_f32 = d.round_f32;
  mode.round_f16_f64 = d.round_f16_f64;
  mode.dx10_clamp = !rules.ieee_mode || d.dx10_clamp;
  mode.ieee = !rules.ieee_mode || d.ieee;
  return mode;
}

void grant_registers(Launch& launch) {
  const StartRules& rules = *launch.rules;
  const std::uint32_t named = rules.wide_user_sgprs ? kNamedRegistersGfx1250 : kNamedRegisters;
  const std::uint32_t granule = launch.lanes == 32 ? rules.vgpr_granule_wave32 : rules.vgpr_granule_wave64;
  const std::uint32_t granted = (launch.descriptor.vgpr_granules + 1) * granule;
  const std::uint32_t vector = rules.unified_registers ? std::min(granted, launch.descriptor.accum_offset) : granted;
  const std::uint32_t unified_accumulators = granted > vector ? granted - vector : 0;
  launch.vgprs = std::min(vector, named);
  launch.agprs = std::min(rules.separate_accumulators ? granted : unified_accumulators, named);
}

/// The accumulators exist as a file of their own on all of gfx908 to gfx950, even when a kernel was granted none.
bool has_accumulators(const StartRules& rules) { return rules.unified_registers || rules.separate_accumulators; }

}  // namespace

const StartRules* start_rules(const Target& target) {
  const auto* found = std::ranges::find_if(kStartRules, [&](const StartRules& rules) {
    return target.gfx_target_version >= rules.first_version && target.gfx_target_version <= rules.last_version;
  });
  return found == std::end(kStartRules) ? nullptr : found;
}

Result<Launch> plan_launch(const Target& target, const KernelDescriptor& descriptor, const Dispatch& dispatch) {
  const StartRules* rules = start_rules(target);
  if (rules == nullptr) return failure(ExitCode::kBrokenRuntime, fmt::format("{}: no start rules", target.gfx));
  if (descriptor.wave32 && target.gfx_target_version < 100000)
    return failure(ExitCode::kDeviceError, "kernel descriptor: wave32 on a wave64 target");
  auto mode = float_mode(descriptor, *rules);
  if (!mode) return tl::make_unexpected(mode.error());

  Launch launch{.target = &target, .rules = rules, .descriptor = descriptor, .dispatch = dispatch};
  launch.mode = *mode;
  launch.lanes = descriptor.wave32 ? 32 : 64;
  launch.scratch_bytes_per_lane = (std::max(dispatch.private_bytes, descriptor.private_bytes) + 3) / 4 * 4;
  launch.entry = dispatch.descriptor_address + static_cast<std::uint64_t>(descriptor.entry_offset);
  if (descriptor.preload_dwords != 0) launch.entry += rules->preload_prologue_bytes;
  grant_registers(launch);
  if (has_accumulators(*rules)) launch.agprs = std::max<std::uint32_t>(launch.agprs, 1);
  return launch;
}

void start_wave(Wave& wave, const Launch& launch, const WavePlace& place) {
  reset_state(wave, launch);
  reset_registers(wave, launch);
  const auto scratch = reinterpret_cast<std::uint64_t>(wave.scratch.data());
  if (launch.rules->architected_flat_scratch) wave.set_pair(scalar::kFlatScratchLo, scratch);
  write_apertures(wave, launch);
  SgprWriter sgprs{wave};
  write_user_sgprs(sgprs, launch);
  write_system_sgprs(sgprs, launch, place);
  write_trap_registers(wave, launch, place);
  write_work_item_ids(wave, launch, place);
  wave.set_pair(scalar::kExecLo, active_lanes(wave, place));
}

}  // namespace agt::vgpu
