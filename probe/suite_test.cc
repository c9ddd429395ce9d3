// Sentences about reading a suite.json.
// SPDX-License-Identifier: MIT
#include "probe/suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"

namespace agt {
namespace {

using testing::HasSubstr;

/// A folder that goes away with the test, with `text` as its suite.json.
class SuiteFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "suite_" + testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  Result<Suite> read(const std::string& text) {
    EXPECT_TRUE(write_file_atomically(folder_ / "suite.json", text));
    return read_suite(folder_);
  }
  std::filesystem::path folder_;
};

const std::string kTest =
    R"({"name":"one","program":"{suite}/one","arguments":["{gfx}"],"protocol":"exit","time_limit_s":5,)"
    R"("memory_mib":1,"features":["f"],"code_object":null})";

std::string suite_with(const std::string& tests) {
  return R"({"schema":"agt.suite","version":"1.0","name":"s","title":"t","fixtures":[],"tests":[)" + tests + "]}";
}

TEST_F(SuiteFile, IsReadWhole) {
  const auto suite = read(suite_with(kTest));
  ASSERT_TRUE(suite) << suite.error().message;
  EXPECT_EQ(suite->document.tests[0].protocol, Protocol::kExit);
  EXPECT_EQ(suite->document.tests[0].time_limit_s, 5U);
}

TEST_F(SuiteFile, ThatIsMissingIsMissingInput) {
  const auto suite = read_suite(folder_ / "none");
  ASSERT_FALSE(suite);
  EXPECT_EQ(suite.error().code, ExitCode::kMissingInput);
}

struct Refusal {
  std::string from, to, reason;
};

class SuiteRefusal : public SuiteFile, public testing::WithParamInterface<Refusal> {};

TEST_P(SuiteRefusal, NamesFileAndReason) {
  std::string text = suite_with(kTest);
  const std::size_t at = text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, GetParam().from.size(), GetParam().to);
  const auto suite = read(text);
  ASSERT_FALSE(suite);
  EXPECT_EQ(suite.error().code, ExitCode::kBadInput);
  EXPECT_THAT(suite.error().message, HasSubstr("suite.json"));
  EXPECT_THAT(suite.error().message, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    All, SuiteRefusal,
    testing::Values(Refusal{R"("time_limit_s":5)", R"("time_limit_s":0)", "time_limit_s is 0"},
                    Refusal{R"("time_limit_s":5)", R"("time_limit_s":-5)", "out of range"},
                    Refusal{"{gfx}", "{gpu}", "{gpu} is no placeholder"},
                    Refusal{R"("exit")", R"("exits")", "known names"},
                    Refusal{R"("features":["f"],)", "", "suite.tests[0].features: is missing"},
                    Refusal{R"("memory_mib":1)", R"("memory_mib":1,"extra":1)", "extra: is not a known key"},
                    Refusal{R"("name":"one")", R"("name":"on e")", "one word"},
                    Refusal{kTest, kTest + "," + kTest, "there twice"}, Refusal{kTest, "", "no tests"},
                    Refusal{R"("version":"1.0")", R"("version":"2.0")", "is not \"1.0\""}));

TEST(FillIn, ReplacesEveryPlaceholderAndNothingElse) {
  EXPECT_EQ(fill_in("{kit}/lib/{gfx}/{test}.co {gfx} {x}", {"/k", "/s", "gfx1100", "psnr"}),
            "/k/lib/gfx1100/psnr.co gfx1100 {x}");
}

}  // namespace
}  // namespace agt
