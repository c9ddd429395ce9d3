// PT_LOAD segments are copied to one anonymous mapping at their virtual addresses, then the relocations are applied.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/dispatch/code_object.h"

#include <sys/mman.h>

#include <cstring>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "targets/targets.h"
#include "virtual-gpu/dispatch/elf_image.h"

namespace agt::vgpu {
namespace {

constexpr std::uint64_t kImageLimitBytes = std::uint64_t{256} << 20;
constexpr std::uint32_t kMachMask = 0xff;
constexpr std::uint32_t kRelocationAbs64 = 3, kRelocationRelative64 = 13;  // R_AMDGPU_ABS64, R_AMDGPU_RELATIVE64

tl::unexpected<Error> bad(std::string reason) { return failure(ExitCode::kBadInput, "code object: " + std::move(reason)); }

Result<void> check_target(const ElfImage& elf, std::string_view gfx) {
  const Target* target = find_target_by_mach(elf.flags() & kMachMask);
  if (target == nullptr || target->gfx != gfx)
    return bad(fmt::format("built for {}, not for {}", target == nullptr ? "an unknown target" : target->gfx, gfx));
  return success();
}

Result<void> copy_segments(const ElfImage& elf, Bytes file, std::byte* base, std::uint64_t bytes) {
  for (std::uint32_t i = 0; const auto segment = elf.segment(i); ++i) {
    if (segment->type != kLoadSegment) continue;
    const auto content = slice(file, segment->file_offset, segment->file_bytes);
    if (!content || segment->file_bytes > segment->memory_bytes) return bad("a segment is cut short");
    if (!slice({base, bytes}, segment->address, segment->memory_bytes)) return bad("a segment's address is too high");
    std::memcpy(base + segment->address, content->data(), content->size());
  }
  return success();
}

/// The value that a relocation stores, or nothing when its kind is not known.
std::optional<std::uint64_t> relocated(const ElfImage& image, const ElfRelocation& relocation, std::uint64_t base) {
  const auto addend = static_cast<std::uint64_t>(relocation.addend);
  if (relocation.type == kRelocationRelative64) return base + addend;
  if (relocation.type != kRelocationAbs64) return std::nullopt;
  const auto symbol = image.symbol(relocation.symbol);
  if (!symbol || !symbol->defined) return std::nullopt;
  return base + symbol->address + addend;
}

Result<void> relocate(const ElfImage& image, std::byte* base, std::uint64_t bytes) {
  Result<void> result = success();
  image.each_relocation([&](const ElfRelocation& relocation) {
    const auto value = relocated(image, relocation, reinterpret_cast<std::uint64_t>(base));
    if (!value || relocation.address > bytes || bytes - relocation.address < sizeof(*value)) {
      result = bad(fmt::format("relocation of type {} at {:#x}", relocation.type, relocation.address));
      return false;
    }
    std::memcpy(base + relocation.address, &*value, sizeof(*value));
    return true;
  });
  return result;
}

}  // namespace

CodeObject::CodeObject(std::byte* base, std::uint64_t bytes, AddressSpace& memory)
    : base_(base), bytes_(bytes), memory_(memory) {
  memory_.map(reinterpret_cast<std::uint64_t>(base_), bytes_);
}

CodeObject::~CodeObject() {
  memory_.unmap(reinterpret_cast<std::uint64_t>(base_), bytes_);
  munmap(base_, bytes_);
}

Result<std::unique_ptr<CodeObject>> CodeObject::load(Bytes elf, std::string_view gfx, AddressSpace& memory) {
  const auto file = ElfImage::open(elf);
  if (!file) return because(file, "code object");
  if (auto checked = check_target(*file, gfx); !checked) return tl::make_unexpected(checked.error());
  const std::uint64_t bytes = file->loaded_bytes();
  if (bytes == 0 || bytes > kImageLimitBytes) return bad(fmt::format("{} bytes when loaded", bytes));

  void* base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) return failure(ExitCode::kInternal, "code object: no memory");
  std::unique_ptr<CodeObject> object(new CodeObject(static_cast<std::byte*>(base), bytes, memory));
  if (auto copied = copy_segments(*file, elf, object->base_, bytes); !copied) return tl::make_unexpected(copied.error());
  const auto image = ElfImage::open(object->image());
  if (!image) return because(image, "code object, loaded");
  if (auto moved = relocate(*image, object->base_, bytes); !moved) return tl::make_unexpected(moved.error());
  return object;
}

Result<std::uint64_t> CodeObject::symbol(std::string_view name) const {
  const auto image = ElfImage::open(this->image());
  std::optional<std::uint64_t> address;
  image->each_symbol([&](const ElfSymbol& symbol) {
    if (symbol.defined && symbol.name == name) address = reinterpret_cast<std::uint64_t>(base_) + symbol.address;
    return !address;
  });
  if (!address) return failure(ExitCode::kMissingInput, fmt::format("code object: no symbol {}", name));
  return *address;
}

Result<std::uint64_t> CodeObject::descriptor(std::string_view kernel) const { return symbol(std::string(kernel) + ".kd"); }

}  // namespace agt::vgpu
