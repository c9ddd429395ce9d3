// What libdrm knows of a render node: driver, PCI ids, marketing name. The owner of libdrm and libdrm_amdgpu, which are
// opened when needed, so that the kit starts on a machine that has neither.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report/model/probe_document.h"

namespace agt {

/// One render node. Every field is known on its own: what libdrm did not say is empty, never 0 or "".
struct DrmFacts {
  std::uint32_t render_minor = 0;             ///< 128 of renderD128
  std::optional<std::string> driver_name;     ///< "amdgpu"
  std::optional<std::string> driver_version;  ///< of the driver's interface, "3.64.0"
  std::optional<PciLocation> location;        ///< nothing for a partition's node, which is no PCI device
  std::optional<std::uint32_t> pci_vendor_id;
  std::optional<std::uint32_t> pci_device_id;
  std::optional<std::string> marketing_name;  ///< from amdgpu.ids; nothing when that file does not have it
};

/// The libraries' names as dlopen finds them.
struct DrmLibraries {
  std::string drm = "libdrm.so.2";
  std::string amdgpu = "libdrm_amdgpu.so.1";
};

/// The facts of each render node of `dev`/dri that can be opened; facts without content where a library is missing.
std::vector<DrmFacts> read_drm_facts(const std::filesystem::path& dev, const std::vector<std::uint32_t>& render_minors,
                                     const DrmLibraries& libraries = {});

}  // namespace agt
