// Collects every verdict that the evidence gives and takes the worst; the reason is the sentence of the one taken.
// SPDX-License-Identifier: MIT
#include "report/verdict.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "report/model/judgement.h"
#include "report/not_exercised.h"
#include "report/wording.h"

namespace agt {
namespace {

/// One thing to be said of the run, and how bad it is.
struct Statement {
  Verdict verdict;
  std::string sentence;
};

bool is_left_out(const DeviceReport& device) { return device.runs.empty() && !device.message.empty(); }

const TestRun* first_run_of(const DeviceReport& device, Verdict verdict) {
  const auto found = std::ranges::find_if(device.runs, [&](const TestRun& run) { return verdict_of(run) == verdict; });
  return found == device.runs.end() ? nullptr : &*found;
}

void conclude_device(DeviceReport& device) {
  if (device.runs.empty()) {
    device.status = is_left_out(device) ? Verdict::kNoDevice : Verdict::kIncomplete;
    return;
  }
  device.status = Verdict::kPass;
  for (const TestRun& run : device.runs) device.status = worse_of(device.status, verdict_of(run));
  device.message = complaint_of(*first_run_of(device, device.status));
}

std::uint32_t count_completed(const Report& report) {
  std::uint32_t completed = 0;
  for (const DeviceReport& device : report.devices)
    completed += static_cast<std::uint32_t>(std::ranges::count_if(device.runs, has_completed));
  return completed;
}

Statement statement_of(const Report& report, const DeviceReport& device) {
  const std::string label = label_of(report, device);
  return {device.status,
          device.message.empty() ? label + ": nothing was run on it yet" : label + ": " + device.message};
}

std::vector<std::string> targets_found(const Report& report) {
  std::vector<std::string> found;
  for (const DeviceReport& device : report.devices) {
    const std::string target = one_line(device.facts.gfx_target);
    if (std::ranges::find(found, target) == found.end()) found.push_back(target);
  }
  return found;
}

/// With no device at all there is nothing unexpected: that is no_device.
void state_expectations(const Report& report, std::vector<Statement>& statements) {
  const std::vector<std::string> found = targets_found(report);
  for (const std::string& expected : report.run.expected_targets)
    if (!found.empty() && std::ranges::find(found, expected) == found.end())
      statements.push_back({Verdict::kUnexpectedDevice,
                            fmt::format("{} was expected, and {} was found", one_line(expected), joined(found))});
}

void state_progress(const Report& report, std::vector<Statement>& statements) {
  const std::string progress =
      fmt::format("{} of {} completed", report.run.completed, counted(report.run.planned, "planned run"));
  if (!report.run.complete)
    statements.push_back({Verdict::kIncomplete, "the run has not come to its end: " + progress});
  else if (report.run.completed != report.run.planned) statements.push_back({Verdict::kIncomplete, progress});
}

std::string why_no_device(const Report& report) {
  for (const Finding& finding : report.access.findings)
    if (finding.severity == Severity::kError)
      return "no AMD GPU was measured: " + one_line(finding.title) + " " +
             one_line(finding.fix.substr(0, finding.fix.find('\n')));
  if (!report.devices.empty())
    return "every GPU was left out: " + statement_of(report, report.devices.front()).sentence;
  if (!report.probe.message.empty()) return "no AMD GPU was measured: " + one_line(report.probe.message);
  return fmt::format("no AMD GPU was measured: the probe ended with \"{}\"", name_of(report.probe.status));
}

std::string praise(const Report& report) {
  std::vector<std::string> labels;
  bool bits = true;
  for (const DeviceReport& device : report.devices) {
    if (!is_left_out(device)) labels.push_back(label_of(report, device));
    for (const TestRun& run : device.runs) bits = bits && run.outcome == Outcome::kIdentical;
  }
  const bool one = report.run.planned == 1;
  const std::string runs = one ? "the one planned run" : fmt::format("all {} runs", report.run.planned);
  const char* what = !bits ? " passed"
                     : one ? " agrees with the CPU reference, bit for bit"
                           : " agree with the CPU reference, bit for bit";
  return joined(labels) + ": " + runs + what;
}

/// A run that the kit itself could not carry out (a missing library, a clip that is no clip, a reference that fails its
/// own check) leaves the verdict at incomplete; the caller still has to learn that it is not the GPU that needs looking
/// at: the child's own code above 63, or "internal" when it had none.
std::optional<ExitCode> own_failure(const Report& report) {
  for (const DeviceReport& device : report.devices)
    for (const TestRun& run : device.runs) {
      if (!run.fault || run.fault->kind != FaultKind::kOwnFailure) continue;
      const int code = run.fault->exit_status.value_or(to_int(ExitCode::kInternal));
      const bool is_own = code >= to_int(ExitCode::kUsage) && code <= to_int(ExitCode::kCannotWrite);
      return is_own ? static_cast<ExitCode>(code) : ExitCode::kInternal;
    }
  return std::nullopt;
}

ExitCode returned_code(const Report& report) {
  const auto failure_of_ours = report.verdict == Verdict::kIncomplete ? own_failure(report) : std::nullopt;
  return failure_of_ours.value_or(exit_code_of(report.verdict));
}

std::vector<Statement> statements_about(const Report& report) {
  std::vector<Statement> statements;
  for (const DeviceReport& device : report.devices)
    if (!is_left_out(device)) statements.push_back(statement_of(report, device));
  const bool measured = !statements.empty();
  state_expectations(report, statements);
  state_progress(report, statements);
  if (!measured) statements.push_back({Verdict::kNoDevice, why_no_device(report)});
  return statements;
}

}  // namespace

ExitCode exit_code_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return ExitCode::kPass;
    case Verdict::kFail:
      return ExitCode::kFail;
    case Verdict::kDeviceError:
      return ExitCode::kDeviceError;
    case Verdict::kUnstable:
      return ExitCode::kUnstable;
    case Verdict::kUnexpectedDevice:
      return ExitCode::kUnexpectedDevice;
    case Verdict::kIncomplete:
      return ExitCode::kIncomplete;
    case Verdict::kNoDevice:
      return ExitCode::kNoDevice;
  }
  return ExitCode::kInternal;
}

void conclude(Report& report) {
  for (DeviceReport& device : report.devices) conclude_device(device);
  report.run.completed = count_completed(report);
  report.verdict = Verdict::kPass;
  const std::vector<Statement> statements = statements_about(report);
  for (const Statement& statement : statements) report.verdict = worse_of(report.verdict, statement.verdict);
  report.exit_code = to_int(returned_code(report));
  report.reason = report.verdict == Verdict::kPass
                      ? praise(report)
                      : std::ranges::find(statements, report.verdict, &Statement::verdict)->sentence;
  report.not_exercised = find_not_exercised(report);
}

}  // namespace agt
