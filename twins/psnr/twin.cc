// psnr as a twin: each plane of each frame is a step.
// SPDX-License-Identifier: MIT
#include <array>

#include "twins/psnr/reference.h"
#include "twins/registry.h"

namespace agt {
namespace {

constexpr std::uint32_t kLoadBytes = 16;
constexpr std::uint32_t kLoadsInBlock = kWorkgroupSize * 4;

std::vector<Step> steps(const PictureFormat&, std::uint32_t frame) { return {{frame, 0}, {frame, 1}, {frame, 2}}; }

std::vector<Output> reference(const StepInput& input) {
  const auto plane = input.step.plane;
  const auto errors = psnr::squared_errors(input.reference.planes[plane], input.distorted.planes[plane]);
  return {make_output("block_sums", errors.of_blocks), make_output("sse", std::span(&errors.sum, 1))};
}

DevicePlan plan(const StepInput& input) {
  const Plane& ref = input.reference.planes[input.step.plane];
  const Plane& dis = input.distorted.planes[input.step.plane];
  const std::uint32_t loads = divide_up(static_cast<std::uint32_t>(ref.bytes.size()), kLoadBytes);
  const std::uint32_t blocks = divide_up(loads, kLoadsInBlock);
  DevicePlan plan;
  const auto ref_buffer = plan.add_input(ref.bytes, std::uint64_t{loads} * kLoadBytes);
  const auto dis_buffer = plan.add_input(dis.bytes, std::uint64_t{loads} * kLoadBytes);
  const auto block_sums = plan.add_output("block_sums", ElementType::kU64, blocks);
  const auto sum = plan.add_output("sse", ElementType::kU64, 1);
  KernelArguments arguments;
  arguments.buffer(ref_buffer).buffer(dis_buffer).buffer(block_sums).buffer(sum).u32(loads);
  plan.launches.push_back({"psnr_clear", 1, 1, KernelArguments().buffer(sum)});
  plan.launches.push_back({ref.bits == 8 ? "psnr_squares_8" : "psnr_squares_16", blocks, 1, arguments});
  return plan;
}

std::vector<Score> scores(const PictureFormat& format, std::uint32_t frames, std::span<const StepResult> results) {
  const Picture shape = make_picture(format);
  std::array<double, 3> sums{};
  for (const StepResult& result : results) {
    const Plane& plane = shape.planes[result.step.plane];
    const std::uint64_t samples = std::uint64_t{plane.width} * plane.height;
    sums[result.step.plane] += psnr::psnr_of(integer_at(result.outputs[1], 0), samples, format.bits);
  }
  return {make_score("psnr_y", sums[0] / frames), make_score("psnr_cb", sums[1] / frames),
          make_score("psnr_cr", sums[2] / frames)};
}

}  // namespace

const Twin kPsnrTwin{"psnr", 1, psnr::check_reference, steps, reference, plan, scores};

}  // namespace agt
