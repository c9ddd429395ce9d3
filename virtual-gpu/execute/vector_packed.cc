// Vector ALU: two operations on 16-bit integers at once, on the halves of registers (VOP3P).
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "virtual-gpu/execute/packed.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using I16 = std::int16_t;
using U16 = std::uint16_t;
using I32 = std::int32_t;
using U32 = std::uint32_t;

constexpr U16 low(I32 value) { return static_cast<U16>(value); }
constexpr U16 low(U32 value) { return static_cast<U16>(value); }
constexpr U16 saturated_u16(I32 value) { return static_cast<U16>(std::clamp(value, 0, 65535)); }
constexpr I16 saturated_i16(I32 value) { return static_cast<I16>(std::clamp(value, -32768, 32767)); }

constexpr Opcode kOpcodes[] = {
    packed_op<[](U16 a, U16 b) { return low(a + b); }, [](U16 a, U16 b) { return saturated_u16(a + b); }>(
        "v_pk_add_u16"),
    packed_op<[](U16 a, U16 b) { return low(a - b); }, [](U16 a, U16 b) { return saturated_u16(a - b); }>(
        "v_pk_sub_u16"),
    packed_op<[](I16 a, I16 b) { return low(a + b); }, [](I16 a, I16 b) { return saturated_i16(a + b); }>(
        "v_pk_add_i16"),
    packed_op<[](I16 a, I16 b) { return low(a - b); }, [](I16 a, I16 b) { return saturated_i16(a - b); }>(
        "v_pk_sub_i16"),
    packed_op<[](U16 a, U16 b) { return low(U32{a} * b); }>("v_pk_mul_lo_u16"),
    packed_op<[](U16 a, U16 b, U16 c) { return low(U32{a} * b + c); }>("v_pk_mad_u16"),
    packed_op<[](I16 a, I16 b, I16 c) { return low(a * b + c); }>("v_pk_mad_i16"),
    packed_op<[](U16 a, U16 b) { return low(U32{b} << (a & 15)); }>("v_pk_lshlrev_b16"),
    packed_op<[](U16 a, U16 b) { return low(U32{b} >> (a & 15)); }>("v_pk_lshrrev_b16"),
    packed_op<[](U16 a, I16 b) { return low(I32{b} >> (a & 15)); }>("v_pk_ashrrev_i16"),
    packed_op<[](U16 a, U16 b) { return std::min(a, b); }>("v_pk_min_u16"),
    packed_op<[](U16 a, U16 b) { return std::max(a, b); }>("v_pk_max_u16"),
    packed_op<[](I16 a, I16 b) { return std::min(a, b); }>("v_pk_min_i16"),
    packed_op<[](I16 a, I16 b) { return std::max(a, b); }>("v_pk_max_i16"),
};

}  // namespace

std::span<const Opcode> vector_packed_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
