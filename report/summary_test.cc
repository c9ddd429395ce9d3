// Sentences about the summary on stderr.
// SPDX-License-Identifier: MIT
#include "report/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "report/model/builders_for_tests.h"
#include "report/sample_report.h"
#include "report/verdict.h"

namespace agt {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::ptrdiff_t kLines = 20;

std::ptrdiff_t count_lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

TEST(Summary, SaysVerdictReasonDevicesAndFamilies) {
  EXPECT_EQ(to_summary(sample_report()),
            "FAIL (exit code 1) after 38.4 s\n"
            "gfx1100 (virtual): twins/psnr differs from the CPU reference on clip_576x324_8, frame 1\n"
            "  gfx1100 (virtual)    fail          2 of 3 runs good; twins/psnr differs from the CPU reference on "
            "clip_576x324_8, frame 1\n"
            "  gfx942 (virtual)     pass          3 of 3 runs good\n"
            "families, hardware: none measured\n"
            "families, virtual GPU: CDNA pass and RDNA3 / 3.5 fail\n");
}

TEST(Summary, WithoutADeviceSaysWhatToDo) {
  Report report = build::a_report({});
  report.access.findings = {build::a_finding(Severity::kError, "No /dev/kfd.", "docker run \\\n  --device /dev/kfd …"),
                            build::a_finding(Severity::kError, "Another.", "Other.")};
  conclude(report);
  const std::string text = to_summary(report);
  EXPECT_THAT(text, HasSubstr("NO DEVICE (exit code 3)"));
  EXPECT_THAT(
      text,
      HasSubstr("what to do (NO_KFD):\n  docker run \\\n  --device /dev/kfd …\nand 1 more error, in the report\n"));
}

TEST(Summary, OfSixtyFourDevicesFitsAndShowsTheBadOne) {
  std::vector<DeviceReport> devices;
  for (int i = 0; i < 64; ++i)
    devices.push_back(build::a_device("gfx942", "CDNA", DeviceKind::kHardware,
                                      {build::a_run("psnr", i == 63 ? Outcome::kUnstable : Outcome::kIdentical)}));
  Report report = build::a_report(std::move(devices));
  for (int i = 0; i < 3; ++i)
    report.access.findings.push_back(
        build::a_finding(Severity::kError, "Long.", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16"));
  report.rows = sample_report().rows;
  conclude(report);
  const std::string text = to_summary(report);
  EXPECT_LE(count_lines(text), kLines) << text;
  EXPECT_THAT(text, HasSubstr("\n  gfx942 device 63     unstable "));
  EXPECT_THAT(text, HasSubstr("and 56 more devices, in the report"));
}

TEST(Summary, HoldsNoControlCharacters) {
  TestRun run = build::a_bare_run(Outcome::kFailed);
  run.message = "\x1b]0;title\a\nsecond line";
  Report report = build::a_report({build::a_device("gfx\x1b[5m", "CDNA", DeviceKind::kHardware, {run})});
  conclude(report);
  const std::string text = to_summary(report);
  EXPECT_TRUE(std::none_of(text.begin(), text.end(), [](char c) { return c != '\n' && c >= 0 && c < ' '; })) << text;
}

}  // namespace
}  // namespace agt
