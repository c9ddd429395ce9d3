// Sentences about the kernel's list of GPUs, on topologies written at test time.
// SPDX-License-Identifier: MIT
#include "probe/kfd_topology.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "tests/fake_topology.h"

namespace agt {
namespace {

using testing::HasSubstr;

TEST(KfdTopology, WithoutTheDriverIsEmpty) {
  const auto topology = read_kfd_topology("/nowhere/topology");
  ASSERT_TRUE(topology);
  EXPECT_TRUE(topology->gpus.empty());
}

TEST(KfdTopology, WithoutAGpuHasCpuNodesOnly) {
  const FakeTopology fake;
  const KfdTopology topology = fake.cpu(0).cpu(1).read();
  EXPECT_TRUE(topology.gpus.empty());
  EXPECT_EQ(topology.cpu_nodes, 2U);
}

TEST(KfdTopology, TellsEveryFactOfAGpu) {
  const FakeTopology fake;
  const KfdTopology topology = fake.cpu(0)
                                   .gpu(1, {.gfx_target_version = 90010,
                                            .minor = 130,
                                            .location_id = 0x8308,
                                            .device_id = 29711,
                                            .simd_count = 416,
                                            .more = "domain 2\nwave_front_size 64\nnum_xcc 1\n"})
                                   .read();
  ASSERT_EQ(topology.gpus.size(), 1U);
  const TopologyGpu& gpu = topology.gpus[0];
  EXPECT_EQ(gpu.node, 1U);
  EXPECT_EQ(gpu.state, NodeState::kReadable) << gpu.reason;
  EXPECT_EQ(gpu.gpu_id, 1001U);
  EXPECT_EQ(gpu.name, "fake");
  EXPECT_EQ(gpu.gfx_target_version, 90010U);
  EXPECT_EQ(gpu.drm_render_minor, 130U);
  EXPECT_EQ(gpu.location, (PciLocation{.domain = 2, .bus = 0x83, .device = 1, .function = 0}));
  EXPECT_EQ(gpu.vendor_id, 0x1002U);
  EXPECT_EQ(gpu.device_id, 29711U);
  EXPECT_EQ(gpu.compute_units(), 104U);
  EXPECT_EQ(gpu.wave_front_lanes, 64U);
  EXPECT_EQ(gpu.max_clock_mhz, 1700U);
  EXPECT_EQ(gpu.xcc_count, 1U);
  EXPECT_EQ(gpu.doorbell_type, 2U);
}

TEST(KfdTopology, WhatAnOlderKernelDoesNotWriteIsUnknown) {
  const FakeTopology fake;
  fake.gpu(1, {}).write(1, "properties",
                        "gfx_target_version 100302\ndrm_render_minor 128\nlocation_id 768\nvendor_id 4098\n"
                        "device_id 29695\nsimd_count 56\nsimd_per_cu 0\n");
  const TopologyGpu gpu = fake.read().gpus.at(0);
  EXPECT_EQ(gpu.state, NodeState::kReadable) << gpu.reason;
  EXPECT_EQ(gpu.location.domain, 0U);
  EXPECT_EQ(gpu.compute_units(), std::nullopt) << "unknown is never 0";
  EXPECT_EQ(gpu.xcc_count, std::nullopt);
  EXPECT_EQ(gpu.doorbell_type, std::nullopt);
}

TEST(KfdTopology, NodesComeByNumberAndNotAsText) {
  const FakeTopology fake;
  for (std::uint32_t node = 8; node < 12; ++node) fake.gpu(node, {});
  const KfdTopology topology = fake.read();
  ASSERT_EQ(topology.gpus.size(), 4U);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(topology.gpus[i].node, 8 + i);
}

TEST(KfdTopology, SixtyFourPartitionsAreSixtyFourGpus) {
  const FakeTopology fake;
  for (std::uint32_t node = 2; node < 66; ++node)
    fake.gpu(node, {.minor = 126 + node, .location_id = 0x300 * (node / 8)});
  EXPECT_EQ(fake.read().gpus.size(), 64U);
}

TEST(KfdTopology, ThePartitionAboveALocationIsNotPartOfIt) {
  EXPECT_EQ(pci_location(0, 0x70000300), pci_location(0, 0x300));
}

TEST(KfdTopology, ANodeUnreadableWithEpermIsHidden) {
  const FakeTopology fake;
  fake.gpu(1, {}).gpu(2, {}).gpu(3, {});
  const auto topology = read_kfd_topology(fake.root(), [&](const std::filesystem::path& path) -> Result<std::string> {
    if (path == fake.node(2) / "gpu_id" || path == fake.node(3) / "properties")
      return failure(ExitCode::kBadInput, path.filename().string() + ": Operation not permitted", EPERM);
    return read_attribute(path);
  });
  ASSERT_TRUE(topology);
  ASSERT_EQ(topology->gpus.size(), 3U);
  EXPECT_EQ(topology->gpus[0].state, NodeState::kReadable);
  EXPECT_EQ(topology->gpus[1].state, NodeState::kHidden);
  EXPECT_EQ(topology->gpus[2].state, NodeState::kHidden);
}

struct Malformed {
  std::string name;
  std::string file;
  std::string content;
  std::string reason;
};

class MalformedTopology : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedTopology, IsToldOfThatNodeAloneWithTheReason) {
  const FakeTopology fake;
  fake.gpu(1, {}).gpu(2, {}).write(1, GetParam().file, GetParam().content);
  const KfdTopology topology = fake.read();
  ASSERT_EQ(topology.gpus.size(), 2U);
  EXPECT_EQ(topology.gpus[0].state, NodeState::kMalformed);
  EXPECT_THAT(topology.gpus[0].reason, HasSubstr(GetParam().reason));
  EXPECT_EQ(topology.gpus[1].state, NodeState::kReadable);
}

INSTANTIATE_TEST_SUITE_P(
    Nodes, MalformedTopology,
    testing::Values(
        Malformed{"GpuIdText", "gpu_id", "GPU\n", "gpu_id: is not a number"},
        Malformed{"GpuIdEmpty", "gpu_id", "", "gpu_id: is not a number"},
        Malformed{"GpuIdNegative", "gpu_id", "-1\n", "gpu_id: is not a number"},
        Malformed{"GpuIdTooLarge", "gpu_id", "4294967296\n", "gpu_id: is not a number"},
        Malformed{"NameOfTwoLines", "name", "one\ntwo\n", "name: is not one line"},
        Malformed{"NameTooLong", "name", std::string(65, 'x') + "\n", "name: is not one line"},
        Malformed{"Empty", "properties", "", "gfx_target_version: is missing"},
        Malformed{"NoSpace", "properties", "simd_count\n", "line 1: is not \"key number\""},
        Malformed{"NoKey", "properties", " 1\n", "line 1: is not \"key number\""},
        Malformed{"Hexadecimal", "properties", "simd_count 0x10\n", "line 1: is not \"key number\""},
        Malformed{"TwoNumbers", "properties", "domain 0\nsimd_count 1 2\n", "line 2: is not \"key number\""},
        Malformed{"SaidTwice", "properties", "a 1\na 1\n", "line 2: says a key again"},
        Malformed{"HalfALine", "properties", "a 1\nb 2", "line 2: has no end"},
        Malformed{"TooLarge", "properties", "gfx_target_version 4294967296\n", "gfx_target_version: too large"},
        Malformed{"TooLong", "properties", std::string(70'000, '\n'), "larger than 65536 bytes"}),
    [](const auto& tested) { return tested.param.name; });

TEST(KfdTopology, TooManyLinesAreMalformed) {
  const FakeTopology fake;
  std::string text;
  for (int i = 0; i < 513; ++i) text += "key" + std::to_string(i) + " 1\n";
  fake.gpu(1, {}).write(1, "properties", text);
  EXPECT_THAT(fake.read().gpus.at(0).reason, HasSubstr("line 513: is one line too many"));
}

TEST(KfdTopology, AFileThatIsMissingIsMalformedAndNotHidden) {
  const FakeTopology fake;
  fake.gpu(1, {});
  std::filesystem::remove(fake.node(1) / "name");
  EXPECT_EQ(fake.read().gpus.at(0).state, NodeState::kMalformed);
}

TEST(KfdTopology, ARootThatCannotBeListedIsBadInput) {
  const TemporaryFolder folder;
  folder.write("nodes", "a file");
  const auto topology = read_kfd_topology(folder.path());
  ASSERT_FALSE(topology);
  EXPECT_EQ(topology.error().code, ExitCode::kBadInput);
}

}  // namespace
}  // namespace agt
