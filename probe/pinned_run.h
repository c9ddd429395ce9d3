// A pinned run: one test on one device, in a bounded child that sees that device only.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "probe/plan.h"

namespace agt {

/// What every run of one call shares.
struct RunSettings {
  std::filesystem::path kit;               ///< the folder that holds bin/ and lib/
  std::vector<std::string> environment;    ///< of children, scrubbed, without the pin
  std::uint32_t repeats = 3;
  std::vector<std::string> fixtures;       ///< empty: all of the suite's
  std::optional<std::filesystem::path> reference_clip;  ///< --ref
  std::optional<std::filesystem::path> distorted_clip;  ///< --dis
  std::optional<std::chrono::seconds> time_limit;       ///< instead of the suite's
  const std::atomic<bool>* stop = nullptr;
};

/// Never fails: whatever goes wrong is in the TestRun.
TestRun run_pinned(const FoundDevice& device, const PlannedTest& planned, const RunSettings& settings);

}  // namespace agt
