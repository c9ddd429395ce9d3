// The table of virtual devices: one row a target.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/topology/virtual_devices.h"

#include <algorithm>
#include <array>

namespace agt::vgpu {
namespace {

// gfx, device id, CUs, SIMDs/CU, arrays, arrays/engine, waves/SIMD, XCCs, LDS KiB, MHz, memory MHz, bus bits, MiB
constexpr std::array<VirtualDevice, 25> kDevices = {{
    {"gfx908", 0x738c, 120, 4, 8, 1, 10, 1, 64, 1502, 1200, 4096, 32 << 10},
    {"gfx90a", 0x740f, 104, 4, 8, 1, 8, 1, 64, 1700, 1600, 4096, 64 << 10},
    {"gfx942", 0x74a1, 304, 4, 32, 1, 8, 8, 64, 2100, 1300, 8192, 192 << 10},
    {"gfx950", 0x75a0, 256, 4, 32, 1, 8, 8, 160, 2200, 2000, 8192, 288 << 10},
    {"gfx1010", 0x731f, 40, 2, 4, 2, 20, 1, 64, 2100, 875, 256, 8 << 10},
    {"gfx1011", 0x7362, 36, 2, 4, 2, 20, 1, 64, 1600, 1000, 2048, 8 << 10},
    {"gfx1012", 0x7340, 22, 2, 2, 2, 20, 1, 64, 1900, 875, 128, 8 << 10},
    {"gfx1030", 0x73bf, 72, 2, 8, 2, 16, 1, 64, 2575, 1000, 256, 16 << 10},
    {"gfx1031", 0x73df, 40, 2, 4, 2, 16, 1, 64, 2725, 1000, 192, 12 << 10},
    {"gfx1032", 0x73ff, 28, 2, 4, 2, 16, 1, 64, 2750, 875, 128, 8 << 10},
    {"gfx1033", 0x163f, 8, 2, 1, 1, 16, 1, 64, 1600, 800, 128, 1 << 10},
    {"gfx1034", 0x743f, 16, 2, 2, 2, 16, 1, 64, 2825, 1125, 64, 4 << 10},
    {"gfx1035", 0x1681, 12, 2, 2, 2, 16, 1, 64, 2400, 2400, 128, 512},
    {"gfx1036", 0x164e, 2, 2, 1, 1, 16, 1, 64, 2200, 2400, 128, 512},
    {"gfx1100", 0x744c, 96, 2, 12, 2, 16, 1, 64, 2482, 1249, 384, 24 << 10},
    {"gfx1101", 0x747e, 60, 2, 6, 2, 16, 1, 64, 2565, 1218, 256, 16 << 10},
    {"gfx1102", 0x7480, 32, 2, 4, 2, 16, 1, 64, 2850, 1124, 128, 8 << 10},
    {"gfx1103", 0x15bf, 12, 2, 2, 2, 16, 1, 64, 2700, 2800, 128, 512},
    {"gfx1150", 0x150e, 16, 2, 2, 2, 16, 1, 64, 2900, 2800, 128, 512},
    {"gfx1151", 0x1586, 40, 2, 4, 2, 16, 1, 64, 2900, 1000, 256, 512},
    {"gfx1152", 0x1114, 8, 2, 1, 1, 16, 1, 64, 2800, 2800, 128, 512},
    {"gfx1153", 0x1902, 4, 2, 1, 1, 16, 1, 64, 2800, 2800, 128, 512},
    {"gfx1200", 0x7590, 32, 2, 4, 2, 16, 1, 64, 2787, 1258, 128, 16 << 10},
    {"gfx1201", 0x7550, 64, 2, 8, 2, 16, 1, 64, 2570, 1258, 256, 16 << 10},
    {"gfx1250", 0x75b0, 256, 4, 32, 1, 16, 8, 320, 2400, 2000, 8192, 288 << 10},
}};

}  // namespace

std::span<const VirtualDevice> virtual_devices() { return kDevices; }

const VirtualDevice* find_virtual_device(std::string_view gfx) {
  const auto found = std::find_if(kDevices.begin(), kDevices.end(),
                                  [&](const VirtualDevice& device) { return device.gfx == gfx; });
  return found == kDevices.end() ? nullptr : &*found;
}

std::string product_name(const VirtualDevice& device) { return "Virtual " + std::string(device.gfx); }

}  // namespace agt::vgpu
