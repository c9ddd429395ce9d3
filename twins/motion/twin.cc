// motion as a twin: each frame but the first is a step, on luma.
// SPDX-License-Identifier: MIT
#include "twins/motion/reference.h"
#include "twins/registry.h"

namespace agt {
namespace {

constexpr std::uint32_t kTileWidth = 64;
constexpr std::uint32_t kTileHeight = 16;

std::vector<Step> steps(const PictureFormat&, std::uint32_t frame) {
  if (frame == 0) return {};
  return {{frame, 0}};
}

std::vector<Output> reference(const StepInput& input) {
  const auto differences = motion::blurred_differences(input.previous_reference->planes[0], input.reference.planes[0]);
  return {make_output("tile_sums", differences.of_tiles), make_output("sad", std::span(&differences.sum, 1))};
}

DevicePlan plan(const StepInput& input) {
  const Plane& previous = input.previous_reference->planes[0];
  const Plane& current = input.reference.planes[0];
  const std::uint32_t across = divide_up(current.width, kTileWidth);
  const std::uint32_t down = divide_up(current.height, kTileHeight);
  DevicePlan plan;
  const auto previous_buffer = plan.add_input(previous.bytes, previous.bytes.size());
  const auto current_buffer = plan.add_input(current.bytes, current.bytes.size());
  const auto tile_sums = plan.add_output("tile_sums", ElementType::kU64, std::uint64_t{across} * down);
  const auto sum = plan.add_output("sad", ElementType::kU64, 1);
  KernelArguments arguments;
  arguments.buffer(previous_buffer).buffer(current_buffer).buffer(tile_sums);
  arguments.u32(current.width).u32(current.height).u32(current.bits).u32(across);
  plan.launches.push_back({current.bits == 8 ? "motion_tiles_8" : "motion_tiles_16", across, down, arguments});
  plan.launches.push_back({"motion_total", 1, 1, KernelArguments().buffer(tile_sums).buffer(sum).u32(across * down)});
  return plan;
}

std::vector<Score> scores(const PictureFormat& format, std::uint32_t frames, std::span<const StepResult> results) {
  std::vector<double> of_frames(frames, 0.0);
  for (const StepResult& result : results)
    of_frames[result.step.frame] = motion::score_of(integer_at(result.outputs[1], 0), format.width, format.height);
  double motion = 0.0;
  for (const double value : of_frames) motion += value;
  double motion2 = 0.0;
  for (const double value : motion::motion2_of(of_frames)) motion2 += value;
  return {make_score("motion", motion / frames), make_score("motion2", motion2 / frames)};
}

}  // namespace

const Twin kMotionTwin{"motion", 3, motion::check_reference, steps, reference, plan, scores};

}  // namespace agt
