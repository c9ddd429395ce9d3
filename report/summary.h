// The summary: what stderr says when a run has ended.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/model/report.h"

namespace agt {

/// At most 20 lines of plain text, each with its newline: verdict and exit code, the reason, the devices (those with
/// something wrong first when there are many), what to do about errors of access, rows, and what was not exercised.
/// Holds no control characters but newlines.
std::string to_summary(const Report& report);

}  // namespace agt
