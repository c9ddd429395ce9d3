// amdgpu-probe: lists the GPU agents of the HSA runtime as one JSON document on the result descriptor.
// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/child_process.h"
#include "base/tool.h"
#include "probe/hsa_agents.h"
#include "report/model/codec.h"

namespace agt {
namespace {

Result<ExitCode> write_result(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(kResultDescriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      return failure(ExitCode::kCannotWrite, std::string("result descriptor 3: ") + std::strerror(errno) +
                                                 " (amdgpu-tester starts this program)");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ExitCode::kPass;
}

/// `--hsa-library FILE` takes another library in the runtime's place; it is for tests.
Result<ExitCode> run(std::span<char*> arguments) {
  const bool has_library = arguments.size() == 3 && std::string_view(arguments[1]) == "--hsa-library";
  if (arguments.size() != 1 && !has_library) return failure(ExitCode::kUsage, "takes no arguments");
  const ProbeDocument document = has_library ? list_hsa_agents(arguments[2]) : list_hsa_agents();
  return write_result(canonical_json(to_json_document(document)) + "\n");
}

}  // namespace
}  // namespace agt

int main(int argc, char** argv) {
  return agt::run_tool("amdgpu-probe", [&] { return agt::run(std::span(argv, static_cast<std::size_t>(argc))); });
}
