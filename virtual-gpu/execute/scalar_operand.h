// Scalar operands: how handlers read and write SGPRs, pairs, null and constants; and the handler shapes made of that.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "virtual-gpu/execute/opcode.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu {

inline constexpr std::array<SourceType, 3> kAllB32{SourceType::kB32, SourceType::kB32, SourceType::kB32};
inline constexpr std::array<SourceType, 3> kAllB64{SourceType::kB64, SourceType::kB64, SourceType::kB64};
inline constexpr std::array<SourceType, 3> kAllI64{SourceType::kI64, SourceType::kI64, SourceType::kI64};
inline constexpr std::array<SourceType, 3> kAllF32{SourceType::kF32, SourceType::kF32, SourceType::kF32};
inline constexpr std::array<SourceType, 3> kAllF16{SourceType::kF16, SourceType::kF16, SourceType::kF16};
inline constexpr std::array<SourceType, 3> kB64ThenB32{SourceType::kB64, SourceType::kB32, SourceType::kB32};
inline constexpr std::array<SourceType, 3> kI64ThenB32{SourceType::kI64, SourceType::kB32, SourceType::kB32};

inline std::uint32_t read32(const Wave& wave, const Operand& operand) {
  return operand.kind == OperandKind::kScalar ? wave.sgpr[operand.index] : static_cast<std::uint32_t>(operand.value);
}

/// A pair; null is a single register and reads 0, as do the bits above a register that has no second half.
inline std::uint64_t read64(const Wave& wave, const Operand& operand) {
  if (operand.kind != OperandKind::kScalar) return operand.value;
  return operand.dwords < 2 ? wave.sgpr[operand.index] : wave.pair(operand.index);
}

inline void write32(Wave& wave, const Operand& operand, std::uint32_t value) {
  if (operand.index != scalar::kNull) wave.sgpr[operand.index] = value;
}

inline void write64(Wave& wave, const Operand& operand, std::uint64_t value) {
  if (operand.index != scalar::kNull) wave.set_pair(operand.index, value);
}

template <class T>
T read_scalar(const Wave& wave, const Operand& operand) {
  if constexpr (sizeof(T) == 8) return static_cast<T>(read64(wave, operand));
  else return static_cast<T>(read32(wave, operand));
}

template <class T>
void write_scalar(Wave& wave, const Operand& operand, T value) {
  if constexpr (sizeof(T) == 8) write64(wave, operand, static_cast<std::uint64_t>(value));
  else write32(wave, operand, static_cast<std::uint32_t>(value));
}

/// A result with the SCC that goes with it.
template <class T>
struct WithScc {
  T value;
  bool scc;
};

/// D = f(S0); SCC stays.
template <class D, class S, auto f>
Step scalar_unary(Wave& wave, const Instruction& instruction) {
  write_scalar<D>(wave, instruction.operands[0], f(read_scalar<S>(wave, instruction.operands[1])));
  return Step::kNext;
}

/// D = f(S0); SCC = D != 0.
template <class D, class S, auto f>
Step scalar_unary_scc(Wave& wave, const Instruction& instruction) {
  const D value = f(read_scalar<S>(wave, instruction.operands[1]));
  write_scalar<D>(wave, instruction.operands[0], value);
  wave.set_scc(value != 0);
  return Step::kNext;
}

/// D = f(S0, S1); SCC stays. T1 is the type of the second source.
template <class D, class T0, class T1, auto f>
Step scalar_binary(Wave& wave, const Instruction& instruction) {
  const auto& operands = instruction.operands;
  write_scalar<D>(wave, operands[0], f(read_scalar<T0>(wave, operands[1]), read_scalar<T1>(wave, operands[2])));
  return Step::kNext;
}

/// D = f(S0, S1); SCC = D != 0.
template <class T, class T1, auto f>
Step scalar_binary_scc(Wave& wave, const Instruction& instruction) {
  const auto& operands = instruction.operands;
  const T value = f(read_scalar<T>(wave, operands[1]), read_scalar<T1>(wave, operands[2]));
  write_scalar<T>(wave, operands[0], value);
  wave.set_scc(value != 0);
  return Step::kNext;
}

/// {D, SCC} = f(S0, S1, SCC).
template <class T, auto f>
Step scalar_carry(Wave& wave, const Instruction& instruction) {
  const auto& operands = instruction.operands;
  const WithScc<T> result = f(read_scalar<T>(wave, operands[1]), read_scalar<T>(wave, operands[2]), wave.scc());
  write_scalar<T>(wave, operands[0], result.value);
  wave.set_scc(result.scc);
  return Step::kNext;
}

/// SCC = f(S0, S1).
template <class T0, class T1, auto f>
Step scalar_compare(Wave& wave, const Instruction& instruction) {
  const auto& operands = instruction.operands;
  wave.set_scc(f(read_scalar<T0>(wave, operands[0]), read_scalar<T1>(wave, operands[1])));
  return Step::kNext;
}

/// The parts of scalar_opcodes(), one for each file.
std::span<const Opcode> scalar_arithmetic_opcodes();
std::span<const Opcode> scalar_bit_opcodes();
std::span<const Opcode> scalar_compare_opcodes();
std::span<const Opcode> scalar_control_opcodes();
std::span<const Opcode> scalar_float_opcodes();
std::span<const Opcode> scalar_mask_opcodes();
std::span<const Opcode> scalar_move_opcodes();
std::span<const Opcode> scalar_system_opcodes();

}  // namespace agt::vgpu
