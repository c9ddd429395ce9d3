// Sentences about what a child of the kit inherits.
// SPDX-License-Identifier: MIT
#include "probe/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace agt {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Strings = std::vector<std::string>;

std::vector<std::string> names(const std::vector<InheritedVariable>& variables) {
  std::vector<std::string> all;
  for (const InheritedVariable& variable : variables) all.push_back(variable.name);
  return all;
}

TEST(ChildEnvironment, IsWhatAChildNeedsAndNothingElse) {
  const Strings inherited{"PATH=/bin", "HOME=/root", "TMPDIR=/t", "LANG=de_DE.UTF-8", "USER=somebody", "SECRET=1"};
  EXPECT_THAT(child_environment(inherited, {}),
              UnorderedElementsAre("PATH=/bin", "HOME=/root", "TMPDIR=/t", "LANG=C.UTF-8",
                                   "HSA_DISABLE_COREDUMP_ON_EXCEPTION=1", "AMD_COMGR_CACHE=0"));
}

TEST(ChildEnvironment, NothingThatChangesWhatIsMeasuredPasses) {
  const Strings hostile{"ROCR_VISIBLE_DEVICES=1",
                        "HIP_VISIBLE_DEVICES=0",
                        "CUDA_VISIBLE_DEVICES=0",
                        "GPU_DEVICE_ORDINAL=0",
                        "HSA_OVERRIDE_GFX_VERSION=10.3.0",
                        "HSA_OVERRIDE_GFX_VERSION_1=9.0.0",
                        "HSA_TOOLS_LIB=x.so",
                        "ROCP_TOOL_LIB=x.so",
                        "ROCPROFILER_METRICS_PATH=x",
                        "LD_PRELOAD=x.so",
                        "LD_LIBRARY_PATH=/x",
                        "LD_AUDIT=x.so",
                        "ROCM_KPACK_PATH=x",
                        "AMD_COMGR_CACHE=1",
                        "AMD_LOG_LEVEL=4",
                        "HSA_DISABLE_COREDUMP_ON_EXCEPTION=0"};
  EXPECT_EQ(child_environment(hostile, {}), child_environment({}, {}));
}

TEST(ChildEnvironment, TheCallersVariablesComeOnTop) {
  const auto environment =
      child_environment(Strings{"LD_PRELOAD=inherited.so"}, Strings{"LD_PRELOAD=virtual.so", "ROCR_VISIBLE_DEVICES=3"});
  EXPECT_THAT(environment, Contains("LD_PRELOAD=virtual.so"));
  EXPECT_THAT(environment, Contains("ROCR_VISIBLE_DEVICES=3"));
  EXPECT_THAT(environment, testing::Not(Contains("LD_PRELOAD=inherited.so")));
}

TEST(ChildEnvironment, HoldsEachNameOnce) {
  const auto environment = child_environment(Strings{"PATH=/one", "PATH=/two"}, Strings{"LANG=C"});
  EXPECT_EQ(std::count_if(environment.begin(), environment.end(), [](const auto& v) { return v.starts_with("PATH="); }),
            1);
  EXPECT_THAT(environment, Contains("LANG=C"));
  EXPECT_THAT(environment, testing::Not(Contains("LANG=C.UTF-8")));
}

TEST(RemovedVariables, AreThoseThatRocmOrTheLoaderListensTo) {
  EXPECT_THAT(names(removed_variables(Strings{"USER=somebody", "LD_PRELOAD=/home/somebody/x.so", "PATH=/bin",
                                              "HSA_TOOLS_LIB=x.so", "AMD_LOG_LEVEL=4", "GITHUB_TOKEN=1"})),
              ElementsAre("AMD_LOG_LEVEL", "HSA_TOOLS_LIB", "LD_PRELOAD"));
}

TEST(RemovedVariables, ShowTheValueOfSelectorsAndOverridesOnly) {
  const auto removed = removed_variables(
      Strings{"HSA_OVERRIDE_GFX_VERSION_1=10.3.0", "HIP_VISIBLE_DEVICES=0,1", "LD_PRELOAD=1", "ROCR_VISIBLE_DEVICES="});
  ASSERT_EQ(removed.size(), 4U);
  EXPECT_EQ(removed[0].value, "0,1");
  EXPECT_EQ(removed[1].value, "10.3.0");
  EXPECT_EQ(removed[2].value, std::nullopt);
  EXPECT_EQ(removed[3].value, "");
}

TEST(RemovedVariables, NeverShowAUuid) {
  EXPECT_EQ(removed_variables(Strings{"ROCR_VISIBLE_DEVICES=GPU-1d2a0f00c0ffee00"}).at(0).value, std::nullopt);
}

TEST(RemovedVariables, NeverShowAStrangeName) {
  EXPECT_THAT(removed_variables(Strings{"HSA_<script>=1", "HSA_" + std::string(100, 'A') + "=1", "HSA_ümlaut=1"}),
              IsEmpty());
}

TEST(OwnEnvironment, IsThatOfThisProcess) {
  ::setenv("AGT_TEST_VARIABLE", "value", 1);
  EXPECT_THAT(own_environment(), Contains("AGT_TEST_VARIABLE=value"));
}

}  // namespace
}  // namespace agt
