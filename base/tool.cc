// The frame of every program's main.
// SPDX-License-Identifier: MIT
#include "base/tool.h"

#include <fmt/core.h>

#include <cstdio>
#include <exception>

namespace agt {

int run_tool(std::string_view name, const std::function<Result<ExitCode>()>& body) {
  try {
    const Result<ExitCode> result = body();
    if (result) return to_int(*result);
    fmt::print(stderr, "{}: {}\n", name, result.error().message);
    return to_int(result.error().code);
  } catch (const std::exception& exception) {
    fmt::print(stderr, "{}: internal error: {}\n", name, exception.what());
    return to_int(ExitCode::kInternal);
  }
}

}  // namespace agt
