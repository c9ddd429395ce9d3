// Reading a row map, and the contract that keeps rows, tests, features, families and targets in step.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "base/file.h"
#include "report/model/codec.h"
#include "rows/rows.h"
#include "targets/targets.h"

namespace agt {
namespace {

constexpr std::uint64_t kRowMapLimitBytes = 1 << 20;

using Names = std::set<std::string>;
using Problems = std::vector<std::string>;

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

std::string full_name(const TestFeatures& test) { return test.suite + "/" + test.test; }

const TestFeatures* find_test(std::span<const TestFeatures> tests, const std::string& name) {
  const auto found = std::ranges::find(tests, name, full_name);
  return found == tests.end() ? nullptr : &*found;
}

/// The distinct names of `list`; an empty list and a name said twice are problems.
Names distinct(const std::vector<std::string>& list, const std::string& subject, Problems& problems) {
  Names names;
  if (list.empty()) problems.push_back(subject + ": names none");
  for (const std::string& name : list)
    if (!names.insert(name).second) problems.push_back(subject + ": names " + quoted(name) + " twice");
  return names;
}

/// A row's tests exist, and its features are exactly those that they declare.
void check_contents(const Row& row, std::span<const TestFeatures> tests, Problems& problems) {
  const std::string subject = "row " + quoted(row.id);
  Names declared;
  for (const std::string& name : distinct(row.tests, subject + ", tests", problems)) {
    const TestFeatures* test = find_test(tests, name);
    if (test == nullptr) problems.push_back(subject + ": there is no test " + quoted(name));
    else declared.insert(test->features.begin(), test->features.end());
  }
  const Names named = distinct(row.features, subject + ", features", problems);
  for (const std::string& feature : named)
    if (!declared.contains(feature))
      problems.push_back(subject + ": none of its tests declares the feature " + quoted(feature));
  for (const std::string& feature : declared)
    if (!named.contains(feature))
      problems.push_back(subject + ": lacks the feature " + quoted(feature) + " that its tests declare");
}

/// Every row has its own id and its own known family, and no target is without a row.
void check_families(const RowMap& map, Problems& problems) {
  Names ids;
  Names families;
  for (const Row& row : map.rows) {
    if (row.id.empty() || !ids.insert(row.id).second)
      problems.push_back("row " + quoted(row.id) + ": its id is empty or taken");
    if (std::ranges::find(report_families(), row.family) == report_families().end())
      problems.push_back("row " + quoted(row.id) + ": there is no report family " + quoted(row.family));
    if (!families.insert(row.family).second)
      problems.push_back("row " + quoted(row.id) + ": another row has the family " + quoted(row.family));
  }
  for (const Target& target : supported_targets())
    if (!families.contains(std::string(target.report_family)))
      problems.push_back(std::string(target.gfx) + ": no row has its report family " +
                         quoted(std::string(target.report_family)));
}

void check_every_test_is_demanded(const RowMap& map, std::span<const TestFeatures> tests, Problems& problems) {
  for (const TestFeatures& test : tests) {
    const bool demanded = std::ranges::any_of(
        map.rows, [&](const Row& row) { return std::ranges::find(row.tests, full_name(test)) != row.tests.end(); });
    if (!demanded && !test.features.empty())
      problems.push_back("test " + quoted(full_name(test)) + ": declares features, and no row names it");
  }
}

}  // namespace

Result<RowMap> read_row_map(const std::filesystem::path& path) {
  const auto text = read_file(path, kRowMapLimitBytes);
  if (!text) return tl::make_unexpected(text.error());
  const auto document = parse_json(*text, {.bytes = kRowMapLimitBytes, .depth = 8});
  if (!document) return because(document, path.string());
  auto map = from_json_document<RowMap>(*document, "rows");
  if (!map) return because(map, path.string());
  return map;
}

std::vector<std::string> check_rows(const RowMap& map, std::span<const TestFeatures> tests) {
  Problems problems;
  check_families(map, problems);
  for (const Row& row : map.rows) check_contents(row, tests, problems);
  check_every_test_is_demanded(map, tests, problems);
  return problems;
}

}  // namespace agt
