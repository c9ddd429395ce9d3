// Every wait has a condition variable and one waiter for each event it names; setting an event activates its waiters.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/events.h"

#include <algorithm>
#include <cerrno>
#include <chrono>

namespace agt::vgpu {
namespace {

constexpr std::uint32_t kForever = 0xffffffff;
constexpr std::uint32_t kEventLimit = 2 * KFD_SIGNAL_EVENT_LIMIT;

}  // namespace

bool EventTable::Wait::any_destroyed() const {
  return std::any_of(waiters.begin(), waiters.end(), [](const Waiter& waiter) { return waiter.destroyed; });
}

bool EventTable::Wait::complete(bool all) const {
  const auto activated = [](const Waiter& waiter) { return waiter.activated; };
  return all ? std::all_of(waiters.begin(), waiters.end(), activated)
             : std::any_of(waiters.begin(), waiters.end(), activated);
}

std::uint32_t EventTable::free_id(std::uint32_t type) const {
  const bool signal = type == KFD_IOC_EVENT_SIGNAL || type == KFD_IOC_EVENT_DEBUG_EVENT;
  const std::uint32_t end = signal ? KFD_SIGNAL_EVENT_LIMIT : kEventLimit;
  std::uint32_t id = signal ? 1 : KFD_SIGNAL_EVENT_LIMIT;
  for (auto used = events_.lower_bound(id); id < end && used != events_.end() && used->first == id; ++used) ++id;
  return id < end ? id : 0;
}

int EventTable::create(std::uint32_t type, bool auto_reset, std::uint32_t& id) {
  const std::scoped_lock lock(mutex_);
  id = free_id(type);
  if (id == 0) return ENOSPC;
  Event& event = events_[id];
  event.type = type;
  event.auto_reset = auto_reset;
  return 0;
}

int EventTable::destroy(std::uint32_t id) {
  const std::scoped_lock lock(mutex_);
  const auto found = events_.find(id);
  if (found == events_.end()) return EINVAL;
  for (Waiter* waiter : found->second.waiters) {
    waiter->destroyed = true;
    waiter->wait->changed.notify_all();
  }
  events_.erase(found);
  return 0;
}

int EventTable::set(std::uint32_t id) {
  const std::scoped_lock lock(mutex_);
  const auto found = events_.find(id);
  if (found == events_.end()) return EINVAL;
  set_locked(found->second);
  return 0;
}

void EventTable::set_locked(Event& event) {
  event.signaled = !event.auto_reset || event.waiters.empty();
  if (++event.age == 0) event.age = 2;  // 0 means "no age" to a waiter
  for (Waiter* waiter : event.waiters) {
    waiter->activated = true;
    waiter->wait->changed.notify_all();
  }
}

int EventTable::reset(std::uint32_t id) {
  const std::scoped_lock lock(mutex_);
  const auto found = events_.find(id);
  if (found == events_.end()) return EINVAL;
  found->second.signaled = false;
  return 0;
}

void EventTable::add_waiter(Waiter& waiter, const kfd_event_data& asked) {
  Event& event = events_.at(waiter.event);
  waiter.activated = event.signaled;
  event.signaled = event.signaled && !event.auto_reset;
  const bool by_age = event.type == KFD_IOC_EVENT_SIGNAL && asked.signal_event_data.last_event_age != 0;
  if (by_age && event.age != asked.signal_event_data.last_event_age) waiter.activated = true;
  event.waiters.push_back(&waiter);
}

void EventTable::remove_waiter(Waiter& waiter) {
  if (!waiter.destroyed) std::erase(events_.at(waiter.event).waiters, &waiter);
}

void EventTable::report(const Waiter& waiter, kfd_event_data& data) const {
  if (!waiter.activated || waiter.destroyed) return;
  const Event& event = events_.at(waiter.event);
  if (event.type == KFD_IOC_EVENT_MEMORY) data.memory_exception_data = event.memory_fault;
  if (event.type == KFD_IOC_EVENT_SIGNAL && data.signal_event_data.last_event_age != 0) {
    data.signal_event_data.last_event_age = event.age;
  }
}

int EventTable::wait(std::span<kfd_event_data> events, bool all, std::uint32_t timeout_ms, std::uint32_t& result) {
  std::unique_lock lock(mutex_);
  const auto known = [&](const kfd_event_data& data) { return events_.contains(data.event_id); };
  if (!std::all_of(events.begin(), events.end(), known)) return EINVAL;
  Wait wait;
  wait.waiters.resize(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    wait.waiters[i].wait = &wait;
    wait.waiters[i].event = events[i].event_id;
    add_waiter(wait.waiters[i], events[i]);
  }
  const auto over = [&] { return wait.any_destroyed() || wait.complete(all); };
  if (timeout_ms == kForever) wait.changed.wait(lock, over);
  else wait.changed.wait_for(lock, std::chrono::milliseconds(timeout_ms), over);
  for (std::size_t i = 0; i < events.size(); ++i) {
    report(wait.waiters[i], events[i]);
    remove_waiter(wait.waiters[i]);
  }
  result = wait.any_destroyed()   ? KFD_IOC_WAIT_RESULT_FAIL
           : wait.complete(all) ? KFD_IOC_WAIT_RESULT_COMPLETE
                                : KFD_IOC_WAIT_RESULT_TIMEOUT;
  return result == KFD_IOC_WAIT_RESULT_FAIL ? EIO : 0;
}

void EventTable::raise_memory_fault(std::uint32_t gpu_id, std::uint64_t address) {
  const std::scoped_lock lock(mutex_);
  for (auto& [id, event] : events_) {
    if (event.type != KFD_IOC_EVENT_MEMORY) continue;
    event.memory_fault.failure.NotPresent = 1;
    event.memory_fault.va = address;
    event.memory_fault.gpu_id = gpu_id;
    set_locked(event);
  }
}

unsigned EventTable::count_memory_listeners() const {
  const std::scoped_lock lock(mutex_);
  const auto is_memory = [](const auto& entry) { return entry.second.type == KFD_IOC_EVENT_MEMORY; };
  return static_cast<unsigned>(std::count_if(events_.begin(), events_.end(), is_memory));
}

}  // namespace agt::vgpu
