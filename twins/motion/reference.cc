// The CPU reference of motion: whole planes, one filter after the other.
// SPDX-License-Identifier: MIT
#include "twins/motion/reference.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace agt::motion {
namespace {

#ifdef AGT_REFERENCE_MUTATION
constexpr std::array<std::int64_t, 5> kTaps{3571, 16004, 26387, 16004, 3571};  // a test's mutant
#else
constexpr std::array<std::int64_t, 5> kTaps{3571, 16004, 26386, 16004, 3571};
#endif
constexpr std::uint32_t kTileWidth = 64;
constexpr std::uint32_t kTileHeight = 16;

/// A picture of signed values.
struct Field {
  std::uint32_t width;
  std::uint32_t height;
  std::vector<std::int64_t> values;
  std::int64_t& at(std::uint32_t x, std::uint32_t y) { return values[std::size_t{y} * width + x]; }
  std::int64_t at(std::uint32_t x, std::uint32_t y) const { return values[std::size_t{y} * width + x]; }
};

Field make_field(std::uint32_t width, std::uint32_t height) {
  return {width, height, std::vector<std::int64_t>(std::size_t{width} * height)};
}

/// For each position of [0, size) where its five taps lie, turned back at the first and the last position.
std::vector<std::array<std::uint32_t, 5>> tap_positions(std::uint32_t size) {
  const std::int64_t last = std::int64_t{size} - 1;
  std::vector<std::array<std::uint32_t, 5>> positions(size);
  for (std::int64_t position = 0; position <= last; ++position) {
    for (std::size_t tap = 0; tap < 5; ++tap) {
      const std::int64_t moved = std::abs(position + static_cast<std::int64_t>(tap) - 2);
      positions[static_cast<std::size_t>(position)][tap] =
          static_cast<std::uint32_t>(moved <= last ? moved : last - (moved - last));
    }
  }
  return positions;
}

Field difference(const Plane& previous, const Plane& current) {
  Field field = make_field(previous.width, previous.height);
  for (std::uint32_t y = 0; y < field.height; ++y)
    for (std::uint32_t x = 0; x < field.width; ++x)
      field.at(x, y) = std::int64_t{previous.at(x, y)} - current.at(x, y);
  return field;
}

Field filtered(const Field& field, bool along_rows, std::uint32_t shift) {
  const auto positions = tap_positions(along_rows ? field.width : field.height);
  Field result = make_field(field.width, field.height);
  for (std::uint32_t y = 0; y < field.height; ++y) {
    for (std::uint32_t x = 0; x < field.width; ++x) {
      std::int64_t sum = std::int64_t{1} << (shift - 1);
      for (std::size_t tap = 0; tap < 5; ++tap)
        sum += kTaps[tap] * (along_rows ? field.at(positions[x][tap], y) : field.at(x, positions[y][tap]));
      result.at(x, y) = sum >> shift;
    }
  }
  return result;
}

Plane filled(std::uint32_t size, std::uint32_t bits, std::uint32_t value) {
  Plane plane = make_plane(size, size, bits);
  for (std::uint32_t y = 0; y < size; ++y)
    for (std::uint32_t x = 0; x < size; ++x) plane.set(x, y, value);
  return plane;
}

Result<void> expect_sum(const char* vector, const Plane& previous, const Plane& current, std::uint64_t expected) {
  const BlurredDifferences differences = blurred_differences(previous, current);
  if (differences.sum == expected && differences.of_tiles == std::vector{expected}) return success();
  return failure(ExitCode::kInternal, std::string("motion reference: ") + vector + ": the sum is " +
                                          std::to_string(differences.sum) + ", not " + std::to_string(expected));
}

}  // namespace

BlurredDifferences blurred_differences(const Plane& previous, const Plane& current) {
  const Field blurred = filtered(filtered(difference(previous, current), false, previous.bits), true, 16);
  const std::uint32_t across = (blurred.width + kTileWidth - 1) / kTileWidth;
  const std::uint32_t down = (blurred.height + kTileHeight - 1) / kTileHeight;
  BlurredDifferences result;
  result.of_tiles.resize(std::size_t{across} * down);
  for (std::uint32_t y = 0; y < blurred.height; ++y) {
    for (std::uint32_t x = 0; x < blurred.width; ++x) {
      const auto value = static_cast<std::uint64_t>(std::abs(blurred.at(x, y)));
      result.of_tiles[std::size_t{y / kTileHeight} * across + x / kTileWidth] += value;
      result.sum += value;
    }
  }
  return result;
}

double score_of(std::uint64_t sum, std::uint32_t width, std::uint32_t height) {
  return std::min(static_cast<double>(sum) / 256.0 / (static_cast<double>(width) * height), 10000.0);
}

std::vector<double> motion2_of(const std::vector<double>& scores) {
  std::vector<double> result = scores;
  if (!result.empty()) result.front() = 0.0;
  for (std::size_t frame = 1; frame + 1 < scores.size(); ++frame)
    result[frame] = std::min(scores[frame], scores[frame + 1]);
  return result;
}

// Flat pictures by hand: the taps add up to 2^16, so a difference of 10 stays 10 with 8 fraction bits, 2560, in each of
// 9 samples. The points by twins/fixed_vectors.py, which shares nothing with this file.
Result<void> check_reference() {
  if (auto result = expect_sum("flat", filled(3, 8, 10), filled(3, 8, 0), 9 * 2560); !result) return result;
  Plane point = filled(5, 8, 0);
  point.set(2, 2, 255);
  if (auto result = expect_sum("point in the middle", point, filled(5, 8, 0), 80278); !result) return result;
  Plane corner = filled(4, 10, 1023);
  corner.set(0, 0, 0);
  return expect_sum("point in the corner, 10 bits", corner, filled(4, 10, 1023), 32200);
}

}  // namespace agt::motion
