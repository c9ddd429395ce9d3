// Decoder: the instruction at an address, ready for execute/; an unknown one is an error that names it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "virtual-gpu/decode/comgr.h"
#include "virtual-gpu/decode/instruction.h"

namespace agt::vgpu {

/// What the text of an instruction does not say.
struct InstructionSite {
  int gfx_major = 0;            ///< 9, 10, 11, 12: names mean different operations
  std::uint64_t address = 0;    ///< branches are relative to the instruction behind this one
  std::uint32_t first_word = 0;  ///< the first 32 bits; immediates of SOPP and SOPK are read from here
};

/// Parses what libamd_comgr printed. kBadInput naming the mnemonic, operand or modifier that is not known.
Result<Instruction> parse_instruction(std::string_view text, const InstructionSite& site);

/// 9 for gfx908, gfx90a, gfx942 and gfx950; 10, 11, 12 for "gfx10…", "gfx11…", "gfx12…"; 0 for anything else.
int gfx_major_of(std::string_view gfx);

class Decoder {
 public:
  /// Errors as Disassembler::open has them.
  static Result<std::unique_ptr<Decoder>> open(std::string_view gfx);

  /// Decodes the instruction at `address`; reads nothing outside of `memory`. From any thread.
  /// kBadInput with text, address and reason when it cannot be executed.
  Result<Instruction> decode(std::uint64_t address, const AddressSpace::Snapshot& memory);

 private:
  Decoder(std::string_view gfx, std::unique_ptr<Disassembler> disassembler);

  std::string gfx_;
  std::unique_ptr<Disassembler> disassembler_;
  std::mutex mutex_;
};

}  // namespace agt::vgpu
