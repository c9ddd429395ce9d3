// HipDevice: the one GPU that this process sees, with one code object loaded.
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>

#include "report/model/twin_event.h"
#include "twins/hip_functions.h"
#include "twins/run_case.h"

namespace agt {

/// The devices that HIP lists, and what the first of them is. No device is no error. kDeviceError for a failing call.
Result<PinEvent> read_pin(const HipFunctions& hip);

class HipDevice : public Device {
 public:
  /// Loads the bytes of a code object for device 0. kDeviceError.
  static Result<std::unique_ptr<HipDevice>> open(const HipFunctions& hip, std::string code_object);
  ~HipDevice() override;
  HipDevice(const HipDevice&) = delete;
  HipDevice& operator=(const HipDevice&) = delete;

  Result<Execution> execute(const DevicePlan& plan, const DeviceImage& image) override;

 private:
  HipDevice(const HipFunctions& hip, std::string code_object) : hip_(hip), code_object_(std::move(code_object)) {}
  Result<void> reserve(std::uint64_t bytes);
  Result<hipFunction_t> find_kernel(const std::string& name);
  Result<void> launch(const Launch& launch, const DeviceImage& image);

  HipFunctions hip_;
  std::string code_object_;  // HIP may read it as long as the module is loaded
  hipModule_t module_ = nullptr;
  std::map<std::string, hipFunction_t> kernels_;
  void* memory_ = nullptr;
  std::uint64_t memory_bytes_ = 0;
};

}  // namespace agt
