// Sentences about the table of targets and the names in it.
// SPDX-License-Identifier: MIT
#include "targets/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace agt {
namespace {

TEST(Targets, AreTheTwentyFiveOfRocm10WithDistinctNumbers) {
  std::set<std::uint32_t> machs;
  std::set<std::uint32_t> versions;
  for (const Target& target : supported_targets()) {
    machs.insert(target.mach);
    versions.insert(target.gfx_target_version);
  }
  EXPECT_EQ(supported_targets().size(), 25U);
  EXPECT_EQ(machs.size(), 25U);
  EXPECT_EQ(versions.size(), 25U);
}

TEST(Targets, SysfsVersionPrintsTheNameOfEveryTarget) {
  for (const Target& target : supported_targets()) EXPECT_EQ(gfx_name(target.gfx_target_version), target.gfx);
  for (const Target& target : known_unsupported_targets()) EXPECT_EQ(gfx_name(target.gfx_target_version), target.gfx);
}

TEST(Targets, WaveSizeIsNotAPrefixRule) {
  EXPECT_EQ(find_target("gfx950")->wave_lanes, 64U);
  EXPECT_EQ(find_target("gfx1250")->wave_lanes, 32U);
  EXPECT_EQ(find_target("gfx1250")->report_family, "GFX12.5");
  EXPECT_EQ(find_target("gfx12"), nullptr);
}

TEST(Targets, MachNumbersAreNotInNumericOrder) {
  EXPECT_EQ(find_target_by_mach(0x3e)->gfx, "gfx1034");
  EXPECT_EQ(find_target_by_mach(0x3d)->gfx, "gfx1035");
  EXPECT_EQ(find_target_by_mach(0x45)->gfx, "gfx1036");
  EXPECT_EQ(find_target_by_mach(0xff), nullptr);
}

TEST(Targets, ReportFamiliesComeInTheOrderOfTheTable) {
  EXPECT_THAT(report_families(), testing::ElementsAre("CDNA", "RDNA1", "RDNA2", "RDNA3 / 3.5", "RDNA4", "GFX12.5"));
}

TEST(TargetId, FeaturesMayComeInAnyOrder) {
  for (const char* text : {"gfx90a:sramecc+:xnack-", "gfx90a:xnack-:sramecc+"}) {
    const auto id = parse_target_id(text);
    ASSERT_TRUE(id) << text;
    EXPECT_EQ(id->gfx, "gfx90a");
    EXPECT_EQ(id->sramecc, true);
    EXPECT_EQ(id->xnack, false);
  }
}

TEST(TargetId, WithoutFeaturesSaysNothingOfThem) {
  const auto id = parse_target_id("gfx1036");
  ASSERT_TRUE(id);
  EXPECT_EQ(id->xnack, std::nullopt);
}

TEST(TargetId, MalformedIsNothing) {
  for (const char* text : {"", "gfx", "gfx90a:", "gfx90a:xnack", "gfx90a:xnack+:xnack-", "gfx90a:wat+", "GFX90A"})
    EXPECT_FALSE(parse_target_id(text)) << text;
}

}  // namespace
}  // namespace agt
