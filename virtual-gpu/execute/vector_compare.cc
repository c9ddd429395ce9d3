// Vector ALU: comparisons and classes, into a mask, into EXEC, or (gfx9's v_cmpx) into both.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/float_bits.h"
#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using U16 = std::uint16_t;
using I16 = std::int16_t;
using U32 = std::uint32_t;
using I32 = std::int32_t;
using U64 = std::uint64_t;
using I64 = std::int64_t;

enum class Into : std::uint8_t { kMask, kExec, kMaskAndExec };

/// One bit for each of 32 lanes that hold 0 or 1.
std::uint32_t packed_bits(const std::uint32_t* flags) {
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < 32; ++i) bits |= flags[i] << i;
  return bits;
}

/// Not inlined: the three instructions of a predicate share it.
template <auto kPredicate>
[[gnu::noinline]] std::uint64_t compare_lanes(Wave& wave, const Instruction& instruction, std::uint64_t mask) {
  using A = typename SignatureOf<kPredicate>::template Parameter<0>;
  using B = typename SignatureOf<kPredicate>::template Parameter<1>;
  std::array<Source, 2> sources;
  fetch_as<A>(wave, instruction, 0, sources[0], mask);
  fetch_as<B>(wave, instruction, 1, sources[1], mask);
  Words flags;
  std::uint64_t result = 0;
  for (std::size_t first = 0; first < wave.lanes; first += 32) {
    compute_block<kPredicate>(wave.mode, first, flags, Lanes<A>(sources[0], first), Lanes<B>(sources[1], first));
    result |= std::uint64_t{packed_bits(flags.low.data() + first)} << first;
  }
  return result & mask;
}

/// Lanes that are not active get 0 in the mask.
template <auto kPredicate, Into kInto>
Step compare(Wave& wave, const Instruction& instruction) {
  const std::uint64_t result = compare_lanes<kPredicate>(wave, instruction, wave.exec());
  if constexpr (kInto != Into::kExec) write_mask(wave, instruction.operands[0], result);
  if constexpr (kInto != Into::kMask) write_exec(wave, result);
  return finish(wave);
}

/// Bit 0 signalling NaN, 1 quiet NaN, 2 -inf, 3 -normal, 4 -denormal, 5 -0, 6 +0, 7 +denormal, 8 +normal, 9 +inf.
template <class T>
U32 is_of_class(BitsOf<T> bits, U32 classes) {
  const T value = std::bit_cast<T>(bits);
  const bool negative = sign_of(value);
  U32 number = negative ? 3 : 8;
  if (exponent_field(value) == 0) number = negative ? 4 : 7;
  if (is_zero(value)) number = negative ? 5 : 6;
  if (is_infinite(value)) number = negative ? 2 : 9;
  if (is_nan(value)) number = is_signalling(value) ? 0 : 1;
  return classes >> number & 1;
}

template <auto kPredicate, Into kInto>
constexpr Opcode row(std::string_view mnemonic) {
  constexpr std::uint8_t kResults = kInto == Into::kExec ? 0 : 1;
  return {mnemonic, compare<kPredicate, kInto>, source_types_of<kPredicate>(), kResults};
}

// Every predicate exists three times; mnemonics.cc gives gfx9's v_cmpx the name v_cmpx_sdst.
#define AGT_ROWS(NAME, PREDICATE)                            \
  row<PREDICATE, Into::kMask>("v_cmp_" NAME),                \
      row<PREDICATE, Into::kExec>("v_cmpx_" NAME),           \
      row<PREDICATE, Into::kMaskAndExec>("v_cmpx_sdst_" NAME)

#define AGT_INTEGERS(T, NAME)                                                                                   \
  AGT_ROWS("f_" NAME, ([](T, T) { return U32{0}; })), AGT_ROWS("t_" NAME, ([](T, T) { return U32{1}; })),       \
      AGT_ROWS("lt_" NAME, ([](T a, T b) { return U32{a < b}; })),                                              \
      AGT_ROWS("eq_" NAME, ([](T a, T b) { return U32{a == b}; })),                                             \
      AGT_ROWS("le_" NAME, ([](T a, T b) { return U32{a <= b}; })),                                             \
      AGT_ROWS("gt_" NAME, ([](T a, T b) { return U32{a > b}; })),                                              \
      AGT_ROWS("ne_" NAME, ([](T a, T b) { return U32{a != b}; })),                                             \
      AGT_ROWS("ge_" NAME, ([](T a, T b) { return U32{a >= b}; }))

// The predicates with n are the opposites, so they are true when a source is NaN.
#define AGT_FLOATS(T, NAME)                                                                                         \
  AGT_ROWS("f_" NAME, ([](T, T) { return U32{0}; })), AGT_ROWS("t_" NAME, ([](T, T) { return U32{1}; })),           \
      AGT_ROWS("lt_" NAME, ([](T a, T b) { return U32{value_of(a) < value_of(b)}; })),                              \
      AGT_ROWS("eq_" NAME, ([](T a, T b) { return U32{value_of(a) == value_of(b)}; })),                             \
      AGT_ROWS("le_" NAME, ([](T a, T b) { return U32{value_of(a) <= value_of(b)}; })),                             \
      AGT_ROWS("gt_" NAME, ([](T a, T b) { return U32{value_of(a) > value_of(b)}; })),                              \
      AGT_ROWS("ge_" NAME, ([](T a, T b) { return U32{value_of(a) >= value_of(b)}; })),                             \
      AGT_ROWS("lg_" NAME, ([](T a, T b) { return U32{value_of(a) < value_of(b)} | U32{value_of(a) > value_of(b)}; })), \
      AGT_ROWS("o_" NAME, ([](T a, T b) { return U32{!is_nan(a)} & U32{!is_nan(b)}; })),                            \
      AGT_ROWS("u_" NAME, ([](T a, T b) { return U32{is_nan(a)} | U32{is_nan(b)}; })),                              \
      AGT_ROWS("nge_" NAME, ([](T a, T b) { return U32{!(value_of(a) >= value_of(b))}; })),                         \
      AGT_ROWS("nlg_" NAME,                                                                                         \
               ([](T a, T b) { return 1U ^ (U32{value_of(a) < value_of(b)} | U32{value_of(a) > value_of(b)}); })),  \
      AGT_ROWS("ngt_" NAME, ([](T a, T b) { return U32{!(value_of(a) > value_of(b))}; })),                          \
      AGT_ROWS("nle_" NAME, ([](T a, T b) { return U32{!(value_of(a) <= value_of(b))}; })),                         \
      AGT_ROWS("neq_" NAME, ([](T a, T b) { return U32{!(value_of(a) == value_of(b))}; })),                         \
      AGT_ROWS("nlt_" NAME, ([](T a, T b) { return U32{!(value_of(a) < value_of(b))}; }))

constexpr Opcode kOpcodes[] = {
    AGT_INTEGERS(U16, "u16"),
    AGT_INTEGERS(I16, "i16"),
    AGT_INTEGERS(U32, "u32"),
    AGT_INTEGERS(I32, "i32"),
    AGT_INTEGERS(U64, "u64"),
    AGT_INTEGERS(I64, "i64"),
    AGT_FLOATS(Half, "f16"),
    AGT_FLOATS(float, "f32"),
    AGT_FLOATS(double, "f64"),
    AGT_ROWS("class_f16", ([](U16 bits, U16 classes) { return is_of_class<Half>(bits, classes); })),
    AGT_ROWS("class_f32", ([](U32 bits, U32 classes) { return is_of_class<float>(bits, classes); })),
    AGT_ROWS("class_f64", ([](U64 bits, U32 classes) { return is_of_class<double>(bits, classes); })),
};

#undef AGT_ROWS
#undef AGT_INTEGERS
#undef AGT_FLOATS

}  // namespace

std::span<const Opcode> vector_compare_opcodes() { return kOpcodes; }

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
