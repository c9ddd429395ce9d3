// `amdgpu-tester run`: access, probe, plan, one pinned child after the other, verdict, report.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "probe/kit.h"

namespace agt {

struct RunOptions {
  std::optional<std::filesystem::path> out;     ///< report.json here, report.md beside it; else JSON on stdout
  std::vector<std::string> virtual_targets;     ///< not empty: a virtual machine with these GPUs, in this order
  std::optional<std::filesystem::path> virtual_library;
  std::vector<std::filesystem::path> suites;    ///< folders, beside the built-in suite
  std::vector<std::string> tests;               ///< "suite" or "suite/test"; empty: all
  std::vector<std::string> fixtures;
  std::vector<std::string> expected_targets;    ///< each must be among the devices found
  std::uint32_t repeats = 3;
  std::optional<std::filesystem::path> reference_clip;
  std::optional<std::filesystem::path> distorted_clip;
  std::optional<std::chrono::seconds> test_time_limit;
  std::string note;
  ExitCode no_device = ExitCode::kNoDevice;     ///< what is returned when nothing was measured
  bool quiet = false;
};

/// Runs and reports. The code is the report's, with --no-device applied; an Error when there can be no report.
Result<ExitCode> run_command(const RunOptions& options, const Kit& kit);

}  // namespace agt
