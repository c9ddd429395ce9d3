// Lookups in the generated table of targets.
// SPDX-License-Identifier: MIT
#include "targets/targets.h"

#include <algorithm>
#include <array>
#include <vector>

namespace agt {
namespace {

#include "targets_table.inc"

std::vector<std::string_view> families_in_order() {
  std::vector<std::string_view> families;
  for (const Target& target : kSupported)
    if (std::find(families.begin(), families.end(), target.report_family) == families.end())
      families.push_back(target.report_family);
  return families;
}

template <class Matches>
const Target* find_supported(Matches matches) {
  const auto found = std::find_if(kSupported.begin(), kSupported.end(), matches);
  return found == kSupported.end() ? nullptr : &*found;
}

}  // namespace

std::span<const Target> supported_targets() { return kSupported; }
std::span<const Target> known_unsupported_targets() { return kKnownUnsupported; }

std::span<const std::string_view> report_families() {
  static const std::vector<std::string_view> families = families_in_order();
  return families;
}

const Target* find_target(std::string_view gfx) {
  return find_supported([&](const Target& target) { return target.gfx == gfx; });
}

const Target* find_target_by_mach(std::uint32_t mach) {
  return find_supported([&](const Target& target) { return target.mach == mach; });
}

std::string gfx_name(std::uint32_t gfx_target_version) {
  const std::uint32_t major = gfx_target_version / 10000;
  const std::uint32_t minor = gfx_target_version / 100 % 100;
  const std::uint32_t step = gfx_target_version % 100;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string name = "gfx" + std::to_string(major) + std::to_string(minor);
  if (step < kDigits.size()) name += kDigits[step];
  else name += "(step " + std::to_string(step) + ")";
  return name;
}

std::optional<TargetId> parse_target_id(std::string_view text) {
  TargetId id;
  const std::size_t colon = text.find(':');
  id.gfx = text.substr(0, colon);
  if (id.gfx.size() < 6 || !id.gfx.starts_with("gfx")) return std::nullopt;
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
  while (!rest.empty()) {
    const std::size_t end = rest.find(':', 1);
    const std::string_view feature = rest.substr(1, end == std::string_view::npos ? end : end - 1);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end);
    if (feature.empty() || (feature.back() != '+' && feature.back() != '-')) return std::nullopt;
    const std::string_view name = feature.substr(0, feature.size() - 1);
    std::optional<bool>* slot = name == "sramecc" ? &id.sramecc : name == "xnack" ? &id.xnack : nullptr;
    if (slot == nullptr || slot->has_value()) return std::nullopt;
    *slot = feature.back() == '+';
  }
  return id;
}

}  // namespace agt
