// Sentences about what a run says of a row.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "report/model/builders_for_tests.h"
#include "rows/rows.h"

namespace agt {
namespace {

using build::a_bare_run;
using build::a_case;
using build::a_device;
using build::a_run;

const std::vector<TestFeatures> kTests{{"twins", "psnr", {"psnr"}}, {"twins", "motion", {"motion"}}};

RowMap two_rows() {
  return {{{"hip-cdna", "CDNA", {"twins/psnr", "twins/motion"}, {"psnr", "motion"}},
           {"hip-rdna2", "RDNA2", {"twins/psnr", "twins/motion"}, {"psnr", "motion"}}}};
}

DeviceReport cdna(DeviceKind kind, std::vector<TestRun> runs) {
  return a_device("gfx90a", "CDNA", kind, std::move(runs));
}

DeviceReport cdna(Outcome psnr, Outcome motion, DeviceKind kind = DeviceKind::kHardware) {
  return cdna(kind, {a_run("psnr", psnr), a_run("motion", motion)});
}

RowReport cdna_row(const std::vector<DeviceReport>& devices) { return evaluate_rows(two_rows(), kTests, devices)[0]; }

TEST(Rows, WithoutADeviceNothingIsMeasured) {
  for (const RowReport& row : evaluate_rows(two_rows(), kTests, {})) {
    EXPECT_EQ(row.hardware, RowVerdict::kNotMeasured);
    EXPECT_EQ(row.virtual_gpu, RowVerdict::kNotMeasured);
    for (const RowItem& item : row.tests) EXPECT_EQ(item.hardware, RowVerdict::kNotMeasured);
  }
}

TEST(Rows, EveryNamedTestAgreeingPassesTheFamilyAndNoOther) {
  const auto rows = evaluate_rows(two_rows(), kTests, std::vector{cdna(Outcome::kIdentical, Outcome::kIdentical)});
  EXPECT_EQ(rows[0].hardware, RowVerdict::kPass);
  EXPECT_EQ(rows[1].hardware, RowVerdict::kNotMeasured);
}

TEST(Rows, AVirtualDeviceNeverGivesAHardwareVerdict) {
  const RowReport row = cdna_row({cdna(Outcome::kIdentical, Outcome::kIdentical, DeviceKind::kVirtual)});
  EXPECT_EQ(row.hardware, RowVerdict::kNotMeasured);
  EXPECT_EQ(row.virtual_gpu, RowVerdict::kPass);
  for (const auto* items : {&row.tests, &row.features})
    for (const RowItem& item : *items) {
      EXPECT_EQ(item.hardware, RowVerdict::kNotMeasured) << item.name;
      EXPECT_EQ(item.virtual_gpu, RowVerdict::kPass) << item.name;
    }
}

TEST(Rows, AHardwareDeviceNeverGivesAVirtualVerdict) {
  EXPECT_EQ(cdna_row({cdna(Outcome::kIdentical, Outcome::kIdentical)}).virtual_gpu, RowVerdict::kNotMeasured);
}

TEST(Rows, HardwareFailsBesideAVirtualPass) {
  const RowReport row = cdna_row({cdna(Outcome::kIdentical, Outcome::kIdentical, DeviceKind::kVirtual),
                                  cdna(Outcome::kDiffering, Outcome::kIdentical)});
  EXPECT_EQ(row.hardware, RowVerdict::kFail);
  EXPECT_EQ(row.virtual_gpu, RowVerdict::kPass);
}

struct OneRun {
  Outcome outcome;
  RowVerdict alone;   // the only run of the family
  RowVerdict beside;  // beside an identical run of the other test
};

class RowsOneRun : public testing::TestWithParam<OneRun> {};

TEST_P(RowsOneRun, GivesItsVerdictAloneAndBesideAnother) {
  const OneRun& given = GetParam();
  const DeviceReport alone = cdna(DeviceKind::kHardware, {a_run("psnr", given.outcome)});
  EXPECT_EQ(cdna_row({alone}).tests[0].hardware, given.alone);
  const RowReport beside = cdna_row({cdna(given.outcome, Outcome::kIdentical)});
  EXPECT_EQ(beside.tests[0].hardware, given.beside);
  EXPECT_EQ(beside.features[0].hardware, given.beside);
  EXPECT_EQ(beside.hardware, given.beside);
  EXPECT_EQ(beside.tests[1].hardware, RowVerdict::kPass);
}

INSTANTIATE_TEST_SUITE_P(OfEveryOutcome, RowsOneRun,
                         testing::Values(OneRun{Outcome::kIdentical, RowVerdict::kPass, RowVerdict::kPass},
                                         OneRun{Outcome::kPassed, RowVerdict::kPass, RowVerdict::kPass},
                                         OneRun{Outcome::kSkipped, RowVerdict::kNotMeasured, RowVerdict::kIncomplete},
                                         OneRun{Outcome::kNotRun, RowVerdict::kNotMeasured, RowVerdict::kIncomplete},
                                         OneRun{Outcome::kInterrupted, RowVerdict::kNotMeasured,
                                                RowVerdict::kIncomplete},
                                         OneRun{Outcome::kUnstable, RowVerdict::kFail, RowVerdict::kFail},
                                         OneRun{Outcome::kDeviceError, RowVerdict::kFail, RowVerdict::kFail},
                                         OneRun{Outcome::kDiffering, RowVerdict::kFail, RowVerdict::kFail},
                                         OneRun{Outcome::kFailed, RowVerdict::kFail, RowVerdict::kFail}),
                         [](const auto& tested) { return std::string(name_of(tested.param.outcome)); });

TEST(Rows, ANamedTestThatNeverRanLeavesTheRowIncomplete) {
  const RowReport row = cdna_row({cdna(DeviceKind::kHardware, {a_run("psnr", Outcome::kIdentical)})});
  EXPECT_EQ(row.tests[0].hardware, RowVerdict::kPass);
  EXPECT_EQ(row.tests[1].hardware, RowVerdict::kIncomplete);
  EXPECT_EQ(row.features[1].hardware, RowVerdict::kIncomplete);
  EXPECT_EQ(row.hardware, RowVerdict::kIncomplete);
}

TEST(Rows, TheTestsOfAFamilyMayBeSpreadOverItsDevices) {
  EXPECT_EQ(cdna_row({cdna(DeviceKind::kHardware, {a_run("psnr", Outcome::kIdentical)}),
                      cdna(DeviceKind::kHardware, {a_run("motion", Outcome::kIdentical)})})
                .hardware,
            RowVerdict::kPass);
}

TEST(Rows, OneBadDeviceAmongGoodOnesFailsTheFamily) {
  EXPECT_EQ(cdna_row({cdna(Outcome::kIdentical, Outcome::kIdentical), cdna(Outcome::kDiffering, Outcome::kIdentical)})
                .hardware,
            RowVerdict::kFail);
}

TEST(Rows, ASecondDeviceThatDidNotCompleteKeepsTheFamilyFromPassing) {
  EXPECT_EQ(
      cdna_row({cdna(Outcome::kIdentical, Outcome::kIdentical), cdna(Outcome::kIdentical, Outcome::kNotRun)}).hardware,
      RowVerdict::kIncomplete);
}

TEST(Rows, AFailureCountsMoreThanWhatIsMissing) {
  EXPECT_EQ(cdna_row({cdna(DeviceKind::kHardware, {a_run("psnr", Outcome::kDiffering)})}).hardware, RowVerdict::kFail);
}

TEST(Rows, ADeviceThatWasLeftOutMeasuresNothing) {
  EXPECT_EQ(cdna_row({cdna(DeviceKind::kHardware, {})}).hardware, RowVerdict::kNotMeasured);
}

TEST(Rows, ARunThatClaimsMoreThanItsCasesFails) {
  TestRun claims = a_run("psnr", Outcome::kIdentical);
  claims.cases.push_back(a_case(Outcome::kDiffering, "tiny"));
  EXPECT_EQ(cdna_row({cdna(DeviceKind::kHardware, {claims})}).tests[0].hardware, RowVerdict::kFail);
}

TEST(Rows, AFeatureIsAsBadAsTheWorstOfTheTestsThatDeclareIt) {
  const std::vector<TestFeatures> tests{{"twins", "psnr", {"psnr"}}, {"twins", "motion", {"psnr", "motion"}}};
  const std::vector devices{cdna(Outcome::kIdentical, Outcome::kDiffering)};
  const RowReport row = evaluate_rows(two_rows(), tests, devices)[0];
  EXPECT_EQ(row.tests[0].hardware, RowVerdict::kPass);
  EXPECT_EQ(row.features[0].hardware, RowVerdict::kFail);
}

TEST(Rows, AFeatureThatNoTestDeclaresNeverPasses) {
  const std::vector devices{cdna(Outcome::kIdentical, Outcome::kIdentical)};
  EXPECT_EQ(evaluate_rows(two_rows(), {}, devices)[0].features[0].hardware, RowVerdict::kIncomplete);
}

TEST(Rows, TheSameTestOfAnotherSuiteIsAnotherTest) {
  TestRun other = a_run("motion", Outcome::kIdentical);
  other.suite = "elsewhere";
  const RowReport row = cdna_row({cdna(DeviceKind::kHardware, {a_run("psnr", Outcome::kIdentical), other})});
  EXPECT_EQ(row.tests[1].hardware, RowVerdict::kIncomplete);
}

TEST(Rows, ARowThatNamesNothingNeverPasses) {
  const RowMap map{{{"empty", "CDNA", {}, {}}}};
  EXPECT_EQ(evaluate_rows(map, kTests, std::vector{cdna(Outcome::kIdentical, Outcome::kIdentical)})[0].hardware,
            RowVerdict::kNotMeasured);
}

}  // namespace
}  // namespace agt
