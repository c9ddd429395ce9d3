// Building the child's command, running it, and letting its protocol's reader judge it.
// SPDX-License-Identifier: MIT
#include "probe/pinned_run.h"

#include <algorithm>

#include "base/child_process.h"
#include "probe/protocol.h"

namespace agt {
namespace {

std::vector<std::string> command_of(const FoundDevice& device, const PlannedTest& planned, const RunSettings& settings) {
  const Placeholders places{settings.kit.string(), planned.suite->folder.string(), device.facts.gfx_target,
                            planned.test->name};
  std::vector<std::string> argv{fill_in(planned.test->program, places)};
  for (const std::string& argument : planned.test->arguments) argv.push_back(fill_in(argument, places));
  return argv;
}

/// The options that every program of the twin protocol takes (docs/suites.md).
void add_twin_options(std::vector<std::string>& argv, const FoundDevice& device, const RunSettings& settings) {
  argv.insert(argv.end(), {"--expect-gfx", device.facts.gfx_target, "--repeat", std::to_string(settings.repeats)});
  for (const std::string& fixture : settings.fixtures) argv.insert(argv.end(), {"--fixture", fixture});
  if (settings.reference_clip && settings.distorted_clip)
    argv.insert(argv.end(), {"--ref", settings.reference_clip->string(), "--dis", settings.distorted_clip->string()});
}

ChildSpec child_of(const FoundDevice& device, const PlannedTest& planned, const RunSettings& settings,
                   ProtocolReader& reader) {
  ChildSpec spec;
  spec.argv = command_of(device, planned, settings);
  if (planned.test->protocol == Protocol::kTwin) add_twin_options(spec.argv, device, settings);
  spec.environment = settings.environment;
  spec.environment.push_back("ROCR_VISIBLE_DEVICES=" + std::to_string(device.index));
  spec.deadline = settings.time_limit.value_or(std::chrono::seconds(planned.test->time_limit_s));
  spec.on_result_line = [&reader](std::string_view line) { reader.on_result_line(line); };
  spec.on_output_line = [&reader](std::string_view line) { reader.on_output_line(line); };
  spec.stop = settings.stop;
  return spec;
}

/// What --fixture left out of a twin is in its run as not run, so that it cannot look whole.
void add_filtered_fixtures(const Suite& suite, const RunSettings& settings, TestRun& run) {
  if (settings.fixtures.empty()) return;
  for (const std::string& fixture : suite.document.fixtures) {
    if (std::ranges::find(settings.fixtures, fixture) != settings.fixtures.end()) continue;
    CaseResult& left_out = run.cases.emplace_back();
    left_out.name = fixture;
    left_out.message = "left out by --fixture";
  }
  if (run.outcome == Outcome::kIdentical) run.outcome = worst_outcome(run.cases);
}

}  // namespace

TestRun run_pinned(const FoundDevice& device, const PlannedTest& planned, const RunSettings& settings) {
  TestRun run;
  run.suite = planned.suite->document.name;
  run.test = planned.test->name;
  if (planned.not_run) {
    run.message = *planned.not_run;
    return run;
  }
  const auto reader = make_protocol_reader(planned.test->protocol, {device.facts.gfx_target, device.location});
  const auto child = run_child(child_of(device, planned, settings, *reader));
  if (!child) {
    run.message = child.error().message;
    run.fault = Fault{FaultKind::kOwnFailure, run.message, {}, to_int(child.error().code), {}};
    return run;
  }
  run.wall_ms = static_cast<std::uint64_t>(child->wall.count());
  reader->conclude(*child, run);
  add_filtered_fixtures(*planned.suite, settings, run);
  return run;
}

}  // namespace agt
