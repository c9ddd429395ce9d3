// The table of scalar opcodes is the concatenation of its files' tables.
// SPDX-License-Identifier: MIT
#include <vector>

#include "virtual-gpu/execute/scalar_operand.h"

namespace agt::vgpu {
namespace {

std::vector<Opcode> concatenate() {
  std::vector<Opcode> all;
  for (const auto part : {scalar_arithmetic_opcodes(), scalar_bit_opcodes(), scalar_compare_opcodes(),
                          scalar_control_opcodes(), scalar_float_opcodes(), scalar_mask_opcodes(),
                          scalar_move_opcodes(), scalar_system_opcodes()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace

std::span<const Opcode> scalar_opcodes() {
  static const std::vector<Opcode> kAll = concatenate();
  return kAll;
}

}  // namespace agt::vgpu
