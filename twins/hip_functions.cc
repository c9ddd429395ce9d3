// Loading libamdhip64 and naming its errors.
// SPDX-License-Identifier: MIT
#include "twins/hip_functions.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>

namespace agt {
namespace {

/// Newest first. Between them the functions above kept their signatures (hipDeviceProp_t is that of 6.0, "R0600").
constexpr std::array<const char*, 2> kSonames{"libamdhip64.so.7", "libamdhip64.so.6"};

Result<void*> open_library() {
  std::string reasons;
  for (const char* soname : kSonames) {
    if (void* library = ::dlopen(soname, RTLD_NOW | RTLD_LOCAL)) return library;
    reasons += (reasons.empty() ? "" : "; ") + std::string(::dlerror());
  }
  return failure(ExitCode::kBrokenRuntime, "HIP runtime: " + reasons);
}

class Resolver {
 public:
  explicit Resolver(void* library) : library_(library) {}
  template <class Function>
  void operator()(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(::dlsym(library_, name));
    if (function == nullptr && missing_.empty()) missing_ = name;
  }
  const std::string& missing() const { return missing_; }

 private:
  void* library_;
  std::string missing_;
};

}  // namespace

Result<HipFunctions> load_hip() {
  const auto library = open_library();
  if (!library) return tl::make_unexpected(library.error());
  HipFunctions hip;
  Resolver resolve(*library);
  resolve("hipInit", hip.init);
  resolve("hipGetDeviceCount", hip.get_device_count);
  resolve("hipGetDevicePropertiesR0600", hip.get_device_properties);
  resolve("hipSetDevice", hip.set_device);
  resolve("hipMalloc", hip.allocate);
  resolve("hipFree", hip.release);
  resolve("hipMemcpy", hip.copy);
  resolve("hipModuleLoadData", hip.load_module);
  resolve("hipModuleGetFunction", hip.get_function);
  resolve("hipModuleLaunchKernel", hip.launch);
  resolve("hipDeviceSynchronize", hip.synchronize);
  resolve("hipGetErrorName", hip.error_name);
  if (!resolve.missing().empty())
    return failure(ExitCode::kBrokenRuntime, "HIP runtime: it has no function " + resolve.missing());
  return hip;
}

Result<void> check_hip(const HipFunctions& hip, std::string_view call, hipError_t status) {
  if (status == hipSuccess) return success();
  const char* name = hip.error_name(status);
  const auto code = status == hipErrorOutOfMemory ? ExitCode::kIncomplete : ExitCode::kDeviceError;
  return failure(code, fmt::format("{}: {} ({})", call, name == nullptr ? "unknown error" : name,
                                   static_cast<int>(status)));
}

}  // namespace agt
