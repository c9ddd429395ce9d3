// A test library in the place of libdrm and libdrm_amdgpu: the first line of a node's file chooses what it is.
//   gpu      a PCI device of amdgpu with a marketing name
//   unnamed  the same without a name in amdgpu.ids
//   xcp      a partition's node: a platform device
//   other    a GPU of another driver
//   dead     every question fails
// SPDX-License-Identifier: MIT
#include <libdrm/amdgpu.h>
#include <unistd.h>
#include <xf86drm.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

std::string kind_of(int node) {
  std::array<char, 64> text{};
  const ssize_t got = ::pread(node, text.data(), text.size(), 0);
  const std::string content(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  return content.substr(0, content.find('\n'));
}

// libdrm_amdgpu would write to stderr and fail; the test must see that nobody asks.
void refuse_other_drivers(const std::string& kind) {
  if (kind == "other" || kind == "dead") std::abort();
}

char amdgpu_name[] = "amdgpu, and more than name_len";
char other_name[] = "i915";
char named_handle;
char unnamed_handle;
drmVersion version{};
drmPciBusInfo bus{};
drmPciDeviceInfo pci{};
drmDevice device{};

}  // namespace

extern "C" {

drmVersionPtr drmGetVersion(int node) {
  const std::string kind = kind_of(node);
  if (kind == "dead") return nullptr;
  version = {};
  version.version_major = 3;
  version.version_minor = 64;
  version.name = kind == "other" ? other_name : amdgpu_name;
  version.name_len = kind == "other" ? 4 : 6;
  return &version;
}

void drmFreeVersion(drmVersionPtr) {}

int drmGetDevice2(int node, std::uint32_t, drmDevicePtr* result) {
  const std::string kind = kind_of(node);
  if (kind == "dead") return -19;
  bus = {.domain = 1, .bus = 3, .dev = 0, .func = 2};
  pci = {};
  pci.vendor_id = 0x1002;
  pci.device_id = 0x744c;
  device = {};
  device.bustype = kind == "xcp" ? DRM_BUS_PLATFORM : DRM_BUS_PCI;
  if (kind != "xcp") {
    device.businfo.pci = &bus;
    device.deviceinfo.pci = &pci;
  }
  *result = &device;
  return 0;
}

void drmFreeDevice(drmDevicePtr* freed) { *freed = nullptr; }

int amdgpu_device_initialize(int node, std::uint32_t* major, std::uint32_t* minor, amdgpu_device_handle* handle) {
  refuse_other_drivers(kind_of(node));
  *major = 3;
  *minor = 64;
  *handle = reinterpret_cast<amdgpu_device_handle>(kind_of(node) == "unnamed" ? &unnamed_handle : &named_handle);
  return 0;
}

int amdgpu_device_deinitialize(amdgpu_device_handle) { return 0; }

const char* amdgpu_get_marketing_name(amdgpu_device_handle handle) {
  return reinterpret_cast<char*>(handle) == &named_handle ? "AMD Radeon RX 7900 XTX" : nullptr;
}

}  // extern "C"
