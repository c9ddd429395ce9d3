// AssemblyText: one line of AMDGPU assembly taken apart into mnemonic, operand texts and modifier texts.
//
// libamd_comgr prints instructions; it has no interface that returns operands. The text is LLVM's assembly syntax
// (AMDGPUOperandSyntax, AMDGPUModifierSyntax), which the assembler must read back, so it is complete and stable.
// Every part is parsed strictly: what is not known is an error that names it, never ignored.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "virtual-gpu/decode/instruction.h"
#include "virtual-gpu/execute/opcode.h"

namespace agt::vgpu {

/// Parts of the text that they were made from, which must outlive them.
struct AssemblyText {
  std::string_view mnemonic;
  std::vector<std::string_view> operands;
  std::vector<std::string_view> modifiers;
};

/// Takes `text` apart. "a, b op_sel:[0,1] clamp" has operands a and b and modifiers op_sel:[0,1] and clamp.
Result<AssemblyText> split_assembly(std::string_view text);

/// The two halves of a VOPD instruction, "v_dual_x … :: v_dual_y …"; the second is empty for any other.
std::pair<std::string_view, std::string_view> split_dual(std::string_view text);

/// True when `text` has the form of a modifier that is known: a flag, or a name with ':' and a value.
bool is_modifier(std::string_view text);

/// Applies one modifier text. kBadInput naming it when it is not known or malformed.
Result<void> apply_modifier(std::string_view text, Modifiers& modifiers);

/// A register or "off"; nothing for anything else, which may be a constant.
std::optional<Operand> parse_register(std::string_view text);

/// An operand with its -, |x|, neg(), abs(), sext(); a constant in the representation of `type`.
Result<Operand> parse_operand(std::string_view text, SourceType type);

/// The constant in the representation of `type` (execute/opcode.h), or kBadInput naming it.
Result<std::uint64_t> parse_constant(std::string_view text, SourceType type);

}  // namespace agt::vgpu
