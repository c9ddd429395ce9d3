// Kernels of bench_main.cc: long loops of one kind of instruction each.
// SPDX-License-Identifier: MIT
using u32 = unsigned;

#define KERNEL extern "C" __attribute__((global)) void

__attribute__((device)) inline u32 item() {
  return __builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x();
}

KERNEL integer_alu(u32* out, u32 rounds) {
  u32 a = item(), b = a ^ 0x9e3779b9U, c = a + 7;
  for (u32 i = 0; i < rounds; ++i) {
    a += b ^ c;
    b = (b << 5) + c;
    c ^= a >> 3;
    a = a * 5 + (b & c);
    b -= a | 1;
    c = (c >> 1) + b;
  }
  out[item()] = a ^ b ^ c;
}

KERNEL float_alu(float* out, u32 rounds) {
  float a = static_cast<float>(item()), b = a * 0.5f, c = 1.25f;
  for (u32 i = 0; i < rounds; ++i) {
    a = a * 0.99f + b;
    b = b * c - a;
    c = (c + a) * 0.25f;
  }
  out[item()] = a + b + c;
}

KERNEL global_memory(u32* out, u32 rounds) {
  u32 sum = 0;
  for (u32 i = 0; i < rounds; ++i) {
    sum += *static_cast<volatile u32*>(out + ((item() + i * 64) & 4095));
    *static_cast<volatile u32*>(out + 4096 + item()) = sum;
  }
}

KERNEL lds_memory(u32* out, u32 rounds) {
  __attribute__((shared)) volatile u32 cells[256];
  const u32 i = __builtin_amdgcn_workitem_id_x();
  cells[i] = i;
  u32 sum = 0;
  for (u32 k = 0; k < rounds; ++k) {
    sum += cells[(i + k) & 255];
    cells[i] = sum;
  }
  out[item()] = sum;
}
