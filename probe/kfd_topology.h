// The kernel's list of GPUs: /sys/devices/virtual/kfd/kfd/topology, read strictly and within limits.
// A virtual run's generated topology is read by the same code.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/model/probe_document.h"

namespace agt {

inline constexpr const char* kKfdTopologyRoot = "/sys/devices/virtual/kfd/kfd/topology";

enum class NodeState {
  kReadable,
  kHidden,     ///< EPERM: a GPU that was not passed into this container
  kMalformed,  ///< something in its files is not as the kernel writes it; `reason` says what
};

/// One GPU node. Its number is sysfs's own: inside a container the HSA runtime numbers otherwise.
/// Of a node that is not readable only `node`, `state` and `reason` mean something.
struct TopologyGpu {
  std::uint32_t node = 0;
  NodeState state = NodeState::kReadable;
  std::string reason;
  std::uint32_t gpu_id = 0;
  std::string name;                      ///< the kernel's code name, "navi10"; may be empty
  std::uint32_t gfx_target_version = 0;  ///< gfx_name() of targets.h makes it "gfx1010"
  std::uint32_t drm_render_minor = 0;
  PciLocation location;  ///< partitions of one device share it, or differ in the function
  std::uint32_t vendor_id = 0;
  std::uint32_t device_id = 0;
  std::uint32_t simd_count = 0;
  std::optional<std::uint32_t> simd_per_cu;
  std::optional<std::uint32_t> wave_front_lanes;
  std::optional<std::uint32_t> max_clock_mhz;
  std::optional<std::uint32_t> xcc_count;
  std::optional<std::uint32_t> doorbell_type;  ///< 2, or the HSA runtime starts for no GPU of the machine

  /// simd_count over simd_per_cu, when both are known.
  std::optional<std::uint32_t> compute_units() const;
};

struct KfdTopology {
  std::vector<TopologyGpu> gpus;  ///< by node number, hidden and malformed ones among them
  std::uint32_t cpu_nodes = 0;
};

/// Reads one attribute file: read_file, or a test's answer in its place.
using ReadAttribute = std::function<Result<std::string>(const std::filesystem::path&)>;
Result<std::string> read_attribute(const std::filesystem::path& path);

/// The topology below `root` (which holds "nodes/"); empty when there is none, as without the driver.
/// kBadInput when `root` holds more than 4096 nodes.
Result<KfdTopology> read_kfd_topology(const std::filesystem::path& root, const ReadAttribute& read = read_attribute);

/// The PCI location in KFD's location_id and in the HSA runtime's BDFID, which is the same number: bus 8 bits, device
/// 5, function 3; above them the kernel may keep the number of a partition (Linux kfd_topology.c).
PciLocation pci_location(std::uint32_t domain, std::uint32_t location_id);

}  // namespace agt
