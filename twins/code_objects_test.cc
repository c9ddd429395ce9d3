// Every code object of the build is its target's, and has the kernels that the plans launch, with these arguments.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <optional>

#include "base/child_process.h"
#include "base/file.h"
#include "targets/targets.h"
#include "tests/temporary_folder.h"
#include "twins/fixtures/fixtures.h"
#include "twins/registry.h"
#include "virtual-gpu/dispatch/code_object.h"

namespace agt {
namespace {

std::filesystem::path path_of(const Target& target, const Twin& twin) {
  return std::filesystem::path(CODE_OBJECTS) / target.gfx / (std::string(twin.name) + ".co");
}

Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

class EachTarget : public testing::TestWithParam<Target> {};

TEST_P(EachTarget, HasARawElfOfItsMachineForEachTwin) {
  for (const Twin* twin : all_twins()) {
    const auto content = read_file(path_of(GetParam(), *twin), 1 << 20);
    ASSERT_TRUE(content) << content.error().message;
    EXPECT_EQ(content->substr(0, 4), "\x7f" "ELF") << twin->name;
    EXPECT_EQ(read_le<std::uint8_t>(bytes_of(*content), 8), 3) << "EI_ABIVERSION of code object version 5";
    const auto flags = read_le<std::uint32_t>(bytes_of(*content), 48);
    EXPECT_EQ(flags.value_or(0) & 0xff, GetParam().mach) << twin->name;
  }
}

/// Every launch of the twin on the two fixtures that between them have 8 and 10 bits.
std::map<std::string, Launch> launches_of(const Twin& twin) {
  std::map<std::string, Launch> launches;
  for (const char* name : {"odd_19x17", "clip_10bit"}) {
    const Fixture& fixture = *find_fixture(name);
    const Clip clip = open_fixture(fixture);
    const PicturePair first = clip.next().value();
    const PicturePair second = clip.next().value();
    const StepInput input{twin.steps(fixture.format, 1).at(0), fixture.format, second.reference, second.distorted,
                          &first.reference};
    for (const Launch& launch : twin.plan(input).launches) launches.emplace(launch.kernel, launch);
  }
  return launches;
}

// Kernel descriptor: kernarg_size is the 32-bit word at 8 (LLVM AMDGPUUsage, "Kernel Descriptor").
TEST_P(EachTarget, HasEveryKernelOfThePlansWithItsArguments) {
  for (const Twin* twin : all_twins()) {
    const std::string content = read_file(path_of(GetParam(), *twin), 1 << 20).value();
    vgpu::AddressSpace memory;
    const auto object = vgpu::CodeObject::load(bytes_of(content), GetParam().gfx, memory);
    ASSERT_TRUE(object) << object.error().message;
    for (const auto& [kernel, launch] : launches_of(*twin)) {
      const auto descriptor = (*object)->descriptor(kernel);
      ASSERT_TRUE(descriptor) << descriptor.error().message;
      std::uint32_t kernarg_bytes = 0;
      std::memcpy(&kernarg_bytes, reinterpret_cast<const std::byte*>(*descriptor) + 8, sizeof(kernarg_bytes));
      EXPECT_EQ(kernarg_bytes, launch.arguments.bytes().size()) << GetParam().gfx << " " << kernel;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EachTarget, testing::ValuesIn(supported_targets().begin(), supported_targets().end()),
                         [](const auto& instance) { return std::string(instance.param.gfx); });

/// What the build's check says to `content` as code for `gfx`: its exit status, and whether it left the file.
std::pair<int, bool> check(const std::string& content, const std::string& gfx) {
  const TemporaryFolder folder;
  const auto file = folder.write("a.co", content);
  ChildSpec spec;
  spec.argv = {CMAKE, "-DFILE=" + file.string(), "-DGFX=" + gfx, "-DTARGETS=" TARGETS_JSON, "-P", CHECK_CODE_OBJECT};
  const auto outcome = run_child(spec);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return {outcome ? outcome->exit_status : -1, std::filesystem::exists(file)};
}

TEST(CheckCodeObject, RefusesAndRemovesWhatIsNotTheTargets) {
  const std::string content =
      read_file(path_of(*find_target("gfx1100"), *find_twin("psnr")), 1 << 20).value();
  EXPECT_EQ(check(content, "gfx1100"), std::pair(0, true));
  EXPECT_EQ(check(content, "gfx1101"), std::pair(1, false));
  EXPECT_EQ(check(content, "gfx9999"), std::pair(1, false));
  std::string version_6 = content;
  version_6[8] = 4;
  EXPECT_EQ(check(version_6, "gfx1100"), std::pair(1, false));
  std::string other_machine = content;
  other_machine[18] = 0x3e;
  EXPECT_EQ(check(other_machine, "gfx1100"), std::pair(1, false));
  EXPECT_EQ(check("CCOB", "gfx1100"), std::pair(1, false));
}

}  // namespace
}  // namespace agt
