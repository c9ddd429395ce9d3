// Modifiers of assembly text: one table of flags, one of names with a value.
// SPDX-License-Identifier: MIT
#include <array>
#include <string>

#include "virtual-gpu/decode/assembly_text.h"
#include "virtual-gpu/decode/number_text.h"

namespace agt::vgpu {
namespace {

struct Flag {
  std::string_view name;
  void (*apply)(Modifiers&);
};

/// Cache and scheduling hints: they change when and where data moves, never a value.
void no_effect(Modifiers&) {}

void set_dpp(Modifiers& modifiers, DppKind kind, std::uint32_t argument = 0) {
  modifiers.dpp = kind;
  modifiers.dpp_argument = argument;
}

constexpr std::array kFlags = {
    Flag{"clamp", [](Modifiers& m) { m.clamp = true; }},
    Flag{"offen", [](Modifiers& m) { m.offen = true; }},
    Flag{"idxen", [](Modifiers& m) { m.idxen = true; }},
    Flag{"scale_offset", [](Modifiers& m) { m.scale_offset = true; }},
    Flag{"glc", [](Modifiers& m) { m.returns = true; }},  // loads have it as a hint
    Flag{"sc0", [](Modifiers& m) { m.returns = true; }},
    Flag{"slc", no_effect},
    Flag{"dlc", no_effect},
    Flag{"nt", no_effect},
    Flag{"sc1", no_effect},
    Flag{"scc", no_effect},
    Flag{"nv", no_effect},
    Flag{"row_mirror", [](Modifiers& m) { set_dpp(m, DppKind::kRowMirror); }},
    Flag{"row_half_mirror", [](Modifiers& m) { set_dpp(m, DppKind::kRowHalfMirror); }},
};

/// Sets what `value` says; false when it is malformed.
using ApplyValue = bool (*)(Modifiers&, std::string_view value);

struct Valued {
  std::string_view name;
  ApplyValue apply;
};

/// "[1,0,1]": up to eight numbers, packed with the same number of bits each.
struct PackedList {
  std::uint32_t packed = 0;
  std::uint32_t size = 0;
};

std::optional<PackedList> parse_list(std::string_view text, std::uint32_t bits) {
  if (!text.starts_with('[') || !text.ends_with(']')) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  PackedList list;
  while (true) {
    const auto comma = text.find(',');
    const auto value = parse_unsigned(text.substr(0, comma), (1U << bits) - 1);
    if (!value || list.size == 8) return std::nullopt;
    list.packed |= *value << (bits * list.size++);
    if (comma == std::string_view::npos) return list;
    text.remove_prefix(comma + 1);
  }
}

/// One bit for each source.
template <std::uint8_t Modifiers::*Member>
bool set_bits(Modifiers& modifiers, std::string_view value) {
  const auto list = parse_list(value, 1);
  if (!list || list->size > 4) return false;
  modifiers.*Member = static_cast<std::uint8_t>(list->packed);
  return true;
}

template <auto Member, std::uint32_t kLimit>
bool set_number(Modifiers& modifiers, std::string_view value) {
  const auto number = parse_unsigned(value, kLimit);
  if (number) modifiers.*Member = static_cast<std::remove_reference_t<decltype(modifiers.*Member)>>(*number);
  return number.has_value();
}

bool set_offset(Modifiers& modifiers, std::string_view value) {
  const auto offset = parse_integer(value);
  if (!offset || *offset < -(1 << 24) || *offset >= 1 << 24) return false;
  modifiers.offset = static_cast<std::int32_t>(*offset);
  return true;
}

template <DppKind kKind, std::uint32_t kBits, std::uint32_t kSize>
bool set_dpp_list(Modifiers& modifiers, std::string_view value) {
  const auto list = parse_list(value, kBits);
  if (!list || list->size != kSize) return false;
  set_dpp(modifiers, kKind, list->packed);
  return true;
}

template <DppKind kKind, std::uint32_t kFirst, std::uint32_t kLast>
bool set_dpp_count(Modifiers& modifiers, std::string_view value) {
  const auto count = parse_unsigned(value, kLast);
  if (!count || *count < kFirst) return false;
  set_dpp(modifiers, kKind, *count);
  return true;
}

bool set_row_bcast(Modifiers& modifiers, std::string_view value) {
  if (value != "15" && value != "31") return false;
  set_dpp(modifiers, value == "15" ? DppKind::kRowBcast15 : DppKind::kRowBcast31);
  return true;
}

/// bound_ctrl:1 and the older spelling bound_ctrl:0 both mean that the bit is set; without it nothing is printed.
bool set_bound_ctrl(Modifiers& modifiers, std::string_view value) {
  modifiers.bound_ctrl = true;
  return value == "0" || value == "1";
}

bool set_multiplier(Modifiers& modifiers, std::string_view value) {
  modifiers.omod = value == "4" ? 2 : 1;
  return value == "2" || value == "4";
}

bool set_divisor(Modifiers& modifiers, std::string_view value) {
  modifiers.omod = 3;
  return value == "2";
}

std::optional<Select> parse_select(std::string_view value) {
  constexpr std::array<std::string_view, 7> kNames = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3",
                                                      "WORD_0", "WORD_1", "DWORD"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (value == kNames[i]) return static_cast<Select>(i);
  }
  return std::nullopt;
}

bool set_dst_sel(Modifiers& modifiers, std::string_view value) {
  const auto select = parse_select(value);
  if (!select) return false;
  modifiers.sdwa = true;
  modifiers.dst_sel = *select;
  return true;
}

template <std::size_t kSource>
bool set_src_sel(Modifiers& modifiers, std::string_view value) {
  const auto select = parse_select(value);
  if (!select) return false;
  modifiers.sdwa = true;
  modifiers.src_sel[kSource] = *select;
  return true;
}

bool set_dst_unused(Modifiers& modifiers, std::string_view value) {
  constexpr std::array<std::string_view, 3> kNames = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (value == kNames[i]) modifiers.dst_unused = static_cast<Unused>(i);
  }
  return value == kNames[0] || value == kNames[1] || value == kNames[2];
}

bool set_temporal_hint(Modifiers& modifiers, std::string_view value) {
  modifiers.returns = value.starts_with("TH_ATOMIC_") && value.find("RETURN") != std::string_view::npos;
  return value.starts_with("TH_ATOMIC_") || value.starts_with("TH_LOAD_") || value.starts_with("TH_STORE_");
}

bool is_scope(Modifiers&, std::string_view value) { return value.starts_with("SCOPE_"); }

constexpr std::array kValued = {
    Valued{"offset", set_offset},
    Valued{"offset0", set_number<&Modifiers::offset0, 255>},
    Valued{"offset1", set_number<&Modifiers::offset1, 255>},
    Valued{"th", set_temporal_hint},
    Valued{"scope", is_scope},
    Valued{"mul", set_multiplier},
    Valued{"div", set_divisor},
    Valued{"op_sel", set_bits<&Modifiers::op_sel>},
    Valued{"op_sel_hi", set_bits<&Modifiers::op_sel_hi>},
    Valued{"neg_lo", set_bits<&Modifiers::neg_lo>},
    Valued{"neg_hi", set_bits<&Modifiers::neg_hi>},
    Valued{"bitop3", set_number<&Modifiers::bitop3, 255>},
    Valued{"dst_sel", set_dst_sel},
    Valued{"dst_unused", set_dst_unused},
    Valued{"src0_sel", set_src_sel<0>},
    Valued{"src1_sel", set_src_sel<1>},
    Valued{"quad_perm", set_dpp_list<DppKind::kQuadPerm, 2, 4>},
    Valued{"dpp8", set_dpp_list<DppKind::kDpp8, 3, 8>},
    Valued{"row_shl", set_dpp_count<DppKind::kRowShl, 1, 15>},
    Valued{"row_shr", set_dpp_count<DppKind::kRowShr, 1, 15>},
    Valued{"row_ror", set_dpp_count<DppKind::kRowRor, 1, 15>},
    Valued{"wave_shl", set_dpp_count<DppKind::kWaveShl, 1, 1>},
    Valued{"wave_rol", set_dpp_count<DppKind::kWaveRol, 1, 1>},
    Valued{"wave_shr", set_dpp_count<DppKind::kWaveShr, 1, 1>},
    Valued{"wave_ror", set_dpp_count<DppKind::kWaveRor, 1, 1>},
    Valued{"row_bcast", set_row_bcast},
    Valued{"row_share", set_dpp_count<DppKind::kRowShare, 0, 15>},
    Valued{"row_xmask", set_dpp_count<DppKind::kRowXmask, 0, 15>},
    Valued{"row_newbcast", set_dpp_count<DppKind::kRowNewbcast, 0, 15>},
    Valued{"row_mask", set_number<&Modifiers::row_mask, 15>},
    Valued{"bank_mask", set_number<&Modifiers::bank_mask, 15>},
    Valued{"bound_ctrl", set_bound_ctrl},
    Valued{"fi", set_number<&Modifiers::fetch_inactive, 1>},
};

const Flag* find_flag(std::string_view text) {
  for (const auto& flag : kFlags) {
    if (text == flag.name) return &flag;
  }
  return nullptr;
}

const Valued* find_valued(std::string_view name) {
  for (const auto& valued : kValued) {
    if (name == valued.name) return &valued;
  }
  return nullptr;
}

}  // namespace

bool is_modifier(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return find_flag(text) != nullptr && text != "scc";
  return find_valued(text.substr(0, colon)) != nullptr;
}

Result<void> apply_modifier(std::string_view text, Modifiers& modifiers) {
  if (const auto* flag = find_flag(text)) {
    flag->apply(modifiers);
    return success();
  }
  const auto colon = text.find(':');
  const auto* valued = colon == std::string_view::npos ? nullptr : find_valued(text.substr(0, colon));
  if (valued == nullptr) return failure(ExitCode::kBadInput, "modifier " + std::string(text) + " is not known");
  if (valued->apply(modifiers, text.substr(colon + 1))) return success();
  return failure(ExitCode::kBadInput, "modifier " + std::string(text) + " is malformed");
}

}  // namespace agt::vgpu
