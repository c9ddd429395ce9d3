// The exit codes that every program of the kit shares; docs/exit-codes.md is their table for people.
// SPDX-License-Identifier: MIT
#pragma once

namespace agt {

/// What a program of the kit returns to its caller (docs/exit-codes.md).
enum class ExitCode : int {
  kPass = 0,         ///< at least one device measured, all that was planned agreed
  kFail = 1,         ///< a number was wrong
  kIncomplete = 2,   ///< something planned did not complete; nothing wrong seen
  kNoDevice = 3,     ///< nothing measured
  kDeviceError = 4,  ///< crash, hang or lost device
  kUnstable = 5,     ///< repeats disagreed
  kUnexpectedDevice = 6,
  kUsage = 64,
  kBadInput = 65,
  kMissingInput = 66,
  kBrokenRuntime = 69,  ///< a library or program of the kit's own is missing or unusable
  kInternal = 70,
  kCannotWrite = 74,
  kSkip = 77,        ///< `--no-device=skip`, the word of the test runners
  kSignalBase = 128  ///< plus the signal's number
};

constexpr int to_int(ExitCode code) { return static_cast<int>(code); }

}  // namespace agt
