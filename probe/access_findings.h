// From the errno of each open to what is wrong and what to do (shared table: errno of open("/dev/kfd")).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "report/model/access_facts.h"

namespace agt {

/// A node with what its judgement needs and a report does not.
struct JudgedNode {
  NodeFacts facts;
  int error = 0;              ///< errno of the attempt, 0 when it could be opened
  bool mode_allows = false;   ///< its mode, owner and group would let this process read and write
  bool gid_is_mapped = true;  ///< false for the placeholder that an unmapped group shows as
};

/// What is around the nodes.
struct Surroundings {
  bool wsl = false;                   ///< /dev/dxg or a release of Microsoft
  bool amdgpu_loaded = false;         ///< /sys/module/amdgpu
  std::uint32_t amd_pci_devices = 0;  ///< displays and accelerators of vendor 0x1002
  std::vector<std::uint32_t> groups;  ///< of the process
};

/// The findings, the most fundamental first; one for each id, with every node it holds for in its evidence.
std::vector<Finding> explain_access(const JudgedNode& kfd, const std::vector<JudgedNode>& render_nodes,
                                    const Surroundings& surroundings);

}  // namespace agt
