// float_ssim's reference against values worked out by hand from the definition. Where a value is not exact by hand, the
// bound is what float can lose.
// SPDX-License-Identifier: MIT
#include "twins/float_ssim/reference.h"

#include <gtest/gtest.h>

#include <cmath>

namespace agt {
namespace {

template <class Sample>
Plane drawn(std::uint32_t width, std::uint32_t height, std::uint32_t bits, Sample sample) {
  Plane plane = make_plane(width, height, bits);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) plane.set(x, y, static_cast<std::uint32_t>(sample(x, y)));
  return plane;
}

double value(const Plane& reference, const Plane& distorted) {
  const auto similarity = float_ssim::similarity(reference, distorted);
  return double{float_ssim::value_of(similarity.sum.ssim, similarity.positions)};
}

TEST(FloatSsimReference, PassesItsOwnCheck) { EXPECT_TRUE(float_ssim::check_reference()); }

TEST(FloatSsimReference, EqualPicturesAreAlike) {
  const Plane noise = drawn(40, 30, 8, [](auto x, auto y) { return (x * 7919 + y * 104729) % 256; });
  EXPECT_NEAR(value(noise, noise), 1.0, 1e-6);
}

// Flat pictures a and b: l = (2ab + C1) / (a^2 + b^2 + C1), C1 = 6.5025; the window's sum of 1.000002 moves it by 1e-8.
TEST(FloatSsimReference, FlatPicturesDifferInLuminanceAlone) {
  const auto flat = [](std::uint32_t level) { return drawn(20, 20, 8, [=](auto, auto) { return level; }); };
  EXPECT_NEAR(value(flat(50), flat(200)), (2.0 * 50 * 200 + 6.5025) / (50.0 * 50 + 200.0 * 200 + 6.5025), 1e-6);
  const auto similarity = float_ssim::similarity(flat(50), flat(200));
  EXPECT_EQ(similarity.sum.c, 100.0);
  EXPECT_EQ(similarity.sum.s, 100.0);
}

// A picture against its negative: covariance is -sd, so s tends to -1 where the variance is far above C3.
TEST(FloatSsimReference, ANegativeIsTheOppositeStructure) {
  const auto wave = [](auto x, auto y) { return (x + y) % 2 == 0 ? 0 : 255; };
  const Plane picture = drawn(32, 32, 8, wave);
  const Plane negative = drawn(32, 32, 8, [&](auto x, auto y) { return 255 - wave(x, y); });
  EXPECT_LT(value(picture, negative), -0.99);
}

TEST(FloatSsimReference, DeepSamplesAreScaledToEightBits) {
  const auto sample = [](auto x, auto y) { return (x * 31 + y * 57) % 256; };
  const auto other = [](auto x, auto y) { return (x * 29 + y * 61) % 256; };
  const double expected = value(drawn(24, 18, 8, sample), drawn(24, 18, 8, other));
  for (const std::uint32_t bits : {10U, 12U, 16U}) {
    const auto deep = [bits](auto draw) {
      return drawn(24, 18, bits, [=](auto x, auto y) { return draw(x, y) << (bits - 8); });
    };
    EXPECT_EQ(value(deep(sample), deep(other)), expected) << bits;
  }
}

struct ScaleCase {
  std::uint32_t width, height;
  float_ssim::Shape shape;
};
class FloatSsimShape : public testing::TestWithParam<ScaleCase> {};

// scale = round(smaller edge / 256), at least 1; an odd edge keeps one more sample.
TEST_P(FloatSsimShape, FollowsTheSmallerEdge) {
  const auto shape = float_ssim::shape_of(GetParam().width, GetParam().height);
  EXPECT_EQ(shape.scale, GetParam().shape.scale);
  EXPECT_EQ(shape.decimated_width, GetParam().shape.decimated_width);
  EXPECT_EQ(shape.decimated_height, GetParam().shape.decimated_height);
  EXPECT_EQ(shape.map_width, GetParam().shape.decimated_width - 10);
  EXPECT_EQ(shape.map_height, GetParam().shape.decimated_height - 10);
}

INSTANTIATE_TEST_SUITE_P(Table, FloatSsimShape,
                         testing::Values(ScaleCase{19, 17, {1, 19, 17, 0, 0}}, ScaleCase{576, 324, {1, 576, 324, 0, 0}},
                                         ScaleCase{383, 383, {1, 383, 383, 0, 0}},
                                         ScaleCase{384, 384, {2, 192, 192, 0, 0}},
                                         ScaleCase{401, 385, {2, 201, 193, 0, 0}},
                                         ScaleCase{1920, 1080, {4, 480, 270, 0, 0}},
                                         ScaleCase{3840, 2160, {8, 480, 270, 0, 0}}));

// Decimation is a mean with the edge repeated: in a flat picture it is the flat picture, whatever the scale.
TEST(FloatSsimReference, DecimationKeepsFlatPictures) {
  const auto flat = [](std::uint32_t level) { return drawn(387, 385, 8, [=](auto, auto) { return level; }); };
  EXPECT_NEAR(value(flat(90), flat(100)), (2.0 * 90 * 100 + 6.5025) / (90.0 * 90 + 100.0 * 100 + 6.5025), 1e-6);
}

TEST(FloatSsimReference, TilesAre64By16AndCoverTheMap) {
  const Plane flat = drawn(140, 40, 8, [](auto, auto) { return 100; });  // a map of 130 x 30
  const auto similarity = float_ssim::similarity(flat, flat);
  ASSERT_EQ(similarity.of_tiles.size(), 6U);
  EXPECT_EQ(similarity.positions, 130U * 30);
  EXPECT_EQ(similarity.of_tiles[0].c, 64.0 * 16);
  EXPECT_EQ(similarity.of_tiles[2].c, 2.0 * 16);
  EXPECT_EQ(similarity.of_tiles[5].c, 2.0 * 14);
}

}  // namespace
}  // namespace agt
