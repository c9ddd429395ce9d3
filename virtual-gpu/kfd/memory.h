// DeviceMemory: what the driver hands out as memory of the GPUs. All of it lies in one memory file of the process, whose
// parts the runtime maps by offset, and at the address that the runtime has chosen: GPU addresses are process addresses.
// SPDX-License-Identifier: MIT
#pragma once

#include <linux/kfd_ioctl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "base/descriptor.h"
#include "base/result.h"

namespace agt::vgpu {

/// Safe from any thread. Functions return 0 or an errno unless they say otherwise.
class DeviceMemory {
 public:
  struct Allocation {
    std::uint64_t address = 0;
    std::uint64_t size_bytes = 0;
    std::uint64_t offset = 0;    ///< in the memory file; of no meaning when not `backed`
    std::uint32_t gpu_id = 0;
    bool backed = false;         ///< false for the host's own memory and for doorbells
  };

  /// kInternal when the system gives no memory file.
  static Result<std::unique_ptr<DeviceMemory>> make();

  /// The memory file; the descriptors of /dev/kfd and the render nodes are duplicates of it.
  int descriptor() const { return file_.get(); }

  /// Room in the file that is never freed, aligned to its own size (a power of two). 0 when there is none.
  std::uint64_t reserve(std::uint64_t size_bytes);

  /// KFD ALLOC_MEMORY_OF_GPU: maps it readable and writable at va_addr at once; fills in handle and mmap_offset.
  int allocate(kfd_ioctl_alloc_memory_of_gpu_args& request);
  /// Gives its pages back. The runtime unmaps the addresses itself.
  int release(std::uint64_t handle, Allocation& was);
  std::optional<Allocation> find(std::uint64_t handle) const;
  /// What is allocated and backed on this GPU.
  std::uint64_t used_bytes(std::uint32_t gpu_id) const;

 private:
  explicit DeviceMemory(Descriptor file) : file_(std::move(file)) {}
  std::uint64_t grow(std::uint64_t size_bytes, std::uint64_t alignment);
  int back(Allocation& allocation);

  Descriptor file_;
  mutable std::mutex mutex_;
  std::uint64_t end_ = 0;          ///< of the file
  std::uint64_t next_handle_ = 1;  ///< handles are not used again: a stale one is an error, not somebody else's memory
  std::map<std::uint64_t, Allocation> allocations_;
};

}  // namespace agt::vgpu
