// DescriptorTable: which of the process's descriptors are /dev/kfd or a render node of a virtual GPU.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

namespace agt::vgpu {

/// A byte for each possible descriptor, so that the question costs nothing for those that are not ours and needs no
/// constructor. Safe from any thread and from a signal handler.
class DescriptorTable {
 public:
  static constexpr int kLimit = 65536;
  static constexpr std::uint8_t kNotOurs = 0;
  static constexpr std::uint8_t kKfd = 1;
  static constexpr std::uint8_t kFirstRenderMinor = 128;  ///< a render node is kept as its minor, 128 … 255

  /// What `descriptor` is: kNotOurs, kKfd or a render minor.
  std::uint8_t kind(int descriptor) const {
    return in_range(descriptor) ? kinds_[static_cast<std::size_t>(descriptor)].load(std::memory_order_relaxed) : kNotOurs;
  }

  /// False when the table has no room for it.
  bool set(int descriptor, std::uint8_t kind) {
    if (!in_range(descriptor)) return false;
    kinds_[static_cast<std::size_t>(descriptor)].store(kind, std::memory_order_relaxed);
    return true;
  }

 private:
  static bool in_range(int descriptor) { return descriptor >= 0 && descriptor < kLimit; }
  std::array<std::atomic<std::uint8_t>, kLimit> kinds_{};
};

}  // namespace agt::vgpu
