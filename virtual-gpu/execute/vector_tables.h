// The tables of vector opcodes, one for each file of semantics; vector_opcodes.cc puts them together.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "virtual-gpu/execute/opcode.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {

/// All of them, of this variant.
std::span<const Opcode> all_vector_opcodes();

std::span<const Opcode> vector_bits_opcodes();            ///< logic, shifts, bit fields, moves
std::span<const Opcode> vector_carry_opcodes();           ///< additions with carries, v_cndmask, wide multiply-add
std::span<const Opcode> vector_compare_opcodes();         ///< v_cmp_*, v_cmpx_*
std::span<const Opcode> vector_convert_opcodes();
std::span<const Opcode> vector_convert_packed_opcodes();  ///< two results in one register
std::span<const Opcode> vector_division_opcodes();        ///< v_div_*, v_frexp_*, v_ldexp_*
std::span<const Opcode> vector_dot_opcodes();             ///< v_dot*, v_sad*
std::span<const Opcode> vector_float_opcodes();
std::span<const Opcode> vector_half_opcodes();
std::span<const Opcode> vector_integer_opcodes();
std::span<const Opcode> vector_lane_opcodes();            ///< v_readlane, v_permlane*, v_mbcnt, v_swap
std::span<const Opcode> vector_minmax_opcodes();          ///< of floats
std::span<const Opcode> vector_packed_float_opcodes();     ///< v_pk_* of floats, v_fma_mix*
std::span<const Opcode> vector_packed_opcodes();           ///< v_pk_* of integers
std::span<const Opcode> vector_short_opcodes();           ///< 16-bit integers
std::span<const Opcode> vector_transcendental_opcodes();

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
