// Small parts of a report, for tests: what a test does not name has a value that says nothing is wrong.
// SPDX-License-Identifier: MIT
#pragma once

#include "report/model/report.h"

namespace agt::build {

inline CaseResult a_case(Outcome outcome, std::string name = "clip_576x324_8") {
  CaseResult result;
  result.name = std::move(name);
  result.outcome = outcome;
  result.repeats = 3;
  result.values_compared = outcome == Outcome::kIdentical || outcome == Outcome::kDiffering ? 90 : 0;
  return result;
}

/// A run of suite "twins" with one case of the same outcome.
inline TestRun a_run(std::string test, Outcome outcome) {
  TestRun run;
  run.suite = "twins";
  run.test = std::move(test);
  run.outcome = outcome;
  run.cases = {a_case(outcome)};
  return run;
}

/// A run without cases.
inline TestRun a_bare_run(Outcome outcome, std::string test = "psnr") {
  TestRun run = a_run(std::move(test), outcome);
  run.cases.clear();
  return run;
}

inline Fault a_fault(FaultKind kind, std::string message = "") {
  Fault fault;
  fault.kind = kind;
  fault.message = std::move(message);
  return fault;
}

inline DeviceReport a_device(std::string gfx, std::string report_family, DeviceKind kind, std::vector<TestRun> runs) {
  DeviceReport device;
  device.kind = kind;
  device.facts.target_id = gfx;
  device.facts.gfx_target = std::move(gfx);
  device.facts.report_family = std::move(report_family);
  device.runs = std::move(runs);
  return device;
}

/// A whole run over these devices: complete, and exactly their runs were planned.
inline Report a_report(std::vector<DeviceReport> devices) {
  Report report;
  report.run.complete = true;
  for (const DeviceReport& device : devices) report.run.planned += static_cast<std::uint32_t>(device.runs.size());
  report.devices = std::move(devices);
  for (std::uint32_t i = 0; i < report.devices.size(); ++i) report.devices[i].index = i;
  return report;
}

inline Finding a_finding(Severity severity, std::string title, std::string fix) {
  Finding finding;
  finding.id = "NO_KFD";
  finding.severity = severity;
  finding.title = std::move(title);
  finding.fix = std::move(fix);
  return finding;
}

}  // namespace agt::build
