// Vector ALU: 32- and 64-bit integer arithmetic without carries, minima and maxima.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "virtual-gpu/execute/lanewise.h"
#include "virtual-gpu/execute/vector_tables.h"

namespace agt::vgpu::inline AGT_LANES_VARIANT {
namespace {

using I32 = std::int32_t;
using U32 = std::uint32_t;
using I64 = std::int64_t;
using U64 = std::uint64_t;

constexpr U32 saturated_u32(I64 value) {
  return static_cast<U32>(std::clamp<I64>(value, 0, std::numeric_limits<U32>::max()));
}

constexpr I32 saturated_i32(I64 value) {
  return static_cast<I32>(
      std::clamp<I64>(value, std::numeric_limits<I32>::min(), std::numeric_limits<I32>::max()));
}

/// Two's complement arithmetic, which wraps.
constexpr I32 wrapped(I64 value) { return static_cast<I32>(static_cast<U32>(value)); }

/// The low 24 bits of a lane, as v_mul_u24 and v_mul_i24 read them.
constexpr U64 u24(U32 value) { return value & 0xffffffU; }
constexpr I64 i24(U32 value) { return static_cast<I32>(value << 8) >> 8; }

constexpr I32 high_of(I64 a, I64 b) { return static_cast<I32>((a * b) >> 32); }
constexpr U32 high_of(U64 a, U64 b) { return static_cast<U32>((a * b) >> 32); }

template <class T>
constexpr T median(T a, T b, T c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

constexpr Opcode kArithmetic[] = {
    saturating_op<[](U32 a, U32 b) { return a + b; }, [](U32 a, U32 b) { return saturated_u32(I64{a} + b); }>(
        "v_add_nc_u32"),
    saturating_op<[](U32 a, U32 b) { return a - b; }, [](U32 a, U32 b) { return saturated_u32(I64{a} - b); }>(
        "v_sub_nc_u32"),
    saturating_op<[](U32 a, U32 b) { return b - a; }, [](U32 a, U32 b) { return saturated_u32(I64{b} - a); }>(
        "v_subrev_nc_u32"),
    saturating_op<[](I32 a, I32 b) { return wrapped(I64{a} + b); },
                  [](I32 a, I32 b) { return saturated_i32(I64{a} + b); }>("v_add_nc_i32"),
    saturating_op<[](I32 a, I32 b) { return wrapped(I64{a} - b); },
                  [](I32 a, I32 b) { return saturated_i32(I64{a} - b); }>("v_sub_nc_i32"),
    op<[](U64 a, U64 b) { return a + b; }>("v_add_nc_u64"),
    op<[](U64 a, U64 b) { return a - b; }>("v_sub_nc_u64"),
    op<[](U64 a, U64 b) { return a * b; }>("v_mul_u64"),
    op<[](U32 a, U32 b, U32 c) { return a + b + c; }>("v_add3_u32"),
    op<[](U32 a, U32 b, U32 c) { return (a << (b & 31)) + c; }>("v_lshl_add_u32"),
    op<[](U64 a, U32 b, U64 c) { return (a << (b & 7)) + c; }>("v_lshl_add_u64"),
    op<[](U32 a, U32 b, U32 c) { return (a + b) << (c & 31); }>("v_add_lshl_u32"),
    op<[](U32 a, U32 b, U32 c) { return (a ^ b) + c; }>("v_xad_u32"),
};

constexpr Opcode kMultiplication[] = {
    op<[](U32 a, U32 b) { return a * b; }>("v_mul_lo_u32"),
    op<[](U32 a, U32 b) { return a * b; }>("v_mul_lo_i32"),
    op<[](U32 a, U32 b) { return high_of(U64{a}, U64{b}); }>("v_mul_hi_u32"),
    op<[](I32 a, I32 b) { return high_of(I64{a}, I64{b}); }>("v_mul_hi_i32"),
    op<[](U32 a, U32 b) { return static_cast<U32>(u24(a) * u24(b)); }>("v_mul_u32_u24"),
    op<[](U32 a, U32 b) { return wrapped(i24(a) * i24(b)); }>("v_mul_i32_i24"),
    op<[](U32 a, U32 b) { return high_of(u24(a), u24(b)); }>("v_mul_hi_u32_u24"),
    op<[](U32 a, U32 b) { return high_of(i24(a), i24(b)); }>("v_mul_hi_i32_i24"),
    saturating_op<[](U32 a, U32 b, U32 c) { return static_cast<U32>(u24(a) * u24(b)) + c; },
                  [](U32 a, U32 b, U32 c) { return saturated_u32(static_cast<I64>(u24(a) * u24(b) + c)); }>(
        "v_mad_u32_u24"),
    saturating_op<[](U32 a, U32 b, I32 c) { return wrapped(i24(a) * i24(b) + c); },
                  [](U32 a, U32 b, I32 c) { return saturated_i32(i24(a) * i24(b) + c); }>("v_mad_i32_i24"),
    op<[](U32 a, U32 b, U32 c) { return a * b + c; }>("v_mad_u32"),
    op<[](U32 a, U32 b, U64 c) { return U64{a} * b + c; }>("v_mad_nc_u64_u32"),
    op<[](I32 a, I32 b, I64 c) { return static_cast<I64>(static_cast<U64>(I64{a} * b) + static_cast<U64>(c)); }>(
        "v_mad_nc_i64_i32"),
};

constexpr Opcode kExtrema[] = {
    op<[](U32 a, U32 b) { return std::min(a, b); }>("v_min_u32"),
    op<[](U32 a, U32 b) { return std::max(a, b); }>("v_max_u32"),
    op<[](I32 a, I32 b) { return std::min(a, b); }>("v_min_i32"),
    op<[](I32 a, I32 b) { return std::max(a, b); }>("v_max_i32"),
    op<[](U64 a, U64 b) { return std::min(a, b); }>("v_min_u64"),
    op<[](U64 a, U64 b) { return std::max(a, b); }>("v_max_u64"),
    op<[](I64 a, I64 b) { return std::min(a, b); }>("v_min_i64"),
    op<[](I64 a, I64 b) { return std::max(a, b); }>("v_max_i64"),
    op<[](U32 a, U32 b, U32 c) { return std::min(std::min(a, b), c); }>("v_min3_u32"),
    op<[](U32 a, U32 b, U32 c) { return std::max(std::max(a, b), c); }>("v_max3_u32"),
    op<[](I32 a, I32 b, I32 c) { return std::min(std::min(a, b), c); }>("v_min3_i32"),
    op<[](I32 a, I32 b, I32 c) { return std::max(std::max(a, b), c); }>("v_max3_i32"),
    op<[](U32 a, U32 b, U32 c) { return median(a, b, c); }>("v_med3_u32"),
    op<[](I32 a, I32 b, I32 c) { return median(a, b, c); }>("v_med3_i32"),
    op<[](U32 a, U32 b, U32 c) { return std::max(std::min(a, b), c); }>("v_minmax_u32"),
    op<[](U32 a, U32 b, U32 c) { return std::min(std::max(a, b), c); }>("v_maxmin_u32"),
    op<[](I32 a, I32 b, I32 c) { return std::max(std::min(a, b), c); }>("v_minmax_i32"),
    op<[](I32 a, I32 b, I32 c) { return std::min(std::max(a, b), c); }>("v_maxmin_i32"),
};

}  // namespace

std::span<const Opcode> vector_integer_opcodes() {
  static constexpr auto kAll = concatenated(kArithmetic, kMultiplication, kExtrema);
  return kAll;
}

}  // namespace agt::vgpu::inline AGT_LANES_VARIANT
