// Sentences about comparing outputs.
// SPDX-License-Identifier: MIT
#include "twins/comparison.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "twins/device_image.h"

namespace agt {
namespace {

Output reals(std::initializer_list<double> values) {
  return make_output("v", std::span<const double>(values.begin(), values.size()));
}

Output integers(std::initializer_list<std::uint64_t> values) {
  return make_output("n", std::span<const std::uint64_t>(values.begin(), values.size()));
}

Comparison compare(const Output& expected, const Output& actual) {
  Comparison comparison;
  comparison.add({{2, 1}, {expected}}, std::array{actual});
  return comparison;
}

const double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Comparison, EqualBitsAreIdentical) {
  const auto comparison = compare(reals({1.0, -0.0}), reals({1.0, -0.0}));
  EXPECT_EQ(comparison.compared(), 2U);
  EXPECT_EQ(comparison.differing(), 0U);
  EXPECT_EQ(comparison.max_ulp(), 0U);
  EXPECT_FALSE(comparison.pattern());
  EXPECT_EQ(comparison.expected_sha256(), comparison.actual_sha256());
}

TEST(Comparison, MinusZeroIsNotZero) {
  const auto comparison = compare(reals({0.0, 1.0}), reals({-0.0, 1.0}));
  EXPECT_EQ(comparison.differing(), 1U);
  EXPECT_EQ(comparison.max_ulp(), 0U);
  EXPECT_EQ(comparison.pattern(), WrongPattern::kOther);
}

TEST(Comparison, TheFirstDifferenceSaysWhereAndWhatInBits) {
  const auto first = compare(reals({1.0, 2.0, 3.0}), reals({1.0, std::nextafter(2.0, 3.0), 4.0})).first_difference();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->output, "v");
  EXPECT_EQ(first->frame, 2U);
  EXPECT_EQ(first->plane, 1U);
  EXPECT_EQ(first->index, 1U);
  EXPECT_EQ(first->expected_bits, "0x4000000000000000");
  EXPECT_EQ(first->actual_bits, "0x4000000000000001");
}

TEST(Comparison, AnyNanEqualsAnyOtherAndNothingElse) {
  const double other_nan = std::bit_cast<double>(std::uint64_t{0xfff8000000000123});
  const auto same = compare(reals({kNan}), reals({other_nan}));
  EXPECT_EQ(same.differing(), 0U);
  EXPECT_EQ(same.expected_sha256(), same.actual_sha256());
  const auto different = compare(reals({1.0}), reals({kNan}));
  EXPECT_EQ(different.differing(), 1U);
  EXPECT_EQ(different.max_ulp(), 0U);
}

TEST(Comparison, IntegersHaveNoUlp) {
  const auto comparison = compare(integers({7}), integers({0x7ff8000000000001}));
  EXPECT_EQ(comparison.differing(), 1U);
  EXPECT_FALSE(comparison.max_ulp());
  EXPECT_EQ(comparison.first_difference()->actual_bits, "0x7ff8000000000001");
}

TEST(Comparison, UlpCountsAcrossZero) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(ulp_distance(ElementType::kF64, bits(tiny), bits(-tiny)), 2U);
  EXPECT_EQ(ulp_distance(ElementType::kF64, bits(0.0), bits(-0.0)), 0U);
  EXPECT_EQ(ulp_distance(ElementType::kF32, 0x3f800000, 0x3f800002), 2U);
  EXPECT_EQ(ulp_distance(ElementType::kF32, 0x80000001, 0x00000001), 2U);
}

TEST(Comparison, ThirtyTwoBitValuesPrintWithEightDigits) {
  Output expected{"f", ElementType::kF32, {}};
  const float one = 1.0F;
  const auto bytes = std::as_bytes(std::span(&one, 1));
  expected.bytes.assign(bytes.begin(), bytes.end());
  Output actual = expected;
  actual.bytes[0] = std::byte{1};
  const auto comparison = compare(expected, actual);
  EXPECT_EQ(comparison.first_difference()->expected_bits, "0x3f800000");
  EXPECT_EQ(comparison.max_ulp(), 1U);
}

TEST(Comparison, WrongOutputsAreClassed) {
  const std::uint64_t poison = 0xa5a5a5a5a5a5a5a5;
  EXPECT_EQ(compare(integers({1, 2}), integers({0, 0})).pattern(), WrongPattern::kAllZero);
  EXPECT_EQ(compare(integers({1, 2}), integers({poison, poison})).pattern(), WrongPattern::kUntouched);
  EXPECT_EQ(compare(integers({1, 2}), integers({1, poison})).pattern(), WrongPattern::kPartial);
  EXPECT_EQ(compare(integers({1, 2}), integers({1, 3})).pattern(), WrongPattern::kOther);
  EXPECT_FALSE(compare(integers({0, 0}), integers({0, 0})).pattern());
}

}  // namespace
}  // namespace agt
