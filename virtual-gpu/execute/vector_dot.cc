// Vector ALU: dot products and sums of absolute differences.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "virtual-gpu/execute/packed.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using I32 = std::int32_t;
using U32 = std::uint32_t;
using I64 = std::int64_t;
using U64 = std::uint64_t;

/// Element `i` of `bits` bits.
constexpr I64 element(U32 word, U32 i, U32 bits, bool is_signed) {
  const U32 top = word << (32 - bits - i * bits);
  return is_signed ? I64{static_cast<I32>(top) >> (32 - bits)} : I64{top >> (32 - bits)};
}

constexpr I64 dot(U32 a, U32 b, U32 bits, bool a_signed, bool b_signed) {
  I64 sum = 0;
  for (U32 i = 0; i < 32 / bits; ++i) sum += element(a, i, bits, a_signed) * element(b, i, bits, b_signed);
  return sum;
}

template <U32 kBits>
inline constexpr auto kSignedDot = [](U32 a, U32 b, I32 c) {
  return static_cast<I32>(static_cast<U32>(dot(a, b, kBits, true, true) + c));
};
template <U32 kBits>
inline constexpr auto kSignedDotSaturated = [](U32 a, U32 b, I32 c) {
  return static_cast<I32>(std::clamp<I64>(dot(a, b, kBits, true, true) + c, std::numeric_limits<I32>::min(),
                                          std::numeric_limits<I32>::max()));
};
template <U32 kBits>
inline constexpr auto kUnsignedDot = [](U32 a, U32 b, U32 c) {
  return static_cast<U32>(dot(a, b, kBits, false, false) + c);
};
template <U32 kBits>
inline constexpr auto kUnsignedDotSaturated = [](U32 a, U32 b, U32 c) {
  return static_cast<U32>(std::min<I64>(dot(a, b, kBits, false, false) + c, std::numeric_limits<U32>::max()));
};

/// gfx11's mixed form: neg_lo says which of the first two sources is signed.
template <U32 kBits>
Step mixed_dot(Wave& wave, const Instruction& instruction) {
  std::array<Source, 3> sources;
  std::uint64_t mask = wave.exec();
  for (std::size_t i = 0; i < 3; ++i) fetch_raw(wave, instruction, i, 32, sources[i], mask);
  const Modifiers& modifiers = instruction.modifiers;
  Words words;
  for (std::uint32_t lane = 0; lane < wave.lanes; ++lane) {
    const I64 sum = dot(sources[0].low[lane], sources[1].low[lane], kBits, (modifiers.neg_lo & 1) != 0,
                        (modifiers.neg_lo & 2) != 0) +
                    static_cast<I32>(sources[2].low[lane]);
    const I64 bounded = modifiers.clamp ? std::clamp<I64>(sum, std::numeric_limits<I32>::min(),
                                                          std::numeric_limits<I32>::max())
                                        : sum;
    words.low[lane] = static_cast<U32>(bounded);
  }
  store32(wave, instruction, words.low, mask);
  return finish(wave);
}

/// The documents do not say where hardware rounds; here each product is exact and each sum rounds.
float dot2(U32 a, U32 b, float c) {
  const auto half = [](U32 word, U32 shift) { return to_float(Half{static_cast<std::uint16_t>(word >> shift)}); };
  return c + half(a, 0) * half(b, 0) + half(a, 16) * half(b, 16);
}

constexpr std::array kThreeB32 = {SourceType::kB32, SourceType::kB32, SourceType::kB32};

constexpr Opcode kDots[] = {
    saturating_op<kSignedDot<16>, kSignedDotSaturated<16>>("v_dot2_i32_i16"),
    saturating_op<kSignedDot<8>, kSignedDotSaturated<8>>("v_dot4_i32_i8"),
    saturating_op<kSignedDot<4>, kSignedDotSaturated<4>>("v_dot8_i32_i4"),
    saturating_op<kUnsignedDot<16>, kUnsignedDotSaturated<16>>("v_dot2_u32_u16"),
    saturating_op<kUnsignedDot<8>, kUnsignedDotSaturated<8>>("v_dot4_u32_u8"),
    saturating_op<kUnsignedDot<4>, kUnsignedDotSaturated<4>>("v_dot8_u32_u4"),
    saturating_op<kSignedDot<16>, kSignedDotSaturated<16>>("v_dot2c_i32_i16"),
    saturating_op<kSignedDot<8>, kSignedDotSaturated<8>>("v_dot4c_i32_i8"),
    saturating_op<kSignedDot<4>, kSignedDotSaturated<4>>("v_dot8c_i32_i4"),
    {"v_dot4_i32_iu8", mixed_dot<8>, kThreeB32, 1},
    {"v_dot8_i32_iu4", mixed_dot<4>, kThreeB32, 1},
    op<[](U32 a, U32 b, float c) { return dot2(a, b, c); }>("v_dot2_f32_f16", Fidelity::kStandIn),
    op<[](U32 a, U32 b, float c) { return dot2(a, b, c); }>("v_dot2c_f32_f16", Fidelity::kStandIn),
    op<[](U32 a, U32 b, float c) { return dot2(a, b, c); }>("v_dot2acc_f32_f16", Fidelity::kStandIn),
};

/// The sum of |a - b| over the bytes or halves of a word; a masked form skips the bytes of b that are 0.
constexpr U32 differences(U32 a, U32 b, U32 bits, bool masked = false) {
  U32 sum = 0;
  for (U32 i = 0; i < 32 / bits; ++i) {
    const I64 x = element(a, i, bits, false);
    const I64 y = element(b, i, bits, false);
    if (!masked || y != 0) sum += static_cast<U32>(std::max(x, y) - std::min(x, y));
  }
  return sum;
}

/// Four sums over four overlapping words of `a`, each added to 16 bits of `c`.
constexpr U64 quad_differences(U64 a, U32 b, U64 c, bool masked) {
  U64 result = 0;
  for (U32 i = 0; i < 4; ++i) {
    const U32 sum = differences(static_cast<U32>(a >> (i * 8)), b, 8, masked) + static_cast<U32>(c >> (i * 16));
    result |= U64{sum & 0xffffU} << (i * 16);
  }
  return result;
}

constexpr Opcode kDifferences[] = {
    op<[](U32 a, U32 b, U32 c) { return differences(a, b, 8) + c; }>("v_sad_u8"),
    op<[](U32 a, U32 b, U32 c) { return (differences(a, b, 8) << 16) + c; }>("v_sad_hi_u8"),
    op<[](U32 a, U32 b, U32 c) { return differences(a, b, 16) + c; }>("v_sad_u16"),
    op<[](U32 a, U32 b, U32 c) { return std::max(a, b) - std::min(a, b) + c; }>("v_sad_u32"),
    op<[](U32 a, U32 b, U32 c) { return differences(a, b, 8, true) + c; }>("v_msad_u8"),
    op<[](U64 a, U32 b, U64 c) { return quad_differences(a, b, c, false); }>("v_qsad_pk_u16_u8"),
    op<[](U64 a, U32 b, U64 c) { return quad_differences(a, b, c, true); }>("v_mqsad_pk_u16_u8"),
};

}  // namespace

std::span<const Opcode> vector_dot_opcodes() {
  static constexpr auto kAll = concatenated(kDots, kDifferences);
  return kAll;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
