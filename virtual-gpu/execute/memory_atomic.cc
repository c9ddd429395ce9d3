// Vector memory atomics: atomic among the host threads that execute a dispatch.
//
// Float additions are stand-ins: the model rounds to nearest and keeps denormals; what hardware does with denormals
// depends on the family and on where the memory lies.
// SPDX-License-Identifier: MIT
#include <array>
#include <deque>
#include <string>
#include <vector>

#include "virtual-gpu/execute/atomic_operation.h"
#include "virtual-gpu/execute/memory_segment.h"

namespace agt::vgpu {
namespace {

namespace op = atomic_operation;
using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

/// Dwords `first` and behind of a lane's data as a T.
template <class T>
T gather(const u32* rows, u32 lanes, u32 lane, u32 first = 0) {
  std::array<u32, sizeof(T) / 4> words;
  for (u32 i = 0; i < words.size(); ++i) words[i] = rows[std::size_t{first + i} * lanes + lane];
  return std::bit_cast<T>(words);
}

template <class T>
void scatter(u32* rows, u32 lanes, u32 lane, T value) {
  const auto words = std::bit_cast<std::array<u32, sizeof(T) / 4>>(value);
  for (u32 i = 0; i < words.size(); ++i) rows[std::size_t{i} * lanes + lane] = words[i];
}

template <class Segment>
Layout layout_of(const Instruction& instruction) {
  if (Segment::kDataFirst) return {0, 1, 2};
  return instruction.modifiers.returns ? kReturningAtomicLayout : kAtomicLayout;
}

/// `compute(old, rows, lane)` is the new value. The result, when there is one, is operand 0, for buffers the data too.
template <class Segment, class T, class F>
Step update_lanes(Wave& wave, const Instruction& instruction, F compute) {
  const Layout layout = layout_of<Segment>(instruction);
  Segment segment(wave, instruction, layout, sizeof(T));
  const u32* data = registers(wave, instruction.operands[layout.data]);
  u32* result = instruction.modifiers.returns ? registers(wave, instruction.operands[0]) : nullptr;
  const bool done = each_lane(wave, [&](u32 lane) {
    T old{};
    if (!segment.template update<T>(lane, [&](T value) { return compute(value, data, lane); }, old)) return false;
    if (result != nullptr) scatter(result, wave.lanes, lane, old);
    return true;
  });
  return done ? Step::kNext : Step::kFault;
}

template <class Segment, class T, class Operation>
Step update(Wave& wave, const Instruction& instruction) {
  return update_lanes<Segment, T>(wave, instruction, [&](T old, const u32* data, u32 lane) {
    return Operation::template apply<T>(old, gather<T>(data, wave.lanes, lane));
  });
}

/// The data is the new value, then the value that memory must hold for it to be stored.
template <class Segment, class T>
Step compare_and_swap(Wave& wave, const Instruction& instruction) {
  constexpr u32 kDwords = sizeof(T) / 4;
  return update_lanes<Segment, T>(wave, instruction, [&](T old, const u32* data, u32 lane) {
    const T expected = gather<T>(data, wave.lanes, lane, kDwords);
    return old == expected ? gather<T>(data, wave.lanes, lane) : old;
  });
}

constexpr std::array<std::string_view, 3> kSegments = {"global_atomic_", "flat_atomic_", "buffer_atomic_"};

struct Row {
  std::string_view name;
  std::array<Handler, 3> handlers;
  Fidelity fidelity = Fidelity::kExact;
};

template <class T, class Operation>
constexpr std::array<Handler, 3> kUpdate = {update<GlobalSegment, T, Operation>, update<FlatSegment, T, Operation>,
                                            update<BufferSegment, T, Operation>};
template <class T>
constexpr std::array<Handler, 3> kCompareAndSwap = {compare_and_swap<GlobalSegment, T>, compare_and_swap<FlatSegment, T>,
                                                    compare_and_swap<BufferSegment, T>};

constexpr Row kRows[] = {
    {"swap_b32", kUpdate<u32, op::Swap>},
    {"swap_b64", kUpdate<u64, op::Swap>},
    {"cmpswap_b32", kCompareAndSwap<u32>},
    {"cmpswap_b64", kCompareAndSwap<u64>},
    {"cmpswap_f32", kCompareAndSwap<float>},
    {"cmpswap_f64", kCompareAndSwap<double>},
    {"add_u32", kUpdate<u32, op::Add>},
    {"add_u64", kUpdate<u64, op::Add>},
    {"sub_u32", kUpdate<u32, op::Subtract>},
    {"sub_u64", kUpdate<u64, op::Subtract>},
    {"csub", kUpdate<u32, op::SubtractClamped>},
    {"csub_u32", kUpdate<u32, op::SubtractClamped>},
    {"sub_clamp_u32", kUpdate<u32, op::SubtractClamped>},
    {"cond_sub_u32", kUpdate<u32, op::ConditionalSubtract>},
    {"min_i32", kUpdate<i32, op::Minimum>},
    {"min_i64", kUpdate<i64, op::Minimum>},
    {"min_u32", kUpdate<u32, op::Minimum>},
    {"min_u64", kUpdate<u64, op::Minimum>},
    {"max_i32", kUpdate<i32, op::Maximum>},
    {"max_i64", kUpdate<i64, op::Maximum>},
    {"max_u32", kUpdate<u32, op::Maximum>},
    {"max_u64", kUpdate<u64, op::Maximum>},
    {"and_b32", kUpdate<u32, op::And>},
    {"and_b64", kUpdate<u64, op::And>},
    {"or_b32", kUpdate<u32, op::Or>},
    {"or_b64", kUpdate<u64, op::Or>},
    {"xor_b32", kUpdate<u32, op::Xor>},
    {"xor_b64", kUpdate<u64, op::Xor>},
    {"inc_u32", kUpdate<u32, op::Increment>},
    {"inc_u64", kUpdate<u64, op::Increment>},
    {"dec_u32", kUpdate<u32, op::Decrement>},
    {"dec_u64", kUpdate<u64, op::Decrement>},
    {"add_f32", kUpdate<float, op::Add>, Fidelity::kStandIn},
    {"add_f64", kUpdate<double, op::Add>, Fidelity::kStandIn},
    {"min_f32", kUpdate<float, op::Minimum>},
    {"min_f64", kUpdate<double, op::Minimum>},
    {"max_f32", kUpdate<float, op::Maximum>},
    {"max_f64", kUpdate<double, op::Maximum>},
    {"min_num_f32", kUpdate<float, op::MinimumNumber>},
    {"min_num_f64", kUpdate<double, op::MinimumNumber>},
    {"max_num_f32", kUpdate<float, op::MaximumNumber>},
    {"max_num_f64", kUpdate<double, op::MaximumNumber>},
};

}  // namespace

std::span<const Opcode> memory_atomic_opcodes() {
  static std::deque<std::string> names;  // what the opcodes' mnemonics point to
  static const std::vector<Opcode> kAll = [] {
    std::vector<Opcode> all;
    for (const Row& row : kRows) {
      for (std::size_t i = 0; i < kSegments.size(); ++i) {
        names.push_back(std::string(kSegments[i]) + std::string(row.name));
        all.push_back({names.back(), row.handlers[i], kAllB32, 0, row.fidelity});
      }
    }
    return all;
  }();
  return kAll;
}

}  // namespace agt::vgpu
