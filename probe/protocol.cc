// What both protocols share: how a child's end is judged, and which outcome of several counts.
// SPDX-License-Identifier: MIT
#include "probe/protocol.h"

#include <string.h>

#include <algorithm>
#include <array>

namespace agt {
namespace {

constexpr std::size_t kWordsLimitBytes = 300;

/// Worst first, as the exit codes have it: a wrong number, then a device error, then disagreement, then what is missing.
constexpr std::array kWorstFirst{Outcome::kDiffering,   Outcome::kFailed,      Outcome::kDeviceError,
                                 Outcome::kUnstable,    Outcome::kInterrupted, Outcome::kNotRun,
                                 Outcome::kSkipped,     Outcome::kIdentical,   Outcome::kPassed};

std::string signal_text(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

}  // namespace

std::string last_words(const ChildOutcome& child) {
  std::string_view text = child.error_text;
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  const std::size_t line = text.rfind('\n');
  if (line != std::string_view::npos) text.remove_prefix(line + 1);
  std::string words(text.substr(0, kWordsLimitBytes));
  std::replace_if(words.begin(), words.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return words;
}

std::optional<Fault> fault_of_end(const ChildOutcome& child) {
  const std::string after = " after " + std::to_string(child.wall.count()) + " ms";
  Fault fault;
  switch (child.end) {
    case ChildEnd::kExited:
    case ChildEnd::kStopped:
      return std::nullopt;
    case ChildEnd::kSignalled:
      fault.kind = FaultKind::kCrash;
      fault.signal = child.signal;
      fault.message = "the process was ended by " + signal_text(child.signal);
      break;
    case ChildEnd::kDeadline:
      fault.kind = FaultKind::kHang;
      fault.message = "it was still running" + after + ", its limit, and was stopped";
      break;
    case ChildEnd::kFlooded:
      fault.kind = FaultKind::kFlood;
      fault.message = "it wrote more on its result descriptor than a result can be, and was stopped";
      break;
    case ChildEnd::kUnkillable:
      fault.kind = FaultKind::kUnkillable;
      fault.message = "it cannot be killed" + after + ": it hangs in the kernel";
      break;
  }
  if (const std::string words = last_words(child); !words.empty()) fault.message += " (it said: " + words + ")";
  return fault;
}

Outcome worst_outcome(const std::vector<CaseResult>& cases) {
  for (const Outcome outcome : kWorstFirst)
    if (std::any_of(cases.begin(), cases.end(), [&](const CaseResult& result) { return result.outcome == outcome; }))
      return outcome;
  return Outcome::kNotRun;
}

std::unique_ptr<ProtocolReader> make_protocol_reader(Protocol protocol, ExpectedPin pin) {
  return protocol == Protocol::kTwin ? make_twin_reader(std::move(pin)) : make_exit_reader();
}

}  // namespace agt
