// Vector ALU: moves, logic, shifts, bit fields and bit counts of 32 and 64 bits.
// SPDX-License-Identifier: MIT
#include <bit>

#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using I32 = std::int32_t;
using U32 = std::uint32_t;
using I64 = std::int64_t;
using U64 = std::uint64_t;

constexpr U32 field_mask(U32 width) { return (1U << (width & 31)) - 1; }

constexpr U32 signed_field(I32 value, U32 offset, U32 width) {
  width &= 31;
  if (width == 0) return 0;
  const auto field = static_cast<U32>(value >> (offset & 31)) & field_mask(width);
  const U32 sign = 1U << (width - 1);
  return (field ^ sign) - sign;
}

constexpr U32 reversed(U32 x) {
  x = (x >> 1 & 0x55555555U) | (x & 0x55555555U) << 1;
  x = (x >> 2 & 0x33333333U) | (x & 0x33333333U) << 2;
  x = (x >> 4 & 0x0f0f0f0fU) | (x & 0x0f0f0f0fU) << 4;
  x = (x >> 8 & 0x00ff00ffU) | (x & 0x00ff00ffU) << 8;
  return x >> 16 | x << 16;
}

/// Bits counted by sums of neighbours, which vectorises where there is no instruction for it.
constexpr U32 ones(U32 x) {
  x -= x >> 1 & 0x55555555U;
  x = (x & 0x33333333U) + (x >> 2 & 0x33333333U);
  return ((x + (x >> 4)) & 0x0f0f0f0fU) * 0x01010101U >> 24;
}

constexpr I32 leading_zeros(U32 x) { return x == 0 ? -1 : std::countl_zero(x); }
constexpr I32 trailing_zeros(U32 x) { return x == 0 ? -1 : std::countr_zero(x); }
/// The first bit below the sign that differs from it.
constexpr I32 leading_signs(I32 x) { return leading_zeros(static_cast<U32>(x ^ (x >> 31))); }

constexpr U32 aligned(U32 high, U32 low, U32 bits) {
  return static_cast<U32>((U64{high} << 32 | low) >> bits);
}

/// v_perm_b32: a selector of 8 to 11 gives the sign of bytes 1, 3, 5, 7 as 0 or 0xff; 12 gives 0, above it 0xff.
constexpr U32 selected_byte(U64 bytes, U32 selector) {
  if (selector >= 13) return 0xff;
  if (selector == 12) return 0;
  if (selector >= 8) return (bytes >> ((selector - 8) * 16 + 15) & 1) != 0 ? 0xff : 0;
  return static_cast<U32>(bytes >> (selector * 8) & 0xff);
}

constexpr U32 permuted_bytes(U32 a, U32 b, U32 selectors) {
  const U64 bytes = U64{a} << 32 | b;
  U32 result = 0;
  for (U32 i = 0; i < 4; ++i) result |= selected_byte(bytes, selectors >> (i * 8) & 0xff) << (i * 8);
  return result;
}

constexpr U32 lerp(U32 a, U32 b, U32 round) {
  U32 result = 0;
  for (U32 shift = 0; shift < 32; shift += 8) {
    result |= ((a >> shift & 0xff) + (b >> shift & 0xff) + (round >> shift & 1)) >> 1 << shift;
  }
  return result;
}

constexpr U32 pseudo_random(U32 state) { return state << 1 ^ ((state >> 31) != 0 ? 197U : 0U); }

constexpr Opcode kMoves[] = {
    op<[](U32 a) { return a; }>("v_mov_b32"),
    op<[](U64 a) { return a; }>("v_mov_b64"),
    op<[](U32 a) { return a; }>("v_accvgpr_read_b32"),
    op<[](U32 a) { return a; }>("v_accvgpr_write_b32"),
    op<[](U32 a) { return a; }>("v_accvgpr_mov_b32"),
};

constexpr Opcode kLogic[] = {
    op<[](U32 a) { return ~a; }>("v_not_b32"),
    op<[](U32 a, U32 b) { return a & b; }>("v_and_b32"),
    op<[](U32 a, U32 b) { return a | b; }>("v_or_b32"),
    op<[](U32 a, U32 b) { return a ^ b; }>("v_xor_b32"),
    op<[](U32 a, U32 b) { return ~(a ^ b); }>("v_xnor_b32"),
    op<[](U32 a, U32 b, U32 c) { return (a & b) | c; }>("v_and_or_b32"),
    op<[](U32 a, U32 b, U32 c) { return a | b | c; }>("v_or3_b32"),
    op<[](U32 a, U32 b, U32 c) { return a ^ b ^ c; }>("v_xor3_b32"),
    op<[](U32 a, U32 b, U32 c) { return (a << (b & 31)) | c; }>("v_lshl_or_b32"),
};

constexpr Opcode kShifts[] = {
    op<[](U32 a, U32 b) { return b << (a & 31); }>("v_lshlrev_b32"),
    op<[](U32 a, U32 b) { return (b >> (a & 31)); }>("v_lshrrev_b32"),
    op<[](U32 a, I32 b) { return (b >> (a & 31)); }>("v_ashrrev_i32"),
    op<[](U32 a, U64 b) { return b << (a & 63); }>("v_lshlrev_b64"),
    op<[](U32 a, U64 b) { return (b >> (a & 63)); }>("v_lshrrev_b64"),
    op<[](U32 a, I64 b) { return (b >> (a & 63)); }>("v_ashrrev_i64"),
    op<[](U32 a, U32 b, U32 c) { return aligned(a, b, c & 31); }>("v_alignbit_b32"),
    op<[](U32 a, U32 b, U32 c) { return aligned(a, b, (c & 3) * 8); }>("v_alignbyte_b32"),
};

constexpr Opcode kFields[] = {
    op<[](U32 a, U32 b, U32 c) { return ((a >> (b & 31)) & field_mask(c)); }>("v_bfe_u32"),
    op<[](I32 a, U32 b, U32 c) { return signed_field(a, b, c); }>("v_bfe_i32"),
    op<[](U32 a, U32 b, U32 c) { return (a & b) | (~a & c); }>("v_bfi_b32"),
    op<[](U32 a, U32 b) { return field_mask(a) << (b & 31); }>("v_bfm_b32"),
    op<[](U32 a) { return reversed(a); }>("v_bfrev_b32"),
    op<[](U32 a, U32 b) { return ones(a) + b; }>("v_bcnt_u32_b32"),
    op<[](U32 a) { return leading_zeros(a); }>("v_clz_i32_u32"),
    op<[](U32 a) { return trailing_zeros(a); }>("v_ctz_i32_b32"),
    op<[](I32 a) { return leading_signs(a); }>("v_cls_i32"),
    op<[](U32 a, U32 b, U32 c) { return permuted_bytes(a, b, c); }>("v_perm_b32"),
    op<[](U32 a, U32 b, U32 c) { return lerp(a, b, c); }>("v_lerp_u8"),
    op<[](U32 a) { return pseudo_random(a); }>("v_prng_b32"),
};

/// Bit 4a + 2b + c of the table is the result for the bits a, b, c.
template <class T>
T by_truth_table(std::uint8_t table, T a, T b, T c) {
  T result = 0;
  for (int i = 0; i < 8; ++i) {
    if ((table >> i & 1) == 0) continue;
    const T term = static_cast<T>(((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c));
    result = static_cast<T>(result | term);
  }
  return result;
}

/// The third source is 0 where there is none (gfx1250's v_dual_bitop2_b32).
template <class T, std::size_t kSources>
Step truth_table(Wave& wave, const Instruction& instruction) {
  std::array<Source, kSources> sources;
  std::uint64_t mask = wave.exec();
  for (std::size_t i = 0; i < kSources; ++i) fetch_as<T>(wave, instruction, i, sources[i], mask);
  Words words;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const auto at = [&](std::size_t i) { return i < kSources ? static_cast<T>(sources[i].low[lane]) : T{0}; };
    put(words, lane, by_truth_table(instruction.modifiers.bitop3, at(0), at(1), at(2)));
  }
  store<T>(wave, instruction, words, mask, OtherHalf::kPreserved);
  return finish(wave);
}

constexpr Opcode kTruthTables[] = {
    {"v_bitop2_b32", truth_table<U32, 2>, {SourceType::kB32, SourceType::kB32, SourceType::kB32}, 1},
    {"v_bitop3_b32", truth_table<U32, 3>, {SourceType::kB32, SourceType::kB32, SourceType::kB32}, 1},
    {"v_bitop3_b16", truth_table<std::uint16_t, 3>, {SourceType::kB16, SourceType::kB16, SourceType::kB16}, 1},
};

}  // namespace

std::span<const Opcode> vector_bits_opcodes() {
  static constexpr auto kAll = concatenated(kMoves, kLogic, kShifts, kFields, kTruthTables);
  return kAll;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
