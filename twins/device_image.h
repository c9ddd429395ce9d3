// DeviceImage: the bytes of all buffers of a plan in one allocation. Before a run it holds the inputs, poison where the
// device writes, and guard words around every buffer; after it, it tells what was written where nothing may be.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "twins/device_plan.h"
#include "twins/twin.h"

namespace agt {

/// What output and scratch bytes are before a run. Repeated it is no likely result: as a double -1.2e-127.
inline constexpr std::byte kPoison{0xa5};
inline constexpr std::byte kGuard{0x5a};

/// The most that a step may take on a device: small GPUs run the kit as well.
inline constexpr std::uint64_t kDeviceMemoryLimitBytes = 64 << 20;

/// What the plan takes on the device, guards included.
std::uint64_t image_bytes(const DevicePlan& plan);

class DeviceImage {
 public:
  /// The plan and what it refers to must outlive the image.
  explicit DeviceImage(const DevicePlan& plan);

  const std::vector<std::byte>& before() const { return before_; }
  /// Of a buffer's first byte; a multiple of 256.
  std::uint64_t offset_of(std::size_t buffer) const { return offsets_[buffer]; }

  /// Nothing when guards and inputs are as they were; else the first place that is not: "12 bytes behind buffer 2 (sse)".
  std::optional<std::string> find_damage(Bytes after) const;
  std::vector<Output> outputs(Bytes after) const;

 private:
  const DevicePlan& plan_;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::byte> before_;
};

}  // namespace agt
