// Vector ALU: two float operations at once, on halves or on pairs of registers, and f32 arithmetic on mixed sources.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "virtual-gpu/execute/float_minmax.h"
#include "virtual-gpu/execute/packed.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using U32 = std::uint32_t;

constexpr std::array kThreeF32 = {SourceType::kF32, SourceType::kF32, SourceType::kF32};

Half add(Half a, Half b) { return to_half(to_float(a) + to_float(b)); }
Half multiply(Half a, Half b) { return to_half(to_float(a) * to_float(b)); }
/// Exact in double but for bits that are too small to matter to a half.
Half fused(Half a, Half b, Half c) {
  return to_half(static_cast<double>(to_float(a)) * static_cast<double>(to_float(b)) +
                 static_cast<double>(to_float(c)));
}

constexpr Opcode kHalves[] = {
    packed_op<[](Half a, Half b) { return add(a, b); }>("v_pk_add_f16"),
    packed_op<[](Half a, Half b) { return multiply(a, b); }>("v_pk_mul_f16"),
    packed_op<[](Half a, Half b, Half c) { return fused(a, b, c); }>("v_pk_fma_f16"),
    packed_op<[](Half a, Half b, Half c) { return fused(a, b, c); }>("v_pk_fmac_f16"),
    packed_op<[](FloatMode m, Half a, Half b) { return min_num(m, a, b); }>("v_pk_min_num_f16"),
    packed_op<[](FloatMode m, Half a, Half b) { return max_num(m, a, b); }>("v_pk_max_num_f16"),
    packed_op<[](Half a, Half b) { return minimum(a, b); }>("v_pk_minimum_f16"),
    packed_op<[](Half a, Half b) { return maximum(a, b); }>("v_pk_maximum_f16"),
    packed_op<[](Half a, Half b, Half c) { return minimum(minimum(a, b), c); }>("v_pk_minimum3_f16"),
    packed_op<[](Half a, Half b, Half c) { return maximum(maximum(a, b), c); }>("v_pk_maximum3_f16"),
};

/// A 32-bit constant stands in both registers of the pair.
void repeat_constant(const Instruction& instruction, std::size_t index, Source& source) {
  const std::size_t operand = index + 1;
  if (operand >= instruction.operands.size()) return;
  if (instruction.operands[operand].kind == OperandKind::kConstant) source.high = source.low;
}

float word_of(const Source& source, std::uint32_t lane, PackedSelection selection) {
  return std::bit_cast<float>(selected_word(source.low[lane], source.high[lane], selection));
}

template <auto kOperation, std::size_t... kIndex>
void pair_lanes(const Wave& wave, const Instruction& instruction, const std::array<Source, sizeof...(kIndex)>& sources,
                bool upper, LaneWords& words, std::index_sequence<kIndex...>) {
  const std::array selections = {PackedSelection(instruction.modifiers, kIndex, upper)...};
  const bool flush = wave.mode.flush_f32;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const std::array values = {word_of(sources[kIndex], lane, selections[kIndex])...};
    float result = kOperation((flush ? flushed(values[kIndex]) : values[kIndex])...);
    if (flush) result = flushed(result);
    words[lane] = low_word(output_modified(result, instruction.modifiers, wave.mode));
  }
}

template <auto kOperation>
Step on_pairs(Wave& wave, const Instruction& instruction) {
  constexpr std::size_t kSources = SignatureOf<kOperation>::kSources;
  if (!can_round<float>(wave)) return Step::kFault;
  std::array<Source, kSources> sources;
  std::uint64_t mask = wave.exec();
  for (std::size_t i = 0; i < kSources; ++i) {
    fetch_raw(wave, instruction, i, 64, sources[i], mask);
    repeat_constant(instruction, i, sources[i]);
  }
  Words words;
  pair_lanes<kOperation>(wave, instruction, sources, false, words.low, std::make_index_sequence<kSources>());
  pair_lanes<kOperation>(wave, instruction, sources, true, words.high, std::make_index_sequence<kSources>());
  store64(wave, instruction, words.low, words.high, mask);
  return finish(wave);
}

/// The low result is a register of source 0, the high one of source 1; op_sel alone chooses which.
Step move_pair(Wave& wave, const Instruction& instruction) {
  std::array<Source, 2> sources;
  std::uint64_t mask = wave.exec();
  for (std::size_t i = 0; i < 2; ++i) {
    fetch_raw(wave, instruction, i, 64, sources[i], mask);
    repeat_constant(instruction, i, sources[i]);
  }
  Words words;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    words.low[lane] = ((instruction.modifiers.op_sel & 1) != 0 ? sources[0].high : sources[0].low)[lane];
    words.high[lane] = ((instruction.modifiers.op_sel & 2) != 0 ? sources[1].high : sources[1].low)[lane];
  }
  store64(wave, instruction, words.low, words.high, mask);
  return finish(wave);
}

constexpr Opcode kPairs[] = {
    {"v_pk_add_f32", on_pairs<[](float a, float b) { return a + b; }>, kThreeF32, 1},
    {"v_pk_mul_f32", on_pairs<[](float a, float b) { return a * b; }>, kThreeF32, 1},
    {"v_pk_fma_f32", on_pairs<[](float a, float b, float c) { return std::fma(a, b, c); }>, kThreeF32, 1},
    {"v_pk_mov_b32", move_pair, kThreeF32, 1},
};

struct F16 {
  static float widen(std::uint16_t bits) { return to_float(Half{bits}); }
  static std::uint16_t narrow(float value) { return to_half(value).bits; }
};
struct BF16 {
  static float widen(std::uint16_t bits) { return bfloat16_to_float(bits); }
  static std::uint16_t narrow(float value) { return to_bfloat16(value); }
};

/// op_sel_hi says which sources are 16 bits wide, op_sel which half those are; nothing printed means all are f32.
/// The signs are those of the numbers, so they are applied after widening.
template <class Short>
float mixed_source(const Instruction& instruction, const Source& source, std::size_t index, std::uint32_t lane) {
  const Modifiers& modifiers = instruction.modifiers;
  const Operand& operand = instruction.operands[index + 1];
  const bool printed = modifiers.op_sel_hi != 0xff;
  const bool is_short = printed && (modifiers.op_sel_hi >> index & 1) != 0 && operand.kind != OperandKind::kConstant;
  const bool high = (modifiers.op_sel >> index & 1) != 0;
  const U32 word = source.low[lane];
  float value = is_short ? Short::widen(selected_half(word, PackedSelection(high))) : std::bit_cast<float>(word);
  if (operand.absolute) value = std::fabs(value);
  return operand.negate ? -value : value;
}

enum class MixResult : std::uint8_t { kFloat, kLow, kHigh };

template <class Short>
void store_mixed_high(Wave& wave, const Instruction& instruction, const Words& words, std::uint64_t mask) {
  LaneWords merged;
  const std::uint32_t* before = register_lanes(wave, instruction.operands[0]);
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const U32 half = Short::narrow(get<float>(words, lane));
    merged[lane] = (before[lane] & 0xffffU) | half << 16;
  }
  store32(wave, instruction, merged, mask);
}

template <class Short, MixResult kResult>
void store_mixed(Wave& wave, const Instruction& instruction, Words& words, std::uint64_t mask) {
  if constexpr (kResult == MixResult::kHigh) return store_mixed_high<Short>(wave, instruction, words, mask);
  if constexpr (kResult == MixResult::kLow) {
    for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) words.low[lane] = Short::narrow(get<float>(words, lane));
    store16(wave, instruction, words.low, mask, OtherHalf::kPreserved);
  } else {
    store32(wave, instruction, words.low, mask);
  }
}

template <class Short, MixResult kResult>
Step fma_mixed(Wave& wave, const Instruction& instruction) {
  if (!can_round<float>(wave)) return Step::kFault;
  std::array<Source, 3> sources;
  std::uint64_t mask = wave.exec();
  for (std::size_t i = 0; i < 3; ++i) fetch_raw(wave, instruction, i, 32, sources[i], mask);
  Words words;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const auto at = [&](std::size_t i) { return mixed_source<Short>(instruction, sources[i], i, lane); };
    put(words, lane, std::fma(at(0), at(1), at(2)));
  }
  modify_output<float>(wave, instruction, words);
  store_mixed<Short, kResult>(wave, instruction, words, mask);
  return finish(wave);
}

constexpr Opcode kMixed[] = {
    {"v_fma_mix_f32", fma_mixed<F16, MixResult::kFloat>, kThreeF32, 1},
    {"v_fma_mixlo_f16", fma_mixed<F16, MixResult::kLow>, kThreeF32, 1},
    {"v_fma_mixhi_f16", fma_mixed<F16, MixResult::kHigh>, kThreeF32, 1},
    {"v_fma_mix_f32_bf16", fma_mixed<BF16, MixResult::kFloat>, kThreeF32, 1},
    {"v_fma_mixlo_bf16", fma_mixed<BF16, MixResult::kLow>, kThreeF32, 1},
    {"v_fma_mixhi_bf16", fma_mixed<BF16, MixResult::kHigh>, kThreeF32, 1},
};

}  // namespace

std::span<const Opcode> vector_packed_float_opcodes() {
  static constexpr auto kAll = concatenated(kHalves, kPairs, kMixed);
  return kAll;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
