// Vector ALU: conversions between integers and floats.
// Float to integer truncates, saturates at the ends of the integer's range, and makes 0 of NaN.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include "virtual-gpu/execute/conversions.h"
#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using I16 = std::int16_t;
using U16 = std::uint16_t;
using I32 = std::int32_t;
using U32 = std::uint32_t;

template <std::uint32_t kByte>
inline constexpr auto kByteToFloat = [](U32 a) { return static_cast<float>((a >> (kByte * 8)) & 0xff); };

/// v_cvt_off_f32_i4: a signed 4-bit number in sixteenths.
float sixteenths(U32 bits) { return static_cast<float>(static_cast<I32>(bits << 28) >> 28) * 0.0625F; }

constexpr Opcode kToFloat[] = {
    op<[](I32 a) { return static_cast<float>(a); }>("v_cvt_f32_i32"),
    op<[](U32 a) { return static_cast<float>(a); }>("v_cvt_f32_u32"),
    op<[](I32 a) { return static_cast<double>(a); }>("v_cvt_f64_i32"),
    op<[](U32 a) { return static_cast<double>(a); }>("v_cvt_f64_u32"),
    op<[](I16 a) { return to_half(static_cast<float>(a)); }>("v_cvt_f16_i16"),
    op<[](U16 a) { return to_half(static_cast<float>(a)); }>("v_cvt_f16_u16"),
    op<kByteToFloat<0>>("v_cvt_f32_ubyte0"),
    op<kByteToFloat<1>>("v_cvt_f32_ubyte1"),
    op<kByteToFloat<2>>("v_cvt_f32_ubyte2"),
    op<kByteToFloat<3>>("v_cvt_f32_ubyte3"),
    op<[](U32 a) { return sixteenths(a); }>("v_cvt_off_f32_i4"),
};

constexpr Opcode kBetweenFloats[] = {
    op<[](float a) { return static_cast<double>(a); }>("v_cvt_f64_f32"),
    op<[](double a) { return static_cast<float>(a); }>("v_cvt_f32_f64"),
    op<[](float a) { return to_half(a); }>("v_cvt_f16_f32"),
    op<[](Half a) { return to_float(a); }>("v_cvt_f32_f16"),
    op<[](U16 a) { return bfloat16_to_float(a); }>("v_cvt_f32_bf16"),
};

constexpr Opcode kToInteger[] = {
    op<[](float a) { return to_i32(a); }>("v_cvt_i32_f32"),
    op<[](float a) { return to_u32(a); }>("v_cvt_u32_f32"),
    op<[](double a) { return to_i32(a); }>("v_cvt_i32_f64"),
    op<[](double a) { return to_u32(a); }>("v_cvt_u32_f64"),
    op<[](float a) { return to_i32(std::floor(a)); }>("v_cvt_floor_i32_f32"),
    op<[](float a) { return to_i32(std::floor(a + 0.5F)); }>("v_cvt_nearest_i32_f32"),
    op<[](Half a) { return to_i16(to_float(a)); }>("v_cvt_i16_f16"),
    op<[](Half a) { return to_u16(to_float(a)); }>("v_cvt_u16_f16"),
    op<[](Half a) { return to_snorm16(to_float(a)); }>("v_cvt_norm_i16_f16"),
    op<[](Half a) { return to_unorm16(to_float(a)); }>("v_cvt_norm_u16_f16"),
    op<[](I16 a) { return I32{a}; }>("v_cvt_i32_i16"),
    op<[](U16 a) { return U32{a}; }>("v_cvt_u32_u16"),
};

}  // namespace

std::span<const Opcode> vector_convert_opcodes() {
  static constexpr auto kAll = concatenated(kToFloat, kBetweenFloats, kToInteger);
  return kAll;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
