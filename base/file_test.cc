// Sentences about reading files whole and replacing them.
// SPDX-License-Identifier: MIT
#include "base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>

#include "tests/temporary_folder.h"

namespace agt {
namespace {

using testing::EndsWith;
using testing::StartsWith;

std::size_t entries(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(ReadFile, ReadsAllBytes) {
  const TemporaryFolder folder;
  const std::string content = std::string("a\0b\n", 4) + std::string(100'000, 'x');
  EXPECT_EQ(*read_file(folder.write("file", content), 1 << 20), content);
}

TEST(ReadFile, ReadsAFileThatIsAsLargeAsTheLimitAndNoLarger) {
  const TemporaryFolder folder;
  const auto path = folder.write("file", "12345");
  EXPECT_EQ(*read_file(path, 5), "12345");
  const auto larger = read_file(path, 4);
  ASSERT_FALSE(larger);
  EXPECT_EQ(larger.error().code, ExitCode::kBadInput);
  EXPECT_THAT(larger.error().message, EndsWith("file: larger than 4 bytes"));
}

TEST(ReadFile, ReadsFilesOfProcWhoseSizeIsZero) { EXPECT_THAT(*read_file("/proc/self/stat", 4096), EndsWith("\n")); }

TEST(ReadFile, StopsAtTheLimitOfAFileWithoutEnd) {
  EXPECT_EQ(read_file("/dev/zero", 1 << 20).error().code, ExitCode::kBadInput);
}

TEST(ReadFile, NamesTheMissingFileAndTheErrno) {
  const auto missing = read_file("/nowhere/file", 1);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ExitCode::kMissingInput);
  EXPECT_EQ(missing.error().message, "/nowhere/file: No such file or directory");
  EXPECT_EQ(missing.error().error_number, ENOENT);
}

TEST(ReadFile, OfAFolderIsBadInput) {
  const auto folder = read_file("/", 1);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, ExitCode::kBadInput);
  EXPECT_EQ(folder.error().error_number, EISDIR);
}

TEST(Because, PutsTheSubjectInFrontAndKeepsTheRest) {
  const auto error = because(read_file("/nowhere", 1), "suite").value();
  EXPECT_EQ(error.message, "suite: /nowhere: No such file or directory");
  EXPECT_EQ(error.code, ExitCode::kMissingInput);
  EXPECT_EQ(error.error_number, ENOENT);
}

TEST(WriteFileAtomically, MakesTheFileReadableForAll) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file_atomically(folder / "new", "content"));
  EXPECT_EQ(*read_file(folder / "new", 100), "content");
  struct stat status{};
  ASSERT_EQ(::stat((folder / "new").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0644U);
}

TEST(WriteFileAtomically, ReplacesTheOldFileAndLeavesNothingBeside) {
  const TemporaryFolder folder;
  folder.write("file", "old and longer");
  ASSERT_TRUE(write_file_atomically(folder / "file", "new"));
  EXPECT_EQ(*read_file(folder / "file", 100), "new");
  EXPECT_EQ(entries(folder.path()), 1U);
}

TEST(WriteFileAtomically, AReaderOfTheOldFileGoesOnWithTheOldContent) {
  const TemporaryFolder folder;
  std::ifstream reader(folder.write("file", "old"));
  ASSERT_TRUE(write_file_atomically(folder / "file", "new"));
  std::string seen;
  reader >> seen;
  EXPECT_EQ(seen, "old");
}

TEST(WriteFileAtomically, WithoutAFolderCannotWrite) {
  const auto written = write_file_atomically("/nowhere/file", "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ExitCode::kCannotWrite);
  EXPECT_THAT(written.error().message, StartsWith("/nowhere/file: "));
}

TEST(WriteFileAtomically, ThatFailsLeavesNothingBeside) {
  const TemporaryFolder folder;
  folder.write("file/inside", "a folder is in the way");
  EXPECT_FALSE(write_file_atomically(folder / "file", "x"));
  EXPECT_EQ(entries(folder.path()), 1U);
}

}  // namespace
}  // namespace agt
