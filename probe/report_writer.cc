// Writing the report and its page, each atomically.
// SPDX-License-Identifier: MIT
#include "probe/report_writer.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/file.h"
#include "report/markdown.h"

namespace agt {
namespace {

Result<void> print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return success();
  return failure(ExitCode::kCannotWrite, std::string("stdout: ") + std::strerror(errno));
}

}  // namespace

std::optional<std::filesystem::path> ReportWriter::page() const {
  if (!out_) return std::nullopt;
  return std::filesystem::path(*out_).replace_extension(".md");
}

Result<void> ReportWriter::write_unfinished(const Report& report) const {
  return out_ ? write_files(report) : success();
}

Result<void> ReportWriter::write_finished(const Report& report) const {
  return out_ ? write_files(report) : print(to_report_text(report));
}

Result<void> ReportWriter::write_files(const Report& report) const {
  auto written = write_file_atomically(*out_, to_report_text(report));
  if (!written) return written;
  return write_file_atomically(*page(), to_markdown(report));
}

}  // namespace agt
