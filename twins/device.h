// What a twin's kernels need from the compiler, and nothing of HIP's headers: clang's AMDGPU builtins under plain names.
// Kernels are one-dimensional workgroups of kGroupSize work-items and assume no wave size: wave_size() asks.
// SPDX-License-Identifier: MIT
#pragma once

#define AGT_DEVICE __attribute__((device)) inline
#define AGT_SHARED __attribute__((shared))
/// A kernel of this name, found by hipModuleGetFunction; every launch has workgroups of 256 work-items.
#define AGT_KERNEL extern "C" __attribute__((global, amdgpu_flat_work_group_size(256, 256))) void

namespace agt::device {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i32 = int;
using i64 = long long;
using U32x4 = u32 __attribute__((ext_vector_type(4)));
using F32x4 = float __attribute__((ext_vector_type(4)));

constexpr u32 kGroupSize = 256;

AGT_DEVICE u32 item() { return __builtin_amdgcn_workitem_id_x(); }
AGT_DEVICE u32 group_x() { return __builtin_amdgcn_workgroup_id_x(); }
AGT_DEVICE u32 group_y() { return __builtin_amdgcn_workgroup_id_y(); }
AGT_DEVICE u32 wave_size() { return __builtin_amdgcn_wavefrontsize(); }

/// All work-items of the workgroup arrive; what they wrote to LDS before is then seen by all.
AGT_DEVICE void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/// `value` of the lane whose number in the wave is `lane`.
AGT_DEVICE u64 shuffle(u64 value, u32 lane) {
  const auto address = static_cast<i32>(lane * 4);
  const auto low = static_cast<u32>(__builtin_amdgcn_ds_bpermute(address, static_cast<i32>(value)));
  const auto high = static_cast<u32>(__builtin_amdgcn_ds_bpermute(address, static_cast<i32>(value >> 32)));
  return static_cast<u64>(high) << 32 | low;
}

/// The sum over the wave, in every lane.
AGT_DEVICE u64 wave_sum(u64 value) {
  const u32 lane = item() % wave_size();
  for (u32 step = wave_size() / 2; step != 0; step /= 2) value += shuffle(value, lane ^ step);
  return value;
}

/// The sum over the workgroup, in work-item 0 alone. Integers, so no order matters.
AGT_DEVICE u64 group_sum(u64 value) {
  AGT_SHARED static u64 wave_sums[kGroupSize / 32];
  const u64 of_wave = wave_sum(value);
  if (item() % wave_size() == 0) wave_sums[item() / wave_size()] = of_wave;
  barrier();
  if (item() != 0) return 0;
  u64 sum = 0;
  for (u32 wave = 0; wave < kGroupSize / wave_size(); ++wave) sum += wave_sums[wave];
  return sum;
}

/// The sum of kGroupSize values in LDS, left in values[0]: values[i] += values[i + step] for step 128, 64, … 1.
/// The order is part of a floating-point twin's definition.
template <class T>
AGT_DEVICE void tree_sum(T* values) {
  barrier();
  for (u32 step = kGroupSize / 2; step != 0; step /= 2) {
    if (item() < step) values[item()] += values[item() + step];
    barrier();
  }
}

}  // namespace agt::device
