// Where the kit's own files lie: everything is found from the running program's place, nothing from the environment.
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "base/result.h"

namespace agt {

/// bin/, lib/ and share/amdgpu-tester/ below one folder, in a build tree and in the image alike.
struct Kit {
  std::filesystem::path folder;

  std::filesystem::path probe_program() const { return folder / "bin" / "amdgpu-probe"; }
  std::filesystem::path virtual_library() const { return folder / "lib" / "libamdgpu-virtual.so"; }
  std::filesystem::path twins_suite() const { return share() / "suites" / "twins"; }
  std::filesystem::path row_map() const { return share() / "rows" / "hip-rows.json"; }

 private:
  std::filesystem::path share() const { return folder / "share" / "amdgpu-tester"; }
};

/// The kit that the running program belongs to. kBrokenRuntime when /proc does not tell.
Result<Kit> own_kit();

}  // namespace agt
