// Disassembler: one AMDGPU instruction at an address as assembly text; the owner of libamd_comgr.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "virtual-gpu/memory/address_space.h"

namespace agt::vgpu {

struct DisassembledInstruction {
  std::string text;  ///< "v_add_f32_e32 v0, s1, v2", without leading blanks or comment
  std::uint32_t size_bytes = 0;
};

/// Disassembles through libamd_comgr, which is opened with dlopen. One thread at a time.
class Disassembler {
 public:
  /// kBrokenRuntime, with every name tried, when libamd_comgr cannot be opened or lacks a function; kUsage for a
  /// target that it does not know.
  static Result<std::unique_ptr<Disassembler>> open(std::string_view gfx);
  virtual ~Disassembler() = default;

  /// The instruction at `address` of this process's memory. Nothing outside `memory` is read.
  /// kBadInput when no instruction of the target starts there.
  virtual Result<DisassembledInstruction> disassemble(std::uint64_t address, const AddressSpace::Snapshot& memory) = 0;
};

}  // namespace agt::vgpu
