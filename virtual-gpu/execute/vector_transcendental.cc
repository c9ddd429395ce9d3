// Vector ALU: reciprocals, roots, powers, logarithms and circular functions, which hardware approximates. The model
// gives the value that is right to the last bit (from a wider type, rounded); a report names each as a stand-in.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

constexpr auto kApproximate = Fidelity::kStandIn;

/// The argument counts turns; whole turns are taken away first, which is exact.
double sine_of_turns(double x) { return std::sin((x - std::rint(x)) * (2 * std::numbers::pi)); }
double cosine_of_turns(double x) { return std::cos((x - std::rint(x)) * (2 * std::numbers::pi)); }

double inverse_root(double x) { return 1.0 / std::sqrt(x); }
double inverse_root_f64(double x) { return static_cast<double>(1.0L / std::sqrt(static_cast<long double>(x))); }

// The same function for f32 and f16, computed in double.
#define AGT_ROWS(NAME, EXPRESSION)                                                                 \
  op<[](float a) {                                                                                 \
    const double x = a;                                                                            \
    return static_cast<float>(EXPRESSION);                                                         \
  }>("v_" NAME "_f32", kApproximate),                                                              \
      op<[](Half a) {                                                                              \
        const double x = to_float(a);                                                              \
        return to_half(EXPRESSION);                                                                \
      }>("v_" NAME "_f16", kApproximate)

constexpr Opcode kOpcodes[] = {
    AGT_ROWS("rcp", 1.0 / x),
    AGT_ROWS("rsq", inverse_root(x)),
    AGT_ROWS("sqrt", std::sqrt(x)),
    AGT_ROWS("exp", std::exp2(x)),
    AGT_ROWS("log", std::log2(x)),
    AGT_ROWS("sin", sine_of_turns(x)),
    AGT_ROWS("cos", cosine_of_turns(x)),
    op<[](float a) { return 1.0F / a; }>("v_rcp_iflag_f32", kApproximate),
    op<[](double a) { return 1.0 / a; }>("v_rcp_f64", kApproximate),
    op<[](double a) { return inverse_root_f64(a); }>("v_rsq_f64", kApproximate),
    op<[](double a) { return std::sqrt(a); }>("v_sqrt_f64", kApproximate),
};

#undef AGT_ROWS

/// gfx12's forms with a scalar source and result. The vector form computes one lane; the upper half of an f16 is 0.
template <auto kFunction, class T>
Step scalar_form(Wave& wave, const Instruction& instruction) {
  const Operand& source = instruction.operands[1];
  std::uint32_t bits = read_scalar(wave, source);
  constexpr std::uint32_t kSign = 1U << (sizeof(T) * 8 - 1);
  if (source.absolute) bits &= ~kSign;
  if (source.negate) bits ^= kSign;
  write_scalar(wave, instruction.operands[0], low_word(kFunction(from_lane<T>(bits, 0))));
  return finish(wave);
}

#define AGT_SCALAR_ROWS(NAME, EXPRESSION)                                                          \
  Opcode{"v_s_" NAME "_f32",                                                                       \
         scalar_form<[](float a) {                                                                 \
           const double x = a;                                                                     \
           return static_cast<float>(EXPRESSION);                                                  \
         }, float>,                                                                                \
         {SourceType::kF32, SourceType::kF32, SourceType::kF32}, 1, kApproximate},                 \
      Opcode{"v_s_" NAME "_f16",                                                                   \
             scalar_form<[](Half a) {                                                              \
               const double x = to_float(a);                                                       \
               return to_half(EXPRESSION);                                                         \
             }, Half>,                                                                             \
             {SourceType::kF16, SourceType::kF16, SourceType::kF16}, 1, kApproximate}

constexpr Opcode kScalarForms[] = {
    AGT_SCALAR_ROWS("rcp", 1.0 / x),       AGT_SCALAR_ROWS("rsq", inverse_root(x)),
    AGT_SCALAR_ROWS("sqrt", std::sqrt(x)), AGT_SCALAR_ROWS("exp", std::exp2(x)),
    AGT_SCALAR_ROWS("log", std::log2(x)),
};

#undef AGT_SCALAR_ROWS

}  // namespace

std::span<const Opcode> vector_transcendental_opcodes() {
  static constexpr auto kAll = concatenated(kOpcodes, kScalarForms);
  return kAll;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
