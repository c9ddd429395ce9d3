// Sentences about joining HSA agents, kernel nodes and render nodes into one list of devices.
// SPDX-License-Identifier: MIT
#include "probe/device_join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/fake_topology.h"

namespace agt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A machine as the three sources see it.
struct Machine {
  FakeTopology topology;
  ProbeDocument probe;
  std::vector<DrmFacts> drm;
  AccessFacts access;

  Machine() { probe.status = ProbeStatus::kNoAgent; }
  void agent(const std::string& target_id, std::uint32_t location_id, std::uint32_t chip_id = 0x744c) {
    ProbeAgent agent;
    agent.index = static_cast<std::uint32_t>(probe.agents.size());
    agent.target_id = target_id;
    agent.chip_id = chip_id;
    agent.location = pci_location(0, location_id);
    probe.agents.push_back(agent);
    probe.status = ProbeStatus::kOk;
  }
  DrmFacts& render_node(std::uint32_t minor, const std::string& driver_version = "3.64.0") {
    DrmFacts& facts = drm.emplace_back();
    facts.render_minor = minor;
    facts.driver_name = "amdgpu";
    facts.driver_version = driver_version;
    return facts;
  }
  void closed(const std::string& name) { access.render_nodes.emplace_back().name = name; }
  JoinedDevices join() const { return join_devices({probe, topology.read(), drm, access}); }
};

std::vector<std::string> ids(const JoinedDevices& joined) {
  std::vector<std::string> all;
  for (const Finding& finding : joined.findings) all.push_back(finding.id);
  return all;
}

TEST(JoinDevices, TakesEveryFactFromWhereItIs) {
  Machine machine;
  machine.topology.cpu(0).gpu(1, {.gfx_target_version = 90010, .device_id = 0x740f});
  machine.agent("gfx90a:sramecc+:xnack-", 0x300, 0x740f);
  machine.probe.agents[0].wavefront_lanes = 64;
  machine.probe.agents[0].compute_units = 104;
  machine.probe.agents[0].max_clock_mhz = 1700;
  machine.probe.agents[0].product_name = "AMD Instinct MI210";
  machine.render_node(128).pci_vendor_id = 0x1002;
  const JoinedDevices joined = machine.join();
  EXPECT_THAT(ids(joined), IsEmpty());
  ASSERT_EQ(joined.devices.size(), 1U);
  const JoinedDevice& device = joined.devices[0];
  EXPECT_EQ(device.agent_index, 0U);
  EXPECT_EQ(device.target_id, "gfx90a:sramecc+:xnack-");
  EXPECT_EQ(device.gfx, "gfx90a");
  EXPECT_EQ(device.target, find_target("gfx90a"));
  EXPECT_EQ(device.wavefront_lanes, 64U);
  EXPECT_EQ(device.compute_units, 104U);
  EXPECT_EQ(device.max_clock_mhz, 1700U);
  EXPECT_EQ(device.chip_id, 0x740fU);
  EXPECT_EQ(device.product_name, "AMD Instinct MI210");
  EXPECT_EQ(device.driver_name, "amdgpu");
  EXPECT_EQ(device.driver_version, "3.64.0");
  EXPECT_EQ(device.pci_vendor_id, 0x1002U);
  EXPECT_EQ(device.pci_device_id, 0x740fU) << "from the kernel's list where libdrm says nothing";
  EXPECT_EQ(device.location, pci_location(0, 0x300));
  EXPECT_EQ(device.partition_count, 1U);
}

/// An integrated GPU (gfx1036, renderD128) and a discrete one (gfx1201, renderD129), in any order of the two lists.
class TwoGpus : public testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(TwoGpus, EachGetsItsOwnDriverWhateverTheOrder) {
  const auto [hsa_swapped, kernel_swapped] = GetParam();
  const FakeGpu integrated{.gfx_target_version = 100306, .minor = 128, .location_id = 0x0b00};
  const FakeGpu discrete{.gfx_target_version = 120001, .minor = 129, .location_id = 0x0300};
  Machine machine;
  machine.topology.cpu(0).gpu(kernel_swapped ? 2 : 1, integrated).gpu(kernel_swapped ? 1 : 2, discrete);
  if (hsa_swapped) machine.agent("gfx1201", 0x0300);
  machine.agent("gfx1036", 0x0b00);
  if (!hsa_swapped) machine.agent("gfx1201", 0x0300);
  machine.render_node(128, "of the integrated");
  machine.render_node(129, "of the discrete");
  const JoinedDevices joined = machine.join();
  EXPECT_THAT(ids(joined), IsEmpty());
  ASSERT_EQ(joined.devices.size(), 2U);
  for (std::uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(joined.devices[i].agent_index, i);
    EXPECT_EQ(joined.devices[i].driver_version,
              joined.devices[i].gfx == "gfx1036" ? "of the integrated" : "of the discrete");
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, TwoGpus, testing::Combine(testing::Bool(), testing::Bool()));

TEST(JoinDevices, EightGpusStayEight) {
  Machine machine;
  for (std::uint32_t i = 0; i < 8; ++i) {
    machine.topology.gpu(i + 2, {.minor = 128 + i, .location_id = (9 - i) << 8});
    machine.render_node(128 + i, std::to_string(9 - i));
  }
  for (std::uint32_t i = 2; i < 10; ++i) machine.agent("gfx1100", i << 8);
  const JoinedDevices joined = machine.join();
  EXPECT_THAT(ids(joined), IsEmpty());
  ASSERT_EQ(joined.devices.size(), 8U);
  for (const JoinedDevice& device : joined.devices)
    EXPECT_EQ(device.driver_version, std::to_string(device.location.bus));
}

TEST(JoinDevices, PartitionsOfOneDeviceMeetOneToOne) {
  Machine machine;
  for (std::uint32_t i = 0; i < 8; ++i) {
    machine.topology.gpu(i + 2, {.gfx_target_version = 90402, .minor = 128 + i, .location_id = 0x8300 | i << 28});
    machine.agent("gfx942:sramecc+:xnack-", 0x8300 | i << 28);
    machine.render_node(128 + i, std::to_string(i));
  }
  const JoinedDevices joined = machine.join();
  EXPECT_THAT(ids(joined), IsEmpty());
  ASSERT_EQ(joined.devices.size(), 8U);
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(joined.devices[i].partition, i + 1);
    EXPECT_EQ(joined.devices[i].partition_count, 8U);
    EXPECT_EQ(joined.devices[i].driver_version, std::to_string(i));
  }
}

TEST(JoinDevices, APartitionWhoseRenderNodeIsClosedDoesNotShiftTheOthers) {
  Machine machine;
  for (std::uint32_t i = 0; i < 3; ++i) machine.topology.gpu(i + 2, {.gfx_target_version = 90402, .minor = 128 + i});
  machine.closed("renderD128");
  for (int i = 0; i < 2; ++i) machine.agent("gfx942", 0x300);
  machine.render_node(129, "second");
  machine.render_node(130, "third");
  const JoinedDevices joined = machine.join();
  EXPECT_THAT(ids(joined), ElementsAre("GPU_HIDDEN"));
  ASSERT_EQ(joined.devices.size(), 2U);
  EXPECT_EQ(joined.devices[0].driver_version, "second");
  EXPECT_EQ(joined.devices[1].driver_version, "third");
}

TEST(JoinDevices, AGpuOfTheKernelThatTheRuntimeDoesNotListIsNewerThanIt) {
  Machine machine;
  machine.topology.gpu(1, {}).gpu(2, {.gfx_target_version = 120500, .minor = 129, .location_id = 0x400});
  machine.agent("gfx1100", 0x300);
  const JoinedDevices joined = machine.join();
  ASSERT_THAT(ids(joined), ElementsAre("RUNTIME_TOO_OLD"));
  EXPECT_EQ(joined.findings[0].evidence, "gfx1250 [1002:744c]");
}

TEST(JoinDevices, ARuntimeThatListsNothingSaysSoAndNamesTheGpus) {
  Machine machine;
  machine.topology.gpu(1, {});
  EXPECT_THAT(ids(machine.join()), ElementsAre("NO_AGENT", "RUNTIME_TOO_OLD"));
}

TEST(JoinDevices, AGpuOutsideTheTableIsADeviceWithoutATarget) {
  Machine machine;
  machine.topology.gpu(1, {.gfx_target_version = 90012, .device_id = 0x1636});
  machine.agent("gfx90c:xnack-", 0x300, 0x1636);
  const JoinedDevices joined = machine.join();
  ASSERT_EQ(joined.devices.size(), 1U);
  EXPECT_EQ(joined.devices[0].gfx, "gfx90c");
  EXPECT_EQ(joined.devices[0].target, nullptr);
  ASSERT_THAT(ids(joined), ElementsAre("UNSUPPORTED_TARGET"));
  EXPECT_EQ(joined.findings[0].evidence, "gfx90c [1002:1636]");
  EXPECT_THAT(joined.findings[0].fix, HasSubstr("gfx908, gfx90a, gfx942"));
}

TEST(JoinDevices, AGpuWithoutANameIsADeviceWithoutATarget) {
  Machine machine;
  machine.topology.gpu(1, {});
  machine.agent("", 0x300);
  const JoinedDevices joined = machine.join();
  EXPECT_EQ(joined.devices.at(0).target, nullptr);
  EXPECT_THAT(ids(joined), ElementsAre("UNSUPPORTED_TARGET"));
}

TEST(JoinDevices, AnAgentThatTheKernelDoesNotListIsKeptAndToldOf) {
  Machine machine;
  machine.agent("gfx1100", 0x300);
  const JoinedDevices joined = machine.join();
  EXPECT_EQ(joined.devices.size(), 1U);
  EXPECT_EQ(joined.devices[0].pci_device_id, std::nullopt);
  EXPECT_THAT(ids(joined), ElementsAre("NOT_IN_TOPOLOGY"));
}

TEST(JoinDevices, ARenderNodeThatTheKernelsListDoesNotHaveIsToldOf) {
  Machine machine;
  machine.topology.gpu(1, {});
  machine.agent("gfx1100", 0x300);
  machine.render_node(128);
  machine.render_node(129).pci_device_id = 0x67df;
  const JoinedDevices joined = machine.join();
  ASSERT_THAT(ids(joined), ElementsAre("NOT_IN_KFD"));
  EXPECT_THAT(joined.findings[0].evidence, HasSubstr("renderD129"));
}

TEST(JoinDevices, AMarketingNameStandsInForAMissingProductName) {
  Machine machine;
  machine.topology.gpu(1, {});
  machine.agent("gfx1100", 0x300);
  machine.render_node(128).marketing_name = "AMD Radeon RX 7900 XTX";
  EXPECT_EQ(machine.join().devices.at(0).product_name, "AMD Radeon RX 7900 XTX");
}

TEST(JoinDevices, HiddenAndMalformedNodesAreToldOf) {
  Machine machine;
  machine.topology.gpu(1, {}).write(1, "properties", "");
  EXPECT_THAT(ids(machine.join()), ElementsAre("NO_AGENT", "TOPOLOGY_MALFORMED"));
  KfdTopology hidden;
  hidden.gpus.emplace_back().state = NodeState::kHidden;
  EXPECT_THAT(ids(join_devices({machine.probe, hidden, {}, {}})), ElementsAre("NO_AGENT", "GPU_HIDDEN"));
}

TEST(JoinDevices, NoEntryMeansNoDeviceAndNoFindingWhenNothingWasProbed) {
  Machine machine;
  machine.probe.status = ProbeStatus::kNotRun;
  const JoinedDevices joined = machine.join();
  EXPECT_TRUE(joined.devices.empty());
  EXPECT_THAT(ids(joined), IsEmpty());
}

struct Status {
  ProbeStatus status;
  std::string finding;
};

class ProbeStatuses : public testing::TestWithParam<Status> {};

TEST_P(ProbeStatuses, HasAFindingWithTheProbesWords) {
  Machine machine;
  machine.topology.gpu(1, {});
  machine.probe.status = GetParam().status;
  machine.probe.message = "what happened";
  const JoinedDevices joined = machine.join();
  ASSERT_THAT(ids(joined), ElementsAre(GetParam().finding));
  EXPECT_EQ(joined.findings[0].evidence, "what happened");
}

INSTANTIATE_TEST_SUITE_P(Failures, ProbeStatuses,
                         testing::Values(Status{ProbeStatus::kInitFailed, "HSA_INIT_FAILED"},
                                         Status{ProbeStatus::kTimeout, "HSA_INIT_HANG"},
                                         Status{ProbeStatus::kCrashed, "PROBE_CRASHED"},
                                         Status{ProbeStatus::kNoRuntimeLibrary, "CLOSURE_BROKEN"}),
                         [](const auto& tested) { return std::string(name_of(tested.param.status)); });

}  // namespace
}  // namespace agt
