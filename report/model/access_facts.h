// What the process may reach, found out without any ROCm library, and what is to be done where it may not.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/model/fields.h"

namespace agt {

enum class Severity { kInfo, kWarning, kError };

template <>
struct EnumNames<Severity> {
  static constexpr std::array<std::pair<Severity, std::string_view>, 3> kNames{{
      {Severity::kInfo, "info"}, {Severity::kWarning, "warning"}, {Severity::kError, "error"},
  }};
};

/// One thing that is wrong or worth knowing, from the catalogue of probe/findings.h.
struct Finding {
  std::string id;           ///< stable, "NO_KFD"
  Severity severity = Severity::kInfo;
  std::string title;        ///< a sentence
  std::string evidence;     ///< what was seen: "open /dev/kfd: ENOENT"
  std::string explanation;  ///< what it means, for someone who has never heard of KFD
  std::string fix;          ///< what to type, and what to expect then
};

template <class Io>
void fields(Io& io, Of<Io, Finding>& finding) {
  io("id", finding.id);
  io("severity", finding.severity);
  io("title", finding.title);
  io("evidence", finding.evidence);
  io("explanation", finding.explanation);
  io("fix", finding.fix);
}

/// A device node, judged by opening it as the identity that runs.
struct NodeFacts {
  std::string name;                  ///< "kfd", "renderD128"
  bool present = false;
  bool accessible = false;           ///< opened for reading and writing
  std::optional<std::string> error;  ///< name of errno when it is not, "EACCES"
  std::optional<std::string> mode;   ///< octal, "0660"
  std::optional<std::uint32_t> gid;
  std::optional<std::uint32_t> vendor_id;  ///< PCI, of render nodes
  std::optional<std::uint32_t> device_id;
  std::optional<std::string> driver;       ///< "amdgpu"
};

template <class Io>
void fields(Io& io, Of<Io, NodeFacts>& node) {
  io("name", node.name);
  io("present", node.present);
  io("accessible", node.accessible);
  io("error", node.error);
  io("mode", node.mode);
  io("gid", node.gid);
  io("vendor_id", node.vendor_id);
  io("device_id", node.device_id);
  io("driver", node.driver);
}

/// Which way leads to the GPUs.
enum class AccessPath { kNone, kKfd };

template <>
struct EnumNames<AccessPath> {
  static constexpr std::array<std::pair<AccessPath, std::string_view>, 2> kNames{{
      {AccessPath::kNone, "none"}, {AccessPath::kKfd, "kfd"},
  }};
};

struct AccessFacts {
  AccessPath path = AccessPath::kNone;  ///< kfd: it and at least one AMD render node can be opened
  NodeFacts kfd;
  std::vector<NodeFacts> render_nodes;  ///< AMD's only
  bool dxg_present = false;             ///< /dev/dxg, Windows Subsystem for Linux
  bool wsl = false;
  std::vector<std::uint32_t> groups;    ///< numeric, of the process
  std::vector<Finding> findings;
};

template <class Io>
void fields(Io& io, Of<Io, AccessFacts>& facts) {
  io("path", facts.path);
  io("kfd", facts.kfd);
  io("render_nodes", facts.render_nodes);
  io("dxg_present", facts.dxg_present);
  io("wsl", facts.wsl);
  io("groups", facts.groups);
  io("findings", facts.findings);
}

}  // namespace agt
