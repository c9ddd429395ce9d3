// Exactness against independent arithmetic: conversions of f16, fused f16, and LLVM's expansion of a division.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <random>

#include "virtual-gpu/execute/half.h"
#include "virtual-gpu/execute/vector_case.h"

namespace agt::vgpu {
namespace {

std::uint16_t half_bits(_Float16 value) { return std::bit_cast<std::uint16_t>(value); }

TEST(HalfConversions, EveryHalfIsTheFloatTheCompilerSays) {
  for (std::uint32_t i = 0; i < 0x10000; ++i) {
    const auto bits16 = static_cast<std::uint16_t>(i);
    const auto wanted = static_cast<float>(std::bit_cast<_Float16>(bits16));
    const float actual = to_float(Half{bits16});
    if (std::isnan(wanted)) {
      EXPECT_TRUE(std::isnan(actual)) << i;
    } else {
      EXPECT_EQ(bits(actual), bits(wanted)) << i;
    }
  }
}

/// Every exponent and sign with mantissas around the ties of a 10-bit result.
std::vector<float> floats_near_ties() {
  std::vector<float> all;
  for (std::uint32_t head = 0; head < 1U << 9; ++head) {
    for (std::uint32_t mantissa = 0; mantissa < 1U << 23; mantissa += 0x7ff) {
      all.push_back(std::bit_cast<float>(head << 23 | mantissa));
    }
  }
  return all;
}

TEST(HalfConversions, FloatsRoundAsTheCompilerRounds) {
  for (const float value : floats_near_ties()) {
    if (std::isnan(value)) continue;
    ASSERT_EQ(to_half(value).bits, half_bits(static_cast<_Float16>(value))) << bits(value);
  }
}

TEST(HalfConversions, TowardZeroNeverGrows) {
  for (const float value : floats_near_ties()) {
    if (!std::isfinite(value)) continue;
    const float down = to_float(to_half_toward_zero(value));
    const float up = to_float(Half{static_cast<std::uint16_t>(to_half_toward_zero(value).bits + 1)});
    ASSERT_LE(std::fabs(down), std::fabs(value)) << bits(value);
    ASSERT_TRUE(std::isinf(up) || std::fabs(up) > std::fabs(value)) << bits(value);
  }
}

TEST(HalfConversions, DoublesRoundOnce) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    const double value = std::ldexp(1.0 + static_cast<double>(random() >> 52) * 0x1p-11 + 0x1p-40 * static_cast<double>(i & 3),
                                    static_cast<int>(random() % 44) - 27);
    ASSERT_EQ(to_half(value).bits, half_bits(static_cast<_Float16>(value))) << bits(value);
  }
}

/// Runs instructions one after the other on one wave.
class Program : public testing::Test {
 protected:
  void execute(const char* text) {
    const auto instruction = parse_instruction(text, {11, 0, 0});
    ASSERT_TRUE(instruction) << instruction.error().message;
    ASSERT_EQ(instruction->opcode->handler(wave_, *instruction), Step::kNext) << wave_.fault;
  }
  void set_all(const char* name, const std::vector<std::uint64_t>& values) { set(wave_, Register{name, values}); }

  Wave wave_ = make_wave({11, "", {}, {}});
};

TEST_F(Program, FusedHalfMultiplyAddRoundsOnce) {
  std::mt19937 random(2);
  for (int round = 0; round < 4000; ++round) {
    std::vector<std::uint64_t> a, b, c;
    for (int lane = 0; lane < 32; ++lane) {
      a.push_back(random() & 0xffff);
      b.push_back(random() & 0xffff);
      c.push_back(random() & 0xffff);
    }
    set_all("v1", a);
    set_all("v2", b);
    set_all("v3", c);
    execute("v_fma_f16 v0, v1, v2, v3");
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const auto number = [](std::uint64_t half) {
        return static_cast<__float128>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(half)));
      };
      const auto wanted = static_cast<_Float16>(number(a[lane]) * number(b[lane]) + number(c[lane]));
      if (std::isnan(static_cast<float>(wanted))) continue;
      ASSERT_EQ(wave_.v(0)[lane] & 0xffff, half_bits(wanted)) << a[lane] << " " << b[lane] << " " << c[lane];
    }
  }
}

/// Numbers whose quotients reach every case of v_div_scale: all exponents, few and many bits, denormals.
template <class Bits>
std::vector<std::uint64_t> dividends(std::mt19937_64& random, int mantissa_bits, Bits exponent_max) {
  std::vector<std::uint64_t> values;
  for (int lane = 0; lane < 32; ++lane) {
    const Bits exponent = static_cast<Bits>(random()) % (exponent_max + 1);
    const Bits mantissa = static_cast<Bits>(random()) & ((Bits{1} << mantissa_bits) - 1);
    const Bits kept = lane % 4 == 0 ? mantissa & (mantissa >> 1) & (mantissa >> 2) : mantissa;
    values.push_back((exponent << mantissa_bits) | kept);
  }
  return values;
}

TEST_F(Program, DividesFloatsAsIeee754) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 5000; ++round) {
    const auto numerators = dividends<std::uint32_t>(random, 23, 255);
    const auto denominators = dividends<std::uint32_t>(random, 23, 255);
    set_all("v1", numerators);
    set_all("v2", denominators);
    for (const char* text :
         {"v_div_scale_f32 v3, null, v2, v2, v1", "v_rcp_f32_e32 v4, v3", "v_fma_f32 v5, -v3, v4, 1.0",
          "v_fma_f32 v4, v5, v4, v4", "v_div_scale_f32 v6, vcc_lo, v1, v2, v1", "v_mul_f32_e32 v7, v6, v4",
          "v_fma_f32 v5, -v3, v7, v6", "v_fma_f32 v7, v5, v4, v7", "v_fma_f32 v5, -v3, v7, v6",
          "v_div_fmas_f32 v5, v5, v4, v7", "v_div_fixup_f32 v0, v5, v2, v1"}) {
      execute(text);
    }
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const float wanted = std::bit_cast<float>(static_cast<std::uint32_t>(numerators[lane])) /
                           std::bit_cast<float>(static_cast<std::uint32_t>(denominators[lane]));
      if (std::isnan(wanted)) continue;
      ASSERT_EQ(wave_.v(0)[lane], bits(wanted)) << std::hex << numerators[lane] << " / " << denominators[lane];
    }
  }
}

TEST_F(Program, DividesDoublesAsIeee754) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 2000; ++round) {
    const auto numerators = dividends<std::uint64_t>(random, 52, 2047);
    const auto denominators = dividends<std::uint64_t>(random, 52, 2047);
    set_all("v[2:3]", numerators);
    set_all("v[4:5]", denominators);
    for (const char* text :
         {"v_div_scale_f64 v[6:7], null, v[4:5], v[4:5], v[2:3]", "v_rcp_f64_e32 v[8:9], v[6:7]",
          "v_fma_f64 v[10:11], -v[6:7], v[8:9], 1.0", "v_fma_f64 v[8:9], v[8:9], v[10:11], v[8:9]",
          "v_fma_f64 v[10:11], -v[6:7], v[8:9], 1.0", "v_fma_f64 v[8:9], v[8:9], v[10:11], v[8:9]",
          "v_div_scale_f64 v[10:11], vcc_lo, v[2:3], v[4:5], v[2:3]", "v_mul_f64 v[12:13], v[10:11], v[8:9]",
          "v_fma_f64 v[6:7], -v[6:7], v[12:13], v[10:11]", "v_div_fmas_f64 v[6:7], v[6:7], v[8:9], v[12:13]",
          "v_div_fixup_f64 v[0:1], v[6:7], v[4:5], v[2:3]"}) {
      execute(text);
    }
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const double wanted = std::bit_cast<double>(numerators[lane]) / std::bit_cast<double>(denominators[lane]);
      if (std::isnan(wanted)) continue;
      const std::uint64_t actual = wave_.v(0)[lane] | std::uint64_t{wave_.v(1)[lane]} << 32;
      ASSERT_EQ(actual, bits(wanted)) << std::hex << numerators[lane] << " / " << denominators[lane];
    }
  }
}

}  // namespace
}  // namespace agt::vgpu
