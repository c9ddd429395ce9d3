// How waves start on each family: where ids, arguments and scratch are.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/dispatch/initial_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace agt::vgpu {
namespace {

constexpr std::uint64_t kKernarg = 0x1122334455667788, kPacket = 0xaabbccdd, kQueue = 0x99;

struct Started {
  Wave wave;
  std::vector<std::byte> scratch = std::vector<std::byte>(64 * 64);
};

KernelDescriptor descriptor() {
  KernelDescriptor d;
  d.kernarg_ptr = true;
  d.user_sgprs = 2;
  d.workgroup_id_x = d.workgroup_id_y = d.workgroup_id_z = true;
  d.work_item_ids = 2;
  d.denorm_f32 = d.denorm_f16_f64 = 3;
  return d;
}

/// The second wave of workgroup (5, 6, 7), whose size is 10 x 4 x 2.
std::unique_ptr<Started> start(std::string_view gfx, const KernelDescriptor& d) {
  auto started = std::make_unique<Started>();
  Dispatch dispatch;
  dispatch.kernarg_address = kKernarg;
  dispatch.packet_address = kPacket;
  dispatch.queue_address = kQueue;
  auto launch = plan_launch(*find_target(gfx), d, dispatch);
  EXPECT_TRUE(launch) << launch.error().message;
  started->wave.scratch = started->scratch;
  start_wave(started->wave, *launch, {{5, 6, 7}, {10, 4, 2}, launch->lanes});
  return started;
}

TEST(StartWave, WorkgroupIdsFollowTheUserSgprs) {
  for (const std::string_view gfx : {"gfx908", "gfx90a", "gfx942", "gfx1036", "gfx1100"}) {
    const auto started = start(gfx, descriptor());
    EXPECT_EQ(started->wave.pair(0), kKernarg) << gfx;
    EXPECT_EQ(started->wave.sgpr[2], 5U) << gfx;
    EXPECT_EQ(started->wave.sgpr[3], 6U) << gfx;
    EXPECT_EQ(started->wave.sgpr[4], 7U) << gfx;
  }
}

TEST(StartWave, TheCountOfUserSgprsCanBeLargerThanWhatTheyHold) {
  KernelDescriptor d = descriptor();
  d.user_sgprs = 13;
  EXPECT_EQ(start("gfx1100", d)->wave.sgpr[13], 5U);
}

TEST(StartWave, WorkgroupIdsAreInTrapRegistersFromGfx12On) {
  for (const std::string_view gfx : {"gfx1200", "gfx1250"}) {
    KernelDescriptor d = descriptor();
    d.wave32 = true;
    const auto started = start(gfx, d);
    EXPECT_EQ(started->wave.sgpr[scalar::kTtmp0 + 9], 5U) << gfx;
    EXPECT_EQ(started->wave.sgpr[scalar::kTtmp0 + 7], 6U | 7U << 16) << gfx;
    EXPECT_EQ(started->wave.sgpr[2], 0U) << gfx;
  }
}

TEST(StartWave, WorkItemIdsAreSeparateOrPacked) {
  // Lane 3 of the second wave64 is item 67 of 10 x 4 x 2: (7, 2, 1).
  const auto separate = start("gfx908", descriptor());
  EXPECT_EQ(separate->wave.v(0)[3], 7U);
  EXPECT_EQ(separate->wave.v(1)[3], 2U);
  EXPECT_EQ(separate->wave.v(2)[3], 1U);
  EXPECT_EQ(start("gfx942", descriptor())->wave.v(0)[3], 7U | 2U << 10 | 1U << 20);
}

TEST(StartWave, IdsThatWereNotAskedForAreNotPacked) {
  KernelDescriptor d = descriptor();
  d.work_item_ids = 0;
  EXPECT_EQ(start("gfx942", d)->wave.v(0)[3], 7U);
}

TEST(StartWave, LanesBeyondTheWorkgroupAreNotActive) {
  EXPECT_EQ(start("gfx942", descriptor())->wave.exec(), 0xffffU);  // 80 items: 64 and 16
  KernelDescriptor d = descriptor();
  d.wave32 = true;
  EXPECT_EQ(start("gfx1100", d)->wave.exec(), 0xffffffffU);
}

TEST(StartWave, UserSgprsHaveTheirOrder) {
  KernelDescriptor d = descriptor();
  d.private_segment_buffer = d.dispatch_ptr = d.queue_ptr = d.dispatch_id = d.flat_scratch_init = true;
  d.private_segment_size = true;
  d.private_bytes = 62;
  d.user_sgprs = 15;
  d.private_segment = true;
  const auto started = start("gfx908", d);
  const auto scratch = reinterpret_cast<std::uint64_t>(started->scratch.data());
  EXPECT_EQ(started->wave.sgpr[0], static_cast<std::uint32_t>(scratch));
  EXPECT_EQ(started->wave.pair(4), kPacket);
  EXPECT_EQ(started->wave.pair(6), kQueue);
  EXPECT_EQ(started->wave.pair(8), kKernarg);
  EXPECT_EQ(started->wave.pair(12), scratch);
  EXPECT_EQ(started->wave.sgpr[14], 64U);
  EXPECT_EQ(started->wave.sgpr[15], 5U);
  EXPECT_EQ(started->wave.sgpr[18], 0U);  // the scratch wave offset
}

TEST(StartWave, PreloadedArgumentsFollowAndTheirPrologueIsSkipped) {
  std::array<std::uint32_t, 4> arguments = {10, 11, 12, 13};
  KernelDescriptor d = descriptor();
  d.preload_dwords = 2;
  d.preload_offset_dwords = 1;
  d.user_sgprs = 4;
  Dispatch dispatch;
  dispatch.descriptor_address = 0x1000;
  dispatch.kernarg_address = reinterpret_cast<std::uint64_t>(arguments.data());
  const auto launch = plan_launch(*find_target("gfx942"), d, dispatch);
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->entry, 0x1000U + 256U);
  Wave wave;
  start_wave(wave, *launch, {});
  EXPECT_EQ(wave.sgpr[2], 11U);
  EXPECT_EQ(wave.sgpr[3], 12U);
}

TEST(PlanLaunch, RegistersAreGrantedInTheFamilysGranules) {
  struct Case {
    std::string_view gfx;
    bool wave32;
    std::uint32_t vgprs, agprs;
  };
  // Five granules; the AGPRs of a unified file start at 16.
  constexpr Case kCases[] = {
      {"gfx908", false, 20, 20}, {"gfx90a", false, 16, 24}, {"gfx942", false, 16, 24},
      {"gfx1100", true, 40, 0},  {"gfx1100", false, 20, 0}, {"gfx1250", true, 80, 0},
  };
  for (const Case& c : kCases) {
    KernelDescriptor d = descriptor();
    d.vgpr_granules = 4;
    d.accum_offset = 16;
    d.wave32 = c.wave32;
    const auto launch = plan_launch(*find_target(c.gfx), d, {});
    ASSERT_TRUE(launch);
    EXPECT_EQ(launch->vgprs, c.vgprs) << c.gfx;
    EXPECT_EQ(launch->agprs, c.agprs) << c.gfx;
  }
}

TEST(PlanLaunch, RefusesWhatTheTargetOrTheModelCannotDo) {
  KernelDescriptor wave32 = descriptor();
  wave32.wave32 = true;
  EXPECT_EQ(plan_launch(*find_target("gfx942"), wave32, {}).error().code, ExitCode::kDeviceError);
  KernelDescriptor one_side = descriptor();
  one_side.denorm_f32 = 1;
  EXPECT_EQ(plan_launch(*find_target("gfx942"), one_side, {}).error().code, ExitCode::kBrokenRuntime);
}

TEST(StartRules, EverySupportedTargetHasExactlyOneRow) {
  for (const Target& target : supported_targets()) EXPECT_NE(start_rules(target), nullptr) << target.gfx;
}

}  // namespace
}  // namespace agt::vgpu
