// amdgpu-tester: the tester's and maintainer's command line. It loads nothing of ROCm.
// SPDX-License-Identifier: MIT
#include "base/tool.h"
#include "probe/command_line.h"

int main(int argc, char** argv) {
  return agt::run_tool("amdgpu-tester", [&] { return agt::run_command_line(argc, argv); });
}
