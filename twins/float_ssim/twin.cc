// float_ssim as a twin: each frame is a step, on luma.
// SPDX-License-Identifier: MIT
#include <array>

#include "twins/float_ssim/reference.h"
#include "twins/registry.h"

namespace agt {
namespace {

constexpr std::uint32_t kTileWidth = 64;
constexpr std::uint32_t kTileHeight = 16;
constexpr std::uint32_t kMaps = 5;
constexpr std::uint32_t kPerItem = 4;  // neighbouring values that one work-item makes

std::vector<Step> steps(const PictureFormat&, std::uint32_t frame) { return {{frame, 0}}; }

void append(std::vector<double>& values, const float_ssim::Sums& sums) {
  values.insert(values.end(), {sums.ssim, sums.l, sums.c, sums.s});
}

std::vector<Output> reference(const StepInput& input) {
  const auto similarity = float_ssim::similarity(input.reference.planes[0], input.distorted.planes[0]);
  std::vector<double> tiles;
  for (const float_ssim::Sums& tile : similarity.of_tiles) append(tiles, tile);
  std::vector<double> frame;
  append(frame, similarity.sum);
  return {make_output("tile_sums", tiles), make_output("sums", frame)};
}

/// The buffers of a plan and the sizes that its kernels share.
struct Layout {
  float_ssim::Shape shape;
  std::uint32_t pitch;      // of a decimated row: ssim_rows loads 16 values from every fourth position on
  std::uint32_t map_pitch;  // of a map's row
};

Layout layout_of(const Plane& luma) {
  const float_ssim::Shape shape = float_ssim::shape_of(luma.width, luma.height);
  const std::uint32_t map_pitch = divide_up(shape.map_width, kPerItem) * kPerItem;
  return {shape, map_pitch + 12, map_pitch};
}

Launch decimate(const Plane& luma, const Layout& layout, std::size_t from, std::size_t to) {
  const float to_8_bit = 1.0F / static_cast<float>(1U << (luma.bits - 8));
  KernelArguments arguments;
  arguments.buffer(from).buffer(to).u32(luma.width).u32(luma.height).u32(layout.shape.decimated_width);
  arguments.u32(layout.pitch).u32(layout.shape.scale).f32(to_8_bit);
  return {luma.bits == 8 ? "ssim_decimate_8" : "ssim_decimate_16", divide_up(layout.pitch, kWorkgroupSize),
          layout.shape.decimated_height, arguments};
}

DevicePlan plan(const StepInput& input) {
  const Plane& ref = input.reference.planes[0];
  const Plane& dis = input.distorted.planes[0];
  const Layout layout = layout_of(ref);
  const std::uint32_t rows = layout.shape.decimated_height;
  const std::uint32_t across = divide_up(layout.shape.map_width, kTileWidth);
  const std::uint32_t down = divide_up(layout.shape.map_height, kTileHeight);
  DevicePlan plan;
  const auto ref_samples = plan.add_input(ref.bytes, ref.bytes.size());
  const auto dis_samples = plan.add_input(dis.bytes, dis.bytes.size());
  const auto ref_floats = plan.add_scratch(std::uint64_t{layout.pitch} * rows * sizeof(float));
  const auto dis_floats = plan.add_scratch(std::uint64_t{layout.pitch} * rows * sizeof(float));
  const auto maps = plan.add_scratch(std::uint64_t{layout.map_pitch} * rows * kMaps * sizeof(float));
  const auto tile_sums = plan.add_output("tile_sums", ElementType::kF64, std::uint64_t{across} * down * 4);
  const auto sums = plan.add_output("sums", ElementType::kF64, 4);

  plan.launches.push_back(decimate(ref, layout, ref_samples, ref_floats));
  plan.launches.push_back(decimate(dis, layout, dis_samples, dis_floats));
  KernelArguments row_arguments;
  row_arguments.buffer(ref_floats).buffer(dis_floats).buffer(maps);
  row_arguments.u32(layout.pitch).u32(layout.map_pitch).u32(rows);
  plan.launches.push_back({"ssim_rows", divide_up(layout.map_pitch, kPerItem * kWorkgroupSize), rows, row_arguments});
  KernelArguments column_arguments;
  column_arguments.buffer(maps).buffer(tile_sums).u32(layout.shape.map_width).u32(layout.shape.map_height);
  column_arguments.u32(layout.map_pitch).u32(rows).u32(across);
  plan.launches.push_back({"ssim_columns", across, down, column_arguments});
  plan.launches.push_back({"ssim_total", 1, 1, KernelArguments().buffer(tile_sums).buffer(sums).u32(across * down)});
  return plan;
}

std::vector<Score> scores(const PictureFormat& format, std::uint32_t frames, std::span<const StepResult> results) {
  const float_ssim::Shape shape = float_ssim::shape_of(format.width, format.height);
  const std::uint64_t positions = std::uint64_t{shape.map_width} * shape.map_height;
  std::array<double, 4> sums{};
  for (const StepResult& result : results)
    for (std::size_t term = 0; term < sums.size(); ++term)
      sums[term] += double{float_ssim::value_of(real_at(result.outputs[1], term), positions)};
  return {make_score("float_ssim", sums[0] / frames), make_score("float_ssim_l", sums[1] / frames),
          make_score("float_ssim_c", sums[2] / frames), make_score("float_ssim_s", sums[3] / frames)};
}

}  // namespace

const Twin kFloatSsimTwin{"float_ssim", 11, float_ssim::check_reference, steps, reference, plan, scores};

}  // namespace agt
