// Instruction: one decoded AMDGPU machine instruction, in the form that execute/ works on.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace agt::vgpu {

struct Opcode;

/// Scalar registers have one flat numbering on all targets, whatever their encodings are: SGPRs are 0..105.
namespace scalar {
inline constexpr std::uint16_t kVccLo = 106;
inline constexpr std::uint16_t kVccHi = 107;
inline constexpr std::uint16_t kTtmp0 = 108;  ///< ttmp0 … ttmp15
inline constexpr std::uint16_t kM0 = 124;
inline constexpr std::uint16_t kNull = 125;  ///< reads 0, writes are dropped
inline constexpr std::uint16_t kExecLo = 126;
inline constexpr std::uint16_t kExecHi = 127;
inline constexpr std::uint16_t kFlatScratchLo = 128;
inline constexpr std::uint16_t kFlatScratchHi = 129;
inline constexpr std::uint16_t kXnackMaskLo = 130;
inline constexpr std::uint16_t kXnackMaskHi = 131;
inline constexpr std::uint16_t kScc = 132;   ///< src_scc, also the wave's own SCC
inline constexpr std::uint16_t kSharedBase = 134;   ///< src_shared_base, a pair: first flat address that is LDS
inline constexpr std::uint16_t kSharedLimit = 136;  ///< a pair: last flat address that is LDS
inline constexpr std::uint16_t kPrivateBase = 138;  ///< a pair: the same of scratch
inline constexpr std::uint16_t kPrivateLimit = 140;
inline constexpr std::uint16_t kCount = 142;
}  // namespace scalar

enum class OperandKind : std::uint8_t {
  kNone,
  kVector,    ///< v[index] … v[index + dwords - 1]
  kAccum,     ///< a[index] …, gfx908 to gfx950
  kScalar,    ///< scalar register `index` …, in the numbering above
  kConstant,  ///< `value`, already in the representation of the type that the opcode reads
  kOff,       ///< "off": no address operand
};

struct Operand {
  OperandKind kind = OperandKind::kNone;
  std::uint8_t dwords = 1;
  bool negate = false;       ///< -x, neg(x): of a float source
  bool absolute = false;     ///< |x|: of a float source
  bool sign_extend = false;  ///< sext(x): SDWA, of an integer source
  bool high_half = false;    ///< v0.h (gfx11 and later): bits 31..16 of the register; v0.l is the register's default
  std::uint16_t index = 0;
  std::uint64_t value = 0;
};

/// Sub-dword selection of SDWA (gfx9, gfx10).
enum class Select : std::uint8_t { kByte0, kByte1, kByte2, kByte3, kWord0, kWord1, kDword };
enum class Unused : std::uint8_t { kPad, kSext, kPreserve };

/// How DPP permutes the lanes of source 0.
enum class DppKind : std::uint8_t {
  kNone, kQuadPerm, kRowShl, kRowShr, kRowRor, kWaveShl, kWaveRol, kWaveShr, kWaveRor,
  kRowMirror, kRowHalfMirror, kRowBcast15, kRowBcast31, kRowShare, kRowXmask, kRowNewbcast, kDpp8,
};

struct Modifiers {
  std::int32_t offset = 0;                ///< offset:N of memory instructions; of ds_swizzle_b32 the 16 encoded bits
  std::uint16_t offset0 = 0, offset1 = 0;  ///< of two-address DS instructions
  bool offen = false, idxen = false;      ///< buffer instructions: the address register holds an offset, an index
  bool scale_offset = false;              ///< gfx1250: the offset register counts elements, not bytes
  bool returns = false;                   ///< an atomic that returns the value before (glc, sc0, th:TH_ATOMIC_RETURN)
  bool clamp = false;
  std::uint8_t omod = 0;                  ///< 0 none, 1 mul:2, 2 mul:4, 3 div:2
  std::uint8_t op_sel = 0;                ///< bit i of source i; bit 3 (or the bit behind the last source) the result
  std::uint8_t op_sel_hi = 0xff;          ///< VOP3P: bit i of source i; all ones when not printed
  std::uint8_t neg_lo = 0, neg_hi = 0;
  std::uint8_t bitop3 = 0;                ///< truth table of v_bitop3_b32
  bool sdwa = false;
  Select dst_sel = Select::kDword;
  Unused dst_unused = Unused::kPad;
  std::array<Select, 2> src_sel = {Select::kDword, Select::kDword};
  DppKind dpp = DppKind::kNone;
  std::uint32_t dpp_argument = 0;         ///< count, or the packed 2-bit (quad_perm) or 3-bit (dpp8) selections
  std::uint8_t row_mask = 0xf, bank_mask = 0xf;
  bool bound_ctrl = false;                ///< an invalid source lane reads 0 instead of disabling its result
  bool fetch_inactive = false;            ///< fi:1
};

struct Instruction {
  std::uint64_t address = 0;
  std::uint32_t size_bytes = 0;
  const Opcode* opcode = nullptr;         ///< execute/opcode.h; never null in an instruction that executes
  std::string mnemonic;                   ///< as the disassembler prints it, for messages and defects
  std::vector<Operand> operands;          ///< in the order of the assembly text: results first
  Modifiers modifiers;
  std::uint64_t branch_target = 0;        ///< absolute address, of branches
  std::int32_t immediate = 0;             ///< simm16 of SOPK and SOPP (hwreg(), sendmsg(), s_waitcnt …)
  std::uint8_t defect_lane = 0xff;        ///< a planted defect: this lane of the first result …
  std::uint8_t defect_bit = 0;            ///< … has this bit flipped
  /// The second half of a VOPD pair; it reads its sources before the first half writes.
  std::vector<Instruction> dual;
};

}  // namespace agt::vgpu
