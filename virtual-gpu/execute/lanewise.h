// lanewise: an Opcode made from a function of one lane's values, so that a table of instructions reads as their meaning.
//
//   op<[](float a, float b) { return a + b; }>("v_add_f32")
//
// The parameter types say which registers, halves and constants the sources are; the return type says what is written.
// A first parameter of type Lane or FloatMode receives the lane's number or the wave's mode. A parameter beyond the
// instruction's sources is the result register as it was: v_fmac_f32 is written as a function of three floats.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "virtual-gpu/execute/lane_type.h"
#include "virtual-gpu/execute/lanes.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {

struct Lane {
  std::uint32_t index;
};

template <class T>
inline constexpr bool kIsContext = std::is_same_v<T, Lane> || std::is_same_v<T, FloatMode>;

template <class Function>
struct Signature : Signature<decltype(&Function::operator())> {};
template <class R, class C, class... P>
struct Signature<R (C::*)(P...) const> {
  using Result = R;
  using Parameters = std::tuple<P...>;
  static constexpr bool kHasContext = kIsContext<std::tuple_element_t<0, Parameters>>;
  static constexpr std::size_t kSources = sizeof...(P) - (kHasContext ? 1 : 0);
  template <std::size_t kIndex>
  using Parameter = std::tuple_element_t<kIndex + (kHasContext ? 1 : 0), Parameters>;
};
template <auto kOperation>
using SignatureOf = Signature<std::remove_const_t<decltype(kOperation)>>;

template <class T>
inline bool flushes(const FloatMode& mode) {
  return std::is_same_v<T, float> ? mode.flush_f32 : mode.flush_f16_f64;
}

/// A denormal becomes a zero of its sign.
inline Half flushed(Half value) {
  return (value.bits & 0x7c00U) == 0 ? Half{static_cast<std::uint16_t>(value.bits & 0x8000U)} : value;
}
inline float flushed(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>((bits & 0x7f800000U) == 0 ? bits & 0x80000000U : bits);
}
inline double flushed(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<double>((bits & 0x7ff0000000000000U) == 0 ? bits & 0x8000000000000000U : bits);
}

template <class T>
inline T load(const std::uint32_t* low, const std::uint32_t* high, std::size_t lane) {
  if constexpr (kIsWide<T>) {
    return from_lane<T>(low[lane], high[lane]);
  } else {
    return from_lane<T>(low[lane], 0);
  }
}

/// The lanes of one or two registers that an operation fills.
struct Words {
  alignas(64) LaneWords low;
  alignas(64) LaneWords high;
};

template <class T>
inline void put(Words& words, std::uint32_t lane, T value) {
  words.low[lane] = low_word(value);
  if constexpr (kIsWide<T>) words.high[lane] = high_word(value);
}

template <class T>
inline T get(const Words& words, std::uint32_t lane) {
  if constexpr (kIsWide<T>) return from_lane<T>(words.low[lane], words.high[lane]);
  return from_lane<T>(words.low[lane], 0);
}

/// A float in [0, 1]; NaN becomes 0 under DX10_CLAMP (ISA documents, "Output Modifiers").
template <class T>
inline T clamped(T value, bool dx10_clamp) {
  if (std::isnan(value)) return dx10_clamp ? T{0} : value;
  return value > T{0} ? (value < T{1} ? value : T{1}) : T{0};
}

template <class T>
inline T output_modified(T value, const Modifiers& modifiers, const FloatMode& mode) {
  if constexpr (std::is_same_v<T, Half>) {
    return to_half(output_modified(to_float(value), modifiers, mode));
  } else {
    constexpr std::array kFactors = {T{1}, T{2}, T{4}, T{0.5}};
    if (modifiers.omod != 0) value *= kFactors[modifiers.omod];
    return modifiers.clamp ? clamped(value, mode.dx10_clamp) : value;
  }
}

/// omod, clamp and the flush of denormal results; nothing of it in the usual case.
template <class T>
void modify_output(const Wave& wave, const Instruction& instruction, Words& words) {
  const Modifiers& modifiers = instruction.modifiers;
  if (modifiers.omod == 0 && !modifiers.clamp && !flushes<T>(wave.mode)) [[likely]] return;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    T value = get<T>(words, lane);
    if (flushes<T>(wave.mode)) value = flushed(value);
    put(words, lane, output_modified(value, modifiers, wave.mode));
  }
}

template <class T>
void flush_source(const Wave& wave, Source& source) {
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const T value = flushed(load<T>(source.low, source.high, lane));
    source.low_copy[lane] = low_word(value);
    if constexpr (kIsWide<T>) source.high_copy[lane] = high_word(value);
  }
  source.low = source.low_copy.data();
  source.high = source.high_copy.data();
}

/// Source `index` of the operation: behind the results, or the result register itself when there is none behind them.
template <class T>
void fetch_as(Wave& wave, const Instruction& instruction, std::size_t index, Source& source, std::uint64_t& mask) {
  const std::size_t operand = index + instruction.opcode->results;
  const bool accumulator = operand >= instruction.operands.size();
  const SourceShape shape{.bits = sizeof(T) * 8, .accumulator = accumulator};
  fetch(wave, instruction, accumulator ? 0 : operand, index, shape, source, mask);
  if constexpr (kIsFloat<T>) {
    if (flushes<T>(wave.mode)) [[unlikely]] flush_source<T>(wave, source);
  }
}

template <auto kOperation, class... T>
inline auto call(const FloatMode& mode, std::uint32_t lane, T... values) {
  using S = SignatureOf<kOperation>;
  if constexpr (!S::kHasContext) {
    return kOperation(values...);
  } else if constexpr (std::is_same_v<std::tuple_element_t<0, typename S::Parameters>, Lane>) {
    return kOperation(Lane{lane}, values...);
  } else {
    return kOperation(mode, values...);
  }
}

/// A rounding mode that the model does not have is a fault, never a wrong number.
template <class T>
bool can_round(Wave& wave) {
  if constexpr (!kIsFloat<T>) return true;
  const auto mode = std::is_same_v<T, float> ? wave.mode.round_f32 : wave.mode.round_f16_f64;
  if (mode == 0) [[likely]] return true;
  wave.fault = "rounding mode " + std::to_string(mode) + " is not implemented";
  wave.unimplemented = true;
  return false;
}

/// An integer operation without a saturating form must not be asked to saturate.
template <class T>
bool can_clamp(Wave& wave, const Instruction& instruction, bool saturates) {
  if (kIsFloat<T> || saturates || !instruction.modifiers.clamp) [[likely]] return true;
  wave.fault = instruction.mnemonic + " with clamp is not implemented";
  wave.unimplemented = true;
  return false;
}

template <class T>
void store(Wave& wave, const Instruction& instruction, const Words& words, std::uint64_t mask, OtherHalf other) {
  if constexpr (kIsWide<T>) {
    store64(wave, instruction, words.low, words.high, mask);
  } else if constexpr (kIsShort<T>) {
    store16(wave, instruction, words.low, mask, other);
  } else {
    store32(wave, instruction, words.low, mask);
  }
}

/// A source as the innermost loop sees it: pointers to the first of 32 lanes, which the loop does not load again.
template <class T>
struct Lanes {
  Lanes(const Source& source, std::size_t first) : low(source.low + first), high(source.high + first) {}
  const std::uint32_t* low;
  const std::uint32_t* high;
};

/// 32 lanes: a constant count, so that the loop vectorises without a remainder.
template <auto kOperation, class... T>
inline void compute_block(const FloatMode& wave_mode, std::size_t first, Words& words, Lanes<T>... sources) {
  using R = typename SignatureOf<kOperation>::Result;
  const FloatMode mode = wave_mode;
  std::uint32_t* const low = words.low.data() + first;
  std::uint32_t* const high = words.high.data() + first;
#pragma GCC ivdep  // `words` is nobody's source
  for (std::size_t i = 0; i < 32; ++i) {
    const auto lane = static_cast<std::uint32_t>(first + i);
    const R result = call<kOperation>(mode, lane, load<T>(sources.low, sources.high, i)...);
    low[i] = low_word(result);
    if constexpr (kIsWide<R>) high[i] = high_word(result);
  }
}

/// How an operation differs from the usual.
struct Form {
  OtherHalf other = OtherHalf::kZeroedOnGfx9;  ///< of a 16-bit result
  bool saturates = false;                      ///< the function already does what clamp asks for
};

template <auto kOperation, Form kForm, std::size_t... kIndex>
Step lanewise_on(Wave& wave, const Instruction& instruction, std::index_sequence<kIndex...>) {
  using S = SignatureOf<kOperation>;
  using R = typename S::Result;
  if (!can_round<R>(wave) || !can_clamp<R>(wave, instruction, kForm.saturates)) return Step::kFault;
  std::array<Source, S::kSources> sources;
  std::uint64_t mask = wave.exec();
  (fetch_as<typename S::template Parameter<kIndex>>(wave, instruction, kIndex, sources[kIndex], mask), ...);
  Words words;
  for (std::size_t first = 0; first < wave.lanes; first += 32) {
    compute_block<kOperation>(wave.mode, first, words,
                              Lanes<typename S::template Parameter<kIndex>>(sources[kIndex], first)...);
  }
  if constexpr (kIsFloat<R>) modify_output<R>(wave, instruction, words);
  store<R>(wave, instruction, words, mask, kForm.other);
  return finish(wave);
}

template <auto kOperation, Form kForm = Form{}>
Step lanewise(Wave& wave, const Instruction& instruction) {
  return lanewise_on<kOperation, kForm>(wave, instruction,
                                        std::make_index_sequence<SignatureOf<kOperation>::kSources>());
}

/// The second function is used when the instruction has the clamp modifier.
template <auto kOperation, auto kSaturating>
Step lanewise_or_saturating(Wave& wave, const Instruction& instruction) {
  if (instruction.modifiers.clamp) return lanewise<kSaturating, Form{.saturates = true}>(wave, instruction);
  return lanewise<kOperation>(wave, instruction);
}

template <auto kOperation>
constexpr std::array<SourceType, 3> source_types_of() {
  using S = SignatureOf<kOperation>;
  return []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return std::array<SourceType, 3>{
        source_type_of<typename S::template Parameter<kIndex < S::kSources ? kIndex : S::kSources - 1>>()...};
  }(std::make_index_sequence<3>());
}

template <auto kOperation, Form kForm = Form{}>
constexpr Opcode op(std::string_view mnemonic, Fidelity fidelity = Fidelity::kExact) {
  return {mnemonic, lanewise<kOperation, kForm>, source_types_of<kOperation>(), 1, fidelity};
}

template <auto kOperation, auto kSaturating>
constexpr Opcode saturating_op(std::string_view mnemonic) {
  return {mnemonic, lanewise_or_saturating<kOperation, kSaturating>, source_types_of<kOperation>(), 1};
}

/// Tables of one file put together.
template <std::size_t... kSize>
constexpr auto concatenated(const Opcode (&... tables)[kSize]) {
  std::array<Opcode, (kSize + ...)> all{};
  std::size_t next = 0;
  const auto append = [&](const auto& table) {
    for (const auto& opcode : table) all[next++] = opcode;
  };
  (append(tables), ...);
  return all;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
