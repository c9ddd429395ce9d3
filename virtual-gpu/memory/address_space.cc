// The mapped ranges as a sorted vector; few ranges, rare changes, many look-ups.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/memory/address_space.h"

#include <algorithm>

namespace agt::vgpu {
namespace {

using Range = AddressSpace::Range;

std::vector<Range> without(const std::vector<Range>& ranges, Range gone) {
  std::vector<Range> kept;
  for (const Range& range : ranges) {
    if (range.begin < gone.begin) kept.push_back({range.begin, std::min(range.end, gone.begin)});
    if (range.end > gone.end) kept.push_back({std::max(range.begin, gone.end), range.end});
  }
  std::erase_if(kept, [](const Range& range) { return range.begin >= range.end; });
  return kept;
}

}  // namespace

bool AddressSpace::Snapshot::contains(std::uint64_t address, std::uint64_t size) const {
  const Range* range = find(address);
  return range != nullptr && size <= range->end - address;
}

const Range* AddressSpace::Snapshot::find(std::uint64_t address) const {
  const auto behind = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                       [](std::uint64_t at, const Range& range) { return at < range.begin; });
  if (behind == ranges_.begin()) return nullptr;
  const Range& range = *(behind - 1);
  return address < range.end ? &range : nullptr;
}

void AddressSpace::map(std::uint64_t address, std::uint64_t size) {
  const std::scoped_lock lock(mutex_);
  ranges_ = without(ranges_, {address, address + size});
  ranges_.push_back({address, address + size});
  std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
}

void AddressSpace::unmap(std::uint64_t address, std::uint64_t size) {
  const std::scoped_lock lock(mutex_);
  ranges_ = without(ranges_, {address, address + size});
}

std::shared_ptr<const AddressSpace::Snapshot> AddressSpace::snapshot() const {
  const std::scoped_lock lock(mutex_);
  std::vector<Range> joined;
  for (const Range& range : ranges_) {
    if (!joined.empty() && joined.back().end == range.begin) joined.back().end = range.end;
    else joined.push_back(range);
  }
  return std::make_shared<Snapshot>(std::move(joined));
}

}  // namespace agt::vgpu
