// CodeObject: a raw AMDGPU ELF loaded into memory without any runtime, for targets that no runtime knows and for tests.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "virtual-gpu/memory/address_space.h"

namespace agt::vgpu {

/// Owns the memory of its segments and keeps it mapped in `memory` as long as it lives.
class CodeObject {
 public:
  /// `elf`: one code object, no bundle, at most 256 MiB when loaded. `memory` must outlive it.
  /// kBadInput when it is malformed, for another target than `gfx`, or needs a relocation that is not known.
  static Result<std::unique_ptr<CodeObject>> load(Bytes elf, std::string_view gfx, AddressSpace& memory);
  ~CodeObject();
  CodeObject(const CodeObject&) = delete;
  CodeObject& operator=(const CodeObject&) = delete;

  /// The address of the descriptor of `kernel` (its symbol without ".kd"). kMissingInput when it has none.
  Result<std::uint64_t> descriptor(std::string_view kernel) const;
  /// The address of any dynamic symbol: a global variable, for instance. kMissingInput when there is none.
  Result<std::uint64_t> symbol(std::string_view name) const;

 private:
  CodeObject(std::byte* base, std::uint64_t bytes, AddressSpace& memory);
  Bytes image() const { return {base_, bytes_}; }

  std::byte* base_;
  std::uint64_t bytes_;
  AddressSpace& memory_;
};

}  // namespace agt::vgpu
