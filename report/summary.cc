// A fixed budget of lines for each part, so that 64 devices or a long finding cannot push the verdict off the screen.
// SPDX-License-Identifier: MIT
#include "report/summary.h"

#include <fmt/core.h>

#include <algorithm>

#include "report/model/judgement.h"
#include "report/wording.h"

namespace agt {
namespace {

constexpr std::size_t kDeviceLines = 8;
constexpr std::size_t kFixLines = 6;

using Lines = std::vector<std::string>;

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return text;
}

std::string line_of(const Report& report, const DeviceReport& device) {
  const auto good =
      std::ranges::count_if(device.runs, [](const TestRun& run) { return verdict_of(run) == Verdict::kPass; });
  const std::string status = device.runs.empty() ? "not measured" : words(name_of(device.status));
  std::string line = fmt::format("  {:<20} {:<13} ", label_of(report, device), status);
  if (!device.runs.empty()) line += fmt::format("{} of {} good", good, counted(device.runs.size(), "run"));
  if (!device.message.empty()) line += (device.runs.empty() ? "" : "; ") + one_line(device.message);
  return line;
}

void add_devices(const Report& report, Lines& lines) {
  std::vector<const DeviceReport*> devices;
  for (const DeviceReport& device : report.devices) devices.push_back(&device);
  if (devices.size() > kDeviceLines)
    std::ranges::stable_partition(devices, [](const DeviceReport* device) { return device->status != Verdict::kPass; });
  for (std::size_t i = 0; i < devices.size() && i < kDeviceLines; ++i) lines.push_back(line_of(report, *devices[i]));
  if (devices.size() > kDeviceLines)
    lines.push_back(fmt::format("  and {}, in the report", counted(devices.size() - kDeviceLines, "more device")));
}

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const std::string line = one_line(text.substr(0, end)); !line.empty()) lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The first error's fix; how many there are beside it. A virtual run was asked for, so there is nothing to fix.
void add_fix(const Report& report, Lines& lines) {
  if (report.virtual_gpu) return;
  const auto is_error = [](const Finding& finding) { return finding.severity == Severity::kError; };
  const auto first = std::ranges::find_if(report.access.findings, is_error);
  if (first == report.access.findings.end()) return;
  lines.push_back(fmt::format("what to do ({}):", one_line(first->id)));
  Lines fix = lines_of(first->fix);
  if (fix.size() > kFixLines) fix.resize(kFixLines);
  for (const std::string& line : fix) lines.push_back("  " + line);
  const auto errors = std::ranges::count_if(report.access.findings, is_error);
  if (errors > 1)
    lines.push_back(
        fmt::format("and {}, in the report", counted(static_cast<std::uint64_t>(errors) - 1, "more error")));
}

/// "CDNA pass, RDNA4 fail" of one kind of device; the families that were measured.
std::string families(const Report& report, RowVerdict RowReport::* kind) {
  std::vector<std::string> parts;
  for (const RowReport& row : report.rows)
    if (row.*kind != RowVerdict::kNotMeasured) parts.push_back(one_line(row.family) + " " + words(name_of(row.*kind)));
  return parts.empty() ? "none measured" : joined(parts);
}

}  // namespace

std::string to_summary(const Report& report) {
  Lines lines{fmt::format("{} (exit code {}) after {}", upper(words(name_of(report.verdict))), report.exit_code,
                          duration_of(report.run.wall_ms)),
              one_line(report.reason)};
  add_devices(report, lines);
  add_fix(report, lines);
  if (!report.rows.empty()) {
    lines.push_back("families, hardware: " + families(report, &RowReport::hardware));
    if (report.virtual_gpu) lines.push_back("families, virtual GPU: " + families(report, &RowReport::virtual_gpu));
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace agt
