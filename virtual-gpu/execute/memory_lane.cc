// DS instructions that move data between lanes and touch no memory: swizzle, permute, bpermute.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>

#include "virtual-gpu/execute/memory_access.h"
#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;
using Lanes = std::array<u32, kMaxLanes>;

bool is_active(const Wave& wave, u32 lane) { return (wave.exec() >> lane & 1) != 0; }

void write_active(Wave& wave, const Operand& result, const Lanes& values) {
  u32* row = registers(wave, result);
  each_lane(wave, [&](u32 lane) {
    row[lane] = values[lane];
    return true;
  });
}

u32 reverse_5_bits(u32 value) {
  u32 reversed = 0;
  for (unsigned i = 0; i < 5; ++i) reversed |= (value >> i & 1) << (4 - i);
  return reversed;
}

/// The source lane of `lane` for a 16-bit swizzle pattern (ISA documents, "DS_SWIZZLE_B32"). Patterns act on groups of
/// 32 lanes, the quad pattern on groups of four.
u32 swizzle_source(u32 lane, u32 pattern) {
  const u32 in_group = lane & 31, group = lane & ~31U, mask = pattern & 31;
  if (pattern >= 0xe000) return group | ((reverse_5_bits(in_group) >> std::popcount(mask)) | (in_group & mask));
  if (pattern >= 0xc000) {
    const u32 by = pattern >> 5 & 31;
    const u32 turned = (pattern & 0x400) != 0 ? in_group - by : in_group + by;
    return group | (((turned & ~mask) | (in_group & mask)) & 31);
  }
  if (pattern >= 0x8000) return (lane & ~3U) | (pattern >> (2 * (lane & 3)) & 3);
  return group | (((in_group & mask) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31));
}

/// A source lane that is not active gives 0.
Step swizzle(Wave& wave, const Instruction& instruction) {
  const u32* source = registers(wave, instruction.operands[1]);
  const auto pattern = static_cast<u32>(instruction.modifiers.offset) & 0xffff;
  Lanes values{};
  for (u32 lane = 0; lane < wave.lanes; ++lane) {
    const u32 from = swizzle_source(lane, pattern);
    values[lane] = is_active(wave, from) ? source[from] : 0;
  }
  write_active(wave, instruction.operands[0], values);
  return Step::kNext;
}

/// The lane that a byte address names. On gfx10 and gfx11 each half of a wave64 permutes by itself.
u32 addressed_lane(const Wave& wave, u32 lane, u32 address) {
  const bool halves = wave.gfx_major == 10 || wave.gfx_major == 11;
  return halves ? (lane & ~31U) | (address / 4 & 31) : address / 4 % wave.lanes;
}

u32 address_of(const Instruction& instruction, const u32* addresses, u32 lane) {
  return addresses[lane] + static_cast<u32>(instruction.modifiers.offset);
}

/// Each active lane pushes its data; of several to the same lane the highest wins; lanes that got nothing hold 0.
Step permute(Wave& wave, const Instruction& instruction) {
  const u32* addresses = registers(wave, instruction.operands[1]);
  const u32* data = registers(wave, instruction.operands[2]);
  Lanes values{};
  each_lane(wave, [&](u32 lane) {
    values[addressed_lane(wave, lane, address_of(instruction, addresses, lane))] = data[lane];
    return true;
  });
  write_active(wave, instruction.operands[0], values);
  return Step::kNext;
}

/// Each active lane pulls; from a lane that is not active it gets 0, unless kFetchInactive.
template <bool kFetchInactive>
Step pull(Wave& wave, const Instruction& instruction) {
  const u32* addresses = registers(wave, instruction.operands[1]);
  const u32* data = registers(wave, instruction.operands[2]);
  Lanes values{};
  each_lane(wave, [&](u32 lane) {
    const u32 from = addressed_lane(wave, lane, address_of(instruction, addresses, lane));
    values[lane] = kFetchInactive || is_active(wave, from) ? data[from] : 0;
    return true;
  });
  write_active(wave, instruction.operands[0], values);
  return Step::kNext;
}

Step no_operation(Wave&, const Instruction&) { return Step::kNext; }

constexpr Opcode kOpcodes[] = {
    {"ds_swizzle_b32", swizzle, kAllB32, 1},
    {"ds_permute_b32", permute, kAllB32, 1},
    {"ds_bpermute_b32", pull<false>, kAllB32, 1},
    {"ds_bpermute_fi_b32", pull<true>, kAllB32, 1},
    {"ds_nop", no_operation, kAllB32, 0},
};

}  // namespace

std::span<const Opcode> memory_lane_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu
