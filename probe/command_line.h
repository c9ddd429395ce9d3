// The command line of amdgpu-tester; the owner of CLI11.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

namespace agt {

/// Parses and runs. Usage errors are kUsage; --help and --version print and pass.
Result<ExitCode> run_command_line(int argc, char** argv);

}  // namespace agt
