// A bounded child process: own session, complete environment, output caps, deadline, TERM, grace, KILL, bounded reaping.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace agt {

/// The descriptor on which a child of the kit writes its result lines. Libraries print on 1 and 2, so results do not.
inline constexpr int kResultDescriptor = 3;

using LineHandler = std::function<void(std::string_view line)>;

struct ChildSpec {
  std::vector<std::string> argv;         ///< argv[0] is the path of the program; no shell, no search
  std::vector<std::string> environment;  ///< "NAME=value"; the child sees nothing else
  std::chrono::milliseconds deadline{180'000};
  std::chrono::milliseconds grace{2'000};       ///< between TERM and KILL
  std::chrono::milliseconds reap_bound{5'000};  ///< how long a killed child may take to go
  std::uint64_t result_limit_bytes = 4 << 20;   ///< more on the result descriptor ends the child
  std::uint64_t text_limit_bytes = 64 << 10;    ///< of stdout and of stderr this much is kept; the rest is dropped
  LineHandler on_result_line;                   ///< each whole line of kResultDescriptor as it comes
  LineHandler on_output_line;                   ///< each whole line of stdout as it comes
  const std::atomic<bool>* stop = nullptr;      ///< ends the child when it becomes true
};

enum class ChildEnd {
  kExited,      ///< by itself; exit_status holds
  kSignalled,   ///< by a signal that was not ours; signal holds
  kDeadline,    ///< we ended it: too slow
  kFlooded,     ///< we ended it: result_limit_bytes passed
  kStopped,     ///< we ended it: `stop` was set
  kUnkillable,  ///< KILL did not take it within reap_bound: it hangs in the kernel
};

struct ChildOutcome {
  ChildEnd end = ChildEnd::kExited;
  int exit_status = 0;
  int signal = 0;
  std::chrono::milliseconds wall{0};
  std::string output_text;  ///< stdout, its first text_limit_bytes
  std::string error_text;   ///< stderr, its first text_limit_bytes
};

/// Runs one child to its end. kBrokenRuntime when it cannot be started, with the path and the reason.
/// Its process group is killed before this returns, so nothing that it started and that did not leave the group goes on.
Result<ChildOutcome> run_child(const ChildSpec& spec);

}  // namespace agt
