// Every table is reached through PT_DYNAMIC and read by checked reads; a table that is cut short ends early.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/dispatch/elf_image.h"

#include <algorithm>
#include <cstring>

namespace agt::vgpu {
namespace {

constexpr std::uint16_t kMachineAmdgpu = 224;
constexpr std::uint64_t kProgramHeaderBytes = 56, kSymbolBytes = 24, kRelocationBytes = 24, kDynamicBytes = 16;
constexpr std::uint32_t kDynamicSegment = 2;
constexpr std::uint64_t kDtHash = 4, kDtStringTable = 5, kDtSymbolTable = 6, kDtRela = 7, kDtRelaSize = 8;
constexpr std::uint32_t kProgramHeaderLimit = 64;

std::uint64_t program_header(std::uint64_t table, std::uint32_t index) {
  return table + std::uint64_t{index} * kProgramHeaderBytes;
}

}  // namespace

Result<ElfImage> ElfImage::open(Bytes bytes) {
  constexpr std::uint32_t kMagic = 0x464c457f;  // "\x7f" "ELF"
  constexpr std::uint16_t kClass64LittleEndian = 0x0102;
  if (read_le<std::uint32_t>(bytes, 0) != kMagic || read_le<std::uint16_t>(bytes, 4) != kClass64LittleEndian)
    return failure(ExitCode::kBadInput, "no 64-bit little-endian ELF");
  if (read_le<std::uint16_t>(bytes, 18) != kMachineAmdgpu) return failure(ExitCode::kBadInput, "ELF is not for AMDGPU");
  const auto table = read_le<std::uint64_t>(bytes, 32);
  const auto count = read_le<std::uint16_t>(bytes, 56);
  const bool whole = table && count && *count <= kProgramHeaderLimit &&
                     slice(bytes, *table, std::uint64_t{*count} * kProgramHeaderBytes);
  if (!whole) return failure(ExitCode::kBadInput, "ELF program headers are cut short");
  return ElfImage(bytes);
}

std::uint32_t ElfImage::flags() const { return read_le<std::uint32_t>(bytes_, 48).value_or(0); }

std::optional<ElfSegment> ElfImage::segment(std::uint32_t index) const {
  if (index >= *read_le<std::uint16_t>(bytes_, 56)) return std::nullopt;
  const std::uint64_t at = program_header(*read_le<std::uint64_t>(bytes_, 32), index);
  return ElfSegment{*read_le<std::uint32_t>(bytes_, at), *read_le<std::uint64_t>(bytes_, at + 8),
                    *read_le<std::uint64_t>(bytes_, at + 16), *read_le<std::uint64_t>(bytes_, at + 32),
                    *read_le<std::uint64_t>(bytes_, at + 40)};
}

std::uint64_t ElfImage::loaded_bytes() const {
  std::uint64_t end = 0;
  for (std::uint32_t i = 0; const auto part = segment(i); ++i) {
    if (part->type == kLoadSegment) end = std::max(end, part->address + part->memory_bytes);
  }
  return end;
}

std::optional<std::uint64_t> ElfImage::dynamic_entry(std::uint64_t tag) const {
  for (std::uint32_t i = 0; const auto part = segment(i); ++i) {
    if (part->type != kDynamicSegment) continue;
    for (std::uint64_t at = part->address; at < part->address + part->memory_bytes; at += kDynamicBytes) {
      if (read_le<std::uint64_t>(bytes_, at) == tag) return read_le<std::uint64_t>(bytes_, at + 8);
    }
  }
  return std::nullopt;
}

std::string_view ElfImage::string_at(std::uint64_t address) const {
  if (address >= bytes_.size()) return {};
  const auto* text = reinterpret_cast<const char*>(bytes_.data() + address);
  return {text, strnlen(text, bytes_.size() - address)};
}

std::optional<ElfSymbol> ElfImage::symbol(std::uint32_t index) const {
  const auto table = dynamic_entry(kDtSymbolTable);
  const auto strings = dynamic_entry(kDtStringTable);
  if (!table || !strings) return std::nullopt;
  const std::uint64_t at = *table + std::uint64_t{index} * kSymbolBytes;
  const auto name = read_le<std::uint32_t>(bytes_, at);
  const auto section = read_le<std::uint16_t>(bytes_, at + 6);
  const auto value = read_le<std::uint64_t>(bytes_, at + 8);
  if (!name || !section || !value) return std::nullopt;
  return ElfSymbol{string_at(*strings + *name), *value, *section != 0};
}

void ElfImage::each_symbol(const std::function<bool(const ElfSymbol&)>& visit) const {
  const auto hash = dynamic_entry(kDtHash);
  const auto count = hash ? read_le<std::uint32_t>(bytes_, *hash + 4) : std::nullopt;  // nchain
  for (std::uint32_t i = 0; count && i < *count; ++i) {
    const auto found = symbol(i);
    if (!found || !visit(*found)) return;
  }
}

void ElfImage::each_relocation(const std::function<bool(const ElfRelocation&)>& visit) const {
  const auto table = dynamic_entry(kDtRela);
  const std::uint64_t size = dynamic_entry(kDtRelaSize).value_or(0);
  for (std::uint64_t at = 0; table && at + kRelocationBytes <= size; at += kRelocationBytes) {
    const auto address = read_le<std::uint64_t>(bytes_, *table + at);
    const auto info = read_le<std::uint64_t>(bytes_, *table + at + 8);
    const auto addend = read_le<std::int64_t>(bytes_, *table + at + 16);
    if (!address || !info || !addend) return;
    const ElfRelocation relocation{*address, static_cast<std::uint32_t>(*info), static_cast<std::uint32_t>(*info >> 32),
                                   *addend};
    if (!visit(relocation)) return;
  }
}

}  // namespace agt::vgpu
