// Making the plan: devices times tests, less what the caller filtered and what a device has no code object for.
// SPDX-License-Identifier: MIT
#include "probe/plan.h"

#include <algorithm>

#include "targets/targets.h"

namespace agt {
namespace {

std::string full_name(const Suite& suite, const SuiteTest& test) { return suite.document.name + "/" + test.name; }

bool matches(const std::string& wish, const Suite& suite, const SuiteTest& test) {
  return wish == suite.document.name || wish == full_name(suite, test);
}

bool wanted(const PlanFilter& filter, const Suite& suite, const SuiteTest& test) {
  return filter.tests.empty() || std::any_of(filter.tests.begin(), filter.tests.end(),
                                             [&](const std::string& wish) { return matches(wish, suite, test); });
}

/// Every pair of a suite and one of its tests.
std::vector<PlannedTest> all_tests(const std::vector<Suite>& suites) {
  std::vector<PlannedTest> tests;
  for (const Suite& suite : suites)
    for (const SuiteTest& test : suite.document.tests) tests.push_back({&suite, &test});
  return tests;
}

/// Why `device` cannot run `planned`, or nothing.
std::optional<std::string> obstacle(const FoundDevice& device, const PlannedTest& planned,
                                    const std::filesystem::path& kit) {
  const std::string& gfx = device.facts.gfx_target;
  if (find_target(gfx) == nullptr) return gfx + " is not one of the targets that the kit is built for";
  if (!planned.test->code_object) return std::nullopt;
  const std::string file = fill_in(*planned.test->code_object,
                                   {kit.string(), planned.suite->folder.string(), gfx, planned.test->name});
  if (std::filesystem::exists(file)) return std::nullopt;
  return "the kit holds no code object for " + gfx;
}

PlannedDevice plan_device(const FoundDevice& device, const std::vector<PlannedTest>& tests,
                          const std::filesystem::path& kit) {
  PlannedDevice planned{device, {}, {}};
  for (const PlannedTest& test : tests) {
    const auto why = obstacle(device, test, kit);
    const std::string what = device.facts.gfx_target + " " + full_name(*test.suite, *test.test);
    if (why) planned.left_out.push_back({what, *why});
    else planned.tests.push_back(test);
  }
  return planned;
}

}  // namespace

Result<Plan> make_plan(const std::vector<FoundDevice>& devices, const std::vector<Suite>& suites,
                       const PlanFilter& filter, const std::filesystem::path& kit) {
  std::vector<PlannedTest> tests = all_tests(suites);
  for (const std::string& wish : filter.tests)
    if (std::none_of(tests.begin(), tests.end(),
                     [&](const PlannedTest& test) { return matches(wish, *test.suite, *test.test); }))
      return failure(ExitCode::kUsage, "--test " + wish + ": no suite has such a test");
  Plan plan;
  std::erase_if(tests, [&](const PlannedTest& test) {
    if (wanted(filter, *test.suite, *test.test)) return false;
    plan.filtered.push_back({full_name(*test.suite, *test.test), "left out by --test"});
    return true;
  });
  for (const FoundDevice& device : devices) {
    plan.devices.push_back(plan_device(device, tests, kit));
    plan.runs += static_cast<std::uint32_t>(plan.devices.back().tests.size());
  }
  return plan;
}

}  // namespace agt
