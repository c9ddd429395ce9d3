// The sources of packed instructions (VOP3P): which half or word each of the two operations reads, and its sign.
// SPDX-License-Identifier: MIT
#pragma once

#include "virtual-gpu/execute/lanewise.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {

/// Source `index` of the low (`upper` false) or the high operation.
struct PackedSelection {
  PackedSelection(const Modifiers& modifiers, std::size_t index, bool upper)
      : high(((upper ? modifiers.op_sel_hi : modifiers.op_sel) >> index & 1) != 0),
        negate(((upper ? modifiers.neg_hi : modifiers.neg_lo) >> index & 1) != 0) {}
  explicit PackedSelection(bool high_half) : high(high_half), negate(false) {}
  bool high;
  bool negate;
};

/// A half of a 32-bit lane; `negate` flips its sign bit, which only instructions on floats are given.
inline std::uint16_t selected_half(std::uint32_t lane, PackedSelection selection) {
  const std::uint32_t half = selection.high ? lane >> 16 : lane;
  return static_cast<std::uint16_t>(half ^ (selection.negate ? 0x8000U : 0U));
}

/// One of the two registers of a pair, the same way.
inline std::uint32_t selected_word(std::uint32_t low, std::uint32_t high, PackedSelection selection) {
  return (selection.high ? high : low) ^ (selection.negate ? 0x80000000U : 0U);
}

/// Source `index`, whole registers of `bits`; the result register itself when the text has no such operand.
inline void fetch_raw(Wave& wave, const Instruction& instruction, std::size_t index, std::uint32_t bits,
                      Source& source, std::uint64_t& mask) {
  const std::size_t operand = index + instruction.opcode->results;
  const bool accumulator = operand >= instruction.operands.size();
  const SourceShape shape{.bits = bits, .accumulator = accumulator, .raw = true};
  fetch(wave, instruction, accumulator ? 0 : operand, index, shape, source, mask);
}

/// One of the two operations on 16-bit parts, over all lanes.
template <auto kOperation, std::size_t... kIndex>
void half_lanes(const Wave& wave, const Instruction& instruction, const std::array<Source, sizeof...(kIndex)>& sources,
                bool upper, LaneWords& words, std::index_sequence<kIndex...>) {
  using S = SignatureOf<kOperation>;
  const std::array selections = {PackedSelection(instruction.modifiers, kIndex, upper)...};
  const std::array lows = {sources[kIndex].low...};
  const FloatMode mode = wave.mode;
  const std::size_t lanes = wave.lanes;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const auto result = call<kOperation>(
        mode, 0U,
        std::bit_cast<typename S::template Parameter<kIndex>>(selected_half(lows[kIndex][lane], selections[kIndex]))...);
    words[lane] = low_word(result);
  }
}

/// omod, clamp and flush of f16 results; `words` hold one half each.
template <class T>
void modify_halves(const Wave& wave, const Instruction& instruction, LaneWords& words) {
  if constexpr (kIsFloat<T>) {
    if (!instruction.modifiers.clamp && !flushes<T>(wave.mode)) return;
    for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
      T value = from_lane<T>(words[lane], 0);
      if (flushes<T>(wave.mode)) value = flushed(value);
      words[lane] = low_word(output_modified(value, instruction.modifiers, wave.mode));
    }
  }
}

/// Both operations; kSaturating is used when the instruction has the clamp modifier.
template <auto kOperation, auto kSaturating>
Step on_halves(Wave& wave, const Instruction& instruction) {
  using S = SignatureOf<kOperation>;
  using R = typename S::Result;
  constexpr bool kSaturates = !std::is_same_v<decltype(kOperation), decltype(kSaturating)>;
  if (!can_round<R>(wave) || !can_clamp<R>(wave, instruction, kSaturates)) return Step::kFault;
  std::array<Source, S::kSources> sources;
  std::uint64_t mask = wave.exec();
  for (std::size_t i = 0; i < S::kSources; ++i) fetch_raw(wave, instruction, i, 32, sources[i], mask);
  std::array<LaneWords, 2> parts;
  for (const bool upper : {false, true}) {
    constexpr auto kIndices = std::make_index_sequence<S::kSources>();
    LaneWords& part = parts[upper ? 1 : 0];
    if (kSaturates && instruction.modifiers.clamp) {
      half_lanes<kSaturating>(wave, instruction, sources, upper, part, kIndices);
    } else {
      half_lanes<kOperation>(wave, instruction, sources, upper, part, kIndices);
    }
    modify_halves<R>(wave, instruction, part);
  }
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) parts[0][lane] |= parts[1][lane] << 16;
  store32(wave, instruction, parts[0], mask);
  return finish(wave);
}

template <auto kOperation, auto kSaturating = kOperation>
constexpr Opcode packed_op(std::string_view mnemonic) {
  return {mnemonic, on_halves<kOperation, kSaturating>, source_types_of<kOperation>(), 1};
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
