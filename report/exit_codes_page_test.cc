// docs/exit-codes.md holds the one table of exit codes: this keeps it equal to base/exit_code.h and to the verdicts.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "base/file.h"
#include "report/model/judgement.h"
#include "report/verdict.h"

namespace agt {
namespace {

std::string text_of(const char* path) {
  const auto text = read_file(path, 1 << 20);
  EXPECT_TRUE(text) << path << " cannot be read";
  return text.value_or("");
}

/// The first group of every match.
std::vector<std::string> matches_of(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) found.push_back((*at)[1]);
  return found;
}

std::set<int> numbers(const std::vector<std::string>& texts) {
  std::set<int> values;
  for (const std::string& text : texts) values.insert(std::stoi(text));
  return values;
}

TEST(ExitCodesPage, HasARowForEveryCodeOfTheHeaderAndNoOther) {
  const auto in_header = numbers(matches_of(text_of(AGT_EXIT_CODE_HEADER), R"(k\w+ = (\d+))"));
  EXPECT_GE(in_header.size(), 15U);
  EXPECT_EQ(numbers(matches_of(text_of(AGT_EXIT_CODES_PAGE), R"(\n\| (\d+))")), in_header);
}

TEST(ExitCodesPage, NamesTheVerdictOfEachCode) {
  const std::string page = text_of(AGT_EXIT_CODES_PAGE);
  for (const auto& [verdict, name] : EnumNames<Verdict>::kNames)
    EXPECT_THAT(page, testing::HasSubstr("\n| " + std::to_string(to_int(exit_code_of(verdict))) + " | `" +
                                         std::string(name) + "` |"));
}

TEST(ExitCodesPage, GivesTheOrderInWhichTheyCount) {
  std::string order;
  for (const Verdict verdict : kVerdictsWorstFirst)
    order += (order.empty() ? "" : ", ") + std::to_string(to_int(exit_code_of(verdict)));
  EXPECT_THAT(text_of(AGT_EXIT_CODES_PAGE), testing::HasSubstr("the first in the order " + order));
}

}  // namespace
}  // namespace agt
