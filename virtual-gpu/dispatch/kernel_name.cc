// A backward search for the ELF header of a loaded code object, then one pass over its symbols.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/dispatch/kernel_name.h"

#include <algorithm>

#include <fmt/format.h>

#include "virtual-gpu/dispatch/elf_image.h"

namespace agt::vgpu {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint64_t kSearchLimitBytes = std::uint64_t{64} << 20;

/// The symbol without ".kd", or nothing when the image at `base` is none or has none there.
std::string find_symbol(std::uint64_t base, std::uint64_t descriptor_address, std::uint64_t end) {
  const auto image = ElfImage::open({reinterpret_cast<const std::byte*>(base), end - base});
  std::string name;
  if (!image) return name;
  image->each_symbol([&](const ElfSymbol& symbol) {
    const bool here = base + symbol.address == descriptor_address && symbol.name.ends_with(".kd");
    if (here) name = symbol.name.substr(0, symbol.name.size() - 3);
    return !here;
  });
  return name;
}

}  // namespace

std::string kernel_name(std::uint64_t descriptor_address, const AddressSpace::Snapshot& memory) {
  if (const AddressSpace::Range* range = memory.find(descriptor_address)) {
    const std::uint64_t floor = std::max(range->begin, descriptor_address - std::min(descriptor_address, kSearchLimitBytes));
    for (std::uint64_t page = descriptor_address / kPageBytes * kPageBytes; page >= floor && page != 0; page -= kPageBytes) {
      const std::string name = find_symbol(page, descriptor_address, range->end);
      if (!name.empty()) return "kernel " + name;
    }
  }
  return fmt::format("kernel at {:#x}", descriptor_address);
}

}  // namespace agt::vgpu
