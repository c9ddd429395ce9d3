// Twin: a computation that exists twice, as kernels for the device and as a reference for the CPU that shares no code
// with them. A twin is a value of this struct; docs/writing-a-twin.md shows a whole one.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/model/twin_event.h"
#include "twins/device_plan.h"
#include "twins/picture.h"

namespace agt {

/// What is computed and compared at once: a frame, or one plane of it.
struct Step {
  std::uint32_t frame = 0;
  std::uint32_t plane = 0;
};

struct StepInput {
  Step step;
  PictureFormat format;
  const Picture& reference;
  const Picture& distorted;
  const Picture* previous_reference;  ///< of the frame before; null for the first
};

/// One output of a step, the same from both sides: elements of one type, little-endian.
struct Output {
  std::string name;
  ElementType type = ElementType::kU64;
  std::vector<std::byte> bytes;
};

Output make_output(std::string name, std::span<const std::uint64_t> values);
Output make_output(std::string name, std::span<const double> values);

/// Element `index` of an output of 64-bit elements, as a number. The output must have it.
std::uint64_t integer_at(const Output& output, std::size_t index);
double real_at(const Output& output, std::size_t index);

/// A step and the outputs of its reference.
struct StepResult {
  Step step;
  std::vector<Output> outputs;
};

struct Twin {
  std::string_view name;
  std::uint32_t smallest_edge;  ///< of luma, samples; below, the twin is not defined

  /// Judges the reference on vectors whose results are constants in the source. kInternal with the vector that failed.
  Result<void> (*check_reference)();

  /// The steps of one frame; none when there is nothing to compute for it.
  std::vector<Step> (*steps)(const PictureFormat& format, std::uint32_t frame);

  std::vector<Output> (*reference)(const StepInput& input);

  /// The same outputs, in the same order, from the device. The plan refers to the input's pictures.
  DevicePlan (*plan)(const StepInput& input);

  /// Values for people, pooled over all frames of a clip, from the reference's outputs.
  std::vector<Score> (*scores)(const PictureFormat& format, std::uint32_t frames, std::span<const StepResult> results);
};

/// A score with 17 significant digits.
Score make_score(std::string feature, double value);

}  // namespace agt
