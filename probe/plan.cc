// Making the plan: devices times tests, and a reason for everything that will not be started.
// SPDX-License-Identifier: MIT
#include "probe/plan.h"

#include <algorithm>

#include "targets/targets.h"

namespace agt {
namespace {

bool matches(const std::string& wish, const PlannedTest& planned) {
  const std::string& suite = planned.suite->document.name;
  return wish == suite || wish == suite + "/" + planned.test->name;
}

/// Every pair of a suite and one of its tests.
std::vector<PlannedTest> all_tests(const std::vector<Suite>& suites) {
  std::vector<PlannedTest> tests;
  for (const Suite& suite : suites)
    for (const SuiteTest& test : suite.document.tests) tests.push_back({&suite, &test});
  return tests;
}

Result<void> apply_filter(std::vector<PlannedTest>& tests, const PlanFilter& filter) {
  for (const std::string& wish : filter.tests)
    if (std::ranges::none_of(tests, [&](const PlannedTest& test) { return matches(wish, test); }))
      return failure(ExitCode::kUsage, "--test " + wish + ": no suite has such a test");
  for (PlannedTest& test : tests)
    if (!filter.tests.empty() &&
        std::ranges::none_of(filter.tests, [&](const std::string& wish) { return matches(wish, test); }))
      test.not_run = "left out by --test";
  return success();
}

bool has_code_object(const FoundDevice& device, const PlannedTest& planned, const std::filesystem::path& kit) {
  if (!planned.test->code_object) return true;
  return std::filesystem::exists(
      fill_in(*planned.test->code_object,
              {kit.string(), planned.suite->folder.string(), device.facts.gfx_target, planned.test->name}));
}

PlannedDevice plan_device(const FoundDevice& device, std::vector<PlannedTest> tests, const std::filesystem::path& kit) {
  const std::string& gfx = device.facts.gfx_target;
  if (find_target(gfx) == nullptr)
    return {device, gfx + " is not one of the " + std::to_string(supported_targets().size()) +
                        " targets that the kit is built for", {}};
  const std::string missing = "the kit holds no code object for " + gfx;
  bool any = false;
  for (PlannedTest& test : tests) {
    const bool has_code = has_code_object(device, test, kit);
    any |= has_code;
    if (!has_code && !test.not_run) test.not_run = missing;
  }
  if (!any) return {device, missing, {}};
  return {device, std::nullopt, std::move(tests)};
}

}  // namespace

Result<Plan> make_plan(const std::vector<FoundDevice>& devices, const std::vector<Suite>& suites,
                       const PlanFilter& filter, const std::filesystem::path& kit) {
  std::vector<PlannedTest> tests = all_tests(suites);
  if (const auto filtered = apply_filter(tests, filter); !filtered) return tl::make_unexpected(filtered.error());
  Plan plan;
  for (const FoundDevice& device : devices) {
    plan.devices.push_back(plan_device(device, tests, kit));
    plan.runs += static_cast<std::uint32_t>(plan.devices.back().tests.size());
  }
  return plan;
}

}  // namespace agt
