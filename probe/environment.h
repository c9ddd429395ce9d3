// The environment of a child that touches a GPU: what it needs, what the caller adds, and nothing that was inherited by
// accident. A selector, an override or a preloaded library of the tester's own shell would change what is measured.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/model/report.h"

namespace agt {

/// "NAME=value" of what every child of the kit gets: of `inherited` PATH, HOME and TMPDIR; LANG=C.UTF-8;
/// HSA_DISABLE_COREDUMP_ON_EXCEPTION=1; AMD_COMGR_CACHE=0; then `added`, which takes the place of what has its name.
std::vector<std::string> child_environment(std::span<const std::string> inherited, std::span<const std::string> added);

/// Those of `inherited` that ROCm, HIP or the dynamic loader would have listened to and that no child sees, by name. A
/// value only of a selector or a version override, and only when it is made of digits, dots, commas and minus signs:
/// a selector can be a UUID, which is in no report.
std::vector<InheritedVariable> removed_variables(std::span<const std::string> inherited);

/// The environment of this process. Programs call it once, in main.
std::vector<std::string> own_environment();

}  // namespace agt
