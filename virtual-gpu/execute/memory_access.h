// Reaching memory from a lane: the checks that stand between a kernel's address and the host, for global memory, LDS
// and scratch, and the words in which a violation is reported.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "virtual-gpu/execute/opcode.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu {

enum class AccessKind : std::uint8_t { kLoad, kStore, kAtomic };

/// What a violation says about the access. `lane` is kNoLane for scalar memory.
struct Access {
  AccessKind kind;
  std::uint32_t bytes;
  std::uint32_t lane;
};
inline constexpr std::uint32_t kNoLane = ~0U;

/// Set wave.fault and return kFault: "memory fault: load of 4 bytes at 0x7f… (lane 3)".
Step memory_fault(Wave& wave, Access access, std::uint64_t address);
Step lds_fault(Wave& wave, Access access, std::uint64_t offset);
Step scratch_fault(Wave& wave, Access access, std::uint64_t offset);
Step misaligned_fault(Wave& wave, Access access, std::uint64_t address);
/// A limit of the model: kBrokenRuntime in the end.
Step not_implemented(Wave& wave, std::string_view what);

/// True when the range that holds `address` holds all `bytes`; the wave then remembers the range.
bool find_window(Wave& wave, std::uint64_t address, std::uint64_t bytes);

inline bool is_mapped(Wave& wave, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t into = address - wave.window.begin;
  const std::uint64_t size = wave.window.end - wave.window.begin;
  if (into < size && size - into >= bytes) [[likely]] return true;
  return find_window(wave, address, bytes);
}

/// The host's pointer to mapped memory, or nullptr. GPU addresses are the process's own.
inline std::byte* reach(Wave& wave, std::uint64_t address, std::uint64_t bytes) {
  return is_mapped(wave, address, bytes) ? reinterpret_cast<std::byte*>(address) : nullptr;
}

inline std::byte* reach_lds(Wave& wave, std::uint64_t offset, std::uint64_t bytes) {
  const std::uint64_t size = wave.lds.size();
  return offset <= size && size - offset >= bytes ? wave.lds.data() + offset : nullptr;
}

/// Scratch is interleaved: dword d of lane l is at (d * lanes + l) * 4.
inline std::byte* scratch_byte(Wave& wave, std::uint32_t lane, std::uint64_t offset) {
  return wave.scratch.data() + ((offset / 4) * wave.lanes + lane) * 4 + offset % 4;
}

inline bool in_scratch(const Wave& wave, std::uint64_t offset, std::uint64_t bytes) {
  return offset <= wave.scratch_bytes_per_lane && wave.scratch_bytes_per_lane - offset >= bytes;
}

/// Copies between a lane's scratch and `data`; the caller has checked in_scratch.
template <std::uint32_t kBytes>
void read_scratch(Wave& wave, std::uint32_t lane, std::uint64_t offset, void* data) {
  auto* out = static_cast<std::byte*>(data);
  const std::uint32_t step = offset % 4 == 0 && kBytes % 4 == 0 ? 4 : 1;
  for (std::uint32_t i = 0; i < kBytes; i += step) std::memcpy(out + i, scratch_byte(wave, lane, offset + i), step);
}

template <std::uint32_t kBytes>
void write_scratch(Wave& wave, std::uint32_t lane, std::uint64_t offset, const void* data) {
  const auto* in = static_cast<const std::byte*>(data);
  const std::uint32_t step = offset % 4 == 0 && kBytes % 4 == 0 ? 4 : 1;
  for (std::uint32_t i = 0; i < kBytes; i += step) std::memcpy(scratch_byte(wave, lane, offset + i), in + i, step);
}

/// The first row of a VGPR or AGPR operand: row r of lane l is at [r * lanes + l].
inline std::uint32_t* registers(Wave& wave, const Operand& operand) {
  auto& file = operand.kind == OperandKind::kAccum ? wave.agpr : wave.vgpr;
  return file.data() + std::size_t{operand.index} * wave.lanes;
}

/// Calls f(lane) for each active lane until it returns false; true when it never did.
template <class F>
bool each_lane(const Wave& wave, F f) {
  for (std::uint64_t left = wave.exec(); left != 0; left &= left - 1) {
    if (!f(static_cast<std::uint32_t>(std::countr_zero(left)))) return false;
  }
  return true;
}

/// The parts of memory_opcodes(), one for each file.
std::span<const Opcode> memory_scalar_opcodes();
std::span<const Opcode> memory_load_store_opcodes();
std::span<const Opcode> memory_atomic_opcodes();
std::span<const Opcode> memory_lds_opcodes();
std::span<const Opcode> memory_lds_atomic_opcodes();
std::span<const Opcode> memory_lane_opcodes();
std::span<const Opcode> memory_cache_opcodes();

}  // namespace agt::vgpu
