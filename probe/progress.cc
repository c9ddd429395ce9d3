// Progress lines.
// SPDX-License-Identifier: MIT
#include "probe/progress.h"

#include <fmt/core.h>

#include <cstdio>

namespace agt {
namespace {

std::string label(const FoundDevice& device) {
  const std::string kind = device.kind == DeviceKind::kVirtual ? " (virtual)" : "";
  return "device " + std::to_string(device.index) + " " + device.facts.gfx_target + kind;
}

}  // namespace

void Progress::say(std::string_view line) const {
  if (!quiet_) fmt::print(stderr, "{}\n", line);
}

void Progress::planned(const Plan& plan) const {
  for (const PlannedDevice& planned : plan.devices)
    say(fmt::format("{}: {} ({}), {} tests", label(planned.device), planned.device.facts.product_name,
                    planned.device.facts.report_family.value_or("not a target of the kit"), planned.tests.size()));
}

void Progress::finished(const FoundDevice& device, const TestRun& run, std::uint32_t number, std::uint32_t of) const {
  const std::string why = run.message.empty() ? "" : ": " + run.message;
  say(fmt::format("[{}/{}] {} {}/{}: {} ({} cases, {}.{} s){}", number, of, label(device), run.suite, run.test,
                  name_of(run.outcome), run.cases.size(), run.wall_ms / 1000, run.wall_ms % 1000 / 100, why));
}

}  // namespace agt
