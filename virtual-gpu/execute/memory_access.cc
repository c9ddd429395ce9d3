// The slow side of memory checks: the search for a range, and the sentences of faults.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/memory_access.h"

#include <string>

#include <fmt/format.h>

namespace agt::vgpu {
namespace {

constexpr std::string_view kKindNames[] = {"load", "store", "atomic"};

std::string describe(Access access) {
  return fmt::format("{} of {} byte{}", kKindNames[static_cast<std::size_t>(access.kind)], access.bytes,
                     access.bytes == 1 ? "" : "s");
}

std::string where(Access access) {
  return access.lane == kNoLane ? std::string() : fmt::format(" (lane {})", access.lane);
}

Step fault(Wave& wave, std::string text) {
  wave.fault = std::move(text);
  return Step::kFault;
}

}  // namespace

Step memory_fault(Wave& wave, Access access, std::uint64_t address) {
  return fault(wave, fmt::format("memory fault: {} at {:#x}{}", describe(access), address, where(access)));
}

Step lds_fault(Wave& wave, Access access, std::uint64_t offset) {
  return fault(wave, fmt::format("LDS fault: {} at {:#x}{}, the workgroup has {:#x} bytes", describe(access), offset,
                                 where(access), wave.lds.size()));
}

Step scratch_fault(Wave& wave, Access access, std::uint64_t offset) {
  return fault(wave, fmt::format("scratch fault: {} at {:#x}{}, a work-item has {:#x} bytes", describe(access), offset,
                                 where(access), wave.scratch_bytes_per_lane));
}

Step misaligned_fault(Wave& wave, Access access, std::uint64_t address) {
  return fault(wave, fmt::format("misaligned {} at {:#x}{}", describe(access), address, where(access)));
}

Step not_implemented(Wave& wave, std::string_view what) {
  wave.unimplemented = true;
  return fault(wave, fmt::format("{} is not implemented", what));
}

bool find_window(Wave& wave, std::uint64_t address, std::uint64_t bytes) {
  const AddressSpace::Range* range = wave.memory == nullptr ? nullptr : wave.memory->find(address);
  if (range == nullptr || range->end - address < bytes) return false;
  wave.window = *range;
  return true;
}

}  // namespace agt::vgpu
