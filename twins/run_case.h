// One case: a twin over a clip, on a device several times, against the reference.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "report/model/twin_event.h"
#include "twins/device_image.h"
#include "twins/twin.h"

namespace agt {

/// What carries out a plan: a GPU, or a test's stand-in.
class Device {
 public:
  struct Execution {
    std::vector<std::byte> after;     ///< the image as the device left it
    std::chrono::microseconds wall;   ///< from the first launch to the end of the last
  };
  virtual ~Device() = default;
  /// kIncomplete when the device has too little memory, kDeviceError for any other failing call, which is named.
  virtual Result<Execution> execute(const DevicePlan& plan, const DeviceImage& image) = 0;
};

/// Frame by frame, so that two frames are in memory at once and no more. Errors: kDeviceError from the device, and what
/// reading the clip gives. Too little memory, a picture too small or nothing to compare are results: not run.
Result<CaseResult> run_case(Device& device, const Twin& twin, const Clip& clip, std::uint32_t repeats);

}  // namespace agt
