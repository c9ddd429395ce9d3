// Sentences about calls that cannot be carried out: the right code, the subject first, and nothing half written.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/tester.h"

namespace agt {
namespace {

using testing::HasSubstr;
using testing_cli::run_tester;

struct Refusal {
  std::string name;
  std::vector<std::string> arguments;
  int exit_status;
  std::string message;
};
class Call : public testing::TestWithParam<Refusal> {};

TEST_P(Call, IsRefusedWithItsReason) {
  const auto run = run_tester(GetParam().arguments);
  EXPECT_EQ(run.exit_status, GetParam().exit_status) << run.error_text;
  EXPECT_THAT(run.error_text, HasSubstr(GetParam().message));
  EXPECT_EQ(run.output_text, "");
}

INSTANTIATE_TEST_SUITE_P(
    All, Call,
    testing::Values(Refusal{"UnknownCommand", {"fly"}, 64, "fly"},
                    Refusal{"UnknownOption", {"--fly"}, 64, "--fly"},
                    Refusal{"NotANumber", {"--repeat", "many"}, 64, "--repeat"},
                    Refusal{"NoRepeats", {"--repeat", "0"}, 64, "--repeat"},
                    Refusal{"HalfAClip", {"--ref", "a.y4m"}, 64, "--dis"},
                    Refusal{"NoSuchClip", {"--ref", "/nowhere/a.y4m", "--dis", "/nowhere/b.y4m"}, 66, "/nowhere/a.y4m"},
                    Refusal{"NoSuchSuite", {"--suite", "/nowhere"}, 66, "/nowhere/suite.json"},
                    Refusal{"NoSuchTest", {"--test", "twins/nothing"}, 64, "twins/nothing"},
                    Refusal{"NoSuchFixture", {"--fixture", "nothing"}, 64, "nothing"},
                    Refusal{"NoSuchExpectation", {"--expect", "gfx9999"}, 64, "gfx9999"},
                    Refusal{"NoSuchTarget", {"--virtual", "gfx1100,gfx9999"}, 64, "gfx9999"},
                    Refusal{"VirtualLibraryAlone", {"--virtual-library", "x.so"}, 64, "--virtual"},
                    Refusal{"NoSuchVirtualLibrary", {"--virtual", "gfx1100", "--virtual-library", "/nowhere/x.so"}, 66,
                            "/nowhere/x.so"},
                    Refusal{"OutIntoNowhere", {"--out", "/nowhere/r.json"}, 74, "/nowhere/r.json"}),
    [](const auto& the) { return the.param.name; });

TEST(Call, ForHelpNamesEveryOptionAndPasses) {
  const auto run = run_tester({"run", "--help"});
  EXPECT_EQ(run.exit_status, 0);
  for (const char* option : {"--out", "--virtual", "--suite", "--test", "--fixture", "--expect", "--repeat", "--ref", "--dis",
                             "--no-device", "--quiet"})
    EXPECT_THAT(run.output_text, HasSubstr(option));
}

TEST(Call, ForTheVersionSaysIt) {
  const auto run = run_tester({"--version"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_THAT(run.output_text, HasSubstr("amdgpu-tester "));
}

TEST(Call, WithAnInheritedPreloadRecordsItsNameAndPassesItToNoChild) {
  if (::access("/dev/kfd", F_OK) == 0) GTEST_SKIP() << "this machine has /dev/kfd";
  const TemporaryFolder folder;
  run_tester({"--out", folder / "r.json"}, {"LD_LIBRARY_PATH=/tmp/hostile", "HIP_VISIBLE_DEVICES=7"});
  const Report report = testing_cli::report_in(folder / "r.json");
  std::vector<std::string> names;
  for (const InheritedVariable& variable : report.environment.removed) {
    names.push_back(variable.name);
    if (variable.name == "LD_LIBRARY_PATH") {
      EXPECT_EQ(variable.value, std::nullopt);
    }
    if (variable.name == "HIP_VISIBLE_DEVICES") {
      EXPECT_EQ(variable.value, "7");
    }
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"LD_LIBRARY_PATH", "HIP_VISIBLE_DEVICES"}));
}

}  // namespace
}  // namespace agt
