// The descriptor's fields, one bit at a time, and what is refused.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/dispatch/kernel_descriptor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace agt::vgpu {
namespace {

using testing::HasSubstr;
using DescriptorBytes = std::array<std::byte, kKernelDescriptorBytes>;

template <class T>
DescriptorBytes with(std::size_t at, T value) {
  DescriptorBytes bytes{};
  std::memcpy(bytes.data() + at, &value, sizeof(T));
  return bytes;
}

KernelDescriptor parsed(const DescriptorBytes& bytes, bool wide = false) {
  const auto descriptor = parse_kernel_descriptor(bytes, wide);
  EXPECT_TRUE(descriptor) << descriptor.error().message;
  return descriptor.value_or(KernelDescriptor{});
}

TEST(KernelDescriptor, SizesAndEntry) {
  EXPECT_EQ(parsed(with(0, 2048U)).group_bytes, 2048U);
  EXPECT_EQ(parsed(with(4, 96U)).private_bytes, 96U);
  EXPECT_EQ(parsed(with(8, 40U)).kernarg_bytes, 40U);
  EXPECT_EQ(parsed(with(16, std::int64_t{-256})).entry_offset, -256);
}

TEST(KernelDescriptor, FlagsOfTheKernelCodeProperties) {
  struct Case {
    unsigned bit;
    bool KernelDescriptor::*field;
  };
  constexpr Case kCases[] = {
      {0, &KernelDescriptor::private_segment_buffer}, {1, &KernelDescriptor::dispatch_ptr},
      {2, &KernelDescriptor::queue_ptr},              {3, &KernelDescriptor::kernarg_ptr},
      {4, &KernelDescriptor::dispatch_id},            {5, &KernelDescriptor::flat_scratch_init},
      {6, &KernelDescriptor::private_segment_size},   {10, &KernelDescriptor::wave32},
      {11, &KernelDescriptor::dynamic_stack},
  };
  for (const auto& [bit, field] : kCases) {
    const auto descriptor = parsed(with(56, static_cast<std::uint16_t>(1U << bit)));
    for (const auto& other : kCases) EXPECT_EQ(descriptor.*other.field, other.bit == bit) << bit;
  }
}

TEST(KernelDescriptor, FieldsOfTheResourceWords) {
  const auto rsrc1 = parsed(with(48, 0x00a9'6025U));
  EXPECT_EQ(rsrc1.vgpr_granules, 0x25U);
  EXPECT_EQ(rsrc1.round_f32, 2);
  EXPECT_EQ(rsrc1.round_f16_f64, 1);
  EXPECT_EQ(rsrc1.denorm_f32, 1);
  EXPECT_EQ(rsrc1.denorm_f16_f64, 2);
  EXPECT_TRUE(rsrc1.dx10_clamp);
  EXPECT_TRUE(rsrc1.ieee);

  const auto rsrc2 = parsed(with(52, 0x0000'099dU));
  EXPECT_TRUE(rsrc2.private_segment);
  EXPECT_EQ(rsrc2.user_sgprs, 14U);
  EXPECT_TRUE(rsrc2.workgroup_id_x);
  EXPECT_TRUE(rsrc2.workgroup_id_y);
  EXPECT_FALSE(rsrc2.workgroup_id_z);
  EXPECT_FALSE(rsrc2.workgroup_info);
  EXPECT_EQ(rsrc2.work_item_ids, 1U);

  EXPECT_EQ(parsed(with(44, 7U)).accum_offset, 32U);
  const auto preload = parsed(with(58, static_cast<std::uint16_t>(3U << 7 | 5U)));
  EXPECT_EQ(preload.preload_dwords, 5U);
  EXPECT_EQ(preload.preload_offset_dwords, 3U);
}

TEST(KernelDescriptor, Gfx1250CountsUserSgprsInSixBits) {
  EXPECT_EQ(parsed(with(52, 0x7eU), false).user_sgprs, 31U);
  EXPECT_EQ(parsed(with(52, 0x7eU), true).user_sgprs, 63U);
}

TEST(KernelDescriptor, RefusesWhatIsMalformed) {
  const auto reason = [](const DescriptorBytes& bytes) {
    const auto descriptor = parse_kernel_descriptor(bytes, false);
    return descriptor ? std::string("accepted") : descriptor.error().message;
  };
  for (const std::size_t at : {12U, 15U, 24U, 43U, 60U, 63U})
    EXPECT_THAT(reason(with(at, std::uint8_t{1})), HasSubstr("reserved bytes")) << at;
  EXPECT_THAT(reason(with(16, std::int64_t{2})), HasSubstr("entry"));
  EXPECT_THAT(reason(with(52, 3U << 11)), HasSubstr("work-item id selection 3"));
  EXPECT_FALSE(parse_kernel_descriptor(Bytes(DescriptorBytes{}).first(63), false));
}

}  // namespace
}  // namespace agt::vgpu
