// The catalogue of findings: what can be wrong with a machine, in words for somebody who never heard of KFD.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/model/access_facts.h"

namespace agt {

/// The rows of the catalogue, in its order. An id is never renamed and never used again for something else.
enum class FindingId {
  kNoKfd,
  kWsl,
  kPermGid,
  kUserns,
  kPermSelinux,
  kPermCgroup,
  kKfdNoGpu,
  kKfdWedged,
  kGpuInReset,
  kStaleNode,
  kNoRenderNode,
  kOpenFailed,
  kHsaInitFailed,
  kHsaInitHang,
  kProbeCrashed,
  kClosureBroken,
  kNoAgent,
  kRuntimeTooOld,
  kUnsupportedTarget,
  kGpuHidden,
  kNotInKfd,
  kNotInTopology,
  kTopologyMalformed,
};

/// What to do when the kit was started in this way: "Docker or Podman", "Kubernetes", "on the host".
struct Fix {
  std::string_view way;
  std::string_view text;  ///< {blanks} are filled in from Blanks
};

/// One row of the catalogue.
struct FindingKind {
  FindingId key;
  std::string_view id;  ///< "NO_KFD"
  Severity severity;
  std::string_view title;
  std::string_view explanation;
  std::span<const Fix> fixes;
  std::string_view expect;  ///< what happens when the fix was right
};

/// What this machine puts into the fixes' blanks.
struct Blanks {
  std::string group_add;  ///< {group_add}: "--group-add 44 --group-add 993"
  std::string gids;       ///< {gids}: "44, 993"
  std::string gid_list;   ///< {gid_list}: "44,993"
  std::string nodes;      ///< {nodes}: "/dev/kfd /dev/dri/renderD128"
  std::string targets;    ///< {targets}: the targets that the kit has device code for
};

std::span<const FindingKind> finding_catalogue();

/// The finding of this row with the evidence of this machine; its fix has a line for each way and one that says what to
/// expect then.
Finding make_finding(FindingId key, std::string evidence, const Blanks& blanks = {});

}  // namespace agt
