// Sentences about row maps: what is read, and the contract that keeps them in step with tests and targets.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <fstream>

#include "base/file.h"
#include "report/model/json.h"
#include "rows/rows.h"
#include "targets/targets.h"

namespace agt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What the built-in suite's own suite.json declares.
std::vector<TestFeatures> twins() {
  std::vector<TestFeatures> tests;
  const auto text = read_file(AGT_TWINS_SUITE, 1 << 20);
  EXPECT_TRUE(text) << AGT_TWINS_SUITE;
  const auto suite = parse_json(text.value_or("{}"));
  EXPECT_TRUE(suite) << AGT_TWINS_SUITE;
  if (!suite) return tests;
  for (const Json& test : suite->value("tests", Json::array()))
    tests.push_back({suite->at("name").get<std::string>(), test.at("name").get<std::string>(),
                     test.at("features").get<std::vector<std::string>>()});
  return tests;
}

RowMap hip_rows() {
  const auto map = read_row_map(AGT_HIP_ROWS);
  EXPECT_TRUE(map) << map.error().message;
  return *map;
}

/// What reading a file with this text says.
Result<RowMap> read_text(const std::string& text) {
  const std::string path = testing::TempDir() + "rows-" + std::to_string(getpid()) + ".json";
  std::ofstream(path) << text;
  auto map = read_row_map(path);
  std::filesystem::remove(path);
  return map;
}

TEST(HipRows, AgreeWithTheTwinsTheFamiliesAndTheTargets) { EXPECT_THAT(check_rows(hip_rows(), twins()), IsEmpty()); }

TEST(HipRows, AreOneForEachReportFamilyInTheirOrder) {
  std::vector<std::string> families;
  for (const Row& row : hip_rows().rows) families.push_back(row.family);
  EXPECT_THAT(families, testing::ElementsAreArray(report_families().begin(), report_families().end()));
}

TEST(RowMap, IsReadStrictly) {
  const std::string head = R"({"schema":"agt.rows","version":"1.0","rows":[)";
  EXPECT_TRUE(read_text(head + "]}"));
  for (const char* text :
       {"", "[]", R"({"schema":"agt.rows","version":"2.0","rows":[]})", R"({"schema":"agt.rows","version":"1.0"})",
        R"({"schema":"agt.rows","version":"1.0","rows":[],"more":1})",
        R"({"schema":"agt.rows","version":"1.0","rows":[{"id":"a","family":"CDNA","tests":[]}]})",
        R"({"schema":"agt.rows","version":"1.0","rows":[{"id":1,"family":"CDNA","tests":[],"features":[]}]})"}) {
    const auto map = read_text(text);
    ASSERT_FALSE(map) << text;
    EXPECT_EQ(map.error().code, ExitCode::kBadInput) << text;
  }
}

TEST(RowMap, ThatIsMissingIsNamed) {
  const auto map = read_row_map("/nowhere/rows.json");
  ASSERT_FALSE(map);
  EXPECT_EQ(map.error().code, ExitCode::kMissingInput);
  EXPECT_THAT(map.error().message, HasSubstr("/nowhere/rows.json"));
}

/// hip-rows.json with one thing broken, and what the check says of it.
struct Breach {
  const char* name;
  void (*break_it)(RowMap& map, std::vector<TestFeatures>& tests);
  const char* said;
};

class RowsContract : public testing::TestWithParam<Breach> {};

TEST_P(RowsContract, NamesTheBreach) {
  RowMap map = hip_rows();
  std::vector<TestFeatures> tests = twins();
  GetParam().break_it(map, tests);
  EXPECT_THAT(check_rows(map, tests), testing::Contains(HasSubstr(GetParam().said)));
}

using Tests = std::vector<TestFeatures>;
INSTANTIATE_TEST_SUITE_P(
    , RowsContract,
    testing::Values(Breach{"UnknownFamily", [](RowMap& map, Tests&) { map.rows[0].family = "CDNA5"; },
                           R"(row "hip-cdna": there is no report family "CDNA5")"},
                    Breach{"FamilyWithoutARow", [](RowMap& map, Tests&) { map.rows.pop_back(); },
                           R"(gfx1250: no row has its report family "GFX12.5")"},
                    Breach{"TwoRowsOfOneFamily", [](RowMap& map, Tests&) { map.rows[1].family = "CDNA"; },
                           R"(row "hip-rdna1": another row has the family "CDNA")"},
                    Breach{"IdTaken", [](RowMap& map, Tests&) { map.rows[1].id = "hip-cdna"; },
                           R"(row "hip-cdna": its id is empty or taken)"},
                    Breach{"UnknownTest", [](RowMap& map, Tests&) { map.rows[0].tests[0] = "twins/vif"; },
                           R"(row "hip-cdna": there is no test "twins/vif")"},
                    Breach{"TestWithoutItsSuite", [](RowMap& map, Tests&) { map.rows[0].tests[0] = "psnr"; },
                           R"(row "hip-cdna": there is no test "psnr")"},
                    Breach{"TestTwice", [](RowMap& map, Tests&) { map.rows[0].tests.emplace_back("twins/psnr"); },
                           R"(row "hip-cdna", tests: names "twins/psnr" twice)"},
                    Breach{"NoTests", [](RowMap& map, Tests&) { map.rows[0].tests.clear(); },
                           R"(row "hip-cdna", tests: names none)"},
                    Breach{"NoFeatures", [](RowMap& map, Tests&) { map.rows[0].features.clear(); },
                           R"(row "hip-cdna", features: names none)"},
                    Breach{"UndeclaredFeature", [](RowMap& map, Tests&) { map.rows[0].features.emplace_back("vif"); },
                           R"(row "hip-cdna": none of its tests declares the feature "vif")"},
                    Breach{"MissingFeature", [](RowMap& map, Tests&) { map.rows[0].features.pop_back(); },
                           R"(row "hip-cdna": lacks the feature "float_ssim_s" that its tests declare)"},
                    Breach{"VanishedTest", [](RowMap&, Tests& tests) { tests.pop_back(); },
                           R"(row "hip-gfx12.5": there is no test "twins/float_ssim")"},
                    Breach{"TestInNoRow", [](RowMap&, Tests& tests) { tests.push_back({"twins", "vif", {"vif"}}); },
                           R"(test "twins/vif": declares features, and no row names it)"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(RowMapContract, ATestWithoutFeaturesNeedsNoRow) {
  Tests tests = twins();
  tests.push_back({"smoke", "starts", {}});
  EXPECT_THAT(check_rows(hip_rows(), tests), IsEmpty());
}

TEST(RowMapContract, ABrokenRowIsReportedOnce) {
  RowMap map = hip_rows();
  map.rows[2].id.clear();
  EXPECT_THAT(check_rows(map, twins()), ElementsAre(R"(row "": its id is empty or taken)"));
}

}  // namespace
}  // namespace agt
