// find_opcode: from a printed mnemonic to its Opcode, through encoding suffixes and the names of older families.
// SPDX-License-Identifier: MIT
#include <array>
#include <string>
#include <unordered_map>

#include "virtual-gpu/execute/opcode.h"

namespace agt::vgpu {
namespace {

using Index = std::unordered_map<std::string_view, const Opcode*>;

Index make_index() {
  Index index;
  for (const auto table : {scalar_opcodes(), memory_opcodes(), vector_opcodes()}) {
    for (const auto& opcode : table) index.emplace(opcode.mnemonic, &opcode);
  }
  return index;
}

using AliasIndex = std::unordered_multimap<std::string_view, const Alias*>;

AliasIndex make_alias_index() {
  AliasIndex index;
  for (const auto& alias : mnemonic_aliases()) index.emplace(alias.mnemonic, &alias);
  return index;
}

/// Longest first: "_e64_dpp" before "_dpp".
constexpr std::array<std::string_view, 6> kEncodingSuffixes = {"_e64_dpp", "_e32_dpp", "_sdwa", "_dpp", "_e32", "_e64"};

std::string_view without_suffix(std::string_view mnemonic) {
  for (const auto suffix : kEncodingSuffixes) {
    if (mnemonic.ends_with(suffix)) return mnemonic.substr(0, mnemonic.size() - suffix.size());
  }
  return mnemonic;
}

std::string_view resolve_alias(std::string_view mnemonic, int gfx_major) {
  static const AliasIndex kIndex = make_alias_index();
  const auto [begin, end] = kIndex.equal_range(mnemonic);
  for (auto alias = begin; alias != end; ++alias) {
    if (gfx_major >= alias->second->first_major && gfx_major <= alias->second->last_major) return alias->second->means;
  }
  return mnemonic;
}

const Opcode* find_exact(std::string_view mnemonic) {
  static const Index kIndex = make_index();
  const auto found = kIndex.find(mnemonic);
  return found == kIndex.end() ? nullptr : found->second;
}

/// gfx9's v_cmpx_* has a result beside EXEC; its rows are called v_cmpx_sdst_*.
std::string with_sdst(std::string_view mnemonic) { return "v_cmpx_sdst_" + std::string(mnemonic.substr(7)); }

}  // namespace

const Opcode* find_opcode(std::string_view mnemonic, int gfx_major) {
  std::string_view name = without_suffix(mnemonic);
  std::string owned;
  if (name.starts_with("v_dual_")) {
    owned = "v_" + std::string(name.substr(7));
    name = owned;
  }
  if (gfx_major == 9 && name.starts_with("v_cmpx_")) {
    owned = with_sdst(name);
    name = owned;
  }
  return find_exact(resolve_alias(name, gfx_major));
}

}  // namespace agt::vgpu
