// Built piece by piece as the run would build it.
// SPDX-License-Identifier: MIT
#include "report/sample_report.h"

#include "report/verdict.h"

namespace agt {
namespace {

struct Fixture {
  const char* name;
  std::uint64_t values;
};

constexpr Fixture kFixtures[] = {
    {"clip_576x324_8", 144}, {"clip_10bit", 144}, {"checker_1920x1080", 9}, {"odd_19x17", 144}};

TestRun a_run(const char* test, std::uint64_t wall_ms) {
  TestRun run;
  run.suite = "twins";
  run.test = test;
  run.outcome = Outcome::kIdentical;
  run.wall_ms = wall_ms;
  for (const Fixture& fixture : kFixtures) {
    CaseResult result;
    result.name = fixture.name;
    result.outcome = Outcome::kIdentical;
    result.repeats = 3;
    result.values_compared = fixture.values;
    result.device_wall_us = 180'000 + fixture.values;
    result.reference_wall_us = 2'000 + fixture.values;
    run.cases.push_back(result);
  }
  run.virtual_statistics.emplace();
  run.virtual_statistics->dispatches = 147;
  run.virtual_statistics->wave_instructions = 21'400'000;
  return run;
}

/// What a defect in one instruction does to one case of a run.
void spoil(TestRun& run) {
  run.outcome = Outcome::kDiffering;
  CaseResult& wrong = run.cases.front();
  wrong.outcome = Outcome::kDiffering;
  wrong.values_differing = 48;
  wrong.pattern = WrongPattern::kOther;
  wrong.first_difference = FirstDifference{"sse", 0, 1, 0, "0x0000000000c0b1f4", "0x0000000000c0b5f4"};
}

DeviceReport a_device(std::uint32_t index, const char* gfx, const char* family, const char* report_family,
                      std::uint32_t lanes, std::uint32_t compute_units) {
  DeviceReport device;
  device.index = index;
  device.kind = DeviceKind::kVirtual;
  device.facts.gfx_target = gfx;
  device.facts.target_id = gfx;
  device.facts.family = family;
  device.facts.report_family = report_family;
  device.facts.wavefront_size = lanes;
  device.facts.compute_units = compute_units;
  device.facts.product_name = std::string("Virtual ") + gfx;
  device.runs = {a_run("psnr", 4'100), a_run("motion", 5'600), a_run("float_ssim", 9'300)};
  for (TestRun& run : device.runs) run.virtual_statistics->gfx_target = gfx;
  return device;
}

RowItem an_item(const char* name, RowVerdict virtual_gpu) { return {name, RowVerdict::kNotMeasured, virtual_gpu}; }

RowReport a_row(const char* id, const char* family, RowVerdict psnr, RowVerdict others) {
  RowReport row;
  row.id = id;
  row.family = family;
  row.virtual_gpu = psnr;
  row.tests = {an_item("twins/psnr", psnr), an_item("twins/motion", others), an_item("twins/float_ssim", others)};
  row.features = {an_item("psnr", psnr), an_item("motion", others), an_item("float_ssim", others)};
  return row;
}

}  // namespace

Report sample_report() {
  Report report;
  report.tool = {"amdgpu-tester", "0.1.0"};
  report.run.id = "5f0e7a1c93b84d26a1e0c4f7b2d98356";
  report.run.started_at = "2026-11-30T06:00:00Z";
  report.run.wall_ms = 38'400;
  report.run.complete = true;
  report.run.planned = 6;
  report.run.repeats = 3;
  report.access.kfd.name = "kfd";
  report.environment.kernel_release = "6.12.0";
  report.probe.status = ProbeStatus::kOk;
  report.probe.runtime_version = "1.18";
  report.probe.agents = 2;
  report.virtual_gpu = VirtualFacts{"libamdgpu-virtual.so", {"gfx1100", "gfx942"}, "gfx1100:v_add_co_u32:5:10"};
  report.devices = {a_device(0, "gfx1100", "rdna3", "RDNA3 / 3.5", 32, 96),
                    a_device(1, "gfx942", "cdna3", "CDNA", 64, 304)};
  spoil(report.devices[0].runs[0]);
  const RowVerdict none = RowVerdict::kNotMeasured;
  report.rows = {a_row("hip-cdna", "CDNA", RowVerdict::kPass, RowVerdict::kPass),
                 a_row("hip-rdna1", "RDNA1", none, none),
                 a_row("hip-rdna2", "RDNA2", none, none),
                 a_row("hip-rdna3", "RDNA3 / 3.5", RowVerdict::kFail, RowVerdict::kPass),
                 a_row("hip-rdna4", "RDNA4", none, none),
                 a_row("hip-gfx12.5", "GFX12.5", none, none)};
  conclude(report);
  report.report_sha256 = hash_of(report);
  return report;
}

}  // namespace agt
