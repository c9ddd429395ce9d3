// AqlQueue: one hardware queue. A thread reads the packets of the ring in order, as the command processor of a GPU does.
// SPDX-License-Identifier: MIT
#pragma once

#include <hsa/amd_hsa_signal.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

#include "base/result.h"
#include "virtual-gpu/dispatch/model.h"

namespace agt::vgpu {

/// What CREATE_QUEUE says of it: addresses in this process.
struct QueueMemory {
  std::uint64_t ring_address = 0;
  std::uint32_t ring_bytes = 0;  ///< a multiple of 64, the size of a packet
  std::uint64_t read_pointer_address = 0;   ///< amd_queue_t::read_dispatch_id: packets done
  std::uint64_t write_pointer_address = 0;  ///< amd_queue_t::write_dispatch_id: packets reserved
};

/// What a queue needs of the rest; all are called on the queue's thread.
struct QueueServices {
  std::function<Result<void>(const Dispatch&)> execute;
  std::function<void(std::uint32_t event_id)> set_event;
  /// A packet or kernel that cannot be executed. The queue has stopped for good.
  std::function<void(const Error&)> on_fault;
};

/// The clock of dispatch timestamps, in ticks of kGpuClockHz.
std::uint64_t gpu_clock_ticks();
inline constexpr std::uint64_t kGpuClockHz = 100'000'000;

/// Format and order of packets: HSA Platform System Architecture 1.2, 2.9 "Architected Queuing Language"; the vendor
/// packets of hsa_ext_amd.h. Packets are executed one after the other, which is what the barrier bit asks for at most.
/// The doorbell is not looked at: several producers may ring it out of order, so its value says less than the write
/// pointer and the packet's header do, and nothing wakes a thread when plain memory is written.
class AqlQueue {
 public:
  AqlQueue(const QueueMemory& memory, QueueServices services);
  /// Ends after the packet that is being executed.
  ~AqlQueue();
  AqlQueue(const AqlQueue&) = delete;
  AqlQueue& operator=(const AqlQueue&) = delete;

  void pause(bool paused) { paused_ = paused; }

 private:
  void run();
  bool step();
  Result<bool> perform(std::uint64_t packet_address, std::uint16_t header);
  Result<void> dispatch(const hsa_kernel_dispatch_packet_t& packet);
  void retire(std::uint64_t packet_address);
  void complete(hsa_signal_t handle);

  const QueueMemory memory_;
  const QueueServices services_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> paused_{false};
  std::uint64_t started_ticks_ = 0;  ///< of the packet being executed; 0 while none is
  std::thread thread_;
};

}  // namespace agt::vgpu
