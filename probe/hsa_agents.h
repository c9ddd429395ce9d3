// The GPU agents of the HSA runtime. The owner of libhsa-runtime64, which only the program amdgpu-probe opens: it can
// hang and crash, so it never runs in the process that judges.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/model/probe_document.h"

namespace agt {

inline constexpr const char* kHsaLibrary = "libhsa-runtime64.so.1";

/// Opens the runtime, lists its GPU agents and shuts it down. Every way to fail is a status with the runtime's words in
/// `message`. Asks neither for the UUID nor for anything else that names one card.
ProbeDocument list_hsa_agents(const std::string& library = kHsaLibrary);

}  // namespace agt
