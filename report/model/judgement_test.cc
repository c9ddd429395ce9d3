// Sentences about what an outcome, a case and a run say.
// SPDX-License-Identifier: MIT
#include "report/model/judgement.h"

#include <gtest/gtest.h>

#include "report/model/builders_for_tests.h"

namespace agt {
namespace {

using build::a_bare_run;
using build::a_case;
using build::a_fault;
using build::a_run;

TEST(Judgement, OfEveryPairOfVerdictsTheOneEarlierInTheOrderOfTheExitCodesCounts) {
  constexpr std::array kOrder{
      Verdict::kFail,       Verdict::kDeviceError, Verdict::kUnstable, Verdict::kUnexpectedDevice,
      Verdict::kIncomplete, Verdict::kNoDevice,    Verdict::kPass};
  ASSERT_EQ(kOrder.size(), EnumNames<Verdict>::kNames.size());
  for (std::size_t i = 0; i < kOrder.size(); ++i)
    for (std::size_t j = i; j < kOrder.size(); ++j) {
      EXPECT_EQ(worse_of(kOrder[i], kOrder[j]), kOrder[i]) << name_of(kOrder[i]) << ' ' << name_of(kOrder[j]);
      EXPECT_EQ(worse_of(kOrder[j], kOrder[i]), kOrder[i]) << name_of(kOrder[j]) << ' ' << name_of(kOrder[i]);
    }
}

TEST(Judgement, EveryOutcomeHasItsVerdict) {
  constexpr std::array<std::pair<Outcome, Verdict>, EnumNames<Outcome>::kNames.size()> kTable{{
      {Outcome::kIdentical, Verdict::kPass},
      {Outcome::kPassed, Verdict::kPass},
      {Outcome::kSkipped, Verdict::kIncomplete},
      {Outcome::kNotRun, Verdict::kIncomplete},
      {Outcome::kInterrupted, Verdict::kIncomplete},
      {Outcome::kUnstable, Verdict::kUnstable},
      {Outcome::kDeviceError, Verdict::kDeviceError},
      {Outcome::kDiffering, Verdict::kFail},
      {Outcome::kFailed, Verdict::kFail},
  }};
  for (const auto& [outcome, verdict] : kTable) EXPECT_EQ(verdict_of(outcome), verdict) << name_of(outcome);
}

TEST(Judgement, ARunIsAsBadAsItsWorstCaseWhateverItSaysOfItself) {
  for (const auto& [outcome, name] : EnumNames<Outcome>::kNames) {
    TestRun run = a_run("psnr", Outcome::kIdentical);
    run.cases.push_back(a_case(outcome));
    EXPECT_EQ(verdict_of(run), verdict_of(outcome)) << name;
  }
}

TEST(Judgement, IdenticalWithoutACaseIsIncomplete) {
  EXPECT_EQ(verdict_of(a_bare_run(Outcome::kIdentical)), Verdict::kIncomplete);
}

TEST(Judgement, IdenticalAfterComparingNothingIsIncomplete) {
  TestRun run = a_run("psnr", Outcome::kIdentical);
  run.cases[0].values_compared = 0;
  EXPECT_EQ(verdict_of(run), Verdict::kIncomplete);
}

TEST(Judgement, AProgramMayPassWithoutNamingCases) {
  EXPECT_EQ(verdict_of(a_bare_run(Outcome::kPassed)), Verdict::kPass);
}

TEST(Judgement, ARunWithAFaultNeverPasses) {
  for (const auto& [kind, name] : EnumNames<FaultKind>::kNames) {
    TestRun run = a_bare_run(Outcome::kPassed);
    run.fault = a_fault(kind);
    EXPECT_EQ(verdict_of(run), kind == FaultKind::kOwnFailure ? Verdict::kIncomplete : Verdict::kDeviceError) << name;
    EXPECT_FALSE(has_completed(run)) << name;
  }
}

TEST(Judgement, AWrongNumberBeforeACrashIsStillAWrongNumber) {
  TestRun run = a_run("psnr", Outcome::kDeviceError);
  run.cases = {a_case(Outcome::kDiffering)};
  run.fault = a_fault(FaultKind::kCrash);
  EXPECT_EQ(verdict_of(run), Verdict::kFail);
}

TEST(Judgement, WhatWasNotStartedOrWasStoppedHasNotCompleted) {
  for (const auto& [outcome, name] : EnumNames<Outcome>::kNames) {
    const bool completed =
        outcome != Outcome::kNotRun && outcome != Outcome::kInterrupted && outcome != Outcome::kDeviceError;
    EXPECT_EQ(has_completed(a_bare_run(outcome)), completed) << name;
  }
}

TEST(Judgement, AnInterruptedRunHasMeasuredWhatItHadFinished) {
  TestRun run = a_bare_run(Outcome::kInterrupted);
  EXPECT_FALSE(has_measured(run));
  run.cases = {a_case(Outcome::kIdentical)};
  EXPECT_TRUE(has_measured(run));
}

TEST(Judgement, WhatWasSkippedHasMeasuredNothingAndACrashHasMeasured) {
  EXPECT_FALSE(has_measured(a_bare_run(Outcome::kSkipped)));
  EXPECT_FALSE(has_measured(a_bare_run(Outcome::kNotRun)));
  EXPECT_TRUE(has_measured(a_bare_run(Outcome::kDeviceError)));
}

}  // namespace
}  // namespace agt
