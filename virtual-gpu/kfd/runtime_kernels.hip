// Kernels of runtime_test, compiled for each target that the test runs on.
// SPDX-License-Identifier: MIT
#define KERNEL extern "C" __attribute__((global)) void

static __attribute__((device)) unsigned index_x() {
  return __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x();
}

/// out[i] = i * factor + 1 with its bits reversed, for i below count. No other kernel here and none of the runtime's own
/// reverses bits, so that a defect can be planted in this one alone.
KERNEL fill(unsigned* out, unsigned count, unsigned factor) {
  const unsigned i = index_x();
  if (i < count) out[i] = __builtin_bitreverse32(i * factor + 1);
}

/// Touches what it is told to.
KERNEL poke(unsigned* where) { *where = 1; }

/// The sum of out[0 .. count) again and again, to keep a GPU busy: out[count] receives it.
KERNEL busy(unsigned* out, unsigned count, unsigned rounds) {
  unsigned sum = 0;
  for (unsigned round = 0; round < rounds; ++round)
    for (unsigned i = 0; i < count; ++i) sum += static_cast<volatile unsigned*>(out)[i];
  out[count] = sum;
}

#ifdef __gfx1100__
/// A matrix instruction, which the model does not know.
typedef _Float16 Half16 __attribute__((ext_vector_type(16)));
typedef float Float8 __attribute__((ext_vector_type(8)));
KERNEL matrix(Float8* out, Half16* in) {
  out[index_x()] = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(in[0], in[1], out[index_x()]);
}
#endif
