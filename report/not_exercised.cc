// Walks the devices once for each kind of gap; equal gaps on several devices become one entry that names them.
// SPDX-License-Identifier: MIT
#include "report/not_exercised.h"

#include <algorithm>

#include "report/model/judgement.h"
#include "report/wording.h"
#include "targets/targets.h"

namespace agt {
namespace {

/// A test or case without a result, for one reason, and the devices that it concerns.
struct Gap {
  std::string what;
  std::string reason;
  std::vector<std::string> devices;
};

void add_gap(std::vector<Gap>& gaps, const std::string& what, const std::string& reason, const std::string& device) {
  const auto same = [&](const Gap& gap) { return gap.what == what && gap.reason == reason; };
  const auto found = std::ranges::find_if(gaps, same);
  if (found == gaps.end()) gaps.push_back({what, reason, {device}});
  else found->devices.push_back(device);
}

std::string reason_of(Outcome outcome, const std::string& message) {
  const std::string line = one_line(message);
  if (!line.empty()) return line;
  switch (outcome) {
    case Outcome::kSkipped:
      return "skipped";
    case Outcome::kNotRun:
      return "not run";
    case Outcome::kInterrupted:
      return "interrupted";
    default:
      return "compared nothing";
  }
}

/// The cases of a run that have no result; the whole run when it has none for a reason of its own.
void add_gaps_of(const TestRun& run, const std::string& device, std::vector<Gap>& gaps) {
  bool in_cases = false;
  for (const CaseResult& result : run.cases) {
    if (verdict_of(result) != Verdict::kIncomplete) continue;
    in_cases = true;
    add_gap(gaps, name_of(run) + " " + one_line(result.name), reason_of(result.outcome, result.message), device);
  }
  if (in_cases || verdict_of(run) != Verdict::kIncomplete) return;
  const std::string& message = run.message.empty() && run.fault ? run.fault->message : run.message;
  add_gap(gaps, name_of(run), reason_of(run.outcome, message), device);
}

bool family_has(const Report& report, std::string_view family, DeviceKind kind) {
  return std::ranges::any_of(report.devices, [&](const DeviceReport& device) {
    return device.kind == kind && device.facts.report_family == family &&
           std::ranges::any_of(device.runs, has_measured);
  });
}

void add_virtual_caveat(const Report& report, std::vector<NotExercised>& list) {
  if (std::ranges::find(report.devices, DeviceKind::kVirtual, &DeviceReport::kind) != report.devices.end())
    list.push_back({"silicon, firmware, drivers, caches and timing", "a virtual GPU executed the code objects"});
}

void add_left_out(const Report& report, std::vector<NotExercised>& list) {
  for (const DeviceReport& device : report.devices)
    if (device.runs.empty())
      list.push_back(
          {label_of(report, device), device.message.empty() ? "nothing was run on it" : one_line(device.message)});
}

void add_gaps(const Report& report, std::vector<NotExercised>& list) {
  std::vector<Gap> gaps;
  for (const DeviceReport& device : report.devices)
    for (const TestRun& run : device.runs) add_gaps_of(run, label_of(report, device), gaps);
  for (const Gap& gap : gaps) list.push_back({gap.what + " on " + joined(gap.devices), gap.reason});
}

void add_families(const Report& report, std::vector<NotExercised>& list) {
  for (const std::string_view family : report_families()) {
    if (family_has(report, family, DeviceKind::kHardware)) continue;
    const bool stood_in = family_has(report, family, DeviceKind::kVirtual);
    list.push_back({std::string(family) + " hardware", stood_in ? "only a virtual GPU of this family was measured"
                                                                : "no device of this family was measured"});
  }
}

}  // namespace

std::vector<NotExercised> find_not_exercised(const Report& report) {
  std::vector<NotExercised> list;
  add_virtual_caveat(report, list);
  add_left_out(report, list);
  add_gaps(report, list);
  add_families(report, list);
  return list;
}

}  // namespace agt
