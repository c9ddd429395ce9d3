// Plan: which test of which suite runs on which device, decided before anything runs, so that "all of it" has a number.
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
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
};

struct PlannedDevice {
  FoundDevice device;
  std::vector<PlannedTest> tests;
  std::vector<NotExercised> left_out;  ///< tests that cannot run on it, each with the reason
};

struct PlanFilter {
  std::vector<std::string> tests;  ///< "suite/test" or "suite"; empty: all
};

struct Plan {
  std::vector<PlannedDevice> devices;
  std::vector<NotExercised> filtered;  ///< left out by the caller's wish
  std::uint32_t runs = 0;
};

/// A device outside the supported targets, or without the code object that a test needs, is left out and named.
/// kUsage for a filter that matches no test.
Result<Plan> make_plan(const std::vector<FoundDevice>& devices, const std::vector<Suite>& suites,
                       const PlanFilter& filter, const std::filesystem::path& kit);

}  // namespace agt
