// LDS loads and stores: one address or two, bytes to four dwords. Unaligned accesses are allowed, as hardware does in
// the unaligned mode that the ROCm runtime sets.
// SPDX-License-Identifier: MIT
#include <array>

#include "virtual-gpu/execute/memory_access.h"
#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;

/// Copies from LDS; false with wave.fault set when it is out of range.
template <u32 kBytes>
bool read_lds(Wave& wave, u32 lane, u32 offset, void* data) {
  const std::byte* from = reach_lds(wave, offset, kBytes);
  if (from == nullptr) lds_fault(wave, {AccessKind::kLoad, kBytes, lane}, offset);
  else std::memcpy(data, from, kBytes);
  return from != nullptr;
}

template <u32 kBytes>
bool write_lds(Wave& wave, u32 lane, u32 offset, const void* data) {
  std::byte* to = reach_lds(wave, offset, kBytes);
  if (to == nullptr) lds_fault(wave, {AccessKind::kStore, kBytes, lane}, offset);
  else std::memcpy(to, data, kBytes);
  return to != nullptr;
}

Step finished(bool done) { return done ? Step::kNext : Step::kFault; }

u32 immediate_offset(const Instruction& instruction) { return static_cast<u32>(instruction.modifiers.offset); }

/// kInto 32: the whole register; 0 and 16: that half, the other one stays.
template <class T, unsigned kInto>
Step load_narrow(Wave& wave, const Instruction& instruction) {
  u32* row = registers(wave, instruction.operands[0]);
  const u32* address = registers(wave, instruction.operands[1]);
  const u32 offset = immediate_offset(instruction);
  return finished(each_lane(wave, [&](u32 lane) {
    T loaded;
    if (!read_lds<sizeof(T)>(wave, lane, address[lane] + offset, &loaded)) return false;
    const auto wide = static_cast<u32>(std::int32_t{loaded});
    if constexpr (kInto == 32) row[lane] = wide;
    else row[lane] = (row[lane] & ~(0xffffU << kInto)) | (wide & 0xffff) << kInto;
    return true;
  }));
}

template <u32 kDwords>
void scatter(Wave& wave, u32* rows, u32 lane, const std::array<u32, kDwords>& values) {
  for (u32 i = 0; i < kDwords; ++i) rows[std::size_t{i} * wave.lanes + lane] = values[i];
}

template <u32 kDwords>
std::array<u32, kDwords> gather(const Wave& wave, const u32* rows, u32 lane) {
  std::array<u32, kDwords> values;
  for (u32 i = 0; i < kDwords; ++i) values[i] = rows[std::size_t{i} * wave.lanes + lane];
  return values;
}

template <u32 kDwords>
Step load_dwords(Wave& wave, const Instruction& instruction) {
  u32* rows = registers(wave, instruction.operands[0]);
  const u32* address = registers(wave, instruction.operands[1]);
  const u32 offset = immediate_offset(instruction);
  return finished(each_lane(wave, [&](u32 lane) {
    std::array<u32, kDwords> loaded;
    if (!read_lds<kDwords * 4>(wave, lane, address[lane] + offset, loaded.data())) return false;
    scatter<kDwords>(wave, rows, lane, loaded);
    return true;
  }));
}

/// Offsets count elements, or 64 elements.
template <u32 kDwords, u32 kStride>
Step load_pair(Wave& wave, const Instruction& instruction) {
  constexpr u32 kUnit = kDwords * 4 * kStride;
  u32* rows = registers(wave, instruction.operands[0]);
  const u32* address = registers(wave, instruction.operands[1]);
  const Modifiers& modifiers = instruction.modifiers;
  return finished(each_lane(wave, [&](u32 lane) {
    std::array<u32, kDwords> first, second;
    const u32 base = address[lane];
    if (!read_lds<kDwords * 4>(wave, lane, base + modifiers.offset0 * kUnit, first.data())) return false;
    if (!read_lds<kDwords * 4>(wave, lane, base + modifiers.offset1 * kUnit, second.data())) return false;
    scatter<kDwords>(wave, rows, lane, first);
    scatter<kDwords>(wave, rows + std::size_t{kDwords} * wave.lanes, lane, second);
    return true;
  }));
}

template <u32 kBytes, unsigned kFrom>
Step store_narrow(Wave& wave, const Instruction& instruction) {
  const u32* address = registers(wave, instruction.operands[0]);
  const u32* row = registers(wave, instruction.operands[1]);
  const u32 offset = immediate_offset(instruction);
  return finished(each_lane(wave, [&](u32 lane) {
    const u32 value = row[lane] >> kFrom;
    return write_lds<kBytes>(wave, lane, address[lane] + offset, &value);
  }));
}

template <u32 kDwords>
Step store_dwords(Wave& wave, const Instruction& instruction) {
  const u32* address = registers(wave, instruction.operands[0]);
  const u32* rows = registers(wave, instruction.operands[1]);
  const u32 offset = immediate_offset(instruction);
  return finished(each_lane(wave, [&](u32 lane) {
    const auto values = gather<kDwords>(wave, rows, lane);
    return write_lds<kDwords * 4>(wave, lane, address[lane] + offset, values.data());
  }));
}

template <u32 kDwords, u32 kStride>
Step store_pair(Wave& wave, const Instruction& instruction) {
  constexpr u32 kUnit = kDwords * 4 * kStride;
  const u32* address = registers(wave, instruction.operands[0]);
  const u32* first = registers(wave, instruction.operands[1]);
  const u32* second = registers(wave, instruction.operands[2]);
  const Modifiers& modifiers = instruction.modifiers;
  return finished(each_lane(wave, [&](u32 lane) {
    const auto a = gather<kDwords>(wave, first, lane);
    const auto b = gather<kDwords>(wave, second, lane);
    const u32 base = address[lane];
    return write_lds<kDwords * 4>(wave, lane, base + modifiers.offset0 * kUnit, a.data()) &&
           write_lds<kDwords * 4>(wave, lane, base + modifiers.offset1 * kUnit, b.data());
  }));
}

/// The address is M0[15:0] + offset + 4 * lane; there is no address register.
u32 lane_indexed(const Wave& wave, const Instruction& instruction, u32 lane) {
  return (wave.sgpr[scalar::kM0] & 0xffff) + immediate_offset(instruction) + lane * 4;
}

Step load_by_lane(Wave& wave, const Instruction& instruction) {
  u32* row = registers(wave, instruction.operands[0]);
  return finished(each_lane(
      wave, [&](u32 lane) { return read_lds<4>(wave, lane, lane_indexed(wave, instruction, lane), &row[lane]); }));
}

Step store_by_lane(Wave& wave, const Instruction& instruction) {
  const u32* row = registers(wave, instruction.operands[0]);
  return finished(each_lane(
      wave, [&](u32 lane) { return write_lds<4>(wave, lane, lane_indexed(wave, instruction, lane), &row[lane]); }));
}

constexpr Opcode kOpcodes[] = {
    {"ds_load_u8", load_narrow<std::uint8_t, 32>, kAllB32, 1},
    {"ds_load_i8", load_narrow<std::int8_t, 32>, kAllB32, 1},
    {"ds_load_u16", load_narrow<std::uint16_t, 32>, kAllB32, 1},
    {"ds_load_i16", load_narrow<std::int16_t, 32>, kAllB32, 1},
    {"ds_load_u8_d16", load_narrow<std::uint8_t, 0>, kAllB32, 1},
    {"ds_load_u8_d16_hi", load_narrow<std::uint8_t, 16>, kAllB32, 1},
    {"ds_load_i8_d16", load_narrow<std::int8_t, 0>, kAllB32, 1},
    {"ds_load_i8_d16_hi", load_narrow<std::int8_t, 16>, kAllB32, 1},
    {"ds_load_u16_d16", load_narrow<std::uint16_t, 0>, kAllB32, 1},
    {"ds_load_u16_d16_hi", load_narrow<std::uint16_t, 16>, kAllB32, 1},
    {"ds_load_b32", load_dwords<1>, kAllB32, 1},
    {"ds_load_b64", load_dwords<2>, kAllB32, 1},
    {"ds_load_b96", load_dwords<3>, kAllB32, 1},
    {"ds_load_b128", load_dwords<4>, kAllB32, 1},
    {"ds_load_2addr_b32", load_pair<1, 1>, kAllB32, 1},
    {"ds_load_2addr_b64", load_pair<2, 1>, kAllB32, 1},
    {"ds_load_2addr_stride64_b32", load_pair<1, 64>, kAllB32, 1},
    {"ds_load_2addr_stride64_b64", load_pair<2, 64>, kAllB32, 1},
    {"ds_store_b8", store_narrow<1, 0>, kAllB32, 0},
    {"ds_store_b16", store_narrow<2, 0>, kAllB32, 0},
    {"ds_store_b8_d16_hi", store_narrow<1, 16>, kAllB32, 0},
    {"ds_store_b16_d16_hi", store_narrow<2, 16>, kAllB32, 0},
    {"ds_store_b32", store_dwords<1>, kAllB32, 0},
    {"ds_store_b64", store_dwords<2>, kAllB32, 0},
    {"ds_store_b96", store_dwords<3>, kAllB32, 0},
    {"ds_store_b128", store_dwords<4>, kAllB32, 0},
    {"ds_store_2addr_b32", store_pair<1, 1>, kAllB32, 0},
    {"ds_store_2addr_b64", store_pair<2, 1>, kAllB32, 0},
    {"ds_store_2addr_stride64_b32", store_pair<1, 64>, kAllB32, 0},
    {"ds_store_2addr_stride64_b64", store_pair<2, 64>, kAllB32, 0},
    {"ds_load_addtid_b32", load_by_lane, kAllB32, 1},
    {"ds_read_addtid_b32", load_by_lane, kAllB32, 1},
    {"ds_store_addtid_b32", store_by_lane, kAllB32, 0},
    {"ds_write_addtid_b32", store_by_lane, kAllB32, 0},
};

}  // namespace

std::span<const Opcode> memory_lds_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu
