// Segments: the four ways in which a vector memory instruction forms its addresses (global, flat, scratch, buffer).
//
// All have the same shape, so that each load, store and atomic is written once: constructed from the instruction, then
// read<N>, write<N> and update<T> for a lane. They return false when the access faulted; wave.fault then says why.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>

#include "virtual-gpu/execute/buffer_descriptor.h"
#include "virtual-gpu/execute/memory_access.h"
#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {

/// Which operand is what. Text order: loads "data, address, base", stores "address, data, base", atomics "address,
/// data, base" with the result in front when they return; buffer instructions always "data, address, base, offset".
struct Layout {
  std::size_t data, address, base;
};
inline constexpr Layout kLoadLayout{0, 1, 2}, kStoreLayout{1, 0, 2};
inline constexpr Layout kAtomicLayout{1, 0, 2}, kReturningAtomicLayout{2, 1, 3};

/// Atomic among host threads. Old value in `old`; f computes the new one from it.
template <class T, class F>
void update_atomically(std::byte* at, F f, T& old) {
  std::atomic_ref<T> cell(*reinterpret_cast<T*>(at));
  old = cell.load(std::memory_order_relaxed);
  while (!cell.compare_exchange_weak(old, f(old), std::memory_order_acq_rel, std::memory_order_relaxed)) {
  }
}

/// For memory that one host thread reaches only: LDS.
template <class T, class F>
void update_plainly(std::byte* at, F f, T& old) {
  std::memcpy(&old, at, sizeof(T));
  const T value = f(old);
  std::memcpy(at, &value, sizeof(T));
}

/// The address part that global, flat and scratch share: vector + scalar base + immediate.
class LaneAddress {
 public:
  LaneAddress(Wave& wave, const Instruction& instruction, Layout layout, std::uint32_t access_bytes);

  std::uint64_t operator()(std::uint32_t lane) const {
    std::uint64_t vector = 0;
    if (low_ != nullptr) vector = signed_ ? sign_extended(low_[lane]) : low_[lane];
    if (high_ != nullptr) vector |= std::uint64_t{high_[lane]} << 32;
    return base_ + vector * scale_;
  }

 private:
  static std::uint64_t sign_extended(std::uint32_t value) {
    return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(value)});
  }

  std::uint64_t base_ = 0;
  const std::uint32_t* low_ = nullptr;
  const std::uint32_t* high_ = nullptr;
  std::uint32_t scale_ = 1;
  bool signed_ = false;
};

class GlobalSegment {
 public:
  static constexpr bool kDataFirst = false;
  GlobalSegment(Wave& wave, const Instruction& instruction, Layout layout, std::uint32_t access_bytes)
      : wave_(wave), address_(wave, instruction, layout, access_bytes) {}

  template <std::uint32_t kBytes>
  bool read(std::uint32_t lane, void* data) {
    const std::byte* from = checked(AccessKind::kLoad, lane, kBytes);
    if (from != nullptr) [[likely]] std::memcpy(data, from, kBytes);
    return from != nullptr;
  }
  template <std::uint32_t kBytes>
  bool write(std::uint32_t lane, const void* data) {
    std::byte* to = checked(AccessKind::kStore, lane, kBytes);
    if (to != nullptr) [[likely]] std::memcpy(to, data, kBytes);
    return to != nullptr;
  }
  template <class T, class F>
  bool update(std::uint32_t lane, F f, T& old) {
    std::byte* at = checked(AccessKind::kAtomic, lane, sizeof(T));
    if (at == nullptr) return false;
    if (reinterpret_cast<std::uint64_t>(at) % sizeof(T) != 0) return refuse_misaligned(lane, sizeof(T));
    update_atomically<T>(at, f, old);
    return true;
  }

 private:
  std::byte* checked(AccessKind kind, std::uint32_t lane, std::uint32_t bytes) {
    const std::uint64_t address = address_(lane);
    std::byte* at = reach(wave_, address, bytes);
    if (at == nullptr) [[unlikely]] memory_fault(wave_, {kind, bytes, lane}, address);
    return at;
  }
  bool refuse_misaligned(std::uint32_t lane, std::uint32_t bytes) {
    misaligned_fault(wave_, {AccessKind::kAtomic, bytes, lane}, address_(lane));
    return false;
  }

  Wave& wave_;
  LaneAddress address_;
};

class ScratchSegment {
 public:
  static constexpr bool kDataFirst = false;
  ScratchSegment(Wave& wave, const Instruction& instruction, Layout layout, std::uint32_t access_bytes)
      : wave_(wave), address_(wave, instruction, layout, access_bytes) {}

  template <std::uint32_t kBytes>
  bool read(std::uint32_t lane, void* data) {
    return read_at<kBytes>(wave_, lane, offset(lane), data);
  }
  template <std::uint32_t kBytes>
  bool write(std::uint32_t lane, const void* data) {
    return write_at<kBytes>(wave_, lane, offset(lane), data);
  }

  template <std::uint32_t kBytes>
  static bool read_at(Wave& wave, std::uint32_t lane, std::uint64_t offset, void* data) {
    const bool inside = in_scratch(wave, offset, kBytes);
    if (inside) [[likely]] read_scratch<kBytes>(wave, lane, offset, data);
    else scratch_fault(wave, {AccessKind::kLoad, kBytes, lane}, offset);
    return inside;
  }
  template <std::uint32_t kBytes>
  static bool write_at(Wave& wave, std::uint32_t lane, std::uint64_t offset, const void* data) {
    const bool inside = in_scratch(wave, offset, kBytes);
    if (inside) [[likely]] write_scratch<kBytes>(wave, lane, offset, data);
    else scratch_fault(wave, {AccessKind::kStore, kBytes, lane}, offset);
    return inside;
  }

 private:
  std::uint64_t offset(std::uint32_t lane) const { return static_cast<std::uint32_t>(address_(lane)); }

  Wave& wave_;
  LaneAddress address_;
};

/// A flat address is LDS, scratch or global memory by the aperture that it lies in.
class FlatSegment {
 public:
  static constexpr bool kDataFirst = false;
  FlatSegment(Wave& wave, const Instruction& instruction, Layout layout, std::uint32_t access_bytes)
      : wave_(wave), address_(wave, instruction, layout, access_bytes) {}

  template <std::uint32_t kBytes>
  bool read(std::uint32_t lane, void* data) {
    const std::uint64_t address = address_(lane);
    if (in_aperture(address, wave_.scratch_aperture))
      return ScratchSegment::read_at<kBytes>(wave_, lane, static_cast<std::uint32_t>(address), data);
    const std::byte* from = checked(AccessKind::kLoad, lane, kBytes, address);
    if (from != nullptr) [[likely]] std::memcpy(data, from, kBytes);
    return from != nullptr;
  }
  template <std::uint32_t kBytes>
  bool write(std::uint32_t lane, const void* data) {
    const std::uint64_t address = address_(lane);
    if (in_aperture(address, wave_.scratch_aperture))
      return ScratchSegment::write_at<kBytes>(wave_, lane, static_cast<std::uint32_t>(address), data);
    std::byte* to = checked(AccessKind::kStore, lane, kBytes, address);
    if (to != nullptr) [[likely]] std::memcpy(to, data, kBytes);
    return to != nullptr;
  }
  template <class T, class F>
  bool update(std::uint32_t lane, F f, T& old) {
    const std::uint64_t address = address_(lane);
    if (in_aperture(address, wave_.scratch_aperture)) return update_scratch<T>(lane, f, old, address);
    std::byte* at = checked(AccessKind::kAtomic, lane, sizeof(T), address);
    if (at == nullptr) return false;
    if (address % sizeof(T) != 0) {
      misaligned_fault(wave_, {AccessKind::kAtomic, sizeof(T), lane}, address);
      return false;
    }
    update_atomically<T>(at, f, old);
    return true;
  }

 private:
  static bool in_aperture(std::uint64_t address, std::uint64_t aperture) { return (address ^ aperture) >> 32 == 0; }

  std::byte* checked(AccessKind kind, std::uint32_t lane, std::uint32_t bytes, std::uint64_t address) {
    const Access access{kind, bytes, lane};
    if (in_aperture(address, wave_.lds_aperture)) {
      std::byte* at = reach_lds(wave_, static_cast<std::uint32_t>(address), bytes);
      if (at == nullptr) lds_fault(wave_, access, static_cast<std::uint32_t>(address));
      return at;
    }
    std::byte* at = reach(wave_, address, bytes);
    if (at == nullptr) [[unlikely]] memory_fault(wave_, access, address);
    return at;
  }

  template <class T, class F>
  bool update_scratch(std::uint32_t lane, F f, T& old, std::uint64_t address) {
    const auto offset = static_cast<std::uint32_t>(address);
    if (!ScratchSegment::read_at<sizeof(T)>(wave_, lane, offset, &old)) return false;
    const T value = f(old);
    return ScratchSegment::write_at<sizeof(T)>(wave_, lane, offset, &value);
  }

  Wave& wave_;
  LaneAddress address_;
};

/// Through a buffer descriptor in four SGPRs. Every dword is addressed and bounds-checked by itself: swizzling puts
/// neighbours apart. Out of bounds, loads give 0 and stores and atomics do nothing, as on hardware.
class BufferSegment {
 public:
  static constexpr bool kDataFirst = true;
  BufferSegment(Wave& wave, const Instruction& instruction, Layout, std::uint32_t);

  template <std::uint32_t kBytes>
  bool read(std::uint32_t lane, void* data) {
    return each_part<kBytes>(AccessKind::kLoad, lane, [&](std::byte* at, std::uint32_t done, std::uint32_t bytes) {
      auto* to = static_cast<std::byte*>(data) + done;
      if (at != nullptr) std::memcpy(to, at, bytes);
      else std::memset(to, 0, bytes);
    });
  }
  template <std::uint32_t kBytes>
  bool write(std::uint32_t lane, const void* data) {
    return each_part<kBytes>(AccessKind::kStore, lane, [&](std::byte* at, std::uint32_t done, std::uint32_t bytes) {
      if (at != nullptr) std::memcpy(at, static_cast<const std::byte*>(data) + done, bytes);
    });
  }
  template <class T, class F>
  bool update(std::uint32_t lane, F f, T& old) {
    old = T{};
    const auto place = locate(lane, 0, sizeof(T));
    if (!place) return true;
    std::byte* at = reach_place(*place, {AccessKind::kAtomic, sizeof(T), lane});
    if (at == nullptr) return false;
    if (*place % sizeof(T) != 0) {
      misaligned_fault(wave_, {AccessKind::kAtomic, sizeof(T), lane}, *place);
      return false;
    }
    update_atomically<T>(at, f, old);
    return true;
  }

 private:
  /// f(pointer or nullptr when out of bounds, bytes done, bytes) for each dword of the access, or what is left of it.
  template <std::uint32_t kBytes, class F>
  bool each_part(AccessKind kind, std::uint32_t lane, F f) {
    for (std::uint32_t done = 0; done < kBytes; done += 4) {
      const std::uint32_t bytes = kBytes - done < 4 ? kBytes - done : 4;
      const auto place = locate(lane, done, bytes);
      std::byte* at = place ? reach_place(*place, {kind, bytes, lane}) : nullptr;
      if (place && at == nullptr) return false;
      f(at, done, bytes);
    }
    return true;
  }
  std::optional<std::uint64_t> locate(std::uint32_t lane, std::uint32_t done, std::uint32_t bytes) const {
    const std::uint32_t offset = immediate_ + done + (offsets_ != nullptr ? offsets_[lane] : 0);
    const std::uint32_t index = indices_ != nullptr ? indices_[lane] : 0;
    return descriptor_.address({index, offset, scalar_offset_, lane, bytes});
  }
  /// The wave's own scratch is no mapped memory, yet its buffer descriptor points there.
  std::byte* reach_place(std::uint64_t address, Access access) {
    const std::uint64_t into = address - reinterpret_cast<std::uint64_t>(wave_.scratch.data());
    if (into < wave_.scratch.size() && wave_.scratch.size() - into >= access.bytes)
      return wave_.scratch.data() + into;
    std::byte* at = reach(wave_, address, access.bytes);
    if (at == nullptr) memory_fault(wave_, access, address);
    return at;
  }

  Wave& wave_;
  BufferDescriptor descriptor_;
  const std::uint32_t* indices_ = nullptr;
  const std::uint32_t* offsets_ = nullptr;
  std::uint32_t scalar_offset_ = 0;
  std::uint32_t immediate_ = 0;
};

}  // namespace agt::vgpu
