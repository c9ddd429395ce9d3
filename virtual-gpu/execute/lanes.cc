// Operands of vector instructions as arrays of lanes, and results under a mask.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/lanes.h"

#include <algorithm>
#include <cstring>

#include "virtual-gpu/execute/dpp.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

void spread(LaneWords& lanes, std::uint32_t value, std::uint32_t count) {
  std::fill_n(lanes.begin(), count, value);
}

std::uint64_t scalar_value(const Wave& wave, const Operand& operand) {
  if (operand.kind == OperandKind::kConstant) return operand.value;
  if (operand.index == scalar::kNull) return 0;
  return operand.dwords > 1 ? wave.pair(operand.index) : wave.sgpr[operand.index];
}

void fetch_words(Wave& wave, const Operand& operand, bool wide, Source& source) {
  if (operand.kind == OperandKind::kVector || operand.kind == OperandKind::kAccum) {
    source.low = register_lanes(wave, operand);
    source.high = wide ? register_lanes(wave, operand, 1) : source.low;
    return;
  }
  const std::uint64_t value = scalar_value(wave, operand);
  spread(source.low_copy, static_cast<std::uint32_t>(value), wave.lanes);
  source.low = source.low_copy.data();
  source.high = source.low;
  if (!wide) return;
  spread(source.high_copy, static_cast<std::uint32_t>(value >> 32), wave.lanes);
  source.high = source.high_copy.data();
}

/// The words of a source become a copy that may be changed.
std::uint32_t* own(const std::uint32_t*& words, LaneWords& copy, std::uint32_t lanes) {
  if (words != copy.data()) std::copy_n(words, lanes, copy.begin());
  words = copy.data();
  return copy.data();
}

void permute(const Wave& wave, const Modifiers& modifiers, const std::uint32_t*& words, LaneWords& copy,
             std::uint64_t& mask) {
  LaneWords permuted;
  apply_dpp(wave, modifiers, words, permuted.data(), mask);
  std::copy_n(permuted.begin(), wave.lanes, copy.begin());
  words = copy.data();
}

struct Part {
  std::uint32_t shift;
  std::uint32_t bits;
};

Part part_of(Select select) {
  switch (select) {
    case Select::kByte0: return {0, 8};
    case Select::kByte1: return {8, 8};
    case Select::kByte2: return {16, 8};
    case Select::kByte3: return {24, 8};
    case Select::kWord0: return {0, 16};
    case Select::kWord1: return {16, 16};
    case Select::kDword: break;
  }
  return {0, 32};
}

/// The part in the low bits, zero- or sign-extended.
void extract(std::uint32_t* words, std::uint32_t lanes, Part part, bool sign_extend) {
  const std::uint32_t up = 32 - part.bits - part.shift;
  const std::uint32_t down = 32 - part.bits;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const std::uint32_t top = words[lane] << up;
    words[lane] = sign_extend ? static_cast<std::uint32_t>(static_cast<std::int32_t>(top) >> down) : top >> down;
  }
}

void change_sign(std::uint32_t* words, std::uint32_t lanes, const Operand& operand, std::uint32_t sign_bit) {
  const std::uint32_t sign = 1U << sign_bit;
  const std::uint32_t keep = operand.absolute ? ~sign : ~0U;
  const std::uint32_t flip = operand.negate ? sign : 0U;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) words[lane] = (words[lane] & keep) ^ flip;
}

bool takes_high_half(const Instruction& instruction, const Operand& operand, std::size_t source_index,
                     const SourceShape& shape) {
  return shape.bits == 16 && (operand.high_half || (instruction.modifiers.op_sel >> source_index & 1) != 0);
}

/// SDWA's selection, else the half of a 16-bit source; a whole register needs nothing.
Part source_part(const Instruction& instruction, const Operand& operand, std::size_t source_index,
                 const SourceShape& shape) {
  const Modifiers& modifiers = instruction.modifiers;
  if (modifiers.sdwa && source_index < 2 && !shape.accumulator) return part_of(modifiers.src_sel[source_index]);
  if (takes_high_half(instruction, operand, source_index, shape)) return {16, 16};
  return {0, 32};
}

void apply_source_modifiers(const Wave& wave, const Instruction& instruction, const Operand& operand,
                            std::size_t source_index, const SourceShape& shape, Source& source) {
  const Part part = source_part(instruction, operand, source_index, shape);
  if (part.bits != 32) extract(own(source.low, source.low_copy, wave.lanes), wave.lanes, part, operand.sign_extend);
  if (!operand.negate && !operand.absolute) return;
  if (shape.bits == 64) {
    change_sign(own(source.high, source.high_copy, wave.lanes), wave.lanes, operand, 31);
  } else {
    change_sign(own(source.low, source.low_copy, wave.lanes), wave.lanes, operand, shape.bits - 1);
  }
}

/// Where a result register lies; null with wave.fault set when it is none that can be written.
std::uint32_t* result_lanes(Wave& wave, const Instruction& instruction, std::uint32_t word = 0) {
  return register_lanes(wave, instruction.operands[0], word);
}

/// The bits of the register that SDWA writes, and what it puts into the others.
std::uint32_t sdwa_word(std::uint32_t value, std::uint32_t before, const Modifiers& modifiers) {
  const Part part = part_of(modifiers.dst_sel);
  if (part.bits == 32) return value;
  const std::uint32_t ones = (1U << part.bits) - 1;
  const std::uint32_t placed = (value & ones) << part.shift;
  if (modifiers.dst_unused == Unused::kPreserve) return (before & ~(ones << part.shift)) | placed;
  const bool negative = (value >> (part.bits - 1) & 1) != 0;
  if (modifiers.dst_unused == Unused::kPad || !negative) return placed;
  return placed | ~((ones << part.shift) | ((1U << part.shift) - 1));
}

void store_sdwa(Wave& wave, const Instruction& instruction, const LaneWords& words, std::uint64_t mask) {
  std::uint32_t* destination = result_lanes(wave, instruction);
  LaneWords merged;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    merged[lane] = sdwa_word(words[lane], destination[lane], instruction.modifiers);
  }
  blend(destination, merged.data(), wave.lanes, mask);
}

}  // namespace

std::uint32_t* register_lanes(Wave& wave, const Operand& operand, std::uint32_t word) {
  auto& file = operand.kind == OperandKind::kAccum ? wave.agpr : wave.vgpr;
  const std::size_t begin = (static_cast<std::size_t>(operand.index) + word) * wave.lanes;
  if (begin + wave.lanes <= file.size()) [[likely]] return file.data() + begin;
  if (wave.fault.empty()) wave.fault = "register " + std::to_string(operand.index + word) + " is out of range";
  return wave.vgpr.data();
}

void fetch(Wave& wave, const Instruction& instruction, std::size_t operand_index, std::size_t source_index,
           SourceShape shape, Source& source, std::uint64_t& mask) {
  const Operand& operand = instruction.operands[operand_index];
  fetch_words(wave, operand, shape.bits == 64, source);
  const Modifiers& modifiers = instruction.modifiers;
  if (modifiers.dpp != DppKind::kNone && source_index == 0) {
    permute(wave, modifiers, source.low, source.low_copy, mask);
    if (shape.bits == 64) permute(wave, modifiers, source.high, source.high_copy, mask);
  }
  if (!shape.raw) apply_source_modifiers(wave, instruction, operand, source_index, shape, source);
}

std::uint64_t read_mask(const Wave& wave, const Operand& operand) {
  if (operand.kind == OperandKind::kConstant) return operand.value & wave.all_lanes();
  if (operand.index == scalar::kNull) return 0;
  return wave.lanes == 64 ? wave.pair(operand.index) : wave.sgpr[operand.index];
}

void write_mask(Wave& wave, const Operand& operand, std::uint64_t mask) {
  if (operand.index == scalar::kNull) return;
  if (wave.lanes == 64) {
    wave.set_pair(operand.index, mask);
  } else {
    wave.sgpr[operand.index] = static_cast<std::uint32_t>(mask);
  }
}

std::uint32_t read_scalar(const Wave& wave, const Operand& operand) {
  return static_cast<std::uint32_t>(scalar_value(wave, operand));
}

void write_scalar(Wave& wave, const Operand& operand, std::uint32_t value) {
  if (operand.index != scalar::kNull) wave.sgpr[operand.index] = value;
}

void write_exec(Wave& wave, std::uint64_t mask) {
  if (wave.lanes == 64) {
    wave.set_pair(scalar::kExecLo, mask);
  } else {
    wave.sgpr[scalar::kExecLo] = static_cast<std::uint32_t>(mask);
  }
}

void blend(std::uint32_t* destination, const std::uint32_t* source, std::uint32_t lanes, std::uint64_t mask) {
  for (std::uint32_t block = 0; block < lanes; block += 32, mask >>= 32) {
    const auto bits = static_cast<std::uint32_t>(mask);
    if (bits == 0xffffffffU) {
      std::memcpy(destination + block, source + block, 32 * sizeof(std::uint32_t));
      continue;
    }
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t keep = (bits >> lane & 1) - 1;
      destination[block + lane] = (destination[block + lane] & keep) | (source[block + lane] & ~keep);
    }
  }
}

void store32(Wave& wave, const Instruction& instruction, const LaneWords& words, std::uint64_t mask) {
  if (instruction.modifiers.sdwa) [[unlikely]] return store_sdwa(wave, instruction, words, mask);
  blend(result_lanes(wave, instruction), words.data(), wave.lanes, mask);
}

void store64(Wave& wave, const Instruction& instruction, const LaneWords& low, const LaneWords& high,
             std::uint64_t mask) {
  blend(result_lanes(wave, instruction), low.data(), wave.lanes, mask);
  blend(result_lanes(wave, instruction, 1), high.data(), wave.lanes, mask);
}

void store16(Wave& wave, const Instruction& instruction, const LaneWords& halves, std::uint64_t mask,
             OtherHalf other) {
  const Modifiers& modifiers = instruction.modifiers;
  if (modifiers.sdwa) return store_sdwa(wave, instruction, halves, mask);
  const std::size_t sources = instruction.operands.size() - 1;
  const bool high = instruction.operands[0].high_half || (modifiers.op_sel >> sources & 1) != 0;
  const bool zero_other = wave.gfx_major == 9 && other == OtherHalf::kZeroedOnGfx9 && !high;
  const std::uint32_t keep = zero_other ? 0 : high ? 0xffffU : 0xffff0000U;
  std::uint32_t* destination = result_lanes(wave, instruction);
  LaneWords merged;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const std::uint32_t half = halves[lane] & 0xffffU;
    merged[lane] = (destination[lane] & keep) | (high ? half << 16 : half);
  }
  blend(destination, merged.data(), wave.lanes, mask);
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
