// From devices to row verdicts. Hardware and virtual devices are two evaluations that never see each other's runs.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "report/model/judgement.h"
#include "rows/rows.h"

namespace agt {
namespace {

/// The runs of one kind of device of one family.
using Runs = std::vector<const TestRun*>;

Runs runs_of(const std::string& family, DeviceKind kind, std::span<const DeviceReport> devices) {
  Runs runs;
  for (const DeviceReport& device : devices)
    if (device.kind == kind && device.facts.report_family == family)
      for (const TestRun& run : device.runs) runs.push_back(&run);
  return runs;
}

bool gave_a_result(const Runs& runs) {
  return std::ranges::any_of(runs, [](const TestRun* run) { return has_measured(*run); });
}

RowVerdict worse_of(RowVerdict left, RowVerdict right) {
  for (const RowVerdict verdict : {RowVerdict::kFail, RowVerdict::kNotMeasured, RowVerdict::kIncomplete})
    if (left == verdict || right == verdict) return verdict;
  return RowVerdict::kPass;
}

RowVerdict row_verdict_of(const TestRun& run) {
  switch (verdict_of(run)) {
    case Verdict::kPass:
      return RowVerdict::kPass;
    case Verdict::kIncomplete:
      return RowVerdict::kIncomplete;
    default:
      return RowVerdict::kFail;
  }
}

RowVerdict verdict_of_test(const std::string& name, const Runs& runs) {
  if (!gave_a_result(runs)) return RowVerdict::kNotMeasured;
  bool ran = false;
  RowVerdict verdict = RowVerdict::kPass;
  for (const TestRun* run : runs) {
    if (run->suite + "/" + run->test != name) continue;
    ran = true;
    verdict = worse_of(verdict, row_verdict_of(*run));
  }
  return ran ? verdict : RowVerdict::kIncomplete;
}

RowVerdict verdict_of_feature(const std::string& feature, std::span<const TestFeatures> tests, const Runs& runs) {
  if (!gave_a_result(runs)) return RowVerdict::kNotMeasured;
  bool declared = false;
  RowVerdict verdict = RowVerdict::kPass;
  for (const TestFeatures& test : tests) {
    if (std::ranges::find(test.features, feature) == test.features.end()) continue;
    declared = true;
    verdict = worse_of(verdict, verdict_of_test(test.suite + "/" + test.test, runs));
  }
  return declared ? verdict : RowVerdict::kIncomplete;
}

RowVerdict worst_of(const RowReport& row, RowVerdict RowItem::* kind) {
  if (row.tests.empty() && row.features.empty()) return RowVerdict::kNotMeasured;
  RowVerdict verdict = RowVerdict::kPass;
  for (const auto* items : {&row.tests, &row.features})
    for (const RowItem& item : *items) verdict = worse_of(verdict, item.*kind);
  return verdict;
}

RowReport evaluate_row(const Row& row, std::span<const TestFeatures> tests, std::span<const DeviceReport> devices) {
  const Runs hardware = runs_of(row.family, DeviceKind::kHardware, devices);
  const Runs virtual_gpu = runs_of(row.family, DeviceKind::kVirtual, devices);
  RowReport report;
  report.id = row.id;
  report.family = row.family;
  for (const std::string& name : row.tests)
    report.tests.push_back({name, verdict_of_test(name, hardware), verdict_of_test(name, virtual_gpu)});
  for (const std::string& name : row.features)
    report.features.push_back(
        {name, verdict_of_feature(name, tests, hardware), verdict_of_feature(name, tests, virtual_gpu)});
  report.hardware = worst_of(report, &RowItem::hardware);
  report.virtual_gpu = worst_of(report, &RowItem::virtual_gpu);
  return report;
}

}  // namespace

std::vector<RowReport> evaluate_rows(const RowMap& map, std::span<const TestFeatures> tests,
                                     std::span<const DeviceReport> devices) {
  std::vector<RowReport> rows;
  for (const Row& row : map.rows) rows.push_back(evaluate_row(row, tests, devices));
  return rows;
}

}  // namespace agt
