// The `twin` protocol: what hip-twin (and the virtual GPU inside it) writes on the result descriptor, one JSON line each.
// Every line is {"event": kind, …the fields of that kind}. A crash loses at most the line being written.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "report/model/outcome.h"
#include "report/model/probe_document.h"

namespace agt {

/// The child proves its pin before its first launch: exactly one device, this one.
struct PinEvent {
  std::uint32_t visible_devices = 0;
  std::string target_id;  ///< hipDeviceProp_t::gcnArchName
  PciLocation location;
};

template <class Io>
void fields(Io& io, Of<Io, PinEvent>& event) {
  io("visible_devices", event.visible_devices);
  io("target_id", event.target_id);
  io("location", event.location);
}

/// The reference judged itself on fixed vectors.
struct SelfCheckEvent {
  bool passed = false;
  std::string message;
};

template <class Io>
void fields(Io& io, Of<Io, SelfCheckEvent>& event) {
  io("passed", event.passed);
  io("message", event.message);
}

/// A case starts: when the child dies, this names what it died in.
struct CaseBeginEvent {
  std::string fixture;
};

template <class Io>
void fields(Io& io, Of<Io, CaseBeginEvent>& event) {
  io("fixture", event.fixture);
}

/// The first value that is not the reference's.
struct FirstDifference {
  std::string output;  ///< which of the twin's outputs: "sse", "sad", "ssim_map"
  std::uint32_t plane = 0;
  std::uint32_t frame = 0;
  std::uint64_t index = 0;    ///< of the element in that output's plane
  std::string expected_bits;  ///< "0x3f800000", as many digits as the value has
  std::string actual_bits;
};

template <class Io>
void fields(Io& io, Of<Io, FirstDifference>& difference) {
  io("output", difference.output);
  io("plane", difference.plane);
  io("frame", difference.frame);
  io("index", difference.index);
  io("expected_bits", difference.expected_bits);
  io("actual_bits", difference.actual_bits);
}

/// What a wrong output looks like.
enum class WrongPattern { kAllZero, kUntouched, kStaleInput, kPartial, kGuardHit, kOther };

template <>
struct EnumNames<WrongPattern> {
  static constexpr std::array<std::pair<WrongPattern, std::string_view>, 6> kNames{{
      {WrongPattern::kAllZero, "all_zero"}, {WrongPattern::kUntouched, "untouched"},
      {WrongPattern::kStaleInput, "stale_input"}, {WrongPattern::kPartial, "partial"},
      {WrongPattern::kGuardHit, "guard_hit"}, {WrongPattern::kOther, "other"},
  }};
};

/// A feature's value pooled over the frames, for people: 17 significant digits, computed by the reference.
struct Score {
  std::string feature;  ///< "psnr_y"
  std::string value;
};

template <class Io>
void fields(Io& io, Of<Io, Score>& score) {
  io("feature", score.feature);
  io("value", score.value);
}

/// One fixture (twin protocol) or one @case (exit protocol).
struct CaseResult {
  std::string name;                       ///< the fixture, "own_clip", or the case's name
  Outcome outcome = Outcome::kNotRun;
  std::string message;                    ///< why, when it is neither identical nor passed
  std::uint32_t repeats = 0;
  std::uint64_t values_compared = 0;      ///< in one repeat
  std::uint64_t values_differing = 0;     ///< in the repeat with the most
  std::optional<std::uint64_t> max_ulp;   ///< of floating-point outputs
  std::optional<WrongPattern> pattern;
  std::optional<FirstDifference> first_difference;
  std::optional<std::string> reference_sha256;
  std::vector<std::string> device_sha256;  ///< one for each repeat
  std::vector<Score> scores;
  std::optional<std::uint64_t> device_wall_us;     ///< the fastest repeat, launch to synchronised
  std::optional<std::uint64_t> reference_wall_us;
};

template <class Io>
void fields(Io& io, Of<Io, CaseResult>& result) {
  io("name", result.name);
  io("outcome", result.outcome);
  io("message", result.message);
  io("repeats", result.repeats);
  io("values_compared", result.values_compared);
  io("values_differing", result.values_differing);
  io("max_ulp", result.max_ulp);
  io("pattern", result.pattern);
  io("first_difference", result.first_difference);
  io("reference_sha256", result.reference_sha256);
  io("device_sha256", result.device_sha256);
  io("scores", result.scores);
  io("device_wall_us", result.device_wall_us);
  io("reference_wall_us", result.reference_wall_us);
}

/// The case is done. Its own kind of line, so that a case looks the same in a line and in a report.
struct CaseEvent {
  CaseResult result;
};

template <class Io>
void fields(Io& io, Of<Io, CaseEvent>& event) {
  io("result", event.result);
}

/// A call failed on a device that is there; the child ends.
struct ErrorEvent {
  std::string message;  ///< "hipModuleLoadData: hipErrorNoBinaryForGpu (209)"
};

template <class Io>
void fields(Io& io, Of<Io, ErrorEvent>& event) {
  io("message", event.message);
}

/// All cases were handled: without this line a run is not complete, whatever its exit code is.
struct EndEvent {
  std::uint32_t cases = 0;
};

template <class Io>
void fields(Io& io, Of<Io, EndEvent>& event) {
  io("cases", event.cases);
}

/// From the virtual GPU: why it stopped the process.
struct VirtualFaultEvent {
  std::string message;  ///< "gfx1100: kernel ssd: v_foo_b32 at 0x7f12…: unknown instruction"
};

template <class Io>
void fields(Io& io, Of<Io, VirtualFaultEvent>& event) {
  io("message", event.message);
}

struct StandIn {
  std::string mnemonic;
  std::uint64_t executions = 0;  ///< wave-instructions
};

template <class Io>
void fields(Io& io, Of<Io, StandIn>& stand_in) {
  io("mnemonic", stand_in.mnemonic);
  io("executions", stand_in.executions);
}

/// From the virtual GPU, when the process ends: what it did and how faithfully.
struct VirtualStatisticsEvent {
  std::string gfx_target;
  std::uint64_t dispatches = 0;
  std::uint64_t wave_instructions = 0;
  std::vector<StandIn> stand_ins;
};

template <class Io>
void fields(Io& io, Of<Io, VirtualStatisticsEvent>& event) {
  io("gfx_target", event.gfx_target);
  io("dispatches", event.dispatches);
  io("wave_instructions", event.wave_instructions);
  io("stand_ins", event.stand_ins);
}

using TwinEvent = std::variant<PinEvent, SelfCheckEvent, CaseBeginEvent, CaseEvent, ErrorEvent, EndEvent,
                               VirtualFaultEvent, VirtualStatisticsEvent>;

/// The value of "event" for each alternative of TwinEvent, in its order.
inline constexpr std::array<std::string_view, std::variant_size_v<TwinEvent>> kTwinEventNames{
    "pin", "self_check", "case_begin", "case", "error", "end", "virtual_fault", "virtual_statistics"};

/// One line, without its newline.
std::string to_line(const TwinEvent& event);

/// kBadInput with the reason for a line that is not one of these.
Result<TwinEvent> parse_twin_event(std::string_view line);

}  // namespace agt
