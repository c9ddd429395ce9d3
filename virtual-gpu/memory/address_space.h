// AddressSpace: which addresses a virtual GPU may touch. GPU addresses are the process's own, so a load is a load; this
// keeps a wild pointer of a kernel from becoming a crash of the host, and says "memory fault" as hardware does.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace agt::vgpu {

class AddressSpace {
 public:
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
  };

  /// The mapped ranges at one moment, sorted, neighbours joined. A dispatch takes one when it starts.
  class Snapshot {
   public:
    Snapshot() = default;
    explicit Snapshot(std::vector<Range> ranges) : ranges_(std::move(ranges)) {}
    /// True when all of [address, address + size) is mapped.
    bool contains(std::uint64_t address, std::uint64_t size) const;
    /// The range that holds `address`, or nothing. For callers that check many addresses near each other.
    const Range* find(std::uint64_t address) const;

   private:
    std::vector<Range> ranges_;
  };

  void map(std::uint64_t address, std::uint64_t size);
  void unmap(std::uint64_t address, std::uint64_t size);
  /// Safe from any thread; unchanged by what is mapped later.
  std::shared_ptr<const Snapshot> snapshot() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Range> ranges_;
};

}  // namespace agt::vgpu
