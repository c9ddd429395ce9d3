// Carrying out plans through HIP: copy the image up, launch, wait, copy it back.
// SPDX-License-Identifier: MIT
#include "twins/hip_device.h"

#include <array>
#include <cstring>

namespace agt {

Result<PinEvent> read_pin(const HipFunctions& hip) {
  PinEvent pin;
  if (const hipError_t status = hip.init(0); status == hipErrorNoDevice) return pin;
  else if (const auto ok = check_hip(hip, "hipInit", status); !ok) return tl::make_unexpected(ok.error());
  int count = 0;
  if (const auto ok = check_hip(hip, "hipGetDeviceCount", hip.get_device_count(&count)); !ok)
    return tl::make_unexpected(ok.error());
  pin.visible_devices = static_cast<std::uint32_t>(count);
  if (count == 0) return pin;
  hipDeviceProp_t properties{};
  if (const auto ok = check_hip(hip, "hipGetDeviceProperties", hip.get_device_properties(&properties, 0)); !ok)
    return tl::make_unexpected(ok.error());
  pin.target_id = properties.gcnArchName;
  pin.location = {static_cast<std::uint32_t>(properties.pciDomainID), static_cast<std::uint32_t>(properties.pciBusID),
                  static_cast<std::uint32_t>(properties.pciDeviceID), 0};
  return pin;
}

Result<std::unique_ptr<HipDevice>> HipDevice::open(const HipFunctions& hip, std::string code_object) {
  std::unique_ptr<HipDevice> device(new HipDevice(hip, std::move(code_object)));
  if (const auto ok = check_hip(hip, "hipSetDevice", hip.set_device(0)); !ok) return tl::make_unexpected(ok.error());
  const hipError_t status = hip.load_module(&device->module_, device->code_object_.data());
  if (const auto ok = check_hip(hip, "hipModuleLoadData", status); !ok) return tl::make_unexpected(ok.error());
  return device;
}

HipDevice::~HipDevice() {
  // The process ends soon; a failure here has nobody to tell it to.
  if (memory_ != nullptr) static_cast<void>(hip_.release(memory_));
}

Result<void> HipDevice::reserve(std::uint64_t bytes) {
  if (bytes <= memory_bytes_) return success();
  if (memory_ != nullptr) {
    if (const auto ok = check_hip(hip_, "hipFree", hip_.release(memory_)); !ok) return ok;
    memory_ = nullptr;
    memory_bytes_ = 0;
  }
  if (const auto ok = check_hip(hip_, "hipMalloc", hip_.allocate(&memory_, bytes)); !ok) return ok;
  memory_bytes_ = bytes;
  return success();
}

Result<hipFunction_t> HipDevice::find_kernel(const std::string& name) {
  if (const auto found = kernels_.find(name); found != kernels_.end()) return found->second;
  hipFunction_t kernel = nullptr;
  const hipError_t status = hip_.get_function(&kernel, module_, name.c_str());
  if (const auto ok = check_hip(hip_, "hipModuleGetFunction " + name, status); !ok)
    return tl::make_unexpected(ok.error());
  kernels_[name] = kernel;
  return kernel;
}

Result<void> HipDevice::launch(const Launch& launch, const DeviceImage& image) {
  const auto kernel = find_kernel(launch.kernel);
  if (!kernel) return tl::make_unexpected(kernel.error());
  std::vector<std::byte> arguments = launch.arguments.bytes();
  for (const KernelArguments::Address& address : launch.arguments.addresses()) {
    const std::uint64_t value = reinterpret_cast<std::uint64_t>(memory_) + image.offset_of(address.buffer);
    std::memcpy(arguments.data() + address.offset, &value, sizeof(value));
  }
  std::size_t size = arguments.size();
  std::array<void*, 5> extra{HIP_LAUNCH_PARAM_BUFFER_POINTER, arguments.data(), HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                             HIP_LAUNCH_PARAM_END};
  return check_hip(hip_, "hipModuleLaunchKernel " + launch.kernel,
                   hip_.launch(*kernel, launch.groups_x, launch.groups_y, 1, kWorkgroupSize, 1, 1, 0, nullptr, nullptr,
                               extra.data()));
}

Result<Device::Execution> HipDevice::execute(const DevicePlan& plan, const DeviceImage& image) {
  const std::vector<std::byte>& before = image.before();
  if (const auto ok = reserve(before.size()); !ok) return tl::make_unexpected(ok.error());
  hipError_t status = hip_.copy(memory_, before.data(), before.size(), hipMemcpyHostToDevice);
  if (const auto ok = check_hip(hip_, "hipMemcpy to the device", status); !ok) return tl::make_unexpected(ok.error());
  const auto start = std::chrono::steady_clock::now();
  for (const Launch& each : plan.launches)
    if (const auto ok = launch(each, image); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = check_hip(hip_, "hipDeviceSynchronize", hip_.synchronize()); !ok)
    return tl::make_unexpected(ok.error());
  Execution execution;
  execution.wall = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
  execution.after.resize(before.size());
  status = hip_.copy(execution.after.data(), memory_, before.size(), hipMemcpyDeviceToHost);
  if (const auto ok = check_hip(hip_, "hipMemcpy from the device", status); !ok) return tl::make_unexpected(ok.error());
  return execution;
}

}  // namespace agt
