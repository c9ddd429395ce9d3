// The file only grows and is sparse: freeing punches a hole, so what is not touched costs nothing.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace agt::vgpu {
namespace {

constexpr std::uint64_t kPage = 4096;

std::uint64_t round_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

}  // namespace

Result<std::unique_ptr<DeviceMemory>> DeviceMemory::make() {
  Descriptor file(::memfd_create("amdgpu-virtual", MFD_CLOEXEC));
  if (!file) return failure(ExitCode::kInternal, std::string("memfd_create: ") + std::strerror(errno));
  return std::unique_ptr<DeviceMemory>(new DeviceMemory(std::move(file)));
}

std::uint64_t DeviceMemory::grow(std::uint64_t size_bytes, std::uint64_t alignment) {
  // The first page stays unused, so that no offset is 0, which the runtime takes for "none".
  const std::uint64_t offset = round_up(end_ == 0 ? kPage : end_, alignment);
  const std::uint64_t end = offset + size_bytes;
  if (end < offset || ::ftruncate(file_.get(), static_cast<off_t>(end)) != 0) return 0;
  end_ = end;
  return offset;
}

std::uint64_t DeviceMemory::reserve(std::uint64_t size_bytes) {
  const std::scoped_lock lock(mutex_);
  return grow(size_bytes, size_bytes);
}

int DeviceMemory::back(Allocation& allocation) {
  const std::uint64_t size = round_up(allocation.size_bytes, kPage);
  if (size < allocation.size_bytes) return ENOMEM;
  allocation.offset = grow(size, kPage);
  if (allocation.offset == 0) return ENOMEM;
  allocation.backed = true;
  if (allocation.address == 0) return 0;  // memory without an address, to be mapped later
  void* mapped = ::mmap(pointer(allocation.address), size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file_.get(),
                        static_cast<off_t>(allocation.offset));
  return mapped == MAP_FAILED ? errno : 0;
}

int DeviceMemory::allocate(kfd_ioctl_alloc_memory_of_gpu_args& request) {
  if (request.size == 0 || request.va_addr % kPage != 0) return EINVAL;
  const bool of_host = (request.flags & KFD_IOC_ALLOC_MEM_FLAGS_USERPTR) != 0;
  // An alias of host memory at another address cannot be had; with the SVM interface the runtime does not ask for one.
  if (of_host && request.mmap_offset != request.va_addr) return EOPNOTSUPP;
  const std::scoped_lock lock(mutex_);
  Allocation allocation{.address = request.va_addr, .size_bytes = request.size, .gpu_id = request.gpu_id};
  if (!of_host && (request.flags & KFD_IOC_ALLOC_MEM_FLAGS_DOORBELL) == 0) {
    if (const int error = back(allocation)) return error;
    request.mmap_offset = allocation.offset;
  }
  request.handle = next_handle_++;
  allocations_[request.handle] = allocation;
  return 0;
}

int DeviceMemory::release(std::uint64_t handle, Allocation& was) {
  const std::scoped_lock lock(mutex_);
  const auto found = allocations_.find(handle);
  if (found == allocations_.end()) return EINVAL;
  was = found->second;
  allocations_.erase(found);
  if (was.backed) {
    ::fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(was.offset),
                static_cast<off_t>(round_up(was.size_bytes, kPage)));
  }
  return 0;
}

std::optional<DeviceMemory::Allocation> DeviceMemory::find(std::uint64_t handle) const {
  const std::scoped_lock lock(mutex_);
  const auto found = allocations_.find(handle);
  if (found == allocations_.end()) return std::nullopt;
  return found->second;
}

std::uint64_t DeviceMemory::used_bytes(std::uint32_t gpu_id) const {
  const std::scoped_lock lock(mutex_);
  std::uint64_t used = 0;
  for (const auto& [handle, allocation] : allocations_) {
    if (allocation.backed && allocation.gpu_id == gpu_id) used += allocation.size_bytes;
  }
  return used;
}

}  // namespace agt::vgpu
