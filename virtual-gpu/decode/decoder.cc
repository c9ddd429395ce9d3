// Decoder: from the printed instruction and its first word to an Instruction.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/decode/decoder.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "virtual-gpu/decode/assembly_text.h"

namespace agt::vgpu {
namespace {

// Encodings that are the same on every target, gfx9 to gfx12 (ISA documents, "Microcode Formats").
bool is_sopp(std::uint32_t word) { return word >> 23 == 0x17f; }
bool is_sopk(std::uint32_t word) { return word >> 28 == 0xb && word >> 23 < 0x17d; }
bool is_sopc(std::uint32_t word) { return word >> 23 == 0x17e; }
bool is_ds(std::uint32_t word) { return word >> 26 == 0x36; }

/// Operands that are printed as names and stand for bits of the first word.
bool is_symbolic(std::string_view operand) {
  constexpr std::array<std::string_view, 4> kForms = {"hwreg(", "sendmsg(", "gpr_idx(", "UC_VERSION_"};
  return std::any_of(kForms.begin(), kForms.end(), [&](auto form) { return operand.starts_with(form); });
}

/// SOPP and SOPK have it in the low half; gpr_idx() of SOPC is its second source, the second byte; sendmsg() of SOP1
/// (s_sendmsg_rtn) is its source, the low byte.
std::int32_t immediate_of(std::uint32_t word) {
  if (is_sopp(word) || is_sopk(word)) return static_cast<std::int16_t>(word & 0xffff);
  return static_cast<std::int32_t>(is_sopc(word) ? word >> 8 & 0xff : word & 0xff);
}

tl::unexpected<Error> because_of(std::string_view mnemonic, const Error& error) {
  return failure(error.code, std::string(mnemonic) + ": " + error.message);
}

Result<void> add_operands(const AssemblyText& assembly, const InstructionSite& site, Instruction& instruction) {
  const Opcode& opcode = *instruction.opcode;
  for (std::size_t i = 0; i < assembly.operands.size(); ++i) {
    if (is_symbolic(assembly.operands[i])) {
      instruction.immediate = immediate_of(site.first_word);
      continue;
    }
    const std::size_t source = i < opcode.results ? 0 : i - opcode.results;
    const auto type = opcode.source_types[std::min(source, opcode.source_types.size() - 1)];
    const auto operand = parse_operand(assembly.operands[i], type);
    if (!operand) return tl::make_unexpected(operand.error());
    instruction.operands.push_back(*operand);
  }
  return success();
}

/// ds_swizzle_b32 prints its offset as offset:swizzle(…) or offset:0x…; the 16 bits of the encoding say the same.
bool take_swizzle(std::string_view modifier, const InstructionSite& site, Modifiers& modifiers) {
  if (!modifier.starts_with("offset:swizzle(") || !is_ds(site.first_word)) return false;
  modifiers.offset = static_cast<std::int32_t>(site.first_word & 0xffff);
  return true;
}

Result<void> add_modifiers(const AssemblyText& assembly, const InstructionSite& site, Modifiers& modifiers) {
  for (const auto modifier : assembly.modifiers) {
    if (take_swizzle(modifier, site, modifiers)) continue;
    if (auto applied = apply_modifier(modifier, modifiers); !applied) return applied;
  }
  return success();
}

/// s_branch and s_cbranch_* (SOPP), s_call_b64 (SOPK): 16 bits, signed, in dwords from the instruction behind.
std::uint64_t branch_target(const InstructionSite& site) {
  const auto dwords = static_cast<std::int16_t>(site.first_word & 0xffff);
  return site.address + 4 + static_cast<std::uint64_t>(static_cast<std::int64_t>(dwords) * 4);
}

/// Program control (SOPP) has one operand at most, a constant in whatever notation; its value is the immediate.
Instruction program_control(Instruction instruction, const InstructionSite& site) {
  instruction.immediate = immediate_of(site.first_word);
  instruction.branch_target = branch_target(site);
  return instruction;
}

Result<Instruction> parse_single(std::string_view text, const InstructionSite& site) {
  const auto mnemonic = text.substr(0, text.find_first_of(" \t"));
  Instruction instruction;
  instruction.address = site.address;
  instruction.mnemonic = mnemonic;
  instruction.opcode = find_opcode(mnemonic, site.gfx_major);
  if (instruction.opcode == nullptr) {
    return failure(ExitCode::kBadInput, std::string(mnemonic) + ": this instruction is not implemented");
  }
  if (is_sopp(site.first_word)) return program_control(std::move(instruction), site);
  const auto assembly = split_assembly(text);
  if (!assembly) return because_of(mnemonic, assembly.error());
  if (is_sopk(site.first_word)) instruction = program_control(std::move(instruction), site);
  if (const auto added = add_operands(*assembly, site, instruction); !added) return because_of(mnemonic, added.error());
  const auto modified = add_modifiers(*assembly, site, instruction.modifiers);
  if (!modified) return because_of(mnemonic, modified.error());
  return instruction;
}

}  // namespace

Result<Instruction> parse_instruction(std::string_view text, const InstructionSite& site) {
  const auto [first_text, second_text] = split_dual(text);
  auto first = parse_single(first_text, site);
  if (!first || second_text.empty()) return first;
  auto second = parse_single(second_text, site);
  if (!second) return second;
  first->dual.push_back(std::move(*second));
  return first;
}

int gfx_major_of(std::string_view gfx) {
  if (!gfx.starts_with("gfx")) return 0;
  gfx.remove_prefix(3);
  if (gfx.size() == 3 && gfx[0] == '9') return 9;
  if (gfx.size() != 4 || gfx[0] != '1' || gfx[1] < '0' || gfx[1] > '2') return 0;
  return 10 + (gfx[1] - '0');
}

Result<std::unique_ptr<Decoder>> Decoder::open(std::string_view gfx) {
  auto disassembler = Disassembler::open(gfx);
  if (!disassembler) return tl::make_unexpected(disassembler.error());
  return std::unique_ptr<Decoder>(new Decoder(gfx, std::move(*disassembler)));
}

Decoder::Decoder(std::string_view gfx, std::unique_ptr<Disassembler> disassembler)
    : gfx_(gfx), disassembler_(std::move(disassembler)) {}

Result<Instruction> Decoder::decode(std::uint64_t address, const AddressSpace::Snapshot& memory) {
  const std::lock_guard lock(mutex_);
  const auto disassembled = disassembler_->disassemble(address, memory);
  if (!disassembled) return because(disassembled, fmt::format("at {:#x}", address));
  InstructionSite site{gfx_major_of(gfx_), address, 0};
  std::memcpy(&site.first_word, reinterpret_cast<const void*>(address), sizeof(site.first_word));
  auto instruction = parse_instruction(disassembled->text, site);
  if (!instruction) return because(instruction, fmt::format("{} at {:#x}", disassembled->text, address));
  instruction->size_bytes = disassembled->size_bytes;
  return instruction;
}

}  // namespace agt::vgpu
