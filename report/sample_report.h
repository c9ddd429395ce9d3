// The sample of README.md: a run on two virtual GPUs, one of which was given a defect in one instruction.
// SPDX-License-Identifier: MIT
#pragma once

#include "report/model/report.h"

namespace agt {

/// For tests and documentation. Concluded, with its hash; its times and counts are made up.
Report sample_report();

}  // namespace agt
