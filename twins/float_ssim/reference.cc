// The CPU reference of float_ssim: whole pictures, step by step as the header numbers them.
// SPDX-License-Identifier: MIT
#include "twins/float_ssim/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace agt::float_ssim {
namespace {

// Step 3's window and step 4's constants, written apart from the device's: as the bits of the definition's decimals.
#ifdef AGT_REFERENCE_MUTATION
constexpr float kCentre = 0x1.106576p-2F;  // a test's mutant
#else
constexpr float kCentre = 0x1.106574p-2F;
#endif
constexpr std::array<float, 11> kWindow{0x1.0d7beap-10F, 0x1.f2021p-8F,   0x1.26eb92p-5F, 0x1.bff152p-4F,
                                        0x1.b43c7ep-3F,  kCentre,         0x1.b43c7ep-3F, 0x1.bff152p-4F,
                                        0x1.26eb92p-5F,  0x1.f2021p-8F,   0x1.0d7beap-10F};
constexpr float kC1 = 0x1.a028f4p+2F;
constexpr float kC2 = 0x1.d42e12p+5F;
constexpr float kC3 = 0x1.d42e12p+4F;

struct Image {
  std::uint32_t width;
  std::uint32_t height;
  std::vector<float> values;
  float& at(std::uint32_t x, std::uint32_t y) { return values[std::size_t{y} * width + x]; }
  float at(std::uint32_t x, std::uint32_t y) const { return values[std::size_t{y} * width + x]; }
};

Image make_image(std::uint32_t width, std::uint32_t height) {
  return {width, height, std::vector<float>(std::size_t{width} * height)};
}

Image to_floats(const Plane& plane) {
  Image image = make_image(plane.width, plane.height);
  const auto divisor = static_cast<float>(1U << (plane.bits - 8));
  for (std::uint32_t y = 0; y < plane.height; ++y)
    for (std::uint32_t x = 0; x < plane.width; ++x) image.at(x, y) = static_cast<float>(plane.at(x, y)) / divisor;
  return image;
}

/// The position in [0, size) whose sample stands at `position` of the mirrored picture.
std::uint32_t mirrored(std::int64_t position, std::uint32_t size) {
  if (position < 0) return static_cast<std::uint32_t>(-position - 1);
  if (position < size) return static_cast<std::uint32_t>(position);
  return static_cast<std::uint32_t>(size - 1 - (position - size));
}

Image decimated(const Image& image, const Shape& shape) {
  if (shape.scale == 1) return image;
  Image result = make_image(shape.decimated_width, shape.decimated_height);
  const std::int64_t scale = shape.scale;
  const float weight = 1.0F / static_cast<float>(scale * scale);
  for (std::uint32_t y = 0; y < result.height; ++y) {
    for (std::uint32_t x = 0; x < result.width; ++x) {
      double sum = 0.0;
      for (std::int64_t v = y * scale - scale / 2, rows = 0; rows < scale; ++v, ++rows)
        for (std::int64_t u = x * scale - scale / 2, columns = 0; columns < scale; ++u, ++columns)
          sum += image.at(mirrored(u, image.width), mirrored(v, image.height)) * weight;
      result.at(x, y) = static_cast<float>(sum);
    }
  }
  return result;
}

Image product(const Image& a, const Image& b) {
  Image result = make_image(a.width, a.height);
  for (std::size_t i = 0; i < result.values.size(); ++i) result.values[i] = a.values[i] * b.values[i];
  return result;
}

/// Step 3 along one direction: `across` and `down` are the direction's unit vector.
Image windowed_along(const Image& image, std::uint32_t across, std::uint32_t down) {
  Image result = make_image(image.width - 10 * across, image.height - 10 * down);
  for (std::uint32_t y = 0; y < result.height; ++y) {
    for (std::uint32_t x = 0; x < result.width; ++x) {
      double sum = 0.0;
      for (std::uint32_t tap = 0; tap < kWindow.size(); ++tap)
        sum += image.at(x + tap * across, y + tap * down) * kWindow[tap];
      result.at(x, y) = static_cast<float>(sum);
    }
  }
  return result;
}

Image windowed(const Image& image) { return windowed_along(windowed_along(image, 1, 0), 0, 1); }

struct Maps {
  Image r, d, rr, dd, rd;
};

/// Step 4 at one position.
Sums terms_at(const Maps& maps, std::uint32_t x, std::uint32_t y) {
  const float r = maps.r.at(x, y);
  const float d = maps.d.at(x, y);
  const float vr = std::max(0.0F, maps.rr.at(x, y) - r * r);
  const float vd = std::max(0.0F, maps.dd.at(x, y) - d * d);
  const float sd = std::sqrt(vr * vd);
  const float difference = maps.rd.at(x, y) - r * d;
  const float cov = difference < 0.0F && sd <= 0.0F ? 0.0F : difference;
  const double l = (2.0 * double{r} * double{d} + double{kC1}) / double{r * r + d * d + kC1};
  const double c = (2.0 * double{sd} + double{kC2}) / double{vr + vd + kC2};
  const double s = double{(cov + kC3) / (sd + kC3)};
  return {l * c * s, l, c, s};
}

void add(Sums& to, const Sums& what) {
  to.ssim += what.ssim;
  to.l += what.l;
  to.c += what.c;
  to.s += what.s;
}

Sums tile_sum(const Maps& maps, std::uint32_t left, std::uint32_t top) {
  std::array<Sums, 256> values{};
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    const std::uint32_t x = left + i % 64;
    const std::uint32_t y = top + i / 64 * 4;
    for (std::uint32_t row = y; row < y + 4; ++row)
      if (x < maps.r.width && row < maps.r.height) add(values[i], terms_at(maps, x, row));
  }
  for (std::size_t step = 128; step > 0; step /= 2)
    for (std::size_t i = 0; i < step; ++i) add(values[i], values[i + step]);
  return values[0];
}

Plane drawn(std::uint32_t width, std::uint32_t height, std::uint32_t bits,
            std::uint32_t (*sample)(std::uint32_t x, std::uint32_t y)) {
  Plane plane = make_plane(width, height, bits);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) plane.set(x, y, sample(x, y));
  return plane;
}

Result<void> expect_sums(const char* vector, const Plane& reference, const Plane& distorted,
                         const std::array<std::uint64_t, 4>& expected) {
  const Sums sum = similarity(reference, distorted).sum;
  const std::array<double, 4> values{sum.ssim, sum.l, sum.c, sum.s};
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::bit_cast<std::uint64_t>(values[i]) != expected[i])
      return failure(ExitCode::kInternal, fmt::format("float_ssim reference: {}: sum {} is {:a}, not {:a}", vector, i,
                                                      values[i], std::bit_cast<double>(expected[i])));
  return success();
}

}  // namespace

Shape shape_of(std::uint32_t width, std::uint32_t height) {
  const std::uint32_t scale = std::max(1U, (std::min(width, height) + 128) / 256);
  const std::uint32_t decimated_width = scale == 1 ? width : width / scale + width % 2;
  const std::uint32_t decimated_height = scale == 1 ? height : height / scale + height % 2;
  return {scale, decimated_width, decimated_height, decimated_width - 10, decimated_height - 10};
}

Similarity similarity(const Plane& reference, const Plane& distorted) {
  const Shape shape = shape_of(reference.width, reference.height);
  const Image r = decimated(to_floats(reference), shape);
  const Image d = decimated(to_floats(distorted), shape);
  const Maps maps{windowed(r), windowed(d), windowed(product(r, r)), windowed(product(d, d)), windowed(product(r, d))};
  Similarity result;
  result.positions = std::uint64_t{shape.map_width} * shape.map_height;
  for (std::uint32_t top = 0; top < shape.map_height; top += 16)
    for (std::uint32_t left = 0; left < shape.map_width; left += 64)
      result.of_tiles.push_back(tile_sum(maps, left, top));
  for (const Sums& tile : result.of_tiles) add(result.sum, tile);
  return result;
}

float value_of(double sum, std::uint64_t positions) {
  return static_cast<float>(sum / static_cast<double>(positions));
}

// By twins/fixed_vectors.py, which shares nothing with this file; the first is nearly what a hand finds: two flat pictures
// have c = s = 1 and l = (2 100 120 + C1) / (100^2 + 120^2 + C1) = 0.98361.
Result<void> check_reference() {
  const Plane flat = drawn(11, 11, 8, [](std::uint32_t, std::uint32_t) { return 100U; });
  const Plane brighter = drawn(11, 11, 8, [](std::uint32_t, std::uint32_t) { return 120U; });
  if (auto result = expect_sums("flat", flat, brighter, {0x3fef79bdbae5af39, 0x3fef79bdbae5af39, 0x3ff0000000000000,
                                                         0x3ff0000000000000});
      !result)
    return result;
  const Plane ramp = drawn(15, 17, 10, [](std::uint32_t x, std::uint32_t y) { return (17 * x + 29 * y) % 1024; });
  const Plane waves = drawn(15, 17, 10, [](std::uint32_t x, std::uint32_t y) { return (23 * x * x + 7 * y) % 1024; });
  return expect_sums("ramp and waves, 10 bits", ramp, waves,
                     {0x3ff5a9ae867e0fff, 0x403f6715b89772b3, 0x40298024943c62b3, 0x40103e862d800000});
}

}  // namespace agt::float_ssim
