// One vector instruction as a test: its text, registers before, registers after.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <initializer_list>
#include <string>
#include <vector>

#include "virtual-gpu/decode/assembly_text.h"
#include "virtual-gpu/decode/decoder.h"
#include "virtual-gpu/execute/vector_opcodes.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu {

/// Compares equal to any NaN of 32 bits.
inline constexpr std::uint64_t kAnyNan = 0xdeadbeef00000000;

constexpr std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
constexpr std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// A register or, for values of more than 32 bits, a pair: lanes 0, 1, 2 … of a vector register, or a scalar's value.
struct Register {
  std::string name;
  std::vector<std::uint64_t> values;
};

struct VectorCase {
  int gfx_major;
  std::string text;
  std::vector<Register> before;
  std::vector<Register> after;
  std::uint32_t lanes = 32;
  FloatMode mode{};
};

inline void PrintTo(const VectorCase& test, std::ostream* out) { *out << "gfx" << test.gfx_major << " " << test.text; }

inline Wave make_wave(const VectorCase& test) {
  Wave wave;
  wave.lanes = test.lanes;
  wave.gfx_major = test.gfx_major;
  wave.vgpr.resize(std::size_t{64} * test.lanes);
  wave.agpr.resize(std::size_t{8} * test.lanes);
  wave.mode = test.mode;
  wave.sgpr[scalar::kExecLo] = 0xffffffffU;
  wave.sgpr[scalar::kExecHi] = test.lanes == 64 ? 0xffffffffU : 0;
  return wave;
}

inline std::uint32_t* word(Wave& wave, const Operand& operand, std::size_t lane, std::size_t offset) {
  if (operand.kind == OperandKind::kScalar) return &wave.sgpr[operand.index + offset];
  auto& file = operand.kind == OperandKind::kAccum ? wave.agpr : wave.vgpr;
  return &file[(operand.index + offset) * wave.lanes + lane];
}

inline void set(Wave& wave, const Register& value) {
  const auto operand = parse_register(value.name);
  ASSERT_TRUE(operand) << value.name;
  for (std::size_t lane = 0; lane < value.values.size(); ++lane) {
    *word(wave, *operand, lane, 0) = static_cast<std::uint32_t>(value.values[lane]);
    if (operand->dwords > 1) *word(wave, *operand, lane, 1) = static_cast<std::uint32_t>(value.values[lane] >> 32);
  }
}

inline void expect(Wave& wave, const Register& wanted) {
  const auto operand = parse_register(wanted.name);
  ASSERT_TRUE(operand) << wanted.name;
  for (std::size_t lane = 0; lane < wanted.values.size(); ++lane) {
    std::uint64_t actual = *word(wave, *operand, lane, 0);
    if (operand->dwords > 1) actual |= static_cast<std::uint64_t>(*word(wave, *operand, lane, 1)) << 32;
    if (wanted.values[lane] == kAnyNan && (actual & 0x7fffffffU) > 0x7f800000U) continue;
    EXPECT_EQ(actual, wanted.values[lane]) << wanted.name << " lane " << lane << std::hex << ": " << actual
                                           << " instead of " << wanted.values[lane];
  }
}

inline const Opcode* for_any_processor(const Opcode& opcode) {
  for (const auto& other : vector_opcodes_for_any_processor()) {
    if (other.mnemonic == opcode.mnemonic) return &other;
  }
  return nullptr;
}

/// Runs the case with the code for this processor and with the code for any.
inline void run(const VectorCase& test) {
  auto instruction = parse_instruction(test.text, {test.gfx_major, 0, 0});
  ASSERT_TRUE(instruction) << instruction.error().message;
  for (const Opcode* opcode : {instruction->opcode, for_any_processor(*instruction->opcode)}) {
    ASSERT_NE(opcode, nullptr);
    instruction->opcode = opcode;
    Wave wave = make_wave(test);
    for (const auto& value : test.before) set(wave, value);
    ASSERT_EQ(opcode->handler(wave, *instruction), Step::kNext) << wave.fault;
    for (const auto& value : test.after) expect(wave, value);
  }
}

}  // namespace agt::vgpu
