// Driver: the kernel driver's side of a process with virtual GPUs: memory, events and queues behind /dev/kfd's ioctls.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "virtual-gpu/kfd/events.h"
#include "virtual-gpu/kfd/memory.h"
#include "virtual-gpu/kfd/queue.h"
#include "virtual-gpu/kfd/virtual_gpu.h"

namespace agt::vgpu {

/// What the driver cannot do itself, because it neither prints nor ends the process.
struct DriverHooks {
  MakeModel make_model;
  /// A dispatch that failed, on the thread of its queue, or a model that cannot be made. `listeners` is how many memory
  /// events were told of a kernel's own fault (kDeviceError): the runtime then ends the process, as on hardware.
  std::function<void(const Error& error, unsigned listeners)> on_fault;
  /// One line about a request that the driver does not know.
  std::function<void(const std::string& line)> log;
};

struct DeviceStatistics {
  std::string gfx;
  Statistics statistics;
};

class Driver {
 public:
  /// kMissingInput or kBadInput for `topology`; kInternal without a memory file.
  static Result<std::unique_ptr<Driver>> make(const std::filesystem::path& topology, DriverHooks hooks);

  /// Of which the descriptors of /dev/kfd and the render nodes are duplicates.
  int memory_descriptor() const { return memory_->descriptor(); }

  /// One request to /dev/kfd (linux/kfd_ioctl.h): 0 or an errno. Safe from any thread; WAIT_EVENTS blocks.
  int request(unsigned long code, void* argument);

  /// The GPU with this render node, or nothing.
  const TopologyGpu* find_by_render_minor(std::uint32_t minor) const;

  /// Of every GPU that has had a queue.
  std::vector<DeviceStatistics> statistics() const;

  /// The process unmapped these addresses: no GPU may touch them any more.
  void forget_addresses(std::uint64_t address, std::uint64_t size_bytes);

 private:
  struct Requests;  // ioctls.cc: one function an ioctl
  friend struct Requests;
  struct Queue {
    std::uint32_t gpu_id;
    std::uint32_t doorbell;
    std::unique_ptr<AqlQueue> packets;
  };

  Driver(DriverHooks hooks, std::unique_ptr<DeviceMemory> memory);
  VirtualGpu* find_gpu(std::uint32_t gpu_id) const;
  std::uint32_t free_doorbell(std::uint32_t gpu_id) const;  // with mutex_ held
  int refuse(unsigned long code);
  QueueServices services_of(VirtualGpu& gpu);
  void fault(const VirtualGpu& gpu, const Error& error);

  const DriverHooks hooks_;
  std::unique_ptr<DeviceMemory> memory_;
  EventTable events_;
  std::vector<std::unique_ptr<VirtualGpu>> gpus_;
  std::mutex mutex_;  // of what follows
  std::map<std::uint32_t, Queue> queues_;
  std::uint32_t next_queue_ = 1;
  std::uint64_t logged_ = 0;  ///< a bit for each unknown request number below 64: one line each
};

}  // namespace agt::vgpu
