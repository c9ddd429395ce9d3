// Laying out a plan's buffers: guard, buffer, guard, buffer, … guard, each beginning at a multiple of kAlignment.
// SPDX-License-Identifier: MIT
#include "twins/device_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace agt {
namespace {

constexpr std::uint64_t kAlignment = 256;
constexpr std::uint64_t kGuardBytes = 256;

constexpr std::uint64_t aligned(std::uint64_t offset) { return (offset + kAlignment - 1) / kAlignment * kAlignment; }

std::string name_of_buffer(const DevicePlan& plan, std::size_t index) {
  const DeviceBuffer& buffer = plan.buffers[index];
  return fmt::format("buffer {}{}", index, buffer.name.empty() ? "" : " (" + buffer.name + ")");
}

}  // namespace

std::uint64_t image_bytes(const DevicePlan& plan) {
  std::uint64_t end = kGuardBytes;
  for (const DeviceBuffer& buffer : plan.buffers) end = aligned(end + buffer.size_bytes) + kGuardBytes;
  return end;
}

DeviceImage::DeviceImage(const DevicePlan& plan) : plan_(plan), before_(image_bytes(plan), kGuard) {
  std::uint64_t at = kGuardBytes;
  for (const DeviceBuffer& buffer : plan.buffers) {
    assert(buffer.content.size() <= buffer.size_bytes);
    offsets_.push_back(at);
    const auto begin = before_.begin() + static_cast<std::ptrdiff_t>(at);
    const bool input = buffer.kind == BufferKind::kInput;
    std::fill_n(begin, buffer.size_bytes, input ? std::byte{0} : kPoison);
    std::ranges::copy(buffer.content, begin);
    at = aligned(at + buffer.size_bytes) + kGuardBytes;
  }
}

std::optional<std::string> DeviceImage::find_damage(Bytes after) const {
  std::uint64_t at = 0;  // everything before it may be as it is now
  for (std::size_t index = 0; index <= plan_.buffers.size(); ++index) {
    const bool last = index == plan_.buffers.size();
    const bool input = !last && plan_.buffers[index].kind == BufferKind::kInput;
    const std::uint64_t begin = last ? before_.size() : offsets_[index];
    const std::uint64_t end = input ? begin + plan_.buffers[index].size_bytes : begin;
    const auto [was, is] = std::mismatch(before_.begin() + static_cast<std::ptrdiff_t>(at),
                                         before_.begin() + static_cast<std::ptrdiff_t>(end),
                                         after.begin() + static_cast<std::ptrdiff_t>(at));
    if (const auto where = static_cast<std::uint64_t>(was - before_.begin()); where < end) {
      if (where >= begin) return fmt::format("{} bytes into the input {}", where - begin, name_of_buffer(plan_, index));
      if (index == 0) return fmt::format("{} bytes before {}", begin - where, name_of_buffer(plan_, 0));
      return fmt::format("{} bytes behind the start of {}", where - offsets_[index - 1],
                         name_of_buffer(plan_, index - 1));
    }
    if (!last) at = begin + plan_.buffers[index].size_bytes;
  }
  return std::nullopt;
}

std::vector<Output> DeviceImage::outputs(Bytes after) const {
  std::vector<Output> outputs;
  for (std::size_t index = 0; index < plan_.buffers.size(); ++index) {
    const DeviceBuffer& buffer = plan_.buffers[index];
    if (buffer.kind != BufferKind::kOutput) continue;
    const Bytes bytes = after.subspan(offsets_[index], buffer.size_bytes);
    outputs.push_back({buffer.name, buffer.type, {bytes.begin(), bytes.end()}});
  }
  return outputs;
}

}  // namespace agt
