// Machine: what was found out before anything is planned: access, environment, the probe's answer, the devices.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "probe/kit.h"
#include "probe/plan.h"
#include "probe/virtual_machine.h"

namespace agt {

struct Machine {
  AccessFacts access;
  EnvironmentFacts environment;
  ProbeFacts probe;
  std::vector<FoundDevice> devices;
  std::vector<std::string> child_environment;  ///< scrubbed; the pin is added per run
};

/// Looks at this machine, or through the ROCm runtime at `virtual_machine`. The probe is started only when the access
/// facts allow it. kBrokenRuntime when the probe's program cannot be started.
Result<Machine> look_at_machine(const Kit& kit, const std::optional<VirtualMachine>& virtual_machine,
                                const std::atomic<bool>& stop);

}  // namespace agt
