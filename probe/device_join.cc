// HSA and the kernel meet at the PCI location; partitions of one device share it, and both count them in the same
// order, so there the k-th meets the k-th. The kernel and libdrm meet at the render node's number.
// SPDX-License-Identifier: MIT
#include "probe/device_join.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "probe/findings.h"

namespace agt {
namespace {

constexpr std::uint32_t kAmdVendor = 0x1002;

std::string label(const std::string& gfx, std::uint32_t vendor_id, std::uint32_t device_id) {
  return fmt::format("{} [{:04x}:{:04x}]", gfx, vendor_id, device_id);
}

std::string label(const TopologyGpu& gpu) {
  return label(gfx_name(gpu.gfx_target_version), gpu.vendor_id, gpu.device_id);
}

/// What the probe's status says about the machine; nothing when it listed agents or was not run.
std::optional<FindingId> row_of(ProbeStatus status) {
  switch (status) {
    case ProbeStatus::kInitFailed:
      return FindingId::kHsaInitFailed;
    case ProbeStatus::kTimeout:
      return FindingId::kHsaInitHang;
    case ProbeStatus::kCrashed:
      return FindingId::kProbeCrashed;
    case ProbeStatus::kNoRuntimeLibrary:
      return FindingId::kClosureBroken;
    case ProbeStatus::kNoAgent:
      return FindingId::kNoAgent;
    case ProbeStatus::kOk:
    case ProbeStatus::kNotRun:
      break;
  }
  return std::nullopt;
}

std::string supported_names() {
  std::vector<std::string_view> names;
  for (const Target& target : supported_targets()) names.push_back(target.gfx);
  return fmt::format("{}", fmt::join(names, ", "));
}

class Join {
 public:
  explicit Join(const JoinSources& sources) : from_(sources) {}

  JoinedDevices run() {
    if (const auto row = row_of(from_.probe.status)) say(*row, from_.probe.message);
    for (const ProbeAgent& agent : from_.probe.agents) join(agent);
    explain_rest_of_topology();
    explain_rest_of_drm();
    return {std::move(devices_), findings()};
  }

 private:
  void say(FindingId row, std::string evidence) { evidence_[row].push_back(std::move(evidence)); }

  bool is_closed(const TopologyGpu& gpu) const {
    const std::string name = fmt::format("renderD{}", gpu.drm_render_minor);
    const auto is_it = [&](const NodeFacts& node) { return node.name == name && !node.accessible; };
    return std::any_of(from_.access.render_nodes.begin(), from_.access.render_nodes.end(), is_it);
  }

  /// The nodes at a location that the runtime can have listed, by node number.
  std::vector<const TopologyGpu*> open_gpus_at(const PciLocation& location) const {
    std::vector<const TopologyGpu*> gpus;
    for (const TopologyGpu& gpu : from_.topology.gpus)
      if (gpu.state == NodeState::kReadable && gpu.location == location && !is_closed(gpu)) gpus.push_back(&gpu);
    return gpus;
  }

  void join(const ProbeAgent& agent) {
    JoinedDevice& device = devices_.emplace_back();
    take(device, agent);
    const std::uint32_t place = seen_at_[key(agent.location)]++;
    const auto gpus = open_gpus_at(agent.location);
    if (place < gpus.size()) {
      take(device, *gpus[place]);
      device.partition = place + 1;
      device.partition_count = static_cast<std::uint32_t>(gpus.size());
      joined_nodes_.insert(gpus[place]->node);
    } else {
      say(FindingId::kNotInTopology, label(device.gfx, kAmdVendor, agent.chip_id));
    }
    if (device.target == nullptr) say(FindingId::kUnsupportedTarget, label(device.gfx, kAmdVendor, agent.chip_id));
  }

  static void take(JoinedDevice& device, const ProbeAgent& agent) {
    const auto id = parse_target_id(agent.target_id);
    device.agent_index = agent.index;
    device.target_id = agent.target_id;
    device.gfx = id ? id->gfx : agent.target_id;
    device.target = find_target(device.gfx);
    device.wavefront_lanes = agent.wavefront_lanes;
    device.compute_units = agent.compute_units;
    device.max_clock_mhz = agent.max_clock_mhz;
    device.chip_id = agent.chip_id;
    device.product_name = agent.product_name;
    device.location = agent.location;
  }

  void take(JoinedDevice& device, const TopologyGpu& gpu) const {
    device.pci_vendor_id = gpu.vendor_id;
    device.pci_device_id = gpu.device_id;
    for (const DrmFacts& drm : from_.drm) {
      if (drm.render_minor != gpu.drm_render_minor) continue;
      device.driver_name = drm.driver_name;
      device.driver_version = drm.driver_version;
      if (device.product_name.empty()) device.product_name = drm.marketing_name.value_or("");
      if (drm.pci_vendor_id) device.pci_vendor_id = drm.pci_vendor_id;
      if (drm.pci_device_id) device.pci_device_id = drm.pci_device_id;
    }
  }

  void explain_rest_of_topology() {
    const bool listed = from_.probe.status == ProbeStatus::kOk || from_.probe.status == ProbeStatus::kNoAgent;
    for (const TopologyGpu& gpu : from_.topology.gpus) {
      if (gpu.state == NodeState::kHidden) say(FindingId::kGpuHidden, fmt::format("node {}: EPERM", gpu.node));
      else if (gpu.state == NodeState::kMalformed) say(FindingId::kTopologyMalformed, gpu.reason);
      else if (is_closed(gpu))
        say(FindingId::kGpuHidden, label(gpu) + fmt::format(", renderD{}", gpu.drm_render_minor));
      else if (listed && !joined_nodes_.contains(gpu.node)) say(FindingId::kRuntimeTooOld, label(gpu));
    }
  }

  void explain_rest_of_drm() {
    for (const DrmFacts& drm : from_.drm) {
      const auto is_it = [&](const TopologyGpu& gpu) { return gpu.drm_render_minor == drm.render_minor; };
      const auto& gpus = from_.topology.gpus;
      if (drm.driver_name == "amdgpu" && std::none_of(gpus.begin(), gpus.end(), is_it))
        say(FindingId::kNotInKfd, fmt::format("renderD{} [{:04x}:{:04x}]", drm.render_minor,
                                              drm.pci_vendor_id.value_or(0), drm.pci_device_id.value_or(0)));
    }
  }

  std::vector<Finding> findings() const {
    Blanks blanks;
    blanks.targets = supported_names();
    std::vector<Finding> all;
    for (const auto& [row, evidence] : evidence_)
      all.push_back(make_finding(row, fmt::format("{}", fmt::join(evidence, "; ")), blanks));
    return all;
  }

  static std::array<std::uint32_t, 4> key(const PciLocation& location) {
    return {location.domain, location.bus, location.device, location.function};
  }

  const JoinSources& from_;
  std::vector<JoinedDevice> devices_;
  std::map<std::array<std::uint32_t, 4>, std::uint32_t> seen_at_;  // agents met at each location
  std::set<std::uint32_t> joined_nodes_;
  std::map<FindingId, std::vector<std::string>> evidence_;  // in the order of the catalogue
};

}  // namespace

JoinedDevices join_devices(const JoinSources& sources) { return Join(sources).run(); }

}  // namespace agt
