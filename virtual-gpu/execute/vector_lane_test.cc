// Instructions that move values between lanes, write masks, or read parts of registers: DPP, SDWA, compares, lanes.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/vector_case.h"

namespace agt::vgpu {
namespace {

class LaneInstruction : public testing::TestWithParam<VectorCase> {};

TEST_P(LaneInstruction, GivesTheDefinedLanes) { run(GetParam()); }

/// The number of each lane, from `first` on.
std::vector<std::uint64_t> numbers(std::uint64_t first, std::uint64_t count) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t i = 0; i < count; ++i) all.push_back(first + i);
  return all;
}

constexpr std::uint64_t kNan = 0x7fc00000;

const VectorCase kCompares[] = {
    {11, "v_cmp_lt_u32_e32 vcc_lo, v0, v1", {{"v0", {1, 2, 3}}, {"v1", {2, 2, 4}}}, {{"vcc_lo", {0b101}}}},
    {11, "v_cmp_eq_u32_e64 s4, v0, 0", {{"v0", {1, 0}}}, {{"s4", {0xfffffffe}}}},
    {9, "v_cmp_gt_i32_e32 vcc, 0, v0", {{"v0", {0x80000000, 1}}}, {{"vcc", {1}}}, 64},
    // Lanes that are not active get 0.
    {9, "v_cmp_eq_u32_e64 s[4:5], v0, v0", {{"exec", {0xf0000000f0}}, {"s[4:5]", {0xffffffffffffffff}}},
     {{"s[4:5]", {0xf0000000f0}}}, 64},
    {11, "v_cmp_lt_f32_e64 s0, v0, -v1", {{"v0", {bits(-3.0F), kNan, bits(1.0F)}}, {"v1", {bits(2.0F), 0, 0}}},
     {{"s0", {1}}}},
    {11, "v_cmp_nlt_f32_e64 s0, v0, v1", {{"exec_lo", {7}}, {"v0", {bits(1.0F), kNan, bits(3.0F)}}, {"v1", {bits(2.0F), 0, 0}}},
     {{"s0", {0b110}}}},
    {11, "v_cmp_neq_f32_e64 s0, v0, v1", {{"exec_lo", {7}}, {"v0", {kNan, 0x80000000, bits(1.0F)}}}, {{"s0", {0b101}}}},
    {11, "v_cmp_lg_f32_e64 s0, v0, v1", {{"exec_lo", {7}}, {"v0", {kNan, 0x80000000, bits(1.0F)}}}, {{"s0", {0b100}}}},
    {11, "v_cmp_u_f64_e32 vcc_lo, v[0:1], v[2:3]", {{"exec_lo", {3}}, {"v[0:1]", {0x7ff8000000000000, 0}}}, {{"vcc_lo", {1}}}},
    {9, "v_cmp_gt_u64_e32 vcc, v[0:1], v[2:3]", {{"v[0:1]", {0x100000000, 5}}, {"v[2:3]", {0xffffffff, 6}}}, {{"vcc", {1}}}, 64},
    {9, "v_cmp_lt_i64_e32 vcc, v[0:1], v[2:3]", {{"v[0:1]", {0x8000000000000000, 5}}, {"v[2:3]", {0, 1}}}, {{"vcc", {1}}}, 64},
    {11, "v_cmp_ne_u16_e32 vcc_lo, v0.h, v1.l", {{"exec_lo", {3}}, {"v0", {0x10000, 0x20001}}, {"v1", {0x00001, 1}}}, {{"vcc_lo", {2}}}},
    {9, "v_cmp_eq_u32_sdwa vcc, v0, v1 src0_sel:BYTE_1 src1_sel:DWORD",
     {{"exec", {3}}, {"v0", {0x1200, 0x3400}}, {"v1", {0x12, 0x12}}}, {{"vcc", {1}}}, 64},
    {11, "v_cmp_class_f32_e64 s0, v0, v1",
     {{"exec_lo", {0x3ff}},
      {"v0", {0x7f800001, kNan, 0xff800000, bits(-1.0F), 0x80000001, 0x80000000, 0, 1, bits(1.0F), 0x7f800000}},
      {"v1", {1, 2, 4, 8, 16, 32, 64, 128, 256, 511}}},
     {{"s0", {0x1ff}}}},
    {9, "v_cmp_class_f64_e64 s[0:1], v[0:1], 0x1f8", {{"exec", {3}}, {"v[0:1]", {bits(1.0), 0x7ff0000000000000}}}, {{"s[0:1]", {1}}}, 64},
    // v_cmpx writes EXEC; on gfx9 VCC too.
    {11, "v_cmpx_gt_u32_e32 2, v0", {{"exec_lo", {7}}, {"vcc_lo", {5}}, {"v0", {1, 2, 0}}}, {{"exec_lo", {0b101}}, {"vcc_lo", {5}}}},
    {11, "v_cmpx_gt_u32_e64 s0, v0", {{"exec_lo", {3}}, {"s0", {2}}, {"v0", {1, 2, 0}}}, {{"exec_lo", {1}}}},
    {9, "v_cmpx_gt_u32_e32 vcc, 2, v0", {{"exec", {7}}, {"v0", {1, 2, 0}}}, {{"exec", {0b101}}, {"vcc", {0b101}}}, 64},
};

const VectorCase kDpp[] = {
    {11, "v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf", {{"v1", numbers(0, 32)}},
     {{"v0", {1, 0, 3, 2, 5, 4, 7, 6}}}},
    // row_shr: lanes without a source keep their value, with bound_ctrl they read 0.
    {11, "v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf", {{"v0", {99, 99}}, {"v1", numbers(10, 32)}},
     {{"v0", {99, 10, 11}}}},
    {11, "v_add_nc_u32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1",
     {{"v1", numbers(10, 32)}, {"v2", {1, 1}}}, {{"v0", {1, 11}}}},
    {11, "v_mov_b32_dpp v0, v1 row_shl:15 row_mask:0xf bank_mask:0xf", {{"v0", {99, 99}}, {"v1", numbers(10, 32)}},
     {{"v0", {25, 99}}}},
    {11, "v_mov_b32_dpp v0, v1 row_ror:1 row_mask:0xf bank_mask:0xf", {{"v1", numbers(0, 32)}}, {{"v0", {15, 0, 1}}}},
    {11, "v_mov_b32_dpp v0, v1 row_mirror row_mask:0xf bank_mask:0xf", {{"v1", numbers(0, 32)}}, {{"v0", {15, 14}}}},
    {11, "v_mov_b32_dpp v0, v1 row_half_mirror row_mask:0xf bank_mask:0xf", {{"v1", numbers(0, 32)}},
     {{"v0", {7, 6, 5, 4, 3, 2, 1, 0, 15}}}},
    {11, "v_mov_b32_dpp v0, v1 row_share:3 row_mask:0xf bank_mask:0xf", {{"v1", numbers(0, 32)}}, {{"v0", {3, 3, 3}}}},
    {11, "v_mov_b32_dpp v0, v1 row_xmask:5 row_mask:0xf bank_mask:0xf", {{"v1", numbers(0, 32)}}, {{"v0", {5, 4, 7}}}},
    {9, "v_mov_b32_dpp v0, v1 wave_shr:1 row_mask:0xf bank_mask:0xf", {{"v0", {99}}, {"v1", numbers(0, 64)}}, {{"v0", {99, 0, 1}}}, 64},
    {9, "v_mov_b32_dpp v0, v1 wave_rol:1 row_mask:0xf bank_mask:0xf", {{"v1", numbers(0, 64)}}, {{"v0", {1, 2}}}, 64},
    // Only the rows and banks of the masks are written.
    {11, "v_mov_b32_dpp v0, v1 row_mirror row_mask:0x2 bank_mask:0xf", {{"v0", {99}}, {"v1", numbers(0, 32)}}, {{"v0", {99}}}},
    {11, "v_mov_b32_dpp v0, v1 row_mirror row_mask:0xf bank_mask:0x2", {{"v0", {99, 0, 0, 0, 99}}, {"v1", numbers(0, 32)}},
     {{"v0", {99, 0, 0, 0, 11}}}},
    // A source lane that is not active counts as no lane, unless fi.
    {11, "v_mov_b32_dpp v0, v1 quad_perm:[1,1,1,1] row_mask:0xf bank_mask:0xf", {{"exec_lo", {1}}, {"v0", {99}}, {"v1", {5, 6}}},
     {{"v0", {99}}}},
    {11, "v_mov_b32_dpp v0, v1 quad_perm:[1,1,1,1] row_mask:0xf bank_mask:0xf fi:1",
     {{"exec_lo", {1}}, {"v0", {99}}, {"v1", {5, 6}}}, {{"v0", {6, 0}}}},
    {11, "v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0]", {{"v1", numbers(0, 32)}}, {{"v0", {7, 6, 5, 4, 3, 2, 1, 0, 15, 14}}}},
    {11, "v_add_f32_e64_dpp v0, -v1, v2 quad_perm:[1,1,1,1] row_mask:0xf bank_mask:0xf",
     {{"v1", {bits(1.0F), bits(2.0F)}}, {"v2", {bits(5.0F)}}}, {{"v0", {bits(3.0F)}}}},
};

const VectorCase kSdwa[] = {
    {9, "v_add_u32_sdwa v11, v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:BYTE_0",
     {{"v1", {0x0000ff00}}, {"v2", {0x12345602}}}, {{"v11", {0x101}}}},
    {10, "v_sub_nc_u32_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:BYTE_3",
     {{"v0", {0xaaaabbbb}}, {"v1", {5}}, {"v2", {0x03000000}}}, {{"v0", {0x0002bbbb}}}},
    {9, "v_mov_b32_sdwa v0, sext(v1) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0", {{"v1", {0x8000}}}, {{"v0", {0xffff8000}}}},
    {9, "v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:DWORD", {{"v0", {1}}, {"v1", {0x80}}}, {{"v0", {0xffff8000}}}},
    {9, "v_mov_b32_sdwa v0, v1 dst_sel:BYTE_3 dst_unused:UNUSED_PAD src0_sel:DWORD", {{"v0", {1}}, {"v1", {0x180}}}, {{"v0", {0x80000000}}}},
    {9, "v_add_f16_sdwa v0, -v1, |v2| dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:WORD_0",
     {{"v0", {0x77}}, {"v1", {0x3c000000}}, {"v2", {0xc000}}}, {{"v0", {0x3c000077}}}},
};

const VectorCase kLanes[] = {
    {11, "v_readfirstlane_b32 s0, v1", {{"exec_lo", {0b1100}}, {"v1", {1, 2, 3}}}, {{"s0", {3}}}},
    {11, "v_readfirstlane_b32 s0, v1", {{"exec_lo", {0}}, {"v1", {1, 2, 3}}}, {{"s0", {1}}}},
    {11, "v_readlane_b32 s0, v1, 33", {{"v1", {1, 2}}}, {{"s0", {2}}}},
    {9, "v_readlane_b32 s0, v1, s2", {{"s2", {63}}, {"v1", numbers(0, 64)}}, {{"s0", {63}}}, 64},
    {11, "v_writelane_b32 v0, s1, 1", {{"exec_lo", {0}}, {"s1", {7}}, {"v0", {1, 2, 3}}}, {{"v0", {1, 7, 3}}}},
    {11, "v_mbcnt_lo_u32_b32 v0, -1, v1", {{"v1", {10, 10}}}, {{"v0", {10, 11, 2, 3}}}},
    {11, "v_mbcnt_lo_u32_b32 v0, s1, 0", {{"s1", {0b101}}}, {{"v0", {0, 1, 1, 2, 2}}}},
    {9, "v_mbcnt_hi_u32_b32 v0, -1, 0", {}, {{"v0", std::vector<std::uint64_t>(33, 0)}}, 64},
    {11, "v_permlane16_b32 v0, v1, s0, s1", {{"s0", {0x76543210}}, {"s1", {0x0edcba98}}, {"v1", numbers(0, 32)}}, {{"v0", {0, 1, 2}}}},
    {11, "v_permlanex16_b32 v0, v1, s0, s1", {{"v1", numbers(0, 32)}}, {{"v0", {16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 0}}}},
    {11, "v_permlane64_b32 v0, v1", {{"v1", numbers(0, 64)}}, {{"v0", {32, 33}}}, 64},
    {9, "v_permlane32_swap_b32 v0, v1", {{"v0", numbers(0, 64)}, {"v1", numbers(100, 64)}}, {{"v1", {32, 33}}, {"v0", {0, 1}}}, 64},
    {11, "v_swap_b32 v0, v1", {{"exec_lo", {2}}, {"v0", {1, 2}}, {"v1", {3, 4}}}, {{"v0", {1, 4}}, {"v1", {3, 2}}}},
    {11, "v_mov_b32_e32 v0, v1", {{"exec_lo", {0b101}}, {"v0", {7, 8, 9}}, {"v1", {1, 2, 3}}}, {{"v0", {1, 8, 3}}}},
    {9, "v_mov_b64_e32 v[0:1], v[2:3]", {{"v[2:3]", {0x1234567890abcdef}}}, {{"v[0:1]", {0x1234567890abcdef}}}, 64},
    // A wave64's upper lanes and a partial EXEC.
    {9, "v_add_u32_e32 v0, v1, v1", {{"exec", {0x8000000000000000}}, {"v1", std::vector<std::uint64_t>(64, 3)}},
     {{"v0", [] { std::vector<std::uint64_t> lanes(64, 0); lanes[63] = 6; return lanes; }()}}, 64},
    {10, "v_movrels_b32_e32 v0, v1", {{"m0", {2}}, {"v3", {9}}}, {{"v0", {9}}}},
};

INSTANTIATE_TEST_SUITE_P(Compares, LaneInstruction, testing::ValuesIn(kCompares));
INSTANTIATE_TEST_SUITE_P(Dpp, LaneInstruction, testing::ValuesIn(kDpp));
INSTANTIATE_TEST_SUITE_P(Sdwa, LaneInstruction, testing::ValuesIn(kSdwa));
INSTANTIATE_TEST_SUITE_P(Lanes, LaneInstruction, testing::ValuesIn(kLanes));

TEST(IntegerClamp, IsAFaultWhereItIsNotImplemented) {
  const auto instruction = parse_instruction("v_and_b32_e64 v0, v1, v2 clamp", {11, 0, 0});
  ASSERT_TRUE(instruction);
  Wave wave = make_wave({11, "", {}, {}});
  EXPECT_EQ(instruction->opcode->handler(wave, *instruction), Step::kFault);
}

}  // namespace
}  // namespace agt::vgpu
