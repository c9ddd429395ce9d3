// Comparing outputs element by element; an element of any type is handled as its bits in a 64-bit word.
// SPDX-License-Identifier: MIT
#include "twins/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>

#include "base/sha256.h"
#include "twins/device_image.h"

namespace agt {
namespace {

constexpr std::uint64_t kLargestUlp = (std::uint64_t{1} << 53) - 1;

/// What the bits of a type mean: IEEE 754 binary32 and binary64.
struct Layout {
  std::uint64_t sign;
  std::uint64_t infinity;
};

constexpr Layout layout_of(ElementType type) {
  return size_of(type) == 4 ? Layout{0x80000000, 0x7f800000} : Layout{0x8000000000000000, 0x7ff0000000000000};
}

bool is_nan(ElementType type, std::uint64_t bits) {
  const Layout layout = layout_of(type);
  return is_floating(type) && (bits & ~layout.sign) > layout.infinity;
}

std::uint64_t element(const Output& output, std::size_t index) {
  const std::uint64_t size = size_of(output.type);
  std::uint64_t bits = 0;
  std::memcpy(&bits, output.bytes.data() + index * size, size);
  return is_nan(output.type, bits) ? layout_of(output.type).infinity + 1 : bits;
}

void append(std::string& bytes, ElementType type, std::uint64_t bits) {
  bytes.append(reinterpret_cast<const char*>(&bits), size_of(type));
}

std::string hex(ElementType type, std::uint64_t bits) { return fmt::format("{:#0{}x}", bits, 2 + 2 * size_of(type)); }

std::uint64_t poison_of(ElementType type) {
  std::uint64_t bits = 0;
  std::memset(&bits, std::to_integer<int>(kPoison), size_of(type));
  return bits;
}

}  // namespace

std::uint64_t ulp_distance(ElementType type, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sign = layout_of(type).sign;
  const std::uint64_t from_zero_a = a & ~sign;
  const std::uint64_t from_zero_b = b & ~sign;
  if ((a & sign) != (b & sign)) return from_zero_a + from_zero_b;
  return std::max(from_zero_a, from_zero_b) - std::min(from_zero_a, from_zero_b);
}

void Comparison::add(const StepResult& expected, std::span<const Output> actual) {
  assert(expected.outputs.size() == actual.size());
  for (std::size_t i = 0; i < actual.size(); ++i) add_output(expected.step, expected.outputs[i], actual[i]);
}

void Comparison::add_output(const Step& step, const Output& expected, const Output& actual) {
  const ElementType type = expected.type;
  assert(type == actual.type && expected.bytes.size() == actual.bytes.size());
  if (is_floating(type) && !max_ulp_) max_ulp_ = 0;
  const std::size_t elements = expected.bytes.size() / size_of(type);
  for (std::size_t index = 0; index < elements; ++index) {
    const std::uint64_t wanted = element(expected, index);
    const std::uint64_t got = element(actual, index);
    append(expected_bytes_, type, wanted);
    append(actual_bytes_, type, got);
    compared_ += 1;
    zero_ += got == 0 ? 1 : 0;
    poisoned_ += got == poison_of(type) ? 1 : 0;
    if (wanted == got) continue;
    differing_ += 1;
    if (!first_) first_ = FirstDifference{expected.name, step.plane, step.frame, index, hex(type, wanted), hex(type, got)};
    if (is_floating(type) && !is_nan(type, wanted) && !is_nan(type, got))
      max_ulp_ = std::min(std::max(*max_ulp_, ulp_distance(type, wanted, got)), kLargestUlp);
  }
}

std::optional<WrongPattern> Comparison::pattern() const {
  if (differing_ == 0) return std::nullopt;
  if (zero_ == compared_) return WrongPattern::kAllZero;
  if (poisoned_ == compared_) return WrongPattern::kUntouched;
  if (poisoned_ > 0) return WrongPattern::kPartial;
  return WrongPattern::kOther;
}

std::string Comparison::expected_sha256() const { return sha256_hex(expected_bytes_); }
std::string Comparison::actual_sha256() const { return sha256_hex(actual_bytes_); }

}  // namespace agt
