// What an outcome and a run say, in the order of the exit codes: shared by the verdict and the rows.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "report/model/report.h"

namespace agt {

/// Worst first. Of several verdicts the first in this order is the one that counts (docs/exit-codes.md).
inline constexpr std::array kVerdictsWorstFirst{
    Verdict::kFail,       Verdict::kDeviceError, Verdict::kUnstable, Verdict::kUnexpectedDevice,
    Verdict::kIncomplete, Verdict::kNoDevice,    Verdict::kPass,
};

Verdict worse_of(Verdict left, Verdict right);

/// pass, fail, device_error, unstable or incomplete.
Verdict verdict_of(Outcome outcome);

/// The worst of the case's outcome and its evidence: "identical" after comparing nothing is incomplete.
Verdict verdict_of(const CaseResult& result);

/// The worst of the run's own outcome, its cases and its fault. "identical" without a case is incomplete: nothing was
/// compared. A fault of the kit's own leaves a run incomplete, any other is a device error.
Verdict verdict_of(const TestRun& run);

/// True when the device gave a result, right or wrong: the run has a verdict other than incomplete, or one of its
/// cases has.
bool has_measured(const TestRun& run);

/// True when the run ended by itself with a result ("skipped" is one): what RunFacts::completed counts.
bool has_completed(const TestRun& run);

}  // namespace agt
