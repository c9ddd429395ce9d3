// KernelDescriptor: the 64 bytes that say how a kernel's waves start (LLVM AMDGPUUsage, "Kernel Descriptor").
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/result.h"

namespace agt::vgpu {

inline constexpr std::uint64_t kKernelDescriptorBytes = 64;

struct KernelDescriptor {
  std::uint32_t group_bytes = 0;    ///< LDS that the kernel declares itself; the dispatch has the total
  std::uint32_t private_bytes = 0;  ///< scratch per work-item that the kernel declares itself
  std::uint32_t kernarg_bytes = 0;
  std::int64_t entry_offset = 0;    ///< of the first instruction, from the descriptor's address

  /// User SGPRs, in the order in which they are laid out.
  bool private_segment_buffer = false, dispatch_ptr = false, queue_ptr = false, kernarg_ptr = false;
  bool dispatch_id = false, flat_scratch_init = false, private_segment_size = false;
  std::uint32_t preload_dwords = 0, preload_offset_dwords = 0;  ///< kernarg dwords behind them
  bool wave32 = false;
  bool dynamic_stack = false;

  /// COMPUTE_PGM_RSRC1
  std::uint32_t vgpr_granules = 0;  ///< granted granules less one
  std::uint8_t round_f32 = 0, round_f16_f64 = 0;
  std::uint8_t denorm_f32 = 0, denorm_f16_f64 = 0;  ///< 0 flush in and out, 3 keep; 1 and 2 flush one side
  bool dx10_clamp = false, ieee = false;            ///< before gfx12

  /// COMPUTE_PGM_RSRC2
  bool private_segment = false;        ///< the wave's scratch offset is a system SGPR
  std::uint32_t user_sgprs = 0;        ///< system SGPRs start behind this many
  bool workgroup_id_x = false, workgroup_id_y = false, workgroup_id_z = false, workgroup_info = false;
  std::uint32_t work_item_ids = 0;     ///< 0: x, 1: x and y, 2: x, y and z

  std::uint32_t accum_offset = 0;      ///< COMPUTE_PGM_RSRC3 of gfx90a to gfx950: the first AGPR in the unified file
};

/// kBadInput, with the field, for fewer than 64 bytes, reserved bytes that are not zero, an entry that is not at a
/// multiple of four, or a work-item id selection of 3. `wide_user_sgprs`: the count has six bits (gfx1250).
Result<KernelDescriptor> parse_kernel_descriptor(Bytes bytes, bool wide_user_sgprs);

}  // namespace agt::vgpu
