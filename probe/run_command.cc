// `amdgpu-tester run`, from the options to the report. Each step adds what it learnt to one Report, which is on disk
// from the first moment on.
// SPDX-License-Identifier: MIT
#include "probe/run_command.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>

#include "probe/machine.h"
#include "probe/pinned_run.h"
#include "probe/progress.h"
#include "probe/report_writer.h"
#include "probe/stop.h"
#include "probe/version.h"
#include "report/summary.h"
#include "report/verdict.h"
#include "rows/rows.h"
#include "targets/targets.h"

namespace agt {
namespace {

using Clock = std::chrono::steady_clock;

/// Everything that is read before the run starts, so that a wrong call ends before anything is written.
struct Inputs {
  std::vector<Suite> suites;
  RowMap rows;
  std::vector<TestFeatures> features;
  std::optional<VirtualMachine> virtual_machine;
};

std::string random_id() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
}

std::uint64_t milliseconds_since(Clock::time_point start) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count());
}

Result<std::vector<Suite>> read_suites(const RunOptions& options, const Kit& kit) {
  std::vector<std::filesystem::path> folders{kit.twins_suite()};
  folders.insert(folders.end(), options.suites.begin(), options.suites.end());
  std::vector<Suite> suites;
  for (const auto& folder : folders) {
    auto suite = read_suite(std::filesystem::absolute(folder));
    if (!suite) return tl::make_unexpected(suite.error());
    suites.push_back(std::move(*suite));
  }
  return suites;
}

std::vector<TestFeatures> features_of(const std::vector<Suite>& suites) {
  std::vector<TestFeatures> features;
  for (const Suite& suite : suites)
    for (const SuiteTest& test : suite.document.tests)
      features.push_back({suite.document.name, test.name, test.features});
  return features;
}

Result<void> check_options(const RunOptions& options, const std::vector<Suite>& suites) {
  for (const auto& clip : {options.reference_clip, options.distorted_clip})
    if (clip && !std::filesystem::exists(*clip))
      return failure(ExitCode::kMissingInput, clip->string() + ": no such file");
  for (const std::string& gfx : options.expected_targets)
    if (find_target(gfx) == nullptr) return failure(ExitCode::kUsage, "--expect " + gfx + ": is not one of the targets");
  for (const std::string& fixture : options.fixtures)
    if (std::ranges::none_of(suites, [&](const Suite& suite) {
          return std::ranges::find(suite.document.fixtures, fixture) != suite.document.fixtures.end();
        }))
      return failure(ExitCode::kUsage, "--fixture " + fixture + ": no suite has such a fixture");
  // A filter is checked against an empty machine, so that it is wrong on every machine or on none.
  const auto plan = make_plan({}, suites, {options.tests}, {});
  return plan ? success() : Result<void>(tl::make_unexpected(plan.error()));
}

Result<Inputs> read_inputs(const RunOptions& options, const Kit& kit) {
  Inputs inputs;
  auto suites = read_suites(options, kit);
  if (!suites) return tl::make_unexpected(suites.error());
  inputs.suites = std::move(*suites);
  if (const auto checked = check_options(options, inputs.suites); !checked) return tl::make_unexpected(checked.error());
  auto rows = read_row_map(kit.row_map());
  if (!rows) return tl::make_unexpected(rows.error());
  inputs.rows = std::move(*rows);
  inputs.features = features_of(inputs.suites);
  if (options.virtual_targets.empty()) return inputs;
  const char* defect = std::getenv("AMDGPU_VIRTUAL_DEFECT");
  auto machine = VirtualMachine::make(options.virtual_targets, options.virtual_library.value_or(kit.virtual_library()),
                                      defect != nullptr ? std::optional<std::string>(defect) : std::nullopt);
  if (!machine) return tl::make_unexpected(machine.error());
  inputs.virtual_machine.emplace(std::move(*machine));
  return inputs;
}

Report begin_report(const RunOptions& options, const Inputs& inputs) {
  Report report;
  report.tool = {"amdgpu-tester", kVersion};
  report.run.id = random_id();
  report.run.started_at = utc_now();
  report.run.repeats = options.repeats;
  report.run.expected_targets = options.expected_targets;
  report.note = options.note;
  if (inputs.virtual_machine) report.virtual_gpu = inputs.virtual_machine->facts();
  return report;
}

void add_devices(const Plan& plan, Report& report) {
  report.run.planned = plan.runs;
  for (const PlannedDevice& planned : plan.devices) {
    DeviceReport& device = report.devices.emplace_back();
    device.index = planned.device.index;
    device.kind = planned.device.kind;
    device.facts = planned.device.facts;
    device.message = planned.left_out.value_or("");
  }
}

/// One call of `run`: what its steps share.
class Run {
 public:
  Run(const RunOptions& options, const Kit& kit, Inputs inputs)
      : options_(options), kit_(kit), inputs_(std::move(inputs)), progress_(options.quiet), writer_(options.out),
        report_(begin_report(options, inputs_)) {}

  Result<ExitCode> carry_out() {
    if (const auto written = write_unfinished(); !written) return tl::make_unexpected(written.error());
    progress_.say(inputs_.virtual_machine ? "Looking at the virtual machine through the ROCm runtime …"
                                          : "Looking for AMD GPUs …");
    const auto machine = look_at_machine(kit_, inputs_.virtual_machine, stop_requested());
    if (!machine) return tl::make_unexpected(machine.error());
    report_.access = machine->access;
    report_.environment = machine->environment;
    report_.probe = machine->probe;
    const auto plan = make_plan(machine->devices, inputs_.suites, {options_.tests}, kit_.folder);
    if (!plan) return tl::make_unexpected(plan.error());
    add_devices(*plan, report_);
    progress_.planned(*plan);
    if (const auto ran = run_plan(*plan, settings(*machine)); !ran) return tl::make_unexpected(ran.error());
    return finish();
  }

 private:
  RunSettings settings(const Machine& machine) const {
    RunSettings settings;
    settings.kit = kit_.folder;
    settings.environment = machine.child_environment;
    settings.repeats = options_.repeats;
    settings.fixtures = options_.fixtures;
    settings.reference_clip = options_.reference_clip;
    settings.distorted_clip = options_.distorted_clip;
    settings.time_limit = options_.test_time_limit;
    settings.stop = &stop_requested();
    return settings;
  }

  Result<void> run_plan(const Plan& plan, const RunSettings& settings) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < plan.devices.size(); ++i)
      for (PlannedTest test : plan.devices[i].tests) {
        if (stop_requested()) test.not_run = "the run was stopped before its turn";
        TestRun run = run_pinned(plan.devices[i].device, test, settings);
        progress_.finished(plan.devices[i].device, run, ++number, plan.runs);
        report_.devices[i].runs.push_back(std::move(run));
        if (auto written = write_unfinished(); !written) return written;
      }
    return success();
  }

  void evaluate() {
    report_.run.wall_ms = milliseconds_since(start_);
    report_.rows = evaluate_rows(inputs_.rows, inputs_.features, report_.devices);
    conclude(report_);
  }

  Result<void> write_unfinished() {
    evaluate();
    return writer_.write_unfinished(report_);
  }

  Result<ExitCode> finish() {
    report_.run.complete = stop_signal() == 0;
    evaluate();
    fmt::print(stderr, "{}", to_summary(report_));
    if (const auto written = writer_.write_finished(report_); !written) return tl::make_unexpected(written.error());
    if (options_.out) fmt::print(stderr, "Report: {} and {}\n", options_.out->string(), writer_.page()->string());
    if (stop_signal() != 0) return static_cast<ExitCode>(to_int(ExitCode::kSignalBase) + stop_signal());
    return report_.verdict == Verdict::kNoDevice ? options_.no_device : static_cast<ExitCode>(report_.exit_code);
  }

  const RunOptions& options_;
  const Kit& kit_;
  Inputs inputs_;
  Progress progress_;
  ReportWriter writer_;
  Report report_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

Result<ExitCode> run_command(const RunOptions& options, const Kit& kit) {
  install_stop_handlers();
  auto inputs = read_inputs(options, kit);
  if (!inputs) return tl::make_unexpected(inputs.error());
  return Run(options, kit, std::move(*inputs)).carry_out();
}

}  // namespace agt
