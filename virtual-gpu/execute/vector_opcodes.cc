// The vector ALU's opcodes in the variant that suits this processor.
//
// The semantics are compiled twice, for any x86-64 and for x86-64-v3 (AVX2, FMA), as namespaces of two names; the code
// is the same, and so is every result. Without an FMA instruction each fused multiply-add is a call of the C library.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/vector_opcodes.h"

namespace agt::vgpu {

namespace baseline {
std::span<const Opcode> all_vector_opcodes();
}
#ifdef AGT_LANES_HAS_V3
namespace v3 {
std::span<const Opcode> all_vector_opcodes();
}
#endif

std::span<const Opcode> vector_opcodes_for_any_processor() { return baseline::all_vector_opcodes(); }

std::span<const Opcode> vector_opcodes() {
#ifdef AGT_LANES_HAS_V3
  if (__builtin_cpu_supports("x86-64-v3")) return v3::all_vector_opcodes();
#endif
  return baseline::all_vector_opcodes();
}

}  // namespace agt::vgpu
