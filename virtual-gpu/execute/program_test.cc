// Every program of programs/*.txt on every target that has its instructions, in every wave size.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "virtual-gpu/execute/program_runner.h"

namespace agt::vgpu {
namespace {

namespace fs = std::filesystem;

std::vector<Program> load_programs() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(AGT_PROGRAMS)) files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Program> all;
  for (const fs::path& file : files) {
    const auto text = read_file(file, 16 << 20);
    auto programs = text ? parse_programs(*text, file.filename().string()) : Result<std::vector<Program>>();
    if (!text || !programs) {
      ADD_FAILURE() << (text ? programs.error().message : text.error().message);
      continue;
    }
    std::ranges::move(*programs, std::back_inserter(all));
  }
  return all;
}

const std::vector<Program>& programs() {
  static const std::vector<Program> kAll = load_programs();
  return kAll;
}

/// The programs that ran somewhere, by index; filled by the tests below.
std::set<std::size_t>& programs_that_ran() {
  static std::set<std::size_t> ran;
  return ran;
}

class ProgramTest : public testing::TestWithParam<Machine> {};

TEST_P(ProgramTest, GivesTheExpectedRegistersAndMemory) {
  const auto codes = assemble(programs(), GetParam());
  ASSERT_TRUE(codes) << codes.error().message;
  std::size_t ran = 0;
  for (std::size_t i = 0; i < programs().size(); ++i) {
    if ((*codes)[i].empty()) continue;
    ++ran;
    programs_that_ran().insert(i);
    for (const std::string& difference : run_program(programs()[i], (*codes)[i], GetParam()))
      ADD_FAILURE() << programs()[i].name << ": " << difference;
  }
  EXPECT_GT(ran, programs().size() / 4) << "most programs are meant for most targets";
}

INSTANTIATE_TEST_SUITE_P(Machines, ProgramTest, testing::ValuesIn(all_machines()),
                         [](const testing::TestParamInfo<Machine>& machine) { return machine.param.name(); });

/// A program that assembles on none of its targets tests nothing; said after all machines ran, and not when a filter
/// left machines out.
class EveryProgramRan : public testing::Environment {
 public:
  void TearDown() override {
    if (GTEST_FLAG_GET(filter) != "*") return;
    for (std::size_t i = 0; i < programs().size(); ++i) {
      if (!programs_that_ran().contains(i))
        ADD_FAILURE() << programs()[i].file << ": " << programs()[i].name << ": assembles on none of its targets";
    }
  }
};
const auto* const kEveryProgramRan = testing::AddGlobalTestEnvironment(new EveryProgramRan);

TEST(ProgramFile, AMalformedLineIsNamed) {
  const auto programs = parse_programs("program x\nset q7 = 1\n", "f.txt");
  ASSERT_FALSE(programs);
  EXPECT_EQ(programs.error().message, "f.txt:2: set q7 = 1");
}

TEST(ProgramFile, ValuesAreSumsOfProducts) {
  EXPECT_EQ(*evaluate("lane * 4 + 0x10 + mem", {.lane = 3, .mem = 0x1000}), 0x101cU);
  EXPECT_EQ(*evaluate("-1", {}), ~std::uint64_t{0});
  EXPECT_EQ(*evaluate("f32(1.5)", {}), 0x3fc00000U);
  EXPECT_FALSE(evaluate("lame", {}));
}

}  // namespace
}  // namespace agt::vgpu
