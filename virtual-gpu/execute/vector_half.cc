// Vector ALU: f16 arithmetic and rounding, and the bfloat16 instructions that exist beside it.
//
// Sums, products, quotients and roots are computed in float and rounded again: float has more than twice the bits of
// f16 and two to spare, so the second rounding does no harm. A fused multiply-add is exact in double.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

template <auto kFunction>
inline constexpr auto kUnary = [](Half a) { return to_half(kFunction(to_float(a))); };
template <auto kFunction>
inline constexpr auto kBinary = [](Half a, Half b) { return to_half(kFunction(to_float(a), to_float(b))); };
template <auto kFunction>
inline constexpr auto kTernary = [](Half a, Half b, Half c) {
  return to_half(kFunction(to_float(a), to_float(b), to_float(c)));
};

/// The product of two halves is exact in double. Where the sum is not, its lost bits are too small to matter to a half.
double fused(float a, float b, float c) { return static_cast<double>(a) * b + c; }

/// v_mad_f16, v_mac_f16: the product is rounded to f16 first.
float multiply_then_add(float a, float b, float c) { return to_float(to_half(a * b)) + c; }

float fraction(float x) {
  const float difference = x - std::floor(x);
  constexpr float kLargestBelowOne = 0x1.ffcp-1F;
  return difference > kLargestBelowOne ? kLargestBelowOne : difference;
}

/// gfx9 added these forms; they keep the other half of the result register.
constexpr Form kKeeps{.other = OtherHalf::kPreserved};

constexpr Opcode kOpcodes[] = {
    op<kBinary<[](float a, float b) { return a + b; }>>("v_add_f16"),
    op<kBinary<[](float a, float b) { return a - b; }>>("v_sub_f16"),
    op<kBinary<[](float a, float b) { return b - a; }>>("v_subrev_f16"),
    op<kBinary<[](float a, float b) { return a * b; }>>("v_mul_f16"),
    op<kTernary<[](float a, float b, float c) { return fused(a, b, c); }>, kKeeps>("v_fma_f16"),
    op<kTernary<[](float a, float b, float c) { return fused(a, b, c); }>>("v_fmac_f16"),
    op<kTernary<[](float a, float b, float c) { return fused(a, b, c); }>>("v_fma_legacy_f16"),
    op<kTernary<[](float a, float b, float c) { return multiply_then_add(a, b, c); }>, kKeeps>("v_mad_f16"),
    op<kTernary<[](float a, float b, float c) { return multiply_then_add(a, b, c); }>>("v_mac_f16"),
    op<kTernary<[](float a, float b, float c) { return multiply_then_add(a, b, c); }>>("v_mad_legacy_f16"),
    op<kUnary<[](float a) { return std::trunc(a); }>>("v_trunc_f16"),
    op<kUnary<[](float a) { return std::floor(a); }>>("v_floor_f16"),
    op<kUnary<[](float a) { return std::ceil(a); }>>("v_ceil_f16"),
    op<kUnary<[](float a) { return std::nearbyint(a); }>>("v_rndne_f16"),
    op<kUnary<[](float a) { return fraction(a); }>>("v_fract_f16"),
};

}  // namespace

std::span<const Opcode> vector_half_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
