// The functions of libamdhip64 that the kit calls, found with dlopen, so that the programs start where no ROCm is.
// SPDX-License-Identifier: MIT
#pragma once

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace agt {

/// One entry for each function; the library stays loaded to the end of the process.
struct HipFunctions {
  decltype(&::hipInit) init = nullptr;
  decltype(&::hipGetDeviceCount) get_device_count = nullptr;
  decltype(&::hipGetDevicePropertiesR0600) get_device_properties = nullptr;
  decltype(&::hipSetDevice) set_device = nullptr;
  hipError_t (*allocate)(void** memory, std::size_t bytes) = nullptr;  ///< hipMalloc, which C++ overloads
  decltype(&::hipFree) release = nullptr;
  decltype(&::hipMemcpy) copy = nullptr;
  decltype(&::hipModuleLoadData) load_module = nullptr;
  decltype(&::hipModuleGetFunction) get_function = nullptr;
  decltype(&::hipModuleLaunchKernel) launch = nullptr;
  decltype(&::hipDeviceSynchronize) synchronize = nullptr;
  decltype(&::hipGetErrorName) error_name = nullptr;
};

/// kBrokenRuntime with the loader's own words, which name the file that is missing, and the library that asked for it.
Result<HipFunctions> load_hip();

/// success, or "hipMemcpy: hipErrorInvalidValue (1)": kIncomplete for too little memory, else kDeviceError.
Result<void> check_hip(const HipFunctions& hip, std::string_view call, hipError_t status);

}  // namespace agt
