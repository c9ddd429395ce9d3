// Sentences about a case, on devices that are right, wrong, unsteady or too small.
// SPDX-License-Identifier: MIT
#include "twins/run_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "twins/fixtures/fixtures.h"
#include "twins/registry.h"

namespace agt {
namespace {

using testing::HasSubstr;

/// A twin of one output, the sum of the first plane's samples; what computes it on the "device" is the test's.
std::vector<Step> steps(const PictureFormat&, std::uint32_t frame) { return {{frame, 0}}; }
std::vector<Output> reference(const StepInput& input) {
  std::uint64_t sum = 0;
  for (const std::byte byte : input.reference.planes[0].bytes) sum += std::to_integer<std::uint64_t>(byte);
  return {make_output("sum", std::span<const std::uint64_t>(&sum, 1))};
}
DevicePlan plan(const StepInput& input) {
  DevicePlan plan;
  plan.add_input(input.reference.planes[0].bytes, input.reference.planes[0].bytes.size());
  plan.add_output("sum", ElementType::kU64, 1);
  return plan;
}
std::vector<Score> scores(const PictureFormat&, std::uint32_t frames, std::span<const StepResult> results) {
  return {make_score("frames", frames), make_score("steps", static_cast<double>(results.size()))};
}
const Twin kSum{"sum", 4, nullptr, steps, reference, plan, scores};

/// Adds up the input; `spoil` then changes the image.
class AddingDevice : public Device {
 public:
  using Spoil = std::function<void(std::uint32_t execution, std::byte* output)>;
  explicit AddingDevice(Spoil spoil = [](std::uint32_t, std::byte*) {}) : spoil_(std::move(spoil)) {}
  Result<Execution> execute(const DevicePlan& device_plan, const DeviceImage& image) override {
    Execution execution{image.before(), std::chrono::microseconds(10 - executions_ % 3)};
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < device_plan.buffers[0].size_bytes; ++i)
      sum += std::to_integer<std::uint64_t>(execution.after[image.offset_of(0) + i]);
    const auto bytes = std::as_bytes(std::span(&sum, 1));
    std::byte* output = execution.after.data() + image.offset_of(1);
    std::ranges::copy(bytes, output);
    spoil_(executions_++, output);
    return execution;
  }

 private:
  Spoil spoil_;
  std::uint32_t executions_ = 0;
};

class FailingDevice : public Device {
 public:
  explicit FailingDevice(ExitCode code) : code_(code) {}
  Result<Execution> execute(const DevicePlan&, const DeviceImage&) override { return failure(code_, "hipMalloc: no"); }

 private:
  ExitCode code_;
};

CaseResult run(Device& device, const Twin& twin = kSum, const char* fixture = "odd_19x17") {
  auto result = run_case(device, twin, open_fixture(*find_fixture(fixture)), 3);
  EXPECT_TRUE(result) << result.error().message;
  return result ? *result : CaseResult{};
}

TEST(RunCase, ARightDeviceIsIdentical) {
  AddingDevice device;
  const CaseResult result = run(device);
  EXPECT_EQ(result.outcome, Outcome::kIdentical);
  EXPECT_EQ(result.message, "");
  EXPECT_EQ(result.name, "odd_19x17");
  EXPECT_EQ(result.repeats, 3U);
  EXPECT_EQ(result.values_compared, 3U);
  EXPECT_EQ(result.values_differing, 0U);
  EXPECT_THAT(result.device_sha256, testing::Each(*result.reference_sha256));
  EXPECT_EQ(result.scores[1].value, "3");
  EXPECT_EQ(result.device_wall_us, 24U);  // the third repeat's, 8 in each of 3 frames
}

TEST(RunCase, AValueWrongTheSameWayEachTimeDiffers) {
  AddingDevice device([](std::uint32_t execution, std::byte* output) {
    if (execution >= 3 && execution < 6) output[0] ^= std::byte{4};
  });
  const CaseResult result = run(device);
  EXPECT_EQ(result.outcome, Outcome::kDiffering);
  EXPECT_EQ(result.values_differing, 1U);
  EXPECT_EQ(result.pattern, WrongPattern::kOther);
  ASSERT_TRUE(result.first_difference);
  EXPECT_EQ(result.first_difference->frame, 1U);
  EXPECT_THAT(result.message, HasSubstr("sum[0] of frame 1, plane 0: expected 0x"));
}

TEST(RunCase, RepeatsThatDisagreeAreUnstable) {
  AddingDevice device([](std::uint32_t execution, std::byte* output) {
    if (execution == 4) output[0] ^= std::byte{4};
  });
  const CaseResult result = run(device);
  EXPECT_EQ(result.outcome, Outcome::kUnstable);
  EXPECT_EQ(result.values_differing, 1U);
  EXPECT_TRUE(result.first_difference);
}

TEST(RunCase, AnUntouchedOutputIsSeen) {
  AddingDevice device([](std::uint32_t, std::byte* output) { std::fill_n(output, 8, kPoison); });
  EXPECT_EQ(run(device).pattern, WrongPattern::kUntouched);
}

TEST(RunCase, RightValuesWithAGuardHitDiffer) {
  AddingDevice device([](std::uint32_t, std::byte* output) { output[8] = std::byte{0}; });
  const CaseResult result = run(device);
  EXPECT_EQ(result.outcome, Outcome::kDiffering);
  EXPECT_EQ(result.values_differing, 0U);
  EXPECT_EQ(result.pattern, WrongPattern::kGuardHit);
  EXPECT_THAT(result.message, HasSubstr("frame 0, plane 0: written 8 bytes behind the start of buffer 1 (sum)"));
}

TEST(RunCase, TooLittleDeviceMemoryIsNotRun) {
  FailingDevice device(ExitCode::kIncomplete);
  const CaseResult result = run(device);
  EXPECT_EQ(result.outcome, Outcome::kNotRun);
  EXPECT_EQ(result.message, "hipMalloc: no");
}

TEST(RunCase, AnyOtherFailingCallEndsIt) {
  FailingDevice device(ExitCode::kDeviceError);
  const auto result = run_case(device, kSum, open_fixture(*find_fixture("odd_19x17")), 3);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ExitCode::kDeviceError);
}

TEST(RunCase, APictureTooSmallIsNotRun) {
  AddingDevice device;
  Twin large = kSum;
  large.smallest_edge = 18;
  const CaseResult result = run(device, large);
  EXPECT_EQ(result.outcome, Outcome::kNotRun);
  EXPECT_THAT(result.message, HasSubstr("19 x 17 is too small"));
}

TEST(RunCase, NothingToCompareIsNotRun) {
  AddingDevice device;
  Twin idle = kSum;
  idle.steps = [](const PictureFormat&, std::uint32_t) { return std::vector<Step>{}; };
  EXPECT_EQ(run(device, idle).outcome, Outcome::kNotRun);
}

TEST(RunCase, AStepOverTheMemoryLimitIsNotRun) {
  AddingDevice device;
  Twin hungry = kSum;
  hungry.plan = [](const StepInput& input) {
    DevicePlan large = plan(input);
    large.add_scratch(kDeviceMemoryLimitBytes);
    return large;
  };
  const CaseResult result = run(device, hungry);
  EXPECT_EQ(result.outcome, Outcome::kNotRun);
  EXPECT_THAT(result.message, HasSubstr("the limit is 64 MiB"));
}

}  // namespace
}  // namespace agt
