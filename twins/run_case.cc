// Running a case: for each frame, for each step, the reference once and the device `repeats` times.
// SPDX-License-Identifier: MIT
#include "twins/run_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "twins/comparison.h"

namespace agt {
namespace {

using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::microseconds;

/// What one repeat adds up to over the steps.
struct Repeat {
  Comparison comparison;
  std::optional<std::string> damage;
  Microseconds wall{0};
};

class CaseRunner {
 public:
  CaseRunner(Device& device, const Twin& twin, const Clip& clip, std::uint32_t repeats)
      : device_(device), twin_(twin), clip_(clip), repeats_(repeats) {}

  Result<CaseResult> run() {
    if (const std::uint32_t edge = std::min(clip_.format.width, clip_.format.height); edge < twin_.smallest_edge)
      return not_run(fmt::format("a picture of {} x {} is too small: {} is defined from {} x {} on", clip_.format.width,
                                 clip_.format.height, twin_.name, twin_.smallest_edge, twin_.smallest_edge));
    std::optional<PicturePair> previous;
    for (std::uint32_t frame = 0; frame < clip_.frames; ++frame) {
      auto pair = clip_.next();
      if (!pair) return tl::make_unexpected(pair.error());
      for (const Step& step : twin_.steps(clip_.format, frame)) {
        const StepInput input{step, clip_.format, pair->reference, pair->distorted,
                              previous ? &previous->reference : nullptr};
        const auto done = run_step(input);
        if (!done && done.error().code == ExitCode::kIncomplete) return not_run(done.error().message);
        if (!done) return tl::make_unexpected(done.error());
      }
      previous = std::move(*pair);
    }
    if (results_.empty()) return not_run(fmt::format("{} frames give {} nothing to compute", clip_.frames, twin_.name));
    return judge();
  }

 private:
  Result<void> run_step(const StepInput& input) {
    const DevicePlan plan = twin_.plan(input);
    if (const std::uint64_t needed = image_bytes(plan); needed > kDeviceMemoryLimitBytes)
      return failure(ExitCode::kIncomplete,
                     fmt::format("a step needs {} MiB of device memory, the limit is {} MiB",
                                 (needed + (1 << 20) - 1) >> 20, kDeviceMemoryLimitBytes >> 20));
    const auto start = Clock::now();
    results_.push_back({input.step, twin_.reference(input)});
    reference_wall_ += std::chrono::duration_cast<Microseconds>(Clock::now() - start);
    const DeviceImage image(plan);
    for (Repeat& repeat : repeats_)
      if (const auto done = run_repeat(plan, image, repeat); !done) return done;
    return success();
  }

  Result<void> run_repeat(const DevicePlan& plan, const DeviceImage& image, Repeat& repeat) {
    const auto execution = device_.execute(plan, image);
    if (!execution) return tl::make_unexpected(execution.error());
    repeat.wall += execution->wall;
    repeat.comparison.add(results_.back(), image.outputs(execution->after));
    if (!repeat.damage) {
      if (auto damage = image.find_damage(execution->after))
        repeat.damage = fmt::format("frame {}, plane {}: written {}", results_.back().step.frame,
                                    results_.back().step.plane, *damage);
    }
    return success();
  }

  CaseResult not_run(std::string reason) const {
    CaseResult result;
    result.name = clip_.name;
    result.message = std::move(reason);
    return result;
  }

  CaseResult judge() const {
    CaseResult result;
    result.name = clip_.name;
    result.repeats = static_cast<std::uint32_t>(repeats_.size());
    const Comparison& first = repeats_.front().comparison;
    result.values_compared = first.compared();
    result.reference_sha256 = first.expected_sha256();
    result.scores = twin_.scores(clip_.format, clip_.frames, results_);
    result.reference_wall_us = static_cast<std::uint64_t>(reference_wall_.count());
    result.device_wall_us = static_cast<std::uint64_t>(std::ranges::min(repeats_, {}, &Repeat::wall).wall.count());
    for (const Repeat& repeat : repeats_) add_repeat(repeat, result);
    judge_outcome(result);
    return result;
  }

  static void add_repeat(const Repeat& repeat, CaseResult& result) {
    const Comparison& comparison = repeat.comparison;
    result.device_sha256.push_back(comparison.actual_sha256());
    result.values_differing = std::max(result.values_differing, comparison.differing());
    if (comparison.max_ulp()) result.max_ulp = std::max(result.max_ulp.value_or(0), *comparison.max_ulp());
    if (!result.first_difference) result.first_difference = comparison.first_difference();
    if (!result.pattern) result.pattern = comparison.pattern();
    if (!repeat.damage) return;
    result.pattern = WrongPattern::kGuardHit;
    if (result.message.empty()) result.message = *repeat.damage;
  }

  /// Repeats that disagree, in their values or in the damage they did, are unstable before they are wrong.
  void judge_outcome(CaseResult& result) const {
    const auto agrees = [&](const Repeat& repeat) {
      return repeat.comparison.actual_sha256() == result.device_sha256.front() &&
             repeat.damage == repeats_.front().damage;
    };
    if (!std::ranges::all_of(repeats_, agrees)) {
      result.outcome = Outcome::kUnstable;
    } else {
      result.outcome = result.pattern ? Outcome::kDiffering : Outcome::kIdentical;
    }
    if (const auto& first = result.first_difference; first && result.message.empty())
      result.message = fmt::format("{} of {} values differ; the first is {}[{}] of frame {}, plane {}: expected {}, got {}",
                                   result.values_differing, result.values_compared, first->output, first->index,
                                   first->frame, first->plane, first->expected_bits, first->actual_bits);
  }

  Device& device_;
  const Twin& twin_;
  const Clip& clip_;
  std::vector<Repeat> repeats_;
  std::vector<StepResult> results_;
  Microseconds reference_wall_{0};
};

}  // namespace

Result<CaseResult> run_case(Device& device, const Twin& twin, const Clip& clip, std::uint32_t repeats) {
  return CaseRunner(device, twin, clip, repeats).run();
}

}  // namespace agt
