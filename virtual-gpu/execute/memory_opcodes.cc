// The table of memory opcodes is the concatenation of its files' tables.
// SPDX-License-Identifier: MIT
#include <vector>

#include "virtual-gpu/execute/memory_access.h"

namespace agt::vgpu {

std::span<const Opcode> memory_opcodes() {
  static const std::vector<Opcode> kAll = [] {
    std::vector<Opcode> all;
    for (const auto part : {memory_scalar_opcodes(), memory_load_store_opcodes(), memory_atomic_opcodes(),
                            memory_lds_opcodes(), memory_lds_atomic_opcodes(), memory_lane_opcodes(),
                            memory_cache_opcodes()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return kAll;
}

}  // namespace agt::vgpu
