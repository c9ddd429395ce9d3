// The closed vocabulary of what can come out of a case, a run, a device, a row and a report.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/exit_code.h"
#include "report/model/fields.h"

namespace agt {

/// What came out of one case or of one run (a test on a device). A run's outcome is the worst of its cases' and its own.
enum class Outcome {
  kIdentical,    ///< a twin: every value of every repeat has the reference's bits
  kPassed,       ///< exit protocol: the program said so
  kSkipped,      ///< exit protocol: the program said that something it needs is absent
  kNotRun,       ///< planned, not started (filtered, out of memory, after a lost device)
  kInterrupted,  ///< stopped by a signal or by the whole run's deadline
  kUnstable,     ///< repeats on the same device disagreed
  kDeviceError,  ///< crash, hang, or a failing call on a device that is there
  kDiffering,    ///< a twin: a number was wrong, the same way each time
  kFailed,       ///< exit protocol: the program said so
};

template <>
struct EnumNames<Outcome> {
  static constexpr std::array<std::pair<Outcome, std::string_view>, 9> kNames{{
      {Outcome::kIdentical, "identical"}, {Outcome::kPassed, "passed"}, {Outcome::kSkipped, "skipped"},
      {Outcome::kNotRun, "not_run"}, {Outcome::kInterrupted, "interrupted"}, {Outcome::kUnstable, "unstable"},
      {Outcome::kDeviceError, "device_error"}, {Outcome::kDiffering, "differing"}, {Outcome::kFailed, "failed"},
  }};
};

/// What a device or the whole report says.
enum class Verdict {
  kPass, kFail, kDeviceError, kUnstable, kUnexpectedDevice, kIncomplete, kNoDevice,
};

template <>
struct EnumNames<Verdict> {
  static constexpr std::array<std::pair<Verdict, std::string_view>, 7> kNames{{
      {Verdict::kPass, "pass"}, {Verdict::kFail, "fail"}, {Verdict::kDeviceError, "device_error"},
      {Verdict::kUnstable, "unstable"}, {Verdict::kUnexpectedDevice, "unexpected_device"},
      {Verdict::kIncomplete, "incomplete"}, {Verdict::kNoDevice, "no_device"},
  }};
};

/// What is said of one row (a report family and what must hold for it).
enum class RowVerdict { kPass, kFail, kIncomplete, kNotMeasured };

template <>
struct EnumNames<RowVerdict> {
  static constexpr std::array<std::pair<RowVerdict, std::string_view>, 4> kNames{{
      {RowVerdict::kPass, "pass"}, {RowVerdict::kFail, "fail"},
      {RowVerdict::kIncomplete, "incomplete"}, {RowVerdict::kNotMeasured, "not_measured"},
  }};
};

/// Where numbers came from. A virtual device never gives a row a hardware verdict.
enum class DeviceKind { kHardware, kVirtual };

template <>
struct EnumNames<DeviceKind> {
  static constexpr std::array<std::pair<DeviceKind, std::string_view>, 2> kNames{{
      {DeviceKind::kHardware, "hardware"}, {DeviceKind::kVirtual, "virtual"},
  }};
};

}  // namespace agt
