// Sentences about AQL queues: packets by hand, and services that write down what they are asked for.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hsa/amd_hsa_queue.h>
#include <time.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace agt::vgpu {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::uint64_t kRingPackets = 16;

bool eventually(const std::function<bool()>& holds) {
  for (int i = 0; i < 5000 && !holds(); ++i) std::this_thread::sleep_for(1ms);
  return holds();
}

struct alignas(64) Packet {
  std::array<std::byte, 64> bytes{};
};

struct Signal {
  explicit Signal(std::int64_t value) { signal.value = value; }
  std::int64_t value() const { return std::atomic_ref(const_cast<std::int64_t&>(*plain())).load(); }
  void store(std::int64_t value) { std::atomic_ref(*plain()).store(value); }
  std::int64_t* plain() const { return const_cast<std::int64_t*>(&signal.value); }
  hsa_signal_t handle() const { return {reinterpret_cast<std::uint64_t>(&signal)}; }
  amd_signal_t signal{};
};

/// A queue of the runtime's: the ring, its pointers, and what came out of it.
class Queue {
 public:
  Queue() {
    for (Packet& packet : ring) store_header(packet, HSA_PACKET_TYPE_INVALID);
    const QueueMemory memory{address(ring.data()), sizeof(ring), address(&queue.read_dispatch_id),
                             address(&queue.write_dispatch_id)};
    packets = std::make_unique<AqlQueue>(memory, QueueServices{
        .execute = [this](const Dispatch& dispatch) -> Result<void> {
          const std::scoped_lock lock(mutex);
          if (!refuse.empty()) return failure(ExitCode::kBrokenRuntime, refuse);
          dispatches.push_back(dispatch);
          return success();
        },
        .set_event = [this](std::uint32_t id) { const std::scoped_lock lock(mutex); events.push_back(id); },
        .on_fault = [this](const Error& error) { const std::scoped_lock lock(mutex); faults.push_back(error.message); }});
  }

  template <class T>
  static std::uint64_t address(T* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }
  static void store_header(Packet& packet, int type) {
    std::atomic_ref(*reinterpret_cast<std::uint16_t*>(&packet)).store(static_cast<std::uint16_t>(type));
  }

  /// Reserves the next packet and writes all but its header.
  template <class T>
  Packet& reserve(const T& content) {
    static_assert(sizeof(T) == 64);
    const std::uint64_t index = queue.write_dispatch_id % kRingPackets;
    std::memcpy(reinterpret_cast<char*>(&ring[index]) + 2, reinterpret_cast<const char*>(&content) + 2, 62);
    std::atomic_ref(const_cast<std::uint64_t&>(queue.write_dispatch_id)).fetch_add(1);
    return ring[index];
  }
  template <class T>
  void push(const T& content, int type) { store_header(reserve(content), type); }

  std::uint64_t done() { return std::atomic_ref(const_cast<std::uint64_t&>(queue.read_dispatch_id)).load(); }
  bool all_done() { return eventually([this] { return done() == queue.write_dispatch_id; }); }
  bool stays_at(std::uint64_t count) { std::this_thread::sleep_for(30ms); return done() == count; }
  std::size_t fault_count() { const std::scoped_lock lock(mutex); return faults.size(); }

  std::array<Packet, kRingPackets> ring;
  amd_queue_t queue{};
  std::mutex mutex;
  std::string refuse;
  std::vector<Dispatch> dispatches;
  std::vector<std::uint32_t> events;
  std::vector<std::string> faults;
  std::unique_ptr<AqlQueue> packets;
};

hsa_kernel_dispatch_packet_t kernel(std::uint64_t descriptor, hsa_signal_t completion = {0}) {
  hsa_kernel_dispatch_packet_t packet{};
  packet.setup = 3;
  packet.workgroup_size_x = 64;
  packet.workgroup_size_y = 2;
  packet.workgroup_size_z = 1;
  packet.grid_size_x = 1000;
  packet.grid_size_y = 20;
  packet.grid_size_z = 3;
  packet.private_segment_size = 16;
  packet.group_segment_size = 512;
  packet.kernel_object = descriptor;
  packet.kernarg_address = reinterpret_cast<void*>(0x2000);
  packet.completion_signal = completion;
  return packet;
}

template <class Barrier>
Barrier barrier(std::vector<hsa_signal_t> signals, hsa_signal_t completion = {0}) {
  Barrier packet{};
  std::copy(signals.begin(), signals.end(), packet.dep_signal);
  packet.completion_signal = completion;
  return packet;
}

hsa_amd_barrier_value_packet_t vendor_packet(std::uint8_t format) {
  hsa_amd_barrier_value_packet_t packet{};
  packet.header.AmdFormat = format;
  return packet;
}

TEST(Queue, HandsADispatchOverAsThePacketSaysIt) {
  Queue queue;
  queue.push(kernel(0x1000), HSA_PACKET_TYPE_KERNEL_DISPATCH);
  ASSERT_TRUE(queue.all_done());
  ASSERT_EQ(queue.dispatches.size(), 1U);
  const Dispatch& dispatch = queue.dispatches[0];
  EXPECT_THAT(dispatch.workgroup_size, ElementsAre(64, 2, 1));
  EXPECT_THAT(dispatch.grid_size, ElementsAre(1000, 20, 3));
  EXPECT_EQ(dispatch.private_bytes, 16U);
  EXPECT_EQ(dispatch.group_bytes, 512U);
  EXPECT_EQ(dispatch.descriptor_address, 0x1000U);
  EXPECT_EQ(dispatch.kernarg_address, 0x2000U);
  EXPECT_EQ(dispatch.packet_address, Queue::address(&queue.ring[0]));
  EXPECT_EQ(dispatch.queue_address, Queue::address(&queue.queue));
}

TEST(Queue, CompletionDropsTheSignalAndRingsItsEvent) {
  Queue queue;
  Signal signal(1);
  std::uint64_t mailbox = 0;
  signal.signal.event_mailbox_ptr = Queue::address(&mailbox);
  signal.signal.event_id = 42;
  queue.push(kernel(1, signal.handle()), HSA_PACKET_TYPE_KERNEL_DISPATCH);
  ASSERT_TRUE(eventually([&] { const std::scoped_lock lock(queue.mutex); return !queue.events.empty(); }));
  EXPECT_EQ(signal.value(), 0);
  EXPECT_EQ(mailbox, 42U);
  EXPECT_THAT(queue.events, ElementsAre(42));
  EXPECT_GT(signal.signal.start_ts, 0U);
  EXPECT_GT(signal.signal.end_ts, signal.signal.start_ts);
}

TEST(Queue, SignalWithoutMailboxRingsNothing) {
  Queue queue;
  Signal signal(3);
  queue.push(kernel(1, signal.handle()), HSA_PACKET_TYPE_KERNEL_DISPATCH);
  ASSERT_TRUE(eventually([&] { return signal.value() == 2; }));
  EXPECT_TRUE(queue.events.empty());
}

TEST(Queue, ExecutesInOrderAroundTheRing) {
  Queue queue;
  for (std::uint64_t i = 0; i < 5 * kRingPackets; ++i) {
    ASSERT_TRUE(eventually([&] { return queue.queue.write_dispatch_id - queue.done() < kRingPackets; }));
    queue.push(kernel(i + 1), HSA_PACKET_TYPE_KERNEL_DISPATCH);
  }
  ASSERT_TRUE(queue.all_done());
  ASSERT_EQ(queue.dispatches.size(), 5 * kRingPackets);
  for (std::uint64_t i = 0; i < queue.dispatches.size(); ++i) {
    EXPECT_EQ(queue.dispatches[i].descriptor_address, i + 1);
    EXPECT_EQ(queue.dispatches[i].dispatch_id, i);
  }
  for (Packet& packet : queue.ring) EXPECT_EQ(*reinterpret_cast<std::uint16_t*>(&packet), HSA_PACKET_TYPE_INVALID);
}

TEST(Queue, ReservedPacketHoldsUpThoseBehindItUntilItIsWritten) {
  Queue queue;
  Packet& reserved = queue.reserve(kernel(1));
  queue.push(kernel(2), HSA_PACKET_TYPE_KERNEL_DISPATCH);
  EXPECT_TRUE(queue.stays_at(0));
  Queue::store_header(reserved, HSA_PACKET_TYPE_KERNEL_DISPATCH);
  ASSERT_TRUE(queue.all_done());
  EXPECT_EQ(queue.dispatches[0].descriptor_address, 1U);
}

TEST(Queue, BarrierAndWaitsForTheLastOfItsSignals) {
  Queue queue;
  Signal first(1), second(1), completion(1);
  queue.push(barrier<hsa_barrier_and_packet_t>({first.handle(), {0}, second.handle()}, completion.handle()),
             HSA_PACKET_TYPE_BARRIER_AND);
  queue.push(kernel(1), HSA_PACKET_TYPE_KERNEL_DISPATCH);
  first.store(0);
  EXPECT_TRUE(queue.stays_at(0));
  second.store(0);
  ASSERT_TRUE(queue.all_done());
  EXPECT_EQ(completion.value(), 0);
  EXPECT_EQ(queue.dispatches.size(), 1U);
}

TEST(Queue, BarrierOrWaitsForTheFirstOfItsSignals) {
  Queue queue;
  Signal first(1), second(1);
  queue.push(barrier<hsa_barrier_or_packet_t>({first.handle(), second.handle()}), HSA_PACKET_TYPE_BARRIER_OR);
  EXPECT_TRUE(queue.stays_at(0));
  second.store(0);
  EXPECT_TRUE(queue.all_done());
}

TEST(Queue, BarriersWithoutSignalsHold) {
  Queue queue;
  queue.push(barrier<hsa_barrier_and_packet_t>({}), HSA_PACKET_TYPE_BARRIER_AND);
  queue.push(barrier<hsa_barrier_or_packet_t>({}), HSA_PACKET_TYPE_BARRIER_OR);
  EXPECT_TRUE(queue.all_done());
}

TEST(Queue, OneQueueWaitsForAnother) {
  Queue first, second;
  Signal between(1);
  second.push(barrier<hsa_barrier_and_packet_t>({between.handle()}), HSA_PACKET_TYPE_BARRIER_AND);
  second.push(kernel(2), HSA_PACKET_TYPE_KERNEL_DISPATCH);
  EXPECT_TRUE(second.stays_at(0));
  first.push(kernel(1, between.handle()), HSA_PACKET_TYPE_KERNEL_DISPATCH);
  EXPECT_TRUE(second.all_done());
}

TEST(Queue, BarrierValueComparesTheMaskedSignal) {
  struct Case { hsa_signal_condition32_t condition; std::int64_t waits; std::int64_t goes_on; };
  // Of value & 0xff against 5.
  for (const Case& c : {Case{HSA_SIGNAL_CONDITION_EQ, 0x106, 0x105}, Case{HSA_SIGNAL_CONDITION_NE, 0x105, 0x106},
                        Case{HSA_SIGNAL_CONDITION_LT, 0x105, 0x104}, Case{HSA_SIGNAL_CONDITION_GTE, 0x104, 0x105}}) {
    Queue queue;
    Signal signal(c.waits);
    hsa_amd_barrier_value_packet_t packet = vendor_packet(HSA_AMD_PACKET_TYPE_BARRIER_VALUE);
    packet.signal = signal.handle();
    packet.value = 5;
    packet.mask = 0xff;
    packet.cond = c.condition;
    queue.push(packet, HSA_PACKET_TYPE_VENDOR_SPECIFIC);
    EXPECT_TRUE(queue.stays_at(0)) << c.condition;
    signal.store(c.goes_on);
    EXPECT_TRUE(queue.all_done()) << c.condition;
  }
}

TEST(Queue, CommandsForTheProcessorItselfAreCompletedUnseen) {
  Queue queue;
  Signal signal(1);
  hsa_amd_barrier_value_packet_t packet = vendor_packet(1);
  packet.completion_signal = signal.handle();
  queue.push(packet, HSA_PACKET_TYPE_VENDOR_SPECIFIC);
  EXPECT_TRUE(eventually([&] { return signal.value() == 0; }));
}

TEST(Queue, BrokenPacketIsAFaultAndStopsTheQueue) {
  hsa_kernel_dispatch_packet_t empty = kernel(1);
  empty.grid_size_y = 0;
  const hsa_amd_barrier_value_packet_t vendor = vendor_packet(99);
  const std::vector<std::tuple<hsa_kernel_dispatch_packet_t, int, std::string>> cases = {
      {empty, HSA_PACKET_TYPE_KERNEL_DISPATCH, "size of 0"},
      {kernel(1), 17, "unknown type 17"},
      {std::bit_cast<hsa_kernel_dispatch_packet_t>(vendor), HSA_PACKET_TYPE_VENDOR_SPECIFIC, "unknown format 99"}};
  for (const auto& [packet, type, reason] : cases) {
    Queue queue;
    queue.push(packet, type);
    queue.push(kernel(2), HSA_PACKET_TYPE_KERNEL_DISPATCH);
    ASSERT_TRUE(eventually([&] { return queue.fault_count() == 1; })) << reason;
    EXPECT_THAT(queue.faults[0], HasSubstr(reason));
    EXPECT_TRUE(queue.stays_at(0)) << reason;
    EXPECT_TRUE(queue.dispatches.empty());
  }
}

TEST(Queue, FailedDispatchIsNotCompleted) {
  Queue queue;
  queue.refuse = "gfx1100: kernel k: v_foo at 0x10: unknown instruction";
  Signal signal(1);
  queue.push(kernel(1, signal.handle()), HSA_PACKET_TYPE_KERNEL_DISPATCH);
  ASSERT_TRUE(eventually([&] { return queue.fault_count() == 1; }));
  EXPECT_THAT(queue.faults, ElementsAre(queue.refuse));
  EXPECT_EQ(signal.value(), 1);
  EXPECT_EQ(queue.done(), 0U);
}

TEST(Queue, PausedQueueTakesNoPacket) {
  Queue queue;
  queue.packets->pause(true);
  std::this_thread::sleep_for(5ms);
  queue.push(kernel(1), HSA_PACKET_TYPE_KERNEL_DISPATCH);
  EXPECT_TRUE(queue.stays_at(0));
  queue.packets->pause(false);
  EXPECT_TRUE(queue.all_done());
}

TEST(Queue, TwoThreadsFillOneQueue) {
  Queue queue;
  std::mutex producers;  // the runtime's producers reserve with an atomic; what is tested is the other side
  const auto produce = [&](std::uint64_t first) {
    for (std::uint64_t i = 0; i < 500; ++i) {
      while (true) {
        const std::scoped_lock lock(producers);
        if (queue.queue.write_dispatch_id - queue.done() == kRingPackets) continue;
        queue.push(kernel(first + i), HSA_PACKET_TYPE_KERNEL_DISPATCH);
        break;
      }
    }
  };
  std::thread one(produce, 1000), two(produce, 2000);
  one.join();
  two.join();
  ASSERT_TRUE(queue.all_done());
  std::uint64_t last_of_one = 0, last_of_two = 0;
  for (const Dispatch& dispatch : queue.dispatches) {
    std::uint64_t& last = dispatch.descriptor_address < 2000 ? last_of_one : last_of_two;
    EXPECT_GT(dispatch.descriptor_address, last);
    last = dispatch.descriptor_address;
  }
  EXPECT_EQ(queue.dispatches.size(), 1000U);
}

TEST(Queue, IdleQueueCostsLittle) {
  Queue queue;
  std::this_thread::sleep_for(50ms);
  const auto cpu_time = [] {
    timespec used{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
  };
  const auto before = cpu_time();
  std::this_thread::sleep_for(500ms);
  EXPECT_LT(cpu_time() - before, 250ms);  // a queue that spins takes the whole 500 ms
}

}  // namespace
}  // namespace agt::vgpu
