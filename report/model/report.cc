// The report's text and hash.
// SPDX-License-Identifier: MIT
#include "report/model/report.h"

#include "base/sha256.h"
#include "report/model/codec.h"

namespace agt {
namespace {

std::string hash_of_document(Json document) {
  document.erase("note");
  document.erase("report_sha256");
  return sha256_hex(canonical_json(document));
}

}  // namespace

std::string hash_of(const Report& report) { return hash_of_document(to_json_document(report)); }

std::string to_report_text(Report report) {
  report.report_sha256 = hash_of(report);
  return pretty_json(to_json_document(report));
}

Result<Report> parse_report(std::string_view text) {
  auto document = parse_json(text);
  if (!document) return tl::make_unexpected(document.error());
  auto report = from_json_document<Report>(*document, "report");
  if (report && report->report_sha256 != hash_of_document(*document))
    return failure(ExitCode::kBadInput, "report.report_sha256: is not the hash of this report");
  return report;
}

}  // namespace agt
