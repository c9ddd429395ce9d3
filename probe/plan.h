// Plan: which test of which suite runs on which device, decided before anything runs, so that "all of it" has a number.
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "probe/suite.h"
#include "report/model/report.h"

namespace agt {

/// A device that the HSA runtime lists, with what was joined to it.
struct FoundDevice {
  std::uint32_t index = 0;  ///< as ROCR_VISIBLE_DEVICES counts
  DeviceKind kind = DeviceKind::kHardware;
  DeviceFacts facts;
  PciLocation location;
};

struct PlannedTest {
  const Suite* suite = nullptr;
  const SuiteTest* test = nullptr;
  std::optional<std::string> not_run = std::nullopt;  ///< why it will not be started
};

struct PlannedDevice {
  FoundDevice device;
  std::optional<std::string> left_out;  ///< why none of the tests can run on it
  std::vector<PlannedTest> tests;       ///< none on a device that is left out
};

struct PlanFilter {
  std::vector<std::string> tests;  ///< "suite/test" or "suite"; empty: all
};

struct Plan {
  std::vector<PlannedDevice> devices;
  std::uint32_t runs = 0;  ///< tests times devices, those that will not be started among them
};

/// What the filter leaves out stays in the plan as not run: a run that was filtered is not complete.
/// A device outside the supported targets, or without a code object for any test, is left out and no failure.
/// kUsage for a filter that matches no test.
Result<Plan> make_plan(const std::vector<FoundDevice>& devices, const std::vector<Suite>& suites,
                       const PlanFilter& filter, const std::filesystem::path& kit);

}  // namespace agt
