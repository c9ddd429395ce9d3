// ByteReader: every byte that comes from outside is read through these checked little-endian reads.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace agt {

using Bytes = std::span<const std::byte>;

/// The bytes [offset, offset + size) of `bytes`, or nothing when they are not all there.
/// The comparison is written so that no sum can overflow.
inline std::optional<Bytes> slice(Bytes bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return std::nullopt;
  return bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

/// The little-endian T at `offset`, at any alignment, or nothing when it is not all there.
template <class T>
std::optional<T> read_le(Bytes bytes, std::uint64_t offset) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto part = slice(bytes, offset, sizeof(T));
  if (!part) return std::nullopt;
  T value;
  std::memcpy(&value, part->data(), sizeof(T));
  return value;
}

}  // namespace agt
