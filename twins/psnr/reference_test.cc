// psnr's reference against values worked out by hand from the definition.
// SPDX-License-Identifier: MIT
#include "twins/psnr/reference.h"

#include <gtest/gtest.h>

namespace agt {
namespace {

TEST(PsnrReference, PassesItsOwnCheck) { EXPECT_TRUE(psnr::check_reference()); }

TEST(PsnrReference, EqualPlanesHaveNoErrorAndTheLargestValueOfTheirBits) {
  const Plane plane = make_plane(7, 5, 8);
  EXPECT_EQ(psnr::squared_errors(plane, plane).sum, 0U);
  EXPECT_EQ(psnr::psnr_of(0, 35, 8), 60.0);
  EXPECT_EQ(psnr::psnr_of(0, 35, 10), 72.0);
  EXPECT_EQ(psnr::psnr_of(0, 35, 16), 108.0);
}

TEST(PsnrReference, BlackAgainstWhiteIsZeroDecibels) {
  const Plane black = make_plane(3, 3, 12);
  Plane white = black;
  for (std::uint32_t y = 0; y < 3; ++y)
    for (std::uint32_t x = 0; x < 3; ++x) white.set(x, y, 4095);
  const auto errors = psnr::squared_errors(black, white);
  EXPECT_EQ(errors.sum, 9U * 4095 * 4095);
  EXPECT_EQ(psnr::psnr_of(errors.sum, 9, 12), 0.0);
}

TEST(PsnrReference, AnErrorOfOneEverywhereIsThePeakAlone) {
  EXPECT_DOUBLE_EQ(psnr::psnr_of(100, 100, 8), 48.130803608679105);    // 20 log10(255)
  EXPECT_DOUBLE_EQ(psnr::psnr_of(100, 100, 10), 60.1975126742432);  // 20 log10(1023)
}

TEST(PsnrReference, BlocksAre16384BytesOfThePlane) {
  const Plane narrow = make_plane(200, 100, 8);
  Plane other = narrow;
  other.set(16383 % 200, 16383 / 200, 3);
  other.set(16384 % 200, 16384 / 200, 5);
  EXPECT_EQ(psnr::squared_errors(narrow, other).of_blocks, (std::vector<std::uint64_t>{9, 25}));
  const Plane wide = make_plane(200, 100, 10);
  Plane wide_other = wide;
  wide_other.set(8192 % 200, 8192 / 200, 1000);
  EXPECT_EQ(psnr::squared_errors(wide, wide_other).of_blocks, (std::vector<std::uint64_t>{0, 1000000, 0}));
}

}  // namespace
}  // namespace agt
