// A HIP runtime for tests: host memory for a device, kernels that do nothing, and in FAKE_HIP what shall go wrong:
// "devices=N", "gfx=NAME", "fail=CALL:CODE", comma-separated. Only what hip_functions.h names is here.
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

/// The value of `key` in FAKE_HIP, or `otherwise`.
std::string setting(const std::string& key, const std::string& otherwise) {
  const char* variable = std::getenv("FAKE_HIP");
  const std::string text = "," + std::string(variable == nullptr ? "" : variable) + ",";
  const std::size_t at = text.find("," + key + "=");
  if (at == std::string::npos) return otherwise;
  const std::size_t begin = at + key.size() + 2;
  return text.substr(begin, text.find(',', begin) - begin);
}

/// 0, or the code that this call shall fail with.
int code_of(const std::string& call) {
  const std::string fail = setting("fail", "");
  return fail.substr(0, fail.find(':')) == call ? std::atoi(fail.c_str() + call.size() + 1) : 0;
}

}  // namespace

#define __HIP_PLATFORM_AMD__
#include <hip/hip_runtime_api.h>

extern "C" {

hipError_t hipInit(unsigned int) { return static_cast<hipError_t>(code_of("hipInit")); }

hipError_t hipGetDeviceCount(int* count) {
  *count = std::atoi(setting("devices", "1").c_str());
  return hipSuccess;
}

hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600* properties, int) {
  std::memset(properties, 0, sizeof(*properties));
  const std::string gfx = setting("gfx", "gfx1100");
  std::memcpy(properties->gcnArchName, gfx.c_str(), gfx.size() + 1);
  properties->pciBusID = 3;
  return hipSuccess;
}

hipError_t hipSetDevice(int) { return hipSuccess; }

hipError_t hipMalloc(void** memory, size_t bytes) {
  *memory = std::malloc(bytes);
  return static_cast<hipError_t>(code_of("hipMalloc"));
}

hipError_t hipFree(void* memory) {
  std::free(memory);
  return hipSuccess;
}

hipError_t hipMemcpy(void* to, const void* from, size_t bytes, hipMemcpyKind) {
  std::memcpy(to, from, bytes);
  return static_cast<hipError_t>(code_of("hipMemcpy"));
}

hipError_t hipModuleLoadData(hipModule_t*, const void*) { return static_cast<hipError_t>(code_of("hipModuleLoadData")); }

hipError_t hipModuleGetFunction(hipFunction_t*, hipModule_t, const char*) { return hipSuccess; }

hipError_t hipModuleLaunchKernel(hipFunction_t, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                 hipStream_t, void**, void**) {
  return static_cast<hipError_t>(code_of("hipModuleLaunchKernel"));
}

hipError_t hipDeviceSynchronize() { return static_cast<hipError_t>(code_of("hipDeviceSynchronize")); }

const char* hipGetErrorName(hipError_t error) { return error == hipErrorOutOfMemory ? "hipErrorOutOfMemory" : "hipErrorOf"; }

}  // extern "C"
