// LDS atomics, with and without return, and the instructions made of two of them. The waves of a workgroup run on one
// host thread, so plain reads and writes are atomic.
// SPDX-License-Identifier: MIT
#include <array>
#include <deque>
#include <string>
#include <vector>

#include "virtual-gpu/execute/atomic_operation.h"
#include "virtual-gpu/execute/memory_access.h"
#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

namespace op = atomic_operation;
using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

template <class T>
T gather(const Wave& wave, const u32* rows, u32 lane) {
  std::array<u32, sizeof(T) / 4> words;
  for (u32 i = 0; i < words.size(); ++i) words[i] = rows[std::size_t{i} * wave.lanes + lane];
  return std::bit_cast<T>(words);
}

template <class T>
void scatter(const Wave& wave, u32* rows, u32 lane, T value) {
  const auto words = std::bit_cast<std::array<u32, sizeof(T) / 4>>(value);
  for (u32 i = 0; i < words.size(); ++i) rows[std::size_t{i} * wave.lanes + lane] = words[i];
}

/// Replaces the T at `offset` by f of it and hands out the old one; false when it is out of range.
template <class T, class F>
bool update_lds(Wave& wave, u32 lane, u32 offset, T& old, F f) {
  std::byte* at = reach_lds(wave, offset, sizeof(T));
  if (at == nullptr) {
    lds_fault(wave, {AccessKind::kAtomic, sizeof(T), lane}, offset);
    return false;
  }
  std::memcpy(&old, at, sizeof(T));
  const T value = f(old);
  std::memcpy(at, &value, sizeof(T));
  return true;
}

/// Text order: [result,] address, data [, second data].
template <bool kReturns>
struct Rows {
  Rows(Wave& wave, const Instruction& instruction)
      : result(kReturns ? registers(wave, instruction.operands[0]) : nullptr),
        address(registers(wave, instruction.operands[kReturns ? 1 : 0])),
        data(registers(wave, instruction.operands[kReturns ? 2 : 1])),
        second(registers(wave, instruction.operands.back())) {}
  u32* result;
  const u32* address;
  const u32* data;
  const u32* second;
};

/// compute(old, data, second data) is the new value.
template <class T, bool kReturns, class F>
Step update_lanes(Wave& wave, const Instruction& instruction, F compute) {
  const Rows<kReturns> rows(wave, instruction);
  const auto offset = static_cast<u32>(instruction.modifiers.offset);
  const bool done = each_lane(wave, [&](u32 lane) {
    const T data = gather<T>(wave, rows.data, lane);
    const T second = gather<T>(wave, rows.second, lane);
    T old{};
    const auto next = [&](T value) { return compute(value, data, second); };
    if (!update_lds<T>(wave, lane, rows.address[lane] + offset, old, next)) return false;
    if constexpr (kReturns) scatter(wave, rows.result, lane, old);
    return true;
  });
  return done ? Step::kNext : Step::kFault;
}

template <class T, class Operation, bool kReturns>
Step update(Wave& wave, const Instruction& instruction) {
  return update_lanes<T, kReturns>(wave, instruction,
                                   [](T old, T data, T) { return Operation::template apply<T>(old, data); });
}

/// Operations of two data operands.
struct MaskedOr {
  template <class T>
  static T apply(T old, T mask, T bits) {
    return (old & ~mask) | bits;
  }
};
/// gfx11 and later: the new value comes first; before, the expected one.
struct CompareStore {
  template <class T>
  static T apply(T old, T value, T expected) {
    return old == expected ? value : old;
  }
};
struct CompareStoreOld {
  template <class T>
  static T apply(T old, T expected, T value) {
    return old == expected ? value : old;
  }
};
struct Wrap {
  template <class T>
  static T apply(T old, T limit, T add) {
    return old >= limit ? old - limit : old + add;
  }
};

template <class T, class Operation, bool kReturns>
Step update_with_two(Wave& wave, const Instruction& instruction) {
  return update_lanes<T, kReturns>(
      wave, instruction, [](T old, T data, T second) { return Operation::template apply<T>(old, data, second); });
}

/// Two exchanges in one; offsets count elements, or 64 of them.
template <class T, u32 kStride>
Step exchange_pair(Wave& wave, const Instruction& instruction) {
  const Rows<true> rows(wave, instruction);
  constexpr u32 kUnit = sizeof(T) * kStride;
  u32* second_result = rows.result + sizeof(T) / 4 * wave.lanes;
  const bool done = each_lane(wave, [&](u32 lane) {
    const T first = gather<T>(wave, rows.data, lane), second = gather<T>(wave, rows.second, lane);
    const u32 base = rows.address[lane];
    T old_first{}, old_second{};
    const u32 at_first = base + instruction.modifiers.offset0 * kUnit;
    const u32 at_second = base + instruction.modifiers.offset1 * kUnit;
    if (!update_lds<T>(wave, lane, at_first, old_first, [&](T) { return first; })) return false;
    if (!update_lds<T>(wave, lane, at_second, old_second, [&](T) { return second; })) return false;
    scatter(wave, rows.result, lane, old_first);
    scatter(wave, second_result, lane, old_second);
    return true;
  });
  return done ? Step::kNext : Step::kFault;
}

/// Two dwords, each exchanged for the data's low 31 bits when the data's top bit is set.
Step exchange_conditionally(Wave& wave, const Instruction& instruction) {
  return update_lanes<u64, true>(wave, instruction, [](u64 old, u64 data, u64) {
    const auto half = [](u64 before, u64 value) { return (value >> 31 & 1) != 0 ? value & 0x7fffffff : before; };
    return half(old & 0xffffffff, data & 0xffffffff) | half(old >> 32, data >> 32) << 32;
  });
}

/// One counter for the wave: grows or shrinks by the number of active lanes; all get its old value.
template <bool kAppend>
Step count_lanes(Wave& wave, const Instruction& instruction) {
  const auto count = static_cast<u32>(std::popcount(wave.exec()));
  const u32 base = wave.gfx_major < 12 ? wave.sgpr[scalar::kM0] >> 16 : 0;
  const u32 offset = base + static_cast<u32>(instruction.modifiers.offset);
  u32 old = 0;
  const auto next = [&](u32 value) { return kAppend ? value + count : value - count; };
  if (!update_lds<u32>(wave, 0, offset, old, next)) return Step::kFault;
  u32* row = registers(wave, instruction.operands[0]);
  each_lane(wave, [&](u32 lane) {
    row[lane] = old;
    return true;
  });
  return Step::kNext;
}

/// "ds_" operation "_" type, and "ds_" operation "_rtn_" type.
struct Row {
  std::string_view operation, type;
  Handler plain, returning;
  Fidelity fidelity = Fidelity::kExact;
};

template <class T, class Operation>
constexpr Row row(std::string_view operation, std::string_view type, Fidelity fidelity = Fidelity::kExact) {
  return {operation, type, update<T, Operation, false>, update<T, Operation, true>, fidelity};
}

template <class T, class Operation>
constexpr Row row_of_two(std::string_view operation, std::string_view type) {
  return {operation, type, update_with_two<T, Operation, false>, update_with_two<T, Operation, true>};
}

constexpr Row kRows[] = {
    row<u32, op::Add>("add", "u32"), row<u64, op::Add>("add", "u64"),
    row<u32, op::Subtract>("sub", "u32"), row<u64, op::Subtract>("sub", "u64"),
    row<u32, op::ReverseSubtract>("rsub", "u32"), row<u64, op::ReverseSubtract>("rsub", "u64"),
    row<u32, op::Increment>("inc", "u32"), row<u64, op::Increment>("inc", "u64"),
    row<u32, op::Decrement>("dec", "u32"), row<u64, op::Decrement>("dec", "u64"),
    row<i32, op::Minimum>("min", "i32"), row<i64, op::Minimum>("min", "i64"),
    row<u32, op::Minimum>("min", "u32"), row<u64, op::Minimum>("min", "u64"),
    row<i32, op::Maximum>("max", "i32"), row<i64, op::Maximum>("max", "i64"),
    row<u32, op::Maximum>("max", "u32"), row<u64, op::Maximum>("max", "u64"),
    row<u32, op::And>("and", "b32"), row<u64, op::And>("and", "b64"),
    row<u32, op::Or>("or", "b32"), row<u64, op::Or>("or", "b64"),
    row<u32, op::Xor>("xor", "b32"), row<u64, op::Xor>("xor", "b64"),
    row<u32, op::SubtractClamped>("sub_clamp", "u32"), row<u32, op::ConditionalSubtract>("cond_sub", "u32"),
    row<u32, op::Swap>("storexchg", "b32"), row<u64, op::Swap>("storexchg", "b64"),
    row<float, op::Add>("add", "f32", Fidelity::kStandIn), row<double, op::Add>("add", "f64", Fidelity::kStandIn),
    row<float, op::Minimum>("min", "f32"), row<double, op::Minimum>("min", "f64"),
    row<float, op::Maximum>("max", "f32"), row<double, op::Maximum>("max", "f64"),
    row<float, op::MinimumNumber>("min_num", "f32"), row<double, op::MinimumNumber>("min_num", "f64"),
    row<float, op::MaximumNumber>("max_num", "f32"), row<double, op::MaximumNumber>("max_num", "f64"),
    row_of_two<u32, MaskedOr>("mskor", "b32"), row_of_two<u64, MaskedOr>("mskor", "b64"),
    row_of_two<u32, CompareStore>("cmpstore", "b32"), row_of_two<u64, CompareStore>("cmpstore", "b64"),
    row_of_two<float, CompareStore>("cmpstore", "f32"), row_of_two<double, CompareStore>("cmpstore", "f64"),
    row_of_two<u32, CompareStoreOld>("cmpst", "b32"), row_of_two<u64, CompareStoreOld>("cmpst", "b64"),
    row_of_two<float, CompareStoreOld>("cmpst", "f32"), row_of_two<double, CompareStoreOld>("cmpst", "f64"),
    row_of_two<u32, Wrap>("wrap", "b32"),
};

constexpr Opcode kSingleOpcodes[] = {
    {"ds_storexchg_2addr_rtn_b32", exchange_pair<u32, 1>, kAllB32, 1},
    {"ds_storexchg_2addr_rtn_b64", exchange_pair<u64, 1>, kAllB32, 1},
    {"ds_storexchg_2addr_stride64_rtn_b32", exchange_pair<u32, 64>, kAllB32, 1},
    {"ds_storexchg_2addr_stride64_rtn_b64", exchange_pair<u64, 64>, kAllB32, 1},
    {"ds_wrxchg2_rtn_b32", exchange_pair<u32, 1>, kAllB32, 1},
    {"ds_wrxchg2_rtn_b64", exchange_pair<u64, 1>, kAllB32, 1},
    {"ds_wrxchg2st64_rtn_b32", exchange_pair<u32, 64>, kAllB32, 1},
    {"ds_wrxchg2st64_rtn_b64", exchange_pair<u64, 64>, kAllB32, 1},
    {"ds_condxchg32_rtn_b64", exchange_conditionally, kAllB32, 1},
    {"ds_append", count_lanes<true>, kAllB32, 1},
    {"ds_consume", count_lanes<false>, kAllB32, 1},
};

}  // namespace

std::span<const Opcode> memory_lds_atomic_opcodes() {
  static std::deque<std::string> names;  // what the opcodes' mnemonics point to
  static const std::vector<Opcode> kAll = [] {
    std::vector<Opcode> all(std::begin(kSingleOpcodes), std::end(kSingleOpcodes));
    const auto add = [&](const Row& row, std::string_view middle, Handler handler, std::uint8_t results) {
      names.push_back("ds_" + std::string(row.operation) + std::string(middle) + std::string(row.type));
      all.push_back({names.back(), handler, kAllB32, results, row.fidelity});
    };
    for (const Row& row : kRows) {
      add(row, "_", row.plain, 0);
      add(row, "_rtn_", row.returning, 1);
    }
    return all;
  }();
  return kAll;
}

}  // namespace agt::vgpu
