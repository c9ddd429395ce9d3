// The sentences: one per outcome, and for device errors one per kind of fault.
// SPDX-License-Identifier: MIT
#include "report/wording.h"

#include <fmt/core.h>

#include <algorithm>

#include "report/model/judgement.h"

namespace agt {
namespace {

/// ": text", or nothing when there is no text.
std::string after_colon(std::string_view text) {
  const std::string line = one_line(text);
  return line.empty() ? "" : ": " + line;
}

const CaseResult* first_case_of(const TestRun& run, Verdict verdict) {
  const auto found =
      std::ranges::find_if(run.cases, [&](const CaseResult& result) { return verdict_of(result) == verdict; });
  return found == run.cases.end() ? nullptr : &*found;
}

std::string in_case(const Fault& fault) { return fault.in_case ? " in " + one_line(*fault.in_case) : ""; }

std::string sentence_of(const Fault& fault) {
  const std::string where = in_case(fault);
  const std::string why = after_colon(fault.message);
  switch (fault.kind) {
    case FaultKind::kCrash:
      return "crashed" + where + (fault.signal ? fmt::format(" (signal {})", *fault.signal) : "") + why;
    case FaultKind::kHang:
      return "did not end in its time" + where + why;
    case FaultKind::kUnkillable:
      return "hangs in the kernel and cannot be killed" + where + why;
    case FaultKind::kFlood:
      return "wrote more than a result can be" + where + why;
    case FaultKind::kRuntimeError:
      return "had a call fail on the device" + where + why;
    case FaultKind::kVirtualGpu:
      return "was stopped by the virtual GPU" + where + why;
    case FaultKind::kProtocol:
      return "ended without its result" + where + why;
    case FaultKind::kOwnFailure:
      return "could not be run by the kit itself" + where + why;
  }
  return "failed" + why;
}

std::string wrong_number(const CaseResult& result) {
  std::string text = "differs from the CPU reference on " + one_line(result.name);
  if (result.first_difference) text += fmt::format(", frame {}", result.first_difference->frame);
  return text;
}

std::string wrong(const CaseResult& result) {
  if (result.outcome == Outcome::kDiffering) return wrong_number(result);
  return "fails in " + one_line(result.name) + after_colon(result.message);
}

std::string incomplete(Outcome outcome) {
  switch (outcome) {
    case Outcome::kSkipped:
      return "was skipped";
    case Outcome::kNotRun:
      return "was not run";
    case Outcome::kInterrupted:
      return "was interrupted";
    default:
      return "compared nothing";
  }
}

std::string without_case(const TestRun& run, Verdict verdict) {
  const std::string why = after_colon(run.message);
  switch (verdict) {
    case Verdict::kFail:
      return run.outcome == Outcome::kDiffering ? "differs from the CPU reference" + why : "fails" + why;
    case Verdict::kDeviceError:
      return "ended in a device error" + why;
    case Verdict::kUnstable:
      return "gives different values from one repeat to the next" + why;
    default:
      return incomplete(run.outcome) + why;
  }
}

std::string of_case(const CaseResult& result, Verdict verdict) {
  const std::string where = " on " + one_line(result.name);
  const std::string why = after_colon(result.message);
  switch (verdict) {
    case Verdict::kFail:
      return wrong(result);
    case Verdict::kDeviceError:
      return "ended in a device error" + where + why;
    case Verdict::kUnstable:
      return "gives different values from one repeat to the next" + where;
    default:
      return incomplete(result.outcome) + where + why;
  }
}

/// A fault is the better explanation of a run that has one, unless a wrong number was seen before it.
std::string predicate_of(const TestRun& run, Verdict verdict) {
  if (run.fault && verdict != Verdict::kFail) return sentence_of(*run.fault);
  const CaseResult* result = first_case_of(run, verdict);
  return result != nullptr ? of_case(*result, verdict) : without_case(run, verdict);
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool c1 = byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (c1) ++i;  // U+0080 to U+009F, which terminals obey, in UTF-8
    if (byte > ' ' && byte != 0x7f && !c1) line += text[i];
    else if (!line.empty() && line.back() != ' ') line += ' ';
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

std::string label_of(const Report& report, const DeviceReport& device) {
  const auto twins = std::ranges::count_if(report.devices, [&](const DeviceReport& other) {
    return other.kind == device.kind && other.facts.gfx_target == device.facts.gfx_target;
  });
  std::string label = device.facts.gfx_target.empty() ? "unknown GPU" : one_line(device.facts.gfx_target);
  if (twins > 1) label += fmt::format(" device {}", device.index);
  return device.kind == DeviceKind::kVirtual ? label + " (virtual)" : label;
}

std::string name_of(const TestRun& run) { return one_line(run.suite) + "/" + one_line(run.test); }

std::string complaint_of(const TestRun& run) {
  const Verdict verdict = verdict_of(run);
  return verdict == Verdict::kPass ? "" : name_of(run) + " " + predicate_of(run, verdict);
}

std::string words(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string duration_of(std::uint64_t milliseconds) {
  if (milliseconds < 1000) return fmt::format("{} ms", milliseconds);
  const std::uint64_t tenths = milliseconds / 100;
  if (tenths < 600) return fmt::format("{}.{} s", tenths / 10, tenths % 10);
  const std::uint64_t seconds = milliseconds / 1000;
  return fmt::format("{} min {} s", seconds / 60, seconds % 60);
}

}  // namespace agt
