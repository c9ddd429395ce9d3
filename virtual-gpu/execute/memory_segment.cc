// What is done once per instruction, not per lane: operands become pointers and a base.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/memory_segment.h"

namespace agt::vgpu {

LaneAddress::LaneAddress(Wave& wave, const Instruction& instruction, Layout layout, std::uint32_t access_bytes)
    : base_(static_cast<std::uint64_t>(std::int64_t{instruction.modifiers.offset})) {
  const auto& operands = instruction.operands;
  const Operand& vector = operands[layout.address];
  if (vector.kind == OperandKind::kVector) {
    low_ = wave.v(vector.index);
    if (vector.dwords >= 2) high_ = wave.v(vector.index + 1U);
  }
  if (layout.base < operands.size() && operands[layout.base].kind != OperandKind::kOff) {
    const Operand& base = operands[layout.base];
    base_ += base.kind == OperandKind::kScalar && base.dwords >= 2 ? wave.pair(base.index) : read32(wave, base);
  }
  scale_ = instruction.modifiers.scale_offset ? access_bytes : 1;
  // gfx1250: the 32-bit VGPR offset beside a scalar base is signed.
  signed_ = high_ == nullptr && wave.gfx_major == 12 && wave.gfx_minor >= 5;
}

BufferSegment::BufferSegment(Wave& wave, const Instruction& instruction, Layout, std::uint32_t)
    : wave_(wave), immediate_(static_cast<std::uint32_t>(instruction.modifiers.offset)) {
  const auto& operands = instruction.operands;
  const Operand& vector = operands[1];
  const Operand& descriptor = operands[2];
  descriptor_ = decode_buffer_descriptor({wave.sgpr[descriptor.index], wave.sgpr[descriptor.index + 1U],
                                          wave.sgpr[descriptor.index + 2U], wave.sgpr[descriptor.index + 3U]},
                                         wave.gfx_major);
  scalar_offset_ = read32(wave, operands[3]);
  const Modifiers& modifiers = instruction.modifiers;
  if (modifiers.idxen) indices_ = wave.v(vector.index);
  if (modifiers.offen) offsets_ = wave.v(vector.index + (modifiers.idxen ? 1U : 0U));
}

}  // namespace agt::vgpu
