// One table of line kinds; the rest of a line is taken apart by its kind.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/program_file.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include <fmt/format.h>

namespace agt::vgpu {
namespace {

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const auto at = text.find(separator);
    if (const auto part = trim(text.substr(0, at)); !part.empty()) parts.emplace_back(part);
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::optional<std::uint32_t> parse_index(std::string_view text) {
  const int base = text.starts_with("0x") ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct NamedPlace {
  std::string_view name;
  std::uint16_t index;
  std::uint32_t dwords;
};
constexpr NamedPlace kNamedPlaces[] = {
    {"vcc", scalar::kVccLo, 2}, {"vcc_lo", scalar::kVccLo, 1}, {"exec", scalar::kExecLo, 2},
    {"exec_lo", scalar::kExecLo, 1}, {"scc", scalar::kScc, 1}, {"m0", scalar::kM0, 1},
};

struct PlacePrefix {
  std::string_view prefix;
  PlaceKind kind;
};
constexpr PlacePrefix kPrefixes[] = {
    {"mem ", PlaceKind::kMemory}, {"lds ", PlaceKind::kLds}, {"s", PlaceKind::kScalar},
    {"v", PlaceKind::kVector},    {"a", PlaceKind::kAccum},
};

/// "7" or "[6:7]".
bool parse_range(std::string_view text, Place& place) {
  const bool brackets = text.starts_with('[') && text.ends_with(']');
  if (brackets) text = text.substr(1, text.size() - 2);
  const auto colon = brackets ? text.find(':') : std::string_view::npos;
  const auto first = parse_index(text.substr(0, colon));
  const auto last = colon == std::string_view::npos ? first : parse_index(text.substr(colon + 1));
  if (!first || !last || *last < *first || *last - *first > 1) return false;
  place.index = *first;
  place.dwords = *last - *first + 1;
  return true;
}

std::optional<Place> parse_place(std::string_view text) {
  for (const NamedPlace& named : kNamedPlaces) {
    if (text == named.name) return Place{PlaceKind::kScalar, named.index, named.dwords, std::string(text)};
  }
  for (const auto& [prefix, kind] : kPrefixes) {
    if (!text.starts_with(prefix)) continue;
    Place place{.kind = kind, .text = std::string(text)};
    if (parse_range(trim(text.substr(prefix.size())), place)) return place;
    return std::nullopt;
  }
  return std::nullopt;
}

/// Commas separate values, but not inside parentheses; none are there.
bool parse_assignment(std::string_view text, std::uint32_t line, std::vector<Assignment>& into) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  auto place = parse_place(trim(text.substr(0, equals)));
  if (!place) return false;
  into.push_back({std::move(*place), split(text.substr(equals + 1), ','), line});
  return !into.back().values.empty();
}

bool add_set(Program& program, std::string_view rest, std::uint32_t line) {
  return parse_assignment(rest, line, program.before);
}

bool add_expect(Program& program, std::string_view rest, std::uint32_t line) {
  if (!rest.starts_with("fault ")) return parse_assignment(rest, line, program.after);
  program.fault = trim(rest.substr(6));
  return true;
}

bool add_targets(Program& program, std::string_view rest, std::uint32_t) {
  program.targets = split(rest, ' ');
  return std::ranges::all_of(program.targets, [](const std::string& wanted) {
    return std::ranges::any_of(supported_targets(),
                               [&](const Target& target) { return target.gfx == wanted || target.family == wanted; });
  });
}

bool add_waves(Program& program, std::string_view rest, std::uint32_t) {
  const auto waves = parse_index(rest);
  if (waves) program.waves = *waves;
  return waves && *waves >= 1 && *waves <= 16;
}

struct ModeWord {
  std::string_view word;
  void (*apply)(FloatMode&);
};
constexpr ModeWord kModeWords[] = {
    {"flush_f32", [](FloatMode& m) { m.flush_f32 = true; }},
    {"flush_f16_f64", [](FloatMode& m) { m.flush_f16_f64 = true; }},
    {"round_f32=1", [](FloatMode& m) { m.round_f32 = 1; }},
    {"round_f32=2", [](FloatMode& m) { m.round_f32 = 2; }},
    {"round_f32=3", [](FloatMode& m) { m.round_f32 = 3; }},
    {"round_f16_f64=1", [](FloatMode& m) { m.round_f16_f64 = 1; }},
    {"round_f16_f64=2", [](FloatMode& m) { m.round_f16_f64 = 2; }},
    {"round_f16_f64=3", [](FloatMode& m) { m.round_f16_f64 = 3; }},
    {"no_ieee", [](FloatMode& m) { m.ieee = false; }},
    {"no_dx10_clamp", [](FloatMode& m) { m.dx10_clamp = false; }},
};

bool add_mode(Program& program, std::string_view rest, std::uint32_t) {
  for (const std::string& word : split(rest, ' ')) {
    const auto* found = std::ranges::find(kModeWords, word, &ModeWord::word);
    if (found == std::end(kModeWords)) return false;
    found->apply(program.mode);
  }
  return true;
}

struct LineKind {
  std::string_view keyword;
  bool (*add)(Program&, std::string_view rest, std::uint32_t line);
};
constexpr LineKind kLineKinds[] = {
    {"set ", add_set}, {"expect ", add_expect}, {"targets ", add_targets}, {"waves ", add_waves}, {"mode ", add_mode},
};

bool add_line(Program& program, std::string_view line, std::uint32_t number) {
  if (line.starts_with(' ')) {
    program.assembly.emplace_back(trim(line));
    return true;
  }
  for (const auto& [keyword, add] : kLineKinds) {
    if (line.starts_with(keyword)) return add(program, trim(line.substr(keyword.size())), number);
  }
  return false;
}

/// One factor of a product.
std::optional<std::uint64_t> evaluate_atom(std::string_view text, const ValueContext& context) {
  const std::pair<std::string_view, std::uint64_t> names[] = {{"lane", context.lane},         {"lanes", context.lanes}, {"wave", context.wave},
                        {"mem", context.mem},           {"lds_base", context.lds_base},
                        {"scratch_base", context.scratch_base}};
  for (const auto& [word, value] : names) {
    if (text == word) return value;
  }
  const bool is_float = text.ends_with(')') && (text.starts_with("f16(") || text.starts_with("f32(") || text.starts_with("f64("));
  if (is_float) {
    const double number = std::stod(std::string(text.substr(4, text.size() - 5)));
    if (text[1] == '6') return std::bit_cast<std::uint64_t>(number);
    if (text[1] == '3') return std::bit_cast<std::uint32_t>(static_cast<float>(number));
    return std::bit_cast<std::uint16_t>(static_cast<_Float16>(number));
  }
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const int base = text.starts_with("0x") ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return negative ? 0 - value : value;
}

}  // namespace

bool Program::is_for(const Target& target) const {
  return targets.empty() ||
         std::ranges::any_of(targets, [&](const auto& wanted) { return wanted == target.gfx || wanted == target.family; });
}

Result<std::uint64_t> evaluate(std::string_view text, const ValueContext& context) {
  std::uint64_t sum = 0;
  for (const std::string& term : split(text, '+')) {
    std::uint64_t product = 1;
    for (const std::string& factor : split(term, '*')) {
      const auto value = evaluate_atom(factor, context);
      if (!value) return failure(ExitCode::kBadInput, fmt::format("\"{}\" is no value", factor));
      product *= *value;
    }
    sum += product;
  }
  return sum;
}

Result<std::vector<Program>> parse_programs(std::string_view text, std::string_view file) {
  std::vector<Program> programs;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (trim(line).empty() || line.starts_with('#')) continue;
    if (line.starts_with("program ")) {
      programs.emplace_back();
      programs.back().name = trim(line.substr(8));
      programs.back().file = file;
      continue;
    }
    if (programs.empty() || !add_line(programs.back(), line, number))
      return failure(ExitCode::kBadInput, fmt::format("{}:{}: {}", file, number, line));
  }
  return programs;
}

}  // namespace agt::vgpu
