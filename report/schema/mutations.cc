// Prints reports and broken copies of them, one JSON line each, with what parse_report says of it:
//   {"what": "devices/0/kind: is 7", "accepted": false, "document": {…}}
// compare_with_schema.py reads them and demands that the schema says the same. The broken copies carry their own hash,
// so that it is never the hash that refuses them.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string>
#include <vector>

#include "base/sha256.h"
#include "report/model/report.h"
#include "report/sample_report.h"
#include "report/schema/model_walk.h"

namespace agt {
namespace {

void print(const std::string& what, Json document) {
  Json hashed = document;
  if (document.is_object() && document.contains("report_sha256") && document["report_sha256"].is_string()) {
    hashed.erase("note");
    hashed.erase("report_sha256");
    document["report_sha256"] = sha256_hex(canonical_json(hashed));
  }
  const bool accepted = parse_report(pretty_json(document)).has_value();
  std::puts(canonical_json({{"what", what}, {"accepted", accepted}, {"document", document}}).c_str());
}

/// Values that a field may hold by mistake; each field gets all that are not its own.
const std::vector<Json>& strangers() {
  static const std::vector<Json> kStrangers{
      nullptr,         true, 7, -1, 1.5, 4294967296U, -2147483649LL, "no such name", Json::array(), Json::object(),
      Json::array({7})};
  return kStrangers;
}

void print_mutations(const std::string& name, const Json& document, const Json::json_pointer& at) {
  const Json& node = document.at(at);
  const std::string where = name + at.to_string() + ": ";
  for (const Json& stranger : strangers()) {
    Json mutated = document;
    mutated[at] = stranger;
    print(where + "is " + stranger.dump(), std::move(mutated));
  }
  if (node.is_object()) {
    Json mutated = document;
    mutated[at]["unexpected"] = 7;
    print(where + "has an unknown key", std::move(mutated));
    for (const auto& [key, value] : node.items()) {
      Json without = document;
      without[at].erase(key);
      print(where + "lacks " + key, std::move(without));
      print_mutations(name, document, at / key);
    }
  }
  if (node.is_array() && !node.empty()) print_mutations(name, document, at / 0);
}

void print_report(const std::string& name, const Report& report) {
  const Json document = to_json_document(report);
  print(name, document);
  print_mutations(name, document, Json::json_pointer(""));
}

}  // namespace
}  // namespace agt

int main() {
  agt::print("sample", agt::to_json_document(agt::sample_report()));
  agt::print_report("empty", agt::Report{});
  agt::print_report("filled", agt::filled<agt::Report>());
}
