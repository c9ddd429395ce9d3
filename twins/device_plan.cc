// Kernel arguments at their natural alignment, and the buffers of a plan.
// SPDX-License-Identifier: MIT
#include "twins/device_plan.h"

#include <span>

namespace agt {

void KernelArguments::append(Bytes value) {
  const std::size_t alignment = value.size();
  bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
  bytes_.insert(bytes_.end(), value.begin(), value.end());
}

KernelArguments& KernelArguments::buffer(std::size_t index) {
  const std::uint64_t unknown = 0;
  append(std::as_bytes(std::span(&unknown, 1)));
  addresses_.push_back({bytes_.size() - sizeof(unknown), index});
  return *this;
}

KernelArguments& KernelArguments::u32(std::uint32_t value) {
  append(std::as_bytes(std::span(&value, 1)));
  return *this;
}

KernelArguments& KernelArguments::f32(float value) {
  append(std::as_bytes(std::span(&value, 1)));
  return *this;
}

std::size_t DevicePlan::add_input(Bytes content, std::uint64_t size_bytes) {
  buffers.push_back({BufferKind::kInput, {}, {}, size_bytes, content});
  return buffers.size() - 1;
}

std::size_t DevicePlan::add_scratch(std::uint64_t size_bytes) {
  buffers.push_back({BufferKind::kScratch, {}, {}, size_bytes, {}});
  return buffers.size() - 1;
}

std::size_t DevicePlan::add_output(std::string name, ElementType type, std::uint64_t elements) {
  buffers.push_back({BufferKind::kOutput, std::move(name), type, elements * size_of(type), {}});
  return buffers.size() - 1;
}

}  // namespace agt
