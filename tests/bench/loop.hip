// The bench's kernel: nothing but arithmetic, 1000 rounds of an integer and a float recurrence in every work-item.
// SPDX-License-Identifier: MIT
#include "twins/device.h"

using namespace agt::device;

AGT_KERNEL loop(u32* out) {
  const u32 index = group_x() * kGroupSize + item();
  u32 integer = index;
  float real = static_cast<float>(index);
#pragma clang loop unroll(disable)
  for (int round = 0; round < 1000; ++round) {
    integer = (integer * 1664525 + 1013904223) ^ (integer >> 13);
    real = real * 0.75f + 1.5f;
  }
  out[index] = integer ^ __builtin_bit_cast(u32, real);
}
