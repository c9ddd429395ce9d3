// Sentences about a machine without an AMD GPU, which every machine that builds the kit is.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "tests/cli/tester.h"

namespace agt {
namespace {

using testing::HasSubstr;
using testing_cli::report_in;
using testing_cli::run_tester;

/// These sentences are about machines without a GPU. One that has /dev/kfd runs the others.
class NoDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (::access("/dev/kfd", F_OK) == 0) GTEST_SKIP() << "this machine has /dev/kfd";
  }
};

TEST_F(NoDevice, ExitsWithThreeAndSaysWhatToDo) {
  const TemporaryFolder folder;
  const auto run = run_tester({"run", "--out", folder / "r.json"});
  EXPECT_EQ(run.exit_status, 3);
  EXPECT_THAT(run.error_text, HasSubstr("--device /dev/kfd"));
  const Report report = report_in(folder / "r.json");
  EXPECT_EQ(report.verdict, Verdict::kNoDevice);
  EXPECT_EQ(report.exit_code, 3);
  EXPECT_TRUE(report.devices.empty());
  EXPECT_TRUE(report.run.complete);
  EXPECT_TRUE(std::any_of(report.access.findings.begin(), report.access.findings.end(), [](const Finding& finding) {
    return finding.fix.find("--device /dev/kfd") != std::string::npos;
  }));
}

TEST_F(NoDevice, EveryRowIsNotMeasured) {
  const TemporaryFolder folder;
  run_tester({"--out", folder / "r.json"});
  const Report report = report_in(folder / "r.json");
  EXPECT_EQ(report.rows.size(), 6U);
  for (const RowReport& row : report.rows) {
    EXPECT_EQ(row.hardware, RowVerdict::kNotMeasured) << row.id;
    EXPECT_EQ(row.virtual_gpu, RowVerdict::kNotMeasured) << row.id;
  }
}

TEST_F(NoDevice, WritesAPageForPeopleBesideTheReport) {
  const TemporaryFolder folder;
  run_tester({"--out", folder / "r.json"});
  const auto page = read_file(folder / "r.md", 1 << 20);
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_THAT(*page, HasSubstr("--device /dev/kfd"));
}

TEST_F(NoDevice, WithoutOutTheReportIsAllThatIsOnStdout) {
  const auto run = run_tester({});
  EXPECT_EQ(run.exit_status, 3);
  const auto report = parse_report(run.output_text);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->verdict, Verdict::kNoDevice);
}

TEST_F(NoDevice, CanBeCalledSuccessASkipOrAFailure) {
  EXPECT_EQ(run_tester({"--no-device=ok"}).exit_status, 0);
  EXPECT_EQ(run_tester({"--no-device=skip"}).exit_status, 77);
  EXPECT_EQ(run_tester({"--no-device=fail"}).exit_status, 1);
}

TEST_F(NoDevice, QuietSaysOnlyTheSummary) {
  const auto loud = run_tester({});
  const auto quiet = run_tester({"--quiet"});
  EXPECT_LT(quiet.error_text.size(), loud.error_text.size());
}

}  // namespace
}  // namespace agt
