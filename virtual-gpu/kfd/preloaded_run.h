// Runs a program of the tests with libamdgpu-virtual.so in front and a topology of its own.
// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/child_process.h"
#include "virtual-gpu/topology/topology.h"

namespace agt::vgpu {

struct PreloadedOutcome {
  ChildOutcome child;
  std::vector<std::string> result_lines;
};

/// A directory with the topology of these GPUs, removed at the end.
class TemporaryTopology {
 public:
  explicit TemporaryTopology(const std::vector<std::string>& targets) {
    std::vector<VirtualDevice> devices;
    for (const std::string& gfx : targets) devices.push_back(*find_virtual_device(gfx));
    written_ = static_cast<bool>(write_topology(devices, directory_));
  }
  ~TemporaryTopology() { std::filesystem::remove_all(directory_); }
  TemporaryTopology(const TemporaryTopology&) = delete;
  TemporaryTopology& operator=(const TemporaryTopology&) = delete;
  const std::filesystem::path& directory() const { return directory_; }
  bool written() const { return written_; }

 private:
  const std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / ("virtual-topology." + std::to_string(::getpid()));
  bool written_ = false;
};

/// `argv` with the library preloaded, `environment` besides, and the result descriptor read.
inline PreloadedOutcome run_preloaded(std::vector<std::string> argv, std::vector<std::string> environment) {
  PreloadedOutcome outcome;
  ChildSpec spec;
  spec.argv = std::move(argv);
  spec.environment = std::move(environment);
  spec.environment.push_back("LD_PRELOAD=" AGT_VIRTUAL_LIBRARY);
  spec.environment.push_back("AMDGPU_VIRTUAL_RESULT_FD=" + std::to_string(kResultDescriptor));
  spec.on_result_line = [&](std::string_view line) { outcome.result_lines.emplace_back(line); };
  auto ran = run_child(spec);
  if (ran) outcome.child = std::move(*ran);
  else outcome.child.error_text = ran.error().message;
  return outcome;
}

}  // namespace agt::vgpu
