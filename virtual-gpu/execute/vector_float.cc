// Vector ALU: f32 and f64 arithmetic and rounding.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

/// v_mac_f32 and v_mad_f32: the product is rounded, and denormals are flushed whatever the mode says
/// (GFX9 and RDNA1 ISA documents, "does not support denormals").
float multiply_then_add(float a, float b, float c) {
  const float product = flushed(flushed(a) * flushed(b));
  return flushed(product + flushed(c));
}

/// DX9 rules: 0 times anything is 0.
float multiply_dx9(float a, float b) { return a == 0.0F || b == 0.0F ? 0.0F : a * b; }

float fma_dx9(float a, float b, float c) { return a == 0.0F || b == 0.0F ? 0.0F + c : std::fma(a, b, c); }

/// The fraction is below 1 even where x - floor(x) rounds to 1 (a tiny negative x).
template <class T>
T fraction(T x, T largest_below_one) {
  const T difference = x - std::floor(x);
  return difference > largest_below_one ? largest_below_one : difference;
}

constexpr Opcode kOpcodes[] = {
    op<[](float a, float b) { return a + b; }>("v_add_f32"),
    op<[](float a, float b) { return a - b; }>("v_sub_f32"),
    op<[](float a, float b) { return b - a; }>("v_subrev_f32"),
    op<[](float a, float b) { return a * b; }>("v_mul_f32"),
    op<[](float a, float b) { return multiply_dx9(a, b); }>("v_mul_dx9_zero_f32"),
    op<[](float a, float b, float c) { return fma_dx9(a, b, c); }>("v_fma_dx9_zero_f32"),
    op<[](float a, float b, float c) { return fma_dx9(a, b, c); }>("v_fmac_dx9_zero_f32"),
    op<[](float a, float b, float c) { return std::fma(a, b, c); }>("v_fma_f32"),
    op<[](float a, float b, float c) { return std::fma(a, b, c); }>("v_fmac_f32"),
    op<[](float a, float b, float c) { return multiply_then_add(a, b, c); }>("v_mad_f32"),
    op<[](float a, float b, float c) { return multiply_then_add(a, b, c); }>("v_mac_f32"),
    op<[](float a, float b, float c) { return multiply_dx9(a, b) + c; }>("v_mad_legacy_f32"),
    op<[](float a) { return std::trunc(a); }>("v_trunc_f32"),
    op<[](float a) { return std::floor(a); }>("v_floor_f32"),
    op<[](float a) { return std::ceil(a); }>("v_ceil_f32"),
    op<[](float a) { return std::nearbyint(a); }>("v_rndne_f32"),
    op<[](float a) { return fraction(a, 0x1.fffffep-1F); }>("v_fract_f32"),
    op<[](double a, double b) { return a + b; }>("v_add_f64"),
    op<[](double a, double b) { return a * b; }>("v_mul_f64"),
    op<[](double a, double b, double c) { return std::fma(a, b, c); }>("v_fma_f64"),
    op<[](double a, double b, double c) { return std::fma(a, b, c); }>("v_fmac_f64"),
    op<[](double a) { return std::trunc(a); }>("v_trunc_f64"),
    op<[](double a) { return std::floor(a); }>("v_floor_f64"),
    op<[](double a) { return std::ceil(a); }>("v_ceil_f64"),
    op<[](double a) { return std::nearbyint(a); }>("v_rndne_f64"),
    op<[](double a) { return fraction(a, 0x1.fffffffffffffp-1); }>("v_fract_f64"),
};

}  // namespace

std::span<const Opcode> vector_float_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
