// The preloaded library's side of the process: its environment, the one driver, and how the process ends on a fault.
// Here alone are the globals, the environment and the exits that libraries of the kit do not have: nothing above a
// preloaded library could pass them in or take an Error from it.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "virtual-gpu/kfd/descriptors.h"
#include "virtual-gpu/kfd/driver.h"

namespace agt::vgpu::process {

extern constinit DescriptorTable descriptors;

/// AMDGPU_VIRTUAL_TOPOLOGY, or nothing: then the library is inactive.
const char* topology_directory();

/// The driver; made at the first call. Ends the process with one line when the environment is not usable.
Driver& driver();

/// The driver when there is one already.
Driver* existing_driver();

/// Notes that a descriptor became `kind`, unless a child by vfork says so: it writes into its parent's memory.
void note_descriptor(int descriptor, std::uint8_t kind);

/// "amdgpu-virtual: <line>" on stderr in one write.
void log(std::string_view line);

}  // namespace agt::vgpu::process
