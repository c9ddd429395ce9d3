// Sentences about hip-twin as its parent sees it: exit status and lines, with a HIP runtime that computes nothing.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/child_process.h"
#include "report/model/twin_event.h"
#include "tests/temporary_folder.h"

namespace agt {
namespace {

using testing::HasSubstr;

struct Seen {
  ChildOutcome outcome;
  std::vector<TwinEvent> events;

  /// The first event of this kind, or null.
  template <class Event>
  const Event* find() const {
    for (const TwinEvent& event : events)
      if (const auto* found = std::get_if<Event>(&event)) return found;
    return nullptr;
  }
};

struct Call {
  std::string program = HIP_TWIN;
  std::vector<std::string> arguments{"--twin",       "psnr",    "--code-object", CODE_OBJECTS "/gfx1100/psnr.co",
                                     "--expect-gfx", "gfx1100", "--fixture",     "odd_19x17"};
  std::string fake_hip = "";
  std::string library_folder = FAKE_HIP_FOLDER;
};

Seen run(const Call& call) {
  Seen seen;
  ChildSpec spec;
  spec.argv = {call.program};
  spec.argv.insert(spec.argv.end(), call.arguments.begin(), call.arguments.end());
  spec.environment = {"LD_LIBRARY_PATH=" + call.library_folder, "FAKE_HIP=" + call.fake_hip};
  spec.on_result_line = [&](std::string_view line) {
    auto event = parse_twin_event(line);
    EXPECT_TRUE(event) << line;
    if (event) seen.events.push_back(std::move(*event));
  };
  auto outcome = run_child(spec);
  EXPECT_TRUE(outcome) << outcome.error().message;
  if (outcome) seen.outcome = std::move(*outcome);
  return seen;
}

Call with(std::vector<std::string> more) {
  Call call;
  call.arguments.insert(call.arguments.end(), more.begin(), more.end());
  return call;
}

TEST(HipTwin, GoesThroughItsEventsInOrder) {
  const Seen seen = run({});
  EXPECT_EQ(seen.outcome.exit_status, 0) << seen.outcome.error_text;
  ASSERT_EQ(seen.events.size(), 5U);
  EXPECT_TRUE(std::get<SelfCheckEvent>(seen.events[0]).passed);
  EXPECT_EQ(std::get<PinEvent>(seen.events[1]).target_id, "gfx1100");
  EXPECT_EQ(std::get<PinEvent>(seen.events[1]).location, (PciLocation{0, 3, 0, 0}));
  EXPECT_EQ(std::get<CaseBeginEvent>(seen.events[2]).fixture, "odd_19x17");
  EXPECT_EQ(std::get<CaseEvent>(seen.events[3]).result.name, "odd_19x17");
  EXPECT_EQ(std::get<EndEvent>(seen.events[4]).cases, 1U);
}

TEST(HipTwin, SeesThatKernelsWhichDoNothingLeaveOutputsUntouched) {
  const Seen seen = run({});
  const auto* event = seen.find<CaseEvent>();
  ASSERT_TRUE(event);
  EXPECT_EQ(event->result.outcome, Outcome::kDiffering);
  EXPECT_EQ(event->result.pattern, WrongPattern::kUntouched);
  EXPECT_EQ(event->result.first_difference->actual_bits, "0xa5a5a5a5a5a5a5a5");
  EXPECT_EQ(event->result.device_sha256.size(), 3U);
}

TEST(HipTwin, StopsAtAWrongReferenceBeforeAnyGpuIsJudged) {
  for (const char* twin : {"psnr", "motion", "float_ssim"}) {
    Call call;
    call.program = WRONG_REFERENCE;
    call.arguments[1] = twin;
    const Seen seen = run(call);
    EXPECT_EQ(seen.outcome.exit_status, 70) << twin;
    ASSERT_EQ(seen.events.size(), 1U) << twin;
    EXPECT_FALSE(std::get<SelfCheckEvent>(seen.events[0]).passed);
    EXPECT_THAT(std::get<SelfCheckEvent>(seen.events[0]).message, HasSubstr(std::string(twin) + " reference"));
  }
}

TEST(HipTwin, TooLittleMemoryIsACaseThatWasNotRun) {
  Call call;
  call.fake_hip = "fail=hipMalloc:2";
  const Seen seen = run(call);
  EXPECT_EQ(seen.outcome.exit_status, 0);
  ASSERT_TRUE(seen.find<CaseEvent>());
  EXPECT_EQ(seen.find<CaseEvent>()->result.outcome, Outcome::kNotRun);
  EXPECT_EQ(seen.find<CaseEvent>()->result.message, "hipMalloc: hipErrorOutOfMemory (2)");
  EXPECT_TRUE(seen.find<EndEvent>());
}

class FailingCall : public testing::TestWithParam<std::string> {};

TEST_P(FailingCall, IsADeviceErrorThatIsNamed) {
  Call call;
  call.fake_hip = "fail=" + GetParam() + ":719";
  const Seen seen = run(call);
  EXPECT_EQ(seen.outcome.exit_status, 4);
  ASSERT_TRUE(seen.find<ErrorEvent>());
  EXPECT_THAT(seen.find<ErrorEvent>()->message, testing::ContainsRegex(GetParam() + ".*\\(719\\)"));
  EXPECT_FALSE(seen.find<EndEvent>());
}

INSTANTIATE_TEST_SUITE_P(Each, FailingCall,
                         testing::Values("hipInit", "hipMalloc", "hipMemcpy", "hipModuleLoadData",
                                         "hipModuleLaunchKernel", "hipDeviceSynchronize"));

struct Pin {
  std::string fake_hip;
  std::string message;
};
class WrongPin : public testing::TestWithParam<Pin> {};

TEST_P(WrongPin, IsOurFailureAndNoResult) {
  Call call;
  call.fake_hip = GetParam().fake_hip;
  const Seen seen = run(call);
  EXPECT_EQ(seen.outcome.exit_status, 70);
  EXPECT_TRUE(seen.find<PinEvent>());
  EXPECT_FALSE(seen.find<CaseBeginEvent>());
  ASSERT_TRUE(seen.find<ErrorEvent>());
  EXPECT_THAT(seen.find<ErrorEvent>()->message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(Each, WrongPin,
                         testing::Values(Pin{"devices=2", "2 devices are visible"},
                                         Pin{"devices=0", "0 devices are visible"},
                                         Pin{"fail=hipInit:100", "0 devices are visible"},
                                         Pin{"gfx=gfx1101", "the device is gfx1101 instead of gfx1100"},
                                         Pin{"gfx=gfx1100x", "the device is gfx1100x"}));

TEST(HipTwin, TargetFeaturesDoNotChangeATarget) {
  Call call;
  call.fake_hip = "gfx=gfx90a:sramecc+:xnack-";
  call.arguments[5] = "gfx90a";
  EXPECT_EQ(run(call).outcome.exit_status, 0);
}

TEST(HipTwin, WithoutHipNamesTheLibraryThatIsMissing) {
  const TemporaryFolder folder;
  folder.write("libamdhip64.so.7", "");  // stands before any that the machine has
  folder.write("libamdhip64.so.6", "");
  Call call;
  call.library_folder = folder.path().string();
  const Seen seen = run(call);
  EXPECT_EQ(seen.outcome.exit_status, 69);
  EXPECT_THAT(seen.outcome.error_text, HasSubstr("libamdhip64.so.7"));
  ASSERT_TRUE(seen.find<ErrorEvent>());
}

TEST(HipTwin, AMissingCodeObjectIsNamed) {
  Call call;
  call.arguments[3] = "/nowhere/psnr.co";
  const Seen seen = run(call);
  EXPECT_EQ(seen.outcome.exit_status, 66);
  EXPECT_THAT(seen.outcome.error_text, HasSubstr("/nowhere/psnr.co"));
}

TEST(HipTwin, RunsTheTestersOwnClip) {
  const TemporaryFolder folder;
  const std::string clip = "YUV4MPEG2 W3 H3 C444\nFRAME\nabcdefghiabcdefghiabcdefghi";
  const auto reference = folder.write("a.y4m", clip);
  const Seen seen = run(with({"--ref", reference.string(), "--dis", reference.string()}));
  EXPECT_EQ(seen.outcome.exit_status, 0) << seen.outcome.error_text;
  EXPECT_EQ(std::get<CaseEvent>(seen.events.at(5)).result.name, "own_clip");
  EXPECT_EQ(seen.find<CaseBeginEvent>()->fixture, "odd_19x17");
}

TEST(HipTwin, BadClipsAreRefusedBeforeAnyGpuIsUsed) {
  const TemporaryFolder folder;
  const auto bad = folder.write("bad.y4m", "YUV4MPEG2 W3 H3\nFRAME\nabc").string();
  const Seen refused = run(with({"--ref", bad, "--dis", bad}));
  EXPECT_EQ(refused.outcome.exit_status, 65);
  EXPECT_TRUE(refused.events.empty());
  EXPECT_THAT(refused.outcome.error_text, HasSubstr("bad.y4m: frame 0: truncated"));
  EXPECT_EQ(run(with({"--ref", bad, "--dis", "/nowhere.y4m"})).outcome.exit_status, 65);
  EXPECT_EQ(run(with({"--ref", "/nowhere.y4m", "--dis", bad})).outcome.exit_status, 66);
}

TEST(HipTwin, WrongUsageIs64) {
  EXPECT_EQ(run(with({"--fixture", "none"})).outcome.exit_status, 64);
  EXPECT_EQ(run(with({"--repeat", "0"})).outcome.exit_status, 64);
  EXPECT_EQ(run(with({"--ref", "a.y4m"})).outcome.exit_status, 64);
  EXPECT_EQ(run(with({"--no-such-option"})).outcome.exit_status, 64);
  Call unknown;
  unknown.arguments[1] = "none";
  EXPECT_EQ(run(unknown).outcome.exit_status, 64);
}

TEST(HipTwin, ListsTwinsAndFixtures) {
  Call call;
  call.arguments = {"--list"};
  const Seen seen = run(call);
  EXPECT_EQ(seen.outcome.exit_status, 0);
  EXPECT_THAT(seen.outcome.output_text, HasSubstr("twin float_ssim\n"));
  EXPECT_THAT(seen.outcome.output_text, HasSubstr("fixture odd_19x17 19x17, 8 bits, 3 frames\n"));
}

}  // namespace
}  // namespace agt
