// Sentences about the frame of every program's main.
// SPDX-License-Identifier: MIT
#include "base/tool.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace agt {
namespace {

/// What run_tool returned and printed.
struct Ran {
  int code;
  std::string printed;
};

Ran run(const std::function<Result<ExitCode>()>& body) {
  testing::internal::CaptureStderr();
  const int code = run_tool("tool", body);
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(RunTool, ReturnsTheCodeOfItsBodyAndPrintsNothing) {
  const Ran ran = run([] { return Result<ExitCode>(ExitCode::kIncomplete); });
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.printed, "");
}

TEST(RunTool, PrintsAnErrorInOneLineAndReturnsItsCode) {
  const Ran ran = run([] { return Result<ExitCode>(failure(ExitCode::kMissingInput, "clip.y4m: not there")); });
  EXPECT_EQ(ran.code, 66);
  EXPECT_EQ(ran.printed, "tool: clip.y4m: not there\n");
}

TEST(RunTool, CallsAnEscapedExceptionABugOfOurs) {
  const Ran ran = run([]() -> Result<ExitCode> { throw std::runtime_error("oops"); });
  EXPECT_EQ(ran.code, 70);
  EXPECT_EQ(ran.printed, "tool: internal error: oops\n");
}

}  // namespace
}  // namespace agt
