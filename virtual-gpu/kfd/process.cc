// Reads the environment once, makes the driver once, writes the result lines.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/process.h"

#include <unistd.h>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "virtual-gpu/kfd/result_lines.h"

namespace agt::vgpu::process {

constinit DescriptorTable descriptors;

namespace {

constexpr unsigned kSecondsUntilTheRuntimeAborts = 10;

// Never destroyed: threads of queues and of the runtime use it until the process is gone.
constinit std::atomic<Driver*> the_driver{nullptr};
constinit std::atomic<pid_t> the_process{0};  // a forked child has the memory but not the threads
constinit std::atomic<int> result_descriptor{-1};
constinit std::atomic<bool> fault_written{false};
constinit std::atomic<bool> statistics_written{false};

void write_line(int descriptor, std::string_view line) {
  // One write: below PIPE_BUF no other writer's line gets into it. What cannot be written has no one to be told.
  if (descriptor >= 0) [[maybe_unused]] const ssize_t written = ::write(descriptor, line.data(), line.size());
}

void write_statistics() {
  Driver* made = existing_driver();
  if (made == nullptr || statistics_written.exchange(true)) return;
  for (const DeviceStatistics& device : made->statistics()) write_line(result_descriptor, statistics_line(device));
}

void report(const Error& error) {
  if (!fault_written.exchange(true)) write_line(result_descriptor, fault_line(error));
  log(error.message);
  write_statistics();
}

[[noreturn]] void leave(const Error& error, ExitCode code) {
  report(error);
  ::_exit(to_int(code));
}

/// For a kernel's own fault this returns, then the driver tells the runtime: HIP fails its calls, HSA alone aborts.
void on_fault(const Error& error, unsigned listeners) {
  if (error.code != ExitCode::kDeviceError) leave(error, ExitCode::kInternal);
  report(error);
  if (listeners == 0) std::abort();
  std::thread([] {
    ::sleep(kSecondsUntilTheRuntimeAborts);
    log("the runtime went on after a memory fault");
    std::abort();
  }).detach();
}

std::optional<unsigned> number(const char* text) {
  unsigned value = 0;
  const char* end = text + std::strlen(text);
  const auto [stopped, error] = std::from_chars(text, end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

unsigned number_from_environment(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  if (text == nullptr) return otherwise;
  const auto value = number(text);
  if (!value) leave({ExitCode::kUsage, std::string(name) + ": \"" + text + "\" is not a number"}, ExitCode::kUsage);
  return *value;
}

ModelOptions options_from_environment() {
  ModelOptions options;
  options.threads = number_from_environment("AMDGPU_VIRTUAL_THREADS", 0);
  if (const char* text = std::getenv("AMDGPU_VIRTUAL_DEFECT")) {
    auto defect = parse_defect(text);
    if (!defect) leave({ExitCode::kUsage, "AMDGPU_VIRTUAL_DEFECT: " + defect.error().message}, ExitCode::kUsage);
    options.defect = *defect;
  }
  return options;
}

DriverHooks hooks(const ModelOptions& options) {
  return {.make_model =
              [options](std::string_view gfx, const AddressSpace& memory) { return Model::make(gfx, memory, options); },
          .on_fault = on_fault,
          .log = [](const std::string& line) { log(line); }};
}

Driver* make_driver() {
  constexpr unsigned kNone = 0xffffffff;
  const unsigned descriptor = number_from_environment("AMDGPU_VIRTUAL_RESULT_FD", kNone);
  if (descriptor != kNone) result_descriptor = static_cast<int>(descriptor);
  const char* topology = topology_directory();
  if (topology == nullptr) leave({ExitCode::kUsage, "AMDGPU_VIRTUAL_TOPOLOGY: not set"}, ExitCode::kUsage);
  auto made = Driver::make(topology, hooks(options_from_environment()));
  if (!made) leave(made.error(), made.error().code);
  the_process = ::getpid();
  return made->release();
}

/// A process that ends in order says what its GPUs did.
__attribute__((destructor)) void at_exit() {
  if (the_process == ::getpid()) write_statistics();
}

}  // namespace

const char* topology_directory() { return std::getenv("AMDGPU_VIRTUAL_TOPOLOGY"); }

Driver& driver() {
  static const bool made = [] {
    the_driver = make_driver();
    return true;
  }();
  (void)made;
  return *the_driver;
}

Driver* existing_driver() { return the_driver; }

void note_descriptor(int descriptor, std::uint8_t kind) {
  if (descriptors.kind(descriptor) != kind && the_process == ::getpid()) descriptors.set(descriptor, kind);
}

void log(std::string_view line) {
  write_line(STDERR_FILENO, "amdgpu-virtual: " + std::string(line) + "\n");
}

}  // namespace agt::vgpu::process
