// Vector ALU: minima, maxima and medians of floats.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/float_minmax.h"
#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

// The rows of one type; the mnemonics end in its name.
#define AGT_TWO_SOURCES(T, NAME)                                                                   \
  op<[](FloatMode mode, T a, T b) { return min_num(mode, a, b); }>("v_min_num_" NAME),             \
      op<[](FloatMode mode, T a, T b) { return max_num(mode, a, b); }>("v_max_num_" NAME),         \
      op<[](T a, T b) { return minimum(a, b); }, Form{OtherHalf::kPreserved}>("v_minimum_" NAME),  \
      op<[](T a, T b) { return maximum(a, b); }, Form{OtherHalf::kPreserved}>("v_maximum_" NAME)

#define AGT_THREE_SOURCES(T, NAME)                                                                                   \
  op<[](FloatMode m, T a, T b, T c) { return min_num(m, min_num(m, a, b), c); }>("v_min3_num_" NAME),                \
      op<[](FloatMode m, T a, T b, T c) { return max_num(m, max_num(m, a, b), c); }>("v_max3_num_" NAME),            \
      op<[](FloatMode m, T a, T b, T c) { return med3_num(m, a, b, c); }>("v_med3_num_" NAME),                       \
      op<[](FloatMode m, T a, T b, T c) { return max_num(m, min_num(m, a, b), c); }>("v_minmax_num_" NAME),          \
      op<[](FloatMode m, T a, T b, T c) { return min_num(m, max_num(m, a, b), c); }>("v_maxmin_num_" NAME),          \
      op<[](T a, T b, T c) { return minimum(minimum(a, b), c); }>("v_minimum3_" NAME),                               \
      op<[](T a, T b, T c) { return maximum(maximum(a, b), c); }>("v_maximum3_" NAME),                               \
      op<[](T a, T b, T c) { return maximum(minimum(a, b), c); }>("v_minimummaximum_" NAME),                         \
      op<[](T a, T b, T c) { return minimum(maximum(a, b), c); }>("v_maximumminimum_" NAME)

constexpr Opcode kOpcodes[] = {
    AGT_TWO_SOURCES(float, "f32"),   AGT_TWO_SOURCES(double, "f64"),  AGT_TWO_SOURCES(Half, "f16"),
    AGT_THREE_SOURCES(float, "f32"), AGT_THREE_SOURCES(Half, "f16"),
};

#undef AGT_TWO_SOURCES
#undef AGT_THREE_SOURCES

}  // namespace

std::span<const Opcode> vector_minmax_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
