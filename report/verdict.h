// The verdict: from what was measured to what is said of each device and of the run, and what was not covered.
// SPDX-License-Identifier: MIT
#pragma once

#include "report/model/report.h"

namespace agt {

ExitCode exit_code_of(Verdict verdict);

/// Fills what follows from the evidence and from nothing else: run.completed, the status and message of every device,
/// verdict, exit_code, reason and not_exercised (replaced as a whole). Saying it twice changes nothing, so it may be
/// called whenever an unfinished report is written.
///
/// A device without runs is left out when its message says why, and has then measured nothing ("no_device"); without
/// a message its turn has not come ("incomplete"). The verdict is the first in the order of the exit codes of: every
/// device that was not left out; unexpected_device when an expected target is not among the devices found; incomplete
/// when the run has not come to its end or not all that was planned was completed; no_device when every device was
/// left out or none was found. exit_code is the verdict's, or a code above 63 where a run of an incomplete report
/// failed by the kit's or its input's fault.
void conclude(Report& report);

}  // namespace agt
