// A node is three files: gpu_id (0 for a CPU), name and properties ("key number" lines).
// SPDX-License-Identifier: MIT
#include "probe/kfd_topology.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

#include "base/file.h"

namespace agt {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kAttributeLimitBytes = 64 << 10;
constexpr std::size_t kNodeLimit = 4096;
constexpr std::size_t kPropertyLimit = 512;
constexpr std::size_t kNameLimit = 64;

using Properties = std::map<std::string, std::uint64_t, std::less<>>;

template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// `text` without the newline that must end it.
std::optional<std::string_view> without_newline(std::string_view text) {
  if (text.empty() || text.back() != '\n') return std::nullopt;
  return text.substr(0, text.size() - 1);
}

tl::unexpected<Error> malformed(std::string reason) { return failure(ExitCode::kBadInput, std::move(reason)); }

Result<void> add_property(Properties& properties, std::string_view line) {
  const std::size_t space = line.find(' ');
  const auto value = parse_number<std::uint64_t>(space == line.npos ? std::string_view() : line.substr(space + 1));
  if (space == 0 || !value) return malformed("is not \"key number\"");
  if (properties.size() >= kPropertyLimit) return malformed("is one line too many");
  if (!properties.emplace(line.substr(0, space), *value).second) return malformed("says a key again");
  return success();
}

Result<Properties> parse_properties(std::string_view text) {
  Properties properties;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    const auto added =
        end == text.npos ? Result<void>(malformed("has no end")) : add_property(properties, text.substr(0, end));
    if (!added) return because(added, "properties: line " + std::to_string(line));
    text.remove_prefix(end + 1);
  }
  return properties;
}

/// The property's value, or nothing when the kernel (an older one) does not write it.
Result<std::optional<std::uint32_t>> optional_u32(const Properties& properties, std::string_view key) {
  const auto found = properties.find(key);
  if (found == properties.end()) return std::optional<std::uint32_t>();
  if (!std::in_range<std::uint32_t>(found->second)) return malformed("properties: " + std::string(key) + ": too large");
  return std::optional(static_cast<std::uint32_t>(found->second));
}

Result<std::uint32_t> required_u32(const Properties& properties, std::string_view key) {
  const auto value = optional_u32(properties, key);
  if (!value) return tl::make_unexpected(value.error());
  if (!*value) return malformed("properties: " + std::string(key) + ": is missing");
  return **value;
}

/// Fills the GPU from its properties; the first thing that is wrong is the error.
class PropertyFiller {
 public:
  explicit PropertyFiller(const Properties& properties) : properties_(properties) {}
  std::uint32_t required(std::string_view key) { return keep(required_u32(properties_, key), std::uint32_t{0}); }
  std::optional<std::uint32_t> optional(std::string_view key) {
    return keep(optional_u32(properties_, key), std::optional<std::uint32_t>());
  }
  /// An optional number for which 0 means that the kernel does not know.
  std::optional<std::uint32_t> optional_not_zero(std::string_view key) {
    const auto value = optional(key);
    return value == 0U ? std::nullopt : value;
  }
  Result<void> result() const { return result_; }

 private:
  template <class T>
  T keep(const Result<T>& value, T otherwise) {
    if (value) return *value;
    if (result_) result_ = tl::make_unexpected(value.error());
    return otherwise;
  }
  const Properties& properties_;
  Result<void> result_;
};

Result<void> fill(TopologyGpu& gpu, const Properties& properties) {
  PropertyFiller from(properties);
  gpu.gfx_target_version = from.required("gfx_target_version");
  gpu.drm_render_minor = from.required("drm_render_minor");
  gpu.location = pci_location(from.optional("domain").value_or(0), from.required("location_id"));
  gpu.vendor_id = from.required("vendor_id");
  gpu.device_id = from.required("device_id");
  gpu.simd_count = from.required("simd_count");
  gpu.simd_per_cu = from.optional_not_zero("simd_per_cu");
  gpu.wave_front_lanes = from.optional_not_zero("wave_front_size");
  gpu.max_clock_mhz = from.optional_not_zero("max_engine_clk_fcompute");
  gpu.xcc_count = from.optional_not_zero("num_xcc");
  if (const auto capability = from.optional("capability")) gpu.doorbell_type = *capability >> 12 & 3;
  return from.result();
}

Result<std::uint32_t> read_gpu_id(const fs::path& directory, const ReadAttribute& read) {
  const auto text = read(directory / "gpu_id");
  if (!text) return tl::make_unexpected(text.error());
  const auto line = without_newline(*text);
  const auto id = line ? parse_number<std::uint32_t>(*line) : std::nullopt;
  if (!id) return malformed("gpu_id: is not a number");
  return *id;
}

Result<std::string> read_name(const fs::path& directory, const ReadAttribute& read) {
  const auto text = read(directory / "name");
  if (!text) return tl::make_unexpected(text.error());
  const auto line = without_newline(*text);
  if (!line || line->size() > kNameLimit || line->find('\n') != line->npos) return malformed("name: is not one line");
  return std::string(*line);
}

Result<void> read_gpu(TopologyGpu& gpu, const fs::path& directory, const ReadAttribute& read) {
  const auto name = read_name(directory, read);
  if (!name) return tl::make_unexpected(name.error());
  gpu.name = *name;
  const auto text = read(directory / "properties");
  if (!text) return tl::make_unexpected(text.error());
  const auto properties = parse_properties(*text);
  if (!properties) return tl::make_unexpected(properties.error());
  return fill(gpu, *properties);
}

void read_node(KfdTopology& topology, std::uint32_t number, const fs::path& directory, const ReadAttribute& read) {
  const auto gpu_id = read_gpu_id(directory, read);
  if (gpu_id && *gpu_id == 0) return void(++topology.cpu_nodes);
  TopologyGpu gpu;
  gpu.node = number;
  gpu.gpu_id = gpu_id.value_or(0);
  const Result<void> done = gpu_id ? read_gpu(gpu, directory, read) : Result<void>(tl::make_unexpected(gpu_id.error()));
  if (!done) {
    gpu.state = done.error().error_number == EPERM ? NodeState::kHidden : NodeState::kMalformed;
    gpu.reason = done.error().message;
  }
  topology.gpus.push_back(std::move(gpu));
}

}  // namespace

std::optional<std::uint32_t> TopologyGpu::compute_units() const {
  if (!simd_per_cu) return std::nullopt;
  return simd_count / *simd_per_cu;
}

PciLocation pci_location(std::uint32_t domain, std::uint32_t location_id) {
  return {
      .domain = domain, .bus = location_id >> 8 & 0xff, .device = location_id >> 3 & 0x1f, .function = location_id & 7};
}

Result<std::string> read_attribute(const fs::path& path) { return read_file(path, kAttributeLimitBytes); }

Result<KfdTopology> read_kfd_topology(const fs::path& root, const ReadAttribute& read) {
  std::map<std::uint32_t, fs::path> nodes;
  std::error_code error;
  for (fs::directory_iterator at(root / "nodes", error), end; !error && at != end; at.increment(error)) {
    if (const auto number = parse_number<std::uint32_t>(at->path().filename().string())) nodes[*number] = at->path();
    if (nodes.size() > kNodeLimit)
      return malformed(root.string() + ": more than " + std::to_string(kNodeLimit) + " nodes");
  }
  if (error && error != std::errc::no_such_file_or_directory) return malformed(root.string() + ": " + error.message());
  KfdTopology topology;
  for (const auto& [number, directory] : nodes) read_node(topology, number, directory, read);
  return topology;
}

}  // namespace agt
