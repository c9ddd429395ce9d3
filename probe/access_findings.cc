// Each node that is there and cannot be opened asks for one row of the catalogue; rows asked for by several nodes are
// said once. What is absent is another matter: /dev/kfd must be there, and one AMD render node.
// SPDX-License-Identifier: MIT
#include "probe/access_findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <map>
#include <set>
#include <string>

#include "probe/findings.h"

namespace agt {
namespace {

using Nodes = std::vector<const JudgedNode*>;

std::string path_of(const NodeFacts& node) { return node.name == "kfd" ? "/dev/kfd" : "/dev/dri/" + node.name; }

FindingId row_of_refusal(const JudgedNode& node) {
  if (node.mode_allows) return FindingId::kPermSelinux;
  return node.gid_is_mapped ? FindingId::kPermGid : FindingId::kUserns;
}

/// The row for a node that is there and cannot be opened.
FindingId row_of(const JudgedNode& node) {
  const bool is_kfd = node.facts.name == "kfd";
  switch (node.error) {
    case EACCES:
      return row_of_refusal(node);
    case EPERM:
      return FindingId::kPermCgroup;
    case ENOMEM:
      return is_kfd ? FindingId::kKfdNoGpu : FindingId::kOpenFailed;
    case EINVAL:
      return is_kfd ? FindingId::kKfdWedged : FindingId::kOpenFailed;
    case EAGAIN:
      return FindingId::kGpuInReset;
    case ENXIO:
    case ENODEV:
      return FindingId::kStaleNode;
    case EISDIR:
      return is_kfd ? FindingId::kNoKfd : FindingId::kNoRenderNode;  // `-v` of a node the host has not
    default:
      return FindingId::kOpenFailed;
  }
}

std::string describe(const JudgedNode& node) {
  return fmt::format("open {}: {}, mode {}, group {}", path_of(node.facts), node.facts.error.value_or("no error"),
                     node.facts.mode.value_or("unknown"), node.facts.gid ? std::to_string(*node.facts.gid) : "unknown");
}

std::string evidence_of(const Nodes& nodes, const Surroundings& surroundings) {
  std::string text;
  for (const JudgedNode* node : nodes) text += describe(*node) + "; ";
  return text + fmt::format("groups of this process: {}", fmt::join(surroundings.groups, ", "));
}

std::string evidence_of_absence(const Surroundings& surroundings) {
  const std::string start = "open /dev/kfd: ENOENT; ";
  if (surroundings.amdgpu_loaded)
    return start + "the driver amdgpu is loaded, so the device was not passed into this container";
  if (surroundings.amd_pci_devices == 0) return start + "no AMD GPU is on this machine's PCI bus";
  return start +
         fmt::format("{} AMD GPU on the PCI bus, and the driver amdgpu is not loaded", surroundings.amd_pci_devices);
}

/// The groups of all nodes that are there, not of the refused ones alone: the line that is printed is the whole line.
Blanks blanks_of(const Nodes& refused, const Nodes& all) {
  std::set<std::uint32_t> gids;
  for (const JudgedNode* node : all)
    if (node->facts.gid && node->gid_is_mapped) gids.insert(*node->facts.gid);
  Blanks blanks;
  for (const std::uint32_t gid : gids)
    blanks.group_add += fmt::format("{}--group-add {}", blanks.group_add.empty() ? "" : " ", gid);
  blanks.gids = fmt::format("{}", fmt::join(gids, ", "));
  blanks.gid_list = fmt::format("{}", fmt::join(gids, ","));
  std::vector<std::string> paths;
  for (const JudgedNode* node : refused) paths.push_back(path_of(node->facts));
  blanks.nodes = fmt::format("{}", fmt::join(paths, " "));
  return blanks;
}

bool any_present(const std::vector<JudgedNode>& nodes) {
  for (const JudgedNode& node : nodes)
    if (node.facts.present) return true;
  return false;
}

std::string evidence_of_no_render_node(const std::vector<JudgedNode>& known) {
  if (known.empty()) return "the driver has made no render node for a device of vendor 0x1002";
  std::vector<std::string> paths;
  for (const JudgedNode& node : known) paths.push_back(path_of(node.facts));
  return fmt::format("not there: {}", fmt::join(paths, ", "));
}

}  // namespace

std::vector<Finding> explain_access(const JudgedNode& kfd, const std::vector<JudgedNode>& render_nodes,
                                    const Surroundings& surroundings) {
  Nodes present;
  if (kfd.facts.present) present.push_back(&kfd);
  for (const JudgedNode& node : render_nodes)
    if (node.facts.present) present.push_back(&node);

  std::map<FindingId, Finding> found;
  if (!kfd.facts.present && surroundings.wsl)
    found[FindingId::kWsl] = make_finding(FindingId::kWsl, "open /dev/kfd: ENOENT; this kernel is Windows's");
  else if (!kfd.facts.present)
    found[FindingId::kNoKfd] = make_finding(FindingId::kNoKfd, evidence_of_absence(surroundings));
  else if (!any_present(render_nodes))
    found[FindingId::kNoRenderNode] = make_finding(FindingId::kNoRenderNode, evidence_of_no_render_node(render_nodes));

  std::map<FindingId, Nodes> refused;
  for (const JudgedNode* node : present)
    if (node->error != 0) refused[row_of(*node)].push_back(node);
  for (const auto& [row, nodes] : refused)
    found.try_emplace(row, make_finding(row, evidence_of(nodes, surroundings), blanks_of(nodes, present)));

  std::vector<Finding> findings;  // in the order of the catalogue
  for (auto& [row, finding] : found) findings.push_back(std::move(finding));
  return findings;
}

}  // namespace agt
