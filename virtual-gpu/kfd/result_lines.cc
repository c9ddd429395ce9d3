// The two kinds of result line, in the form that report/model/ reads.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/result_lines.h"

#include "report/model/twin_event.h"

namespace agt::vgpu {

std::string fault_line(const Error& error) { return to_line(VirtualFaultEvent{error.message}) + '\n'; }

std::string statistics_line(const DeviceStatistics& device) {
  VirtualStatisticsEvent event{device.gfx, device.statistics.dispatches, device.statistics.wave_instructions, {}};
  for (const auto& [mnemonic, count] : device.statistics.stand_ins) event.stand_ins.push_back({mnemonic, count});
  return to_line(event) + '\n';
}

}  // namespace agt::vgpu
