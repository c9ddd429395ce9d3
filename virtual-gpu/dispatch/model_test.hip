// Kernels of model_test.cc: what image kernels are made of, written with builtins alone, so that no headers are needed.
// SPDX-License-Identifier: MIT
using u16 = unsigned short;
using u32 = unsigned;
using u64 = unsigned long long;

#define KERNEL extern "C" __attribute__((global)) void
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))

DEVICE inline u32 local_x() { return __builtin_amdgcn_workitem_id_x(); }
DEVICE inline u32 local_y() { return __builtin_amdgcn_workitem_id_y(); }
DEVICE inline u32 local_z() { return __builtin_amdgcn_workitem_id_z(); }
DEVICE inline u32 group_x() { return __builtin_amdgcn_workgroup_id_x(); }
DEVICE inline u32 group_y() { return __builtin_amdgcn_workgroup_id_y(); }
DEVICE inline u32 group_z() { return __builtin_amdgcn_workgroup_id_z(); }

DEVICE inline void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/// 16x16 workgroups: squared differences summed in LDS, one 64-bit atomic for each workgroup.
KERNEL sum_of_squared_differences(const u16* a, const u16* b, u32 width, u32 height, u64* sum) {
  SHARED u64 partial[256];
  const u32 item = local_y() * 16 + local_x();
  const u32 x = group_x() * 16 + local_x(), y = group_y() * 16 + local_y();
  u64 squared = 0;
  if (x < width && y < height) {
    const int difference = static_cast<int>(a[y * width + x]) - static_cast<int>(b[y * width + x]);
    squared = static_cast<u64>(static_cast<long long>(difference) * difference);
  }
  partial[item] = squared;
  barrier();
  for (u32 half = 128; half != 0; half >>= 1) {
    if (item < half) partial[item] += partial[item + half];
    barrier();
  }
  if (item == 0) __hip_atomic_fetch_add(sum, partial[0], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

/// Correctly rounded division and square root, float and double.
KERNEL divide_and_root(const float* a, const float* b, float* out, double* wide, u32 count) {
  const u32 i = group_x() * 64 + local_x();
  if (i >= count) return;
  const float quotient = a[i] / b[i];
  out[i] = __builtin_sqrtf(quotient) + 1.0f / (a[i] * a[i] + 0.5f);
  wide[i] = __builtin_sqrt(static_cast<double>(a[i])) / static_cast<double>(b[i]);
}

/// An array that is indexed by data lives in scratch.
KERNEL shuffle_in_scratch(const int* in, int* out, u32 rounds) {
  const u32 i = group_x() * 64 + local_x();
  int cells[32];
  for (u32 k = 0; k < 32; ++k) cells[k] = in[(i * 7 + k) & 63];
  for (u32 k = 0; k < rounds; ++k) cells[cells[k & 31] & 31] += cells[(k * 5 + i) & 31];
  int sum = 0;
  for (u32 k = 0; k < 32; ++k) sum = sum * 31 + cells[k];
  out[i] = sum;
}

DEVICE __attribute__((noinline)) int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

KERNEL recurse(int* out) { out[local_x()] = fibonacci(static_cast<int>(local_x() & 7)); }

/// Every id of a three-dimensional grid whose last workgroups are partial.
KERNEL mark_ids(u32* out, u32 width, u32 height) {
  const u32 x = group_x() * 4 + local_x(), y = group_y() * 3 + local_y(), z = group_z() * 2 + local_z();
  __hip_atomic_fetch_add(out + (z * height + y) * width + x, x + 100 * y + 10000 * z, __ATOMIC_RELAXED,
                         __HIP_MEMORY_SCOPE_AGENT);
}

/// A pointer of which the compiler does not know where it points: LDS or global.
KERNEL generic_pointers(const int* in, int* out) {
  SHARED int staged[64];
  const u32 i = local_x();
  staged[i] = in[i] * 3;
  barrier();
  const int* from = (in[i] & 1) != 0 ? static_cast<const int*>(staged) : in;
  out[i] = from[63 - i];
}

/// Lanes exchange values and vote.
KERNEL exchange_lanes(const int* in, int* out, u64* votes) {
  const u32 i = local_x();
  int value = in[i];
  for (u32 distance = 16; distance != 0; distance >>= 1)
    value += __builtin_amdgcn_ds_bpermute(static_cast<int>(((i ^ distance) & 31) << 2 | (i & 32) << 2), value);
  out[i] = value + __builtin_amdgcn_update_dpp(0, value, 0x111, 0xf, 0xf, true) + __builtin_amdgcn_ds_swizzle(value, 0x041f);
  votes[i] = __builtin_amdgcn_ballot_w64((in[i] & 1) != 0);
}

KERNEL read_null(int* out) { out[0] = *reinterpret_cast<const volatile int*>(0x10); }

KERNEL spin(volatile int* flag) {
  while (*flag == 0) {
  }
}

KERNEL stop_itself() { __builtin_trap(); }

DEVICE int table[4] = {1, 20, 300, 4000};
DEVICE int* const pointers[2] = {&table[1], &table[3]};
/// Constant pointers need relocations.
KERNEL follow_pointers(int* out, u32 which) { out[0] = *pointers[which & 1]; }

#if __has_builtin(__builtin_amdgcn_s_barrier_wait) && defined(__GFX12__)
/// A barrier that nobody has signalled never completes.
KERNEL wait_for_nobody() { __builtin_amdgcn_s_barrier_wait(-1); }
#endif
