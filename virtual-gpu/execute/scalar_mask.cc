// Operations on the execution mask: D = EXEC; EXEC = S0 op EXEC; SCC = EXEC != 0 (ISA documents, SOP1).
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class T>
T read_exec(const Wave& wave) {
  return static_cast<T>(wave.pair(scalar::kExecLo));
}

template <class T>
void write_exec(Wave& wave, T mask) {
  wave.sgpr[scalar::kExecLo] = static_cast<u32>(mask);
  if constexpr (sizeof(T) == 8) wave.sgpr[scalar::kExecHi] = static_cast<u32>(mask >> 32);
  wave.set_scc(mask != 0);
}

/// f(S0, EXEC) is the new mask; the old one is the result.
template <class T, auto f>
Step save_exec(Wave& wave, const Instruction& instruction) {
  const T old = read_exec<T>(wave);
  const T source = read_scalar<T>(wave, instruction.operands[1]);
  write_exec<T>(wave, f(source, old));
  write_scalar<T>(wave, instruction.operands[0], old);
  return Step::kNext;
}

/// f(S0, EXEC) is the new mask and the result.
template <class T, auto f>
Step write_result_and_exec(Wave& wave, const Instruction& instruction) {
  const T mask = f(read_scalar<T>(wave, instruction.operands[1]), read_exec<T>(wave));
  write_exec<T>(wave, mask);
  write_scalar<T>(wave, instruction.operands[0], mask);
  return Step::kNext;
}

constexpr auto kAnd = [](auto s, auto exec) { return s & exec; };
constexpr auto kOr = [](auto s, auto exec) { return s | exec; };
constexpr auto kXor = [](auto s, auto exec) { return s ^ exec; };
constexpr auto kNand = [](auto s, auto exec) { return ~(s & exec); };
constexpr auto kNor = [](auto s, auto exec) { return ~(s | exec); };
constexpr auto kXnor = [](auto s, auto exec) { return ~(s ^ exec); };
constexpr auto kAndNot0 = [](auto s, auto exec) { return ~s & exec; };
constexpr auto kOrNot0 = [](auto s, auto exec) { return ~s | exec; };
constexpr auto kAndNot1 = [](auto s, auto exec) { return s & ~exec; };
constexpr auto kOrNot1 = [](auto s, auto exec) { return s | ~exec; };

constexpr Opcode kOpcodes[] = {
    {"s_and_saveexec_b32", save_exec<u32, kAnd>, kAllB32, 1},
    {"s_and_saveexec_b64", save_exec<u64, kAnd>, kAllB64, 1},
    {"s_or_saveexec_b32", save_exec<u32, kOr>, kAllB32, 1},
    {"s_or_saveexec_b64", save_exec<u64, kOr>, kAllB64, 1},
    {"s_xor_saveexec_b32", save_exec<u32, kXor>, kAllB32, 1},
    {"s_xor_saveexec_b64", save_exec<u64, kXor>, kAllB64, 1},
    {"s_nand_saveexec_b32", save_exec<u32, kNand>, kAllB32, 1},
    {"s_nand_saveexec_b64", save_exec<u64, kNand>, kAllB64, 1},
    {"s_nor_saveexec_b32", save_exec<u32, kNor>, kAllB32, 1},
    {"s_nor_saveexec_b64", save_exec<u64, kNor>, kAllB64, 1},
    {"s_xnor_saveexec_b32", save_exec<u32, kXnor>, kAllB32, 1},
    {"s_xnor_saveexec_b64", save_exec<u64, kXnor>, kAllB64, 1},
    {"s_and_not0_saveexec_b32", save_exec<u32, kAndNot0>, kAllB32, 1},
    {"s_and_not0_saveexec_b64", save_exec<u64, kAndNot0>, kAllB64, 1},
    {"s_or_not0_saveexec_b32", save_exec<u32, kOrNot0>, kAllB32, 1},
    {"s_or_not0_saveexec_b64", save_exec<u64, kOrNot0>, kAllB64, 1},
    {"s_and_not1_saveexec_b32", save_exec<u32, kAndNot1>, kAllB32, 1},
    {"s_and_not1_saveexec_b64", save_exec<u64, kAndNot1>, kAllB64, 1},
    {"s_or_not1_saveexec_b32", save_exec<u32, kOrNot1>, kAllB32, 1},
    {"s_or_not1_saveexec_b64", save_exec<u64, kOrNot1>, kAllB64, 1},
    {"s_and_not0_wrexec_b32", write_result_and_exec<u32, kAndNot0>, kAllB32, 1},
    {"s_and_not0_wrexec_b64", write_result_and_exec<u64, kAndNot0>, kAllB64, 1},
    {"s_and_not1_wrexec_b32", write_result_and_exec<u32, kAndNot1>, kAllB32, 1},
    {"s_and_not1_wrexec_b64", write_result_and_exec<u64, kAndNot1>, kAllB64, 1},
};

}  // namespace

std::span<const Opcode> scalar_mask_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu
