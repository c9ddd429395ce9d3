// agt-bench: what the virtual GPU costs. First the model alone, on a loop of plain arithmetic, against the same loop on
// the host's own core; then whole twins under the real ROCm runtime, each beside its CPU reference. Ratios are of figures
// from this one run; a single figure says as much about the machine as about the kit.
// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "base/child_process.h"
#include "base/file.h"
#include "base/tool.h"
#include "report/model/report.h"
#include "virtual-gpu/dispatch/code_object.h"
#include "virtual-gpu/dispatch/model.h"

namespace agt {
namespace {

using Seconds = std::chrono::duration<double>;
constexpr std::array<std::string_view, 3> kTargets{"gfx1100", "gfx1036", "gfx942"};
constexpr std::uint32_t kItems = 64 * 256;
constexpr int kRounds = 1000;
constexpr int kRepeats = 3;

std::uint32_t loop_on_host(std::uint32_t item) {
  std::uint32_t integer = item;
  float real = static_cast<float>(item);
  for (int round = 0; round < kRounds; ++round) {
    integer = (integer * 1664525 + 1013904223) ^ (integer >> 13);
    real = real * 0.75F + 1.5F;
  }
  return integer ^ std::bit_cast<std::uint32_t>(real);
}

template <class Work>
double fastest_seconds(Work work) {
  double fastest = 1e9;
  for (int i = 0; i < kRepeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    fastest = std::min(fastest, Seconds(std::chrono::steady_clock::now() - start).count());
  }
  return fastest;
}

/// One thread of the model and one of the host, on the same items; the results must agree.
Result<void> bench_model(std::string_view gfx) {
  const auto elf = read_file(std::filesystem::path(BENCH_CODE) / gfx / "loop.bench", 1 << 20);
  if (!elf) return tl::make_unexpected(elf.error());
  vgpu::AddressSpace memory;
  const auto code = vgpu::CodeObject::load(std::as_bytes(std::span(*elf)), gfx, memory);
  if (!code) return tl::make_unexpected(code.error());
  const auto model = vgpu::Model::make(gfx, memory, {.defect = {}, .threads = 1});
  if (!model) return tl::make_unexpected(model.error());
  std::vector<std::uint32_t> device(kItems), host(kItems);
  std::array<std::uint64_t, 32> kernarg{std::bit_cast<std::uint64_t>(device.data())};
  memory.map(std::bit_cast<std::uint64_t>(device.data()), kItems * sizeof(std::uint32_t));
  memory.map(std::bit_cast<std::uint64_t>(kernarg.data()), sizeof(kernarg));
  vgpu::Dispatch dispatch;
  dispatch.workgroup_size = {256, 1, 1};
  dispatch.grid_size = {kItems, 1, 1};
  dispatch.kernarg_address = std::bit_cast<std::uint64_t>(kernarg.data());
  const auto descriptor = (*code)->descriptor("loop");
  if (!descriptor) return tl::make_unexpected(descriptor.error());
  dispatch.descriptor_address = *descriptor;
  Result<void> executed;
  const double device_seconds = fastest_seconds([&] { executed = (*model)->execute(dispatch); });
  if (!executed) return executed;
  const double host_seconds =
      fastest_seconds([&] { for (std::uint32_t item = 0; item < kItems; ++item) host[item] = loop_on_host(item); });
  if (device != host) return failure(ExitCode::kInternal, std::string(gfx) + ": the model's loop differs from the host's");
  const double instructions = static_cast<double>((*model)->statistics().wave_instructions) / kRepeats;
  fmt::print("{:<8} {:>8.1f} million wave-instructions/s on one core; {:>6.1f} times the host's own time\n", gfx,
             instructions / device_seconds / 1e6, device_seconds / host_seconds);
  return success();
}

void print_run(const DeviceReport& device, const TestRun& run) {
  for (const CaseResult& result : run.cases) {
    if (!result.device_wall_us || !result.reference_wall_us) continue;
    const double device_ms = static_cast<double>(*result.device_wall_us) / 1e3;
    const double reference_ms = static_cast<double>(*result.reference_wall_us) / 1e3;
    fmt::print("{:<8} {:<12} {:<20} {:>10.1f} {:>10.1f} {:>8.1f}\n", device.facts.gfx_target, run.test, result.name,
               device_ms, reference_ms, device_ms / std::max(reference_ms, 0.001));
  }
  if (!run.virtual_statistics) return;
  const auto instructions = static_cast<double>(run.virtual_statistics->wave_instructions);
  fmt::print("{:<8} {:<12} {:.1f} million wave-instructions in {:.1f} s, start of the runtime included: {:.1f} million/s\n",
             device.facts.gfx_target, run.test, instructions / 1e6, static_cast<double>(run.wall_ms) / 1e3,
             instructions / 1e3 / static_cast<double>(std::max<std::uint64_t>(run.wall_ms, 1)));
}

Result<void> bench_twins() {
  std::string folder = (std::filesystem::temp_directory_path() / "agt-bench-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return failure(ExitCode::kCannotWrite, folder + ": cannot be made");
  ChildSpec spec;
  spec.argv = {AMDGPU_TESTER, "run", "--virtual", "gfx1100,gfx1036,gfx942", "--out", folder + "/report.json"};
  spec.environment = {"PATH=/usr/bin:/bin"};
  spec.deadline = std::chrono::minutes(30);
  const auto child = run_child(spec);
  const auto text = read_file(folder + "/report.json", 64 << 20);
  std::filesystem::remove_all(folder);
  if (!child) return tl::make_unexpected(child.error());
  if (!text) return tl::make_unexpected(text.error());
  const auto report = parse_report(*text);
  if (!report) return tl::make_unexpected(report.error());
  if (report->verdict != Verdict::kPass) return failure(ExitCode::kFail, "the twins: " + report->reason);
  fmt::print("{:<8} {:<12} {:<20} {:>10} {:>10} {:>8}\n", "target", "twin", "fixture", "device ms", "CPU ms", "ratio");
  for (const DeviceReport& device : report->devices)
    for (const TestRun& run : device.runs) print_run(device, run);
  return success();
}

Result<ExitCode> bench() {
  fmt::print("The model alone, on a loop of integer and float arithmetic\n");
  for (const std::string_view gfx : kTargets)
    if (const auto done = bench_model(gfx); !done) return tl::make_unexpected(done.error());
  fmt::print("\nThe twins under the ROCm runtime on virtual GPUs, each beside its CPU reference\n");
  if (const auto done = bench_twins(); !done) return tl::make_unexpected(done.error());
  return ExitCode::kPass;
}

}  // namespace
}  // namespace agt

int main() { return agt::run_tool("agt-bench", agt::bench); }
