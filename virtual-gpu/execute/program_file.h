// Test programs: small assembled programs with the registers and memory before and after, written as plain text.
//
//   # a comment
//   program scalar add carries out          one line names it; everything up to the next `program` belongs to it
//   targets gfx1100 cdna3                   optional: targets or families of targets.json; all when left out
//   waves 2                                 optional: waves of one workgroup that share memory, LDS and the barrier
//   mode flush_f32 round_f32=3              optional: FloatMode fields
//   set s0 = 0xffffffff                     before: s, v, a registers, pairs s[2:3], vcc, exec, scc, m0, mem 16, lds 16
//   set v1 = lane * 4 + mem                 a value for each lane; mem is the address of 64 KiB of memory
//     s_add_u32 s2, s0, s1                  indented lines are assembly; s_endpgm is added; labels are unique
//   expect s2 = 0                           after
//   expect v3 = 1, 2, 3                     the first lanes; one value alone holds for all lanes
//   expect fault memory fault               the program faults, and the reason contains this
//
// Values are sums of products of numbers, lane, lanes, wave, mem, lds_base, scratch_base (the apertures), f16(x),
// f32(x) and f64(x). mem and lds places are dwords, at byte offsets.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "targets/targets.h"
#include "virtual-gpu/execute/wave.h"

namespace agt::vgpu {

enum class PlaceKind : std::uint8_t { kScalar, kVector, kAccum, kMemory, kLds };

struct Place {
  PlaceKind kind = PlaceKind::kScalar;
  std::uint32_t index = 0;   ///< register, or byte offset
  std::uint32_t dwords = 1;  ///< 1 or 2
  std::string text;          ///< as written, for messages
};

struct Assignment {
  Place place;
  std::vector<std::string> values;  ///< one for all lanes, or one for each of the first lanes
  std::uint32_t line = 0;
};

struct Program {
  std::string name;
  std::string file;
  std::vector<std::string> targets;  ///< empty: all
  std::uint32_t waves = 1;
  FloatMode mode;
  std::vector<std::string> assembly;
  std::vector<Assignment> before, after;
  std::string fault;

  bool is_for(const Target& target) const;
};

/// Every program of one file. kBadInput with the line that is wrong.
Result<std::vector<Program>> parse_programs(std::string_view text, std::string_view file);

/// What a value may refer to.
struct ValueContext {
  std::uint64_t lane = 0, lanes = 0, wave = 0, mem = 0, lds_base = 0, scratch_base = 0;
};
/// kBadInput for text that is no value.
Result<std::uint64_t> evaluate(std::string_view text, const ValueContext& context);

}  // namespace agt::vgpu
