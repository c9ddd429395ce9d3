// Reading a suite.json and checking what its types cannot say.
// SPDX-License-Identifier: MIT
#include "probe/suite.h"

#include <set>

#include "base/file.h"
#include "report/model/codec.h"

namespace agt {
namespace {

constexpr std::uint64_t kSuiteLimitBytes = 1 << 20;

/// The first {word} of `text` that is no placeholder, or nothing.
std::optional<std::string> unknown_placeholder(const std::string& text) {
  static const std::set<std::string> known{"{kit}", "{suite}", "{gfx}", "{test}"};
  for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open + 1)) {
    const std::string word = text.substr(open, text.find('}', open) - open + 1);
    if (!known.contains(word)) return word;
  }
  return std::nullopt;
}

std::optional<std::string> wrong_with(const SuiteTest& test) {
  if (test.name.empty() || test.name.find_first_of("/ \n") != std::string::npos)
    return "a test's name must be one word without a slash";
  if (test.time_limit_s == 0) return test.name + ": time_limit_s is 0";
  std::vector<std::string> texts = test.arguments;
  texts.push_back(test.program);
  if (test.code_object) texts.push_back(*test.code_object);
  for (const std::string& text : texts)
    if (const auto word = unknown_placeholder(text)) return test.name + ": " + *word + " is no placeholder";
  return std::nullopt;
}

std::optional<std::string> wrong_with(const SuiteDocument& suite) {
  std::set<std::string> names;
  for (const SuiteTest& test : suite.tests) {
    if (auto wrong = wrong_with(test)) return wrong;
    if (!names.insert(test.name).second) return "the test " + test.name + " is there twice";
  }
  if (suite.tests.empty()) return "it has no tests";
  return std::nullopt;
}

}  // namespace

Result<Suite> read_suite(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "suite.json";
  const auto text = read_file(file, kSuiteLimitBytes);
  if (!text) return tl::make_unexpected(text.error());
  const auto json = parse_json(*text);
  if (!json) return because(json, file.string());
  auto document = from_json_document<SuiteDocument>(*json, "suite");
  if (!document) return because(document, file.string());
  if (const auto wrong = wrong_with(*document)) return failure(ExitCode::kBadInput, file.string() + ": " + *wrong);
  return Suite{std::move(*document), folder};
}

std::string fill_in(std::string text, const Placeholders& placeholders) {
  const std::array<std::pair<std::string_view, const std::string*>, 4> table{{
      {"{kit}", &placeholders.kit}, {"{suite}", &placeholders.suite},
      {"{gfx}", &placeholders.gfx}, {"{test}", &placeholders.test}}};
  for (const auto& [word, value] : table)
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + value->size()))
      text.replace(at, word.size(), *value);
  return text;
}

}  // namespace agt
