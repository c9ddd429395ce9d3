// What the driver is made of, and what becomes of a fault; the requests themselves are in ioctls.cc.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/driver.h"

#include <algorithm>

namespace agt::vgpu {
namespace {

// Two pages of doorbells of 8 bytes: the runtime takes a doorbell's place in them from the low bits of its offset.
constexpr std::uint64_t kDoorbellBytes = 8192;

}  // namespace

Driver::Driver(DriverHooks hooks, std::unique_ptr<DeviceMemory> memory)
    : hooks_(std::move(hooks)), memory_(std::move(memory)) {}

Result<std::unique_ptr<Driver>> Driver::make(const std::filesystem::path& topology, DriverHooks hooks) {
  const auto gpus = read_topology(topology);
  if (!gpus) return tl::make_unexpected(gpus.error());
  auto memory = DeviceMemory::make();
  if (!memory) return tl::make_unexpected(memory.error());
  std::unique_ptr<Driver> driver(new Driver(std::move(hooks), std::move(*memory)));
  for (const TopologyGpu& gpu : *gpus) {
    driver->gpus_.push_back(std::make_unique<VirtualGpu>(gpu, driver->memory_->reserve(kDoorbellBytes)));
  }
  return driver;
}

VirtualGpu* Driver::find_gpu(std::uint32_t gpu_id) const {
  const auto found = std::find_if(gpus_.begin(), gpus_.end(),
                                  [&](const auto& gpu) { return gpu->facts().gpu_id == gpu_id; });
  return found == gpus_.end() ? nullptr : found->get();
}

const TopologyGpu* Driver::find_by_render_minor(std::uint32_t minor) const {
  const auto found = std::find_if(gpus_.begin(), gpus_.end(),
                                  [&](const auto& gpu) { return gpu->facts().render_minor == minor; });
  return found == gpus_.end() ? nullptr : &(*found)->facts();
}

std::vector<DeviceStatistics> Driver::statistics() const {
  std::vector<DeviceStatistics> all;
  for (const auto& gpu : gpus_) {
    if (auto statistics = gpu->statistics()) all.push_back({std::string(gpu->facts().device->gfx), *statistics});
  }
  return all;
}

void Driver::forget_addresses(std::uint64_t address, std::uint64_t size_bytes) {
  for (const auto& gpu : gpus_) gpu->memory().unmap(address, size_bytes);
}

QueueServices Driver::services_of(VirtualGpu& gpu) {
  return {.execute = [&gpu](const Dispatch& dispatch) { return gpu.execute(dispatch); },
          .set_event = [this](std::uint32_t id) { events_.set(id); },
          .on_fault = [this, &gpu](const Error& error) { fault(gpu, error); }};
}

/// A kernel's own fault is reported as hardware does it; where on hardware it happened is in the message only.
void Driver::fault(const VirtualGpu& gpu, const Error& error) {
  const bool of_kernel = error.code == ExitCode::kDeviceError;
  constexpr std::uint64_t kUnknownAddress = 0;
  // The hook may not return, so it is told first who will hear of it.
  hooks_.on_fault(error, of_kernel ? events_.count_memory_listeners() : 0);
  if (of_kernel) events_.raise_memory_fault(gpu.facts().gpu_id, kUnknownAddress);
}

}  // namespace agt::vgpu
