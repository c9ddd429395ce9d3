// What a reader of the report could believe was covered and was not.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "report/model/report.h"

namespace agt {

/// In this order: what a virtual GPU cannot show; devices left out, with their messages as reasons; tests and cases
/// that were skipped, not run or interrupted, each with its reason and devices; report families of which no hardware
/// was measured.
std::vector<NotExercised> find_not_exercised(const Report& report);

}  // namespace agt
