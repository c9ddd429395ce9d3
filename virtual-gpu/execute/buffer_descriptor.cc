// The address equation: linear, or with elements of four bytes interleaved over index_stride indices.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/buffer_descriptor.h"

namespace agt::vgpu {
namespace {

constexpr std::uint64_t kElementBytes = 4;

std::uint32_t bits(std::uint32_t word, unsigned low, unsigned width) { return (word >> low) & ((1U << width) - 1U); }

bool out_of_bounds(const BufferDescriptor& buffer, std::uint64_t index, const BufferAccess& access) {
  const std::uint64_t end = std::uint64_t{access.offset} + access.bytes;
  switch (buffer.bounds) {
    case BufferDescriptor::Bounds::kStructured: return index >= buffer.records || end > buffer.stride;
    case BufferDescriptor::Bounds::kIndexOnly: return index >= buffer.records;
    case BufferDescriptor::Bounds::kEmptyOnly: return buffer.records == 0;
    case BufferDescriptor::Bounds::kRaw: return end + access.scalar_offset > buffer.records && !buffer.swizzle;
  }
  return true;
}

/// gfx9 has no selection: without a stride a buffer is raw.
BufferDescriptor::Bounds bounds_of(const BufferDescriptor& buffer, std::uint32_t word3, int gfx_major) {
  using Bounds = BufferDescriptor::Bounds;
  if (gfx_major >= 10) return static_cast<Bounds>(bits(word3, 28, 2));
  if (buffer.stride == 0) return Bounds::kRaw;
  return buffer.swizzle ? Bounds::kStructured : Bounds::kIndexOnly;
}

}  // namespace

std::optional<std::uint64_t> BufferDescriptor::address(const BufferAccess& access) const {
  const std::uint64_t index = std::uint64_t{access.index} + (add_lane ? access.lane : 0);
  if (out_of_bounds(*this, index, access)) return std::nullopt;
  std::uint64_t into = index * stride + access.offset;
  if (swizzle) {
    const std::uint64_t block = index / index_stride * stride + access.offset / kElementBytes * kElementBytes;
    into = block * index_stride + index % index_stride * kElementBytes + access.offset % kElementBytes;
  }
  return base + access.scalar_offset + into;
}

BufferDescriptor decode_buffer_descriptor(const std::array<std::uint32_t, 4>& words, int gfx_major) {
  BufferDescriptor buffer;
  buffer.base = words[0] | std::uint64_t{bits(words[1], 0, 16)} << 32;
  buffer.stride = bits(words[1], 16, 14);
  buffer.records = words[2];
  buffer.index_stride = 8U << bits(words[3], 21, 2);
  buffer.swizzle = gfx_major >= 11 ? bits(words[1], 30, 2) != 0 : bits(words[1], 31, 1) != 0;
  buffer.add_lane = bits(words[3], 23, 1) != 0;
  if (gfx_major == 9 && buffer.add_lane) buffer.stride |= bits(words[3], 15, 4) << 14;
  buffer.bounds = bounds_of(buffer, words[3], gfx_major);
  return buffer;
}

}  // namespace agt::vgpu
