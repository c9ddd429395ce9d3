// Sentences about the real, unmodified HSA and HIP runtimes on virtual GPUs.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "report/model/json.h"
#include "targets/targets.h"
#include "virtual-gpu/kfd/preloaded_run.h"

namespace agt::vgpu {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// In the one instruction of the kernel `fill` that nothing else executes.
constexpr const char* kDefect = "AMDGPU_VIRTUAL_DEFECT=gfx1100:v_bfrev_b32:5:0";

std::string code_object(const std::string& gfx) { return AGT_RUNTIME_KERNELS "/" + gfx + ".object"; }

PreloadedOutcome run_on(const TemporaryTopology& topology, std::vector<std::string> arguments,
                        std::vector<std::string> environment = {}) {
  arguments.insert(arguments.begin(), AGT_RUNTIME_CHILD);
  environment.push_back("AMDGPU_VIRTUAL_TOPOLOGY=" + topology.directory().string());
  environment.push_back("AMD_COMGR_CACHE=0");
  environment.push_back("HSA_DISABLE_COREDUMP_ON_EXCEPTION=1");
  return run_preloaded(std::move(arguments), std::move(environment));
}

/// `action` on a machine with one GPU of this target; what each step cost goes to the test's output.
PreloadedOutcome run_hip(const std::string& gfx, const std::string& action, std::vector<std::string> environment = {}) {
  const TemporaryTopology topology({gfx});
  auto outcome = run_on(topology, {action, code_object(gfx)}, std::move(environment));
  std::printf("%s %s: %lld ms in all\n%s", gfx.c_str(), action.c_str(), static_cast<long long>(outcome.child.wall.count()),
              outcome.child.error_text.c_str());
  return outcome;
}

std::vector<Json> events_of(const PreloadedOutcome& outcome, const std::string& event) {
  std::vector<Json> events;
  for (const std::string& text : outcome.result_lines) {
    const auto line = parse_json(text);
    if (line && line->value("event", "") == event) events.push_back(*line);
  }
  return events;
}

TEST(Runtime, EnumeratesTheGpusInTheirOrder) {
  const TemporaryTopology topology({"gfx1100", "gfx1036", "gfx942"});
  const auto outcome = run_on(topology, {"agents"});
  EXPECT_EQ(outcome.child.output_text,
            "gfx1100 wave 32 units 96, Virtual gfx1100\n"
            "gfx1036 wave 32 units 2, Virtual gfx1036\n"
            "gfx942 wave 64 units 304, Virtual gfx942\n");
  EXPECT_EQ(outcome.child.exit_status, 0) << outcome.child.error_text;
  EXPECT_THAT(outcome.result_lines, IsEmpty()) << "no queue was made";
}

TEST(Runtime, EnumeratesEightOfAKind) {
  const TemporaryTopology topology(std::vector<std::string>(8, "gfx90a"));
  const std::string text = run_on(topology, {"agents"}).child.output_text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8) << text;
}

TEST(Runtime, ShowsTheOneThatIsSelected) {
  const TemporaryTopology topology({"gfx1100", "gfx1036", "gfx942"});
  EXPECT_EQ(run_on(topology, {"agents"}, {"ROCR_VISIBLE_DEVICES=1"}).child.output_text,
            "gfx1036 wave 32 units 2, Virtual gfx1036\n");
}

TEST(Runtime, KnowsEveryTargetButTheNewest) {
  // gfx1250 is unknown to the runtimes of Debian (7.2 and before), which leave it out.
  std::vector<std::string> names;
  for (const Target& target : supported_targets()) names.emplace_back(target.gfx);
  const TemporaryTopology topology(names);
  const std::string text = run_on(topology, {"agents"}).child.output_text;
  for (const Target& target : supported_targets()) {
    if (target.gfx == "gfx1250") continue;
    const std::string line = std::string(target.gfx) + " wave " + std::to_string(target.wave_lanes) + " units";
    EXPECT_THAT(text, HasSubstr(line));
  }
}

class RuntimeOn : public ::testing::TestWithParam<std::string> {};

TEST_P(RuntimeOn, CopiesFillsAndExecutesThroughHip) {
  const auto outcome = run_hip(GetParam(), "work");
  EXPECT_EQ(outcome.child.end, ChildEnd::kExited);
  EXPECT_EQ(outcome.child.exit_status, 0);
  EXPECT_THAT(outcome.child.output_text, AllOf(HasSubstr("two threads: right"), Not(HasSubstr("wrong"))));
  const auto statistics = events_of(outcome, "virtual_statistics");
  ASSERT_THAT(statistics, SizeIs(1));
  EXPECT_EQ(statistics[0]["gfx_target"], GetParam());
  EXPECT_GT(statistics[0]["dispatches"], 10);
  EXPECT_GT(statistics[0]["wave_instructions"], 1000);
  EXPECT_THAT(events_of(outcome, "virtual_fault"), IsEmpty());
}

TEST_P(RuntimeOn, FirstKernelIsDoneSoon) {
  const auto outcome = run_hip(GetParam(), "first-kernel");
  EXPECT_THAT(outcome.child.output_text, HasSubstr("kernel: right"));
  EXPECT_LT(outcome.child.wall, std::chrono::seconds(20)) << "the fixed cost of every measuring child";
}

TEST_P(RuntimeOn, MemoryFaultOfAKernelIsAnIllegalAddressToHip) {
  const auto outcome = run_hip(GetParam(), "poke");
  EXPECT_EQ(outcome.child.end, ChildEnd::kExited);
  EXPECT_THAT(outcome.child.output_text, HasSubstr("synchronize: hipErrorIllegalAddress"));
  const auto faults = events_of(outcome, "virtual_fault");
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_THAT(faults[0]["message"].get<std::string>(), AllOf(HasSubstr(GetParam()), HasSubstr("memory fault")));
  EXPECT_THAT(events_of(outcome, "virtual_statistics"), SizeIs(1));
}

INSTANTIATE_TEST_SUITE_P(Targets, RuntimeOn, ::testing::Values("gfx1100", "gfx1036", "gfx942"),
                         [](const auto& test) { return test.param; });

TEST(Runtime, UnknownInstructionEndsTheProcessWithItsName) {
  const auto outcome = run_hip("gfx1100", "matrix");
  EXPECT_EQ(outcome.child.end, ChildEnd::kExited);
  EXPECT_EQ(outcome.child.exit_status, 70);
  const auto faults = events_of(outcome, "virtual_fault");
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_THAT(faults[0]["message"].get<std::string>(),
              AllOf(HasSubstr("gfx1100"), HasSubstr("matrix"), HasSubstr("v_wmma_f32_16x16x16_f16")));
  EXPECT_THAT(outcome.child.error_text, HasSubstr("amdgpu-virtual: " + faults[0]["message"].get<std::string>()));
  EXPECT_THAT(events_of(outcome, "virtual_statistics"), SizeIs(1));
}

TEST(Runtime, PlantedDefectIsSeenInTheKernelsResult) {
  const auto outcome = run_hip("gfx1100", "first-kernel", {kDefect});
  EXPECT_THAT(outcome.child.output_text, HasSubstr("kernel: wrong"));
}

TEST(Runtime, DefectOfAnotherTargetIsNotSeen) {
  const auto outcome = run_hip("gfx1036", "first-kernel", {kDefect});
  EXPECT_THAT(outcome.child.output_text, HasSubstr("kernel: right"));
}

TEST(Runtime, SeveralProcessesWorkAtOnce) {
  const TemporaryTopology topology({"gfx1100", "gfx1036", "gfx942"});
  const std::vector<std::string> targets = {"gfx1100", "gfx1036", "gfx942"};
  std::vector<PreloadedOutcome> outcomes(targets.size());
  std::vector<std::thread> runs;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    runs.emplace_back([&, i] {
      outcomes[i] = run_on(topology, {"first-kernel", code_object(targets[i])}, {"ROCR_VISIBLE_DEVICES=" + std::to_string(i)});
    });
  }
  for (std::thread& run : runs) run.join();
  for (const PreloadedOutcome& outcome : outcomes) EXPECT_THAT(outcome.child.output_text, HasSubstr("kernel: right"));
}

}  // namespace
}  // namespace agt::vgpu
