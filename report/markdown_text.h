// Text from outside as Markdown that shows it and obeys none of it, and the few Markdown forms that a report needs.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agt {

/// `text` as one line of prose, inside or outside a table: nothing in it is markup, HTML, a mention (@name) or a
/// reference (#1) to GitHub.
std::string escape_markdown(std::string_view text);

/// `text` as one line of code, inside or outside a table.
std::string markdown_code(std::string_view text);

/// `text` as a code block that keeps its lines; other control characters are dropped. Ends in a newline.
std::string markdown_block(std::string_view text);

/// A table of cells that are Markdown already. A row is as long as the header.
class MarkdownTable {
 public:
  explicit MarkdownTable(std::vector<std::string> header) : header_(std::move(header)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }
  /// The table with an empty line behind it.
  std::string text() const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace agt
