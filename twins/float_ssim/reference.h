// float_ssim, defined as libvmaf defines its feature `float_ssim` (libvmaf 3.2.0, feature/float_ssim.c, ssim.c and iqa/),
// restated. float is IEEE binary32, double binary64; nothing is contracted.
//
// 1. Luma samples become floats of the 8-bit range: sample / 2^(bits - 8).
// 2. scale = max(1, round(min(width, height) / 256)). When it is above 1, both pictures are decimated: sample (x, y) of
//    width / scale + (width odd ? 1 : 0) by height likewise is the mean of the scale x scale samples from
//    (x scale - scale/2, y scale - scale/2) on. Each is multiplied by 1 / scale^2 in float; the products are added in
//    double, row by row; the sum is rounded to float. Outside lies the mirror image with the edge repeated.
// 3. A window of 11 taps w (their sum is 1.000002) is applied along the rows, then along the columns, where it lies wholly
//    within the picture; the result is 10 columns and 10 rows smaller. A tap's product is rounded to float, the products
//    are added in double from the first to the last, the sum is rounded to float. Windowed are r, d, r r, d d and r d.
// 4. For each position, with the windowed values in this order R, D, RR, DD, RD, all in float: vr = max(0, RR - R R),
//    vd = max(0, DD - D D), cov = RD - R D, sd = sqrt(vr vd); when cov < 0 and sd <= 0, cov counts as 0.
//    C1 = (0.01 255)^2, C2 = (0.03 255)^2, C3 = C2 / 2, in float.
//    l = (2 R D + C1) / (R R + D D + C1) and c = (2 sd + C2) / (vr + vd + C2): numerator and quotient in double, the
//    denominator in float. s = (cov + C3) / (sd + C3) in float. ssim = (l c) s in double.
// 5. The frame's value is the mean of ssim over all positions, rounded to float; l, c and s likewise.
//
// Where this differs: libvmaf adds the positions one after the other. Here the order is one that a device can keep: a
// tile is 64 columns by 16 rows; its 256 values (i = 64 g + column) are each the sum, from the top, of rows 4g to 4g + 3
// of a column, beginning with 0; they are added as a tree, value[i] += value[i + step] for step 128, 64, … 1; the tiles
// are added row by row from the first to the last, beginning with 0. Positions outside count 0. All in double.
// The device must reproduce the four sums of every tile and of the frame.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "twins/picture.h"

namespace agt::float_ssim {

/// The four sums, in the order in which they lie in an output.
struct Sums {
  double ssim = 0.0;
  double l = 0.0;
  double c = 0.0;
  double s = 0.0;
};

struct Similarity {
  std::vector<Sums> of_tiles;
  Sums sum;
  std::uint64_t positions = 0;
};

/// Of two luma planes of the same shape, at least 11 x 11.
Similarity similarity(const Plane& reference, const Plane& distorted);

/// A frame's value.
float value_of(double sum, std::uint64_t positions);

/// The shape of what steps 2 and 3 leave; `scale` is that of step 2.
struct Shape {
  std::uint32_t scale;
  std::uint32_t decimated_width, decimated_height;
  std::uint32_t map_width, map_height;
};
Shape shape_of(std::uint32_t width, std::uint32_t height);

Result<void> check_reference();

}  // namespace agt::float_ssim
