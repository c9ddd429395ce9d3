// The CPU reference of psnr: one loop over the samples, in the words of the definition.
// SPDX-License-Identifier: MIT
#include "twins/psnr/reference.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace agt::psnr {
namespace {

#ifdef AGT_REFERENCE_MUTATION
constexpr std::int64_t kExponent = 1;  // a test's mutant: absolute instead of squared errors
#else
constexpr std::int64_t kExponent = 2;
#endif
constexpr std::uint64_t kBlockBytes = 16384;

Plane row_of(std::uint32_t bits, std::initializer_list<std::uint32_t> values) {
  Plane plane = make_plane(static_cast<std::uint32_t>(values.size()), 1, bits);
  std::uint32_t x = 0;
  for (const std::uint32_t value : values) plane.set(x++, 0, value);
  return plane;
}

Result<void> expect_sum(const char* vector, const Plane& reference, const Plane& distorted, std::uint64_t expected) {
  const SquaredErrors errors = squared_errors(reference, distorted);
  if (errors.sum == expected && errors.of_blocks == std::vector{expected}) return success();
  return failure(ExitCode::kInternal, std::string("psnr reference: ") + vector + ": the sum is " +
                                          std::to_string(errors.sum) + ", not " + std::to_string(expected));
}

}  // namespace

SquaredErrors squared_errors(const Plane& reference, const Plane& distorted) {
  const std::uint64_t samples_in_block = reference.bits == 8 ? kBlockBytes : kBlockBytes / 2;
  SquaredErrors errors;
  std::uint64_t sample = 0;
  for (std::uint32_t y = 0; y < reference.height; ++y) {
    for (std::uint32_t x = 0; x < reference.width; ++x, ++sample) {
      const std::int64_t error = std::int64_t{reference.at(x, y)} - distorted.at(x, y);
      const auto power = static_cast<std::uint64_t>(kExponent == 2 ? error * error : std::abs(error));
      if (sample % samples_in_block == 0) errors.of_blocks.push_back(0);
      errors.of_blocks.back() += power;
      errors.sum += power;
    }
  }
  return errors;
}

double psnr_of(std::uint64_t sum, std::uint64_t samples, std::uint32_t bits) {
  const double peak = static_cast<double>((1U << bits) - 1);
  const double mse = static_cast<double>(sum) / static_cast<double>(samples);
  const double limit = 6.0 * bits + 12.0;
  return std::min(10.0 * std::log10(peak * peak / std::max(mse, 1e-16)), limit);
}

// By hand: 255^2 + 255^2 + 1^2 + 2^2; 1023^2 + 1023^2 + 12^2; 65535^2 + 65535^2 + 256^2.
Result<void> check_reference() {
  if (auto result = expect_sum("8 bits", row_of(8, {0, 255, 16, 235, 7}), row_of(8, {255, 0, 17, 233, 7}), 130055);
      !result)
    return result;
  if (auto result = expect_sum("10 bits", row_of(10, {0, 1023, 512}), row_of(10, {1023, 0, 500}), 2093202); !result)
    return result;
  return expect_sum("16 bits", row_of(16, {0, 65535, 256}), row_of(16, {65535, 0, 0}), 8589737986);
}

}  // namespace agt::psnr
