// AssemblyText: splitting at the blanks and commas that lie outside of every bracket.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/decode/assembly_text.h"

namespace agt::vgpu {
namespace {

std::string_view trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The parts of `text` between `separator`s outside of brackets; nothing when brackets do not match.
std::optional<std::vector<std::string_view>> split_outside_brackets(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if ((text[i] == ')' || text[i] == ']') && --depth < 0) return std::nullopt;
    if (text[i] != separator || depth != 0) continue;
    parts.push_back(trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (depth != 0) return std::nullopt;
  parts.push_back(trim(text.substr(begin)));
  return parts;
}

/// The last part holds the last operand and, behind blanks, the modifiers; or modifiers alone.
bool split_last_part(std::string_view part, AssemblyText& assembly) {
  const auto words = split_outside_brackets(part, ' ');
  if (!words) return false;
  for (const auto word : *words) {
    if (word.empty()) continue;
    if (is_modifier(word)) {
      assembly.modifiers.push_back(word);
    } else if (word.data() == part.data()) {
      assembly.operands.push_back(word);
    } else {
      assembly.modifiers.push_back(word);  // an unknown one: apply_modifier names it
    }
  }
  return true;
}

}  // namespace

Result<AssemblyText> split_assembly(std::string_view text) {
  text = trim(text);
  AssemblyText assembly;
  const auto blank = text.find_first_of(" \t");
  assembly.mnemonic = text.substr(0, blank);
  if (assembly.mnemonic.empty()) return failure(ExitCode::kBadInput, "no mnemonic");
  if (blank == std::string_view::npos) return assembly;
  const auto parts = split_outside_brackets(trim(text.substr(blank)), ',');
  if (!parts) return failure(ExitCode::kBadInput, "brackets do not match");
  assembly.operands.assign(parts->begin(), parts->end() - 1);
  if (parts->back().empty()) return failure(ExitCode::kBadInput, "an operand is missing");
  if (!split_last_part(parts->back(), assembly)) return failure(ExitCode::kBadInput, "brackets do not match");
  for (const auto operand : assembly.operands) {
    if (operand.empty()) return failure(ExitCode::kBadInput, "an operand is missing");
  }
  return assembly;
}

std::pair<std::string_view, std::string_view> split_dual(std::string_view text) {
  const auto middle = text.find(" :: ");
  if (middle == std::string_view::npos) return {text, {}};
  return {trim(text.substr(0, middle)), trim(text.substr(middle + 4))};
}

}  // namespace agt::vgpu
