// agt-bench-vgpu: how many wave-instructions the virtual GPU executes a second, by target and kind of instruction.
// One JSON document on stdout, one line for people per measurement on stderr.
// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/file.h"
#include "base/tool.h"
#include "virtual-gpu/dispatch/code_object.h"
#include "virtual-gpu/dispatch/model.h"

namespace agt::vgpu {
namespace {

constexpr std::string_view kTargets[] = {"gfx1100", "gfx1036", "gfx942"};
constexpr std::string_view kKernels[] = {"integer_alu", "float_alu", "global_memory", "lds_memory"};
constexpr std::uint32_t kItems = 4096, kRounds = 2000;

struct Measurement {
  std::string_view gfx, kernel;
  unsigned threads;
  std::uint64_t instructions;
  double seconds;
  double per_second() const { return static_cast<double>(instructions) / seconds; }
};

/// A kernel's memory and arguments, and the code object that it is in.
struct Job {
  AddressSpace space;
  std::vector<std::uint32_t> memory = std::vector<std::uint32_t>(2 * kItems);
  std::vector<std::byte> arguments = std::vector<std::byte>(512);
  std::unique_ptr<CodeObject> object;
};

Result<std::unique_ptr<Job>> load(std::string_view gfx) {
  auto job = std::make_unique<Job>();
  const auto elf = read_file(fmt::format("{}/{}.co", AGT_BENCH_KERNELS, gfx), 16 << 20);
  if (!elf) return tl::make_unexpected(elf.error());
  auto object = CodeObject::load(std::as_bytes(std::span(*elf)), gfx, job->space);
  if (!object) return tl::make_unexpected(object.error());
  job->object = std::move(*object);
  const auto memory = reinterpret_cast<std::uint64_t>(job->memory.data());
  job->space.map(memory, job->memory.size() * sizeof(std::uint32_t));
  job->space.map(reinterpret_cast<std::uint64_t>(job->arguments.data()), job->arguments.size());
  std::memcpy(job->arguments.data(), &memory, sizeof(memory));
  std::memcpy(job->arguments.data() + sizeof(memory), &kRounds, sizeof(kRounds));
  return job;
}

Result<Measurement> measure(std::string_view gfx, std::string_view kernel, unsigned threads) {
  const auto job = load(gfx);
  if (!job) return tl::make_unexpected(job.error());
  ModelOptions options;
  options.threads = threads;
  const auto model = Model::make(gfx, (*job)->space, options);
  if (!model) return tl::make_unexpected(model.error());
  const auto descriptor = (*job)->object->descriptor(kernel);
  if (!descriptor) return tl::make_unexpected(descriptor.error());
  Dispatch dispatch;
  dispatch.grid_size = {kItems, 1, 1};
  dispatch.workgroup_size = {256, 1, 1};
  dispatch.descriptor_address = *descriptor;
  dispatch.kernarg_address = reinterpret_cast<std::uint64_t>((*job)->arguments.data());
  if (auto warm = (*model)->execute(dispatch); !warm) return tl::make_unexpected(warm.error());

  const std::uint64_t before = (*model)->statistics().wave_instructions;
  const auto start = std::chrono::steady_clock::now();
  if (auto done = (*model)->execute(dispatch); !done) return tl::make_unexpected(done.error());
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return Measurement{gfx, kernel, threads, (*model)->statistics().wave_instructions - before, elapsed.count()};
}

Result<ExitCode> run() {
  std::string json;
  for (const std::string_view gfx : kTargets) {
    for (const std::string_view kernel : kKernels) {
      const auto m = measure(gfx, kernel, 1);
      if (!m) return tl::make_unexpected(m.error());
      fmt::print(stderr, "{} {}: {:.1f} million wave-instructions per second on one core\n", gfx, kernel,
                 m->per_second() / 1e6);
      json += fmt::format("{}\n  {{\"gfx\": \"{}\", \"kernel\": \"{}\", \"threads\": {}, \"wave_instructions\": {}, "
                          "\"wall_ms\": {:.3f}, \"wave_instructions_per_second\": {:.0f}}}",
                          json.empty() ? "" : ",", gfx, kernel, m->threads, m->instructions, m->seconds * 1e3,
                          m->per_second());
    }
  }
  fmt::print("{{\"virtual_gpu\": [{}\n]}}\n", json);
  return ExitCode::kPass;
}

}  // namespace
}  // namespace agt::vgpu

int main() { return agt::run_tool("agt-bench-vgpu", agt::vgpu::run); }
