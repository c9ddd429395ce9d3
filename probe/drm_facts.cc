// Each question to libdrm is asked on its own; a question that a library cannot answer leaves its field empty.
// SPDX-License-Identifier: MIT
#include "probe/drm_facts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <libdrm/amdgpu.h>
#include <xf86drm.h>

#include <string_view>

#include "base/descriptor.h"
#include "base/shared_library.h"

namespace agt {
namespace {

/// The functions that are used, null where the library or the symbol is missing.
struct DrmFunctions {
  decltype(&drmGetVersion) get_version = nullptr;
  decltype(&drmFreeVersion) free_version = nullptr;
  decltype(&drmGetDevice2) get_device = nullptr;
  decltype(&drmFreeDevice) free_device = nullptr;
  decltype(&amdgpu_device_initialize) initialize = nullptr;
  decltype(&amdgpu_device_deinitialize) deinitialize = nullptr;
  decltype(&amdgpu_get_marketing_name) get_marketing_name = nullptr;
};

DrmFunctions load(const DrmLibraries& names) {
  const SharedLibrary drm = SharedLibrary::open(names.drm).value_or(SharedLibrary());
  const SharedLibrary amdgpu = SharedLibrary::open(names.amdgpu).value_or(SharedLibrary());
  DrmFunctions functions;
  drm.find("drmGetVersion", functions.get_version);
  drm.find("drmFreeVersion", functions.free_version);
  drm.find("drmGetDevice2", functions.get_device);
  drm.find("drmFreeDevice", functions.free_device);
  amdgpu.find("amdgpu_device_initialize", functions.initialize);
  amdgpu.find("amdgpu_device_deinitialize", functions.deinitialize);
  amdgpu.find("amdgpu_get_marketing_name", functions.get_marketing_name);
  return functions;
}

void add_driver(DrmFacts& facts, const DrmFunctions& drm, int node) {
  if (drm.get_version == nullptr || drm.free_version == nullptr) return;
  drmVersionPtr version = drm.get_version(node);
  if (version == nullptr) return;
  if (version->name != nullptr && version->name_len > 0)
    facts.driver_name = std::string(version->name, static_cast<std::size_t>(version->name_len));
  facts.driver_version =
      fmt::format("{}.{}.{}", version->version_major, version->version_minor, version->version_patchlevel);
  drm.free_version(version);
}

void add_pci(DrmFacts& facts, const DrmFunctions& drm, int node) {
  drmDevicePtr device = nullptr;
  if (drm.get_device == nullptr || drm.free_device == nullptr || drm.get_device(node, 0, &device) != 0) return;
  if (device->bustype == DRM_BUS_PCI) {
    const drmPciBusInfo& bus = *device->businfo.pci;
    facts.location = PciLocation{.domain = bus.domain, .bus = bus.bus, .device = bus.dev, .function = bus.func};
    facts.pci_vendor_id = device->deviceinfo.pci->vendor_id;
    facts.pci_device_id = device->deviceinfo.pci->device_id;
  }
  drm.free_device(&device);
}

void add_marketing_name(DrmFacts& facts, const DrmFunctions& drm, int node) {
  if (drm.initialize == nullptr || drm.deinitialize == nullptr || drm.get_marketing_name == nullptr) return;
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  amdgpu_device_handle device = nullptr;
  if (drm.initialize(node, &major, &minor, &device) != 0) return;
  const char* name = drm.get_marketing_name(device);
  if (name != nullptr && *name != '\0') facts.marketing_name = name;
  drm.deinitialize(device);
}

}  // namespace

std::vector<DrmFacts> read_drm_facts(const std::filesystem::path& dev, const std::vector<std::uint32_t>& render_minors,
                                     const DrmLibraries& libraries) {
  const DrmFunctions drm = load(libraries);
  std::vector<DrmFacts> all;
  for (const std::uint32_t minor : render_minors) {
    const auto path = dev / "dri" / ("renderD" + std::to_string(minor));
    const Descriptor node(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY));
    if (!node) continue;
    DrmFacts facts;
    facts.render_minor = minor;
    add_driver(facts, drm, node.get());
    add_pci(facts, drm, node.get());
    // libdrm_amdgpu writes to stderr about a node that is not its own.
    if (facts.driver_name == "amdgpu") add_marketing_name(facts, drm, node.get());
    all.push_back(std::move(facts));
  }
  return all;
}

}  // namespace agt
