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

TEST_F(PlanTest, EveryTestOnEveryDevice) {
  const auto made = plan({device("gfx1100"), device("gfx1100")});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->runs, 4U);
  EXPECT_TRUE(made->devices[0].left_out.empty());
}

TEST_F(PlanTest, ADeviceOutsideTheTargetsIsLeftOutAndNamed) {
  const auto made = plan({device("gfx90c")});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->runs, 0U);
  ASSERT_EQ(made->devices[0].left_out.size(), 2U);
  EXPECT_THAT(made->devices[0].left_out[0].reason, testing::HasSubstr("gfx90c is not one of the targets"));
}

TEST_F(PlanTest, ATestWithoutItsCodeObjectIsLeftOutAndNamed) {
  const auto made = plan({device("gfx942")});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->runs, 1U);
  ASSERT_EQ(made->devices[0].left_out.size(), 1U);
  EXPECT_EQ(made->devices[0].left_out[0].what, "gfx942 s/a");
}

TEST_F(PlanTest, AFilterLeavesOutWithAWord) {
  const auto made = plan({device("gfx1100")}, {"s/b"});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->runs, 1U);
  ASSERT_EQ(made->filtered.size(), 1U);
  EXPECT_EQ(made->filtered[0].what, "s/a");
}

TEST_F(PlanTest, AFilterThatMatchesNothingIsUsage) {
  const auto made = plan({device("gfx1100")}, {"s/c"});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ExitCode::kUsage);
}

}  // namespace
}  // namespace agt
