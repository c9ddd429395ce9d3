// Sentences about the catalogue: what every row must be, for whoever adds one.
// SPDX-License-Identifier: MIT
#include "probe/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace agt {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

Finding filled(const FindingKind& kind) {
  Blanks blanks;
  blanks.group_add = "--group-add 44";
  blanks.gids = "44";
  blanks.gid_list = "44";
  blanks.nodes = "/dev/kfd";
  blanks.targets = "gfx908";
  return make_finding(kind.key, "seen", blanks);
}

TEST(FindingCatalogue, RowsStandInTheOrderOfTheirKeys) {
  std::size_t place = 0;
  for (const FindingKind& kind : finding_catalogue()) EXPECT_EQ(static_cast<std::size_t>(kind.key), place++) << kind.id;
}

TEST(FindingCatalogue, IdsAreDistinctAndInCapitals) {
  std::set<std::string_view> ids;
  for (const FindingKind& kind : finding_catalogue()) {
    EXPECT_TRUE(ids.insert(kind.id).second) << kind.id;
    EXPECT_THAT(std::string(kind.id), testing::MatchesRegex("[A-Z][A-Z_]+")) << kind.id;
  }
}

TEST(FindingCatalogue, EveryRowSaysWhatIsWrongWhatToDoAndWhatToExpect) {
  for (const FindingKind& kind : finding_catalogue()) {
    const Finding finding = filled(kind);
    EXPECT_EQ(finding.id, kind.id);
    EXPECT_EQ(finding.severity, kind.severity);
    EXPECT_EQ(finding.evidence, "seen");
    EXPECT_EQ(finding.title.back(), '.') << kind.id;
    EXPECT_EQ(finding.explanation.back(), '.') << kind.id;
    EXPECT_THAT(finding.fix, HasSubstr("\nthen: ")) << kind.id;
    EXPECT_FALSE(kind.fixes.empty()) << kind.id;
  }
}

TEST(FindingCatalogue, NoBlankIsLeft) {
  for (const FindingKind& kind : finding_catalogue())
    EXPECT_THAT(filled(kind).fix, Not(ContainsRegex("\\{[a-z_]+\\}"))) << kind.id;
}

TEST(FindingCatalogue, NoFixAsksForMoreThanIsNeeded) {
  for (const FindingKind& kind : finding_catalogue())
    for (const char* unneeded : {"privileged", "seccomp", "--ipc", "SYS_PTRACE", "--cap-add", "chmod 777", "chmod 666"})
      EXPECT_THAT(filled(kind).fix, Not(HasSubstr(unneeded))) << kind.id;
}

TEST(FindingCatalogue, ARowWithoutAGpuNamesTheDeviceToPass) {
  EXPECT_THAT(filled(finding_catalogue()[static_cast<std::size_t>(FindingId::kNoKfd)]).fix,
              HasSubstr("--device /dev/kfd"));
}

}  // namespace
}  // namespace agt
