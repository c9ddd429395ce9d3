// Cache controls and prefetches: the model has no caches, memory is always current.
// SPDX-License-Identifier: MIT
#include <vector>

#include "virtual-gpu/execute/memory_access.h"
#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

constexpr std::string_view kNoEffect[] = {
    "s_dcache_inv", "s_dcache_inv_vol", "s_dcache_wb", "s_dcache_wb_vol", "s_dcache_discard", "s_dcache_discard_x2",
    "s_gl1_inv", "s_prefetch_inst", "s_prefetch_inst_pc_rel", "s_prefetch_data", "s_prefetch_data_pc_rel",
    "s_buffer_prefetch_data",
    "buffer_wbinvl1", "buffer_wbinvl1_vol", "buffer_wbl2", "buffer_inv", "buffer_invl2", "buffer_gl0_inv",
    "buffer_gl1_inv",
    "global_inv", "global_wb", "global_wbinv", "global_prefetch_b8", "flat_prefetch_b8",
};

Step next(Wave&, const Instruction&) { return Step::kNext; }

}  // namespace

std::span<const Opcode> memory_cache_opcodes() {
  static const std::vector<Opcode> kAll = [] {
    std::vector<Opcode> all;
    for (const std::string_view mnemonic : kNoEffect) all.push_back({mnemonic, next, kAllB32, 0});
    return all;
  }();
  return kAll;
}

}  // namespace agt::vgpu
