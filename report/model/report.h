// The report: the one canonical document of a run. Everything else the kit prints about a run is a rendering of it.
// docs/report-format.md explains every field; report/schema/report.schema.json is its schema.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/model/access_facts.h"
#include "report/model/outcome.h"
#include "report/model/probe_document.h"
#include "report/model/twin_event.h"

namespace agt {

struct ToolFacts {
  std::string name;     ///< "amdgpu-tester"
  std::string version;  ///< of the kit
};

template <class Io>
void fields(Io& io, Of<Io, ToolFacts>& tool) {
  io("name", tool.name);
  io("version", tool.version);
}

/// One call of `amdgpu-tester run`.
struct RunFacts {
  std::string id;               ///< 32 random hexadecimal digits, of this run only
  std::string started_at;       ///< UTC, "2026-11-30T06:00:00Z"
  std::uint64_t wall_ms = 0;
  bool complete = false;        ///< false in what a killed run leaves behind
  std::uint32_t planned = 0;    ///< runs: tests times devices
  std::uint32_t completed = 0;  ///< of these, how many ended by themselves with a result
  std::uint32_t repeats = 0;    ///< of every fixture
  std::vector<std::string> expected_targets;  ///< as `--expect` named them; each must be among the devices
};

template <class Io>
void fields(Io& io, Of<Io, RunFacts>& run) {
  io("id", run.id);
  io("started_at", run.started_at);
  io("wall_ms", run.wall_ms);
  io("complete", run.complete);
  io("planned", run.planned);
  io("completed", run.completed);
  io("repeats", run.repeats);
  io("expected_targets", run.expected_targets);
}

/// A variable that the caller had set and that no child got to see.
struct InheritedVariable {
  std::string name;
  std::optional<std::string> value;  ///< of an allow-list of names only
};

template <class Io>
void fields(Io& io, Of<Io, InheritedVariable>& variable) {
  io("name", variable.name);
  io("value", variable.value);
}

struct EnvironmentFacts {
  std::optional<std::string> kernel_release;
  std::vector<InheritedVariable> removed;
};

template <class Io>
void fields(Io& io, Of<Io, EnvironmentFacts>& environment) {
  io("kernel_release", environment.kernel_release);
  io("removed", environment.removed);
}

struct ProbeFacts {
  ProbeStatus status = ProbeStatus::kNotRun;
  std::string message;
  std::optional<std::string> runtime_version;
  std::uint32_t agents = 0;
};

template <class Io>
void fields(Io& io, Of<Io, ProbeFacts>& probe) {
  io("status", probe.status);
  io("message", probe.message);
  io("runtime_version", probe.runtime_version);
  io("agents", probe.agents);
}

/// What is known of a device, by allow-list: nothing that tells one machine from another of its kind.
struct DeviceFacts {
  std::string gfx_target;                       ///< "gfx90a"
  std::string target_id;                        ///< "gfx90a:sramecc+:xnack-", as the HSA runtime says it
  std::optional<std::string> family;            ///< "cdna2"; null outside the 25
  std::optional<std::string> report_family;     ///< "CDNA"; null outside the 25
  std::uint32_t wavefront_size = 0;             ///< lanes
  std::uint32_t compute_units = 0;
  std::optional<std::uint32_t> max_clock_mhz;
  std::uint32_t chip_id = 0;
  std::string product_name;                     ///< a label, never a key
  std::optional<std::string> driver_name;       ///< of the render node, from libdrm
  std::optional<std::string> driver_version;
  std::optional<std::uint32_t> pci_vendor_id;
  std::optional<std::uint32_t> pci_device_id;
};

template <class Io>
void fields(Io& io, Of<Io, DeviceFacts>& facts) {
  io("gfx_target", facts.gfx_target);
  io("target_id", facts.target_id);
  io("family", facts.family);
  io("report_family", facts.report_family);
  io("wavefront_size", facts.wavefront_size);
  io("compute_units", facts.compute_units);
  io("max_clock_mhz", facts.max_clock_mhz);
  io("chip_id", facts.chip_id);
  io("product_name", facts.product_name);
  io("driver_name", facts.driver_name);
  io("driver_version", facts.driver_version);
  io("pci_vendor_id", facts.pci_vendor_id);
  io("pci_device_id", facts.pci_device_id);
}

/// Why a run did not end by itself with a result.
enum class FaultKind {
  kCrash,         ///< a signal that was not ours
  kHang,          ///< its deadline passed
  kUnkillable,    ///< it hangs in the kernel
  kFlood,         ///< more on its result descriptor than a result can be
  kRuntimeError,  ///< a call failed on a device that is there
  kVirtualGpu,    ///< the virtual GPU does not know an instruction, or the kernel broke a rule
  kProtocol,      ///< it ended without saying that it had ended, or said what is not in the protocol
  kOwnFailure,    ///< the kit's own: a missing library, a self-check that failed, a pin that did not hold
};

template <>
struct EnumNames<FaultKind> {
  static constexpr std::array<std::pair<FaultKind, std::string_view>, 8> kNames{{
      {FaultKind::kCrash, "crash"}, {FaultKind::kHang, "hang"}, {FaultKind::kUnkillable, "unkillable"},
      {FaultKind::kFlood, "flood"}, {FaultKind::kRuntimeError, "runtime_error"},
      {FaultKind::kVirtualGpu, "virtual_gpu"}, {FaultKind::kProtocol, "protocol"},
      {FaultKind::kOwnFailure, "own_failure"},
  }};
};

struct Fault {
  FaultKind kind = FaultKind::kProtocol;
  std::string message;
  std::optional<std::int32_t> signal;
  std::optional<std::int32_t> exit_status;
  std::optional<std::string> in_case;  ///< the case that had begun and not ended
};

template <class Io>
void fields(Io& io, Of<Io, Fault>& fault) {
  io("kind", fault.kind);
  io("message", fault.message);
  io("signal", fault.signal);
  io("exit_status", fault.exit_status);
  io("in_case", fault.in_case);
}

/// One test of a suite on one device, in a child of its own.
struct TestRun {
  std::string suite;
  std::string test;
  Outcome outcome = Outcome::kNotRun;
  std::string message;
  std::uint64_t wall_ms = 0;
  std::optional<Fault> fault;
  std::vector<CaseResult> cases;
  std::optional<VirtualStatisticsEvent> virtual_statistics;
};

template <class Io>
void fields(Io& io, Of<Io, TestRun>& run) {
  io("suite", run.suite);
  io("test", run.test);
  io("outcome", run.outcome);
  io("message", run.message);
  io("wall_ms", run.wall_ms);
  io("fault", run.fault);
  io("cases", run.cases);
  io("virtual_statistics", run.virtual_statistics);
}

struct DeviceReport {
  std::uint32_t index = 0;  ///< as ROCR_VISIBLE_DEVICES counts
  DeviceKind kind = DeviceKind::kHardware;
  Verdict status = Verdict::kIncomplete;
  std::string message;  ///< without runs: why the device was left out; else what is wrong first, empty when nothing is
  DeviceFacts facts;
  std::vector<TestRun> runs;  ///< none on a device that was left out
};

template <class Io>
void fields(Io& io, Of<Io, DeviceReport>& device) {
  io("index", device.index);
  io("kind", device.kind);
  io("status", device.status);
  io("message", device.message);
  io("facts", device.facts);
  io("runs", device.runs);
}

/// One thing that a row demands, and what came out of it.
struct RowItem {
  std::string name;
  RowVerdict hardware = RowVerdict::kNotMeasured;
  RowVerdict virtual_gpu = RowVerdict::kNotMeasured;
};

template <class Io>
void fields(Io& io, Of<Io, RowItem>& item) {
  io("name", item.name);
  io("verdict", item.hardware);
  io("virtual_verdict", item.virtual_gpu);
}

/// A report family and the tests and features that must hold for it.
struct RowReport {
  std::string id;
  std::string family;
  RowVerdict hardware = RowVerdict::kNotMeasured;
  RowVerdict virtual_gpu = RowVerdict::kNotMeasured;
  std::vector<RowItem> tests;
  std::vector<RowItem> features;
};

template <class Io>
void fields(Io& io, Of<Io, RowReport>& row) {
  io("id", row.id);
  io("family", row.family);
  io("verdict", row.hardware);
  io("virtual_verdict", row.virtual_gpu);
  io("tests", row.tests);
  io("features", row.features);
}

/// Something a reader could believe was covered and was not.
struct NotExercised {
  std::string what;
  std::string reason;
};

template <class Io>
void fields(Io& io, Of<Io, NotExercised>& item) {
  io("what", item.what);
  io("reason", item.reason);
}

/// The virtual GPU, when the run used one.
struct VirtualFacts {
  std::string library;                ///< file name only
  std::vector<std::string> targets;
  std::optional<std::string> defect;  ///< as it was planted, "gfx1100:v_add_f32:3:0"
};

template <class Io>
void fields(Io& io, Of<Io, VirtualFacts>& facts) {
  io("library", facts.library);
  io("targets", facts.targets);
  io("defect", facts.defect);
}

struct Report {
  ToolFacts tool;
  RunFacts run;
  Verdict verdict = Verdict::kIncomplete;
  std::int32_t exit_code = to_int(ExitCode::kIncomplete);
  std::string reason;  ///< the verdict in a sentence
  AccessFacts access;
  EnvironmentFacts environment;
  ProbeFacts probe;
  std::optional<VirtualFacts> virtual_gpu;
  std::vector<DeviceReport> devices;
  std::vector<RowReport> rows;
  std::vector<NotExercised> not_exercised;
  std::string note;           ///< the tester's own words; not part of the hash
  std::string report_sha256;  ///< over the canonical form without note and report_sha256
};

template <class Io>
void fields(Io& io, Of<Io, Report>& report) {
  io.constant("schema", "agt.report");
  io.constant("version", "1.0");
  io("tool", report.tool);
  io("run", report.run);
  io("verdict", report.verdict);
  io("exit_code", report.exit_code);
  io("reason", report.reason);
  io("access", report.access);
  io("environment", report.environment);
  io("probe", report.probe);
  io("virtual", report.virtual_gpu);
  io("devices", report.devices);
  io("rows", report.rows);
  io("not_exercised", report.not_exercised);
  io("note", report.note);
  io("report_sha256", report.report_sha256);
}

/// SHA-256 over the canonical form without `note` and `report_sha256`.
std::string hash_of(const Report& report);

/// The file's text: report_sha256 is set to hash_of the rest first.
std::string to_report_text(Report report);

/// Reads a report's text strictly. kBadInput with the path of what is wrong, or when its hash is not its own.
Result<Report> parse_report(std::string_view text);

}  // namespace agt
