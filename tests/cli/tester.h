// Runs amdgpu-tester as a caller would and gives back what a caller sees.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/child_process.h"
#include "base/file.h"
#include "report/model/report.h"
#include "tests/temporary_folder.h"

namespace agt::testing_cli {

inline ChildOutcome run_tester(const std::vector<std::string>& arguments, std::vector<std::string> environment = {},
                               const std::atomic<bool>* stop = nullptr) {
  ChildSpec spec;
  spec.argv = {AMDGPU_TESTER};
  spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
  spec.environment = {"PATH=/usr/bin:/bin"};
  spec.environment.insert(spec.environment.end(), environment.begin(), environment.end());
  spec.deadline = std::chrono::minutes(20);
  spec.grace = std::chrono::seconds(10);
  spec.text_limit_bytes = 16 << 20;
  spec.stop = stop;
  auto outcome = run_child(spec);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return outcome ? *outcome : ChildOutcome{};
}

/// The report in `file`, strictly read; an empty one and a failed test when it is not valid.
inline Report report_in(const std::string& file) {
  const auto text = read_file(file, 64 << 20);
  EXPECT_TRUE(text) << text.error().message;
  auto report = text ? parse_report(*text) : Result<Report>(Report{});
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : Report{};
}

}  // namespace agt::testing_cli
