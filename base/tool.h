// The frame of every program's main: runs it, turns an Error or a stray exception into one line and an exit code.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"

namespace agt {

/// Runs `body`. An Error is printed to stderr as "name: message" and its code returned; an exception that
/// escapes is our bug: kInternal.
int run_tool(std::string_view name, const std::function<Result<ExitCode>()>& body);

}  // namespace agt
