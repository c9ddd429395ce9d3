// ReportWriter: keeps the report on disk as the run goes on, so that whatever ends the run, a valid report is there.
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"
#include "report/model/report.h"

namespace agt {

class ReportWriter {
 public:
  /// `out` is where report.json goes, the page for people beside it with the ending .md; nothing: stdout, at the end.
  explicit ReportWriter(std::optional<std::filesystem::path> out) : out_(std::move(out)) {}

  /// The report so far. kCannotWrite with the path.
  Result<void> write_unfinished(const Report& report) const;

  /// The whole report; without `out` its JSON is printed. kCannotWrite when it reached nowhere it should.
  Result<void> write_finished(const Report& report) const;

  std::optional<std::filesystem::path> page() const;

 private:
  Result<void> write_files(const Report& report) const;
  std::optional<std::filesystem::path> out_;
};

}  // namespace agt
