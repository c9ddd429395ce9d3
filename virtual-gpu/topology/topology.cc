// The topology tree as text, from the table of virtual devices.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/topology/topology.h"

#include <fstream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "targets/targets.h"

namespace agt::vgpu {
namespace {

constexpr std::size_t kMaximumGpus = 128;
constexpr std::uint32_t kFirstRenderMinor = 128;
constexpr std::uint32_t kLastRenderMinor = 255;
constexpr std::uint32_t kFirstGpuId = 0x5601;
constexpr std::uint64_t kDevicesLimitBytes = 64 << 10;

// HSA_CAPABILITY (ROCR-Runtime, hsakmttypes.h). No bit of the debugger: the runtime would then enable traps.
constexpr std::uint32_t kFourWatchpoints = 0x280;
constexpr std::uint32_t kDoorbellType2 = 2 << 12;
constexpr std::uint32_t kSramEcc = 1 << 26;
// With it the runtime registers host memory at its own address; without it at an alias, which has no mapping here.
constexpr std::uint32_t kSvmApi = 1 << 27;

struct Properties {
  std::string text;
  template <class Value>
  Properties& add(std::string_view name, Value value) {
    text += fmt::format("{} {}\n", name, value);
    return *this;
  }
};

using File = std::pair<std::filesystem::path, std::string>;

std::string io_link(std::size_t from, std::size_t to) {
  constexpr int kPciExpress = 2;
  Properties link;
  link.add("type", kPciExpress).add("version_major", 0).add("version_minor", 0);
  link.add("node_from", from).add("node_to", to).add("weight", 20);
  link.add("min_latency", 0).add("max_latency", 0).add("min_bandwidth", 312).add("max_bandwidth", 31504);
  link.add("recommended_transfer_size", 0).add("flags", 1);
  return link.text;
}

std::string memory_bank(int heap_type, std::uint64_t size_bytes, std::uint32_t width_bits, std::uint32_t clock_mhz) {
  Properties bank;
  bank.add("heap_type", heap_type).add("size_in_bytes", size_bytes).add("flags", 0);
  bank.add("width", width_bits).add("mem_clk_max", clock_mhz);
  return bank.text;
}

std::string cache(int level, std::uint32_t size_kib) {
  Properties cache;
  cache.add("processor_id_low", 0).add("level", level).add("size", size_kib).add("cache_line_size", 128);
  cache.add("cache_lines_per_tag", 1).add("association", 16).add("latency", 0).add("type", 9).add("sibling_map", 1);
  return cache.text;
}

std::vector<File> cpu_files(std::size_t gpus) {
  constexpr int kSystemHeap = 0;
  Properties node;
  node.add("cpu_cores_count", 1).add("simd_count", 0).add("mem_banks_count", 1).add("caches_count", 0);
  node.add("io_links_count", gpus).add("p2p_links_count", 0).add("cpu_core_id_base", 0).add("simd_id_base", 0);
  node.add("max_waves_per_simd", 0).add("lds_size_in_kb", 0).add("gds_size_in_kb", 0).add("num_gws", 0);
  node.add("wave_front_size", 0).add("array_count", 0).add("simd_arrays_per_engine", 0).add("cu_per_simd_array", 0);
  node.add("simd_per_cu", 0).add("max_slots_scratch_cu", 0).add("gfx_target_version", 0).add("vendor_id", 0);
  node.add("device_id", 0).add("location_id", 0).add("domain", 0).add("drm_render_minor", 0).add("hive_id", 0);
  std::vector<File> files = {{"gpu_id", "0\n"}, {"name", "\n"}, {"properties", node.text}};
  files.emplace_back("mem_banks/0/properties", memory_bank(kSystemHeap, std::uint64_t{16} << 30, 64, 3200));
  for (std::size_t i = 0; i < gpus; ++i) {
    files.emplace_back(fmt::format("io_links/{}/properties", i), io_link(0, i + 1));
  }
  return files;
}

std::uint32_t capability(const Target& target) {
  return kFourWatchpoints | kDoorbellType2 | kSvmApi | (target.report_family == "CDNA" ? kSramEcc : 0);
}

std::string gpu_properties(const VirtualDevice& device, const Target& target, std::size_t index) {
  constexpr int kAmd = 4098;
  const std::uint32_t cus_per_array = (device.compute_units + device.shader_arrays - 1) / device.shader_arrays;
  Properties node;
  node.add("cpu_cores_count", 0).add("simd_count", device.compute_units * device.simds_per_cu);
  node.add("mem_banks_count", 1).add("caches_count", 2).add("io_links_count", 1).add("p2p_links_count", 0);
  node.add("cpu_core_id_base", 0).add("simd_id_base", 0x80000000U + 0x1000U * index);
  node.add("max_waves_per_simd", device.waves_per_simd).add("lds_size_in_kb", device.lds_kib);
  node.add("gds_size_in_kb", 0).add("num_gws", 64).add("wave_front_size", target.wave_lanes);
  node.add("array_count", device.shader_arrays).add("simd_arrays_per_engine", device.arrays_per_engine);
  node.add("cu_per_simd_array", cus_per_array).add("simd_per_cu", device.simds_per_cu);
  node.add("max_slots_scratch_cu", 32).add("gfx_target_version", target.gfx_target_version);
  node.add("vendor_id", kAmd).add("device_id", device.device_id).add("location_id", (index + 1) << 8).add("domain", 0);
  node.add("drm_render_minor", kFirstRenderMinor + index).add("hive_id", 0);
  // No copy engine: the runtime then copies by kernels, which the model executes like any other.
  node.add("num_sdma_engines", 0).add("num_sdma_xgmi_engines", 0).add("num_sdma_queues_per_engine", 0);
  node.add("num_cp_queues", 8).add("max_engine_clk_fcompute", device.clock_mhz).add("local_mem_size", 0);
  node.add("fw_version", 500).add("capability", capability(target)).add("debug_prop", 0).add("sdma_fw_version", 20);
  node.add("unique_id", 0x5649525455414c00ULL + index).add("num_xcc", device.xcc_count);
  node.add("max_engine_clk_ccompute", 3000);
  return node.text;
}

std::vector<File> gpu_files(const VirtualDevice& device, const Target& target, std::size_t index) {
  constexpr int kPublicFramebuffer = 1;
  const std::uint64_t memory_bytes = device.memory_mib << 20;
  return {{"gpu_id", fmt::format("{}\n", kFirstGpuId + index)},
          {"name", fmt::format("virtual {}\n", device.gfx)},
          {"properties", gpu_properties(device, target, index)},
          {"mem_banks/0/properties",
           memory_bank(kPublicFramebuffer, memory_bytes, device.memory_bus_bits, device.memory_clock_mhz)},
          {"caches/0/properties", cache(1, 16)},
          {"caches/1/properties", cache(2, 4096)},
          {"io_links/0/properties", io_link(index + 1, 0)}};
}

// Not atomic and not flushed as base/file.h does it: the directory is the caller's own and is read after this returns.
Result<void> write_files(const std::filesystem::path& directory, std::span<const File> files) {
  for (const auto& [name, text] : files) {
    const std::filesystem::path path = directory / name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    std::ofstream out(path);
    out << text;
    out.close();
    if (!out) return failure(ExitCode::kCannotWrite, fmt::format("{}: cannot be written", path.string()));
  }
  return success();
}

Result<TopologyGpu> parse_device_line(const std::string& line) {
  std::istringstream words(line);
  std::int64_t id = 0;
  std::int64_t minor = 0;
  std::string gfx;
  std::string rest;
  const bool whole = (words >> id >> gfx >> minor) && !(words >> rest);
  if (!whole || id < 1 || id > UINT32_MAX || minor < kFirstRenderMinor || minor > kLastRenderMinor) {
    return failure(ExitCode::kBadInput, "expected \"<gpu id> <gfx> <render minor>\"");
  }
  TopologyGpu gpu{static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(minor), find_virtual_device(gfx)};
  if (gpu.device == nullptr) return failure(ExitCode::kBadInput, fmt::format("unknown target {}", gfx));
  return gpu;
}

}  // namespace

Result<void> write_topology(std::span<const VirtualDevice> devices, const std::filesystem::path& directory) {
  if (devices.empty() || devices.size() > kMaximumGpus) {
    return failure(ExitCode::kUsage, fmt::format("topology: {} virtual GPUs, 1 to {} are possible", devices.size(),
                                                 kMaximumGpus));
  }
  Properties system;
  system.add("platform_oem", 0).add("platform_id", 0).add("platform_rev", 0);
  std::vector<File> files = {{"generation_id", "1\n"}, {"system_properties", system.text}};
  for (auto& [name, text] : cpu_files(devices.size())) files.emplace_back("nodes/0" / name, text);
  std::string list;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Target* target = find_target(devices[i].gfx);
    if (target == nullptr) return failure(ExitCode::kUsage, fmt::format("{}: not a supported target", devices[i].gfx));
    const std::filesystem::path node = fmt::format("nodes/{}", i + 1);
    for (auto& [name, text] : gpu_files(devices[i], *target, i)) files.emplace_back(node / name, text);
    list += fmt::format("{} {} {}\n", kFirstGpuId + i, devices[i].gfx, kFirstRenderMinor + i);
  }
  files.emplace_back("devices", list);
  return write_files(directory, files);
}

Result<std::vector<TopologyGpu>> read_topology(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / "devices";
  const auto text = read_file(path, kDevicesLimitBytes);
  if (!text) return because(text, "topology");
  std::vector<TopologyGpu> gpus;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    auto gpu = parse_device_line(line);
    if (!gpu) return because(gpu, fmt::format("{}: line {}", path.string(), gpus.size() + 1));
    gpus.push_back(*gpu);
  }
  if (gpus.empty()) return failure(ExitCode::kBadInput, path.string() + ": no GPU in it");
  return gpus;
}

}  // namespace agt::vgpu
