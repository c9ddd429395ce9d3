// Vector ALU: 16-bit integers.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using I16 = std::int16_t;
using U16 = std::uint16_t;
using I32 = std::int32_t;
using U32 = std::uint32_t;

constexpr U16 low(I32 value) { return static_cast<U16>(value); }
constexpr U16 low(U32 value) { return static_cast<U16>(value); }

constexpr U16 saturated_u16(I32 value) {
  return static_cast<U16>(std::clamp<I32>(value, 0, std::numeric_limits<U16>::max()));
}
constexpr I16 saturated_i16(I32 value) {
  return static_cast<I16>(std::clamp<I32>(value, std::numeric_limits<I16>::min(), std::numeric_limits<I16>::max()));
}

template <class T>
constexpr T median(T a, T b, T c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// gfx9 added these forms; they keep the other half of the result register.
constexpr Form kKeeps{.other = OtherHalf::kPreserved};

constexpr Opcode kArithmetic[] = {
    saturating_op<[](U16 a, U16 b) { return low(a + b); }, [](U16 a, U16 b) { return saturated_u16(a + b); }>(
        "v_add_nc_u16"),
    saturating_op<[](U16 a, U16 b) { return low(a - b); }, [](U16 a, U16 b) { return saturated_u16(a - b); }>(
        "v_sub_nc_u16"),
    saturating_op<[](U16 a, U16 b) { return low(b - a); }, [](U16 a, U16 b) { return saturated_u16(b - a); }>(
        "v_subrev_u16"),
    saturating_op<[](I16 a, I16 b) { return low(a + b); }, [](I16 a, I16 b) { return saturated_i16(a + b); }>(
        "v_add_nc_i16"),
    saturating_op<[](I16 a, I16 b) { return low(a - b); }, [](I16 a, I16 b) { return saturated_i16(a - b); }>(
        "v_sub_nc_i16"),
    op<[](U16 a, U16 b) { return low(U32{a} * b); }>("v_mul_lo_u16"),
    op<[](U16 a, U16 b, U16 c) { return low(U32{a} * b + c); }, kKeeps>("v_mad_u16"),
    op<[](I16 a, I16 b, I16 c) { return low(a * b + c); }, kKeeps>("v_mad_i16"),
    op<[](U16 a, U16 b, U16 c) { return low(U32{a} * b + c); }>("v_mad_legacy_u16"),
    op<[](I16 a, I16 b, I16 c) { return low(a * b + c); }>("v_mad_legacy_i16"),
    op<[](U16 a, U16 b, U32 c) { return U32{a} * b + c; }>("v_mad_u32_u16"),
    op<[](I16 a, I16 b, U32 c) { return static_cast<U32>(a * b) + c; }>("v_mad_i32_i16"),
};

constexpr Opcode kBits[] = {
    op<[](U16 a) { return a; }>("v_mov_b16"),
    op<[](U16 a) { return low(~U32{a}); }>("v_not_b16"),
    op<[](U16 a, U16 b) { return low(U32{a} & b); }>("v_and_b16"),
    op<[](U16 a, U16 b) { return low(U32{a} | b); }>("v_or_b16"),
    op<[](U16 a, U16 b) { return low(U32{a} ^ b); }>("v_xor_b16"),
    op<[](U16 a, U16 b) { return low(U32{b} << (a & 15)); }>("v_lshlrev_b16"),
    op<[](U16 a, U16 b) { return low(U32{b} >> (a & 15)); }>("v_lshrrev_b16"),
    op<[](U16 a, I16 b) { return low(I32{b} >> (a & 15)); }>("v_ashrrev_i16"),
    op<[](U16 a, U16 b) { return U32{b} << 16 | a; }>("v_pack_b32_f16"),
};

constexpr Opcode kExtrema[] = {
    op<[](U16 a, U16 b) { return std::min(a, b); }>("v_min_u16"),
    op<[](U16 a, U16 b) { return std::max(a, b); }>("v_max_u16"),
    op<[](I16 a, I16 b) { return std::min(a, b); }>("v_min_i16"),
    op<[](I16 a, I16 b) { return std::max(a, b); }>("v_max_i16"),
    op<[](U16 a, U16 b, U16 c) { return std::min(std::min(a, b), c); }, kKeeps>("v_min3_u16"),
    op<[](U16 a, U16 b, U16 c) { return std::max(std::max(a, b), c); }, kKeeps>("v_max3_u16"),
    op<[](I16 a, I16 b, I16 c) { return std::min(std::min(a, b), c); }, kKeeps>("v_min3_i16"),
    op<[](I16 a, I16 b, I16 c) { return std::max(std::max(a, b), c); }, kKeeps>("v_max3_i16"),
    op<[](U16 a, U16 b, U16 c) { return median(a, b, c); }, kKeeps>("v_med3_u16"),
    op<[](I16 a, I16 b, I16 c) { return median(a, b, c); }, kKeeps>("v_med3_i16"),
};

}  // namespace

std::span<const Opcode> vector_short_opcodes() {
  static constexpr auto kAll = concatenated(kArithmetic, kBits, kExtrema);
  return kAll;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
