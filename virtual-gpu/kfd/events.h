// EventTable: the events of the kernel driver, on which the runtime sleeps until a queue, a fault or itself wakes it.
// SPDX-License-Identifier: MIT
#pragma once

#include <linux/kfd_ioctl.h>

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

namespace agt::vgpu {

/// Semantics as in Linux, drivers/gpu/drm/amd/amdkfd/kfd_events.c: setting an auto-reset event wakes those who wait
/// and is kept only when nobody does; the age of a signal event tells a waiter what it has missed.
/// Safe from any thread. Functions return 0 or an errno.
class EventTable {
 public:
  /// Signal events get the slots 1 … KFD_SIGNAL_EVENT_LIMIT - 1, others the numbers behind. ENOSPC when all are used.
  int create(std::uint32_t type, bool auto_reset, std::uint32_t& id);
  /// Whoever waits for it fails. EINVAL for an unknown id, here and below.
  int destroy(std::uint32_t id);
  int set(std::uint32_t id);
  int reset(std::uint32_t id);

  /// Waits for any or all of `events` and fills in what those that came carry. `result` is a KFD_IOC_WAIT_RESULT.
  int wait(std::span<kfd_event_data> events, bool all, std::uint32_t timeout_ms, std::uint32_t& result);

  /// Tells every memory event that `gpu_id` touched what it must not.
  void raise_memory_fault(std::uint32_t gpu_id, std::uint64_t address);
  /// How many memory events there are: 0 when nobody would hear of a fault.
  unsigned count_memory_listeners() const;

 private:
  struct Wait;
  struct Waiter {
    Wait* wait = nullptr;
    std::uint32_t event = 0;
    bool activated = false;
    bool destroyed = false;
  };
  struct Wait {
    std::condition_variable changed;
    std::vector<Waiter> waiters;
    bool any_destroyed() const;
    bool complete(bool all) const;
  };
  struct Event {
    std::uint32_t type = 0;
    bool auto_reset = false;
    bool signaled = false;
    std::uint64_t age = 1;
    kfd_hsa_memory_exception_data memory_fault{};
    std::vector<Waiter*> waiters;
  };

  std::uint32_t free_id(std::uint32_t type) const;
  void set_locked(Event& event);
  void add_waiter(Waiter& waiter, const kfd_event_data& asked);
  void remove_waiter(Waiter& waiter);
  void report(const Waiter& waiter, kfd_event_data& data) const;

  mutable std::mutex mutex_;
  std::map<std::uint32_t, Event> events_;
};

}  // namespace agt::vgpu
