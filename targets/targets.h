// The table of the 25 targets, as targets.json has it, and what a target's names and numbers mean.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace agt {

/// One row of targets.json.
struct Target {
  std::string_view gfx;              ///< "gfx90a"
  std::uint32_t mach;                ///< EF_AMDGPU_MACH, e_flags & 0xff (LLVM AMDGPUUsage)
  std::uint32_t gfx_target_version;  ///< KFD topology: major * 10000 + minor * 100 + step
  std::string_view family;           ///< "cdna2"; empty for a target that is not supported
  std::string_view report_family;    ///< "CDNA", the families that verdicts are given for
  std::uint32_t wave_lanes;          ///< native wavefront size; 0 for a target that is not supported
  std::string_view products;         ///< examples, for people
};

/// The supported targets, in the order of targets.json.
std::span<const Target> supported_targets();

/// Targets that exist and are named as unsupported when seen.
std::span<const Target> known_unsupported_targets();

/// The report families in the order in which they first appear: "CDNA", "RDNA1", ….
std::span<const std::string_view> report_families();

/// The supported target of this name, or nothing. No prefix rules: "gfx12" is nothing.
const Target* find_target(std::string_view gfx);

/// The supported target with this EF_AMDGPU_MACH, or nothing.
const Target* find_target_by_mach(std::uint32_t mach);

/// "gfx90a" for 90010: the step is printed in hexadecimal, one digit (KFD topology, `gfx_target_version`).
std::string gfx_name(std::uint32_t gfx_target_version);

/// A device's target id, "gfx90a:sramecc+:xnack-": the processor and its features in any order.
struct TargetId {
  std::string gfx;
  std::optional<bool> sramecc;
  std::optional<bool> xnack;
};

/// Nothing for a malformed id: an unknown feature, one without + or -, one said twice (LLVM AMDGPUUsage, "Target ID").
std::optional<TargetId> parse_target_id(std::string_view text);

}  // namespace agt
