// The parent's side of amdgpu-probe: starts it bounded and turns whatever comes of it into a ProbeDocument.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/model/probe_document.h"

namespace agt {

struct ProbeSpec {
  std::filesystem::path program;         ///< amdgpu-probe
  std::vector<std::string> environment;  ///< of child_environment()
  std::chrono::milliseconds deadline{180'000};
  std::chrono::milliseconds grace{2'000};            ///< between TERM and KILL
  std::optional<std::filesystem::path> hsa_library;  ///< another library in the runtime's place
  const std::atomic<bool>* stop = nullptr;           ///< ends the child when it becomes true
};

/// The child's document; or timeout (too slow), crashed (died, flooded, said nothing or something else) or not_run
/// (stopped), with what happened in `message`. kBrokenRuntime when the program itself cannot be started.
Result<ProbeDocument> probe_agents(const ProbeSpec& spec);

}  // namespace agt
