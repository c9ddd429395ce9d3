// Sentences about report.schema.json: it is the codec's own, and it explains itself.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/file.h"
#include "report/model/report.h"
#include "report/schema/model_walk.h"

namespace agt {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Json schema_file() {
  const auto text = read_file(AGT_REPORT_SCHEMA, 1 << 20);
  EXPECT_TRUE(text) << text.error().message;
  const auto document = parse_json(*text);
  EXPECT_TRUE(document) << document.error().message;
  return *document;
}

/// `schema` as SchemaWalk writes it: references resolved, what only explains dropped, lists of keys sorted.
Json bare(const Json& schema, const Json& definitions) {
  if (schema.is_array()) {
    Json array = Json::array();
    for (const Json& item : schema) array.push_back(bare(item, definitions));
    return array;
  }
  if (!schema.is_object()) return schema;
  if (schema.contains("$ref")) {
    constexpr std::string_view kPrefix = "#/$defs/";
    return bare(definitions.at(schema["$ref"].get<std::string>().substr(kPrefix.size())), definitions);
  }
  Json object = Json::object();
  for (const auto& [key, value] : schema.items()) {
    if (key == "description" || key == "title" || key.starts_with("$")) continue;
    if (key == "properties") {
      for (const auto& [name, property] : value.items()) object[key][name] = bare(property, definitions);
    } else {
      object[key] = bare(value, definitions);
    }
  }
  if (object.contains("required")) std::sort(object["required"].begin(), object["required"].end());
  return object;
}

Json bare(const Json& schema) { return bare(schema, schema["$defs"]); }

/// Calls visit(path, property) for every property of the file.
template <class Visit>
void for_each_property(const Json& schema, Visit visit) {
  for (const auto& [key, property] : schema["properties"].items()) visit("report." + key, property);
  for (const auto& [name, definition] : schema["$defs"].items())
    for (const auto& [key, property] : definition["properties"].items()) visit(name + "." + key, property);
}

TEST(ReportSchema, IsExactlyWhatTheCodecReadsAndWrites) {
  const Json differences = Json::diff(bare(schema_file()), schema_of<Report>());
  EXPECT_TRUE(differences.empty()) << "to make the file equal to the model: " << differences.dump(2);
}

TEST(ReportSchema, DescribesEveryKey) {
  std::vector<std::string> silent;
  for_each_property(schema_file(), [&](const std::string& path, const Json& property) {
    if (property.value("description", "").size() < 10) silent.push_back(path);
  });
  EXPECT_THAT(silent, IsEmpty());
}

TEST(ReportSchema, NamesTheUnitOfEveryKeyThatCarriesOne) {
  const std::vector<std::pair<const char*, const char*>> units{
      {"_ms", "milliseconds"}, {"_us", "microseconds"}, {"_mhz", "megahertz"}};
  for_each_property(schema_file(), [&](const std::string& path, const Json& property) {
    for (const auto& [ending, unit] : units)
      if (path.ends_with(ending)) {
        EXPECT_THAT(property.value("description", ""), HasSubstr(unit)) << path;
      }
  });
}

TEST(ReportSchema, UsesEveryDefinition) {
  const Json schema = schema_file();
  const std::string text = schema.dump();
  for (const auto& [name, definition] : schema["$defs"].items())
    EXPECT_THAT(text, HasSubstr("\"#/$defs/" + name + "\"")) << name;
}

/// What a value is, as docs/report-format.md says it: "number or null", "list of `device`", "`pass`, `fail`".
std::string kind_of(const Json& property) {
  if (property.contains("anyOf")) return kind_of(property["anyOf"][0]) + " or null";
  if (property.contains("$ref")) return "`" + property["$ref"].get<std::string>().substr(8) + "`";
  if (property.contains("const")) return "`" + property["const"].get<std::string>() + "`";
  if (property.contains("enum")) {
    std::string names;
    for (const Json& name : property["enum"]) names += (names.empty() ? "`" : ", `") + name.get<std::string>() + "`";
    return names;
  }
  const std::string type = property["type"];
  if (type == "array") return "list of " + kind_of(property["items"]);
  return type == "string" ? "text" : type == "boolean" ? "true or false" : "number";
}

TEST(ReportFormatPage, HasTheRowOfEveryKeyAsTheSchemaDescribesIt) {
  const auto page = read_file(AGT_REPORT_FORMAT_PAGE, 1 << 20);
  ASSERT_TRUE(page) << page.error().message;
  for_each_property(schema_file(), [&](const std::string& path, const Json& property) {
    const std::string key = path.substr(path.rfind('.') + 1);
    const std::string row =
        "| `" + key + "` | " + kind_of(property) + " | " + property.value("description", "") + " |\n";
    EXPECT_THAT(*page, HasSubstr(row)) << path;
  });
}

TEST(Report, WithEverythingFilledIsReadBackAsItWasWritten) {
  const Report report = filled<Report>();
  const std::string text = to_report_text(report);
  const auto back = parse_report(text);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(to_report_text(*back), text);
}

TEST(Report, IsRefusedWhenItsHashIsNotItsOwn) {
  std::string text = to_report_text(filled<Report>());
  text.replace(text.find("some reason"), 4, "same");
  const auto report = parse_report(text);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("report_sha256"));
}

TEST(Report, KeepsItsHashWhenTheTesterChangesTheNote) {
  Report report = filled<Report>();
  const std::string hash = hash_of(report);
  report.note = "another note";
  EXPECT_EQ(hash_of(report), hash);
  report.reason = "another reason";
  EXPECT_NE(hash_of(report), hash);
}

}  // namespace
}  // namespace agt
