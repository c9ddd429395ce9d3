// Sentences about the topology tree of virtual GPUs.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/topology/topology.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>

#include "base/file.h"
#include "targets/targets.h"

namespace agt::vgpu {
namespace {

using ::testing::HasSubstr;

class Topology : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string text(const std::filesystem::path& name) const {
    return read_file(directory_ / name, 1 << 20).value_or("(missing)");
  }
  std::map<std::string, std::uint64_t> properties(const std::filesystem::path& name) const {
    std::map<std::string, std::uint64_t> all;
    std::istringstream lines(text(name));
    std::string key;
    for (std::uint64_t value = 0; lines >> key >> value;) all[key] = value;
    return all;
  }
  Error error_of(const std::string& list) const {
    std::filesystem::create_directories(directory_);
    std::ofstream(directory_ / "devices") << list;
    const auto read = read_topology(directory_);
    return read ? Error{ExitCode::kPass, "no error"} : read.error();
  }

  const std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / ("topology_test." + std::to_string(::getpid()));
};

TEST_F(Topology, HasOneDeviceForEachTargetInTheOrderOfTheTable) {
  std::vector<std::string_view> devices;
  std::vector<std::string_view> targets;
  for (const VirtualDevice& device : virtual_devices()) devices.push_back(device.gfx);
  for (const Target& target : supported_targets()) targets.push_back(target.gfx);
  EXPECT_EQ(devices, targets);
}

TEST_F(Topology, EveryDeviceIsWhole) {
  for (const VirtualDevice& device : virtual_devices()) {
    SCOPED_TRACE(device.gfx);
    EXPECT_GT(device.device_id, 0);
    EXPECT_GT(device.clock_mhz, 0U);
    EXPECT_GE(device.memory_mib, 512U);
    EXPECT_GE(device.lds_kib, 64U);
    // What the runtime divides by, and what must come out whole (AqlQueue::FillComputeTmpRingSize asserts it).
    EXPECT_EQ(device.shader_arrays % device.arrays_per_engine, 0U);
    EXPECT_EQ(device.shader_arrays / device.arrays_per_engine % device.xcc_count, 0U);
    EXPECT_EQ(device.compute_units % device.xcc_count, 0U);
  }
}

TEST_F(Topology, ReadsBackWhatItWrote) {
  const std::vector<VirtualDevice> devices = {*find_virtual_device("gfx1100"), *find_virtual_device("gfx942"),
                                              *find_virtual_device("gfx1100")};
  ASSERT_TRUE(write_topology(devices, directory_));
  const auto gpus = read_topology(directory_);
  ASSERT_TRUE(gpus) << gpus.error().message;
  ASSERT_EQ(gpus->size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ((*gpus)[i].device->gfx, devices[i].gfx);
    EXPECT_EQ((*gpus)[i].render_minor, 128 + i);
  }
  EXPECT_NE((*gpus)[0].gpu_id, (*gpus)[2].gpu_id);
}

TEST_F(Topology, NodeOfAGpuSaysWhatItsTargetIs) {
  ASSERT_TRUE(write_topology(std::vector{*find_virtual_device("gfx1036"), *find_virtual_device("gfx942")}, directory_));
  EXPECT_EQ(text("nodes/0/gpu_id"), "0\n");
  const auto gpu = properties("nodes/2/properties");
  EXPECT_EQ(gpu.at("gfx_target_version"), 90402U);
  EXPECT_EQ(gpu.at("wave_front_size"), 64U);
  EXPECT_EQ(gpu.at("simd_count"), 1216U);
  EXPECT_EQ(gpu.at("device_id"), 29857U);
  EXPECT_EQ(gpu.at("drm_render_minor"), 129U);
  EXPECT_EQ(gpu.at("num_sdma_engines"), 0U);
  EXPECT_EQ(gpu.at("capability") >> 12 & 3, 2U) << "another doorbell type fails the runtime for the whole machine";
}

TEST_F(Topology, EveryGpuIsLinkedToTheProcessorAndBack) {
  ASSERT_TRUE(write_topology(std::vector(8, *find_virtual_device("gfx90a")), directory_));
  EXPECT_EQ(properties("nodes/0/properties").at("io_links_count"), 8U);
  for (std::size_t i = 0; i < 8; ++i) {
    const std::string back = "nodes/" + std::to_string(i + 1) + "/io_links/0/properties";
    EXPECT_EQ(properties("nodes/0/io_links/" + std::to_string(i) + "/properties").at("node_to"), i + 1);
    EXPECT_EQ(properties(back).at("node_from"), i + 1);
    EXPECT_EQ(properties(back).at("node_to"), 0U);
  }
}

TEST_F(Topology, NodesFolderHoldsNodesOnlyAndEachFileIsBelowAPage) {
  // The runtime counts what is in nodes/, and reads a page of each file.
  ASSERT_TRUE(write_topology(virtual_devices(), directory_));
  std::size_t nodes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory_ / "nodes")) nodes += entry.is_directory();
  EXPECT_EQ(nodes, 26U);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_ / "nodes")) {
    if (!entry.is_regular_file()) continue;
    EXPECT_LT(entry.file_size(), 4096U) << entry.path();
  }
}

TEST_F(Topology, ImpossibleNumberOfGpusIsRefused) {
  EXPECT_EQ(write_topology({}, directory_).error().code, ExitCode::kUsage);
  EXPECT_EQ(write_topology(std::vector(129, *find_virtual_device("gfx1100")), directory_).error().code, ExitCode::kUsage);
}

TEST_F(Topology, DirectoryThatCannotBeWrittenIsNamed) {
  const auto written = write_topology(virtual_devices().first(1), "/proc/no-such-place");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ExitCode::kCannotWrite);
  EXPECT_THAT(written.error().message, HasSubstr("/proc/no-such-place"));
}

TEST_F(Topology, MissingListIsMissingInput) {
  const auto read = read_topology(directory_);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ExitCode::kMissingInput);
  EXPECT_THAT(read.error().message, HasSubstr((directory_ / "devices").string()));
}

TEST_F(Topology, MalformedListIsNamedWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "no GPU"},
      {"abc\n", "line 1"},
      {"1 gfx1100\n", "line 1"},
      {"1 gfx1100 128\n2 gfx1100 129 more\n", "line 2"},
      {"0 gfx1100 128\n", "line 1"},
      {"1 gfx1100 128\n2 gfx9999 129\n", "line 2: unknown target gfx9999"},
      {"-1 gfx1100 128\n", "line 1"},
      {"1 gfx1100 127\n", "line 1"},
      {"1 gfx1100 256\n", "line 1"},
  };
  for (const auto& [list, reason] : cases) {
    const Error error = error_of(list);
    EXPECT_EQ(error.code, ExitCode::kBadInput) << list;
    EXPECT_THAT(error.message, HasSubstr(reason)) << list;
  }
}

}  // namespace
}  // namespace agt::vgpu
