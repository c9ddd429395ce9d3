// The exit protocol's reader: any program with an exit code is a test; lines that start with @ name cases in it.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "probe/protocol.h"

namespace agt {
namespace {

constexpr std::size_t kCasesLimit = 10'000;
constexpr std::size_t kMessageLimitBytes = 1'000;

/// Cuts the first word off `text`.
std::string_view next_word(std::string_view& text) {
  const std::size_t start = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(start);
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

std::optional<Outcome> outcome_named(std::string_view word) {
  if (word == "pass") return Outcome::kPassed;
  if (word == "fail") return Outcome::kFailed;
  if (word == "skip") return Outcome::kSkipped;
  return std::nullopt;
}

class ExitReader : public ProtocolReader {
 public:
  void on_result_line(std::string_view line) override {
    // The program under test is not the kit's, but the virtual GPU inside it is.
    if (auto event = parse_twin_event(line)) {
      if (auto* fault = std::get_if<VirtualFaultEvent>(&*event)) virtual_fault_ = fault->message;
      if (auto* statistics = std::get_if<VirtualStatisticsEvent>(&*event)) statistics_ = std::move(*statistics);
    }
  }

  void on_output_line(std::string_view line) override {
    const std::string_view kind = next_word(line);
    if (kind == "@case") take_case(line);
    if (kind == "@message") take_message(line);
  }

  void conclude(const ChildOutcome& child, TestRun& run) override {
    run.fault = virtual_fault_ ? Fault{FaultKind::kVirtualGpu, *virtual_fault_, {}, {}, {}} : fault_of_end(child);
    if (run.fault && !cases_.empty()) run.fault->in_case = "after " + cases_.back().name;
    run.outcome = outcome_of(child, run.fault.has_value());
    if (run.fault) run.message = run.fault->message;
    else if (run.outcome == Outcome::kFailed) run.message = "exit status " + std::to_string(child.exit_status);
    run.cases = std::move(cases_);
    run.virtual_statistics = std::move(statistics_);
  }

 private:
  void take_case(std::string_view rest) {
    const std::string_view name = next_word(rest);
    const auto outcome = outcome_named(next_word(rest));
    if (name.empty() || !outcome || cases_.size() >= kCasesLimit) return;
    CaseResult& result = cases_.emplace_back();
    result.name = name;
    result.outcome = *outcome;
    result.repeats = 1;
  }

  void take_message(std::string_view rest) {
    const std::string_view name = next_word(rest);
    const auto found = std::find_if(cases_.rbegin(), cases_.rend(), [&](const auto& result) { return result.name == name; });
    if (found != cases_.rend()) found->message = rest.substr(0, kMessageLimitBytes);
  }

  /// The exit code decides, and a case that failed cannot pass by it.
  Outcome outcome_of(const ChildOutcome& child, bool faulty) const {
    const Outcome of_cases = cases_.empty() ? Outcome::kPassed : worst_outcome(cases_);
    if (of_cases == Outcome::kFailed) return of_cases;
    if (faulty) return Outcome::kDeviceError;
    if (child.end == ChildEnd::kStopped) return Outcome::kInterrupted;
    if (child.exit_status == 0) return Outcome::kPassed;
    return child.exit_status == to_int(ExitCode::kSkip) ? Outcome::kSkipped : Outcome::kFailed;
  }

  std::vector<CaseResult> cases_;
  std::optional<std::string> virtual_fault_;
  std::optional<VirtualStatisticsEvent> statistics_;
};

}  // namespace

std::unique_ptr<ProtocolReader> make_exit_reader() { return std::make_unique<ExitReader>(); }

}  // namespace agt
