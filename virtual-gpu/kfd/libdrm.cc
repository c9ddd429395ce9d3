// What the runtime asks of libdrm_amdgpu, answered for virtual GPUs: functions of the same names, found before the
// library's own because this one is preloaded. For a descriptor that is not ours they refuse: with virtual GPUs there
// are no others.
// SPDX-License-Identifier: MIT
#include <drm/amdgpu_drm.h>
#include <libdrm/amdgpu.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>

#include "targets/targets.h"
#include "virtual-gpu/kfd/process.h"

#define AGT_INTERPOSED extern "C" __attribute__((visibility("default")))

/// libdrm's opaque device.
struct amdgpu_device {
  const agt::vgpu::TopologyGpu* gpu;
  int descriptor;  ///< a duplicate: the runtime takes it over and closes its own
  std::string product;
};

namespace {

using agt::vgpu::DescriptorTable;
namespace process = agt::vgpu::process;

/// AMDGPU_FAMILY_* (drm/amdgpu_drm.h) of the first chip of each generation; the runtime's image library stops at others.
std::uint32_t family_of(std::uint32_t gfx_target_version) {
  const std::uint32_t major = gfx_target_version / 10000;
  return major <= 9 ? AMDGPU_FAMILY_AI : major == 10 ? AMDGPU_FAMILY_NV : major == 11 ? AMDGPU_FAMILY_GC_11_0_0
                                                                                        : AMDGPU_FAMILY_GC_12_0_0;
}

}  // namespace

AGT_INTERPOSED int amdgpu_device_initialize(int descriptor, std::uint32_t* major, std::uint32_t* minor,
                                            amdgpu_device_handle* handle) {
  const std::uint8_t kind = process::descriptors.kind(descriptor);
  if (kind < DescriptorTable::kFirstRenderMinor) return -ENODEV;
  const auto* gpu = process::driver().find_by_render_minor(kind);
  const int own = gpu == nullptr ? -1 : ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (own < 0 || !process::descriptors.set(own, kind)) return -ENODEV;
  *major = 3;
  *minor = 57;
  *handle = new amdgpu_device{gpu, own, product_name(*gpu->device)};
  return 0;
}

AGT_INTERPOSED int amdgpu_device_deinitialize(amdgpu_device_handle handle) {
  ::close(handle->descriptor);
  delete handle;
  return 0;
}

AGT_INTERPOSED int amdgpu_device_get_fd(amdgpu_device_handle handle) { return handle->descriptor; }

AGT_INTERPOSED const char* amdgpu_get_marketing_name(amdgpu_device_handle handle) { return handle->product.c_str(); }

AGT_INTERPOSED int amdgpu_query_gpu_info(amdgpu_device_handle handle, amdgpu_gpu_info* facts) {
  constexpr std::uint64_t kKilohertzPerMegahertz = 1000;
  const agt::vgpu::VirtualDevice& device = *handle->gpu->device;
  const agt::Target* target = agt::find_target(device.gfx);
  if (target == nullptr) return -ENODEV;
  *facts = {};
  facts->asic_id = device.device_id;
  facts->chip_external_rev = 1;
  facts->family_id = family_of(target->gfx_target_version);
  facts->max_engine_clk = device.clock_mhz * kKilohertzPerMegahertz;
  facts->max_memory_clk = device.memory_clock_mhz * kKilohertzPerMegahertz;
  facts->num_shader_engines = device.shader_arrays / device.arrays_per_engine;
  facts->num_shader_arrays_per_engine = device.arrays_per_engine;
  facts->gpu_counter_freq = agt::vgpu::kGpuClockHz / 1000;
  facts->cu_active_number = device.compute_units;
  facts->vram_bit_width = device.memory_bus_bits;
  facts->gb_addr_cfg = 0x10000444;
  return 0;
}

// Buffers of the graphics driver, through which the runtime shares memory with it and between processes.
AGT_INTERPOSED int amdgpu_bo_import(amdgpu_device_handle, amdgpu_bo_handle_type, std::uint32_t,
                                    amdgpu_bo_import_result*) {
  return -ENOSYS;
}
AGT_INTERPOSED int amdgpu_bo_export(amdgpu_bo_handle, amdgpu_bo_handle_type, std::uint32_t*) { return -ENOSYS; }
AGT_INTERPOSED int amdgpu_bo_free(amdgpu_bo_handle) { return -ENOSYS; }
AGT_INTERPOSED int amdgpu_bo_cpu_map(amdgpu_bo_handle, void**) { return -ENOSYS; }
AGT_INTERPOSED int amdgpu_bo_query_info(amdgpu_bo_handle, amdgpu_bo_info*) { return -ENOSYS; }
AGT_INTERPOSED int amdgpu_bo_set_metadata(amdgpu_bo_handle, amdgpu_bo_metadata*) { return -ENOSYS; }
AGT_INTERPOSED int amdgpu_bo_va_op(amdgpu_bo_handle, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                                   std::uint32_t) {
  return -ENOSYS;
}
