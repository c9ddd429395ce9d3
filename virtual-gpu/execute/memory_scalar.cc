// Scalar memory: loads from an address or through a buffer descriptor, and gfx9's scalar stores.
// SPDX-License-Identifier: MIT
#include <array>

#include "virtual-gpu/execute/buffer_descriptor.h"
#include "virtual-gpu/execute/memory_access.h"
#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

/// The offset operand (an SGPR or a constant) and the one behind "offset:".
u64 offset_of(const Wave& wave, const Instruction& instruction, u32 access_bytes) {
  const auto immediate = static_cast<u64>(std::int64_t{instruction.modifiers.offset});
  const auto& operands = instruction.operands;
  if (operands.size() < 3) return immediate;
  const Operand& offset = operands[2];
  if (offset.kind != OperandKind::kScalar)
    return immediate + static_cast<u64>(std::int64_t{static_cast<std::int32_t>(offset.value)});
  const u64 scale = instruction.modifiers.scale_offset ? access_bytes : 1;
  return immediate + read32(wave, offset) * scale;
}

/// Hardware ignores the address bits below a dword, below the size of a smaller access.
template <u32 kBytes>
u64 aligned(u64 address) {
  return address & ~u64{kBytes < 4 ? kBytes - 1 : 3};
}

template <u32 kBytes>
const std::byte* load_from(Wave& wave, const Instruction& instruction) {
  const u64 address = aligned<kBytes>(wave.pair(instruction.operands[1].index) + offset_of(wave, instruction, kBytes));
  const std::byte* from = reach(wave, address, kBytes);
  if (from == nullptr) memory_fault(wave, {AccessKind::kLoad, kBytes, kNoLane}, address);
  return from;
}

template <u32 kDwords>
void write_result(Wave& wave, const Operand& result, const std::array<u32, kDwords>& values) {
  if (result.index == scalar::kNull) return;
  for (u32 i = 0; i < kDwords && result.index + i < scalar::kNull; ++i) wave.sgpr[result.index + i] = values[i];
}

template <u32 kDwords>
Step load(Wave& wave, const Instruction& instruction) {
  const std::byte* from = load_from<kDwords * 4>(wave, instruction);
  if (from == nullptr) return Step::kFault;
  std::array<u32, kDwords> values;
  std::memcpy(values.data(), from, sizeof(values));
  write_result<kDwords>(wave, instruction.operands[0], values);
  return Step::kNext;
}

template <class T>
Step load_narrow(Wave& wave, const Instruction& instruction) {
  const std::byte* from = load_from<sizeof(T)>(wave, instruction);
  if (from == nullptr) return Step::kFault;
  T value;
  std::memcpy(&value, from, sizeof(T));
  write32(wave, instruction.operands[0], static_cast<u32>(std::int32_t{value}));
  return Step::kNext;
}

/// The whole access or nothing: an offset beyond the buffer's bytes gives 0.
template <u32 kBytes>
bool read_buffer(Wave& wave, const Instruction& instruction, void* data) {
  const std::uint16_t at = instruction.operands[1].index;
  if (wave.gfx_major == 12 && wave.gfx_minor >= 5) {
    not_implemented(wave, "this target's buffer descriptor");
    return false;
  }
  const BufferDescriptor buffer = decode_buffer_descriptor(
      {wave.sgpr[at], wave.sgpr[at + 1U], wave.sgpr[at + 2U], wave.sgpr[at + 3U]}, wave.gfx_major);
  const u64 offset = aligned<kBytes>(offset_of(wave, instruction, kBytes));
  const u64 size = buffer.stride == 0 ? buffer.records : u64{buffer.records} * buffer.stride;
  std::memset(data, 0, kBytes);
  if (offset > size || size - offset < kBytes) return true;
  const std::byte* from = reach(wave, buffer.base + offset, kBytes);
  if (from == nullptr) memory_fault(wave, {AccessKind::kLoad, kBytes, kNoLane}, buffer.base + offset);
  else std::memcpy(data, from, kBytes);
  return from != nullptr;
}

template <u32 kDwords>
Step buffer_load(Wave& wave, const Instruction& instruction) {
  std::array<u32, kDwords> values;
  if (!read_buffer<kDwords * 4>(wave, instruction, values.data())) return Step::kFault;
  write_result<kDwords>(wave, instruction.operands[0], values);
  return Step::kNext;
}

template <class T>
Step buffer_load_narrow(Wave& wave, const Instruction& instruction) {
  T value;
  if (!read_buffer<sizeof(T)>(wave, instruction, &value)) return Step::kFault;
  write32(wave, instruction.operands[0], static_cast<u32>(std::int32_t{value}));
  return Step::kNext;
}

template <u32 kDwords>
Step store(Wave& wave, const Instruction& instruction) {
  const u64 address =
      aligned<kDwords * 4>(wave.pair(instruction.operands[1].index) + offset_of(wave, instruction, kDwords * 4));
  std::byte* to = reach(wave, address, kDwords * 4);
  if (to == nullptr) return memory_fault(wave, {AccessKind::kStore, kDwords * 4, kNoLane}, address);
  std::memcpy(to, &wave.sgpr[instruction.operands[0].index], kDwords * 4);
  return Step::kNext;
}

constexpr Opcode kOpcodes[] = {
    {"s_load_b32", load<1>, kAllB32, 1},
    {"s_load_b64", load<2>, kAllB32, 1},
    {"s_load_b96", load<3>, kAllB32, 1},
    {"s_load_b128", load<4>, kAllB32, 1},
    {"s_load_b256", load<8>, kAllB32, 1},
    {"s_load_b512", load<16>, kAllB32, 1},
    {"s_load_u8", load_narrow<std::uint8_t>, kAllB32, 1},
    {"s_load_i8", load_narrow<std::int8_t>, kAllB32, 1},
    {"s_load_u16", load_narrow<std::uint16_t>, kAllB32, 1},
    {"s_load_i16", load_narrow<std::int16_t>, kAllB32, 1},
    {"s_buffer_load_b32", buffer_load<1>, kAllB32, 1},
    {"s_buffer_load_b64", buffer_load<2>, kAllB32, 1},
    {"s_buffer_load_b96", buffer_load<3>, kAllB32, 1},
    {"s_buffer_load_b128", buffer_load<4>, kAllB32, 1},
    {"s_buffer_load_b256", buffer_load<8>, kAllB32, 1},
    {"s_buffer_load_b512", buffer_load<16>, kAllB32, 1},
    {"s_buffer_load_u8", buffer_load_narrow<std::uint8_t>, kAllB32, 1},
    {"s_buffer_load_i8", buffer_load_narrow<std::int8_t>, kAllB32, 1},
    {"s_buffer_load_u16", buffer_load_narrow<std::uint16_t>, kAllB32, 1},
    {"s_buffer_load_i16", buffer_load_narrow<std::int16_t>, kAllB32, 1},
    {"s_store_dword", store<1>, kAllB32, 0},
    {"s_store_dwordx2", store<2>, kAllB32, 0},
    {"s_store_dwordx4", store<4>, kAllB32, 0},
};

}  // namespace

std::span<const Opcode> memory_scalar_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu
