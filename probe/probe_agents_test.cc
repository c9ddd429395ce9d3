// Sentences about amdgpu-probe and its parent: every way in which the runtime can end becomes a document.
// SPDX-License-Identifier: MIT
#include "probe/probe_agents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/child_process.h"
#include "probe/environment.h"
#include "report/model/codec.h"

namespace agt {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr milliseconds kShort{500};

/// What the parent says when the runtime behaves in this mode of tests/fakes/fake_hsa_runtime.cc.
ProbeDocument probe_fake(const std::string& mode, milliseconds deadline = milliseconds(20'000)) {
  ProbeSpec spec;
  spec.program = AMDGPU_PROBE;
  spec.hsa_library = FAKE_HSA;
  spec.environment = child_environment({}, std::vector<std::string>{"FAKE_HSA_MODE=" + mode});
  spec.deadline = deadline;
  spec.grace = kShort;
  auto document = probe_agents(spec);
  if (document) return *document;
  ADD_FAILURE() << document.error().message;
  return {};
}

TEST(ProbeAgents, ListsGpusInTheRuntimesOrderAndNoCpu) {
  const ProbeDocument document = probe_fake("ok");
  EXPECT_EQ(document.status, ProbeStatus::kOk) << document.message;
  EXPECT_EQ(document.runtime_version, "1.18");
  ASSERT_EQ(document.agents.size(), 2U);
  EXPECT_EQ(document.agents[0].index, 0U);
  EXPECT_EQ(document.agents[0].target_id, "gfx1036");
  EXPECT_EQ(document.agents[1].index, 1U);
}

TEST(ProbeAgents, TellsEveryFactOfAGpu) {
  const ProbeAgent gpu = probe_fake("ok").agents.at(0);
  EXPECT_EQ(gpu.wavefront_lanes, 32U);
  EXPECT_EQ(gpu.compute_units, 2U);
  EXPECT_EQ(gpu.chip_id, 5710U);
  EXPECT_EQ(gpu.max_clock_mhz, 2200U);
  EXPECT_EQ(gpu.product_name, "");
  EXPECT_EQ(gpu.location, (PciLocation{.domain = 0, .bus = 11, .device = 0, .function = 0}));
}

TEST(ProbeAgents, TwoIsasAreOneGpuOfTheSpecificOne) {
  const ProbeAgent gpu = probe_fake("ok").agents.at(1);
  EXPECT_EQ(gpu.target_id, "gfx90a:sramecc+:xnack-");
  EXPECT_EQ(gpu.wavefront_lanes, 64U);
  EXPECT_EQ(gpu.max_clock_mhz, std::nullopt) << "unknown is never 0";
  EXPECT_EQ(gpu.location, (PciLocation{.domain = 2, .bus = 0x83, .device = 1, .function = 0}));
}

TEST(ProbeAgents, AProductNameMayFillItsFieldWithoutAnEnd) {
  EXPECT_EQ(probe_fake("ok").agents.at(1).product_name, std::string(64, 'n'));
}

TEST(ProbeAgents, EmptyNamesArePassedOnAsTheyAre) {
  const ProbeDocument document = probe_fake("empty_names");
  ASSERT_EQ(document.agents.size(), 2U);
  EXPECT_EQ(document.agents[1].product_name, "");
  EXPECT_EQ(document.agents[1].target_id, "");
}

TEST(ProbeAgents, NoGpuIsAStatusOfItsOwn) {
  const ProbeDocument document = probe_fake("zero_agents");
  EXPECT_EQ(document.status, ProbeStatus::kNoAgent);
  EXPECT_EQ(document.runtime_version, "1.18");
}

TEST(ProbeAgents, WhatIsOnStdoutIsNotTheAnswer) { EXPECT_EQ(probe_fake("stdout_garbage").status, ProbeStatus::kOk); }

struct Failing {
  std::string mode;
  ProbeStatus status;
  std::string message;
};

class ProbeAgentsFailing : public testing::TestWithParam<Failing> {};

TEST_P(ProbeAgentsFailing, IsADocumentThatSaysWhy) {
  const ProbeDocument document = probe_fake(GetParam().mode);
  EXPECT_EQ(name_of(document.status), name_of(GetParam().status)) << document.message;
  EXPECT_THAT(document.message, StartsWith(GetParam().message));
  EXPECT_TRUE(document.agents.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Runtime, ProbeAgentsFailing,
    testing::Values(
        Failing{"out_of_resources", ProbeStatus::kInitFailed, "hsa_init: FAKE_OUT_OF_RESOURCES (0x1008)"},
        Failing{"attribute_fails", ProbeStatus::kInitFailed, "agent 0: HSA_AMD_AGENT_INFO_BDFID: FAKE_TEXT (0x1001)"},
        Failing{"shut_down_fails", ProbeStatus::kInitFailed, "hsa_shut_down: FAKE_TEXT (0x100b)"},
        Failing{"text_missing", ProbeStatus::kInitFailed,
                "HSA_SYSTEM_INFO_VERSION_MAJOR: a status without a text (0x1000)"},
        Failing{"crash", ProbeStatus::kCrashed, "amdgpu-probe was ended by signal 11"},
        Failing{"abort", ProbeStatus::kCrashed, "amdgpu-probe was ended by signal 6; it said: fake: assertion failed"},
        Failing{"exit", ProbeStatus::kCrashed, "amdgpu-probe said nothing"},
        Failing{"half_a_record", ProbeStatus::kCrashed, "amdgpu-probe said something that is no document: "},
        Failing{"two_records", ProbeStatus::kCrashed, "amdgpu-probe said more than one document"},
        Failing{"flood", ProbeStatus::kCrashed, "amdgpu-probe said more than 262144 bytes"}),
    [](const auto& tested) { return tested.param.mode; });

TEST(ProbeAgents, AHangIsATimeout) {
  const auto start = std::chrono::steady_clock::now();
  const ProbeDocument document = probe_fake("hang", kShort);
  EXPECT_EQ(document.status, ProbeStatus::kTimeout);
  EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(5'000));
}

TEST(ProbeAgents, AHangThatIgnoresTermIsATimeoutToo) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(probe_fake("ignore_term", kShort).status, ProbeStatus::kTimeout);
  EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(5'000));
}

TEST(ProbeAgents, AnInterruptedProbeWasNotRun) {
  const std::atomic<bool> stop = true;
  ProbeSpec spec;
  spec.program = AMDGPU_PROBE;
  spec.hsa_library = FAKE_HSA;
  spec.environment = child_environment({}, std::vector<std::string>{"FAKE_HSA_MODE=hang"});
  spec.stop = &stop;
  const auto document = probe_agents(spec);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->status, ProbeStatus::kNotRun);
}

TEST(ProbeAgents, AMissingLibraryIsNamed) {
  ProbeSpec spec;
  spec.program = AMDGPU_PROBE;
  spec.hsa_library = "/nowhere/libhsa-runtime64.so.1";
  const auto document = probe_agents(spec);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->status, ProbeStatus::kNoRuntimeLibrary);
  EXPECT_THAT(document->message, HasSubstr("/nowhere/libhsa-runtime64.so.1"));
}

TEST(ProbeAgents, ALibraryWithoutTheFunctionsIsNoRuntimeLibrary) {
  ProbeSpec spec;
  spec.program = AMDGPU_PROBE;
  spec.hsa_library = "libc.so.6";
  EXPECT_EQ(probe_agents(spec)->message, "libc.so.6: has no hsa_isa_get_info_alt");
}

TEST(ProbeAgents, AMissingProgramIsOurOwnFault) {
  ProbeSpec spec;
  spec.program = "/nowhere/amdgpu-probe";
  const auto document = probe_agents(spec);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ExitCode::kBrokenRuntime);
}

/// A program in amdgpu-probe's place that says `line`.
ProbeDocument probe_that_says(const std::string& line) {
  const auto path = std::filesystem::path(testing::TempDir()) / "probe_that_says.sh";
  std::ofstream(path) << "#!/bin/sh\necho '" << line << "' >&3\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  ProbeSpec spec;
  spec.program = path;
  return probe_agents(spec).value();
}

std::string document_with(const std::string& status, const std::string& agents) {
  return R"({"agents":[)" + agents + R"(],"message":"","runtime_version":null,"schema":"agt.probe","status":")" +
         status + R"(","version":"1.0"})";
}

TEST(ProbeAgents, AStatusThatOnlyTheParentMaySayIsNotBelieved) {
  for (const char* status : {"timeout", "crashed", "not_run"})
    EXPECT_EQ(probe_that_says(document_with(status, "")).message,
              "amdgpu-probe said a status that only its parent may say");
}

TEST(ProbeAgents, AStatusThatItsAgentsContradictIsNotBelieved) {
  EXPECT_EQ(probe_that_says(document_with("ok", "")).message, "amdgpu-probe said a status that its agents contradict");
}

TEST(ProbeAgents, AnUnknownKeyIsNotBelieved) {
  const ProbeDocument document = probe_that_says(R"({"uuid":1,)" + document_with("no_agent", "").substr(1));
  EXPECT_EQ(document.status, ProbeStatus::kCrashed);
  EXPECT_EQ(document.message, "amdgpu-probe said a wrong document: probe.uuid: is not a known key");
}

/// Runs amdgpu-probe itself on this environment's real runtime.
Result<ChildOutcome> run_real_probe(std::vector<std::string>& lines) {
  ChildSpec child;
  child.argv = {AMDGPU_PROBE};
  child.environment = child_environment({}, {});
  child.on_result_line = [&](std::string_view line) { lines.emplace_back(line); };
  return run_child(child);
}

TEST(AmdgpuProbe, SaysOneDocumentAndNothingOnStdout) {
  std::vector<std::string> lines;
  const auto child = run_real_probe(lines);
  ASSERT_TRUE(child);
  EXPECT_EQ(child->exit_status, 0);
  EXPECT_EQ(child->output_text, "");
  ASSERT_EQ(lines.size(), 1U);
}

TEST(AmdgpuProbe, OfTheRealRuntimeWithoutAGpuSaysItsWords) {
  if (std::filesystem::exists("/dev/kfd")) GTEST_SKIP() << "this machine has a GPU";
  std::vector<std::string> lines;
  ASSERT_TRUE(run_real_probe(lines));
  ASSERT_EQ(lines.size(), 1U);
  const auto document = from_json_document<ProbeDocument>(parse_json(lines[0]).value(), "probe");
  ASSERT_TRUE(document) << document.error().message;
  if (document->status == ProbeStatus::kNoRuntimeLibrary) GTEST_SKIP() << document->message;
  EXPECT_EQ(document->status, ProbeStatus::kInitFailed);
  EXPECT_THAT(document->message, StartsWith("hsa_init: HSA_STATUS_ERROR_OUT_OF_RESOURCES"));
  EXPECT_THAT(document->message, HasSubstr("(0x1008)"));
}

TEST(AmdgpuProbe, WithoutAResultDescriptorCannotWrite) {
  ChildSpec child;
  child.argv = {"/bin/sh", "-c", "exec " AMDGPU_PROBE " --hsa-library /nowhere 3>&-"};
  const auto outcome = run_child(child);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->exit_status, 74);
  EXPECT_THAT(outcome->error_text, StartsWith("amdgpu-probe: result descriptor 3: "));
}

TEST(AmdgpuProbe, NeverSaysAUuid) {
  // The fake runtime aborts when asked for one.
  EXPECT_EQ(probe_fake("ok").status, ProbeStatus::kOk);
}

}  // namespace
}  // namespace agt
