// One function a section, in the order in which they are read.
// SPDX-License-Identifier: MIT
#include "report/markdown.h"

#include <fmt/core.h>

#include <algorithm>

#include "report/markdown_text.h"
#include "report/model/judgement.h"
#include "report/wording.h"

namespace agt {
namespace {

constexpr std::size_t kWidestMatrix = 8;  // cases of one suite beside each other; more are counted instead

std::string section(const std::string& title, const std::string& content) {
  return content.empty() ? "" : "## " + title + "\n\n" + content;
}

std::string section(const std::string& title, const MarkdownTable& table) {
  return table.empty() ? "" : section(title, table.text());
}

std::string bold_unless(bool plain, std::string_view text) {
  return plain ? std::string(text) : "**" + std::string(text) + "**";
}

std::string cell_of(Outcome outcome) {
  return bold_unless(verdict_of(outcome) == Verdict::kPass, words(name_of(outcome)));
}

std::string cell_of(Verdict verdict) { return bold_unless(verdict == Verdict::kPass, words(name_of(verdict))); }

std::string cell_of(RowVerdict verdict) {
  return bold_unless(verdict == RowVerdict::kPass || verdict == RowVerdict::kNotMeasured, words(name_of(verdict)));
}

std::string label(const Report& report, const DeviceReport& device) {
  return escape_markdown(label_of(report, device));
}

template <class T>
std::string number_or_dash(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "–";
}

bool has_virtual(const Report& report) {
  return report.virtual_gpu ||
         std::ranges::find(report.devices, DeviceKind::kVirtual, &DeviceReport::kind) != report.devices.end();
}

/// The product's name, or the PCI ids where the driver gives none: "[1002:73ff]".
std::string product_of(const DeviceFacts& facts) {
  if (!one_line(facts.product_name).empty()) return escape_markdown(facts.product_name);
  const std::uint32_t device = facts.pci_device_id.value_or(facts.chip_id);
  return fmt::format("`[{:04x}:{:04x}]`", facts.pci_vendor_id.value_or(0x1002), device);
}

std::string driver_of(const DeviceFacts& facts) {
  if (!facts.driver_name) return "–";
  return escape_markdown(*facts.driver_name + " " + facts.driver_version.value_or(""));
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string opening(const Report& report) {
  const std::string verdict = words(name_of(report.verdict));
  const std::string reason = escape_markdown(report.reason);
  std::string text = fmt::format("# AMD GPU report: {}\n\n**{}:** {}{}\n\n", verdict, capitalised(verdict), reason,
                                 reason.ends_with('.') ? "" : ".");
  text += fmt::format("Exit code {}; {} of {} completed in {}.\n\n", report.exit_code, report.run.completed,
                      counted(report.run.planned, "planned run"), duration_of(report.run.wall_ms));
  if (has_virtual(report))
    text +=
        "> **Virtual.** Devices marked (virtual) are no hardware: a functional model executed the code objects "
        "instruction by instruction under the ROCm runtime. It shows nothing about silicon, firmware, drivers, caches "
        "or timing.\n\n";
  if (report.virtual_gpu && report.virtual_gpu->defect)
    text += "> **Planted defect** " + markdown_code(*report.virtual_gpu->defect) +
            ": the virtual GPU was told to compute this wrongly, so that the kit can prove that it notices.\n\n";
  if (!report.note.empty()) text += "Note by the tester:\n\n" + markdown_block(report.note) + "\n";
  return text;
}

std::string devices(const Report& report) {
  MarkdownTable table(
      {"device", "kind", "status", "product", "family", "lanes a wave", "CUs", "MHz", "driver", "what is wrong"});
  for (const DeviceReport& device : report.devices) {
    const DeviceFacts& facts = device.facts;
    table.add({label(report, device), std::string(name_of(device.kind)),
               device.runs.empty() ? "not measured" : cell_of(device.status), product_of(facts),
               escape_markdown(facts.report_family.value_or("–")), std::to_string(facts.wavefront_size),
               std::to_string(facts.compute_units), number_or_dash(facts.max_clock_mhz), driver_of(facts),
               escape_markdown(device.message)});
  }
  return section("Devices", table);
}

using Names = std::vector<std::string>;

void add_once(Names& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

Names suites_of(const DeviceReport& device) {
  Names suites;
  for (const TestRun& run : device.runs) add_once(suites, run.suite);
  return suites;
}

Names cases_of(const DeviceReport& device, const std::string& suite) {
  Names cases;
  for (const TestRun& run : device.runs)
    if (run.suite == suite)
      for (const CaseResult& result : run.cases) add_once(cases, result.name);
  return cases;
}

/// "4 identical", "2 passed, 1 failed".
std::string counts_of(const TestRun& run) {
  std::string text;
  for (const auto& [outcome, name] : EnumNames<Outcome>::kNames) {
    const auto count = std::ranges::count(run.cases, outcome, &CaseResult::outcome);
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, words(name));
  }
  return text;
}

std::string cell_of_case(const TestRun& run, const std::string& name) {
  const auto found = std::ranges::find(run.cases, name, &CaseResult::name);
  return found == run.cases.end() ? "–" : cell_of(found->outcome);
}

/// Tests downwards and cases across; a suite with many cases has their numbers instead.
std::string matrix(const Report& report, const DeviceReport& device, const std::string& suite) {
  const Names cases = cases_of(device, suite);
  const bool wide = cases.size() > kWidestMatrix;
  std::vector<std::string> header{label(report, device), "outcome"};
  if (wide) header.emplace_back("cases");
  else
    for (const std::string& name : cases) header.push_back(markdown_code(name));
  MarkdownTable table(header);
  for (const TestRun& run : device.runs) {
    if (run.suite != suite) continue;
    std::vector<std::string> row{markdown_code(name_of(run)), cell_of(run.outcome)};
    if (wide) row.push_back(counts_of(run));
    else
      for (const std::string& name : cases) row.push_back(cell_of_case(run, name));
    table.add(row);
  }
  return table.text();
}

std::string results(const Report& report) {
  std::string text;
  for (const DeviceReport& device : report.devices)
    for (const std::string& suite : suites_of(device)) text += matrix(report, device, suite);
  return section("Results", text);
}

/// Calls visit(device, run, case) for every case.
template <class Visit>
void for_each_case(const Report& report, Visit visit) {
  for (const DeviceReport& device : report.devices)
    for (const TestRun& run : device.runs)
      for (const CaseResult& result : run.cases) visit(device, run, result);
}

std::string first_differences(const Report& report) {
  MarkdownTable table({"device", "test", "case", "output", "plane", "frame", "index", "expected bits", "actual bits",
                       "values differing", "max ULP", "looks like"});
  for_each_case(report, [&](const DeviceReport& device, const TestRun& run, const CaseResult& result) {
    if (!result.first_difference) return;
    const FirstDifference& first = *result.first_difference;
    table.add({label(report, device), markdown_code(name_of(run)), markdown_code(result.name),
               markdown_code(first.output), std::to_string(first.plane), std::to_string(first.frame),
               std::to_string(first.index), markdown_code(first.expected_bits), markdown_code(first.actual_bits),
               fmt::format("{} of {}", result.values_differing, result.values_compared), number_or_dash(result.max_ulp),
               result.pattern ? words(name_of(*result.pattern)) : "–"});
  });
  return section("First differences", table);
}

std::string faults(const Report& report) {
  MarkdownTable table({"device", "test", "kind", "in case", "signal", "exit status", "message"});
  for (const DeviceReport& device : report.devices)
    for (const TestRun& run : device.runs)
      if (run.fault)
        table.add({label(report, device), markdown_code(name_of(run)), words(name_of(run.fault->kind)),
                   markdown_code(run.fault->in_case.value_or("")), number_or_dash(run.fault->signal),
                   number_or_dash(run.fault->exit_status), escape_markdown(run.fault->message)});
  return section("Faults", table);
}

/// What runs and cases say of themselves, where it is said nowhere else.
std::string messages(const Report& report) {
  MarkdownTable table({"device", "test", "case", "message"});
  for (const DeviceReport& device : report.devices)
    for (const TestRun& run : device.runs)
      if (!run.message.empty() && !run.fault)
        table.add({label(report, device), markdown_code(name_of(run)), "", escape_markdown(run.message)});
  for_each_case(report, [&](const DeviceReport& device, const TestRun& run, const CaseResult& result) {
    if (!result.message.empty() && !result.first_difference)
      table.add({label(report, device), markdown_code(name_of(run)), markdown_code(result.name),
                 escape_markdown(result.message)});
  });
  return section("Messages", table);
}

std::string findings(const Report& report) {
  std::string text;
  for (const Finding& finding : report.access.findings) {
    text += fmt::format("**{}** ({}): {}\n\n", escape_markdown(finding.id), name_of(finding.severity),
                        escape_markdown(finding.title));
    if (!finding.evidence.empty()) text += "Seen: " + escape_markdown(finding.evidence) + "\n\n";
    if (!finding.explanation.empty()) text += escape_markdown(finding.explanation) + "\n\n";
    if (!finding.fix.empty()) text += "What to do:\n\n" + markdown_block(finding.fix) + "\n";
  }
  return section("Findings", text);
}

/// "twins/psnr: fail (hardware)" for each item that was measured and does not hold.
std::string broken_items(const RowReport& row) {
  std::vector<std::string> items;
  const auto add = [&](const RowItem& item, RowVerdict verdict, std::string_view kind) {
    if (verdict == RowVerdict::kFail || verdict == RowVerdict::kIncomplete)
      items.push_back(fmt::format("{} {} ({})", markdown_code(item.name), words(name_of(verdict)), kind));
  };
  for (const RowItem& item : row.tests) {
    add(item, item.hardware, "hardware");
    add(item, item.virtual_gpu, "virtual");
  }
  return joined(items);
}

std::string rows(const Report& report) {
  MarkdownTable table({"row", "family", "verdict (hardware)", "verdict (virtual)", "what does not hold"});
  for (const RowReport& row : report.rows)
    table.add({markdown_code(row.id), escape_markdown(row.family), cell_of(row.hardware), cell_of(row.virtual_gpu),
               broken_items(row)});
  return section("Rows", table);
}

std::string not_exercised(const Report& report) {
  std::string text;
  for (const NotExercised& item : report.not_exercised)
    text += "- " + escape_markdown(item.what) + ": " + escape_markdown(item.reason) + "\n";
  return section("Not exercised", text.empty() ? "" : text + "\n");
}

std::uint64_t sum_us(const TestRun& run, std::optional<std::uint64_t> CaseResult::* time) {
  std::uint64_t sum = 0;
  for (const CaseResult& result : run.cases) sum += (result.*time).value_or(0);
  return sum;
}

std::string milliseconds(std::uint64_t us) { return us == 0 ? "–" : fmt::format("{}.{:03} ms", us / 1000, us % 1000); }

std::string times(const Report& report) {
  MarkdownTable table({"device", "test", "whole process", "on the device, fastest repeat", "CPU reference"});
  for (const DeviceReport& device : report.devices)
    for (const TestRun& run : device.runs)
      table.add({label(report, device), markdown_code(name_of(run)), duration_of(run.wall_ms),
                 milliseconds(sum_us(run, &CaseResult::device_wall_us)),
                 milliseconds(sum_us(run, &CaseResult::reference_wall_us))});
  return section("Times", table);
}

std::string stand_ins_of(const VirtualStatisticsEvent& statistics) {
  std::vector<std::string> names;
  for (const StandIn& stand_in : statistics.stand_ins)
    names.push_back(markdown_code(stand_in.mnemonic) + fmt::format(" ({} times)", stand_in.executions));
  return names.empty() ? "none" : joined(names);
}

std::string fidelity(const Report& report) {
  MarkdownTable table(
      {"device", "test", "dispatches", "wave instructions", "approximate instructions, rounded correctly here"});
  for (const DeviceReport& device : report.devices)
    for (const TestRun& run : device.runs)
      if (run.virtual_statistics)
        table.add({label(report, device), markdown_code(name_of(run)),
                   std::to_string(run.virtual_statistics->dispatches),
                   std::to_string(run.virtual_statistics->wave_instructions), stand_ins_of(*run.virtual_statistics)});
  return section("What the virtual GPU executed", table);
}

std::string removed_variables(const Report& report) {
  std::vector<std::string> names;
  for (const InheritedVariable& variable : report.environment.removed)
    names.push_back(markdown_code(variable.value ? variable.name + "=" + *variable.value : variable.name));
  return joined(names);
}

std::string node(const NodeFacts& facts) {
  std::string text = markdown_code(facts.name) + (facts.accessible ? " can be opened"
                                                  : facts.present  ? " cannot be opened"
                                                                   : " is absent");
  if (facts.error) text += " (" + escape_markdown(*facts.error) + ")";
  if (facts.mode) text += ", mode " + escape_markdown(*facts.mode);
  if (facts.gid) text += fmt::format(", gid {}", *facts.gid);
  return text;
}

std::string environment(const Report& report) {
  const ProbeFacts& probe = report.probe;
  std::string text = fmt::format("- {} {}, run {}, started {}\n", escape_markdown(report.tool.name),
                                 escape_markdown(report.tool.version), markdown_code(report.run.id),
                                 escape_markdown(report.run.started_at));
  text += "- kernel " + escape_markdown(report.environment.kernel_release.value_or("unknown")) + "; HSA runtime " +
          escape_markdown(probe.runtime_version.value_or("not loaded")) +
          fmt::format(", {} ({})\n", words(name_of(probe.status)), counted(probe.agents, "GPU agent"));
  if (!report.access.kfd.name.empty()) text += "- " + node(report.access.kfd) + "\n";
  for (const NodeFacts& facts : report.access.render_nodes) text += "- " + node(facts) + "\n";
  if (report.virtual_gpu) text += "- virtual GPU " + markdown_code(report.virtual_gpu->library) + "\n";
  if (!report.environment.removed.empty())
    text += "- variables that no test got to see: " + removed_variables(report) + "\n";
  if (!report.run.expected_targets.empty())
    text += "- expected: " + escape_markdown(joined(report.run.expected_targets)) + "\n";
  return section("Environment", text + "\n");
}

std::string closing(const Report& report) {
  return "Report SHA-256: " + markdown_code(report.report_sha256.empty() ? hash_of(report) : report.report_sha256) +
         "\n";
}

}  // namespace

std::string to_markdown(const Report& report) {
  std::string text;
  for (const auto part : {opening, findings, devices, results, first_differences, faults, messages, rows, not_exercised,
                          times, fidelity, environment, closing})
    text += part(report);
  return text;
}

}  // namespace agt
