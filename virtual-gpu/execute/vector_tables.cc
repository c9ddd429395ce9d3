// The tables of vector opcodes put together, for one variant of the code.
// SPDX-License-Identifier: MIT
#include <vector>

#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

std::vector<Opcode> all_opcodes() {
  std::vector<Opcode> all;
  for (const auto table :
       {vector_bits_opcodes(), vector_carry_opcodes(), vector_compare_opcodes(), vector_convert_opcodes(),
        vector_convert_packed_opcodes(), vector_division_opcodes(), vector_dot_opcodes(), vector_float_opcodes(),
        vector_half_opcodes(), vector_integer_opcodes(), vector_lane_opcodes(), vector_minmax_opcodes(),
        vector_packed_float_opcodes(), vector_packed_opcodes(), vector_short_opcodes(),
        vector_transcendental_opcodes()}) {
    all.insert(all.end(), table.begin(), table.end());
  }
  return all;
}

}  // namespace

std::span<const Opcode> all_vector_opcodes() {
  static const std::vector<Opcode> kAll = all_opcodes();
  return kAll;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
