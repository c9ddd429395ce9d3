// Sentences about whole runs on virtual GPUs: the real HSA and HIP runtimes, the real code objects, the real programs.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <thread>
#include <tuple>

#include "tests/cli/tester.h"

namespace agt {
namespace {

using testing::HasSubstr;
using testing_cli::report_in;
using testing_cli::run_tester;

const TestRun& run_of(const DeviceReport& device, const std::string& test) {
  const auto found = std::ranges::find_if(device.runs, [&](const TestRun& run) { return run.test == test; });
  if (found != device.runs.end()) return *found;
  ADD_FAILURE() << device.facts.gfx_target << " has no run of " << test;
  static const TestRun none;
  return none;
}

const RowReport& row_of(const Report& report, const std::string& family) {
  return *std::ranges::find_if(report.rows, [&](const RowReport& row) { return row.family == family; });
}

TEST(VirtualRun, EveryTwinIsIdenticalOnEveryFixtureOfThreeFamilies) {
  const TemporaryFolder folder;
  const auto run = run_tester({"run", "--virtual", "gfx1100,gfx1036,gfx942", "--out", folder / "r.json"});
  EXPECT_EQ(run.exit_status, 0) << run.error_text;
  const Report report = report_in(folder / "r.json");
  ASSERT_EQ(report.devices.size(), 3U);
  EXPECT_EQ(report.probe.status, ProbeStatus::kOk);
  const std::vector<std::pair<std::string, std::uint32_t>> expected{{"gfx1100", 32}, {"gfx1036", 32}, {"gfx942", 64}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const DeviceReport& device = report.devices[i];
    EXPECT_EQ(device.facts.gfx_target, expected[i].first);
    EXPECT_EQ(device.facts.wavefront_size, expected[i].second);
    EXPECT_EQ(device.kind, DeviceKind::kVirtual);
    EXPECT_EQ(device.status, Verdict::kPass);
    for (const char* twin : {"psnr", "motion", "float_ssim"}) {
      const TestRun& twin_run = run_of(device, twin);
      EXPECT_EQ(twin_run.outcome, Outcome::kIdentical) << twin << ": " << twin_run.message;
      EXPECT_EQ(twin_run.cases.size(), 4U) << twin;
      for (const CaseResult& result : twin_run.cases) {
        EXPECT_EQ(result.outcome, Outcome::kIdentical) << twin << " " << result.name;
        EXPECT_GT(result.values_compared, 0U);
        EXPECT_EQ(result.device_sha256, std::vector<std::string>(3, result.reference_sha256.value_or("")));
      }
      ASSERT_TRUE(twin_run.virtual_statistics);
      EXPECT_GT(twin_run.virtual_statistics->wave_instructions, 1000U);
    }
  }
}

TEST(VirtualRun, NeverGivesARowAHardwareVerdict) {
  const TemporaryFolder folder;
  run_tester({"--virtual", "gfx1036", "--out", folder / "r.json"});
  const Report report = report_in(folder / "r.json");
  for (const RowReport& row : report.rows) EXPECT_EQ(row.hardware, RowVerdict::kNotMeasured) << row.id;
  EXPECT_EQ(row_of(report, "RDNA2").virtual_gpu, RowVerdict::kPass);
  EXPECT_EQ(row_of(report, "CDNA").virtual_gpu, RowVerdict::kNotMeasured);
  const auto page = read_file(folder / "r.md", 1 << 20);
  ASSERT_TRUE(page);
  EXPECT_THAT(*page, HasSubstr("irtual"));
}

TEST(VirtualRun, APlantedDefectIsSeenWhereItIsAndNowhereElse) {
  const TemporaryFolder folder;
  const auto run = run_tester({"--virtual", "gfx1100,gfx1036,gfx942", "--out", folder / "r.json"},
                              {"AMDGPU_VIRTUAL_DEFECT=gfx1100:v_mul_i32_i24:5:3"});
  EXPECT_EQ(run.exit_status, 1) << run.error_text;
  const Report report = report_in(folder / "r.json");
  ASSERT_EQ(report.devices.size(), 3U);
  EXPECT_EQ(report.devices[0].status, Verdict::kFail);
  EXPECT_EQ(report.devices[1].status, Verdict::kPass);
  EXPECT_EQ(report.devices[2].status, Verdict::kPass);
  EXPECT_THAT(report.virtual_gpu->defect, testing::Optional(HasSubstr("gfx1100:")));
  const TestRun& psnr = run_of(report.devices[0], "psnr");
  EXPECT_EQ(psnr.outcome, Outcome::kDiffering);
  const auto wrong = std::ranges::find_if(psnr.cases, [](const CaseResult& result) {
    return result.outcome == Outcome::kDiffering;
  });
  ASSERT_NE(wrong, psnr.cases.end());
  ASSERT_TRUE(wrong->first_difference);
  EXPECT_NE(wrong->first_difference->expected_bits, wrong->first_difference->actual_bits);
  EXPECT_THAT(run.error_text, HasSubstr(wrong->name));
}

/// The build makes a mutant of every twin's kernel: one constant is another one (twins/*/device.hip, AGT_MUTATION).
TEST(VirtualRun, AMutatedKernelIsSeenOnEveryTarget) {
  const TemporaryFolder folder;
  const auto run = run_tester({"--virtual", "gfx1100,gfx1036,gfx942", "--suite", SUITES "/mutated", "--test", "mutated",
                               "--fixture", "odd_19x17", "--out", folder / "r.json"});
  EXPECT_EQ(run.exit_status, 1) << run.error_text;
  for (const DeviceReport& device : report_in(folder / "r.json").devices)
    for (const char* test : {"mutated_psnr", "mutated_motion", "mutated_float_ssim"})
      EXPECT_EQ(run_of(device, test).outcome, Outcome::kDiffering) << device.facts.gfx_target << " " << test;
}

/// hip-twin-wrong-reference has references that are wrong by one constant each (AGT_REFERENCE_MUTATION).
TEST(VirtualRun, AMutatedReferenceIsStoppedByItsOwnCheckAndJudgesNoDevice) {
  const TemporaryFolder folder;
  const auto run = run_tester({"--virtual", "gfx1100", "--suite", SUITES "/mutated_reference", "--test",
                               "mutated_reference", "--out", folder / "r.json"});
  EXPECT_EQ(run.exit_status, 70) << run.error_text;
  const Report report = report_in(folder / "r.json");
  for (const char* test : {"mutated_reference_psnr", "mutated_reference_motion", "mutated_reference_float_ssim"}) {
    const TestRun& twin_run = run_of(report.devices.at(0), test);
    EXPECT_EQ(twin_run.outcome, Outcome::kNotRun) << test;
    ASSERT_TRUE(twin_run.fault) << test;
    EXPECT_EQ(twin_run.fault->kind, FaultKind::kOwnFailure);
    EXPECT_TRUE(twin_run.cases.empty());
  }
}

TEST(VirtualRun, HostileChildrenAreDeviceErrorsAndEverythingElseIsReported) {
  const TemporaryFolder folder;
  const auto run = run_tester({"--virtual", "gfx1100", "--suite", SUITES "/hostile", "--test", "hostile", "--out",
                               folder / "r.json"});
  EXPECT_EQ(run.exit_status, 4) << run.error_text;
  const Report report = report_in(folder / "r.json");
  EXPECT_TRUE(report.run.complete);
  const DeviceReport& device = report.devices.at(0);
  EXPECT_EQ(run_of(device, "crash").fault->kind, FaultKind::kCrash);
  EXPECT_EQ(run_of(device, "hang").fault->kind, FaultKind::kHang);
  EXPECT_LT(run_of(device, "hang").wall_ms, 9'000U);
  EXPECT_EQ(run_of(device, "flood").fault->kind, FaultKind::kFlood);
  EXPECT_EQ(run_of(device, "fine").outcome, Outcome::kPassed);
}

TEST(VirtualRun, AnySuiteOfTheExitProtocolRunsThroughTheSameCode) {
  const TemporaryFolder folder;
  const auto run = run_tester({"--virtual", "gfx1100", "--suite", TINY_SUITE, "--test", "tiny", "--out",
                               folder / "r.json"});
  EXPECT_EQ(run.exit_status, 1) << run.error_text;
  const Report report = report_in(folder / "r.json");
  const DeviceReport& device = report.devices.at(0);
  EXPECT_EQ(run_of(device, "pass").outcome, Outcome::kPassed);
  EXPECT_EQ(run_of(device, "pass").cases.at(0).message, "on gfx1100");
  EXPECT_EQ(run_of(device, "skip").outcome, Outcome::kSkipped);
  EXPECT_EQ(run_of(device, "fail").outcome, Outcome::kFailed);
  EXPECT_EQ(run_of(device, "fail").cases.at(0).message, "3 is not 4");
  EXPECT_EQ(run_of(device, "psnr").message, "left out by --test");
}

/// A y4m clip of 2 frames of 48 x 32, its samples a fixed pattern that `seed` shifts. `chroma` is the tag behind C.
std::string clip(const std::string& chroma, std::size_t samples_per_frame, std::size_t bytes_per_sample, unsigned seed) {
  std::string text = "YUV4MPEG2 W48 H32 F25:1 Ip A1:1 C" + chroma + "\n";
  for (unsigned frame = 0; frame < 2; ++frame) {
    text += "FRAME\n";
    for (std::size_t i = 0; i < samples_per_frame; ++i) {
      text += static_cast<char>((i * 37 + i / 48 * 11 + frame * 5 + seed) % 251);
      if (bytes_per_sample == 2) text += static_cast<char>((i + seed) % 4);
    }
  }
  return text;
}

TEST(VirtualRun, TheTestersOwnClipIsMeasuredInEveryFormat) {
  constexpr std::size_t kLuma = 48 * 32;
  const TemporaryFolder folder;
  for (const auto& [chroma, samples, bytes] :
       {std::tuple("420jpeg", kLuma * 3 / 2, 1U), std::tuple("422", kLuma * 2, 1U), std::tuple("444", kLuma * 3, 1U),
        std::tuple("420p10", kLuma * 3 / 2, 2U), std::tuple("422p10", kLuma * 2, 2U)}) {
    const std::string reference = folder.write("ref.y4m", clip(chroma, samples, bytes, 0));
    const std::string distorted = folder.write("dis.y4m", clip(chroma, samples, bytes, 3));
    const auto run = run_tester({"--virtual", "gfx942", "--ref", reference, "--dis", distorted, "--out",
                                 folder / "r.json"});
    EXPECT_EQ(run.exit_status, 0) << chroma << ": " << run.error_text;
    const Report report = report_in(folder / "r.json");
    for (const char* twin : {"psnr", "motion", "float_ssim"}) {
      const TestRun& twin_run = run_of(report.devices.at(0), twin);
      ASSERT_EQ(twin_run.cases.size(), 1U) << chroma << " " << twin;
      EXPECT_EQ(twin_run.cases[0].outcome, Outcome::kIdentical) << chroma << " " << twin;
      EXPECT_GT(twin_run.cases[0].values_compared, 0U);
      EXPECT_FALSE(twin_run.cases[0].scores.empty());
    }
  }
}

TEST(VirtualRun, AClipThatIsCutShortIsNamedAndMeasuresNothing) {
  const TemporaryFolder folder;
  const std::string whole = folder.write("ref.y4m", clip("420jpeg", 48 * 32 * 3 / 2, 1, 0));
  const std::string cut = folder.write("dis.y4m", clip("420jpeg", 48 * 32, 1, 3));
  const auto run = run_tester({"--virtual", "gfx942", "--ref", whole, "--dis", cut, "--out", folder / "r.json"});
  EXPECT_EQ(run.exit_status, 65);
  EXPECT_THAT(run.error_text, HasSubstr("dis.y4m"));
  EXPECT_EQ(run_of(report_in(folder / "r.json").devices.at(0), "psnr").outcome, Outcome::kNotRun);
}

TEST(VirtualRun, AFilteredRunIsIncomplete) {
  const TemporaryFolder folder;
  const auto run = run_tester({"--virtual", "gfx1100", "--test", "twins/psnr", "--out", folder / "r.json"});
  EXPECT_EQ(run.exit_status, 2) << run.error_text;
  EXPECT_EQ(run_of(report_in(folder / "r.json").devices.at(0), "psnr").outcome, Outcome::kIdentical);
}

TEST(VirtualRun, AnotherDeviceThanTheOneExpectedHasItsOwnExitCode) {
  const TemporaryFolder folder;
  const auto run = run_tester({"--virtual", "gfx1036", "--suite", SUITES "/hostile", "--test", "hostile/fine", "--expect",
                               "gfx950", "--out", folder / "r.json"});
  EXPECT_EQ(run.exit_status, 6) << run.error_text;
  EXPECT_EQ(report_in(folder / "r.json").verdict, Verdict::kUnexpectedDevice);
}

TEST(VirtualRun, TermEndsItsChildrenAndLeavesAValidUnfinishedReport) {
  const TemporaryFolder folder;
  std::atomic<bool> stop{false};  // as from `docker stop`
  std::jthread clock([&] {
    std::this_thread::sleep_for(std::chrono::seconds(4));
    stop = true;
  });
  const auto run = run_tester({"--virtual", "gfx942,gfx1100", "--out", folder / "r.json"}, {}, &stop);
  EXPECT_EQ(run.exit_status, 128 + SIGTERM);
  EXPECT_LT(run.wall, std::chrono::seconds(4 + 10));
  const Report report = report_in(folder / "r.json");
  EXPECT_FALSE(report.run.complete);
  EXPECT_EQ(report.verdict, Verdict::kIncomplete);
  EXPECT_LT(report.run.completed, report.run.planned);
}

}  // namespace
}  // namespace agt
