// psnr, defined as libvmaf defines its feature `psnr` (libvmaf 3.2.0, feature/integer_psnr.c), restated:
//
// For each plane of a frame, sse is the sum of (reference - distorted)^2 over all samples, an unsigned 64-bit integer;
// mse = sse / samples, and psnr = min(10 log10(peak^2 / max(mse, 1e-16)), 6 bits + 12) with peak = 2^bits - 1.
// psnr_y, psnr_cb and psnr_cr are the values of the three planes.
//
// What the device must reproduce is sse, and the sums of the blocks it is made of: a block is 16384 bytes of the plane as
// it lies in memory, 16384 samples at 8 bits and 8192 above. The logarithm is taken on the host.
// Where libvmaf differs: it drops the last chroma column and row of an odd-sized picture, and takes 8, 10, 12 and 16 bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "twins/picture.h"

namespace agt::psnr {

struct SquaredErrors {
  std::vector<std::uint64_t> of_blocks;
  std::uint64_t sum = 0;
};

/// Of two planes of the same shape.
SquaredErrors squared_errors(const Plane& reference, const Plane& distorted);

/// In decibels.
double psnr_of(std::uint64_t sum, std::uint64_t samples, std::uint32_t bits);

Result<void> check_reference();

}  // namespace agt::psnr
