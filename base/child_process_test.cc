// Sentences about bounded children; the children are small shell programs.
// SPDX-License-Identifier: MIT
#include "base/child_process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "base/descriptor.h"
#include "tests/temporary_folder.h"

namespace agt {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr milliseconds kShort{300};
constexpr milliseconds kSlack{3000};  // of a machine with much else to do

/// A shell script with its result lines collected.
struct Script {
  explicit Script(const std::string& text) {
    spec.argv = {"/bin/sh", "-c", text};
    spec.environment = {"PATH=/usr/bin:/bin"};
    spec.deadline = milliseconds(20'000);
    spec.grace = kShort;
    spec.on_result_line = [this](std::string_view line) { lines.emplace_back(line); };
  }
  ChildOutcome run() {
    const auto outcome = run_child(spec);
    if (outcome) return *outcome;
    ADD_FAILURE() << outcome.error().message;
    return {};
  }
  ChildSpec spec;
  std::vector<std::string> lines;
};

TEST(ChildProcess, TellsTheExitCode) {
  const ChildOutcome child = Script("exit 7").run();
  EXPECT_EQ(child.end, ChildEnd::kExited);
  EXPECT_EQ(child.exit_status, 7);
}

TEST(ChildProcess, TellsTheSignal) {
  const ChildOutcome child = Script("kill -SEGV $$").run();
  EXPECT_EQ(child.end, ChildEnd::kSignalled);
  EXPECT_EQ(child.signal, SIGSEGV);
}

TEST(ChildProcess, TellsTheExitCodeAlsoWhereSigchldIsIgnored) {
  ::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(Script("exit 7").run().exit_status, 7);
}

TEST(ChildProcess, IsAskedToEndAtItsDeadline) {
  Script script("trap 'echo bye >&3; exit 0' TERM; while :; do sleep 0.05; done");
  script.spec.deadline = kShort;
  script.spec.grace = milliseconds(20'000);
  const ChildOutcome child = script.run();
  EXPECT_EQ(child.end, ChildEnd::kDeadline);
  EXPECT_THAT(script.lines, ElementsAre("bye"));
  EXPECT_GE(child.wall, kShort);
  EXPECT_LT(child.wall, kShort + kSlack);
}

TEST(ChildProcess, IsKilledWhenItIgnoresTheRequest) {
  Script script("trap '' TERM; while :; do sleep 0.05; done");
  script.spec.deadline = kShort;
  const ChildOutcome child = script.run();
  EXPECT_EQ(child.end, ChildEnd::kDeadline);
  EXPECT_EQ(child.signal, SIGKILL);
  EXPECT_GE(child.wall, kShort + kShort);
  EXPECT_LT(child.wall, kShort + kShort + kSlack);
}

TEST(ChildProcess, CanBeAskedToEndAlsoWhereItsParentIgnoresTerm) {
  ::signal(SIGTERM, SIG_IGN);
  Script script("exec sleep 60");
  script.spec.deadline = kShort;
  const ChildOutcome child = script.run();
  ::signal(SIGTERM, SIG_DFL);
  EXPECT_EQ(child.signal, SIGTERM);
}

TEST(ChildProcess, IsEndedWhenItFloodsItsResult) {
  Script script("cat /dev/zero >&3");
  script.spec.result_limit_bytes = 100'000;
  const ChildOutcome child = script.run();
  EXPECT_EQ(child.end, ChildEnd::kFlooded);
  EXPECT_LT(child.wall, kSlack);
}

TEST(ChildProcess, HasFloodedAlsoWhenItIsGoneAtOnce) {
  Script script("echo 0123456789 >&3");
  script.spec.result_limit_bytes = 5;
  EXPECT_EQ(script.run().end, ChildEnd::kFlooded);
}

TEST(ChildProcess, ThatFillsItsResultToTheLimitHasNotFlooded) {
  Script script("echo 0123456789 >&3");
  script.spec.result_limit_bytes = 11;
  EXPECT_EQ(script.run().end, ChildEnd::kExited);
}

TEST(ChildProcess, FloodingStdoutDoesNotStopTheClock) {
  Script script("cat /dev/zero");
  script.spec.deadline = kShort;
  script.spec.on_output_line = [](std::string_view) {};
  const ChildOutcome child = script.run();
  EXPECT_EQ(child.end, ChildEnd::kDeadline);
  EXPECT_LT(child.wall, kShort + kSlack);
}

TEST(ChildProcess, TextIsKeptUpToItsLimit) {
  Script script("head -c 200000 /dev/zero; head -c 200000 /dev/zero >&2; echo end >&3");
  script.spec.text_limit_bytes = 1000;
  const ChildOutcome child = script.run();
  EXPECT_EQ(child.output_text.size(), 1000U);
  EXPECT_EQ(child.error_text.size(), 1000U);
  EXPECT_THAT(script.lines, ElementsAre("end"));
}

TEST(ChildProcess, LinesMayComeInPieces) {
  Script script("printf 'one\\ntw' >&3; sleep 0.2; printf 'o\\n\\nrest' >&3");
  script.run();
  EXPECT_THAT(script.lines, ElementsAre("one", "two", "", "rest"));
}

TEST(ChildProcess, LinesOfStdoutAreNotResults) {
  Script script("echo noise; echo result >&3");
  std::vector<std::string> noise;
  script.spec.on_output_line = [&](std::string_view line) { noise.emplace_back(line); };
  EXPECT_EQ(script.run().output_text, "noise\n");
  EXPECT_THAT(noise, ElementsAre("noise"));
  EXPECT_THAT(script.lines, ElementsAre("result"));
}

TEST(ChildProcess, LinesComeWhileItRuns) {
  std::atomic<bool> stop = false;
  Script script("echo ready >&3; exec sleep 60");
  script.spec.on_result_line = [&](std::string_view line) { stop = line == "ready"; };
  script.spec.stop = &stop;
  const ChildOutcome child = script.run();
  EXPECT_EQ(child.end, ChildEnd::kStopped);
  EXPECT_LT(child.wall, kSlack);
}

TEST(ChildProcess, EndsWhenTheStopFlagIsSet) {
  std::atomic<bool> stop = false;
  std::thread setter([&] {
    std::this_thread::sleep_for(kShort);
    stop = true;
  });
  Script script("exec sleep 60");
  script.spec.stop = &stop;
  const ChildOutcome child = script.run();
  setter.join();
  EXPECT_EQ(child.end, ChildEnd::kStopped);
  EXPECT_LT(child.wall, kShort + kSlack);
}

TEST(ChildProcess, SeesItsEnvironmentAndNothingElse) {
  ::setenv("AGT_TEST_SECRET", "inherited", 1);
  ChildSpec spec;
  spec.argv = {"/usr/bin/env"};
  spec.environment = {"ONE=1", "TWO=2"};
  const auto child = run_child(spec);
  ASSERT_TRUE(child) << child.error().message;
  EXPECT_EQ(child->output_text, "ONE=1\nTWO=2\n");
}

TEST(ChildProcess, InheritsNoDescriptor) {
  const Descriptor file(::open("/dev/null", O_RDONLY));
  const Descriptor middle(::fcntl(file.get(), F_DUPFD, 64));
  const Descriptor high(::fcntl(file.get(), F_DUPFD, 500));
  const ChildOutcome child = Script("exec ls /proc/self/fd").run();
  EXPECT_EQ(child.output_text, "0\n1\n2\n3\n4\n");  // 4 is the folder that ls reads
}

TEST(ChildProcess, GetsItsDescriptorsAlsoWhereItsParentHasClosedItsOwn) {
  const int saved[] = {::dup(0), ::dup(1), ::dup(2)};
  for (const int standard : {0, 1, 2}) ::close(standard);
  Script script("echo output; echo error >&2; echo result >&3");
  const ChildOutcome child = script.run();
  for (const int standard : {0, 1, 2}) {
    ::dup2(saved[standard], standard);
    ::close(saved[standard]);
  }
  EXPECT_EQ(child.output_text, "output\n");
  EXPECT_EQ(child.error_text, "error\n");
  EXPECT_THAT(script.lines, ElementsAre("result"));
}

TEST(ChildProcess, HasNoInput) { EXPECT_EQ(Script("cat").run().output_text, ""); }

TEST(ChildProcess, LeavesNoCoreBehind) { EXPECT_EQ(Script("ulimit -c").run().output_text, "0\n"); }

/// False once the process is gone, or is a zombie that nobody has reaped yet.
bool is_running(const std::string& pid) {
  std::string text;
  std::getline(std::ifstream("/proc/" + pid + "/stat"), text);
  return !text.empty() && text.find(") Z ") == std::string::npos;
}

TEST(ChildProcess, TakesItsOwnChildrenWithIt) {
  Script script("sleep 60 & echo $! >&3");
  const ChildOutcome child = script.run();
  EXPECT_EQ(child.end, ChildEnd::kExited);
  EXPECT_LT(child.wall, kSlack);
  ASSERT_EQ(script.lines.size(), 1U);
  for (int i = 0; i < 100 && is_running(script.lines[0]); ++i) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_FALSE(is_running(script.lines[0]));
}

TEST(ChildProcess, ThatIsMissingIsABrokenRuntimeWithTheReason) {
  ChildSpec spec;
  spec.argv = {"/nowhere/program"};
  const auto child = run_child(spec);
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().code, ExitCode::kBrokenRuntime);
  EXPECT_EQ(child.error().message, "/nowhere/program: cannot be started: No such file or directory");
}

TEST(ChildProcess, ThatIsNoProgramIsABrokenRuntimeWithTheReason) {
  const TemporaryFolder folder;
  ChildSpec spec;
  spec.argv = {folder.write("text", "no program").string()};
  const auto child = run_child(spec);
  ASSERT_FALSE(child);
  EXPECT_THAT(child.error().message, HasSubstr("Permission denied"));
}

}  // namespace
}  // namespace agt
