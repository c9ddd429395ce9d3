// psnr on the device: squared differences of one plane, 16 bytes a load; a wave adds by shuffles, a workgroup in LDS, the
// plane by a 64-bit atomic. Integers only, so no order matters. twins/psnr/reference.h states the definition.
// SPDX-License-Identifier: MIT
#include "twins/device.h"

using namespace agt::device;

#ifdef AGT_MUTATION
constexpr u32 kSampleMask = 0xfe;  // a test's mutant: the lowest bit of every 8-bit sample is lost
constexpr u32 kWideSampleMask = 0xfffe;
#else
constexpr u32 kSampleMask = 0xff;
constexpr u32 kWideSampleMask = 0xffff;
#endif

constexpr u32 kLoadsPerItem = 4;

struct Narrow {
  /// At most 16 * 255^2, far from 2^32.
  AGT_DEVICE static u64 squares(U32x4 ref, U32x4 dis) {
    u32 sum = 0;
    for (u32 word = 0; word < 4; ++word) {
      for (u32 shift = 0; shift < 32; shift += 8) {
        const i32 difference =
            static_cast<i32>(ref[word] >> shift & kSampleMask) - static_cast<i32>(dis[word] >> shift & kSampleMask);
        sum += static_cast<u32>(difference * difference);
      }
    }
    return sum;
  }
};

struct Wide {
  /// A difference is below 2^16, its square fits 32 bits unsigned.
  AGT_DEVICE static u64 squares(U32x4 ref, U32x4 dis) {
    u64 sum = 0;
    for (u32 word = 0; word < 4; ++word) {
      for (u32 shift = 0; shift < 32; shift += 16) {
        const u32 difference = (ref[word] >> shift & kWideSampleMask) - (dis[word] >> shift & kWideSampleMask);
        sum += difference * difference;  // modulo 2^32 the square of a negative difference is right as well
      }
    }
    return sum;
  }
};

template <class Samples>
AGT_DEVICE void add_squares(const U32x4* ref, const U32x4* dis, u64* block_sums, u64* sum, u32 loads) {
  u64 mine = 0;
  const u32 first = group_x() * kGroupSize * kLoadsPerItem + item();
  for (u32 i = 0; i < kLoadsPerItem; ++i) {
    const u32 load = first + i * kGroupSize;
    if (load < loads) mine += Samples::squares(ref[load], dis[load]);
  }
  const u64 of_block = group_sum(mine);
  if (item() != 0) return;
  block_sums[group_x()] = of_block;
  __hip_atomic_fetch_add(sum, of_block, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

AGT_KERNEL psnr_clear(u64* sum) {
  if (item() == 0) *sum = 0;
}

AGT_KERNEL psnr_squares_8(const U32x4* ref, const U32x4* dis, u64* block_sums, u64* sum, u32 loads) {
  add_squares<Narrow>(ref, dis, block_sums, sum, loads);
}

AGT_KERNEL psnr_squares_16(const U32x4* ref, const U32x4* dis, u64* block_sums, u64* sum, u32 loads) {
  add_squares<Wide>(ref, dis, block_sums, sum, loads);
}
