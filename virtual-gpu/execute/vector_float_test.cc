// Float instructions of the vector ALU at the edges: NaN, infinities, zeros of both signs, denormals, rounding.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/vector_case.h"

namespace agt::vgpu {
namespace {

class FloatInstruction : public testing::TestWithParam<VectorCase> {};

TEST_P(FloatInstruction, GivesTheDefinedLanes) { run(GetParam()); }

constexpr std::uint64_t kInf = 0x7f800000;
constexpr std::uint64_t kMinusInf = 0xff800000;
constexpr std::uint64_t kNan = 0x7fc00000;
constexpr std::uint64_t kSignallingNan = 0x7f800001;
constexpr std::uint64_t kMinusZero = 0x80000000;
constexpr std::uint64_t kTiny = 1;  ///< the smallest denormal
constexpr FloatMode kFlush{.flush_f32 = true};
constexpr FloatMode kNoIeee{.ieee = false};

const VectorCase kArithmetic[] = {
    {11, "v_add_f32_e32 v0, v1, v2", {{"v1", {bits(1.5F), kInf, kTiny}}, {"v2", {bits(2.0F), kMinusInf, kTiny}}},
     {{"v0", {bits(3.5F), kAnyNan, 2}}}},
    {11, "v_add_f32_e64 v0, -v1, |v2|", {{"v1", {bits(1.5F)}}, {"v2", {bits(-2.0F)}}}, {{"v0", {bits(0.5F)}}}},
    {11, "v_add_f32_e64 v0, v1, v2 mul:2", {{"v1", {bits(1.0F)}}, {"v2", {bits(2.0F)}}}, {{"v0", {bits(6.0F)}}}},
    {11, "v_add_f32_e64 v0, v1, v2 div:2 clamp", {{"v1", {bits(1.0F), kNan, bits(4.0F), bits(-1.0F)}}, {"v2", {0}}},
     {{"v0", {bits(0.5F), 0, bits(1.0F), 0}}}},
    {11, "v_add_f32_e32 v0, v1, v2", {{"v1", {kTiny, bits(0x1p-126F)}}, {"v2", {0, bits(-0x1.8p-126F)}}},
     {{"v0", {0, kMinusZero}}}, 32, kFlush},
    // 1 + 2^-24 is a tie and stays 1; with the next bit it rounds up.
    {11, "v_add_f32_e32 v0, 1.0, v2", {{"v2", {bits(0x1p-24F), bits(0x1.000002p-24F)}}},
     {{"v0", {bits(1.0F), bits(0x1.000002p0F)}}}},
    {9, "v_sub_f32_e32 v0, v1, v2", {{"v1", {bits(1.0F)}}, {"v2", {bits(3.0F)}}}, {{"v0", {bits(-2.0F)}}}},
    {9, "v_subrev_f32_e32 v0, v1, v2", {{"v1", {bits(1.0F)}}, {"v2", {bits(3.0F)}}}, {{"v0", {bits(2.0F)}}}},
    {9, "v_mul_f32_e32 v0, v1, v2", {{"v1", {bits(3.0F), 0}}, {"v2", {bits(-0.5F), kInf}}},
     {{"v0", {bits(-1.5F), kAnyNan}}}},
    {9, "v_mul_legacy_f32_e32 v0, v1, v2", {{"v1", {0, bits(2.0F)}}, {"v2", {kInf, bits(3.0F)}}},
     {{"v0", {0, bits(6.0F)}}}},
    // (1 + 2^-12)^2 - (1 + 2^-11) = 2^-24: fused keeps it, a rounded product loses it.
    {11, "v_fma_f32 v0, v1, v1, v2", {{"v1", {bits(0x1.001p0F)}}, {"v2", {bits(-0x1.002p0F)}}}, {{"v0", {bits(0x1p-24F)}}}},
    {10, "v_mac_f32_e32 v0, v1, v2", {{"v0", {bits(-0x1.002p0F)}}, {"v1", {bits(0x1.001p0F)}}, {"v2", {bits(0x1.001p0F)}}},
     {{"v0", {0}}}},
    {11, "v_fmac_f32_e32 v0, v1, v2", {{"v0", {bits(1.0F)}}, {"v1", {bits(2.0F)}}, {"v2", {bits(3.0F)}}},
     {{"v0", {bits(7.0F)}}}},
    {11, "v_fmamk_f32 v0, v1, 0x40400000, v2", {{"v1", {bits(2.0F)}}, {"v2", {bits(1.0F)}}}, {{"v0", {bits(7.0F)}}}},
    {11, "v_fmaak_f32 v0, v1, v2, 0x3f800000", {{"v1", {bits(2.0F)}}, {"v2", {bits(3.0F)}}}, {{"v0", {bits(7.0F)}}}},
    {9, "v_fma_f64 v[0:1], v[2:3], -v[4:5], 1.0", {{"v[2:3]", {bits(2.0)}}, {"v[4:5]", {bits(3.0)}}},
     {{"v[0:1]", {bits(-5.0)}}}},
    {9, "v_add_f64 v[0:1], |v[2:3]|, s[0:1]", {{"v[2:3]", {bits(-2.0)}}, {"s[0:1]", {bits(0.25)}}},
     {{"v[0:1]", {bits(2.25)}}}},
    {9, "v_mul_f64 v[0:1], v[2:3], v[4:5] clamp", {{"v[2:3]", {bits(2.0)}}, {"v[4:5]", {bits(3.0)}}},
     {{"v[0:1]", {bits(1.0)}}}},
    {9, "v_fmac_f64_e32 v[0:1], v[2:3], v[4:5]", {{"v[0:1]", {bits(1.0)}}, {"v[2:3]", {bits(2.0)}},
     {"v[4:5]", {bits(3.0)}}}, {{"v[0:1]", {bits(7.0)}}}},
};

const VectorCase kRounding[] = {
    {9, "v_trunc_f32_e32 v0, v1", {{"v1", {bits(-1.5F), bits(-0.5F), kInf}}}, {{"v0", {bits(-1.0F), kMinusZero, kInf}}}},
    {9, "v_floor_f32_e32 v0, v1", {{"v1", {bits(-1.5F), bits(1e30F)}}}, {{"v0", {bits(-2.0F), bits(1e30F)}}}},
    {9, "v_ceil_f32_e32 v0, v1", {{"v1", {bits(-0.5F), bits(1.25F)}}}, {{"v0", {kMinusZero, bits(2.0F)}}}},
    {9, "v_rndne_f32_e32 v0, v1", {{"v1", {bits(0.5F), bits(1.5F), bits(2.5F), bits(-0.5F)}}},
     {{"v0", {0, bits(2.0F), bits(2.0F), kMinusZero}}}},
    {9, "v_fract_f32_e32 v0, v1", {{"v1", {bits(1.25F), bits(-0.25F), bits(-0x1p-40F)}}},
     {{"v0", {bits(0.25F), bits(0.75F), bits(0x1.fffffep-1F)}}}},
    {9, "v_rndne_f64_e32 v[0:1], v[2:3]", {{"v[2:3]", {bits(2.5), bits(-3.5)}}}, {{"v[0:1]", {bits(2.0), bits(-4.0)}}}},
    {9, "v_floor_f64_e32 v[0:1], v[2:3]", {{"v[2:3]", {bits(-0.5)}}}, {{"v[0:1]", {bits(-1.0)}}}},
    {9, "v_ldexp_f32 v0, v1, v2", {{"v1", {bits(1.0F), bits(0x1.8p0F), bits(1.0F), kInf}},
     {"v2", {3, static_cast<std::uint32_t>(-149), 200, static_cast<std::uint32_t>(-300)}}},
     {{"v0", {bits(8.0F), 2, kInf, kInf}}}},
    {9, "v_ldexp_f64 v[0:1], v[2:3], v4", {{"v[2:3]", {bits(1.5)}}, {"v4", {4}}}, {{"v[0:1]", {bits(24.0)}}}},
    {9, "v_frexp_mant_f32_e32 v0, v1", {{"v1", {bits(8.0F), kTiny, 0, kInf}}}, {{"v0", {bits(0.5F), bits(0.5F), 0, kInf}}}},
    {9, "v_frexp_exp_i32_f32_e32 v0, v1", {{"v1", {bits(8.0F), kTiny, 0, kInf, bits(-0.75F)}}},
     {{"v0", {4, static_cast<std::uint32_t>(-148), 0, 0, 0}}}},
    {9, "v_frexp_exp_i32_f64_e32 v0, v[2:3]", {{"v[2:3]", {bits(1024.0)}}}, {{"v0", {11}}}},
};

const VectorCase kExtrema[] = {
    {9, "v_min_f32_e32 v0, v1, v2", {{"v1", {bits(1.0F), kNan, kMinusZero, 0}}, {"v2", {bits(2.0F), bits(3.0F), 0, kMinusZero}}},
     {{"v0", {bits(1.0F), bits(3.0F), kMinusZero, kMinusZero}}}},
    {9, "v_max_f32_e32 v0, v1, v2", {{"v1", {bits(1.0F), bits(3.0F), kMinusZero, kNan}}, {"v2", {bits(2.0F), kNan, 0, kNan}}},
     {{"v0", {bits(2.0F), bits(3.0F), 0, kAnyNan}}}},
    {9, "v_max_f32_e32 v0, v1, v2", {{"v1", {kSignallingNan}}, {"v2", {bits(2.0F)}}}, {{"v0", {0x7fc00001}}}},
    {9, "v_max_f32_e32 v0, v1, v2", {{"v1", {kSignallingNan}}, {"v2", {bits(2.0F)}}}, {{"v0", {bits(2.0F)}}}, 32, kNoIeee},
    {12, "v_minimum_f32 v0, v1, v2", {{"v1", {bits(1.0F), kNan, 0}}, {"v2", {bits(2.0F), bits(3.0F), kMinusZero}}},
     {{"v0", {bits(1.0F), kNan, kMinusZero}}}},
    {9, "v_med3_f32 v0, v1, v2, v3", {{"v1", {bits(5.0F), kNan, bits(2.0F)}}, {"v2", {bits(1.0F), bits(1.0F), bits(9.0F)}},
     {"v3", {bits(3.0F), bits(3.0F), bits(9.0F)}}}, {{"v0", {bits(3.0F), bits(1.0F), bits(9.0F)}}}},
    {11, "v_maxmin_f32 v0, v1, v2, v3", {{"v1", {bits(-3.0F)}}, {"v2", {0}}, {"v3", {bits(1.0F)}}}, {{"v0", {0}}}},
    {9, "v_max3_f32 v0, v1, v2, |v3|", {{"v1", {bits(1.0F)}}, {"v2", {bits(2.0F)}}, {"v3", {bits(-3.0F)}}},
     {{"v0", {bits(3.0F)}}}},
    {9, "v_min_f64 v[0:1], v[2:3], v[4:5]", {{"v[2:3]", {bits(1.0)}}, {"v[4:5]", {bits(-1.0)}}}, {{"v[0:1]", {bits(-1.0)}}}},
};

const VectorCase kConversions[] = {
    {9, "v_cvt_i32_f32_e32 v0, v1",
     {{"v1", {bits(-1.9F), bits(3e9F), bits(-3e9F), kNan, kMinusInf, bits(2147483520.0F)}}},
     {{"v0", {0xffffffff, 0x7fffffff, 0x80000000, 0, 0x80000000, 0x7fffff80}}}},
    {9, "v_cvt_u32_f32_e32 v0, v1", {{"v1", {bits(1.9F), bits(-1.0F), bits(3e9F), bits(5e9F), kNan, kInf, bits(-0.5F)}}},
     {{"v0", {1, 0, 3000000000, 0xffffffff, 0, 0xffffffff, 0}}}},
    {9, "v_cvt_i32_f64_e32 v0, v[2:3]", {{"v[2:3]", {bits(-2147483648.9), bits(2147483647.9), bits(1e300)}}},
     {{"v0", {0x80000000, 0x7fffffff, 0x7fffffff}}}},
    {9, "v_cvt_u32_f64_e32 v0, v[2:3]", {{"v[2:3]", {bits(4294967295.9), bits(-1.0), bits(2147483648.5)}}},
     {{"v0", {0xffffffff, 0, 0x80000000}}}},
    {9, "v_cvt_f32_i32_e32 v0, v1", {{"v1", {0xffffffff, 16777217, 0x80000000}}},
     {{"v0", {bits(-1.0F), bits(16777216.0F), bits(-2147483648.0F)}}}},
    {9, "v_cvt_f32_u32_e32 v0, v1", {{"v1", {0xffffffff, 0x80000081, 0x01000003}}},
     {{"v0", {bits(4294967296.0F), 0x4f000001, 0x4b800002}}}},
    {9, "v_cvt_f64_u32_e32 v[0:1], v2", {{"v2", {0xffffffff}}}, {{"v[0:1]", {bits(4294967295.0)}}}},
    {9, "v_cvt_f32_f64_e32 v0, v[2:3]", {{"v[2:3]", {bits(1e300), bits(0x1p-149), bits(0x1.000001p0)}}},
     {{"v0", {kInf, 1, bits(1.0F)}}}},
    {9, "v_cvt_f64_f32_e32 v[0:1], v2", {{"v2", {bits(1.5F), kTiny}}}, {{"v[0:1]", {bits(1.5), bits(0x1p-149)}}}},
    {9, "v_cvt_f16_f32_e32 v0, v1", {{"v1", {bits(1.0F), bits(65520.0F), bits(65519.0F), bits(0x1p-25F), kInf}}},
     {{"v0", {0x3c00, 0x7c00, 0x7bff, 0, 0x7c00}}}},
    {11, "v_cvt_f16_f32_e32 v2.h, v3", {{"v2", {0x11112222}}, {"v3", {bits(-2.0F)}}}, {{"v2", {0xc0002222}}}},
    {11, "v_cvt_f32_f16_e64 v0, |v1.h|", {{"v1", {0xc0000000}}}, {{"v0", {bits(2.0F)}}}},
    {9, "v_cvt_f32_f16_sdwa v0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1", {{"v1", {0x3c00ffff}}},
     {{"v0", {bits(1.0F)}}}},
    {9, "v_cvt_f32_ubyte2_e32 v0, v1", {{"v1", {0x00fe0000}}}, {{"v0", {bits(254.0F)}}}},
    {9, "v_cvt_flr_i32_f32_e32 v0, v1", {{"v1", {bits(-1.5F)}}}, {{"v0", {0xfffffffe}}}},
    {9, "v_cvt_rpi_i32_f32_e32 v0, v1", {{"v1", {bits(1.5F)}}}, {{"v0", {2}}}},
    {9, "v_cvt_off_f32_i4_e32 v0, v1", {{"v1", {7, 8}}}, {{"v0", {bits(0.4375F), bits(-0.5F)}}}},
    {9, "v_cvt_pkrtz_f16_f32 v0, v1, v2", {{"v1", {bits(1e6F), bits(0x1.ffep0F)}}, {"v2", {bits(-0x1p-24F), bits(-1.0F)}}},
     {{"v0", {0x80017bff, 0xbc003fff}}}},
    {9, "v_cvt_pk_i16_i32 v0, v1, v2", {{"v1", {40000}}, {"v2", {0xffff0000}}}, {{"v0", {0x80007fff}}}},
    {9, "v_cvt_pk_u16_u32 v0, v1, v2", {{"v1", {70000}}, {"v2", {3}}}, {{"v0", {0x0003ffff}}}},
    {9, "v_cvt_pknorm_i16_f32 v0, v1, v2", {{"v1", {bits(2.0F)}}, {"v2", {bits(-1.0F)}}}, {{"v0", {0x80017fff}}}},
    {12, "v_cvt_pk_bf16_f32 v0, v1, v2", {{"v1", {bits(1.00390625F)}}, {"v2", {bits(-2.0F)}}}, {{"v0", {0xc0003f80}}}},
    {11, "v_cvt_i16_f16_e32 v6.l, v25.l", {{"v25", {0xfbff}}}, {{"v6", {0x8000}}}},
    {11, "v_cvt_u16_f16_e32 v6.l, v25.l", {{"v25", {0x7c00}}}, {{"v6", {0xffff}}}},
    {11, "v_cvt_f16_i16_e32 v0.l, v1.l", {{"v1", {0xffff}}}, {{"v0", {0xbc00}}}},
};

const VectorCase kHalves[] = {
    {11, "v_add_f16_e32 v0.l, v1.h, v2.l", {{"v0", {0x12340000}}, {"v1", {0x3c000000}}, {"v2", {0x4000}}}, {{"v0", {0x12344200}}}},
    {9, "v_mul_f16_e32 v0, v1, v2", {{"v0", {0xffffffff}}, {"v1", {0x4000}}, {"v2", {0x4200}}}, {{"v0", {0x4600}}}},
    // 65504 + 16 is a tie that rounds to infinity.
    {9, "v_add_f16_e32 v0, v1, v2", {{"v1", {0x7bff, 0x0001}}, {"v2", {0x4c00, 0x0001}}}, {{"v0", {0x7c00, 2}}}},
    {9, "v_fma_f16 v0, v1, v1, v2", {{"v0", {0xaaaa0000}}, {"v1", {0x3c01}}, {"v2", {0xbc02}}}, {{"v0", {0xaaaa0010}}}},
    {11, "v_div_fixup_f16 v0.l, v2.h, v24.l, v25.l op_sel:[1,0,0,0]", {{"v2", {0x3c000000, 0}}, {"v24", {0xbc00, 0}},
     {"v25", {0x3c00, 0x3c00}}}, {{"v0", {0xbc00, 0x7c00}}}},
    {9, "v_rndne_f16_e32 v0, v1", {{"v1", {0x4100}}}, {{"v0", {0x4000}}}},
    {9, "v_ldexp_f16_e32 v0, v1, v2", {{"v1", {0x3c00}}, {"v2", {0xfff1}}}, {{"v0", {0x0200}}}},
    {9, "v_max_f16_e32 v0, v1, v2", {{"v1", {0x7e00}}, {"v2", {0xbc00}}}, {{"v0", {0xbc00}}}},
};

const VectorCase kPacked[] = {
    {9, "v_pk_add_u16 v0, v1, v2", {{"v1", {0x0001ffff}}, {"v2", {0x00020001}}}, {{"v0", {0x00030000}}}},
    {9, "v_pk_add_u16 v0, v1, v2 clamp", {{"v1", {0x0001ffff}}, {"v2", {0x00020001}}}, {{"v0", {0x0003ffff}}}},
    {9, "v_pk_add_u16 v0, v1, 1 op_sel_hi:[1,0]", {{"v1", {0x00010001}}}, {{"v0", {0x00020002}}}},
    {9, "v_pk_ashrrev_i16 v0, 1, v1 op_sel_hi:[0,1]", {{"v1", {0x80000004}}}, {{"v0", {0xc0000002}}}},
    {9, "v_pk_mad_u16 v0, v1, v2, v3", {{"v1", {0x00020003}}, {"v2", {0x00040005}}, {"v3", {0x00010001}}},
     {{"v0", {0x00090010}}}},
    {9, "v_pk_max_i16 v0, v1, v2", {{"v1", {0xffff0005}}, {"v2", {0x00010001}}}, {{"v0", {0x00010005}}}},
    {9, "v_pk_add_f16 v0, v1, v2 neg_lo:[0,1] neg_hi:[0,1]", {{"v1", {0x42004200}}, {"v2", {0x3c004000}}},
     {{"v0", {0x40003c00}}}},
    {9, "v_pk_mul_f16 v0, v1, v2 op_sel:[1,0] op_sel_hi:[0,1]", {{"v1", {0x40004200}}, {"v2", {0x3c003c00}}},
     {{"v0", {0x42004000}}}},
    {9, "v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7] neg_lo:[0,1,0] neg_hi:[0,1,0]",
     {{"v[2:3]", {bits(3.0F) << 32 | bits(2.0F)}}, {"v[4:5]", {bits(5.0F) << 32 | bits(4.0F)}},
      {"v[6:7]", {bits(1.0F) << 32 | bits(10.0F)}}},
     {{"v[0:1]", {bits(-14.0F) << 32 | bits(2.0F)}}}},
    {9, "v_pk_mul_f32 v[0:1], v[2:3], v[4:5] op_sel:[1,0] op_sel_hi:[0,1]",
     {{"v[2:3]", {bits(3.0F) << 32 | bits(2.0F)}}, {"v[4:5]", {bits(5.0F) << 32 | bits(4.0F)}}},
     {{"v[0:1]", {bits(10.0F) << 32 | bits(12.0F)}}}},
    {9, "v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[1,0]", {{"v[2:3]", {0x2222222211111111}}, {"v[4:5]", {0x4444444433333333}}},
     {{"v[0:1]", {0x3333333322222222}}}},
    {11, "v_fma_mix_f32 v0, -v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,1]",
     {{"v1", {0x4000ffff}}, {"v2", {bits(3.0F)}}, {"v3", {0x3c00}}}, {{"v0", {bits(-5.0F)}}}},
    {9, "v_fma_mix_f32 v0, v1, v2, v3", {{"v1", {bits(2.0F)}}, {"v2", {bits(3.0F)}}, {"v3", {bits(0.5F)}}},
     {{"v0", {bits(6.5F)}}}},
    {9, "v_fma_mixlo_f16 v0, v1, v2, v3", {{"v0", {0xaaaaaaaa}}, {"v1", {bits(2.0F)}}, {"v2", {bits(3.0F)}}, {"v3", {0}}},
     {{"v0", {0xaaaa4600}}}},
    {9, "v_fma_mixhi_f16 v0, v1, v2, v3", {{"v0", {0xaaaaaaaa}}, {"v1", {bits(2.0F)}}, {"v2", {bits(3.0F)}}, {"v3", {0}}},
     {{"v0", {0x4600aaaa}}}},
};

const VectorCase kApproximations[] = {
    {9, "v_rcp_f32_e32 v0, v1", {{"v1", {bits(4.0F), 0, kMinusInf}}}, {{"v0", {bits(0.25F), kInf, kMinusZero}}}},
    {9, "v_rsq_f32_e32 v0, v1", {{"v1", {bits(4.0F), bits(-1.0F)}}}, {{"v0", {bits(0.5F), kAnyNan}}}},
    {9, "v_sqrt_f32_e32 v0, v1", {{"v1", {bits(2.0F)}}}, {{"v0", {0x3fb504f3}}}},
    {9, "v_exp_f32_e32 v0, v1", {{"v1", {bits(3.0F), kMinusInf}}}, {{"v0", {bits(8.0F), 0}}}},
    {9, "v_log_f32_e32 v0, v1", {{"v1", {bits(8.0F), 0}}}, {{"v0", {bits(3.0F), kMinusInf}}}},
    {9, "v_sin_f32_e32 v0, v1", {{"v1", {bits(0.25F), bits(5.0F)}}}, {{"v0", {bits(1.0F), 0}}}},
    {9, "v_cos_f32_e32 v0, v1", {{"v1", {bits(0.5F)}}}, {{"v0", {bits(-1.0F)}}}},
    {9, "v_rcp_f64_e32 v[0:1], v[2:3]", {{"v[2:3]", {bits(3.0)}}}, {{"v[0:1]", {bits(1.0 / 3.0)}}}},
    {12, "v_s_rcp_f32 s0, s1", {{"s1", {bits(2.0F)}}}, {{"s0", {bits(0.5F)}}}},
};

INSTANTIATE_TEST_SUITE_P(Arithmetic, FloatInstruction, testing::ValuesIn(kArithmetic));
INSTANTIATE_TEST_SUITE_P(Rounding, FloatInstruction, testing::ValuesIn(kRounding));
INSTANTIATE_TEST_SUITE_P(Extrema, FloatInstruction, testing::ValuesIn(kExtrema));
INSTANTIATE_TEST_SUITE_P(Conversions, FloatInstruction, testing::ValuesIn(kConversions));
INSTANTIATE_TEST_SUITE_P(Halves, FloatInstruction, testing::ValuesIn(kHalves));
INSTANTIATE_TEST_SUITE_P(Packed, FloatInstruction, testing::ValuesIn(kPacked));
INSTANTIATE_TEST_SUITE_P(Approximations, FloatInstruction, testing::ValuesIn(kApproximations));

TEST(FloatModes, ARoundingModeThatIsNotThereIsAFault) {
  const auto instruction = parse_instruction("v_add_f32_e32 v0, v1, v2", {11, 0, 0});
  ASSERT_TRUE(instruction);
  FloatMode toward_zero;
  toward_zero.round_f32 = 3;
  Wave wave = make_wave({11, "", {}, {}, 32, toward_zero});
  EXPECT_EQ(instruction->opcode->handler(wave, *instruction), Step::kFault);
  EXPECT_TRUE(wave.unimplemented);
}

}  // namespace
}  // namespace agt::vgpu
