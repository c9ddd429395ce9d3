// BufferDescriptor: the four dwords through which buffer instructions address memory, swizzled or not, and its bounds
// (ISA documents, "Buffer Resource Descriptor", "Buffer Addressing", "Range checking").
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace agt::vgpu {

/// Of one dword or less of one lane.
struct BufferAccess {
  std::uint32_t index, offset;  ///< of the lane: VGPRs and immediate
  std::uint32_t scalar_offset;  ///< of the wave; never swizzled
  std::uint32_t lane;
  std::uint32_t bytes;
};

struct BufferDescriptor {
  /// What makes an access out of bounds.
  enum class Bounds : std::uint8_t { kStructured, kIndexOnly, kEmptyOnly, kRaw };

  std::uint64_t base = 0;
  std::uint32_t stride = 0;
  std::uint32_t records = 0;        ///< bytes when raw, else elements
  std::uint32_t index_stride = 8;   ///< elements that swizzling interleaves
  bool swizzle = false;
  bool add_lane = false;            ///< ADD_TID_ENABLE
  Bounds bounds = Bounds::kRaw;

  /// Where the access lies, or nothing when it is out of bounds.
  std::optional<std::uint64_t> address(const BufferAccess& access) const;
};

/// gfx1250 has another layout of these dwords; it is not implemented here.
BufferDescriptor decode_buffer_descriptor(const std::array<std::uint32_t, 4>& words, int gfx_major);

}  // namespace agt::vgpu
