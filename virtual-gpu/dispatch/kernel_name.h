// The name of a kernel, for messages, from the address of its descriptor alone.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "virtual-gpu/memory/address_space.h"

namespace agt::vgpu {

/// Looks backwards from the descriptor, page by page within its mapped range, for the ELF header of the loaded code
/// object, and in its dynamic symbols for `<name>.kd` at that address. "kernel NAME", or "kernel at 0x…".
std::string kernel_name(std::uint64_t descriptor_address, const AddressSpace::Snapshot& memory);

}  // namespace agt::vgpu
