// Operands of vector instructions as arrays with one element for each lane, and results written back under a mask.
//
// A plain vector operand is a pointer into the register file; scalars and constants are spread over an array; what
// DPP, SDWA, halves and signs change is changed in a copy. The loops over lanes (lanewise.h) see arrays only.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "virtual-gpu/decode/instruction.h"
#include "virtual-gpu/execute/opcode.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {

using LaneWords = std::array<std::uint32_t, kMaxLanes>;

/// A source: `low` the first register's lanes, `high` the second's, for sources of 64 bits.
struct Source {
  const std::uint32_t* low = nullptr;
  const std::uint32_t* high = nullptr;
  alignas(64) LaneWords low_copy;
  alignas(64) LaneWords high_copy;
};

/// What a source is to the operation.
struct SourceShape {
  std::uint32_t bits = 32;   ///< 16: one half of the register, moved to the low bits; 32; 64: two registers
  bool accumulator = false;  ///< the result register read as the last source (v_fmac_f32): no SDWA
  bool raw = false;          ///< whole registers as they are: the operation itself selects halves and changes signs
};

/// Makes `source` from operand `operand_index`, which is source `source_index` of the instruction.
/// DPP takes those lanes out of `mask` whose result it leaves unchanged.
void fetch(Wave& wave, const Instruction& instruction, std::size_t operand_index, std::size_t source_index,
           SourceShape shape, Source& source, std::uint64_t& mask);

/// A lane mask that an operand holds: VCC, an SGPR or an SGPR pair, as wide as the wave.
std::uint64_t read_mask(const Wave& wave, const Operand& operand);
/// Writes it; lanes outside of the wave are dropped.
void write_mask(Wave& wave, const Operand& operand, std::uint64_t mask);
/// A scalar operand or a constant.
std::uint32_t read_scalar(const Wave& wave, const Operand& operand);
void write_scalar(Wave& wave, const Operand& operand, std::uint32_t value);
/// EXEC, upper half too on wave64.
void write_exec(Wave& wave, std::uint64_t mask);

/// The register of a vector or accumulator operand, `word` 1 for the second of a pair.
std::uint32_t* register_lanes(Wave& wave, const Operand& operand, std::uint32_t word = 0);

/// How a 16-bit result treats the other half of its register on gfx9; later families always preserve it.
enum class OtherHalf : std::uint8_t { kZeroedOnGfx9, kPreserved };

void store32(Wave& wave, const Instruction& instruction, const LaneWords& words, std::uint64_t mask);
void store64(Wave& wave, const Instruction& instruction, const LaneWords& low, const LaneWords& high,
             std::uint64_t mask);
void store16(Wave& wave, const Instruction& instruction, const LaneWords& halves, std::uint64_t mask,
             OtherHalf other);

/// Sets lanes of `destination` where `mask` has a bit.
void blend(std::uint32_t* destination, const std::uint32_t* source, std::uint32_t lanes, std::uint64_t mask);

/// The end of every handler: kNext, or kFault when an operand was out of reach.
inline Step finish(const Wave& wave) { return wave.fault.empty() ? Step::kNext : Step::kFault; }

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
