// Opcode: what a mnemonic means, the same on every target that has it; the table is found by name.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "virtual-gpu/decode/instruction.h"

namespace agt::vgpu {

struct Wave;

/// What the wave does after an instruction.
enum class Step : std::uint8_t {
  kNext,     ///< the instruction behind it
  kJump,     ///< wave.pc was set
  kBarrier,  ///< waits for the other waves of its workgroup, then the instruction behind it
  kEnd,      ///< s_endpgm
  kFault,    ///< wave.fault says why
};

using Handler = Step (*)(Wave&, const Instruction&);

/// The representation in which a constant operand of a source is stored (Operand::value). An inline 1.0 is 0x3c00 for
/// kF16, 0x3f800000 for kB32 and kF32; a 32-bit literal is the high half of kF64 and is sign-extended for kI64.
enum class SourceType : std::uint8_t { kB16, kF16, kB32, kF32, kB64, kI64, kF64 };

/// How exactly the model computes it. The report names every stand-in that a run executed.
enum class Fidelity : std::uint8_t {
  kExact,    ///< the ISA document defines the result bit for bit
  kStandIn,  ///< hardware approximates (v_rcp_f32, v_sqrt_f32, v_exp_f32 …); the model gives the correctly rounded value
};

struct Opcode {
  std::string_view mnemonic;  ///< without encoding suffix (_e32, _e64, _dpp, _sdwa …); the newest family's name
  Handler handler;
  /// Of the sources in text order, results not counted; the last one counts for all further sources.
  std::array<SourceType, 3> source_types;
  std::uint8_t results;  ///< how many of the operands are results
  Fidelity fidelity = Fidelity::kExact;
};

/// Names that older families give to the same operation: {"v_add_u32", "v_add_nc_u32"} on gfx9 only, and so on.
struct Alias {
  std::string_view mnemonic;
  std::string_view means;
  int first_major;  ///< gfx major versions for which the alias holds, both inclusive
  int last_major;
};

/// The tables, one for each file of semantics.
std::span<const Opcode> scalar_opcodes();
std::span<const Opcode> memory_opcodes();
std::span<const Opcode> vector_opcodes();
std::span<const Alias> mnemonic_aliases();

/// The opcode of a printed mnemonic on a target of this gfx major version, suffixes and aliases resolved; or nothing.
const Opcode* find_opcode(std::string_view mnemonic, int gfx_major);

}  // namespace agt::vgpu
