// The report for people: report.md, which a tester reads and pastes into an issue.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/model/report.h"

namespace agt {

/// GitHub-flavoured Markdown: the verdict first, then devices, results, first differences, faults, findings with what
/// to type, rows, what was not exercised, times, environment and the hash; a section without content is not there.
/// Every device is named with its kind in every table, and no text of the report acts as markup.
std::string to_markdown(const Report& report);

}  // namespace agt
