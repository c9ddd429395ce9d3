// Sentences about what a child's lines and its end become.
// SPDX-License-Identifier: MIT
#include "probe/protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace agt {
namespace {

using testing::HasSubstr;

const ExpectedPin kPin{"gfx90a", {0, 3, 0, 0}};

std::string pin_line(std::uint32_t visible = 1, const std::string& id = "gfx90a:sramecc+:xnack-", std::uint32_t bus = 3) {
  return to_line(PinEvent{visible, id, {0, bus, 0, 0}});
}

std::string case_line(Outcome outcome, const std::string& name = "clip") {
  CaseResult result;
  result.name = name;
  result.outcome = outcome;
  return to_line(CaseEvent{result});
}

std::string end_line(std::uint32_t cases) { return to_line(EndEvent{cases}); }

ChildOutcome exited(int status) {
  ChildOutcome child;
  child.exit_status = status;
  return child;
}

ChildOutcome ended(ChildEnd end, int signal = 0) {
  ChildOutcome child;
  child.end = end;
  child.signal = signal;
  return child;
}

TestRun twin(const std::vector<std::string>& lines, const ChildOutcome& child) {
  const auto reader = make_twin_reader(kPin);
  for (const std::string& line : lines) reader->on_result_line(line);
  TestRun run;
  reader->conclude(child, run);
  return run;
}

TestRun exit_run(const std::vector<std::string>& lines, const ChildOutcome& child) {
  const auto reader = make_exit_reader();
  for (const std::string& line : lines) reader->on_output_line(line);
  TestRun run;
  reader->conclude(child, run);
  return run;
}

TEST(TwinProtocol, IdenticalCasesAndAnEndMakeAnIdenticalRun) {
  const TestRun run = twin({pin_line(), case_line(Outcome::kIdentical), end_line(1)}, exited(0));
  EXPECT_EQ(run.outcome, Outcome::kIdentical);
  EXPECT_EQ(run.cases.size(), 1U);
  EXPECT_FALSE(run.fault);
}

TEST(TwinProtocol, WithoutItsEndNothingIsComplete) {
  const TestRun run = twin({pin_line(), case_line(Outcome::kIdentical)}, exited(0));
  EXPECT_EQ(run.outcome, Outcome::kDeviceError);
  EXPECT_THAT(run.message, HasSubstr("before it had said that it was done"));
}

TEST(TwinProtocol, AnEndThatCountsOtherwiseIsAFault) {
  const TestRun run = twin({pin_line(), case_line(Outcome::kIdentical), end_line(2)}, exited(0));
  EXPECT_EQ(run.fault->kind, FaultKind::kProtocol);
}

TEST(TwinProtocol, NoCasesAreNothingMeasured) {
  EXPECT_EQ(twin({pin_line(), end_line(0)}, exited(0)).outcome, Outcome::kNotRun);
}

TEST(TwinProtocol, ADifferenceStaysOneWhenTheChildCrashesLater) {
  const TestRun run = twin({pin_line(), case_line(Outcome::kDiffering), to_line(CaseBeginEvent{"next"})},
                           ended(ChildEnd::kSignalled, SIGSEGV));
  EXPECT_EQ(run.outcome, Outcome::kDiffering);
  EXPECT_EQ(run.fault->kind, FaultKind::kCrash);
  EXPECT_EQ(run.fault->in_case, "next");
  EXPECT_EQ(run.fault->signal, SIGSEGV);
}

TEST(TwinProtocol, ResultsBeforeThePinDoNotCount) {
  const TestRun run = twin({case_line(Outcome::kIdentical), end_line(1)}, exited(0));
  EXPECT_EQ(run.outcome, Outcome::kDeviceError);
  EXPECT_TRUE(run.cases.empty());
}

struct WrongPin {
  std::string line, reason;
};
class TwinPin : public testing::TestWithParam<WrongPin> {};

TEST_P(TwinPin, ThatDoesNotHoldIsOurFailureAndNoResult) {
  const TestRun run = twin({GetParam().line, case_line(Outcome::kDiffering), end_line(1)}, exited(0));
  EXPECT_EQ(run.outcome, Outcome::kNotRun);
  EXPECT_TRUE(run.cases.empty());
  EXPECT_EQ(run.fault->kind, FaultKind::kOwnFailure);
  EXPECT_THAT(run.message, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(All, TwinPin,
                         testing::Values(WrongPin{pin_line(2), "2 devices are visible"},
                                         WrongPin{pin_line(0), "0 devices are visible"},
                                         WrongPin{pin_line(1, "gfx1036"), "gfx1036 instead of gfx90a"},
                                         WrongPin{pin_line(1, "gfx90a", 4), "another gfx90a"}));

struct End {
  ChildOutcome child;
  FaultKind kind;
};
class TwinEnd : public testing::TestWithParam<End> {};

TEST_P(TwinEnd, OfAChildIsNamed) {
  const TestRun run = twin({pin_line(), to_line(CaseBeginEvent{"clip"})}, GetParam().child);
  EXPECT_EQ(run.outcome, Outcome::kDeviceError);
  EXPECT_EQ(run.fault->kind, GetParam().kind);
  EXPECT_EQ(run.fault->in_case, "clip");
}

INSTANTIATE_TEST_SUITE_P(All, TwinEnd,
                         testing::Values(End{ended(ChildEnd::kSignalled, SIGABRT), FaultKind::kCrash},
                                         End{ended(ChildEnd::kDeadline, SIGKILL), FaultKind::kHang},
                                         End{ended(ChildEnd::kFlooded, SIGKILL), FaultKind::kFlood},
                                         End{ended(ChildEnd::kUnkillable), FaultKind::kUnkillable},
                                         End{exited(4), FaultKind::kProtocol}));

TEST(TwinProtocol, AFailedSelfCheckJudgesNoDevice) {
  const TestRun run = twin({to_line(SelfCheckEvent{false, "psnr: sse 3 instead of 4"})}, exited(70));
  EXPECT_EQ(run.outcome, Outcome::kNotRun);
  EXPECT_EQ(run.fault->kind, FaultKind::kOwnFailure);
  EXPECT_EQ(run.fault->exit_status, 70);
}

TEST(TwinProtocol, AFailingCallIsTheDevicesAndAMissingLibraryIsOurs) {
  const std::string line = to_line(ErrorEvent{"hipMalloc: hipErrorUnknown (999)"});
  EXPECT_EQ(twin({pin_line(), line}, exited(4)).fault->kind, FaultKind::kRuntimeError);
  EXPECT_EQ(twin({line}, exited(69)).fault->kind, FaultKind::kOwnFailure);
}

TEST(TwinProtocol, TheVirtualGpusWordComesBeforeHowTheProcessEnded) {
  const TestRun run = twin({pin_line(), to_line(VirtualFaultEvent{"gfx90a: v_foo: unknown instruction"})},
                           ended(ChildEnd::kSignalled, SIGABRT));
  EXPECT_EQ(run.fault->kind, FaultKind::kVirtualGpu);
  EXPECT_THAT(run.message, HasSubstr("v_foo"));
}

TEST(TwinProtocol, GarbageIsAFault) {
  EXPECT_EQ(twin({pin_line(), "}{", end_line(0)}, exited(0)).fault->kind, FaultKind::kProtocol);
}

TEST(TwinProtocol, StoppedIsInterruptedAndNoFault) {
  const TestRun run = twin({pin_line(), case_line(Outcome::kIdentical)}, ended(ChildEnd::kStopped, SIGTERM));
  EXPECT_EQ(run.outcome, Outcome::kInterrupted);
  EXPECT_FALSE(run.fault);
}

TEST(ExitProtocol, TheExitStatusDecides) {
  EXPECT_EQ(exit_run({}, exited(0)).outcome, Outcome::kPassed);
  EXPECT_EQ(exit_run({}, exited(77)).outcome, Outcome::kSkipped);
  EXPECT_EQ(exit_run({}, exited(1)).outcome, Outcome::kFailed);
}

TEST(ExitProtocol, CasesAreNamedAndGetTheirMessages) {
  const TestRun run = exit_run({"noise", "@case add pass", "@case mul fail", "@message mul 3 is not 4"}, exited(1));
  ASSERT_EQ(run.cases.size(), 2U);
  EXPECT_EQ(run.cases[0].outcome, Outcome::kPassed);
  EXPECT_EQ(run.cases[1].message, "3 is not 4");
  EXPECT_EQ(run.outcome, Outcome::kFailed);
}

TEST(ExitProtocol, AFailedCaseCannotPassByTheExitStatus) {
  EXPECT_EQ(exit_run({"@case mul fail"}, exited(0)).outcome, Outcome::kFailed);
}

TEST(ExitProtocol, ASignalNamesTheCaseItCameAfter) {
  const TestRun run = exit_run({"@case add pass"}, ended(ChildEnd::kSignalled, SIGSEGV));
  EXPECT_EQ(run.outcome, Outcome::kDeviceError);
  EXPECT_EQ(run.fault->in_case, "after add");
  EXPECT_THAT(run.message, HasSubstr("SIGSEGV"));
}

TEST(LastWords, AreTheLastLineWithoutControlCharacters) {
  ChildOutcome child;
  child.error_text = "first\nsecond \x1b[31mred\n\n";
  EXPECT_EQ(last_words(child), "second  [31mred");
}

}  // namespace
}  // namespace agt
