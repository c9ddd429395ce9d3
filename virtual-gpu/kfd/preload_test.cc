// Sentences about libamdgpu-virtual.so in a process: what it puts itself in front of, and how it ends what cannot go on.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <fstream>

#include "report/model/json.h"
#include "virtual-gpu/kfd/preloaded_run.h"

namespace agt::vgpu {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Preloaded : public ::testing::Test {
 protected:
  PreloadedOutcome run(const std::string& action, std::vector<std::string> environment = {}) {
    environment.push_back("AMDGPU_VIRTUAL_TOPOLOGY=" + topology_.directory().string());
    return run_preloaded({AGT_PRELOAD_CHILD, action}, std::move(environment));
  }
  static std::string fault_of(const PreloadedOutcome& outcome) {
    if (outcome.result_lines.size() != 1) return "(not one line)";
    const auto line = parse_json(outcome.result_lines[0]);
    return line && (*line)["event"] == "virtual_fault" ? (*line)["message"].get<std::string>() : "(no fault)";
  }

  const TemporaryTopology topology_{{"gfx1100"}};
};

TEST_F(Preloaded, FilesOfTheDriverAreThereByEveryFunction) {
  const auto outcome = run("files");
  EXPECT_EQ(outcome.child.output_text,
            "kfd open\nkfd version 1\nrender 1\nrender behind the last No such file or directory\naccess 0 stat 0\n"
            "access kfd 0 render behind the last -1\nfopen 1\nnodes 2\nbeside -1\n");
  EXPECT_EQ(outcome.child.exit_status, 0) << outcome.child.error_text;
  EXPECT_THAT(outcome.result_lines, IsEmpty()) << "no queue, no statistics";
}

TEST_F(Preloaded, OtherFilesAreOpenedAsTheyWereAskedFor) {
  EXPECT_EQ(run("others").child.output_text, "O_TMPFILE 640\nO_CREAT 604\nmmap 1 ioctl 1\n");
}

TEST_F(Preloaded, DescriptorIsTheDriversUntilItIsClosed) {
  EXPECT_EQ(run("descriptors").child.output_text,
            "kfd open\ndup 1 dup2 1\nreused 1 is -25\nclosed unseen 1 is -25\n");
}

TEST_F(Preloaded, UnknownRequestIsRefusedWithALineOnStderr) {
  const auto outcome = run("unknown-request");
  EXPECT_EQ(outcome.child.output_text, "kfd open\nunknown request Inappropriate ioctl for device\n");
  EXPECT_EQ(outcome.child.error_text, "amdgpu-virtual: request 0x3f to /dev/kfd is not known\n");
}

TEST_F(Preloaded, DeviceMemoryMappedWithoutAccessIsThereForTheModel) {
  EXPECT_EQ(run("no-access").child.output_text, "kfd open\nalloc 0\nwritten 7\n");
}

TEST_F(Preloaded, TwoThreadsOpenAndCloseAtOnce) { EXPECT_EQ(run("threads").child.output_text, "good 4000\n"); }

TEST_F(Preloaded, ForkedChildHasTheFilesToo) { EXPECT_EQ(run("fork").child.output_text, "kfd open\nchild 0\n"); }

TEST_F(Preloaded, VforkedChildClosesNothingHere) {
  EXPECT_EQ(run("vfork").child.output_text, "kfd open\nafter it 1\n");
}

TEST_F(Preloaded, WithoutATopologyTheLibraryIsInert) {
  const auto outcome = run_preloaded({AGT_PRELOAD_CHILD, "others"}, {});
  EXPECT_EQ(outcome.child.exit_status, 0);
  EXPECT_THAT(outcome.child.error_text, IsEmpty());
}

TEST_F(Preloaded, MalformedTopologyEndsTheProcessWithItsName) {
  std::ofstream(topology_.directory() / "devices") << "1 gfx1100 128\n2 gfx9999 129\n";
  const auto outcome = run("open");
  const std::string reason = (topology_.directory() / "devices").string() + ": line 2: unknown target gfx9999";
  EXPECT_EQ(outcome.child.exit_status, 65);
  EXPECT_EQ(outcome.child.error_text, "amdgpu-virtual: " + reason + "\n");
  EXPECT_EQ(fault_of(outcome), reason);
}

TEST_F(Preloaded, MissingTopologyEndsTheProcessWithItsName) {
  std::filesystem::remove_all(topology_.directory());
  const auto outcome = run("open");
  EXPECT_EQ(outcome.child.exit_status, 66);
  EXPECT_THAT(fault_of(outcome), HasSubstr(topology_.directory().string()));
}

TEST_F(Preloaded, MalformedOptionEndsTheProcessWithItsName) {
  for (const std::string option : {"AMDGPU_VIRTUAL_DEFECT=gfx1100:v_add_f32:zero:1", "AMDGPU_VIRTUAL_THREADS=many"}) {
    const auto outcome = run("open", {option});
    EXPECT_EQ(outcome.child.exit_status, 64) << option;
    EXPECT_THAT(fault_of(outcome), HasSubstr(option.substr(0, option.find('=')))) << option;
  }
}

TEST_F(Preloaded, UnusableOptionDoesNotTouchAProcessWithoutGpuWork) {
  EXPECT_EQ(run("others", {"AMDGPU_VIRTUAL_THREADS=many"}).child.exit_status, 0);
}

}  // namespace
}  // namespace agt::vgpu
