// The first half's result is taken away again until the second half has read its sources.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/dual.h"

#include <algorithm>
#include <array>

#include "virtual-gpu/execute/planted_defect.h"

namespace agt::vgpu {
namespace {

constexpr std::size_t kWidestResult = 2;  ///< dwords
using Row = std::array<std::uint32_t, kWidestResult * kMaxLanes>;

Step execute_half(Wave& wave, const Instruction& half) {
  if (half.defect_lane != kNoDefectLane) return execute_with_defect(wave, half);
  return half.opcode->handler(wave, half);
}

}  // namespace

Step execute_dual(Wave& wave, const Instruction& instruction) {
  const Operand& result = instruction.operands.front();
  const std::size_t words = std::min<std::size_t>(result.dwords, kWidestResult) * wave.lanes;
  std::uint32_t* const row = wave.v(result.index);
  Row before, after;
  std::copy_n(row, words, before.begin());
  const Step first = execute_half(wave, instruction);
  if (first != Step::kNext) return first;
  std::copy_n(row, words, after.begin());
  std::copy_n(before.begin(), words, row);
  const Step second = execute_half(wave, instruction.dual.front());
  std::copy_n(after.begin(), words, row);
  return second;
}

}  // namespace agt::vgpu
