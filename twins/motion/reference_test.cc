// motion's reference against values worked out by hand from the definition.
// SPDX-License-Identifier: MIT
#include "twins/motion/reference.h"

#include <gtest/gtest.h>

namespace agt {
namespace {

Plane filled(std::uint32_t width, std::uint32_t height, std::uint32_t bits, std::uint32_t value) {
  Plane plane = make_plane(width, height, bits);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) plane.set(x, y, value);
  return plane;
}

TEST(MotionReference, PassesItsOwnCheck) { EXPECT_TRUE(motion::check_reference()); }

TEST(MotionReference, EqualFramesHaveNoMotion) {
  const Plane plane = filled(9, 9, 8, 77);
  EXPECT_EQ(motion::blurred_differences(plane, plane).sum, 0U);
}

// The taps add up to 2^16: a difference that is the same everywhere stays what it is, with 8 fraction bits.
TEST(MotionReference, AFlatDifferenceIsItsOwnScoreAtEveryDepth) {
  const auto narrow = motion::blurred_differences(filled(70, 20, 8, 5), filled(70, 20, 8, 18));
  EXPECT_EQ(motion::score_of(narrow.sum, 70, 20), 13.0);
  // A 10-bit difference of 4 is an 8-bit difference of 1.
  const auto wide = motion::blurred_differences(filled(70, 20, 10, 104), filled(70, 20, 10, 100));
  EXPECT_EQ(motion::score_of(wide.sum, 70, 20), 1.0);
  const auto deep = motion::blurred_differences(filled(70, 20, 16, 65535), filled(70, 20, 16, 0));
  EXPECT_EQ(deep.sum, 70U * 20 * 65535);
}

// A vertical line of height 2^8 in a wide picture: each row holds 256 times the taps, rounded at 16 bits after the
// column filter left 256 * 256: 3571, 16004, 26386, 16004, 3571 exactly.
TEST(MotionReference, ALineShowsTheTaps) {
  Plane line = filled(21, 3, 9, 0);
  for (std::uint32_t y = 0; y < 3; ++y) line.set(10, y, 256);
  // (256 * 2^16 + 2^8) >> 9 = 2^15 in the column, then tap * 2^15 >> 16, rounded: half of each tap, halves up.
  const std::uint64_t in_a_row = 1786 + 8002 + 13193 + 8002 + 1786;
  EXPECT_EQ(motion::blurred_differences(line, filled(21, 3, 9, 0)).sum, 3 * in_a_row);
}

// Rounding goes towards plus infinity at halves, so the two directions differ: -1785.5 becomes -1785.
TEST(MotionReference, TheSignOfADifferenceMattersAtHalves) {
  Plane line = filled(21, 3, 9, 0);
  for (std::uint32_t y = 0; y < 3; ++y) line.set(10, y, 256);
  const std::uint64_t in_a_row = 1785 + 8002 + 13193 + 8002 + 1785;
  EXPECT_EQ(motion::blurred_differences(filled(21, 3, 9, 0), line).sum, 3 * in_a_row);
}

// In a row of width 3 with the line at column 0, its mirror image makes column 2 see it once more at distance 2 (column
// 4 is column 0) and column 1 at distance 1 (column -1 is 1, column 3 is 1: no more). Column 0 sees itself once.
TEST(MotionReference, TheEdgeIsMirroredWithoutItself) {
  Plane line = filled(3, 3, 9, 0);
  for (std::uint32_t y = 0; y < 3; ++y) line.set(0, y, 256);
  const std::uint64_t in_a_row = 13193 + 8002 + 3571;  // 26386/2, 16004/2, 2 * 3571/2
  EXPECT_EQ(motion::blurred_differences(line, filled(3, 3, 9, 0)).sum, 3 * in_a_row);
}

TEST(MotionReference, TilesAre64By16) {
  Plane dot = filled(130, 40, 8, 0);
  dot.set(100, 36, 255);
  const auto differences = motion::blurred_differences(dot, filled(130, 40, 8, 0));
  ASSERT_EQ(differences.of_tiles.size(), 9U);
  EXPECT_EQ(differences.of_tiles[7], differences.sum);
}

TEST(MotionReference, Motion2IsTheSmallerOfAFrameAndTheNext) {
  EXPECT_EQ(motion::motion2_of({0.0, 4.0, 2.0, 3.0}), (std::vector<double>{0.0, 2.0, 2.0, 3.0}));
  EXPECT_EQ(motion::motion2_of({0.0}), (std::vector<double>{0.0}));
}

TEST(MotionReference, TheScoreIsCapped) { EXPECT_EQ(motion::score_of(~std::uint64_t{0}, 3, 3), 10000.0); }

}  // namespace
}  // namespace agt
