// Result: a value, or an Error that names its subject first and carries the exit code it deserves.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "base/exit_code.h"

namespace agt {

/// Our inability to do something: never a finding about a GPU, never a bug of ours.
struct Error {
  ExitCode code = ExitCode::kInternal;
  std::string message;   ///< one line, "subject: reason"
  int error_number = 0;  ///< errno, when a system call said no
};

template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
};

inline tl::unexpected<Error> failure(ExitCode code, std::string message, int error_number = 0) {
  return tl::make_unexpected(Error{code, std::move(message), error_number});
}

/// Passes an error up with `subject` put in front: "report.json: line 3: unexpected comma".
template <class T>
tl::unexpected<Error> because(const Result<T>& result, std::string_view subject) {
  const Error& error = result.error();
  return failure(error.code, std::string(subject) + ": " + error.message, error.error_number);
}

/// The success of an operation that has no value.
inline Result<void> success() { return Result<void>(); }

}  // namespace agt
