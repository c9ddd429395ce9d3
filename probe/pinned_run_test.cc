// Sentences about what becomes of a child that crashes, hangs, floods or talks nonsense.
// SPDX-License-Identifier: MIT
#include "probe/pinned_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agt {
namespace {

const FoundDevice kDevice = [] {
  FoundDevice device;
  device.index = 4;
  device.facts.gfx_target = "gfx1100";
  device.location = {0, 3, 0, 0};
  return device;
}();

/// The hostile child of tests/fakes in `mode`, pinned to kDevice.
TestRun run_hostile(const std::string& mode, std::chrono::seconds limit = std::chrono::seconds(20)) {
  Suite suite;
  suite.document.name = "hostile";
  SuiteTest test;
  test.name = mode;
  test.program = HOSTILE_CHILD;
  test.arguments = {mode, to_line(PinEvent{1, "gfx1100", kDevice.location})};
  test.time_limit_s = 100;
  RunSettings settings;
  settings.time_limit = limit;
  return run_pinned(kDevice, {&suite, &test}, settings);
}

struct Misbehaviour {
  std::string mode;
  FaultKind kind;
};
class HostileChild : public testing::TestWithParam<Misbehaviour> {};

TEST_P(HostileChild, IsAFaultAndWhatItSaidBeforeIsKept) {
  const bool hangs = GetParam().kind == FaultKind::kHang;
  const TestRun run = run_hostile(GetParam().mode, std::chrono::seconds(hangs ? 1 : 20));
  EXPECT_EQ(run.outcome, Outcome::kDeviceError);
  ASSERT_TRUE(run.fault);
  EXPECT_EQ(run.fault->kind, GetParam().kind) << run.message;
  EXPECT_EQ(run.fault->in_case, "during");
  ASSERT_FALSE(run.cases.empty());
  EXPECT_EQ(run.cases[0].outcome, Outcome::kIdentical);
  EXPECT_LT(run.wall_ms, 10'000U);
}

INSTANTIATE_TEST_SUITE_P(All, HostileChild,
                         testing::Values(Misbehaviour{"crash", FaultKind::kCrash},
                                         Misbehaviour{"abort", FaultKind::kCrash},
                                         Misbehaviour{"hang", FaultKind::kHang},
                                         Misbehaviour{"hang_ignoring_term", FaultKind::kHang},
                                         Misbehaviour{"flood", FaultKind::kFlood},
                                         Misbehaviour{"garbage", FaultKind::kProtocol},
                                         Misbehaviour{"half_a_record", FaultKind::kProtocol},
                                         Misbehaviour{"silence", FaultKind::kProtocol},
                                         Misbehaviour{"grandchild", FaultKind::kProtocol}),
                         [](const auto& the) { return the.param.mode; });

TEST(PinnedRun, AProgramThatIsNotThereIsOurFailure) {
  Suite suite;
  SuiteTest test;
  test.program = "/nowhere/program";
  test.time_limit_s = 1;
  const TestRun run = run_pinned(kDevice, {&suite, &test}, {});
  EXPECT_EQ(run.outcome, Outcome::kNotRun);
  EXPECT_EQ(run.fault->kind, FaultKind::kOwnFailure);
  EXPECT_THAT(run.message, testing::HasSubstr("/nowhere/program: cannot be started: No such file"));
}

TEST(PinnedRun, AnyProgramIsATestOfTheExitProtocolAndSeesOnlyItsPin) {
  Suite suite;
  SuiteTest test;
  test.program = "/bin/sh";
  test.arguments = {"-c", "echo @case env pass; echo @message env $(env | sort | tr '\\n' ' '); exit 0"};
  test.protocol = Protocol::kExit;
  test.time_limit_s = 10;
  RunSettings settings;
  settings.environment = {"PATH=/usr/bin:/bin"};
  const TestRun run = run_pinned(kDevice, {&suite, &test}, settings);
  EXPECT_EQ(run.outcome, Outcome::kPassed);
  ASSERT_EQ(run.cases.size(), 1U);
  EXPECT_THAT(run.cases[0].message, testing::HasSubstr("ROCR_VISIBLE_DEVICES=4"));
  EXPECT_THAT(run.cases[0].message, testing::Not(testing::HasSubstr("HOME=")));
}

TEST(PinnedRun, AStopEndsTheChildAndIsNoFault) {
  const std::atomic<bool> stop{true};
  Suite suite;
  SuiteTest test;
  test.program = HOSTILE_CHILD;
  test.arguments = {"hang"};
  test.time_limit_s = 100;
  RunSettings settings;
  settings.stop = &stop;
  const TestRun run = run_pinned(kDevice, {&suite, &test}, settings);
  EXPECT_EQ(run.outcome, Outcome::kInterrupted);
}

}  // namespace
}  // namespace agt
