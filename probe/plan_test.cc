// Sentences about the plan.
// SPDX-License-Identifier: MIT
#include "probe/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"

namespace agt {
namespace {

class PlanTest : public testing::Test {
 protected:
  void SetUp() override {
    kit_ = testing::TempDir() + "plan_kit";
    std::filesystem::create_directories(kit_ / "lib" / "gfx1100");
    ASSERT_TRUE(write_file_atomically(kit_ / "lib" / "gfx1100" / "a.co", ""));
    suite_.document.name = "s";
    suite_.document.tests = {test("a", "{kit}/lib/{gfx}/{test}.co"), test("b", std::nullopt)};
  }
  void TearDown() override { std::filesystem::remove_all(kit_); }

  static SuiteTest test(const std::string& name, std::optional<std::string> code_object) {
    SuiteTest made;
    made.name = name;
    made.code_object = std::move(code_object);
    return made;
  }
  static FoundDevice device(const std::string& gfx) {
    FoundDevice made;
    made.facts.gfx_target = gfx;
    return made;
  }
  Result<Plan> plan(const std::vector<FoundDevice>& devices, std::vector<std::string> wishes = {}) {
    return make_plan(devices, {suite_}, {std::move(wishes)}, kit_);
  }

  std::filesystem::path kit_;
  Suite suite_;
};

TEST_F(PlanTest, IsEveryTestOnEveryDevice) {
  const auto made = plan({device("gfx1100"), device("gfx1100")});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->runs, 4U);
  for (const PlannedTest& test : made->devices[0].tests) EXPECT_EQ(test.not_run, std::nullopt);
}

TEST_F(PlanTest, ADeviceOutsideTheTargetsIsLeftOutAndNamed) {
  const auto made = plan({device("gfx90c")});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->runs, 0U);
  EXPECT_THAT(made->devices[0].left_out, testing::Optional(testing::HasSubstr("gfx90c is not one of the 25 targets")));
}

TEST_F(PlanTest, ADeviceWithoutAnyCodeObjectIsLeftOut) {
  suite_.document.tests.pop_back();
  const auto made = plan({device("gfx942")});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->runs, 0U);
  EXPECT_EQ(made->devices[0].left_out, "the kit holds no code object for gfx942");
}

TEST_F(PlanTest, ATestWithoutItsCodeObjectIsPlannedAndNotRun) {
  const auto made = plan({device("gfx942")});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->runs, 2U);
  EXPECT_EQ(made->devices[0].tests[0].not_run, "the kit holds no code object for gfx942");
  EXPECT_EQ(made->devices[0].tests[1].not_run, std::nullopt);
}

TEST_F(PlanTest, WhatAFilterLeavesOutIsStillPlanned) {
  const auto made = plan({device("gfx1100")}, {"s/b"});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->runs, 2U);
  EXPECT_EQ(made->devices[0].tests[0].not_run, "left out by --test");
  EXPECT_EQ(made->devices[0].tests[1].not_run, std::nullopt);
}

TEST_F(PlanTest, AFilterThatMatchesNothingIsUsage) {
  const auto made = plan({device("gfx1100")}, {"s/c"});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ExitCode::kUsage);
}

}  // namespace
}  // namespace agt
