// The model of one target: checks a dispatch, plans its launch, and spreads its workgroups over host threads.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/dispatch/model.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "virtual-gpu/decode/decoder.h"
#include "virtual-gpu/dispatch/initial_state.h"
#include "virtual-gpu/dispatch/kernel_name.h"
#include "virtual-gpu/dispatch/workgroup.h"

namespace agt::vgpu {
namespace {

constexpr std::uint64_t kWorkgroupItemLimit = 1024;
constexpr std::uint32_t kGroupBytesLimit = 512 << 10;       ///< more than any target has
constexpr std::uint32_t kPrivateBytesLimit = 16U << 20;
constexpr std::uint64_t kGridItemLimit = std::uint64_t{1} << 62;

tl::unexpected<Error> bad_dispatch(std::string reason) {
  return failure(ExitCode::kDeviceError, "dispatch packet: " + std::move(reason));
}

/// Everything that later code multiplies or allocates by.
Result<void> check_sizes(const Dispatch& dispatch) {
  std::uint64_t items = 1, workgroup_items = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    if (dispatch.workgroup_size[i] == 0 || dispatch.grid_size[i] == 0) return bad_dispatch("a size of 0");
    if (items > kGridItemLimit / dispatch.grid_size[i]) return bad_dispatch("the grid is too large");
    items *= dispatch.grid_size[i];
    workgroup_items *= dispatch.workgroup_size[i];
    if (workgroup_items > kWorkgroupItemLimit) return bad_dispatch("more than 1024 work-items in a workgroup");
  }
  if (dispatch.group_bytes > kGroupBytesLimit) return bad_dispatch(fmt::format("{} bytes of LDS", dispatch.group_bytes));
  if (dispatch.private_bytes > kPrivateBytesLimit)
    return bad_dispatch(fmt::format("{} bytes of scratch per work-item", dispatch.private_bytes));
  return success();
}

Result<KernelDescriptor> read_descriptor(const Target& target, const Dispatch& dispatch,
                                         const AddressSpace::Snapshot& memory) {
  if (!memory.contains(dispatch.descriptor_address, kKernelDescriptorBytes))
    return failure(ExitCode::kDeviceError, "memory fault: the kernel descriptor is not mapped");
  const Bytes bytes(reinterpret_cast<const std::byte*>(dispatch.descriptor_address), kKernelDescriptorBytes);
  auto descriptor = parse_kernel_descriptor(bytes, start_rules(target)->wide_user_sgprs);
  if (!descriptor) return failure(ExitCode::kDeviceError, descriptor.error().message);
  return descriptor;
}

Result<void> check_descriptor(const KernelDescriptor& descriptor, const Dispatch& dispatch,
                              const AddressSpace::Snapshot& memory) {
  if (descriptor.group_bytes > kGroupBytesLimit || descriptor.private_bytes > kPrivateBytesLimit)
    return failure(ExitCode::kDeviceError, "kernel descriptor: too much LDS or scratch");
  const std::uint64_t preloaded = (std::uint64_t{descriptor.preload_offset_dwords} + descriptor.preload_dwords) * 4;
  const std::uint64_t needed = std::max<std::uint64_t>(descriptor.kernarg_bytes, preloaded);
  if (needed != 0 && !memory.contains(dispatch.kernarg_address, needed))
    return failure(ExitCode::kDeviceError, "memory fault: the kernarg segment is not mapped");
  return success();
}

class TargetModel final : public Model {
 public:
  TargetModel(const Target& target, const AddressSpace& memory, const ModelOptions& options,
              std::unique_ptr<Decoder> decoder, std::optional<PlantedDefect> defect)
      : target_(target), memory_(memory), options_(options), code_(std::move(decoder), std::move(defect)) {}

  Result<void> execute(const Dispatch& dispatch) override {
    const auto memory = memory_.snapshot();
    auto done = run(dispatch, *memory);
    if (done) return done;
    const std::string name = kernel_name(dispatch.descriptor_address, *memory);
    return because(done, fmt::format("{}: {}", target_.gfx, name));
  }

  Statistics statistics() const override {
    const std::scoped_lock lock(mutex_);
    return statistics_;
  }

 private:
  Result<void> run(const Dispatch& dispatch, const AddressSpace::Snapshot& memory) {
    if (auto sizes = check_sizes(dispatch); !sizes) return sizes;
    const auto descriptor = read_descriptor(target_, dispatch, memory);
    if (!descriptor) return tl::make_unexpected(descriptor.error());
    if (auto checked = check_descriptor(*descriptor, dispatch, memory); !checked) return checked;
    auto launch = plan_launch(target_, *descriptor, dispatch);
    if (!launch) return tl::make_unexpected(launch.error());
    launch->lds_aperture = options_.lds_aperture;
    launch->scratch_aperture = options_.scratch_aperture;
    return run_workgroups(*launch, memory);
  }

  Result<void> run_workgroups(const Launch& launch, const AddressSpace::Snapshot& memory) {
    DispatchState state{launch, memory, code_, options_.instruction_limit};
    const Extent counts = workgroup_counts(launch.dispatch);
    const std::uint64_t total = std::uint64_t{counts[0]} * counts[1] * counts[2];
    std::vector<std::jthread> helpers;
    for (std::uint64_t i = 1; i < std::min<std::uint64_t>(thread_count(), total); ++i)
      helpers.emplace_back([&] { take_workgroups(state, total); });
    take_workgroups(state, total);
    helpers.clear();  // joins

    const std::scoped_lock lock(mutex_);
    ++statistics_.dispatches;
    statistics_.wave_instructions += state.instructions.load();
    if (!state.stop.load()) return success();
    return tl::make_unexpected(state.error);
  }

  /// Runs workgroups until none is left or one failed; the first error is kept.
  void take_workgroups(DispatchState& state, std::uint64_t total) {
    WorkgroupRunner runner(state);
    while (!state.stop.load(std::memory_order_relaxed)) {
      const std::uint64_t workgroup = state.next_workgroup.fetch_add(1, std::memory_order_relaxed);
      if (workgroup >= total) break;
      const auto done = runner.run(workgroup);
      if (!done && !state.stop.exchange(true)) state.error = done.error();
    }
    const std::scoped_lock lock(mutex_);
    for (const auto& [opcode, count] : runner.stand_ins()) statistics_.stand_ins[std::string(opcode->mnemonic)] += count;
  }

  unsigned thread_count() const {
    return options_.threads != 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
  }

  const Target& target_;
  const AddressSpace& memory_;
  const ModelOptions options_;
  CodeCache code_;
  mutable std::mutex mutex_;
  Statistics statistics_;
};

/// The defect when it is planted in this target.
std::optional<PlantedDefect> planted_in(const Target& target, const std::optional<Defect>& defect) {
  if (!defect || defect->gfx != target.gfx) return std::nullopt;
  return PlantedDefect{defect->mnemonic, static_cast<std::uint8_t>(defect->lane),
                       static_cast<std::uint8_t>(defect->bit)};
}

}  // namespace

Result<std::unique_ptr<Model>> Model::make(std::string_view gfx, const AddressSpace& memory,
                                           const ModelOptions& options) {
  const Target* target = find_target(gfx);
  if (target == nullptr || start_rules(*target) == nullptr)
    return failure(ExitCode::kUsage, fmt::format("{}: the virtual GPU has no such target", gfx));
  auto decoder = Decoder::open(gfx);
  if (!decoder) return tl::make_unexpected(decoder.error());
  return std::make_unique<TargetModel>(*target, memory, options, std::move(*decoder),
                                       planted_in(*target, options.defect));
}

}  // namespace agt::vgpu
