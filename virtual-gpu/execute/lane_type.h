// LaneType: how a C++ type lies in the 32-bit lanes of one or two registers.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "virtual-gpu/execute/half.h"
#include "virtual-gpu/execute/opcode.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {

template <class T>
inline constexpr bool kIsWide = sizeof(T) == 8;
template <class T>
inline constexpr bool kIsShort = sizeof(T) == 2;
template <class T>
inline constexpr bool kIsFloat =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, Half>;

/// The representation in which constants of this type are decoded.
template <class T>
constexpr SourceType source_type_of() {
  if (std::is_same_v<T, Half>) return SourceType::kF16;
  if (std::is_same_v<T, float>) return SourceType::kF32;
  if (std::is_same_v<T, double>) return SourceType::kF64;
  if (kIsShort<T>) return SourceType::kB16;
  if (!kIsWide<T>) return SourceType::kB32;
  return std::is_signed_v<T> ? SourceType::kI64 : SourceType::kB64;
}

/// The value of a lane; `high` is the second register's and read for 64-bit types alone.
template <class T>
inline T from_lane(std::uint32_t low, std::uint32_t high) {
  if constexpr (kIsWide<T>) {
    return std::bit_cast<T>(low | static_cast<std::uint64_t>(high) << 32);
  } else if constexpr (kIsShort<T>) {
    return std::bit_cast<T>(static_cast<std::uint16_t>(low));
  } else {
    return std::bit_cast<T>(low);
  }
}

template <class T>
inline std::uint32_t low_word(T value) {
  if constexpr (kIsWide<T>) {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value));
  } else if constexpr (kIsShort<T>) {
    return std::bit_cast<std::uint16_t>(value);
  } else {
    return std::bit_cast<std::uint32_t>(value);
  }
}

template <class T>
inline std::uint32_t high_word(T value) {
  return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> 32);
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
