// From evidence to verdicts: a worse one always wins, so that no field can hide another.
// SPDX-License-Identifier: MIT
#include "report/model/judgement.h"

#include <algorithm>

namespace agt {

Verdict worse_of(Verdict left, Verdict right) {
  for (const Verdict verdict : kVerdictsWorstFirst)
    if (verdict == left || verdict == right) return verdict;
  return left;
}

Verdict verdict_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kIdentical:
    case Outcome::kPassed:
      return Verdict::kPass;
    case Outcome::kSkipped:
    case Outcome::kNotRun:
    case Outcome::kInterrupted:
      return Verdict::kIncomplete;
    case Outcome::kUnstable:
      return Verdict::kUnstable;
    case Outcome::kDeviceError:
      return Verdict::kDeviceError;
    case Outcome::kDiffering:
    case Outcome::kFailed:
      return Verdict::kFail;
  }
  return Verdict::kIncomplete;
}

Verdict verdict_of(const CaseResult& result) {
  if (result.outcome == Outcome::kIdentical && result.values_compared == 0) return Verdict::kIncomplete;
  return verdict_of(result.outcome);
}

Verdict verdict_of(const TestRun& run) {
  Verdict verdict = verdict_of(run.outcome);
  if (run.outcome == Outcome::kIdentical && run.cases.empty()) verdict = Verdict::kIncomplete;
  for (const CaseResult& result : run.cases) verdict = worse_of(verdict, verdict_of(result));
  if (!run.fault) return verdict;
  const bool own = run.fault->kind == FaultKind::kOwnFailure;
  return worse_of(verdict, own ? Verdict::kIncomplete : Verdict::kDeviceError);
}

bool has_measured(const TestRun& run) {
  if (verdict_of(run) != Verdict::kIncomplete) return true;
  return std::ranges::any_of(run.cases,
                             [](const CaseResult& result) { return verdict_of(result) != Verdict::kIncomplete; });
}

bool has_completed(const TestRun& run) {
  if (run.fault) return false;
  return run.outcome != Outcome::kNotRun && run.outcome != Outcome::kInterrupted &&
         run.outcome != Outcome::kDeviceError;
}

}  // namespace agt
