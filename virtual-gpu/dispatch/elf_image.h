// ElfImage: the dynamic symbols and relocations of an AMDGPU code object as it lies in memory after loading
// (elf(5), LLVM AMDGPUUsage "ELF Code Object").
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace agt::vgpu {

struct ElfSegment {
  std::uint32_t type;
  std::uint64_t file_offset;
  std::uint64_t address;  ///< p_vaddr
  std::uint64_t file_bytes;
  std::uint64_t memory_bytes;
};
inline constexpr std::uint32_t kLoadSegment = 1;

struct ElfSymbol {
  std::string_view name;
  std::uint64_t address;  ///< st_value
  bool defined;
};

struct ElfRelocation {
  std::uint64_t address;
  std::uint32_t type;
  std::uint32_t symbol;
  std::int64_t addend;
};

/// `bytes` starts with the ELF header; program headers are read from it by file offset, everything else by virtual
/// address, so that a file suits for segments() alone and a loaded image for all. Bytes are not owned.
class ElfImage {
 public:
  /// kBadInput for anything but a little-endian 64-bit ELF for AMDGPU with whole program headers.
  static Result<ElfImage> open(Bytes bytes);

  std::uint32_t flags() const;  ///< e_flags; EF_AMDGPU_MACH in the low byte
  std::optional<ElfSegment> segment(std::uint32_t index) const;
  /// One past the last byte that a PT_LOAD segment occupies.
  std::uint64_t loaded_bytes() const;

  /// Calls `visit` for every dynamic symbol until it returns false. Nothing when the tables are not in the image.
  void each_symbol(const std::function<bool(const ElfSymbol&)>& visit) const;
  std::optional<ElfSymbol> symbol(std::uint32_t index) const;
  /// Calls `visit` for every DT_RELA relocation until it returns false.
  void each_relocation(const std::function<bool(const ElfRelocation&)>& visit) const;

 private:
  explicit ElfImage(Bytes bytes) : bytes_(bytes) {}
  std::optional<std::uint64_t> dynamic_entry(std::uint64_t tag) const;
  std::string_view string_at(std::uint64_t address) const;

  Bytes bytes_;
};

}  // namespace agt::vgpu
