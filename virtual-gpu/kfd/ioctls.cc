// The requests to /dev/kfd: one function each, and the table that finds it. Structures: linux/kfd_ioctl.h; what each
// must do: Linux, drivers/gpu/drm/amd/amdkfd/kfd_chardev.c.
// SPDX-License-Identifier: MIT
#include <linux/kfd_ioctl.h>
#include <sys/ioctl.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>

#include <fmt/format.h>

#include "virtual-gpu/kfd/driver.h"

namespace agt::vgpu {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kApertureBytes = std::uint64_t{1} << 32;

std::uint64_t nanoseconds(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

/// An array of the caller's, by address and count.
template <class T>
std::span<T> user_array(std::uint64_t address, std::size_t count) {
  return {reinterpret_cast<T*>(address), address == 0 ? 0 : count};
}

}  // namespace

/// Every function takes the driver and the request's structure, and returns 0 or an errno.
struct Driver::Requests {
  static int get_version(Driver&, kfd_ioctl_get_version_args& args) {
    // 1.14: event ages, but not the interfaces after it, which nothing here answers.
    args.major_version = 1;
    args.minor_version = 14;
    return 0;
  }

  template <class Args>
  static int accept_for_gpu(Driver& driver, Args& args) {
    return driver.find_gpu(args.gpu_id) == nullptr ? EINVAL : 0;
  }

  static int set_xnack_mode(Driver&, kfd_ioctl_set_xnack_mode_args& args) {
    if (args.xnack_enabled > 0) return EPERM;
    args.xnack_enabled = 0;
    return 0;
  }

  static int get_tile_config(Driver& driver, kfd_ioctl_get_tile_config_args& args) {
    args.num_tile_configs = 0;
    args.num_macro_tile_configs = 0;
    args.gb_addr_config = 0x10000444;
    args.num_banks = 0;
    args.num_ranks = 0;
    return accept_for_gpu(driver, args);
  }

  static int get_clock_counters(Driver& driver, kfd_ioctl_get_clock_counters_args& args) {
    args.gpu_clock_counter = gpu_clock_ticks();
    args.cpu_clock_counter = nanoseconds(CLOCK_MONOTONIC_RAW);
    args.system_clock_counter = nanoseconds(CLOCK_BOOTTIME);
    args.system_clock_freq = 1'000'000'000;
    return accept_for_gpu(driver, args);
  }

  static int get_apertures(Driver& driver, kfd_ioctl_get_process_apertures_new_args& args) {
    const ModelOptions model;
    const auto asked = user_array<kfd_process_device_apertures>(args.kfd_process_device_apertures_ptr, args.num_of_nodes);
    args.num_of_nodes = static_cast<std::uint32_t>(driver.gpus_.size());
    if (asked.empty()) return 0;
    args.num_of_nodes = static_cast<std::uint32_t>(std::min(asked.size(), driver.gpus_.size()));
    for (std::size_t i = 0; i < args.num_of_nodes; ++i) {
      asked[i] = {};
      asked[i].gpu_id = driver.gpus_[i]->facts().gpu_id;
      asked[i].lds_base = model.lds_aperture;
      asked[i].lds_limit = model.lds_aperture + kApertureBytes - 1;
      asked[i].scratch_base = model.scratch_aperture;
      asked[i].scratch_limit = model.scratch_aperture + kApertureBytes - 1;
      asked[i].gpuvm_base = 0x4000;
      asked[i].gpuvm_limit = 0x7fffffffffff;  // all that a process can have: then GPU and process addresses are one
    }
    return 0;
  }

  static int get_available_memory(Driver& driver, kfd_ioctl_get_available_memory_args& args) {
    const VirtualGpu* gpu = driver.find_gpu(args.gpu_id);
    if (gpu == nullptr) return EINVAL;
    const std::uint64_t all = gpu->facts().device->memory_mib << 20;
    args.available = all - std::min(all, driver.memory_->used_bytes(args.gpu_id));
    return 0;
  }

  static int allocate_memory(Driver& driver, kfd_ioctl_alloc_memory_of_gpu_args& args) {
    const VirtualGpu* gpu = driver.find_gpu(args.gpu_id);
    if (gpu == nullptr) return EINVAL;
    const bool of_device = (args.flags & KFD_IOC_ALLOC_MEM_FLAGS_VRAM) != 0;
    const std::uint64_t all = gpu->facts().device->memory_mib << 20;
    if (of_device && args.size > all) return ENOMEM;
    return driver.memory_->allocate(args);
  }

  static int free_memory(Driver& driver, kfd_ioctl_free_memory_of_gpu_args& args) {
    DeviceMemory::Allocation was;
    if (const int error = driver.memory_->release(args.handle, was)) return error;
    driver.forget_addresses(was.address, was.size_bytes);
    return 0;
  }

  /// The GPUs that MAP and UNMAP name; empty for a name that is not known.
  static std::vector<VirtualGpu*> named_gpus(Driver& driver, std::uint64_t ids_address, std::uint32_t count) {
    std::vector<VirtualGpu*> gpus;
    for (const std::uint32_t id : user_array<const std::uint32_t>(ids_address, count)) {
      gpus.push_back(driver.find_gpu(id));
      if (gpus.back() == nullptr) return {};
    }
    return gpus;
  }

  static int map_memory(Driver& driver, kfd_ioctl_map_memory_to_gpu_args& args) {
    const auto allocation = driver.memory_->find(args.handle);
    const auto gpus = named_gpus(driver, args.device_ids_array_ptr, args.n_devices);
    if (!allocation || gpus.empty()) return EINVAL;
    for (VirtualGpu* gpu : gpus) gpu->memory().map(allocation->address, allocation->size_bytes);
    args.n_success = args.n_devices;
    return 0;
  }

  static int unmap_memory(Driver& driver, kfd_ioctl_unmap_memory_from_gpu_args& args) {
    const auto allocation = driver.memory_->find(args.handle);
    const auto gpus = named_gpus(driver, args.device_ids_array_ptr, args.n_devices);
    if (!allocation || gpus.empty()) return EINVAL;
    for (VirtualGpu* gpu : gpus) gpu->memory().unmap(allocation->address, allocation->size_bytes);
    args.n_success = args.n_devices;
    return 0;
  }

  static int create_event(Driver& driver, kfd_ioctl_create_event_args& args) {
    const int error = driver.events_.create(args.event_type, args.auto_reset != 0, args.event_id);
    args.event_slot_index = args.event_id;
    args.event_trigger_data = args.event_id;
    // Linux says so of every signal event (KFD_MMAP_TYPE_EVENTS). Without it the thunk gives the event no mailbox, and
    // whoever sleeps until a kernel is done is never woken.
    constexpr std::uint64_t kEventsPage = std::uint64_t{2} << 62;
    if (args.event_type == KFD_IOC_EVENT_SIGNAL) args.event_page_offset = kEventsPage;
    return error;
  }

  static int destroy_event(Driver& driver, kfd_ioctl_destroy_event_args& args) {
    return driver.events_.destroy(args.event_id);
  }

  static int set_event(Driver& driver, kfd_ioctl_set_event_args& args) { return driver.events_.set(args.event_id); }

  static int reset_event(Driver& driver, kfd_ioctl_reset_event_args& args) {
    return driver.events_.reset(args.event_id);
  }

  static int wait_events(Driver& driver, kfd_ioctl_wait_events_args& args) {
    return driver.events_.wait(user_array<kfd_event_data>(args.events_ptr, args.num_events), args.wait_for_all != 0,
                               args.timeout, args.wait_result);
  }

  static int create_queue(Driver& driver, kfd_ioctl_create_queue_args& args) {
    VirtualGpu* gpu = driver.find_gpu(args.gpu_id);
    const bool usable = args.ring_base_address != 0 && args.ring_size >= KFD_MIN_QUEUE_RING_SIZE &&
                        args.read_pointer_address != 0 && args.write_pointer_address != 0;
    if (gpu == nullptr || !usable) return EINVAL;
    if (args.queue_type != KFD_IOC_QUEUE_TYPE_COMPUTE_AQL) return EOPNOTSUPP;
    if (const auto started = gpu->start(driver.hooks_.make_model); !started) {
      driver.hooks_.on_fault(started.error(), 0);
      return ENODEV;
    }
    const std::scoped_lock lock(driver.mutex_);
    const std::uint32_t doorbell = driver.free_doorbell(args.gpu_id);
    args.doorbell_offset = gpu->doorbells_offset() + doorbell * sizeof(std::uint64_t);
    args.queue_id = driver.next_queue_++;
    const QueueMemory memory{args.ring_base_address, args.ring_size, args.read_pointer_address,
                             args.write_pointer_address};
    driver.queues_[args.queue_id] = {args.gpu_id, doorbell,
                                     std::make_unique<AqlQueue>(memory, driver.services_of(*gpu))};
    return 0;
  }

  static int update_queue(Driver& driver, kfd_ioctl_update_queue_args& args) {
    const std::scoped_lock lock(driver.mutex_);
    const auto found = driver.queues_.find(args.queue_id);
    if (found == driver.queues_.end()) return EINVAL;
    // How the runtime says "stop for now": no ring, or no share of the device.
    found->second.packets->pause(args.ring_base_address == 0 || args.ring_size == 0 || args.queue_percentage == 0);
    return 0;
  }

  static int destroy_queue(Driver& driver, kfd_ioctl_destroy_queue_args& args) {
    Queue gone;
    {
      const std::scoped_lock lock(driver.mutex_);
      const auto found = driver.queues_.find(args.queue_id);
      if (found == driver.queues_.end()) return EINVAL;
      gone = std::move(found->second);
      driver.queues_.erase(found);
    }
    return 0;  // `gone` ends here, when its packet is done; other requests go on meanwhile
  }

  static int set_cu_mask(Driver& driver, kfd_ioctl_set_cu_mask_args& args) {
    const std::scoped_lock lock(driver.mutex_);
    return driver.queues_.contains(args.queue_id) ? 0 : EINVAL;
  }

  /// The one request of variable size: attributes of host memory, of which access by a GPU is what matters here.
  static int svm(Driver& driver, kfd_ioctl_svm_args& args, std::size_t bytes) {
    const std::size_t room = (bytes - sizeof(kfd_ioctl_svm_args)) / sizeof(kfd_ioctl_svm_attribute);
    if (args.nattr > room || args.size == 0 || args.start_addr % kPage != 0) return EINVAL;
    for (kfd_ioctl_svm_attribute& attribute : std::span(args.attrs, args.nattr)) {
      if (args.op == KFD_IOCTL_SVM_OP_GET_ATTR) describe(attribute);
      else if (const int error = apply(driver, args, attribute)) return error;
    }
    return 0;
  }

 private:
  static void describe(kfd_ioctl_svm_attribute& attribute) {
    const bool location = attribute.type == KFD_IOCTL_SVM_ATTR_PREFERRED_LOC ||
                          attribute.type == KFD_IOCTL_SVM_ATTR_PREFETCH_LOC;
    if (location) attribute.value = KFD_IOCTL_SVM_LOCATION_SYSMEM;
    if (attribute.type == KFD_IOCTL_SVM_ATTR_ACCESS) attribute.type = KFD_IOCTL_SVM_ATTR_NO_ACCESS;
    if (attribute.type == KFD_IOCTL_SVM_ATTR_SET_FLAGS || attribute.type == KFD_IOCTL_SVM_ATTR_CLR_FLAGS) {
      attribute.value = 0;
    }
  }

  static int apply(Driver& driver, const kfd_ioctl_svm_args& args, const kfd_ioctl_svm_attribute& attribute) {
    const bool allows = attribute.type == KFD_IOCTL_SVM_ATTR_ACCESS ||
                        attribute.type == KFD_IOCTL_SVM_ATTR_ACCESS_IN_PLACE;
    if (!allows && attribute.type != KFD_IOCTL_SVM_ATTR_NO_ACCESS) return 0;  // a hint where pages are best kept
    VirtualGpu* gpu = driver.find_gpu(attribute.value);
    if (gpu == nullptr) return EINVAL;
    if (allows) gpu->memory().map(args.start_addr, args.size);
    else gpu->memory().unmap(args.start_addr, args.size);
    return 0;
  }
};

namespace {

/// What the structures of all known requests fit into.
constexpr std::size_t kLargestRequestBytes = 512;

struct Entry {
  unsigned long code;
  int (*answer)(Driver&, void*);
};

template <class Args, int (*Answer)(Driver&, Args&)>
int call(Driver& driver, void* args) {
  static_assert(sizeof(Args) <= kLargestRequestBytes);
  return Answer(driver, *static_cast<Args*>(args));
}

}  // namespace

std::uint32_t Driver::free_doorbell(std::uint32_t gpu_id) const {
  const auto uses = [&](std::uint32_t doorbell) {
    return std::any_of(queues_.begin(), queues_.end(), [&](const auto& entry) {
      return entry.second.gpu_id == gpu_id && entry.second.doorbell == doorbell;
    });
  };
  std::uint32_t doorbell = 0;
  while (uses(doorbell)) ++doorbell;
  return doorbell;
}

int Driver::request(unsigned long code, void* argument) {
  using R = Requests;
  static constexpr std::array kTable = {
      Entry{AMDKFD_IOC_GET_VERSION, call<kfd_ioctl_get_version_args, R::get_version>},
      Entry{AMDKFD_IOC_CREATE_QUEUE, call<kfd_ioctl_create_queue_args, R::create_queue>},
      Entry{AMDKFD_IOC_DESTROY_QUEUE, call<kfd_ioctl_destroy_queue_args, R::destroy_queue>},
      Entry{AMDKFD_IOC_UPDATE_QUEUE, call<kfd_ioctl_update_queue_args, R::update_queue>},
      Entry{AMDKFD_IOC_SET_CU_MASK, call<kfd_ioctl_set_cu_mask_args, R::set_cu_mask>},
      Entry{AMDKFD_IOC_SET_MEMORY_POLICY, call<kfd_ioctl_set_memory_policy_args, R::accept_for_gpu>},
      Entry{AMDKFD_IOC_SET_TRAP_HANDLER, call<kfd_ioctl_set_trap_handler_args, R::accept_for_gpu>},
      Entry{AMDKFD_IOC_SET_SCRATCH_BACKING_VA, call<kfd_ioctl_set_scratch_backing_va_args, R::accept_for_gpu>},
      Entry{AMDKFD_IOC_ACQUIRE_VM, call<kfd_ioctl_acquire_vm_args, R::accept_for_gpu>},
      Entry{AMDKFD_IOC_SET_XNACK_MODE, call<kfd_ioctl_set_xnack_mode_args, R::set_xnack_mode>},
      Entry{AMDKFD_IOC_GET_TILE_CONFIG, call<kfd_ioctl_get_tile_config_args, R::get_tile_config>},
      Entry{AMDKFD_IOC_GET_CLOCK_COUNTERS, call<kfd_ioctl_get_clock_counters_args, R::get_clock_counters>},
      Entry{AMDKFD_IOC_GET_PROCESS_APERTURES_NEW, call<kfd_ioctl_get_process_apertures_new_args, R::get_apertures>},
      Entry{AMDKFD_IOC_AVAILABLE_MEMORY, call<kfd_ioctl_get_available_memory_args, R::get_available_memory>},
      Entry{AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, call<kfd_ioctl_alloc_memory_of_gpu_args, R::allocate_memory>},
      Entry{AMDKFD_IOC_FREE_MEMORY_OF_GPU, call<kfd_ioctl_free_memory_of_gpu_args, R::free_memory>},
      Entry{AMDKFD_IOC_MAP_MEMORY_TO_GPU, call<kfd_ioctl_map_memory_to_gpu_args, R::map_memory>},
      Entry{AMDKFD_IOC_UNMAP_MEMORY_FROM_GPU, call<kfd_ioctl_unmap_memory_from_gpu_args, R::unmap_memory>},
      Entry{AMDKFD_IOC_CREATE_EVENT, call<kfd_ioctl_create_event_args, R::create_event>},
      Entry{AMDKFD_IOC_DESTROY_EVENT, call<kfd_ioctl_destroy_event_args, R::destroy_event>},
      Entry{AMDKFD_IOC_SET_EVENT, call<kfd_ioctl_set_event_args, R::set_event>},
      Entry{AMDKFD_IOC_RESET_EVENT, call<kfd_ioctl_reset_event_args, R::reset_event>},
      Entry{AMDKFD_IOC_WAIT_EVENTS, call<kfd_ioctl_wait_events_args, R::wait_events>},
  };
  const std::size_t bytes = _IOC_SIZE(code);
  if (_IOC_TYPE(code) != AMDKFD_IOCTL_BASE || argument == nullptr) return ENOTTY;
  if (_IOC_NR(code) == _IOC_NR(AMDKFD_IOC_SVM)) {
    if (bytes < sizeof(kfd_ioctl_svm_args)) return EINVAL;
    return R::svm(*this, *static_cast<kfd_ioctl_svm_args*>(argument), bytes);
  }
  const auto found = std::find_if(kTable.begin(), kTable.end(),
                                  [&](const Entry& entry) { return _IOC_NR(entry.code) == _IOC_NR(code); });
  if (found == kTable.end()) return refuse(code);
  // As the kernel does it: a caller built with an older or newer header has a structure of another size.
  alignas(8) std::array<std::byte, kLargestRequestBytes> args{};
  const std::size_t shared = std::min(bytes, std::size_t{_IOC_SIZE(found->code)});
  std::memcpy(args.data(), argument, shared);
  const int error = found->answer(*this, args.data());
  std::memcpy(argument, args.data(), shared);
  return error;
}

int Driver::refuse(unsigned long code) {
  const std::uint64_t bit = std::uint64_t{1} << (_IOC_NR(code) % 64);
  const std::scoped_lock lock(mutex_);
  if ((logged_ & bit) == 0) hooks_.log(fmt::format("request {:#x} to /dev/kfd is not known", _IOC_NR(code)));
  logged_ |= bit;
  return ENOTTY;
}

}  // namespace agt::vgpu
