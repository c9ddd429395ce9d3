// The descriptor's fields taken out of its words; offsets and bits as AMDGPUUsage lists them.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/dispatch/kernel_descriptor.h"

#include <algorithm>

#include <fmt/format.h>

namespace agt::vgpu {
namespace {

constexpr std::uint64_t kGroupBytesAt = 0, kPrivateBytesAt = 4, kKernargBytesAt = 8, kEntryAt = 16;
constexpr std::uint64_t kRsrc3At = 44, kRsrc1At = 48, kRsrc2At = 52, kPropertiesAt = 56, kPreloadAt = 58;

struct ReservedBytes {
  std::uint64_t at;
  std::uint64_t size;
};
constexpr ReservedBytes kReserved[] = {{12, 4}, {24, 20}, {60, 4}};

std::uint32_t bits(std::uint32_t word, unsigned low, unsigned width) { return (word >> low) & ((1U << width) - 1U); }
bool bit(std::uint32_t word, unsigned at) { return bits(word, at, 1) != 0; }

void take_rsrc1(std::uint32_t word, KernelDescriptor& d) {
  d.vgpr_granules = bits(word, 0, 6);
  d.round_f32 = static_cast<std::uint8_t>(bits(word, 12, 2));
  d.round_f16_f64 = static_cast<std::uint8_t>(bits(word, 14, 2));
  d.denorm_f32 = static_cast<std::uint8_t>(bits(word, 16, 2));
  d.denorm_f16_f64 = static_cast<std::uint8_t>(bits(word, 18, 2));
  d.dx10_clamp = bit(word, 21);
  d.ieee = bit(word, 23);
}

void take_rsrc2(std::uint32_t word, bool wide_user_sgprs, KernelDescriptor& d) {
  d.private_segment = bit(word, 0);
  d.user_sgprs = bits(word, 1, wide_user_sgprs ? 6 : 5);
  d.workgroup_id_x = bit(word, 7);
  d.workgroup_id_y = bit(word, 8);
  d.workgroup_id_z = bit(word, 9);
  d.workgroup_info = bit(word, 10);
  d.work_item_ids = bits(word, 11, 2);
}

void take_properties(std::uint32_t word, std::uint32_t preload, KernelDescriptor& d) {
  d.private_segment_buffer = bit(word, 0);
  d.dispatch_ptr = bit(word, 1);
  d.queue_ptr = bit(word, 2);
  d.kernarg_ptr = bit(word, 3);
  d.dispatch_id = bit(word, 4);
  d.flat_scratch_init = bit(word, 5);
  d.private_segment_size = bit(word, 6);
  d.wave32 = bit(word, 10);
  d.dynamic_stack = bit(word, 11);
  d.preload_dwords = bits(preload, 0, 7);
  d.preload_offset_dwords = bits(preload, 7, 9);
}

Result<void> check_reserved(Bytes bytes) {
  for (const auto& [at, size] : kReserved) {
    const Bytes reserved = bytes.subspan(at, size);
    if (std::ranges::any_of(reserved, [](std::byte b) { return b != std::byte{0}; }))
      return failure(ExitCode::kBadInput, fmt::format("kernel descriptor: reserved bytes at {} are not zero", at));
  }
  return success();
}

}  // namespace

Result<KernelDescriptor> parse_kernel_descriptor(Bytes bytes, bool wide_user_sgprs) {
  if (bytes.size() < kKernelDescriptorBytes)
    return failure(ExitCode::kBadInput, fmt::format("kernel descriptor: {} bytes, 64 needed", bytes.size()));
  if (auto checked = check_reserved(bytes); !checked) return tl::make_unexpected(checked.error());

  KernelDescriptor d;
  d.group_bytes = *read_le<std::uint32_t>(bytes, kGroupBytesAt);
  d.private_bytes = *read_le<std::uint32_t>(bytes, kPrivateBytesAt);
  d.kernarg_bytes = *read_le<std::uint32_t>(bytes, kKernargBytesAt);
  d.entry_offset = *read_le<std::int64_t>(bytes, kEntryAt);
  d.accum_offset = (bits(*read_le<std::uint32_t>(bytes, kRsrc3At), 0, 6) + 1) * 4;
  take_rsrc1(*read_le<std::uint32_t>(bytes, kRsrc1At), d);
  take_rsrc2(*read_le<std::uint32_t>(bytes, kRsrc2At), wide_user_sgprs, d);
  take_properties(*read_le<std::uint16_t>(bytes, kPropertiesAt), *read_le<std::uint16_t>(bytes, kPreloadAt), d);

  if (d.entry_offset % 4 != 0) return failure(ExitCode::kBadInput, "kernel descriptor: entry is not at a multiple of 4");
  if (d.work_item_ids == 3) return failure(ExitCode::kBadInput, "kernel descriptor: work-item id selection 3");
  return d;
}

}  // namespace agt::vgpu
