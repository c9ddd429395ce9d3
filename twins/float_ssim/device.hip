// float_ssim on the device, four kernels: samples to decimated floats, rows, columns with the three terms and their tile
// sums, total. Floating point, so every order is fixed: twins/float_ssim/reference.h states it.
// SPDX-License-Identifier: MIT
#include "twins/device.h"

using namespace agt::device;

constexpr i32 kTaps = 11;
#ifdef AGT_MUTATION
constexpr float kCentre = 0.266013f;  // a test's mutant
#else
constexpr float kCentre = 0.266012f;
#endif
__attribute__((device)) constexpr float kWindow[kTaps] = {0.001028f, 0.007599f, 0.036001f, 0.109361f,
                                                          0.213006f, kCentre,   0.213006f, 0.109361f,
                                                          0.036001f, 0.007599f, 0.001028f};
constexpr float kC1 = (0.01f * 255.0f) * (0.01f * 255.0f);
constexpr float kC2 = (0.03f * 255.0f) * (0.03f * 255.0f);
constexpr float kC3 = kC2 / 2.0f;

constexpr i32 kMaps = 5;  // reference, distorted, their squares, their product
constexpr i32 kPerItem = 4;
constexpr i32 kTileWidth = 64;
constexpr i32 kTileHeight = 16;
constexpr u32 kTerms = 4;  // ssim, l, c, s

/// The edge is repeated: -1 is 0, size is size - 1.
AGT_DEVICE i32 reflect(i32 i, i32 size) {
  if (i < 0) return -1 - i;
  return i >= size ? 2 * size - 1 - i : i;
}

/// scale x scale weighted samples from (left, top) on, added row by row in double. kAtEdge: some may lie outside.
template <bool kAtEdge, class Sample>
AGT_DEVICE double weighted_sum(const Sample* samples, i32 left, i32 top, i32 width, i32 height, i32 scale,
                               float weight) {
  double sum = 0.0;
  for (i32 v = 0; v < scale; ++v) {
    const i32 row = reflect(top + v, height) * width;
    for (i32 u = 0; u < scale; ++u) {
      const i32 column = kAtEdge ? reflect(left + u, width) : left + u;
      const float product = static_cast<float>(samples[static_cast<u32>(row + column)]) * weight;
      sum += static_cast<double>(product);
    }
  }
  return sum;
}

/// One sample of the decimated picture. `to_8_bit` is a power of two, so it may be part of the weight: no bit changes.
template <class Sample>
AGT_DEVICE void decimate(const Sample* samples, float* out, i32 width, i32 height, i32 out_width, i32 pitch, i32 scale,
                         float to_8_bit) {
  const i32 x = static_cast<i32>(group_x() * kGroupSize + item());
  const i32 y = static_cast<i32>(group_y());
  if (x >= pitch) return;
  float* target = out + y * pitch + x;
  if (x >= out_width) {
    *target = 0.0f;
    return;
  }
  if (scale == 1) {
    *target = static_cast<float>(samples[static_cast<u32>(y * width + x)]) * to_8_bit;
    return;
  }
  const i32 left = x * scale - scale / 2;
  const i32 top = y * scale - scale / 2;
  const float weight = 1.0f / static_cast<float>(scale * scale) * to_8_bit;
  const bool at_edge = left < 0 || left + scale > width;
  *target = static_cast<float>(at_edge ? weighted_sum<true>(samples, left, top, width, height, scale, weight)
                                       : weighted_sum<false>(samples, left, top, width, height, scale, weight));
}

AGT_KERNEL ssim_decimate_8(const u8* samples, float* out, i32 width, i32 height, i32 out_width, i32 pitch, i32 scale,
                           float to_8_bit) {
  decimate(samples, out, width, height, out_width, pitch, scale, to_8_bit);
}

AGT_KERNEL ssim_decimate_16(const u16* samples, float* out, i32 width, i32 height, i32 out_width, i32 pitch, i32 scale,
                            float to_8_bit) {
  decimate(samples, out, width, height, out_width, pitch, scale, to_8_bit);
}

/// The window's weighted sum: products rounded to float, added in double from the first tap to the last.
AGT_DEVICE float convolve(const float* values) {
  const float first = values[0] * kWindow[0];
  double sum = static_cast<double>(first);
  for (i32 tap = 1; tap < kTaps; ++tap) {
    const float product = values[tap] * kWindow[tap];
    sum += static_cast<double>(product);
  }
  return static_cast<float>(sum);
}

/// One map's row: kPerItem convolved values at `out`.
AGT_DEVICE void convolve_row(const float* values, float* out) {
  F32x4 result;
  for (i32 i = 0; i < kPerItem; ++i) result[i] = convolve(values + i);
  *reinterpret_cast<F32x4*>(out) = result;
}

AGT_DEVICE void load_16(const float* from, float* to) {
  for (i32 i = 0; i < 16; i += 4) {
    const F32x4 four = *reinterpret_cast<const F32x4*>(from + i);
    for (i32 k = 0; k < 4; ++k) to[i + k] = four[k];
  }
}

/// Each work-item: kPerItem neighbouring values of a row in all five maps. `pitch` and `map_pitch` are multiples of 4.
AGT_KERNEL ssim_rows(const float* ref, const float* dis, float* maps, i32 pitch, i32 map_pitch, i32 height) {
  const i32 x = static_cast<i32>(group_x() * kGroupSize + item()) * kPerItem;
  const i32 y = static_cast<i32>(group_y());
  if (x >= map_pitch) return;
  constexpr i32 kLoaded = 16;
  float r[kLoaded];
  float d[kLoaded];
  float product[kLoaded];
  load_16(ref + y * pitch + x, r);
  load_16(dis + y * pitch + x, d);
  float* out = maps + y * map_pitch + x;
  const i32 map_size = map_pitch * height;
  convolve_row(r, out);
  convolve_row(d, out + map_size);
  for (i32 i = 0; i < kLoaded; ++i) product[i] = r[i] * r[i];
  convolve_row(product, out + 2 * map_size);
  for (i32 i = 0; i < kLoaded; ++i) product[i] = d[i] * d[i];
  convolve_row(product, out + 3 * map_size);
  for (i32 i = 0; i < kLoaded; ++i) product[i] = r[i] * d[i];
  convolve_row(product, out + 4 * map_size);
}

constexpr i32 kColumnRows = kPerItem + kTaps - 1;

/// One map's column: kPerItem convolved values below each other. The offsets of its rows are bytes in 32 bits, so that
/// all maps share them.
AGT_DEVICE void convolve_column(const float* map, const u32* offsets, float* out) {
  float values[kColumnRows];
  for (i32 i = 0; i < kColumnRows; ++i)
    values[i] = *reinterpret_cast<const float*>(reinterpret_cast<const char*>(map) + offsets[i]);
  for (i32 i = 0; i < kPerItem; ++i) out[i] = convolve(values + i);
}

struct Terms {
  double ssim, l, c, s;
  AGT_DEVICE void operator+=(const Terms& other) {
    ssim += other.ssim;
    l += other.l;
    c += other.c;
    s += other.s;
  }
};

AGT_DEVICE float not_negative(float value) { return 0.0f > value ? 0.0f : value; }

/// Means, squares' means and product's mean become the three terms. What is float and what is double is the definition.
AGT_DEVICE Terms terms(float ref_mean, float dis_mean, float ref_square, float dis_square, float product) {
  const float ref_variance = not_negative(ref_square - ref_mean * ref_mean);
  const float dis_variance = not_negative(dis_square - dis_mean * dis_mean);
  const float covariance = product - ref_mean * dis_mean;
  const float deviations = __builtin_sqrtf(ref_variance * dis_variance);
  const float mean_squares = ref_mean * ref_mean + dis_mean * dis_mean + kC1;
  const float variances = ref_variance + dis_variance + kC2;
  const float kept = covariance < 0.0f && deviations <= 0.0f ? 0.0f : covariance;
  Terms result;
  result.l = (2.0 * ref_mean * dis_mean + kC1) / mean_squares;
  result.c = (2.0 * deviations + kC2) / variances;
  result.s = static_cast<double>((kept + kC3) / (deviations + kC3));
  result.ssim = result.l * result.c * result.s;
  return result;
}

/// A workgroup: a tile of 64 x 16; each work-item adds kPerItem values of a column, the tile is added as a tree.
AGT_KERNEL ssim_columns(const float* maps, Terms* tile_sums, i32 map_width, i32 map_height, i32 map_pitch, i32 height,
                        i32 tiles_across) {
  AGT_SHARED static Terms sums[kGroupSize];
  const i32 x = static_cast<i32>(group_x()) * kTileWidth + static_cast<i32>(item()) % kTileWidth;
  const i32 y = static_cast<i32>(group_y()) * kTileHeight + static_cast<i32>(item()) / kTileWidth * kPerItem;
  Terms mine = {0.0, 0.0, 0.0, 0.0};
  if (x < map_width && y < map_height) {
    u32 offsets[kColumnRows];
    for (i32 i = 0; i < kColumnRows; ++i) {
      const i32 row = y + i < height ? y + i : height - 1;  // what the last row stands in for is not used
      offsets[i] = static_cast<u32>(row * map_pitch + x) * sizeof(float);
    }
    float convolved[kMaps][kPerItem];
#pragma unroll
    for (i32 map = 0; map < kMaps; ++map) convolve_column(maps + map * height * map_pitch, offsets, convolved[map]);
#pragma unroll  // the arrays stay in registers
    for (i32 i = 0; i < kPerItem; ++i) {
      if (y + i >= map_height) break;
      mine += terms(convolved[0][i], convolved[1][i], convolved[2][i], convolved[3][i], convolved[4][i]);
    }
  }
  sums[item()] = mine;
  tree_sum(sums);
  if (item() == 0) tile_sums[static_cast<i32>(group_y()) * tiles_across + static_cast<i32>(group_x())] = sums[0];
}

/// Four work-items: each adds one term over the tiles, from the first to the last.
AGT_KERNEL ssim_total(const double* tile_sums, double* sums, u32 tiles) {
  if (item() >= kTerms) return;
  double sum = 0.0;
  for (u32 tile = 0; tile < tiles; ++tile) sum += tile_sums[tile * kTerms + item()];
  sums[item()] = sum;
}
