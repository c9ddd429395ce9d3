// A document counts only when the child ended by itself with exit 0 and said exactly one line, strictly read.
// SPDX-License-Identifier: MIT
#include "probe/probe_agents.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/child_process.h"
#include "report/model/codec.h"

namespace agt {
namespace {

constexpr std::uint64_t kOutputLimitBytes = 256 << 10;
constexpr std::size_t kQuotedTextLimitBytes = 400;

ProbeDocument without_agents(ProbeStatus status, std::string message) {
  ProbeDocument document;
  document.status = status;
  document.message = std::move(message);
  return document;
}

/// The end of what the child's libraries said on stderr, on one line: a crash's reason is at the end.
std::string what_it_said(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  if (text.size() > kQuotedTextLimitBytes) text = text.substr(text.size() - kQuotedTextLimitBytes);
  if (text.empty()) return "";
  std::string line = "; it said: ";
  for (const char c : text) line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return line;
}

ProbeDocument crashed(const std::string& what, const ChildOutcome& child) {
  return without_agents(ProbeStatus::kCrashed, "amdgpu-probe " + what + what_it_said(child.error_text));
}

/// Nothing when the document can be what a child says; else why not.
std::string contradiction_in(const ProbeDocument& document) {
  switch (document.status) {
    case ProbeStatus::kTimeout:
    case ProbeStatus::kCrashed:
    case ProbeStatus::kNotRun:
      return "a status that only its parent may say";
    default:
      break;
  }
  if ((document.status == ProbeStatus::kOk) == document.agents.empty()) return "a status that its agents contradict";
  for (std::size_t i = 0; i < document.agents.size(); ++i)
    if (document.agents[i].index != i) return "agents that are not counted from 0";
  return "";
}

ProbeDocument read_answer(const std::vector<std::string>& lines, const ChildOutcome& child) {
  if (lines.empty()) return crashed("said nothing", child);
  if (lines.size() > 1) return crashed("said more than one document", child);
  const auto json = parse_json(lines.front(), {.bytes = kOutputLimitBytes, .depth = 8});
  if (!json) return crashed("said something that is no document: " + json.error().message, child);
  auto document = from_json_document<ProbeDocument>(*json, "probe");
  if (!document) return crashed("said a wrong document: " + document.error().message, child);
  if (const std::string why = contradiction_in(*document); !why.empty()) return crashed("said " + why, child);
  return std::move(*document);
}

std::string after(const ChildOutcome& child) { return fmt::format(" after {} s", child.wall.count() / 1000); }

ProbeDocument document_of(const ChildOutcome& child, const std::vector<std::string>& lines) {
  switch (child.end) {
    case ChildEnd::kDeadline:
      return without_agents(ProbeStatus::kTimeout,
                            "amdgpu-probe was stopped" + after(child) + what_it_said(child.error_text));
    case ChildEnd::kUnkillable:
      return without_agents(ProbeStatus::kTimeout,
                            "amdgpu-probe hangs in the kernel and cannot be killed" + after(child));
    case ChildEnd::kStopped:
      return without_agents(ProbeStatus::kNotRun, "amdgpu-probe was interrupted");
    case ChildEnd::kFlooded:
      return crashed(fmt::format("said more than {} bytes", kOutputLimitBytes), child);
    case ChildEnd::kSignalled:
      return crashed(fmt::format("was ended by signal {}", child.signal), child);
    case ChildEnd::kExited:
      break;
  }
  if (child.exit_status != 0) return crashed(fmt::format("ended with exit code {}", child.exit_status), child);
  return read_answer(lines, child);
}

}  // namespace

Result<ProbeDocument> probe_agents(const ProbeSpec& spec) {
  std::vector<std::string> lines;
  ChildSpec child;
  child.argv = {spec.program.string()};
  if (spec.hsa_library) child.argv.insert(child.argv.end(), {"--hsa-library", spec.hsa_library->string()});
  child.environment = spec.environment;
  child.deadline = spec.deadline;
  child.grace = spec.grace;
  child.result_limit_bytes = kOutputLimitBytes;
  child.stop = spec.stop;
  child.on_result_line = [&](std::string_view line) { lines.emplace_back(line); };
  const auto outcome = run_child(child);
  if (!outcome) return tl::make_unexpected(outcome.error());
  return document_of(*outcome, lines);
}

}  // namespace agt
