// What libamd_comgr prints, taken apart: every form of operand and modifier that the targets have, and malformed ones.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/decode/assembly_text.h"

#include <gmock/gmock.h>

#include "virtual-gpu/decode/decoder.h"

namespace agt::vgpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct RegisterCase {
  const char* text;
  OperandKind kind;
  std::uint16_t index;
  std::uint8_t dwords;
};

class EveryRegister : public testing::TestWithParam<RegisterCase> {};

TEST_P(EveryRegister, HasItsNumberAndWidth) {
  const auto operand = parse_register(GetParam().text);
  ASSERT_TRUE(operand) << GetParam().text;
  EXPECT_EQ(operand->kind, GetParam().kind);
  EXPECT_EQ(operand->index, GetParam().index);
  EXPECT_EQ(operand->dwords, GetParam().dwords);
}

constexpr RegisterCase kRegisters[] = {
    {"v0", OperandKind::kVector, 0, 1},
    {"v255", OperandKind::kVector, 255, 1},
    {"v[2:3]", OperandKind::kVector, 2, 2},
    {"v[0:15]", OperandKind::kVector, 0, 16},
    {"v7.l", OperandKind::kVector, 7, 1},
    {"a3", OperandKind::kAccum, 3, 1},
    {"a[0:3]", OperandKind::kAccum, 0, 4},
    {"s0", OperandKind::kScalar, 0, 1},
    {"s[4:7]", OperandKind::kScalar, 4, 4},
    {"ttmp9", OperandKind::kScalar, scalar::kTtmp0 + 9, 1},
    {"ttmp[4:5]", OperandKind::kScalar, scalar::kTtmp0 + 4, 2},
    {"vcc", OperandKind::kScalar, scalar::kVccLo, 2},
    {"vcc_lo", OperandKind::kScalar, scalar::kVccLo, 1},
    {"vcc_hi", OperandKind::kScalar, scalar::kVccHi, 1},
    {"exec", OperandKind::kScalar, scalar::kExecLo, 2},
    {"exec_lo", OperandKind::kScalar, scalar::kExecLo, 1},
    {"m0", OperandKind::kScalar, scalar::kM0, 1},
    {"null", OperandKind::kScalar, scalar::kNull, 1},
    {"src_scc", OperandKind::kScalar, scalar::kScc, 1},
    {"flat_scratch", OperandKind::kScalar, scalar::kFlatScratchLo, 2},
    {"src_shared_base", OperandKind::kScalar, scalar::kSharedBase, 2},
    {"off", OperandKind::kOff, 0, 1},
};

INSTANTIATE_TEST_SUITE_P(Names, EveryRegister, testing::ValuesIn(kRegisters));

TEST(Registers, HighHalfIsMarked) {
  EXPECT_TRUE(parse_register("v1.h")->high_half);
  EXPECT_FALSE(parse_register("v1.l")->high_half);
}

TEST(Registers, WhatIsNoneIsNothing) {
  for (const char* text : {"", "v", "v[1", "v[3:2]", "v[0:2048]", "s106", "s-1", "s0x1", "v1.x", "vccz", "a512", "0"}) {
    EXPECT_FALSE(parse_register(text)) << text;
  }
}

struct ConstantCase {
  const char* text;
  SourceType type;
  std::uint64_t value;
};

class EveryConstant : public testing::TestWithParam<ConstantCase> {};

TEST_P(EveryConstant, IsInTheTypeOfItsSource) {
  const auto value = parse_constant(GetParam().text, GetParam().type);
  ASSERT_TRUE(value) << GetParam().text;
  EXPECT_EQ(*value, GetParam().value) << GetParam().text;
}

constexpr ConstantCase kConstants[] = {
    {"0", SourceType::kB32, 0},
    {"64", SourceType::kF32, 64},
    {"-16", SourceType::kB32, 0xfffffff0},
    {"-1", SourceType::kB64, 0xffffffffffffffff},
    {"-1", SourceType::kF64, 0xffffffffffffffff},
    {"1.0", SourceType::kF16, 0x3c00},
    {"1.0", SourceType::kB32, 0x3f800000},
    {"-4.0", SourceType::kF32, 0xc0800000},
    {"0.5", SourceType::kF64, 0x3fe0000000000000},
    {"0.15915494", SourceType::kF32, 0x3e22f983},
    {"0.15915494309189532", SourceType::kF64, 0x3fc45f306dc9c882},
    {"0x40490fdb", SourceType::kF32, 0x40490fdb},
    {"0x3ff80000", SourceType::kF64, 0x3ff8000000000000},
    {"0x80000000", SourceType::kI64, 0xffffffff80000000},
    {"0x80000000", SourceType::kB64, 0x80000000},
    {"lit64(0x10)", SourceType::kF64, 0x10},
};

INSTANTIATE_TEST_SUITE_P(Texts, EveryConstant, testing::ValuesIn(kConstants));

TEST(Constants, OthersAreErrorsThatNameThem) {
  for (const char* text : {"", "-", "0x", "0xg", "1.5", "1e3", "12a", "lit64(", "foo"}) {
    const auto value = parse_constant(text, SourceType::kB32);
    ASSERT_FALSE(value) << text;
    EXPECT_THAT(value.error().message, HasSubstr(text));
  }
}

TEST(Operands, SignsGoWithRegistersAndNumbersKeepTheirs) {
  const auto negated = parse_operand("-v3", SourceType::kF32);
  EXPECT_TRUE(negated->negate);
  EXPECT_FALSE(negated->absolute);
  const auto both = parse_operand("-|s5|", SourceType::kF32);
  EXPECT_TRUE(both->negate);
  EXPECT_TRUE(both->absolute);
  EXPECT_EQ(both->index, 5);
  const auto words = parse_operand("neg(abs(v1))", SourceType::kF32);
  EXPECT_TRUE(words->negate);
  EXPECT_TRUE(words->absolute);
  EXPECT_TRUE(parse_operand("sext(v1)", SourceType::kB32)->sign_extend);
  EXPECT_TRUE(parse_operand("neg(1.0)", SourceType::kF32)->negate);
  EXPECT_FALSE(parse_operand("-1.0", SourceType::kF32)->negate);
}

TEST(Splitting, SeparatesOperandsFromModifiers) {
  const auto text = split_assembly("v_pk_mul_f16 v5, v12, v13 op_sel:[1,0] op_sel_hi:[0,1] clamp");
  ASSERT_TRUE(text);
  EXPECT_EQ(text->mnemonic, "v_pk_mul_f16");
  EXPECT_THAT(text->operands, ElementsAre("v5", "v12", "v13"));
  EXPECT_THAT(text->modifiers, ElementsAre("op_sel:[1,0]", "op_sel_hi:[0,1]", "clamp"));
}

TEST(Splitting, KeepsBracketsTogether) {
  const auto text = split_assembly("s_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 4)");
  ASSERT_TRUE(text);
  EXPECT_THAT(text->operands, ElementsAre("s0", "hwreg(HW_REG_MODE, 0, 4)"));
}

TEST(Splitting, AllowsNoOperandsAndModifiersAlone) {
  EXPECT_THAT(split_assembly("s_endpgm")->operands, IsEmpty());
  const auto text = split_assembly("buffer_wbl2 sc0 sc1");
  EXPECT_THAT(text->operands, IsEmpty());
  EXPECT_THAT(text->modifiers, ElementsAre("sc0", "sc1"));
}

TEST(Splitting, RefusesBrokenText) {
  for (const char* text : {"", "v_add_f32 v0, v[1", "v_add_f32 v0], v1", "v_add_f32 v0,, v1", "v_add_f32 v0,"}) {
    EXPECT_FALSE(split_assembly(text)) << text;
  }
}

TEST(Splitting, DualInstructionsHaveTwoHalves) {
  const auto [first, second] = split_dual("v_dual_mov_b32 v2, 0 :: v_dual_mov_b32 v1, s3");
  EXPECT_EQ(first, "v_dual_mov_b32 v2, 0");
  EXPECT_EQ(second, "v_dual_mov_b32 v1, s3");
  EXPECT_EQ(split_dual("v_mov_b32 v0, v1").second, "");
}

Modifiers modifiers_of(std::initializer_list<const char*> texts) {
  Modifiers modifiers;
  for (const char* text : texts) EXPECT_TRUE(apply_modifier(text, modifiers)) << text;
  return modifiers;
}

TEST(ModifierTexts, AreApplied) {
  EXPECT_EQ(modifiers_of({"offset:-16"}).offset, -16);
  EXPECT_EQ(modifiers_of({"offset:0x10"}).offset, 16);
  EXPECT_EQ(modifiers_of({"offset1:3"}).offset1, 3);
  EXPECT_TRUE(modifiers_of({"glc"}).returns);
  EXPECT_TRUE(modifiers_of({"th:TH_ATOMIC_RETURN"}).returns);
  EXPECT_FALSE(modifiers_of({"th:TH_LOAD_NT", "scope:SCOPE_SYS", "slc", "dlc", "nt", "sc1"}).returns);
  EXPECT_TRUE(modifiers_of({"clamp"}).clamp);
  EXPECT_EQ(modifiers_of({"mul:2"}).omod, 1);
  EXPECT_EQ(modifiers_of({"mul:4"}).omod, 2);
  EXPECT_EQ(modifiers_of({"div:2"}).omod, 3);
  EXPECT_EQ(modifiers_of({"op_sel:[0,1,1]"}).op_sel, 6);
  EXPECT_EQ(modifiers_of({}).op_sel_hi, 0xff);
  EXPECT_EQ(modifiers_of({"op_sel_hi:[1,0,1]"}).op_sel_hi, 5);
  EXPECT_EQ(modifiers_of({"neg_lo:[0,1,0]"}).neg_lo, 2);
  EXPECT_EQ(modifiers_of({"neg_hi:[1,0]"}).neg_hi, 1);
  EXPECT_EQ(modifiers_of({"bitop3:0xca"}).bitop3, 0xca);
}

TEST(ModifierTexts, ControlDataParallelPrimitives) {
  const auto quad = modifiers_of({"quad_perm:[1,0,3,2]", "row_mask:0xa", "bank_mask:0xf", "bound_ctrl:1"});
  EXPECT_EQ(quad.dpp, DppKind::kQuadPerm);
  EXPECT_EQ(quad.dpp_argument, 0b10110001U);
  EXPECT_EQ(quad.row_mask, 0xa);
  EXPECT_TRUE(quad.bound_ctrl);
  const auto eight = modifiers_of({"dpp8:[7,6,5,4,3,2,1,0]", "fi:1"});
  EXPECT_EQ(eight.dpp, DppKind::kDpp8);
  EXPECT_EQ(eight.dpp_argument, 0b000001010011100101110111U);
  EXPECT_TRUE(eight.fetch_inactive);
  EXPECT_EQ(modifiers_of({"row_shr:8"}).dpp_argument, 8U);
  EXPECT_EQ(modifiers_of({"row_bcast:31"}).dpp, DppKind::kRowBcast31);
  EXPECT_EQ(modifiers_of({"row_half_mirror"}).dpp, DppKind::kRowHalfMirror);
  EXPECT_EQ(modifiers_of({"row_newbcast:3"}).dpp, DppKind::kRowNewbcast);
}

TEST(ModifierTexts, SelectPartsOfRegisters) {
  const auto sdwa = modifiers_of({"dst_sel:WORD_1", "dst_unused:UNUSED_PRESERVE", "src0_sel:BYTE_3", "src1_sel:DWORD"});
  EXPECT_TRUE(sdwa.sdwa);
  EXPECT_EQ(sdwa.dst_sel, Select::kWord1);
  EXPECT_EQ(sdwa.dst_unused, Unused::kPreserve);
  EXPECT_EQ(sdwa.src_sel[0], Select::kByte3);
}

TEST(ModifierTexts, OthersAreErrorsThatNameThem) {
  for (const char* text : {"dmask:0x1", "gds", "offset:", "offset:x", "offset0:256", "mul:3", "row_shl:0", "row_shl:16",
                           "quad_perm:[0,1,2]", "quad_perm:[0,1,2,4]", "row_bcast:7", "op_sel:[2]", "src0_sel:BYTE_4",
                           "dst_unused:PAD", "bound_ctrl:2", "dpp8:[0]", "th:FAST", "clamp:1"}) {
    Modifiers modifiers;
    const auto applied = apply_modifier(text, modifiers);
    ASSERT_FALSE(applied) << text;
    EXPECT_THAT(applied.error().message, HasSubstr(text));
  }
}

TEST(Instructions, BranchTargetsAreAbsolute) {
  const auto back = parse_instruction("s_cbranch_scc1 65525", {11, 0x1000, 0xbfa2fff5});
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->branch_target, 0x1000 + 4 - 11 * 4U);
}

TEST(Instructions, ImmediatesOfProgramControlComeFromTheEncoding) {
  const auto wait = parse_instruction("s_waitcnt lgkmcnt(0)", {11, 0, 0xbf89fc07});
  ASSERT_TRUE(wait) << wait.error().message;
  EXPECT_EQ(static_cast<std::uint16_t>(wait->immediate), 0xfc07);
  EXPECT_THAT(wait->operands, IsEmpty());
}

TEST(Instructions, SwizzleOffsetsComeFromTheEncoding) {
  const auto swizzle = parse_instruction("ds_swizzle_b32 v6, v4 offset:swizzle(SWAP,16)", {11, 0, 0xd8d4401f});
  ASSERT_TRUE(swizzle) << swizzle.error().message;
  EXPECT_EQ(swizzle->modifiers.offset, 0x401f);
}

TEST(Instructions, ConstantsTakeTheTypeOfTheirSource) {
  const auto add = parse_instruction("v_add_f64 v[0:1], v[2:3], 1.0", {9, 0, 0});
  ASSERT_TRUE(add) << add.error().message;
  EXPECT_EQ(add->operands[2].value, 0x3ff0000000000000);
}

TEST(Instructions, UnknownPartsAreNamed) {
  const struct {
    const char* text;
    const char* named;
  } kCases[] = {
      {"v_frobnicate_b32 v0, v1", "v_frobnicate_b32"},
      {"v_mov_b32_e32 v0, spam", "spam"},
      {"v_mov_b32_e32 v0, v1 eggs:1", "eggs:1"},
      {"v_mov_b32_e32 v0, v1 extra", "extra"},
      {"v_dual_mov_b32 v2, 0 :: v_dual_bogus v1, s3", "v_dual_bogus"},
  };
  for (const auto& bad : kCases) {
    const auto instruction = parse_instruction(bad.text, {11, 0, 0});
    ASSERT_FALSE(instruction) << bad.text;
    EXPECT_EQ(instruction.error().code, ExitCode::kBadInput);
    EXPECT_THAT(instruction.error().message, HasSubstr(bad.named));
  }
}

struct NameCase {
  const char* printed;
  int gfx_major;
  const char* means;
};

class EveryName : public testing::TestWithParam<NameCase> {};

TEST_P(EveryName, ResolvesOnItsFamily) {
  const Opcode* opcode = find_opcode(GetParam().printed, GetParam().gfx_major);
  ASSERT_NE(opcode, nullptr) << GetParam().printed;
  EXPECT_EQ(opcode->mnemonic, GetParam().means);
}

constexpr NameCase kNames[] = {
    {"v_add_u32_e32", 9, "v_add_nc_u32"},
    {"v_add_nc_u32_dpp", 11, "v_add_nc_u32"},
    {"v_addc_co_u32_sdwa", 9, "v_add_co_ci_u32"},
    {"v_add_co_ci_u32_e64", 10, "v_add_co_ci_u32"},
    {"v_max_f32_e64", 11, "v_max_num_f32"},
    {"v_max_num_f32_e64_dpp", 12, "v_max_num_f32"},
    {"v_fmamk_f32", 11, "v_fma_f32"},
    {"v_cmpx_gt_u32_e32", 9, "v_cmpx_sdst_gt_u32"},
    {"v_cmpx_gt_u32_e64", 11, "v_cmpx_gt_u32"},
    {"v_dual_max_f32", 11, "v_max_num_f32"},
    {"v_mad_u64_u32", 9, "v_mad_co_u64_u32"},
    {"v_ffbh_u32_e32", 10, "v_clz_i32_u32"},
};

INSTANTIATE_TEST_SUITE_P(Names, EveryName, testing::ValuesIn(kNames));

TEST(Names, OldOnesDoNotLeakIntoNewFamilies) {
  EXPECT_EQ(find_opcode("v_add_u32_e32", 11), nullptr);
  EXPECT_EQ(find_opcode("v_mad_u64_u32", 12), nullptr);
}

TEST(Targets, TellTheirMajorVersion) {
  EXPECT_EQ(gfx_major_of("gfx908"), 9);
  EXPECT_EQ(gfx_major_of("gfx90a"), 9);
  EXPECT_EQ(gfx_major_of("gfx1036"), 10);
  EXPECT_EQ(gfx_major_of("gfx1100"), 11);
  EXPECT_EQ(gfx_major_of("gfx1250"), 12);
  EXPECT_EQ(gfx_major_of("gfx1300"), 0);
  EXPECT_EQ(gfx_major_of("sm_90"), 0);
}

}  // namespace
}  // namespace agt::vgpu
