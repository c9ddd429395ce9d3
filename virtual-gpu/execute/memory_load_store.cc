// Vector loads and stores of all four segments: bytes and halves, sign-extended or into one half of a register (d16),
// and one to four dwords.
// SPDX-License-Identifier: MIT
#include <array>
#include <deque>
#include <string>
#include <vector>

#include "virtual-gpu/execute/memory_segment.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;

/// A load of less than a dword: what becomes of the register.
template <class T, unsigned kInto>
struct Narrow {
  static constexpr u32 kBytes = sizeof(T);
  /// kInto 32: the whole register; 0 and 16: that half, the other one stays.
  static u32 merge(u32 old, T loaded) {
    const auto wide = static_cast<u32>(std::int32_t{loaded});
    if constexpr (kInto == 32) return wide;
    else return (old & ~(0xffffU << kInto)) | (wide & 0xffff) << kInto;
  }
};

template <class Segment, class T, unsigned kInto>
Step load_narrow(Wave& wave, const Instruction& instruction) {
  Segment segment(wave, instruction, kLoadLayout, sizeof(T));
  u32* row = registers(wave, instruction.operands[0]);
  const bool done = each_lane(wave, [&](u32 lane) {
    T loaded;
    if (!segment.template read<sizeof(T)>(lane, &loaded)) return false;
    row[lane] = Narrow<T, kInto>::merge(row[lane], loaded);
    return true;
  });
  return done ? Step::kNext : Step::kFault;
}

template <class Segment, u32 kDwords>
Step load_dwords(Wave& wave, const Instruction& instruction) {
  Segment segment(wave, instruction, kLoadLayout, kDwords * 4);
  u32* rows = registers(wave, instruction.operands[0]);
  const bool done = each_lane(wave, [&](u32 lane) {
    std::array<u32, kDwords> loaded;
    if (!segment.template read<kDwords * 4>(lane, loaded.data())) return false;
    for (u32 i = 0; i < kDwords; ++i) rows[std::size_t{i} * wave.lanes + lane] = loaded[i];
    return true;
  });
  return done ? Step::kNext : Step::kFault;
}

template <class Segment>
const Operand& stored(const Instruction& instruction) {
  return instruction.operands[Segment::kDataFirst ? 0 : kStoreLayout.data];
}

/// Stores the low bytes of the register, or of its upper half.
template <class Segment, u32 kBytes, unsigned kFrom>
Step store_narrow(Wave& wave, const Instruction& instruction) {
  Segment segment(wave, instruction, kStoreLayout, kBytes);
  const u32* row = registers(wave, stored<Segment>(instruction));
  const bool done = each_lane(wave, [&](u32 lane) {
    const u32 value = row[lane] >> kFrom;
    return segment.template write<kBytes>(lane, &value);
  });
  return done ? Step::kNext : Step::kFault;
}

template <class Segment, u32 kDwords>
Step store_dwords(Wave& wave, const Instruction& instruction) {
  Segment segment(wave, instruction, kStoreLayout, kDwords * 4);
  const u32* rows = registers(wave, stored<Segment>(instruction));
  const bool done = each_lane(wave, [&](u32 lane) {
    std::array<u32, kDwords> value;
    for (u32 i = 0; i < kDwords; ++i) value[i] = rows[std::size_t{i} * wave.lanes + lane];
    return segment.template write<kDwords * 4>(lane, value.data());
  });
  return done ? Step::kNext : Step::kFault;
}

constexpr std::array<std::string_view, 4> kSegments = {"global_", "flat_", "scratch_", "buffer_"};

/// One row: what stands behind the segment's name, and the handler of each segment in the order of kSegments.
struct Row {
  std::string_view name;
  std::array<Handler, 4> handlers;
  std::uint8_t results;
};

template <class T, unsigned kInto>
constexpr std::array<Handler, 4> kLoadNarrow = {load_narrow<GlobalSegment, T, kInto>, load_narrow<FlatSegment, T, kInto>,
                                                load_narrow<ScratchSegment, T, kInto>,
                                                load_narrow<BufferSegment, T, kInto>};
template <u32 kDwords>
constexpr std::array<Handler, 4> kLoadDwords = {load_dwords<GlobalSegment, kDwords>, load_dwords<FlatSegment, kDwords>,
                                                load_dwords<ScratchSegment, kDwords>,
                                                load_dwords<BufferSegment, kDwords>};
template <u32 kBytes, unsigned kFrom>
constexpr std::array<Handler, 4> kStoreNarrow = {
    store_narrow<GlobalSegment, kBytes, kFrom>, store_narrow<FlatSegment, kBytes, kFrom>,
    store_narrow<ScratchSegment, kBytes, kFrom>, store_narrow<BufferSegment, kBytes, kFrom>};
template <u32 kDwords>
constexpr std::array<Handler, 4> kStoreDwords = {
    store_dwords<GlobalSegment, kDwords>, store_dwords<FlatSegment, kDwords>, store_dwords<ScratchSegment, kDwords>,
    store_dwords<BufferSegment, kDwords>};

constexpr Row kRows[] = {
    {"load_u8", kLoadNarrow<std::uint8_t, 32>, 1},
    {"load_i8", kLoadNarrow<std::int8_t, 32>, 1},
    {"load_u16", kLoadNarrow<std::uint16_t, 32>, 1},
    {"load_i16", kLoadNarrow<std::int16_t, 32>, 1},
    {"load_d16_u8", kLoadNarrow<std::uint8_t, 0>, 1},
    {"load_d16_i8", kLoadNarrow<std::int8_t, 0>, 1},
    {"load_d16_b16", kLoadNarrow<std::uint16_t, 0>, 1},
    {"load_d16_hi_u8", kLoadNarrow<std::uint8_t, 16>, 1},
    {"load_d16_hi_i8", kLoadNarrow<std::int8_t, 16>, 1},
    {"load_d16_hi_b16", kLoadNarrow<std::uint16_t, 16>, 1},
    {"load_b32", kLoadDwords<1>, 1},
    {"load_b64", kLoadDwords<2>, 1},
    {"load_b96", kLoadDwords<3>, 1},
    {"load_b128", kLoadDwords<4>, 1},
    {"store_b8", kStoreNarrow<1, 0>, 0},
    {"store_b16", kStoreNarrow<2, 0>, 0},
    {"store_d16_hi_b8", kStoreNarrow<1, 16>, 0},
    {"store_d16_hi_b16", kStoreNarrow<2, 16>, 0},
    {"store_b32", kStoreDwords<1>, 0},
    {"store_b64", kStoreDwords<2>, 0},
    {"store_b96", kStoreDwords<3>, 0},
    {"store_b128", kStoreDwords<4>, 0},
};

}  // namespace

std::span<const Opcode> memory_load_store_opcodes() {
  static std::deque<std::string> names;  // what the opcodes' mnemonics point to
  static const std::vector<Opcode> kAll = [] {
    std::vector<Opcode> all;
    for (const Row& row : kRows) {
      for (std::size_t i = 0; i < kSegments.size(); ++i) {
        names.push_back(std::string(kSegments[i]) + std::string(row.name));
        all.push_back({names.back(), row.handlers[i], kAllB32, row.results});
      }
    }
    return all;
  }();
  return kAll;
}

}  // namespace agt::vgpu
