// Sentences about verdicts: what the evidence gives, which of several counts, and what is said.
// SPDX-License-Identifier: MIT
#include "report/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/model/builders_for_tests.h"
#include "report/model/judgement.h"

namespace agt {
namespace {

using build::a_bare_run;
using build::a_device;
using build::a_fault;
using build::a_finding;
using build::a_report;
using build::a_run;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr DeviceKind kHardware = DeviceKind::kHardware;
constexpr DeviceKind kVirtual = DeviceKind::kVirtual;

Report concluded(Report report) {
  conclude(report);
  return report;
}

DeviceReport gfx1100(std::vector<TestRun> runs, DeviceKind kind = kVirtual) {
  return a_device("gfx1100", "RDNA3 / 3.5", kind, std::move(runs));
}

DeviceReport left_out() {
  DeviceReport device = a_device("gfx90c", "", kHardware, {});
  device.facts.report_family.reset();
  device.message = "gfx90c is not one of the 25 targets";
  return device;
}

/// A report whose verdict is the given one.
Report report_with(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return a_report({gfx1100({a_run("psnr", Outcome::kIdentical)})});
    case Verdict::kFail:
      return a_report({gfx1100({a_run("psnr", Outcome::kDiffering)})});
    case Verdict::kDeviceError:
      return a_report({gfx1100({a_run("psnr", Outcome::kDeviceError)})});
    case Verdict::kUnstable:
      return a_report({gfx1100({a_run("psnr", Outcome::kUnstable)})});
    case Verdict::kIncomplete:
      return a_report({gfx1100({a_run("psnr", Outcome::kNotRun)})});
    case Verdict::kNoDevice:
      return a_report({left_out()});
    case Verdict::kUnexpectedDevice: {
      Report report = report_with(Verdict::kPass);
      report.run.expected_targets = {"gfx950"};
      return report;
    }
  }
  return {};
}

/// Both runs at once: the devices of both, planned together.
Report both(const Report& left, const Report& right) {
  Report report = a_report(left.devices);
  report.devices.insert(report.devices.end(), right.devices.begin(), right.devices.end());
  report.run.planned += right.run.planned;
  report.run.expected_targets = left.run.expected_targets;
  report.run.expected_targets.insert(report.run.expected_targets.end(), right.run.expected_targets.begin(),
                                     right.run.expected_targets.end());
  return report;
}

TEST(Verdict, EveryVerdictHasTheExitCodeOfTheTable) {
  for (const auto& [verdict, code] : std::vector<std::pair<Verdict, int>>{{Verdict::kPass, 0},
                                                                          {Verdict::kFail, 1},
                                                                          {Verdict::kIncomplete, 2},
                                                                          {Verdict::kNoDevice, 3},
                                                                          {Verdict::kDeviceError, 4},
                                                                          {Verdict::kUnstable, 5},
                                                                          {Verdict::kUnexpectedDevice, 6}}) {
    EXPECT_EQ(to_int(exit_code_of(verdict)), code);
    const Report report = concluded(report_with(verdict));
    EXPECT_EQ(report.verdict, verdict);
    EXPECT_EQ(report.exit_code, code);
    EXPECT_FALSE(report.reason.empty());
  }
}

TEST(Verdict, AFailureOfTheKitsOwnIsReturnedAsOneAndAWrongNumberBeforeIt) {
  TestRun no_library = a_run("motion", Outcome::kNotRun);
  no_library.fault = build::a_fault(FaultKind::kOwnFailure, "libamdhip64.so.7: cannot open shared object file");
  no_library.fault->exit_status = to_int(ExitCode::kBrokenRuntime);
  TestRun bad_reference = no_library;
  bad_reference.fault->exit_status = to_int(ExitCode::kInternal);
  const TestRun wrong = a_run("psnr", Outcome::kDiffering);
  const auto code_of = [](std::vector<TestRun> runs) {
    return concluded(a_report({gfx1100(std::move(runs))})).exit_code;
  };
  TestRun bad_clip = no_library;
  bad_clip.fault->exit_status = to_int(ExitCode::kBadInput);
  TestRun unpinned = no_library;
  unpinned.fault->exit_status = 0;
  EXPECT_EQ(code_of({no_library}), 69);
  EXPECT_EQ(code_of({bad_clip}), 65);
  EXPECT_EQ(code_of({unpinned}), 70);
  EXPECT_EQ(code_of({bad_reference}), 70);
  EXPECT_EQ(code_of({wrong, bad_reference}), 1);
}

TEST(Verdict, OfTwoDevicesTheWorseCountsInEitherOrder) {
  for (const auto& [left, left_name] : EnumNames<Verdict>::kNames)
    for (const auto& [right, right_name] : EnumNames<Verdict>::kNames) {
      const Report report = concluded(both(report_with(left), report_with(right)));
      // A device that was left out is no failure beside one that was measured.
      const bool left_counts = left != Verdict::kNoDevice || right == Verdict::kNoDevice;
      const bool right_counts = right != Verdict::kNoDevice || left == Verdict::kNoDevice;
      const Verdict expected = !left_counts ? right : !right_counts ? left : worse_of(left, right);
      EXPECT_EQ(report.verdict, expected) << left_name << " beside " << right_name;
      EXPECT_EQ(report.exit_code, to_int(exit_code_of(expected)));
    }
}

TEST(Verdict, ADevicesStatusIsTheWorstOfItsRuns) {
  for (const auto& [outcome, name] : EnumNames<Outcome>::kNames) {
    TestRun run = a_run("motion", outcome);
    const Report report = concluded(a_report({gfx1100({a_run("psnr", Outcome::kIdentical), run})}));
    EXPECT_EQ(report.devices[0].status, verdict_of(outcome)) << name;
    EXPECT_EQ(report.verdict, verdict_of(outcome)) << name;
  }
}

TEST(Verdict, VirtualAndHardwareAlikeDecide) {
  for (const DeviceKind kind : {kVirtual, kHardware})
    EXPECT_EQ(concluded(a_report({gfx1100({a_run("psnr", Outcome::kDiffering)}, kind)})).verdict, Verdict::kFail);
}

TEST(Verdict, NothingPassesWhenNothingWasPlanned) {
  Report report = report_with(Verdict::kPass);
  report.run.planned = 0;
  EXPECT_EQ(concluded(report).verdict, Verdict::kIncomplete);
}

TEST(Verdict, NothingPassesWhenLessWasCompletedThanPlanned) {
  Report report = report_with(Verdict::kPass);
  report.run.planned = 2;
  report.run.completed = 2;  // claimed, and counted again
  report = concluded(report);
  EXPECT_EQ(report.verdict, Verdict::kIncomplete);
  EXPECT_EQ(report.run.completed, 1U);
  EXPECT_EQ(report.reason, "1 of 2 planned runs completed");
}

TEST(Verdict, NothingPassesBeforeTheRunHasComeToItsEnd) {
  Report report = report_with(Verdict::kPass);
  report.run.complete = false;
  report = concluded(report);
  EXPECT_EQ(report.verdict, Verdict::kIncomplete);
  EXPECT_EQ(report.reason, "the run has not come to its end: 1 of 1 planned run completed");
}

TEST(Verdict, ADeviceWhoseTurnHasNotComeIsIncompleteAndNotLeftOut) {
  const Report report = concluded(both(report_with(Verdict::kPass), a_report({gfx1100({})})));
  EXPECT_EQ(report.devices[1].status, Verdict::kIncomplete);
  EXPECT_EQ(report.verdict, Verdict::kIncomplete);
}

TEST(Verdict, ConcludingTwiceChangesNothing) {
  for (const auto& [verdict, name] : EnumNames<Verdict>::kNames) {
    const Report once = concluded(report_with(verdict));
    EXPECT_EQ(to_report_text(once), to_report_text(concluded(once))) << name;
  }
}

TEST(Verdict, ADeviceLeftOutBesideAMeasuredOneIsNoFailure) {
  const Report report = concluded(both(a_report({left_out()}), report_with(Verdict::kPass)));
  EXPECT_EQ(report.verdict, Verdict::kPass);
  EXPECT_EQ(report.devices[0].status, Verdict::kNoDevice);
}

TEST(Verdict, WhenEveryDeviceIsLeftOutThereIsNoDeviceAndTheReasonSaysWhy) {
  const Report report = concluded(a_report({left_out()}));
  EXPECT_EQ(report.verdict, Verdict::kNoDevice);
  EXPECT_EQ(report.exit_code, 3);
  EXPECT_EQ(report.reason, "every GPU was left out: gfx90c: gfx90c is not one of the 25 targets");
}

TEST(Verdict, WithoutADeviceTheReasonCarriesTheFirstLineOfTheFixOfTheFirstError) {
  Report report = a_report({});
  report.access.findings = {
      a_finding(Severity::kWarning, "A warning.", "Ignore it."),
      a_finding(Severity::kError, "/dev/kfd is not there.", "Add --device /dev/kfd\n  --device /dev/dri."),
      a_finding(Severity::kError, "Another.", "Other fix.")};
  report = concluded(report);
  EXPECT_EQ(report.verdict, Verdict::kNoDevice);
  EXPECT_EQ(report.reason, "no AMD GPU was measured: /dev/kfd is not there. Add --device /dev/kfd");
}

TEST(Verdict, WithoutADeviceOrAFindingTheReasonIsWhatTheProbeSaid) {
  Report report = a_report({});
  report.probe.status = ProbeStatus::kInitFailed;
  EXPECT_THAT(concluded(report).reason, HasSubstr("init_failed"));
  report.probe.message = "hsa_init: HSA_STATUS_ERROR_OUT_OF_RESOURCES";
  EXPECT_THAT(concluded(report).reason, HasSubstr("HSA_STATUS_ERROR_OUT_OF_RESOURCES"));
}

TEST(Verdict, AnExpectedTargetThatWasFoundIsExpectedEvenWhenItWasLeftOut) {
  Report report = both(report_with(Verdict::kPass), a_report({left_out()}));
  report.run.expected_targets = {"gfx1100", "gfx90c"};
  EXPECT_EQ(concluded(report).verdict, Verdict::kPass);
}

TEST(Verdict, AnExpectedTargetThatIsNotAmongThoseFoundIsNamed) {
  const Report report = concluded(report_with(Verdict::kUnexpectedDevice));
  EXPECT_EQ(report.reason, "gfx950 was expected, and gfx1100 was found");
}

TEST(Verdict, WithNoDeviceAtAllNothingIsUnexpected) {
  Report report = a_report({});
  report.run.expected_targets = {"gfx950"};
  EXPECT_EQ(concluded(report).verdict, Verdict::kNoDevice);
}

TEST(Reason, NamesDeviceTestFixtureAndFrameOfTheFirstWrongNumber) {
  TestRun wrong = a_run("psnr", Outcome::kDiffering);
  wrong.cases[0].first_difference = FirstDifference{"sse", 0, 1, 7, "0x10", "0x11"};
  const Report report = concluded(a_report({gfx1100({a_run("motion", Outcome::kDeviceError), wrong})}));
  EXPECT_EQ(report.reason, "gfx1100 (virtual): twins/psnr differs from the CPU reference on clip_576x324_8, frame 1");
}

TEST(Reason, OfAPassSaysOnHowMuchItStands) {
  EXPECT_EQ(concluded(a_report({gfx1100({a_run("psnr", Outcome::kIdentical), a_run("motion", Outcome::kIdentical)}),
                                a_device("gfx942", "CDNA", kHardware, {a_run("psnr", Outcome::kIdentical)})}))
                .reason,
            "gfx1100 (virtual) and gfx942: all 3 runs agree with the CPU reference, bit for bit");
  EXPECT_EQ(concluded(a_report({gfx1100({a_bare_run(Outcome::kPassed)})})).reason,
            "gfx1100 (virtual): the one planned run passed");
}

TEST(Reason, TellsTwoDevicesOfOneTargetApart) {
  const Report report = concluded(
      a_report({gfx1100({a_run("psnr", Outcome::kIdentical)}), gfx1100({a_run("psnr", Outcome::kUnstable)})}));
  EXPECT_THAT(report.reason, HasSubstr("gfx1100 device 1 (virtual): twins/psnr gives different values"));
}

TEST(Reason, IsOneLineWhateverTheDeviceSays) {
  TestRun run = a_bare_run(Outcome::kFailed);
  run.message = "  line one\n\x1b[31mline\ttwo\r\n";
  EXPECT_EQ(concluded(a_report({gfx1100({run})})).reason, "gfx1100 (virtual): twins/psnr fails: line one [31mline two");
}

struct FaultSentence {
  FaultKind kind;
  const char* said;
};

TEST(Reason, SaysWhatKindOfFaultEndedARun) {
  const std::vector<FaultSentence> table{
      {FaultKind::kCrash, "twins/psnr crashed in tiny (signal 11): why"},
      {FaultKind::kHang, "twins/psnr did not end in its time in tiny: why"},
      {FaultKind::kUnkillable, "twins/psnr hangs in the kernel and cannot be killed in tiny: why"},
      {FaultKind::kFlood, "twins/psnr wrote more than a result can be in tiny: why"},
      {FaultKind::kRuntimeError, "twins/psnr had a call fail on the device in tiny: why"},
      {FaultKind::kVirtualGpu, "twins/psnr was stopped by the virtual GPU in tiny: why"},
      {FaultKind::kProtocol, "twins/psnr ended without its result in tiny: why"},
      {FaultKind::kOwnFailure, "twins/psnr could not be run by the kit itself in tiny: why"},
  };
  ASSERT_EQ(table.size(), EnumNames<FaultKind>::kNames.size());
  for (const auto& [kind, said] : table) {
    TestRun run = a_bare_run(kind == FaultKind::kOwnFailure ? Outcome::kNotRun : Outcome::kDeviceError);
    run.fault = a_fault(kind, "why");
    run.fault->in_case = "tiny";
    if (kind == FaultKind::kCrash) run.fault->signal = 11;
    EXPECT_EQ(concluded(a_report({gfx1100({run})})).devices[0].message, said);
  }
}

/// "what: reason" of each entry, without the families.
std::vector<std::string> gaps_of(const Report& report) {
  std::vector<std::string> gaps;
  for (const NotExercised& item : report.not_exercised)
    if (!item.what.ends_with(" hardware")) gaps.push_back(item.what + ": " + item.reason);
  return gaps;
}

TEST(NotExercised, NamesWhatAVirtualGpuCannotShow) {
  EXPECT_THAT(gaps_of(concluded(report_with(Verdict::kPass))),
              ElementsAre("silicon, firmware, drivers, caches and timing: a virtual GPU executed the code objects"));
}

TEST(NotExercised, HasNoCaveatForHardware) {
  EXPECT_THAT(gaps_of(concluded(a_report({gfx1100({a_run("psnr", Outcome::kIdentical)}, kHardware)}))), IsEmpty());
}

TEST(NotExercised, NamesEveryFamilyOfWhichNoHardwareWasMeasured) {
  const Report report =
      concluded(a_report({gfx1100({a_run("psnr", Outcome::kIdentical)}),
                          a_device("gfx942", "CDNA", kHardware, {a_run("psnr", Outcome::kDiffering)}),
                          a_device("gfx1201", "RDNA4", kHardware, {a_run("psnr", Outcome::kNotRun)})}));
  std::vector<std::string> families;
  for (const NotExercised& item : report.not_exercised)
    if (item.what.ends_with(" hardware")) families.push_back(item.what + ": " + item.reason);
  EXPECT_THAT(families, ElementsAre("RDNA1 hardware: no device of this family was measured",
                                    "RDNA2 hardware: no device of this family was measured",
                                    "RDNA3 / 3.5 hardware: only a virtual GPU of this family was measured",
                                    "RDNA4 hardware: no device of this family was measured",
                                    "GFX12.5 hardware: no device of this family was measured"));
}

TEST(NotExercised, NamesADeviceThatWasLeftOutAndWhy) {
  EXPECT_THAT(gaps_of(concluded(a_report({left_out()}))), ElementsAre("gfx90c: gfx90c is not one of the 25 targets"));
}

TEST(NotExercised, NamesATestThatWasFilteredOnceForAllItsDevices) {
  TestRun filtered = a_bare_run(Outcome::kNotRun, "motion");
  filtered.message = "filtered: --test psnr";
  const Report report =
      concluded(a_report({gfx1100({a_run("psnr", Outcome::kIdentical), filtered}, kHardware),
                          a_device("gfx942", "CDNA", kHardware, {a_run("psnr", Outcome::kIdentical), filtered})}));
  EXPECT_THAT(gaps_of(report), ElementsAre("twins/motion on gfx1100 and gfx942: filtered: --test psnr"));
}

TEST(NotExercised, NamesTheCaseWhenOnlyThatHasNoResult) {
  TestRun run = a_run("psnr", Outcome::kNotRun);
  run.cases = {build::a_case(Outcome::kIdentical, "tiny"), build::a_case(Outcome::kNotRun, "large")};
  run.cases[1].message = "out of memory";
  EXPECT_THAT(gaps_of(concluded(a_report({gfx1100({run}, kHardware)}))),
              ElementsAre("twins/psnr large on gfx1100: out of memory"));
}

}  // namespace
}  // namespace agt
