// Access first, without any ROCm library; then the probe, only where access allows it; then the three lists joined.
// SPDX-License-Identifier: MIT
#include "probe/machine.h"

#include <algorithm>

#include "base/file.h"
#include "probe/access.h"
#include "probe/device_join.h"
#include "probe/environment.h"
#include "probe/probe_agents.h"

namespace agt {
namespace {

constexpr std::uint64_t kReleaseLimitBytes = 4096;

std::optional<std::string> kernel_release() {
  auto text = read_file("/proc/sys/kernel/osrelease", kReleaseLimitBytes);
  if (!text) return std::nullopt;
  return text->substr(0, text->find('\n'));
}

/// The numbers of the render nodes that can be opened: 128 of renderD128.
std::vector<std::uint32_t> open_render_minors(const AccessFacts& access) {
  constexpr std::string_view kPrefix = "renderD";
  std::vector<std::uint32_t> minors;
  for (const NodeFacts& node : access.render_nodes)
    if (node.accessible) minors.push_back(static_cast<std::uint32_t>(std::stoul(node.name.substr(kPrefix.size()))));
  return minors;
}

FoundDevice found(const JoinedDevice& joined, DeviceKind kind) {
  FoundDevice device;
  device.index = joined.agent_index;
  device.kind = kind;
  device.location = joined.location;
  DeviceFacts& facts = device.facts;
  facts.gfx_target = joined.gfx;
  facts.target_id = joined.target_id;
  if (joined.target != nullptr) {
    facts.family = joined.target->family;
    facts.report_family = joined.target->report_family;
  }
  facts.wavefront_size = joined.wavefront_lanes;
  facts.compute_units = joined.compute_units;
  facts.max_clock_mhz = joined.max_clock_mhz;
  facts.chip_id = joined.chip_id;
  facts.product_name = joined.product_name;
  facts.driver_name = joined.driver_name;
  facts.driver_version = joined.driver_version;
  facts.pci_vendor_id = joined.pci_vendor_id;
  facts.pci_device_id = joined.pci_device_id;
  return device;
}

class Look {
 public:
  Look(const Kit& kit, const std::optional<VirtualMachine>& virtual_machine, const std::atomic<bool>& stop)
      : kit_(kit), virtual_(virtual_machine), stop_(stop) {}

  Result<Machine> carry_out() {
    const std::vector<std::string> inherited = own_environment();
    machine_.access = find_access_facts(Roots{}, own_identity());
    machine_.environment = {kernel_release(), removed_variables(inherited)};
    machine_.child_environment =
        child_environment(inherited, virtual_ ? virtual_->environment() : std::vector<std::string>());
    auto document = ask_probe();
    if (!document) return tl::make_unexpected(document.error());
    machine_.probe = {document->status, document->message, document->runtime_version,
                      static_cast<std::uint32_t>(document->agents.size())};
    if (document->status != ProbeStatus::kNotRun) return join(*document);
    return std::move(machine_);
  }

 private:
  Result<ProbeDocument> ask_probe() const {
    if (!virtual_ && machine_.access.path == AccessPath::kNone) {
      ProbeDocument document;
      document.message = "no GPU can be reached, so the runtime was not asked";
      return document;
    }
    ProbeSpec spec;
    spec.program = kit_.probe_program();
    spec.environment = machine_.child_environment;
    spec.stop = &stop_;
    return probe_agents(spec);
  }

  /// A virtual machine has a topology of its own, and neither render nodes nor libdrm facts.
  Result<Machine> join(const ProbeDocument& document) {
    const auto topology = read_kfd_topology(virtual_ ? virtual_->topology() : kKfdTopologyRoot);
    if (!topology) return tl::make_unexpected(topology.error());
    const std::vector<DrmFacts> drm =
        virtual_ ? std::vector<DrmFacts>() : read_drm_facts("/dev", open_render_minors(machine_.access));
    const AccessFacts no_access;
    const AccessFacts& access = virtual_ ? no_access : machine_.access;
    JoinedDevices joined = join_devices({document, *topology, drm, access});
    for (const JoinedDevice& device : joined.devices)
      machine_.devices.push_back(found(device, virtual_ ? DeviceKind::kVirtual : DeviceKind::kHardware));
    std::ranges::move(joined.findings, std::back_inserter(machine_.access.findings));
    return std::move(machine_);
  }

  const Kit& kit_;
  const std::optional<VirtualMachine>& virtual_;
  const std::atomic<bool>& stop_;
  Machine machine_;
};

}  // namespace

Result<Machine> look_at_machine(const Kit& kit, const std::optional<VirtualMachine>& virtual_machine,
                                const std::atomic<bool>& stop) {
  return Look(kit, virtual_machine, stop).carry_out();
}

}  // namespace agt
