// From what a child said and how it ended to a TestRun: one reader for each protocol of a suite.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/child_process.h"
#include "probe/suite.h"
#include "report/model/report.h"

namespace agt {

/// What the child must prove before its numbers count.
struct ExpectedPin {
  std::string gfx_target;
  PciLocation location;
};

/// Reads a child's lines as they come and judges them when it has ended.
class ProtocolReader {
 public:
  virtual ~ProtocolReader() = default;
  virtual void on_result_line(std::string_view line) = 0;
  virtual void on_output_line(std::string_view line) = 0;
  /// Fills outcome, message, fault, cases and virtual_statistics of `run`.
  virtual void conclude(const ChildOutcome& child, TestRun& run) = 0;
};

std::unique_ptr<ProtocolReader> make_twin_reader(ExpectedPin pin);
std::unique_ptr<ProtocolReader> make_exit_reader();
std::unique_ptr<ProtocolReader> make_protocol_reader(Protocol protocol, ExpectedPin pin);

/// The fault that the way a child ended is, whatever it said; nothing when it exited by itself.
std::optional<Fault> fault_of_end(const ChildOutcome& child);

/// The last line of a child's stderr, without control characters, at most 300 bytes: for messages.
std::string last_words(const ChildOutcome& child);

/// The worst outcome of `cases`, in the order of the exit codes; kNotRun when there is none.
Outcome worst_outcome(const std::vector<CaseResult>& cases);

}  // namespace agt
