// The twin protocol's reader: the pin is proved first, cases count only whole, and a run is done only when it says so.
// SPDX-License-Identifier: MIT
#include "probe/protocol.h"
#include "targets/targets.h"

namespace agt {
namespace {

class TwinReader : public ProtocolReader {
 public:
  explicit TwinReader(ExpectedPin pin) : pin_(std::move(pin)) {}

  void on_result_line(std::string_view line) override {
    if (line.empty() || broken_) return;
    auto event = parse_twin_event(line);
    if (!event) {
      broken_ = "a line that is not in the protocol: " + event.error().message;
      return;
    }
    std::visit([this](auto& value) { take(value); }, *event);
  }

  void on_output_line(std::string_view) override {}  // libraries print there

  void conclude(const ChildOutcome& child, TestRun& run) override {
    run.cases = std::move(cases_);
    run.virtual_statistics = std::move(statistics_);
    run.fault = fault_of(child);
    if (run.fault) run.fault->in_case = begun_;
    if (run.fault && !run.fault->exit_status && child.end == ChildEnd::kExited)
      run.fault->exit_status = child.exit_status;
    run.outcome = outcome_of(child, run);
    if (run.fault) run.message = run.fault->message;
    else if (child.end == ChildEnd::kStopped) run.message = "the run was stopped";
  }

 private:
  void take(PinEvent& event) {
    const auto id = parse_target_id(event.target_id);
    if (event.visible_devices != 1)
      unpinned_ = std::to_string(event.visible_devices) + " devices are visible to it instead of one";
    else if (!id || id->gfx != pin_.gfx_target)
      unpinned_ = "it runs on " + event.target_id + " instead of " + pin_.gfx_target;
    else if (event.location != pin_.location)
      unpinned_ = "it runs on another " + pin_.gfx_target + " than the one planned";
    pinned_ = !unpinned_;
  }
  void take(SelfCheckEvent& event) {
    if (!event.passed) self_check_ = "the CPU reference fails its own check: " + event.message;
  }
  void take(CaseBeginEvent& event) { begun_ = event.fixture; }
  void take(CaseEvent& event) {
    begun_.reset();
    if (pinned_) cases_.push_back(std::move(event.result));
    else if (!broken_) broken_ = "a result before the pin was proved";
  }
  void take(ErrorEvent& event) { error_ = event.message; }
  void take(EndEvent& event) {
    if (event.cases != cases_.size()) broken_ = "it counts " + std::to_string(event.cases) + " cases, " +
                                                std::to_string(cases_.size()) + " were received";
    ended_ = true;
  }
  void take(VirtualFaultEvent& event) { virtual_fault_ = event.message; }
  void take(VirtualStatisticsEvent& event) { statistics_ = std::move(event); }

  std::optional<Fault> fault_of(const ChildOutcome& child) const {
    if (self_check_) return Fault{FaultKind::kOwnFailure, *self_check_, {}, {}, {}};
    if (unpinned_) return Fault{FaultKind::kOwnFailure, "the pin does not hold: " + *unpinned_, {}, {}, {}};
    if (virtual_fault_) return Fault{FaultKind::kVirtualGpu, *virtual_fault_, {}, {}, {}};
    if (auto fault = fault_of_end(child)) return fault;
    if (child.end == ChildEnd::kStopped) return std::nullopt;
    if (error_) return Fault{is_own(child) ? FaultKind::kOwnFailure : FaultKind::kRuntimeError, *error_, {}, {}, {}};
    if (broken_) return Fault{FaultKind::kProtocol, *broken_, {}, {}, {}};
    if (ended_ && child.exit_status == 0) return std::nullopt;
    const std::string how = "it ended with exit status " + std::to_string(child.exit_status) +
                            (ended_ ? "" : " before it had said that it was done");
    const std::string words = last_words(child);
    return Fault{is_own(child) ? FaultKind::kOwnFailure : FaultKind::kProtocol,
                 words.empty() ? how : how + " (it said: " + words + ")", {}, {}, {}};
  }

  /// The codes above 63 are the kit's own inability, not the device's (docs/exit-codes.md).
  static bool is_own(const ChildOutcome& child) {
    return child.end == ChildEnd::kExited && child.exit_status >= to_int(ExitCode::kUsage) &&
           child.exit_status <= to_int(ExitCode::kCannotWrite);
  }

  static Outcome outcome_of(const ChildOutcome& child, const TestRun& run) {
    const Outcome of_cases = worst_outcome(run.cases);
    if (of_cases == Outcome::kDiffering) return of_cases;  // a wrong number stays one, whatever came after it
    if (run.fault) return run.fault->kind == FaultKind::kOwnFailure ? Outcome::kNotRun : Outcome::kDeviceError;
    if (child.end == ChildEnd::kStopped) return Outcome::kInterrupted;
    return of_cases;
  }

  ExpectedPin pin_;
  bool pinned_ = false;
  bool ended_ = false;
  std::vector<CaseResult> cases_;
  std::optional<std::string> begun_;
  std::optional<std::string> broken_, unpinned_, self_check_, error_, virtual_fault_;
  std::optional<VirtualStatisticsEvent> statistics_;
};

}  // namespace

std::unique_ptr<ProtocolReader> make_twin_reader(ExpectedPin pin) {
  return std::make_unique<TwinReader>(std::move(pin));
}

}  // namespace agt
