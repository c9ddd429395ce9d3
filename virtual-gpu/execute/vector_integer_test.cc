// Integer instructions of the vector ALU: expected values worked out from the ISA documents' definitions.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/vector_case.h"

namespace agt::vgpu {
namespace {

class IntegerInstruction : public testing::TestWithParam<VectorCase> {};

TEST_P(IntegerInstruction, GivesTheDefinedLanes) { run(GetParam()); }

const VectorCase kArithmetic[] = {
    {11, "v_add_nc_u32_e32 v0, v1, v2", {{"v1", {1, 0xffffffff}}, {"v2", {2, 2}}}, {{"v0", {3, 1, 0}}}},
    {11, "v_add_nc_u32_e64 v0, v1, v2 clamp", {{"v1", {1, 0xffffffff}}, {"v2", {2, 2}}}, {{"v0", {3, 0xffffffff}}}},
    {9, "v_sub_u32_e32 v0, 5, v2", {{"v2", {7, 5}}}, {{"v0", {0xfffffffe, 0}}}},
    {9, "v_sub_u32_e64 v0, s1, v2 clamp", {{"s1", {5}}, {"v2", {7, 4}}}, {{"v0", {0, 1}}}},
    {9, "v_subrev_u32_e32 v0, v1, v2", {{"v1", {1}}, {"v2", {9}}}, {{"v0", {8}}}},
    {11, "v_add_nc_i32 v0, v1, v2 clamp", {{"v1", {0x7fffffff, 0x80000000}}, {"v2", {1, 0xffffffff}}},
     {{"v0", {0x7fffffff, 0x80000000}}}},
    {9, "v_add_i32 v0, v1, v2", {{"v1", {0x7fffffff}}, {"v2", {1}}}, {{"v0", {0x80000000}}}},
    {11, "v_add3_u32 v0, v1, v2, v3", {{"v1", {0xffffffff}}, {"v2", {1}}, {"v3", {7}}}, {{"v0", {7}}}},
    {9, "v_lshl_add_u32 v0, v1, 33, v3", {{"v1", {3}}, {"v3", {7}}}, {{"v0", {13}}}},
    {9, "v_add_lshl_u32 v0, v1, v2, v3", {{"v1", {3}}, {"v2", {2}}, {"v3", {4}}}, {{"v0", {80}}}},
    {9, "v_lshl_add_u64 v[0:1], v[2:3], 3, v[4:5]", {{"v[2:3]", {0x2000000000000001}}, {"v[4:5]", {5}}},
     {{"v[0:1]", {13}}}},
    {9, "v_xad_u32 v0, v1, v2, v3", {{"v1", {0xf0}}, {"v2", {0xff}}, {"v3", {1}}}, {{"v0", {0x10}}}},
    {12, "v_add_nc_u64_e32 v[0:1], v[2:3], v[4:5]", {{"v[2:3]", {0xffffffff}}, {"v[4:5]", {1}}},
     {{"v[0:1]", {0x100000000}}}},
    {9, "v_mul_lo_u32 v0, v1, v2", {{"v1", {0x10001}}, {"v2", {0x10001}}}, {{"v0", {0x20001}}}},
    {9, "v_mul_hi_u32 v0, v1, v2", {{"v1", {0xffffffff, 0x10000}}, {"v2", {0xffffffff, 0x10000}}},
     {{"v0", {0xfffffffe, 1}}}},
    {9, "v_mul_hi_i32 v0, v1, v2", {{"v1", {0xffffffff, 0x80000000}}, {"v2", {0xffffffff, 0x80000000}}},
     {{"v0", {0, 0x40000000}}}},
    {9, "v_mul_u32_u24_e32 v0, v1, v2", {{"v1", {0xff000003}}, {"v2", {0x01000005}}}, {{"v0", {15}}}},
    {9, "v_mul_i32_i24_e32 v0, v1, v2", {{"v1", {0x00ffffff}}, {"v2", {3}}}, {{"v0", {0xfffffffd}}}},
    {9, "v_mul_hi_u32_u24_e32 v0, v1, v2", {{"v1", {0xffffff}}, {"v2", {0xffffff}}}, {{"v0", {0xffff}}}},
    {9, "v_mul_hi_i32_i24_e32 v0, v1, v2", {{"v1", {0xffffff}}, {"v2", {1}}}, {{"v0", {0xffffffff}}}},
    {9, "v_mad_u32_u24 v0, v1, v2, v3", {{"v1", {0xff000003}}, {"v2", {5}}, {"v3", {0xfffffff2}}}, {{"v0", {1}}}},
    {9, "v_mad_i32_i24 v0, v1, v2, v3", {{"v1", {0xfffffe}}, {"v2", {5}}, {"v3", {3}}}, {{"v0", {0xfffffff9}}}},
    {9, "v_mad_u64_u32 v[0:1], s[2:3], v2, v3, v[4:5]",
     {{"v2", {0xffffffff, 2}}, {"v3", {0xffffffff, 3}}, {"v[4:5]", {0xffffffffffffffff, 4}}},
     {{"v[0:1]", {0xfffffffe00000000, 10}}, {"s2", {1}}}},
    {10, "v_mad_i64_i32 v[0:1], null, v2, v3, v[4:5]", {{"v2", {0xffffffff}}, {"v3", {5}}, {"v[4:5]", {3}}},
     {{"v[0:1]", {0xfffffffffffffffe}}}},
    {12, "v_mul_u64_e32 v[0:1], v[2:3], v[4:5]", {{"v[2:3]", {0x100000001}}, {"v[4:5]", {0x100000001}}},
     {{"v[0:1]", {0x200000001}}}},
};

const VectorCase kCarries[] = {
    {11, "v_add_co_u32 v0, vcc_lo, v1, v2", {{"v1", {0xffffffff, 1, 0x80000000}}, {"v2", {1, 1, 0x80000000}}},
     {{"v0", {0, 2, 0}}, {"vcc_lo", {0b101}}}},
    {9, "v_add_co_u32_e32 v0, vcc, v1, v2", {{"v1", {0xffffffff}}, {"v2", {2}}, {"vcc", {0xffffffffffffffff}}},
     {{"v0", {1}}, {"vcc", {1}}}, 64},
    {11, "v_add_co_ci_u32_e64 v0, s4, v1, v2, s5", {{"v1", {0xffffffff, 1}}, {"v2", {0, 1}}, {"s5", {0b11}}},
     {{"v0", {0, 3}}, {"s4", {1}}}},
    {9, "v_addc_co_u32_e32 v0, vcc, v1, v2, vcc", {{"v1", {5, 5}}, {"v2", {6, 6}}, {"vcc", {2}}},
     {{"v0", {11, 12}}, {"vcc", {0}}}, 64},
    {11, "v_sub_co_u32 v0, vcc_lo, v1, v2", {{"v1", {1, 2}}, {"v2", {2, 1}}},
     {{"v0", {0xffffffff, 1}}, {"vcc_lo", {1}}}},
    {9, "v_subb_co_u32_e32 v0, vcc, v1, v2, vcc", {{"v1", {5, 5}}, {"v2", {5, 5}}, {"vcc", {1}}},
     {{"v0", {0xffffffff, 0}}, {"vcc", {1}}}, 64},
    {9, "v_subbrev_co_u32_e64 v0, s[2:3], v1, v2, s[4:5]", {{"v1", {3}}, {"v2", {9}}, {"s[4:5]", {1}}},
     {{"v0", {5}}, {"s[2:3]", {0}}}, 64},
    // Lanes that are not active keep their value and get no carry.
    {11, "v_add_co_u32 v0, s0, v1, v2",
     {{"exec_lo", {0b10}}, {"s0", {0xffffffff}}, {"v0", {77, 78}}, {"v1", {0xffffffff, 0xffffffff}}, {"v2", {1, 1}}},
     {{"v0", {77, 0}}, {"s0", {0b10}}}},
    {11, "v_cndmask_b32_e32 v0, v1, v2, vcc_lo", {{"v1", {1, 2}}, {"v2", {3, 4}}, {"vcc_lo", {0b10}}},
     {{"v0", {1, 4}}}},
    {9, "v_cndmask_b32_e64 v0, 0, 1.0, s[2:3]", {{"s[2:3]", {0x8000000000000001}}},
     {{"v0", {0x3f800000, 0}}}, 64},
    {11, "v_cndmask_b32_e64 v0, -v1, |v2|, s1", {{"v1", {bits(1.0F), 0}}, {"v2", {0, bits(-2.0F)}}, {"s1", {2}}},
     {{"v0", {bits(-1.0F), bits(2.0F)}}}},
    {11, "v_cndmask_b16 v0.h, v1.l, v2.h, vcc_lo", {{"v0", {0xaaaabbbb, 0}}, {"v1", {0x11112222, 0}},
     {"v2", {0, 0x33334444}}, {"vcc_lo", {2}}}, {{"v0", {0x2222bbbb, 0x33330000}}}},
};

const VectorCase kBits[] = {
    {9, "v_and_b32_e32 v0, 0xff00, v1", {{"v1", {0x12345678}}}, {{"v0", {0x5600}}}},
    {9, "v_xnor_b32_e32 v0, v1, v2", {{"v1", {0xff}}, {"v2", {0x0f}}}, {{"v0", {0xffffff0f}}}},
    {9, "v_not_b32_e32 v0, v1", {{"v1", {0xf}}}, {{"v0", {0xfffffff0}}}},
    {9, "v_and_or_b32 v0, v1, v2, v3", {{"v1", {0xff}}, {"v2", {0x3c}}, {"v3", {0x100}}}, {{"v0", {0x13c}}}},
    {9, "v_or3_b32 v0, v1, v2, v3", {{"v1", {1}}, {"v2", {2}}, {"v3", {4}}}, {{"v0", {7}}}},
    {9, "v_lshl_or_b32 v0, v1, v2, v3", {{"v1", {1}}, {"v2", {36}}, {"v3", {1}}}, {{"v0", {0x11}}}},
    {9, "v_lshlrev_b32_e32 v0, v1, v2", {{"v1", {4, 32, 63}}, {"v2", {1, 5, 1}}}, {{"v0", {16, 5, 0x80000000}}}},
    {9, "v_lshrrev_b32_e32 v0, 31, v2", {{"v2", {0x80000000}}}, {{"v0", {1}}}},
    {9, "v_ashrrev_i32_e32 v0, 31, v2", {{"v2", {0x80000000, 1}}}, {{"v0", {0xffffffff, 0}}}},
    {9, "v_lshlrev_b64 v[0:1], v2, v[4:5]", {{"v2", {33, 64}}, {"v[4:5]", {1, 7}}}, {{"v[0:1]", {0x200000000, 7}}}},
    {9, "v_lshrrev_b64 v[0:1], 4, v[4:5]", {{"v[4:5]", {0x8000000000000000}}}, {{"v[0:1]", {0x0800000000000000}}}},
    {9, "v_ashrrev_i64 v[0:1], 4, v[4:5]", {{"v[4:5]", {0x8000000000000000}}}, {{"v[0:1]", {0xf800000000000000}}}},
    {9, "v_lshlrev_b64 v[4:5], 1, v[4:5]", {{"v[4:5]", {0x80000000}}}, {{"v[4:5]", {0x100000000}}}},
    {9, "v_alignbit_b32 v0, v1, v2, 8", {{"v1", {0x11223344}}, {"v2", {0x55667788}}}, {{"v0", {0x44556677}}}},
    {9, "v_alignbyte_b32 v0, v1, v2, 1", {{"v1", {0x11223344}}, {"v2", {0x55667788}}}, {{"v0", {0x44556677}}}},
    {11, "v_alignbit_b32 v0, v1, v2, v3.l", {{"v1", {1}}, {"v2", {0}}, {"v3", {0xffff0021}}}, {{"v0", {0x80000000}}}},
    {9, "v_bfe_u32 v0, v1, 8, 8", {{"v1", {0x12345678}}}, {{"v0", {0x56}}}},
    {9, "v_bfe_u32 v0, v1, 4, 32", {{"v1", {0x12345678}}}, {{"v0", {0}}}},
    {9, "v_bfe_i32 v0, v1, 4, 4", {{"v1", {0x80, 0x70}}}, {{"v0", {0xfffffff8, 7}}}},
    {9, "v_bfe_i32 v0, v1, 28, 8", {{"v1", {0x80000000}}}, {{"v0", {0xfffffff8}}}},
    {9, "v_bfi_b32 v0, v1, v2, v3", {{"v1", {0xff}}, {"v2", {0x1234}}, {"v3", {0xabcd}}}, {{"v0", {0xab34}}}},
    {9, "v_bfm_b32 v0, 4, 8", {}, {{"v0", {0xf00}}}},
    {9, "v_bfrev_b32_e32 v0, v1", {{"v1", {1, 0x00000012}}}, {{"v0", {0x80000000, 0x48000000}}}},
    {9, "v_bcnt_u32_b32 v0, v1, v2", {{"v1", {0xf00f, 0xffffffff}}, {"v2", {3, 0}}}, {{"v0", {11, 32}}}},
    {9, "v_ffbh_u32_e32 v0, v1", {{"v1", {0, 1, 0x80000000}}}, {{"v0", {0xffffffff, 31, 0}}}},
    {11, "v_ctz_i32_b32_e32 v0, v1", {{"v1", {0, 8}}}, {{"v0", {0xffffffff, 3}}}},
    {11, "v_cls_i32_e32 v0, v1", {{"v1", {0, 0xffffffff, 1, 0xfffffffe}}}, {{"v0", {0xffffffff, 0xffffffff, 31, 31}}}},
    {9, "v_perm_b32 v0, v1, v2, v3",
     {{"v1", {0x8a0b0c0d}}, {"v2", {0x01820304}}, {"v3", {0x07000c0d, 0x0b0a0908}}}, {{"v0", {0x8a0400ff}}}},
    {9, "v_perm_b32 v0, v1, v2, v3", {{"v1", {0x80008000}}, {"v2", {0x00008000}}, {"v3", {0x0b0a0908}}},
     {{"v0", {0xffff00ff}}}},
    {9, "v_lerp_u8 v0, v1, v2, v3", {{"v1", {0x01030507}}, {"v2", {0x02020202}}, {"v3", {0x01000001}}},
     {{"v0", {0x02020305}}}},
    {9, "v_bitop3_b32 v0, v1, v2, v3 bitop3:0xca", {{"v1", {0xff}}, {"v2", {0x1234}}, {"v3", {0xabcd}}},
     {{"v0", {0xab34}}}},
    {12, "v_dual_bitop2_b32 v0, v1, v2 bitop3:0x14", {{"v1", {0xff}}, {"v2", {0x0f}}}, {{"v0", {0xf0}}}},
    {9, "v_mov_b32_e32 v0, 0.5", {}, {{"v0", {0x3f000000}}}},
    {9, "v_accvgpr_write_b32 a1, v2", {{"v2", {5}}}, {{"a1", {5}}}, 64},
    {9, "v_accvgpr_read_b32 v2, a1", {{"a1", {6}}}, {{"v2", {6}}}, 64},
};

const VectorCase kExtrema[] = {
    {9, "v_min_i32_e32 v0, v1, v2", {{"v1", {0xffffffff}}, {"v2", {1}}}, {{"v0", {0xffffffff}}}},
    {9, "v_max_u32_e32 v0, v1, v2", {{"v1", {0xffffffff}}, {"v2", {1}}}, {{"v0", {0xffffffff}}}},
    {9, "v_min3_u32 v0, v1, v2, v3", {{"v1", {5}}, {"v2", {4}}, {"v3", {6}}}, {{"v0", {4}}}},
    {9, "v_max3_i32 v0, v1, v2, v3", {{"v1", {0xfffffff0}}, {"v2", {0xffffffff}}, {"v3", {0x80000000}}},
     {{"v0", {0xffffffff}}}},
    {9, "v_med3_i32 v0, v1, v2, v3", {{"v1", {0xfffffff0, 3}}, {"v2", {2, 1}}, {"v3", {1, 2}}}, {{"v0", {1, 2}}}},
    {11, "v_minmax_i32 v0, v1, v2, v3", {{"v1", {5}}, {"v2", {3}}, {"v3", {4}}}, {{"v0", {4}}}},
    {11, "v_maxmin_u32 v0, v1, v2, v3", {{"v1", {5}}, {"v2", {3}}, {"v3", {4}}}, {{"v0", {4}}}},
    {12, "v_max_i64 v[0:1], v[2:3], v[4:5]", {{"v[2:3]", {0xffffffffffffffff}}, {"v[4:5]", {1}}}, {{"v[0:1]", {1}}}},
};

const VectorCase kShort[] = {
    // gfx9 clears the other half, gfx10 and later keep it.
    {9, "v_add_u16_e32 v0, v1, v2", {{"v0", {0xaaaaaaaa}}, {"v1", {0x1ffff}}, {"v2", {0x20002}}}, {{"v0", {1}}}},
    {10, "v_add_nc_u16 v0, v1, v2", {{"v0", {0xaaaaaaaa}}, {"v1", {0x1ffff}}, {"v2", {0x20002}}}, {{"v0", {0xaaaa0001}}}},
    {9, "v_mad_u16 v0, v1, v2, v3", {{"v0", {0xaaaaaaaa}}, {"v1", {3}}, {"v2", {4}}, {"v3", {5}}}, {{"v0", {0xaaaa0011}}}},
    {11, "v_add_nc_u16 v0.h, v1.h, v2.l op_sel:[1,0,1] clamp",
     {{"v0", {0x00000007}}, {"v1", {0xffff0000}}, {"v2", {0x00000002}}}, {{"v0", {0xffff0007}}}},
    {10, "v_sub_nc_u16 v0, v1, v2 op_sel:[1,0,0]", {{"v1", {0x00050000}}, {"v2", {3}}}, {{"v0", {2}}}},
    {10, "v_add_nc_i16 v0, v1, v2 clamp", {{"v1", {0x7fff}}, {"v2", {1}}}, {{"v0", {0x7fff}}}},
    {11, "v_mul_lo_u16 v1.l, v1.h, v1.l op_sel:[1,0,0]", {{"v1", {0x00030005}}}, {{"v1", {0x0003000f}}}},
    {9, "v_lshlrev_b16_e32 v0, v1, v2", {{"v1", {17}}, {"v2", {3}}}, {{"v0", {6}}}},
    {11, "v_ashrrev_i16 v7.h, v7.l, v0.l op_sel:[0,0,1]", {{"v7", {4}}, {"v0", {0x8000}}}, {{"v7", {0xf8000004}}}},
    {9, "v_max_i16_e32 v0, v1, v2", {{"v1", {0xffff}}, {"v2", {1}}}, {{"v0", {1}}}},
    {11, "v_med3_i16 v0.l, v1.l, v2.l, v3.l", {{"v1", {5}}, {"v2", {0xffff}}, {"v3", {3}}}, {{"v0", {3}}}},
    {9, "v_mad_u32_u16 v0, v1, v2, v3", {{"v1", {0x2ffff}}, {"v2", {0xffff}}, {"v3", {1}}}, {{"v0", {0xfffe0002}}}},
    {9, "v_mad_i32_i16 v0, v1, v2, v3", {{"v1", {0xffff}}, {"v2", {2}}, {"v3", {1}}}, {{"v0", {0xffffffff}}}},
    {11, "v_mov_b16_e32 v24.h, 0", {{"v24", {0x12345678}}}, {{"v24", {0x00005678}}}},
    {9, "v_pack_b32_f16 v0, v1, v2 op_sel:[1,0,0]", {{"v1", {0x11112222}}, {"v2", {0x33334444}}}, {{"v0", {0x44441111}}}},
};

const VectorCase kSums[] = {
    {9, "v_sad_u8 v0, v1, v2, v3", {{"v1", {0x10ff0301}}, {"v2", {0x0f000401}}, {"v3", {10}}}, {{"v0", {267}}}},
    {9, "v_sad_hi_u8 v0, v1, v2, v3", {{"v1", {0x00000003}}, {"v2", {1}}, {"v3", {5}}}, {{"v0", {0x20005}}}},
    {9, "v_sad_u16 v0, v1, v2, v3", {{"v1", {0xffff0001}}, {"v2", {0x00000002}}, {"v3", {1}}}, {{"v0", {0x10001}}}},
    {9, "v_sad_u32 v0, v1, v2, v3", {{"v1", {1}}, {"v2", {0xffffffff}}, {"v3", {3}}}, {{"v0", {1}}}},
    {9, "v_msad_u8 v0, v1, v2, v3", {{"v1", {0x05050505}}, {"v2", {0x00010002}}, {"v3", {1}}}, {{"v0", {8}}}},
    {9, "v_dot4_i32_i8 v0, v1, v2, v3", {{"v1", {0xff010203}}, {"v2", {0x02010101}}, {"v3", {10}}}, {{"v0", {14}}}},
    {9, "v_dot4_u32_u8 v0, v1, v2, v3", {{"v1", {0xff000001}}, {"v2", {0xff000001}}, {"v3", {1}}}, {{"v0", {65027}}}},
    {11, "v_dot4_i32_iu8 v0, v1, v2, v3 neg_lo:[1,0,0]", {{"v1", {0xff}}, {"v2", {0xff}}, {"v3", {0}}},
     {{"v0", {0xffffff01}}}},
    {9, "v_dot2_i32_i16 v0, v1, v2, v3 clamp", {{"v1", {0x7fff7fff}}, {"v2", {0x7fff7fff}}, {"v3", {0x7fffffff}}},
     {{"v0", {0x7fffffff}}}},
    {9, "v_qsad_pk_u16_u8 v[0:1], v[2:3], v4, v[6:7]", {{"v[2:3]", {0x0000000100000002}}, {"v4", {0}}},
     {{"v[0:1]", {0x0001000100010002}}}},
};

INSTANTIATE_TEST_SUITE_P(Arithmetic, IntegerInstruction, testing::ValuesIn(kArithmetic));
INSTANTIATE_TEST_SUITE_P(Carries, IntegerInstruction, testing::ValuesIn(kCarries));
INSTANTIATE_TEST_SUITE_P(Bits, IntegerInstruction, testing::ValuesIn(kBits));
INSTANTIATE_TEST_SUITE_P(Extrema, IntegerInstruction, testing::ValuesIn(kExtrema));
INSTANTIATE_TEST_SUITE_P(Short, IntegerInstruction, testing::ValuesIn(kShort));
INSTANTIATE_TEST_SUITE_P(Sums, IntegerInstruction, testing::ValuesIn(kSums));

}  // namespace
}  // namespace agt::vgpu
