// Escaping is by character entities, which a table, a heading and a list understand alike; a backslash before a pipe
// means different things inside and outside a table.
// SPDX-License-Identifier: MIT
#include "report/markdown_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "report/wording.h"

namespace agt {
namespace {

constexpr std::string_view kMarkup = "\\`*[]~|<>&$";
constexpr std::string_view kNeedsEntities = "\\`*_[]~|<>&$";

std::string entity(char c) { return fmt::format("&#{};", static_cast<int>(c)); }

bool is_alphanumeric(std::string_view text, std::size_t i) {
  return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
}

/// An underscore inside a word is no emphasis, and identifiers stay readable in the raw text.
bool is_plain_underscore(std::string_view text, std::size_t i) {
  return i > 0 && is_alphanumeric(text, i - 1) && is_alphanumeric(text, i + 1);
}

std::size_t longest_run_of_backticks(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string row_of(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + cell + " |";
  return row + "\n";
}

}  // namespace

std::string escape_markdown(std::string_view text) {
  const std::string line = one_line(text);
  std::string escaped;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '_' && !is_plain_underscore(line, i)) escaped += entity(c);
    else if (kMarkup.find(c) != std::string_view::npos) escaped += entity(c);
    else escaped += c;
    // GitHub looks for mentions in the finished text, where an entity is the character again; a comment parts them.
    if ((c == '@' || c == '#') && is_alphanumeric(line, i + 1)) escaped += "<!-- -->";
  }
  return escaped;
}

std::string markdown_code(std::string_view text) {
  const std::string line = one_line(text);
  if (line.empty()) return "";
  if (line.find_first_of("|`") == std::string::npos) return "`" + line + "`";
  std::string escaped;
  for (const char c : line) escaped += kNeedsEntities.find(c) == std::string_view::npos ? std::string(1, c) : entity(c);
  return "<code>" + escaped + "</code>";
}

std::string markdown_block(std::string_view text) {
  std::string kept;
  for (const char c : text)
    if (c == '\n' || (static_cast<unsigned char>(c) >= ' ' && c != 0x7f)) kept += c;
  while (!kept.empty() && kept.back() == '\n') kept.pop_back();
  const std::string fence(std::max<std::size_t>(3, longest_run_of_backticks(kept) + 1), '`');
  return fence + "\n" + kept + "\n" + fence + "\n";
}

std::string MarkdownTable::text() const {
  std::string text = row_of(header_) + row_of(std::vector<std::string>(header_.size(), "---"));
  for (const auto& row : rows_) text += row_of(row);
  return text + "\n";
}

}  // namespace agt
