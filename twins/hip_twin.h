// hip-twin: one twin on the one device that this process sees, from the reference's self-check to the last case.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/child_process.h"
#include "base/result.h"
#include "twins/y4m.h"

namespace agt {

struct HipTwinOptions {
  std::string twin;
  std::filesystem::path code_object;  ///< lib/twins/<gfx>/<twin>.co
  std::string expect_gfx;             ///< "gfx1100"
  std::vector<std::string> fixtures;  ///< empty: all
  std::uint32_t repeats = 3;
  std::optional<std::filesystem::path> reference_clip;  ///< with distorted_clip: one more case, "own_clip"
  std::optional<std::filesystem::path> distorted_clip;
  std::uint32_t frames = kDefaultFrames;  ///< of the own clip, at the most
  int result_descriptor = kResultDescriptor;
};

/// kPass when all cases were handled, whatever their outcome: differences are data, in the case events.
/// kUsage for a twin or fixture that does not exist; kInternal when the self-check or the pin fails; kMissingInput and
/// kBadInput for clips and code objects; kBrokenRuntime without HIP; kDeviceError when a call fails on the device.
Result<ExitCode> run_hip_twin(const HipTwinOptions& options);

/// The names of all twins and fixtures, a line each.
std::string list_twins();

}  // namespace agt
