// Hardware registers, the MODE register, clocks, messages, and gfx9's VGPR index mode.
//
// The clock is the number of instructions that the wave has executed: the same in every run.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u32 kDx10ClampBit = 8, kIeeeBit = 9;
constexpr u32 kModeFieldsBits = 0x3ff;  ///< what FloatMode holds

u32 denorm_bits(bool flush) { return flush ? 0 : 3; }

u64 get_mode(const Wave& wave) {
  const FloatMode& mode = wave.mode;
  const u32 fields = mode.round_f32 | u32{mode.round_f16_f64} << 2 | denorm_bits(mode.flush_f32) << 4 |
                     denorm_bits(mode.flush_f16_f64) << 6;
  const u32 clamp = wave.gfx_major < 12 ? u32{mode.dx10_clamp} << kDx10ClampBit | u32{mode.ieee} << kIeeeBit : 0;
  return (wave.mode_register & ~u64{kModeFieldsBits}) | fields | clamp;
}

/// False when the model cannot do what the fields say: denormals flushed on one side only.
bool set_mode(Wave& wave, u64 value) {
  const u32 denorm_f32 = value >> 4 & 3, denorm_f16_f64 = value >> 6 & 3;
  for (const u32 denorm : {denorm_f32, denorm_f16_f64}) {
    if (denorm == 1 || denorm == 2) return false;
  }
  wave.mode.round_f32 = static_cast<std::uint8_t>(value & 3);
  wave.mode.round_f16_f64 = static_cast<std::uint8_t>(value >> 2 & 3);
  wave.mode.flush_f32 = denorm_f32 == 0;
  wave.mode.flush_f16_f64 = denorm_f16_f64 == 0;
  if (wave.gfx_major < 12) {
    wave.mode.dx10_clamp = (value >> kDx10ClampBit & 1) != 0;
    wave.mode.ieee = (value >> kIeeeBit & 1) != 0;
  }
  wave.mode_register = value;
  return true;
}

u64 get_zero(const Wave&) { return 0; }
u64 get_clock(const Wave& wave) { return wave.clock & 0xffffffff; }
u64 get_clock_high(const Wave& wave) { return wave.clock >> 32; }
/// SH_MEM_BASES: the top 16 bits of the private aperture, then of the shared one.
u64 get_memory_bases(const Wave& wave) { return wave.scratch_aperture >> 48 | wave.lds_aperture >> 48 << 16; }

template <std::uint16_t kRegister>
u64 get_register(const Wave& wave) {
  return wave.sgpr[kRegister];
}

template <std::uint16_t kRegister>
bool set_register(Wave& wave, u64 value) {
  wave.sgpr[kRegister] = static_cast<u32>(value);
  return true;
}

bool ignore(Wave&, u64) { return true; }

/// hwreg() numbers (LLVM AMDGPUOperandSyntax, "hwreg"); their meaning depends on the family.
struct HardwareRegister {
  u32 id;
  int first_major, last_major;
  u64 (*get)(const Wave&);
  bool (*set)(Wave&, u64);
};

constexpr HardwareRegister kRegisters[] = {
    {1, 9, 12, get_mode, set_mode},
    {2, 9, 12, get_zero, ignore},    // STATUS
    {3, 9, 11, get_zero, ignore},    // TRAPSTS: no exception was ever raised
    {4, 9, 12, get_zero, ignore},    // HW_ID, gfx12 STATE_PRIV
    {5, 9, 12, get_zero, ignore},    // GPR_ALLOC
    {6, 9, 12, get_zero, ignore},    // LDS_ALLOC
    {7, 9, 12, get_zero, ignore},    // IB_STS: no counter is ever above 0
    {15, 9, 11, get_memory_bases, ignore},
    {17, 12, 12, get_zero, ignore},  // EXCP_FLAG_PRIV
    {18, 12, 12, get_zero, ignore},  // EXCP_FLAG_USER
    {20, 9, 9, get_zero, ignore},    // XCC_ID: one XCC
    {20, 10, 12, get_register<scalar::kFlatScratchLo>, set_register<scalar::kFlatScratchLo>},
    {21, 10, 12, get_register<scalar::kFlatScratchHi>, set_register<scalar::kFlatScratchHi>},
    {22, 10, 10, get_register<scalar::kXnackMaskLo>, set_register<scalar::kXnackMaskLo>},
    {23, 10, 12, get_zero, ignore},  // HW_ID1: the first wave slot of the first compute unit
    {24, 10, 12, get_zero, ignore},  // HW_ID2
    {28, 11, 12, get_zero, ignore},  // IB_STS2: no cluster
    {29, 10, 12, get_clock, ignore},
    {30, 12, 12, get_clock_high, ignore},
};

const HardwareRegister* find_register(const Wave& wave, u32 id) {
  for (const HardwareRegister& found : kRegisters) {
    if (found.id == id && wave.gfx_major >= found.first_major && wave.gfx_major <= found.last_major) return &found;
  }
  return nullptr;
}

/// hwreg(id, offset, width) as simm16 has it.
struct Field {
  u32 id, offset, width;
  u64 mask() const { return (u64{1} << width) - 1; }
};

Field field_of(const Instruction& instruction) {
  const auto bits = static_cast<u32>(instruction.immediate);
  return {bits & 0x3f, bits >> 6 & 0x1f, (bits >> 11 & 0x1f) + 1};
}

Step refuse(Wave& wave, std::string reason) {
  wave.fault = std::move(reason);
  wave.unimplemented = true;
  return Step::kFault;
}

Step get_hardware_register(Wave& wave, const Instruction& instruction) {
  const Field field = field_of(instruction);
  const HardwareRegister* found = find_register(wave, field.id);
  if (found == nullptr) return refuse(wave, fmt::format("hardware register {} is not implemented", field.id));
  write32(wave, instruction.operands[0], static_cast<u32>(found->get(wave) >> field.offset & field.mask()));
  return Step::kNext;
}

Step set_field(Wave& wave, Field field, u32 value) {
  const HardwareRegister* found = find_register(wave, field.id);
  if (found == nullptr) return refuse(wave, fmt::format("hardware register {} is not implemented", field.id));
  const u64 mask = field.mask() << field.offset;
  const u64 whole = (found->get(wave) & ~mask) | (u64{value} << field.offset & mask);
  if (!found->set(wave, whole)) return refuse(wave, fmt::format("MODE {:#x}: this denormal mode is not implemented", whole));
  return Step::kNext;
}

/// s_setreg_b32 and s_setreg_imm32_b32: the value is the one operand that is no hwreg().
Step set_hardware_register(Wave& wave, const Instruction& instruction) {
  return set_field(wave, field_of(instruction), read32(wave, instruction.operands[0]));
}

template <u32 kOffset>
Step set_mode_field(Wave& wave, const Instruction& instruction) {
  return set_field(wave, {1, kOffset, 4}, static_cast<u32>(instruction.immediate) & 0xf);
}

Step read_clock(Wave& wave, const Instruction& instruction) {
  write64(wave, instruction.operands[0], wave.clock);
  return Step::kNext;
}

constexpr u32 kMessageInterrupt = 1, kMessageDeallocVgprs = 3;
constexpr u32 kMessageMask = 0xff, kReturnRealtime = 0x83;

Step send_message(Wave& wave, const Instruction& instruction) {
  const u32 message = static_cast<u32>(instruction.immediate) & kMessageMask;
  if (message == kMessageDeallocVgprs && wave.gfx_major >= 11) return Step::kNext;
  if ((message & 0xf) == kMessageInterrupt) return refuse(wave, "an interrupt to the host is not implemented");
  return refuse(wave, fmt::format("message {:#x} is not implemented", message));
}

Step send_message_and_return(Wave& wave, const Instruction& instruction) {
  const u32 message = static_cast<u32>(instruction.immediate) & kMessageMask;
  if (message != kReturnRealtime) return refuse(wave, fmt::format("message {:#x} is not implemented", message));
  if (instruction.operands[0].dwords == 2) write64(wave, instruction.operands[0], wave.clock);
  else write32(wave, instruction.operands[0], static_cast<u32>(wave.clock));
  return Step::kNext;
}

/// Always as many as the wave has: the register file is never reallocated here.
Step allocate_vgprs(Wave& wave, const Instruction&) {
  wave.set_scc(true);
  return Step::kNext;
}

/// The next instructions run in the index mode, so the loop must look again: a jump to the one behind.
Step to_next(Wave& wave, const Instruction& instruction) {
  wave.pc = instruction.address + instruction.size_bytes;
  return Step::kJump;
}

void set_index_uses(Wave& wave, u32 uses) {
  u32& m0 = wave.sgpr[scalar::kM0];
  m0 = (m0 & ~0xf000U) | uses << 12;
}

Step index_on(Wave& wave, const Instruction& instruction) {
  u32& m0 = wave.sgpr[scalar::kM0];
  m0 = (m0 & ~0xffU) | (read32(wave, instruction.operands[0]) & 0xff);
  set_index_uses(wave, static_cast<u32>(instruction.immediate) & 0xf);
  wave.vgpr_index_mode = true;
  return to_next(wave, instruction);
}

Step index_off(Wave& wave, const Instruction& instruction) {
  wave.vgpr_index_mode = false;
  return to_next(wave, instruction);
}

Step index_mode(Wave& wave, const Instruction& instruction) {
  set_index_uses(wave, static_cast<u32>(instruction.immediate) & 0xf);
  return Step::kNext;
}

Step index_index(Wave& wave, const Instruction& instruction) {
  u32& m0 = wave.sgpr[scalar::kM0];
  m0 = (m0 & ~0xffU) | (read32(wave, instruction.operands[0]) & 0xff);
  return Step::kNext;
}

constexpr Opcode kOpcodes[] = {
    {"s_getreg_b32", get_hardware_register, kAllB32, 1},
    {"s_setreg_b32", set_hardware_register, kAllB32, 0},
    {"s_setreg_imm32_b32", set_hardware_register, kAllB32, 0},
    {"s_round_mode", set_mode_field<0>, kAllB32, 0},
    {"s_denorm_mode", set_mode_field<4>, kAllB32, 0},
    {"s_memtime", read_clock, kAllB64, 1},
    {"s_memrealtime", read_clock, kAllB64, 1},
    {"s_get_shader_cycles_u64", read_clock, kAllB64, 1},
    {"s_sendmsg", send_message, kAllB32, 0},
    {"s_sendmsg_rtn_b32", send_message_and_return, kAllB32, 1},
    {"s_sendmsg_rtn_b64", send_message_and_return, kAllB64, 1},
    {"s_alloc_vgpr", allocate_vgprs, kAllB32, 0},
    {"s_set_gpr_idx_on", index_on, kAllB32, 0},
    {"s_set_gpr_idx_off", index_off, kAllB32, 0},
    {"s_set_gpr_idx_mode", index_mode, kAllB32, 0},
    {"s_set_gpr_idx_idx", index_index, kAllB32, 0},
};

}  // namespace

std::span<const Opcode> scalar_system_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu
