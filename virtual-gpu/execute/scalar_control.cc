// Program flow: branches, calls, the end, barriers, and the waits that mean nothing to a model that executes in order.
// SPDX-License-Identifier: MIT
#include <vector>

#include <fmt/format.h>

#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

Step next(Wave&, const Instruction&) { return Step::kNext; }
Step end(Wave&, const Instruction&) { return Step::kEnd; }

u64 behind(const Instruction& instruction) { return instruction.address + instruction.size_bytes; }

Step jump(Wave& wave, u64 target) {
  wave.pc = target;
  return Step::kJump;
}

bool always(const Wave&) { return true; }
bool scc_set(const Wave& wave) { return wave.scc(); }
bool scc_clear(const Wave& wave) { return !wave.scc(); }
/// vccz and execz look at as many bits as the wave has lanes.
u64 vcc(const Wave& wave) { return wave.pair(scalar::kVccLo) & wave.all_lanes(); }
bool vcc_zero(const Wave& wave) { return vcc(wave) == 0; }
bool vcc_not_zero(const Wave& wave) { return vcc(wave) != 0; }
bool exec_zero(const Wave& wave) { return wave.exec() == 0; }
bool exec_not_zero(const Wave& wave) { return wave.exec() != 0; }

template <auto condition>
Step branch_if(Wave& wave, const Instruction& instruction) {
  return condition(wave) ? jump(wave, instruction.branch_target) : Step::kNext;
}

Step get_pc(Wave& wave, const Instruction& instruction) {
  write64(wave, instruction.operands[0], behind(instruction));
  return Step::kNext;
}

Step set_pc(Wave& wave, const Instruction& instruction) { return jump(wave, read64(wave, instruction.operands[0])); }

Step swap_pc(Wave& wave, const Instruction& instruction) {
  const u64 target = read64(wave, instruction.operands[1]);
  write64(wave, instruction.operands[0], behind(instruction));
  return jump(wave, target);
}

/// gfx1250: the target is relative to the instruction behind.
Step add_pc(Wave& wave, const Instruction& instruction) {
  return jump(wave, behind(instruction) + read64(wave, instruction.operands[0]));
}

Step call(Wave& wave, const Instruction& instruction) {
  write64(wave, instruction.operands[0], behind(instruction));
  return jump(wave, instruction.branch_target);
}

Step trap(Wave& wave, const Instruction& instruction) {
  wave.fault = fmt::format("trap {}: the kernel stopped itself (assert, abort or llvm.trap)", instruction.immediate & 0xff);
  return Step::kFault;
}

/// Counts one wave of the workgroup; the last of a phase completes it. True for the first of a phase.
bool signal(Wave& wave) {
  Barrier* barrier = wave.barrier;
  if (barrier == nullptr) return true;
  wave.barrier_phase = barrier->completed + 1;
  const bool first = barrier->signals++ == 0;
  if (barrier->signals >= barrier->members) {
    barrier->signals = 0;
    ++barrier->completed;
  }
  return first;
}

/// A wave that waits without having signalled waits for a phase that cannot complete without it: a deadlock.
Step wait(Wave& wave) {
  if (wave.barrier != nullptr && wave.barrier_phase <= wave.barrier_waited)
    wave.barrier_phase = wave.barrier->completed + 1;
  wave.barrier_waited = wave.barrier_phase;
  return Step::kBarrier;
}

Step barrier(Wave& wave, const Instruction&) {
  signal(wave);
  return wait(wave);
}

constexpr std::int32_t kWorkgroupBarrier = -1, kClusterBarrier = -3;

/// What s_barrier_signal names: the workgroup's barrier; the cluster's and number 0, which nobody waits for here; or
/// a named barrier, which the model does not have.
enum class NamedBarrier { kWorkgroup, kNobody, kUnknown };

NamedBarrier named_barrier(const Wave& wave, const Operand& operand) {
  const bool from_m0 = operand.kind == OperandKind::kScalar;
  const auto number = static_cast<std::int32_t>(read32(wave, operand) & (from_m0 ? 0x1f : ~0U));
  if (number == kWorkgroupBarrier) return NamedBarrier::kWorkgroup;
  return number == kClusterBarrier || number == 0 ? NamedBarrier::kNobody : NamedBarrier::kUnknown;
}

Step refuse_named_barrier(Wave& wave) {
  wave.fault = "named barriers are not implemented";
  wave.unimplemented = true;
  return Step::kFault;
}

Step barrier_signal(Wave& wave, const Instruction& instruction) {
  const NamedBarrier named = named_barrier(wave, instruction.operands[0]);
  if (named == NamedBarrier::kUnknown) return refuse_named_barrier(wave);
  if (named == NamedBarrier::kWorkgroup) signal(wave);
  return Step::kNext;
}

Step barrier_signal_isfirst(Wave& wave, const Instruction& instruction) {
  const NamedBarrier named = named_barrier(wave, instruction.operands[0]);
  if (named == NamedBarrier::kUnknown) return refuse_named_barrier(wave);
  wave.set_scc(named == NamedBarrier::kWorkgroup && signal(wave));
  return Step::kNext;
}

Step barrier_wait(Wave& wave, const Instruction& instruction) {
  if (instruction.immediate == kWorkgroupBarrier) return wait(wave);
  return instruction.immediate == kClusterBarrier ? Step::kNext : refuse_named_barrier(wave);
}

Step barrier_state(Wave& wave, const Instruction& instruction) {
  const NamedBarrier named = named_barrier(wave, instruction.operands[1]);
  if (named != NamedBarrier::kWorkgroup || wave.barrier == nullptr) return refuse_named_barrier(wave);
  write32(wave, instruction.operands[0], wave.barrier->signals << 16 | wave.barrier->members << 4 | 1);
  return Step::kNext;
}

/// Order, priority, power and prefetch: no effect on values. Memory is read and written in program order here.
constexpr std::string_view kNoEffect[] = {
    "s_nop", "s_sleep", "s_sleep_var", "s_setprio", "s_setprio_inc_wg", "s_code_end", "s_clause", "s_delay_alu",
    "s_inst_prefetch", "s_set_inst_prefetch_distance", "s_icache_inv", "s_ttracedata", "s_ttracedata_imm",
    "s_incperflevel", "s_decperflevel", "s_sethalt", "s_setkill", "s_version", "s_wakeup", "s_singleuse_vdst",
    "s_waitcnt", "s_waitcnt_depctr", "s_waitcnt_vscnt", "s_waitcnt_vmcnt", "s_waitcnt_expcnt", "s_waitcnt_lgkmcnt",
    "s_wait_alu", "s_wait_loadcnt", "s_wait_storecnt", "s_wait_samplecnt", "s_wait_bvhcnt", "s_wait_expcnt",
    "s_wait_dscnt", "s_wait_kmcnt", "s_wait_loadcnt_dscnt", "s_wait_storecnt_dscnt", "s_wait_idle", "s_wait_event",
    "s_wait_asynccnt", "s_wait_tensorcnt", "s_wait_xcnt", "s_monitor_sleep",
};

constexpr Opcode kOpcodes[] = {
    {"s_branch", branch_if<always>, kAllB32, 0},
    {"s_cbranch_scc0", branch_if<scc_clear>, kAllB32, 0},
    {"s_cbranch_scc1", branch_if<scc_set>, kAllB32, 0},
    {"s_cbranch_vccz", branch_if<vcc_zero>, kAllB32, 0},
    {"s_cbranch_vccnz", branch_if<vcc_not_zero>, kAllB32, 0},
    {"s_cbranch_execz", branch_if<exec_zero>, kAllB32, 0},
    {"s_cbranch_execnz", branch_if<exec_not_zero>, kAllB32, 0},
    // No debugger is attached.
    {"s_cbranch_cdbgsys", next, kAllB32, 0},
    {"s_cbranch_cdbguser", next, kAllB32, 0},
    {"s_cbranch_cdbgsys_or_user", next, kAllB32, 0},
    {"s_cbranch_cdbgsys_and_user", next, kAllB32, 0},
    {"s_getpc_b64", get_pc, kAllB64, 1},
    {"s_setpc_b64", set_pc, kAllB64, 0},
    {"s_swappc_b64", swap_pc, kAllB64, 1},
    {"s_get_pc_i64", get_pc, kAllB64, 1},
    {"s_set_pc_i64", set_pc, kAllB64, 0},
    {"s_swap_pc_i64", swap_pc, kAllB64, 1},
    {"s_add_pc_i64", add_pc, kAllI64, 0},
    {"s_call_b64", call, kAllB64, 1},
    {"s_call_i64", call, kAllB64, 1},
    {"s_endpgm", end, kAllB32, 0},
    {"s_endpgm_saved", end, kAllB32, 0},
    {"s_endpgm_ordered_ps_done", end, kAllB32, 0},
    {"s_trap", trap, kAllB32, 0},
    {"s_barrier", barrier, kAllB32, 0},
    {"s_barrier_signal", barrier_signal, kAllB32, 0},
    {"s_barrier_signal_isfirst", barrier_signal_isfirst, kAllB32, 0},
    {"s_barrier_wait", barrier_wait, kAllB32, 0},
    {"s_get_barrier_state", barrier_state, kAllB32, 1},
};

std::vector<Opcode> with_no_effect() {
  std::vector<Opcode> all(std::begin(kOpcodes), std::end(kOpcodes));
  for (const std::string_view mnemonic : kNoEffect) all.push_back({mnemonic, next, kAllB32, 0});
  return all;
}

}  // namespace

std::span<const Opcode> scalar_control_opcodes() {
  static const std::vector<Opcode> kAll = with_no_effect();
  return kAll;
}

}  // namespace agt::vgpu
