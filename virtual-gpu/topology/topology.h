// The KFD topology of a machine with virtual GPUs: the tree below /sys/devices/virtual/kfd/kfd/topology as files.
// The driver in libamdgpu-virtual.so answers from it, and amdgpu-tester reads it as the sysfs facts of a virtual run.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "virtual-gpu/topology/virtual_devices.h"

namespace agt::vgpu {

/// One GPU of a topology: a line of its file `devices`, which a real driver does not have.
struct TopologyGpu {
  std::uint32_t gpu_id = 0;
  std::uint32_t render_minor = 0;  ///< of /dev/dri/renderD<minor>
  const VirtualDevice* device = nullptr;
};

/// Writes `generation_id`, `system_properties`, `devices` and `nodes/` into `directory`, which is made when it is not
/// there. Node 0 is the CPU, node i the i-th device of `devices`; several may be of one target.
/// kUsage for none or for more than the 128 that a machine has render nodes for; kCannotWrite with the path.
/// Format: Linux, drivers/gpu/drm/amd/amdkfd/kfd_topology.c.
Result<void> write_topology(std::span<const VirtualDevice> devices, const std::filesystem::path& directory);

/// The GPUs of a tree that write_topology made, in the order of their nodes. kMissingInput, or kBadInput with the line.
Result<std::vector<TopologyGpu>> read_topology(const std::filesystem::path& directory);

}  // namespace agt::vgpu
