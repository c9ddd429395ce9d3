// Each node is judged on its own: its status for the report, one open for the truth. sysfs says which render nodes are
// AMD's, also of those that were not passed into this container.
// SPDX-License-Identifier: MIT
#include "probe/access.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/descriptor.h"
#include "base/file.h"
#include "probe/access_findings.h"

namespace agt {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kAmdVendor = 0x1002;
constexpr std::uint64_t kAttributeLimitBytes = 4096;
constexpr std::string_view kRenderPrefix = "renderD";

std::string errno_name(int error) {
  const char* name = ::strerrorname_np(error);
  return name != nullptr ? name : std::to_string(error);
}

/// The entries of a directory by name; none when it cannot be read.
std::vector<fs::path> entries_of(const fs::path& directory) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error))
    entries.push_back(at->path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

/// A number as sysfs prints PCI ids and classes, "0x1002\n".
std::optional<std::uint32_t> read_hex(const fs::path& path) {
  const auto text = read_file(path, kAttributeLimitBytes);
  if (!text || !text->starts_with("0x")) return std::nullopt;
  const char* end = text->data() + text->size();
  std::uint32_t value = 0;
  const auto parsed = std::from_chars(text->data() + 2, end, value, 16);
  if (parsed.ec != std::errc() || (parsed.ptr != end && *parsed.ptr != '\n')) return std::nullopt;
  return value;
}

/// The last component of where a link leads, "amdgpu" for …/device/driver.
std::optional<std::string> link_name(const fs::path& link) {
  std::error_code error;
  const fs::path target = fs::read_symlink(link, error);
  if (error) return std::nullopt;
  return target.filename().string();
}

bool mode_allows(const struct stat& status, const Identity& identity) {
  const unsigned mode = status.st_mode;
  const bool in_group = std::binary_search(identity.groups.begin(), identity.groups.end(), status.st_gid);
  const unsigned bits = identity.uid == status.st_uid ? mode >> 6 : in_group ? mode >> 3 : mode;
  return (bits & 6) == 6;
}

/// What an unmapped group shows as in a user namespace (user_namespaces(7), /proc/sys/kernel/overflowgid).
std::uint32_t placeholder_gid(const Roots& roots) {
  std::uint32_t gid = 65534;
  if (const auto text = read_file(roots.proc / "sys/kernel/overflowgid", kAttributeLimitBytes))
    std::from_chars(text->data(), text->data() + text->size(), gid);
  return gid;
}

JudgedNode judge(const fs::path& path, const Roots& roots, const Identity& identity) {
  JudgedNode node;
  node.facts.name = path.filename().string();
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0) {
    node.facts.present = true;
    node.facts.mode = fmt::format("{:04o}", status.st_mode & 07777U);
    node.facts.gid = status.st_gid;
    node.mode_allows = mode_allows(status, identity);
    node.gid_is_mapped = status.st_gid != placeholder_gid(roots);
  }
  node.error = identity.try_open(path);
  node.facts.accessible = node.error == 0;
  node.facts.present = node.facts.present || node.facts.accessible;
  if (node.error != 0) node.facts.error = errno_name(node.error);
  return node;
}

/// The number of "renderD128", or nothing for another name.
std::optional<std::uint32_t> render_minor(const std::string& name) {
  if (!name.starts_with(kRenderPrefix)) return std::nullopt;
  const char* end = name.data() + name.size();
  std::uint32_t minor = 0;
  const auto parsed = std::from_chars(name.data() + kRenderPrefix.size(), end, minor);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return minor;
}

/// A partition's own render node hangs on a platform device "amdgpu_xcp…" that has no vendor (Linux amdgpu_xcp_drv.c).
bool is_partition(const fs::path& device) {
  std::error_code error;
  return fs::canonical(device, error).filename().string().starts_with("amdgpu_xcp");
}

std::vector<JudgedNode> judge_amd_render_nodes(const Roots& roots, const Identity& identity) {
  std::map<std::uint32_t, JudgedNode> by_minor;
  for (const fs::path& entry : entries_of(roots.sys / "class/drm")) {
    const fs::path device = entry / "device";
    const auto minor = render_minor(entry.filename().string());
    const auto vendor = read_hex(device / "vendor");
    if (!minor || (vendor != kAmdVendor && !is_partition(device))) continue;
    JudgedNode node = judge(roots.dev / "dri" / entry.filename(), roots, identity);
    node.facts.vendor_id = vendor;
    node.facts.device_id = read_hex(device / "device");
    node.facts.driver = link_name(device / "driver");
    by_minor.emplace(*minor, std::move(node));
  }
  std::vector<JudgedNode> nodes;
  for (auto& [minor, node] : by_minor) nodes.push_back(std::move(node));
  return nodes;
}

/// Displays (class 0x03) and processing accelerators (0x12) of AMD, whether a driver is bound to them or not.
std::uint32_t count_amd_pci_devices(const fs::path& sys) {
  std::uint32_t count = 0;
  for (const fs::path& device : entries_of(sys / "bus/pci/devices")) {
    const std::uint32_t base_class = read_hex(device / "class").value_or(0) >> 16;
    if (read_hex(device / "vendor") == kAmdVendor && (base_class == 0x03 || base_class == 0x12)) ++count;
  }
  return count;
}

bool is_microsoft_kernel(const fs::path& proc) {
  auto release = read_file(proc / "sys/kernel/osrelease", kAttributeLimitBytes);
  if (!release) return false;
  std::transform(release->begin(), release->end(), release->begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return release->find("microsoft") != std::string::npos;
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

int try_open(const fs::path& path) {
  const Descriptor opened(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY));
  return opened ? 0 : errno;
}

}  // namespace

Identity own_identity() {
  const int count = ::getgroups(0, nullptr);
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(count, 0)));
  const int got = ::getgroups(count, groups.data());
  groups.resize(static_cast<std::size_t>(std::max(got, 0)));
  groups.push_back(::getegid());
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  return {::geteuid(), std::vector<std::uint32_t>(groups.begin(), groups.end()), try_open};
}

AccessFacts find_access_facts(const Roots& roots, const Identity& identity) {
  const JudgedNode kfd = judge(roots.dev / "kfd", roots, identity);
  const std::vector<JudgedNode> render_nodes = judge_amd_render_nodes(roots, identity);
  AccessFacts facts;
  facts.kfd = kfd.facts;
  bool render_accessible = false;
  for (const JudgedNode& node : render_nodes) {
    facts.render_nodes.push_back(node.facts);
    render_accessible = render_accessible || node.facts.accessible;
  }
  facts.path = kfd.facts.accessible && render_accessible ? AccessPath::kKfd : AccessPath::kNone;
  facts.dxg_present = is_there(roots.dev / "dxg");
  facts.wsl = is_microsoft_kernel(roots.proc);
  facts.groups = identity.groups;
  facts.findings = explain_access(kfd, render_nodes,
                                  {.wsl = facts.dxg_present || facts.wsl,
                                   .amdgpu_loaded = is_there(roots.sys / "module/amdgpu"),
                                   .amd_pci_devices = count_amd_pci_devices(roots.sys),
                                   .groups = identity.groups});
  return facts;
}

}  // namespace agt
