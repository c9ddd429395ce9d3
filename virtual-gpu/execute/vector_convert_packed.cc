// Vector ALU: conversions that put two 16-bit results, or one byte, into a register.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "virtual-gpu/execute/conversions.h"
#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using I16 = std::int16_t;
using U16 = std::uint16_t;
using I32 = std::int32_t;
using U32 = std::uint32_t;

constexpr U32 pair(U32 low, U32 high) { return (high << 16) | (low & 0xffffU); }
constexpr U32 pair(Half low, Half high) { return pair(U32{low.bits}, U32{high.bits}); }
constexpr U32 pair(I16 low, I16 high) { return pair(static_cast<U32>(low), static_cast<U32>(high)); }

constexpr I16 saturated_i16(I32 value) { return static_cast<I16>(std::clamp(value, -32768, 32767)); }
constexpr U32 saturated_u16(U32 value) { return std::min(value, 65535U); }
constexpr U32 saturated_u8(I32 value) { return static_cast<U32>(std::clamp(value, 0, 255)); }
constexpr U32 saturated_i8(I32 value) { return static_cast<U32>(std::clamp(value, -128, 127)) & 0xff; }

/// The two halves of `bits` as signed numbers, each saturated to a byte.
constexpr U16 saturated_bytes(U32 bits) {
  const auto low = static_cast<I32>(bits << 16) >> 16;
  const auto high = static_cast<I32>(bits) >> 16;
  return static_cast<U16>(saturated_u8(low) | saturated_u8(high) << 8);
}

/// Byte `place` of `old` replaced by the number, truncated to 0 … 255.
U32 with_byte(float value, U32 place, U32 old) {
  const U32 shift = (place & 3) * 8;
  const U32 byte = std::min(to_u32(value), 255U);
  return (old & ~(0xffU << shift)) | byte << shift;
}

constexpr Opcode kOpcodes[] = {
    op<[](float a, float b) { return pair(to_half_toward_zero(a), to_half_toward_zero(b)); }>(
        "v_cvt_pk_rtz_f16_f32"),
    op<[](float a, float b) { return pair(to_half(a), to_half(b)); }>("v_cvt_pk_f16_f32"),
    op<[](float a, float b) { return pair(U32{to_bfloat16(a)}, U32{to_bfloat16(b)}); }>("v_cvt_pk_bf16_f32"),
    op<[](float a, float b) { return pair(to_i16(a), to_i16(b)); }>("v_cvt_pk_i16_f32"),
    op<[](float a, float b) { return pair(U32{to_u16(a)}, U32{to_u16(b)}); }>("v_cvt_pk_u16_f32"),
    op<[](float a, float b) { return pair(to_snorm16(a), to_snorm16(b)); }>("v_cvt_pk_norm_i16_f32"),
    op<[](float a, float b) { return pair(U32{to_unorm16(a)}, U32{to_unorm16(b)}); }>("v_cvt_pk_norm_u16_f32"),
    op<[](Half a, Half b) { return pair(to_snorm16(to_float(a)), to_snorm16(to_float(b))); }>(
        "v_cvt_pk_norm_i16_f16"),
    op<[](Half a, Half b) { return pair(U32{to_unorm16(to_float(a))}, U32{to_unorm16(to_float(b))}); }>(
        "v_cvt_pk_norm_u16_f16"),
    op<[](I32 a, I32 b) { return pair(saturated_i16(a), saturated_i16(b)); }>("v_cvt_pk_i16_i32"),
    op<[](U32 a, U32 b) { return pair(saturated_u16(a), saturated_u16(b)); }>("v_cvt_pk_u16_u32"),
    op<[](float a, U32 place, U32 old) { return with_byte(a, place, old); }>("v_cvt_pk_u8_f32"),
    op<[](U32 a) { return saturated_bytes(a); }>("v_sat_pk_u8_i16"),
    op<[](I32 a, I32 b, U32 shift) {
      return static_cast<U16>(saturated_i8(a >> (shift & 31)) | saturated_i8(b >> (shift & 31)) << 8);
    }>("v_ashr_pk_i8_i32"),
    op<[](I32 a, I32 b, U32 shift) {
      return static_cast<U16>(saturated_u8(a >> (shift & 31)) | saturated_u8(b >> (shift & 31)) << 8);
    }>("v_ashr_pk_u8_i32"),
};

}  // namespace

std::span<const Opcode> vector_convert_packed_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
