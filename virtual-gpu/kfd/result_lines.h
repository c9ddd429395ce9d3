// The lines that a process with virtual GPUs writes on its result descriptor (AMDGPU_VIRTUAL_RESULT_FD).
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "virtual-gpu/kfd/driver.h"

namespace agt::vgpu {

/// A VirtualFaultEvent of report/model/twin_event.h: why the process ends now. With its newline.
std::string fault_line(const Error& error);

/// A VirtualStatisticsEvent.
std::string statistics_line(const DeviceStatistics& device);

}  // namespace agt::vgpu
