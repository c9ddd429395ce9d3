// One list of devices out of three: the HSA agents, the kernel's topology and libdrm's render nodes. A GPU that one of
// them has and another has not becomes a finding; no order is assumed to be the same in two of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "probe/drm_facts.h"
#include "probe/kfd_topology.h"
#include "report/model/access_facts.h"
#include "report/model/probe_document.h"
#include "targets/targets.h"

namespace agt {

/// One GPU that can be measured: an HSA agent with what the kernel and libdrm know of it.
struct JoinedDevice {
  std::uint32_t agent_index = 0;   ///< as ROCR_VISIBLE_DEVICES counts
  std::string target_id;           ///< "gfx90a:sramecc+:xnack-"
  std::string gfx;                 ///< "gfx90a"
  const Target* target = nullptr;  ///< null: outside the 25, not measured
  std::uint32_t wavefront_lanes = 0;
  std::uint32_t compute_units = 0;
  std::optional<std::uint32_t> max_clock_mhz;
  std::uint32_t chip_id = 0;
  std::string product_name;  ///< the runtime's, else libdrm's, else empty
  std::optional<std::string> driver_name;
  std::optional<std::string> driver_version;
  std::optional<std::uint32_t> pci_vendor_id;
  std::optional<std::uint32_t> pci_device_id;
  PciLocation location;         ///< in memory only, to compare with what the child sees
  std::uint32_t partition = 1;  ///< k of n partitions of one device
  std::uint32_t partition_count = 1;
};

struct JoinSources {
  const ProbeDocument& probe;
  const KfdTopology& topology;
  const std::vector<DrmFacts>& drm;  ///< empty in a virtual run
  const AccessFacts& access;         ///< of a virtual run: without render nodes
};

struct JoinedDevices {
  std::vector<JoinedDevice> devices;  ///< by agent index
  std::vector<Finding> findings;      ///< one for each id; also why the probe lists nothing, when it does not
};

JoinedDevices join_devices(const JoinSources& sources);

}  // namespace agt
