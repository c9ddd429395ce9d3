// motion, defined as libvmaf defines its feature `motion` (libvmaf 3.2.0, feature/integer_motion.c), restated:
//
// For each frame but the first, on the reference's luma alone: d = previous frame - this frame. d is filtered down its
// columns with the taps 3571, 16004, 26386, 16004, 3571 (their sum is 2^16) and rounded: (sum + 2^(bits-1)) >> bits, so
// that 8 fraction bits are left at 8 bits per sample. The result is filtered along its rows with the same taps and
// rounded: (sum + 2^15) >> 16. Outside the picture stands its mirror image without the edge itself: row -1 is row 1, row
// `height` is row height - 2. sad is the sum of the absolute values.
// A frame's score is min(sad / 256 / samples, 10000); the first frame's is 0. motion2 of a frame is the smaller of its
// score and the next frame's; the last frame's is its own score, the first frame's 0.
//
// What the device must reproduce is sad, and the sums of the tiles it is made of: 64 columns by 16 rows, row by row.
// Where libvmaf differs: up to release 3.1 it blurred and rounded each frame by itself and subtracted then; the values
// differ by the rounding.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "twins/picture.h"

namespace agt::motion {

struct BlurredDifferences {
  std::vector<std::uint64_t> of_tiles;
  std::uint64_t sum = 0;
};

/// Of two luma planes of the same shape, at least 3 x 3.
BlurredDifferences blurred_differences(const Plane& previous, const Plane& current);

/// A frame's score.
double score_of(std::uint64_t sum, std::uint32_t width, std::uint32_t height);

/// motion2 of each frame, from the frames' scores.
std::vector<double> motion2_of(const std::vector<double>& scores);

Result<void> check_reference();

}  // namespace agt::motion
