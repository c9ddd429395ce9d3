// The kit's folder is the parent of the running program's bin/.
// SPDX-License-Identifier: MIT
#include "probe/kit.h"

namespace agt {

Result<Kit> own_kit() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return failure(ExitCode::kBrokenRuntime, "/proc/self/exe: " + error.message());
  return Kit{program.parent_path().parent_path()};
}

}  // namespace agt
