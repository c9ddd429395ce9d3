// FakeTopology: the kernel's list of GPUs as a test wants it, in a folder of its own.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "probe/kfd_topology.h"
#include "tests/temporary_folder.h"

namespace agt {

struct FakeGpu {
  std::uint32_t gfx_target_version = 110000;
  std::uint32_t minor = 128;
  std::uint32_t location_id = 0x300;
  std::uint32_t device_id = 0x744c;
  std::uint32_t simd_count = 192;
  std::string more = {};  ///< further lines of properties
};

class FakeTopology {
 public:
  std::filesystem::path root() const { return folder_.path(); }
  std::filesystem::path node(std::uint32_t number) const { return folder_ / "nodes" / std::to_string(number); }

  const FakeTopology& write(std::uint32_t number, const std::string& file, const std::string& content) const {
    return folder_.write("nodes/" + std::to_string(number) + "/" + file, content), *this;
  }
  const FakeTopology& cpu(std::uint32_t number) const {
    return write(number, "gpu_id", "0\n")
        .write(number, "name", "\n")
        .write(number, "properties", "cpu_cores_count 8\n");
  }
  const FakeTopology& gpu(std::uint32_t number, const FakeGpu& gpu) const {
    const auto line = [](const char* key, std::uint32_t value) { return key + (" " + std::to_string(value)) + "\n"; };
    return write(number, "gpu_id", std::to_string(1000 + number) + "\n")
        .write(number, "name", "fake\n")
        .write(number, "properties",
               line("simd_count", gpu.simd_count) + line("simd_per_cu", 4) + line("vendor_id", 0x1002) +
                   line("device_id", gpu.device_id) + line("location_id", gpu.location_id) +
                   line("drm_render_minor", gpu.minor) + line("gfx_target_version", gpu.gfx_target_version) +
                   line("max_engine_clk_fcompute", 1700) + "capability 746037888\nunique_id 18446744073709551615\n" +
                   gpu.more);
  }
  KfdTopology read() const { return read_kfd_topology(root()).value(); }

 private:
  TemporaryFolder folder_;
};

}  // namespace agt
