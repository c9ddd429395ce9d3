// What amdgpu-probe says: the GPU agents that the HSA runtime lists, as one JSON document from child to parent.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/model/fields.h"

namespace agt {

enum class ProbeStatus {
  kOk,                ///< hsa_init worked and at least one GPU agent is listed
  kNoAgent,           ///< hsa_init worked and no GPU agent is listed
  kInitFailed,        ///< hsa_init or the enumeration returned an error
  kNoRuntimeLibrary,  ///< libhsa-runtime64 cannot be loaded
  kTimeout,           ///< said by the parent: the child was too slow
  kCrashed,           ///< said by the parent: the child died or said nothing usable
  kNotRun,            ///< said by the parent: the access facts did not allow it
};

template <>
struct EnumNames<ProbeStatus> {
  static constexpr std::array<std::pair<ProbeStatus, std::string_view>, 7> kNames{{
      {ProbeStatus::kOk, "ok"}, {ProbeStatus::kNoAgent, "no_agent"}, {ProbeStatus::kInitFailed, "init_failed"},
      {ProbeStatus::kNoRuntimeLibrary, "no_runtime_library"}, {ProbeStatus::kTimeout, "timeout"},
      {ProbeStatus::kCrashed, "crashed"}, {ProbeStatus::kNotRun, "not_run"},
  }};
};

/// Where a GPU sits. Used in memory to join HSA, HIP, sysfs and libdrm; it is in no report.
struct PciLocation {
  std::uint32_t domain = 0;
  std::uint32_t bus = 0;
  std::uint32_t device = 0;
  std::uint32_t function = 0;
  bool operator==(const PciLocation&) const = default;
};

template <class Io>
void fields(Io& io, Of<Io, PciLocation>& location) {
  io("domain", location.domain);
  io("bus", location.bus);
  io("device", location.device);
  io("function", location.function);
}

/// One HSA GPU agent, in the order that ROCR_VISIBLE_DEVICES counts.
struct ProbeAgent {
  std::uint32_t index = 0;
  std::string target_id;                      ///< of its first ISA, "gfx90a:sramecc+:xnack-"
  std::uint32_t wavefront_lanes = 0;
  std::uint32_t compute_units = 0;
  std::uint32_t chip_id = 0;                  ///< PCI device id as the runtime gives it
  std::optional<std::uint32_t> max_clock_mhz;
  std::string product_name;                   ///< may be empty; a label, never a key
  PciLocation location;
};

template <class Io>
void fields(Io& io, Of<Io, ProbeAgent>& agent) {
  io("index", agent.index);
  io("target_id", agent.target_id);
  io("wavefront_lanes", agent.wavefront_lanes);
  io("compute_units", agent.compute_units);
  io("chip_id", agent.chip_id);
  io("max_clock_mhz", agent.max_clock_mhz);
  io("product_name", agent.product_name);
  io("location", agent.location);
}

struct ProbeDocument {
  ProbeStatus status = ProbeStatus::kNotRun;
  std::string message;                        ///< what the runtime said, when it is not ok
  std::optional<std::string> runtime_version;  ///< HSA system version, "1.18"
  std::vector<ProbeAgent> agents;
};

template <class Io>
void fields(Io& io, Of<Io, ProbeDocument>& document) {
  io.constant("schema", "agt.probe");
  io.constant("version", "1.0");
  io("status", document.status);
  io("message", document.message);
  io("runtime_version", document.runtime_version);
  io("agents", document.agents);
}

}  // namespace agt
