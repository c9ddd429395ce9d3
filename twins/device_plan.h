// DevicePlan: what one step of a twin does on a device, as data: buffers and kernel launches. It names no runtime, so
// that HIP and tests without a GPU can carry it out alike.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace agt {

enum class ElementType { kU32, kU64, kF32, kF64 };

constexpr std::uint64_t size_of(ElementType type) {
  return type == ElementType::kU32 || type == ElementType::kF32 ? 4 : 8;
}
constexpr bool is_floating(ElementType type) { return type == ElementType::kF32 || type == ElementType::kF64; }

enum class BufferKind {
  kInput,    ///< filled before each run, and unchanged after it
  kScratch,  ///< poisoned before each run
  kOutput,   ///< poisoned before each run, compared after it
};

struct DeviceBuffer {
  BufferKind kind = BufferKind::kScratch;
  std::string name;                      ///< of an output
  ElementType type = ElementType::kU64;  ///< of an output
  std::uint64_t size_bytes = 0;
  Bytes content;  ///< of an input; what size_bytes has more is zero
};

/// A kernel's arguments as they lie in the kernarg segment: each at its natural alignment, in order.
class KernelArguments {
 public:
  /// The device address of buffer `index` of the plan.
  KernelArguments& buffer(std::size_t index);
  KernelArguments& u32(std::uint32_t value);
  KernelArguments& f32(float value);

  struct Address {
    std::size_t offset;  ///< in the segment
    std::size_t buffer;
  };
  const std::vector<Address>& addresses() const { return addresses_; }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  void append(Bytes value);
  std::vector<std::byte> bytes_;
  std::vector<Address> addresses_;
};

/// Every kernel of a twin is launched in workgroups of this many work-items.
inline constexpr std::uint32_t kWorkgroupSize = 256;

struct Launch {
  std::string kernel;
  std::uint32_t groups_x = 1;  ///< workgroups
  std::uint32_t groups_y = 1;
  KernelArguments arguments;
};

struct DevicePlan {
  std::vector<DeviceBuffer> buffers;
  std::vector<Launch> launches;  ///< one after the other

  /// Each returns the new buffer's index.
  std::size_t add_input(Bytes content, std::uint64_t size_bytes);
  std::size_t add_scratch(std::uint64_t size_bytes);
  std::size_t add_output(std::string name, ElementType type, std::uint64_t elements);
};

constexpr std::uint32_t divide_up(std::uint32_t value, std::uint32_t by) { return (value + by - 1) / by; }

}  // namespace agt
