// VirtualDevice: what a virtual GPU of each target says of itself, as the driver of a real card of that target does.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace agt::vgpu {

/// Facts of one typical card or APU of the target. Names apart, they are the values of a real machine where one was
/// seen, and the vendor's published numbers otherwise.
struct VirtualDevice {
  std::string_view gfx;
  std::uint16_t device_id;             ///< PCI; gfx10 and older are identified by it
  std::uint32_t compute_units;         ///< as HSA counts them: on RDNA two to a work-group processor
  std::uint32_t simds_per_cu;
  std::uint32_t shader_arrays;         ///< of the whole device
  std::uint32_t arrays_per_engine;
  std::uint32_t waves_per_simd;
  std::uint32_t xcc_count;             ///< accelerator dies that work as one device
  std::uint32_t lds_kib;               ///< per compute unit
  std::uint32_t clock_mhz;
  std::uint32_t memory_clock_mhz;
  std::uint32_t memory_bus_bits;
  std::uint64_t memory_mib;            ///< an APU has its carve-out only
};

/// One row for each supported target, in the order of targets.json.
std::span<const VirtualDevice> virtual_devices();

/// The device of this target, or nothing.
const VirtualDevice* find_virtual_device(std::string_view gfx);

/// "Virtual gfx1100": what the runtime reports as the product.
std::string product_name(const VirtualDevice& device);

}  // namespace agt::vgpu
