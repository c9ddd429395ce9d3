// The two kinds of result line as JSON.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/result_lines.h"

#include "report/model/json.h"

namespace agt::vgpu {

std::string fault_line(const Error& error) {
  return canonical_json({{"event", "virtual_fault"}, {"message", error.message}}) + '\n';
}

std::string statistics_line(const DeviceStatistics& device) {
  Json stand_ins = Json::object();
  for (const auto& [mnemonic, count] : device.statistics.stand_ins) stand_ins[mnemonic] = count;
  return canonical_json({{"event", "virtual_statistics"},
                         {"gfx_target", device.gfx},
                         {"dispatches", device.statistics.dispatches},
                         {"wave_instructions", device.statistics.wave_instructions},
                         {"stand_ins", stand_ins}}) +
         '\n';
}

}  // namespace agt::vgpu
