// The order matters: the reference and the fixtures prove themselves before a GPU is touched, and the device proves to be
// the planned one before anything runs on it.
// SPDX-License-Identifier: MIT
#include "twins/hip_twin.h"

#include <fmt/format.h>

#include "base/file.h"
#include "targets/targets.h"
#include "twins/event_stream.h"
#include "twins/fixtures/fixtures.h"
#include "twins/hip_device.h"
#include "twins/registry.h"
#include "twins/run_case.h"

namespace agt {
namespace {

constexpr std::uint64_t kCodeObjectLimitBytes = 16 << 20;

Result<std::vector<Clip>> open_clips(const HipTwinOptions& options) {
  std::vector<Clip> clips;
  if (options.fixtures.empty() && !options.reference_clip)
    for (const Fixture& fixture : all_fixtures()) clips.push_back(open_fixture(fixture));
  for (const std::string& name : options.fixtures) {
    const Fixture* fixture = find_fixture(name);
    if (fixture == nullptr) return failure(ExitCode::kUsage, "--fixture " + name + ": there is no such fixture");
    clips.push_back(open_fixture(*fixture));
  }
  if (options.reference_clip.has_value() != options.distorted_clip.has_value())
    return failure(ExitCode::kUsage, "--ref and --dis go together");
  if (!options.reference_clip) return clips;
  auto own = open_y4m_pair(*options.reference_clip, *options.distorted_clip, options.frames);
  if (!own) return tl::make_unexpected(own.error());
  clips.push_back(std::move(*own));
  return clips;
}

Result<void> check_self(const Twin& twin, const std::vector<Clip>& clips) {
  if (auto checked = twin.check_reference(); !checked) return checked;
  for (const Clip& clip : clips) {
    const Fixture* fixture = find_fixture(clip.name);
    if (fixture == nullptr) continue;
    if (auto checked = check_fixture(*fixture); !checked) return checked;
  }
  return success();
}

/// Writes the event whatever it says, and then judges it.
Result<void> prove_self(EventStream& events, const Twin& twin, const std::vector<Clip>& clips) {
  const auto checked = check_self(twin, clips);
  const auto written = events.write(SelfCheckEvent{checked.has_value(), checked ? "" : checked.error().message});
  return checked ? written : checked;
}

Result<void> prove_pin(EventStream& events, const HipFunctions& hip, const std::string& expect_gfx) {
  const auto pin = read_pin(hip);
  if (!pin) return tl::make_unexpected(pin.error());
  if (const auto written = events.write(*pin); !written) return written;
  if (pin->visible_devices != 1)
    return failure(ExitCode::kInternal, fmt::format("pin: {} devices are visible instead of one", pin->visible_devices));
  const auto target = parse_target_id(pin->target_id);
  if (!target || target->gfx != expect_gfx)
    return failure(ExitCode::kInternal, fmt::format("pin: the device is {} instead of {}", pin->target_id, expect_gfx));
  return success();
}

Result<void> run_cases(EventStream& events, Device& device, const Twin& twin, const std::vector<Clip>& clips,
                       std::uint32_t repeats) {
  for (const Clip& clip : clips) {
    if (const auto written = events.write(CaseBeginEvent{clip.name}); !written) return written;
    auto result = run_case(device, twin, clip, repeats);
    if (!result) return because(result, std::string(twin.name) + ", " + clip.name);
    if (const auto written = events.write(CaseEvent{std::move(*result)}); !written) return written;
  }
  return events.write(EndEvent{static_cast<std::uint32_t>(clips.size())});
}

Result<void> run_on_device(EventStream& events, const Twin& twin, const std::vector<Clip>& clips,
                           const HipTwinOptions& options) {
  auto code_object = read_file(options.code_object, kCodeObjectLimitBytes);
  if (!code_object) return tl::make_unexpected(code_object.error());
  const auto hip = load_hip();
  if (!hip) return tl::make_unexpected(hip.error());
  if (const auto proved = prove_pin(events, *hip, options.expect_gfx); !proved) return proved;
  const auto device = HipDevice::open(*hip, std::move(*code_object));
  if (!device) return because(device, options.code_object.string());
  return run_cases(events, **device, twin, clips, options.repeats);
}

}  // namespace

Result<ExitCode> run_hip_twin(const HipTwinOptions& options) {
  const Twin* twin = find_twin(options.twin);
  if (twin == nullptr) return failure(ExitCode::kUsage, "--twin " + options.twin + ": there is no such twin");
  const auto clips = open_clips(options);
  if (!clips) return tl::make_unexpected(clips.error());
  EventStream events(options.result_descriptor);
  if (const auto proved = prove_self(events, *twin, *clips); !proved) return tl::make_unexpected(proved.error());
  const auto done = run_on_device(events, *twin, *clips, options);
  if (done) return ExitCode::kPass;
  // Said once more where the parent reads; when even that fails, stderr and the exit code are left.
  if (done.error().code != ExitCode::kCannotWrite) static_cast<void>(events.write(ErrorEvent{done.error().message}));
  return tl::make_unexpected(done.error());
}

std::string list_twins() {
  std::string text;
  for (const Twin* twin : all_twins()) text += fmt::format("twin {}\n", twin->name);
  for (const Fixture& fixture : all_fixtures())
    text += fmt::format("fixture {} {}x{}, {} bits, {} frames\n", fixture.name, fixture.format.width,
                        fixture.format.height, fixture.format.bits, fixture.frames);
  return text;
}

}  // namespace agt
