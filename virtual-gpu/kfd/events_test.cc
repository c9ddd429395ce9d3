// Sentences about the driver's events, as the kernel documents and does them.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/events.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <future>
#include <thread>

namespace agt::vgpu {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kForever = 0xffffffff;

class Events : public ::testing::Test {
 protected:
  std::uint32_t make(bool auto_reset = true, std::uint32_t type = KFD_IOC_EVENT_SIGNAL) {
    std::uint32_t id = 0;
    EXPECT_EQ(table_.create(type, auto_reset, id), 0);
    return id;
  }
  std::uint32_t wait(std::vector<std::uint32_t> ids, bool all, std::uint32_t timeout_ms, std::uint64_t age = 0) {
    data_.assign(ids.size(), {});
    for (std::size_t i = 0; i < ids.size(); ++i) {
      data_[i].event_id = ids[i];
      data_[i].signal_event_data.last_event_age = age;
    }
    std::uint32_t result = 99;
    error_ = table_.wait(data_, all, timeout_ms, result);
    return result;
  }

  EventTable table_;
  std::vector<kfd_event_data> data_;  // of the last wait
  int error_ = 0;
};

TEST_F(Events, AutoResetEventIsKeptForOneWait) {
  const auto event = make();
  EXPECT_EQ(table_.set(event), 0);
  EXPECT_EQ(wait({event}, false, 0), KFD_IOC_WAIT_RESULT_COMPLETE);
  EXPECT_EQ(wait({event}, false, 0), KFD_IOC_WAIT_RESULT_TIMEOUT);
}

TEST_F(Events, ManualEventStaysSetUntilItIsReset) {
  const auto event = make(false);
  table_.set(event);
  EXPECT_EQ(wait({event}, false, 0), KFD_IOC_WAIT_RESULT_COMPLETE);
  EXPECT_EQ(wait({event}, false, 0), KFD_IOC_WAIT_RESULT_COMPLETE);
  EXPECT_EQ(table_.reset(event), 0);
  EXPECT_EQ(wait({event}, false, 0), KFD_IOC_WAIT_RESULT_TIMEOUT);
}

TEST_F(Events, AutoResetEventThatWakesSomebodyIsNotKept) {
  const auto event = make();
  auto waiter = std::async(std::launch::async, [&] { return wait({event}, false, kForever); });
  std::this_thread::sleep_for(50ms);
  table_.set(event);
  EXPECT_EQ(waiter.get(), KFD_IOC_WAIT_RESULT_COMPLETE);
  EXPECT_EQ(wait({event}, false, 0), KFD_IOC_WAIT_RESULT_TIMEOUT);
}

TEST_F(Events, SettingWakesEveryWaiter) {
  const auto event = make();
  const auto wait_alone = [&] {
    kfd_event_data data{};
    data.event_id = event;
    std::uint32_t result = 99;
    table_.wait({&data, 1}, false, 5000, result);
    return result;
  };
  auto first = std::async(std::launch::async, wait_alone);
  auto second = std::async(std::launch::async, wait_alone);
  std::this_thread::sleep_for(50ms);
  table_.set(event);
  EXPECT_EQ(first.get(), KFD_IOC_WAIT_RESULT_COMPLETE);
  EXPECT_EQ(second.get(), KFD_IOC_WAIT_RESULT_COMPLETE);
}

TEST_F(Events, TimeoutComesInItsTime) {
  const auto event = make();
  const auto start = Clock::now();
  EXPECT_EQ(wait({event}, false, 60), KFD_IOC_WAIT_RESULT_TIMEOUT);
  EXPECT_GE(Clock::now() - start, 60ms);
  EXPECT_LT(Clock::now() - start, 2s);
  EXPECT_EQ(error_, 0);
}

TEST_F(Events, AnyIsOverWithTheFirstAndAllWithTheLast) {
  const auto first = make(false);
  const auto second = make(false);
  table_.set(second);
  EXPECT_EQ(wait({first, second}, false, 0), KFD_IOC_WAIT_RESULT_COMPLETE);
  EXPECT_EQ(wait({first, second}, true, 20), KFD_IOC_WAIT_RESULT_TIMEOUT);
  table_.set(first);
  EXPECT_EQ(wait({first, second}, true, 0), KFD_IOC_WAIT_RESULT_COMPLETE);
}

TEST_F(Events, AgeTellsAWaiterThatItMissedOne) {
  const auto event = make();
  EXPECT_EQ(wait({event}, false, 0, 1), KFD_IOC_WAIT_RESULT_TIMEOUT) << "a new event has age 1";
  table_.set(event);
  EXPECT_EQ(wait({event}, false, 0, 1), KFD_IOC_WAIT_RESULT_COMPLETE);
  EXPECT_EQ(data_[0].signal_event_data.last_event_age, 2U);
  EXPECT_EQ(wait({event}, false, 0, 1), KFD_IOC_WAIT_RESULT_COMPLETE) << "no longer signaled, but age 1 is out of date";
  EXPECT_EQ(wait({event}, false, 0, 2), KFD_IOC_WAIT_RESULT_TIMEOUT);
}

TEST_F(Events, DestroyedEventFailsWhoWaitsForIt) {
  const auto event = make();
  auto waiter = std::async(std::launch::async, [&] { return wait({event}, false, kForever); });
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(table_.destroy(event), 0);
  EXPECT_EQ(waiter.get(), KFD_IOC_WAIT_RESULT_FAIL);
  EXPECT_EQ(error_, EIO);
}

TEST_F(Events, MemoryFaultReachesItsListenerWithTheGpu) {
  EXPECT_EQ(table_.count_memory_listeners(), 0U);
  const auto signal = make();
  const auto memory = make(false, KFD_IOC_EVENT_MEMORY);
  EXPECT_EQ(table_.count_memory_listeners(), 1U);
  table_.raise_memory_fault(7, 0x1000);
  EXPECT_EQ(wait({signal, memory}, false, 0), KFD_IOC_WAIT_RESULT_COMPLETE);
  EXPECT_EQ(data_[1].memory_exception_data.gpu_id, 7U);
  EXPECT_EQ(data_[1].memory_exception_data.va, 0x1000U);
  EXPECT_EQ(data_[1].memory_exception_data.failure.NotPresent, 1U);
}

TEST_F(Events, UnknownEventIsRefused) {
  EXPECT_EQ(table_.set(5), EINVAL);
  EXPECT_EQ(table_.reset(5), EINVAL);
  EXPECT_EQ(table_.destroy(5), EINVAL);
  wait({make(), 77}, false, 0);
  EXPECT_EQ(error_, EINVAL);
}

TEST_F(Events, SignalEventsRunOutAndOthersHaveNumbersOfTheirOwn) {
  // A number below the limit is also the place of the event's mailbox in a page of that size.
  for (int i = 1; i < KFD_SIGNAL_EVENT_LIMIT; ++i) EXPECT_LT(make(), static_cast<std::uint32_t>(KFD_SIGNAL_EVENT_LIMIT));
  std::uint32_t id = 0;
  EXPECT_EQ(table_.create(KFD_IOC_EVENT_SIGNAL, true, id), ENOSPC);
  EXPECT_GE(make(false, KFD_IOC_EVENT_MEMORY), static_cast<std::uint32_t>(KFD_SIGNAL_EVENT_LIMIT));
  EXPECT_EQ(table_.destroy(100), 0);
  EXPECT_EQ(make(), 100U);
}

}  // namespace
}  // namespace agt::vgpu
