// The packet processor: look at the packet at the read pointer, perform it, retire it, complete its signal.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/queue.h"

#include <hsa/amd_hsa_queue.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>

#include <fmt/format.h>

namespace agt::vgpu {
namespace {

constexpr std::uint32_t kPacketBytes = 64;

/// Shared memory that the runtime's threads write: T at an address of this process.
template <class T>
std::atomic_ref<T> shared(std::uint64_t address) {
  return std::atomic_ref<T>(*reinterpret_cast<T*>(address));
}

template <class T>
const T& at(std::uint64_t address) {
  return *reinterpret_cast<const T*>(address);
}

std::int64_t signal_value(hsa_signal_t signal) {
  return shared<std::int64_t>(signal.handle + offsetof(amd_signal_t, value)).load(std::memory_order_acquire);
}

/// A signal that is not there is a dependency that holds.
bool is_zero(hsa_signal_t signal) { return signal.handle == 0 || signal_value(signal) == 0; }

bool all_are_zero(const hsa_barrier_and_packet_t& packet) {
  return std::all_of(std::begin(packet.dep_signal), std::end(packet.dep_signal), is_zero);
}

bool any_is_zero(const hsa_barrier_or_packet_t& packet) {
  const auto present = [](hsa_signal_t signal) { return signal.handle != 0; };
  const auto met = [&](hsa_signal_t signal) { return present(signal) && is_zero(signal); };
  return std::none_of(std::begin(packet.dep_signal), std::end(packet.dep_signal), present) ||
         std::any_of(std::begin(packet.dep_signal), std::end(packet.dep_signal), met);
}

bool holds(const hsa_amd_barrier_value_packet_t& packet) {
  if (packet.signal.handle == 0) return true;
  const std::int64_t value = signal_value(packet.signal) & packet.mask;
  switch (packet.cond) {
    case HSA_SIGNAL_CONDITION_EQ: return value == packet.value;
    case HSA_SIGNAL_CONDITION_NE: return value != packet.value;
    case HSA_SIGNAL_CONDITION_LT: return value < packet.value;
    default: return value >= packet.value;
  }
}

tl::unexpected<Error> broken_packet(const std::string& reason) {
  return failure(ExitCode::kDeviceError, "queue: " + reason);
}

/// The vendor's packets: a wait for a signal's value, or commands for the command processor itself. The runtime sends
/// those to drop caches when it has loaded code, and there are none.
Result<bool> perform_vendor_packet(std::uint64_t packet_address) {
  constexpr int kPm4IndirectBuffer = 1;
  const auto format = at<hsa_amd_vendor_packet_header_t>(packet_address).AmdFormat;
  if (format == kPm4IndirectBuffer) return true;
  if (format == HSA_AMD_PACKET_TYPE_BARRIER_VALUE) return holds(at<hsa_amd_barrier_value_packet_t>(packet_address));
  return broken_packet(fmt::format("vendor packet of unknown format {}", format));
}

/// How long to sleep when there was nothing to do: a busy stream finds its queue awake, an idle process costs little.
class Backoff {
 public:
  void reset() { idle_since_ = std::chrono::steady_clock::now(); }
  void wait() const {
    using namespace std::chrono_literals;
    const auto idle = std::chrono::steady_clock::now() - idle_since_;
    if (idle < 20us) std::this_thread::yield();
    else std::this_thread::sleep_for(idle < 20ms ? 50us : idle < 1s ? 200us : 1000us);
  }

 private:
  std::chrono::steady_clock::time_point idle_since_ = std::chrono::steady_clock::now();
};

}  // namespace

std::uint64_t gpu_clock_ticks() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  constexpr std::uint64_t kNanosecondsPerTick = 1'000'000'000 / kGpuClockHz;
  return static_cast<std::uint64_t>(now.tv_sec) * kGpuClockHz + static_cast<std::uint64_t>(now.tv_nsec) / kNanosecondsPerTick;
}

AqlQueue::AqlQueue(const QueueMemory& memory, QueueServices services)
    : memory_(memory), services_(std::move(services)), thread_([this] { run(); }) {}

AqlQueue::~AqlQueue() {
  stop_ = true;
  thread_.join();
}

void AqlQueue::run() {
  Backoff backoff;
  while (!stop_) {
    if (!paused_ && step()) backoff.reset();
    else backoff.wait();
  }
}

/// True when a packet was retired: there may be another.
bool AqlQueue::step() {
  const std::uint64_t read = shared<std::uint64_t>(memory_.read_pointer_address).load(std::memory_order_relaxed);
  const std::uint64_t written = shared<std::uint64_t>(memory_.write_pointer_address).load(std::memory_order_acquire);
  if (read >= written) return false;
  const std::uint64_t packet_address = memory_.ring_address + read * kPacketBytes % memory_.ring_bytes;
  const std::uint16_t header = shared<std::uint16_t>(packet_address).load(std::memory_order_acquire);
  if ((header & 0xff) == HSA_PACKET_TYPE_INVALID) return false;  // reserved, not written yet
  if (started_ticks_ == 0) started_ticks_ = gpu_clock_ticks();
  const Result<bool> done = perform(packet_address, header);
  if (!done) {
    stop_ = true;
    services_.on_fault(done.error());
    return false;
  }
  if (*done) retire(packet_address);
  return *done;
}

/// False while the packet waits for signals.
Result<bool> AqlQueue::perform(std::uint64_t packet_address, std::uint16_t header) {
  switch (header & 0xff) {
    case HSA_PACKET_TYPE_KERNEL_DISPATCH: {
      const auto executed = dispatch(at<hsa_kernel_dispatch_packet_t>(packet_address));
      if (!executed) return tl::make_unexpected(executed.error());
      return true;
    }
    case HSA_PACKET_TYPE_BARRIER_AND: return all_are_zero(at<hsa_barrier_and_packet_t>(packet_address));
    case HSA_PACKET_TYPE_BARRIER_OR: return any_is_zero(at<hsa_barrier_or_packet_t>(packet_address));
    case HSA_PACKET_TYPE_VENDOR_SPECIFIC: return perform_vendor_packet(packet_address);
    default: return broken_packet(fmt::format("packet of unknown type {}", header & 0xff));
  }
}

Result<void> AqlQueue::dispatch(const hsa_kernel_dispatch_packet_t& packet) {
  Dispatch dispatch;
  dispatch.workgroup_size = {packet.workgroup_size_x, packet.workgroup_size_y, packet.workgroup_size_z};
  dispatch.grid_size = {packet.grid_size_x, packet.grid_size_y, packet.grid_size_z};
  if (std::ranges::count(dispatch.workgroup_size, 0U) + std::ranges::count(dispatch.grid_size, 0U) > 0) {
    return broken_packet("kernel dispatch with a workgroup or grid size of 0");
  }
  dispatch.private_bytes = packet.private_segment_size;
  dispatch.group_bytes = packet.group_segment_size;
  dispatch.descriptor_address = packet.kernel_object;
  dispatch.kernarg_address = reinterpret_cast<std::uint64_t>(packet.kernarg_address);
  dispatch.packet_address = reinterpret_cast<std::uint64_t>(&packet);
  dispatch.queue_address = memory_.read_pointer_address - offsetof(amd_queue_t, read_dispatch_id);
  dispatch.dispatch_id = shared<std::uint64_t>(memory_.read_pointer_address).load(std::memory_order_relaxed);
  return services_.execute(dispatch);
}

void AqlQueue::retire(std::uint64_t packet_address) {
  const hsa_signal_t completion = at<hsa_kernel_dispatch_packet_t>(packet_address).completion_signal;
  shared<std::uint16_t>(packet_address).store(HSA_PACKET_TYPE_INVALID, std::memory_order_release);
  shared<std::uint64_t>(memory_.read_pointer_address).fetch_add(1, std::memory_order_release);
  if (completion.handle != 0) complete(completion);
  started_ticks_ = 0;
}

void AqlQueue::complete(hsa_signal_t handle) {
  auto& signal = *reinterpret_cast<amd_signal_t*>(handle.handle);
  signal.start_ts = started_ticks_;
  signal.end_ts = std::max(gpu_clock_ticks(), started_ticks_ + 1);
  // The value drops first and the mailbox is read behind it, as hardware does: the runtime sets the mailbox of a signal
  // only when it is about to sleep, and then looks at the value once more. In the other order a wake-up can be lost.
  // The runtime keeps the memory of signals that are gone; an event too many wakes somebody who looks and sleeps again.
  shared<std::int64_t>(handle.handle + offsetof(amd_signal_t, value)).fetch_sub(1, std::memory_order_seq_cst);
  const auto mailbox = shared<std::uint64_t>(handle.handle + offsetof(amd_signal_t, event_mailbox_ptr))
                           .load(std::memory_order_seq_cst);
  if (mailbox == 0) return;
  const auto event =
      shared<std::uint32_t>(handle.handle + offsetof(amd_signal_t, event_id)).load(std::memory_order_relaxed);
  shared<std::uint64_t>(mailbox).store(event, std::memory_order_release);
  services_.set_event(event);
}

}  // namespace agt::vgpu
