// Access facts: which device nodes of AMD GPUs this process may open, found by opening them, without any ROCm library.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "report/model/access_facts.h"

namespace agt {

/// Where the machine is read: the real roots, or a tree that a test made.
struct Roots {
  std::filesystem::path dev = "/dev";
  std::filesystem::path sys = "/sys";
  std::filesystem::path proc = "/proc";
};

/// Who tries, and how: what a test replaces to see answers that its own identity would not get.
struct Identity {
  std::uint32_t uid = 0;
  std::vector<std::uint32_t> groups;  ///< the effective one and the supplementary ones, sorted, each once
  /// Opens for reading and writing and closes again; 0 or errno. Never reads: KFD answers a read with EINVAL.
  std::function<int(const std::filesystem::path&)> try_open;
};

/// This process.
Identity own_identity();

/// `path` is kfd only when /dev/kfd and at least one AMD render node can be opened; otherwise at least one finding of
/// severity error says why not. The children that touch GPUs run as the same identity, so what holds here holds there.
AccessFacts find_access_facts(const Roots& roots, const Identity& identity);

}  // namespace agt
