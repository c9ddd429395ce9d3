// Comparison: the outputs of one repeat against the reference's, as bits, step by step.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "report/model/twin_event.h"
#include "twins/twin.h"

namespace agt {

/// Values are equal when their bits are, NaN by class: every NaN equals every other, and nothing else does.
class Comparison {
 public:
  /// `actual` has the outputs of `expected`, in the same order and of the same sizes.
  void add(const StepResult& expected, std::span<const Output> actual);

  std::uint64_t compared() const { return compared_; }
  std::uint64_t differing() const { return differing_; }
  const std::optional<FirstDifference>& first_difference() const { return first_; }
  /// The largest distance in units of the last place, of floating-point values that are no NaN, at most 2^53 - 1 (what
  /// JSON can carry). Nothing when the twin has none.
  std::optional<std::uint64_t> max_ulp() const { return max_ulp_; }
  /// What a wrong output looks like; nothing when none is wrong.
  std::optional<WrongPattern> pattern() const;

  /// SHA-256 of all outputs added so far, every NaN as one.
  std::string expected_sha256() const;
  std::string actual_sha256() const;

 private:
  void add_output(const Step& step, const Output& expected, const Output& actual);

  std::uint64_t compared_ = 0;
  std::uint64_t differing_ = 0;
  std::uint64_t zero_ = 0;      ///< of the device's values
  std::uint64_t poisoned_ = 0;  ///< of the device's values
  std::optional<FirstDifference> first_;
  std::optional<std::uint64_t> max_ulp_;
  std::string expected_bytes_;
  std::string actual_bytes_;
};

/// Steps between neighbouring values of the type from `a` to `b`; 0 and -0 are the same place.
std::uint64_t ulp_distance(ElementType type, std::uint64_t a, std::uint64_t b);

}  // namespace agt
