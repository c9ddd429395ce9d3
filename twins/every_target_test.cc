// Every code object of every target, executed instruction by instruction on the model: the reference's bits, without any
// runtime, and so for gfx1250 as well, which no runtime at hand knows.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "base/file.h"
#include "targets/targets.h"
#include "twins/fixtures/fixtures.h"
#include "twins/registry.h"
#include "twins/run_case.h"
#include "virtual-gpu/dispatch/code_object.h"
#include "virtual-gpu/dispatch/model.h"

namespace agt {
namespace {

/// Memory that a model may touch as long as this lives.
class ModelMemory {
 public:
  ModelMemory(vgpu::AddressSpace& space, Bytes content) : space_(space), bytes_(content.begin(), content.end()) {
    space_.map(address(), bytes_.size());
  }
  ~ModelMemory() { space_.unmap(address(), bytes_.size()); }
  ModelMemory(const ModelMemory&) = delete;
  ModelMemory& operator=(const ModelMemory&) = delete;
  std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(bytes_.data()); }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  vgpu::AddressSpace& space_;
  std::vector<std::byte> bytes_;
};

/// A model of one target with one twin's code object; what a runtime does for a launch is done here.
class ModelDevice : public Device {
 public:
  ModelDevice(std::string_view gfx, const Twin& twin, const vgpu::ModelOptions& options = {}) {
    const auto path = std::filesystem::path(CODE_OBJECTS) / gfx / (std::string(twin.name) + ".co");
    const std::string content = read_file(path, 1 << 20).value();
    object_ = vgpu::CodeObject::load(std::as_bytes(std::span(content)), gfx, space_).value();
    model_ = vgpu::Model::make(gfx, space_, options).value();
  }

  Result<Execution> execute(const DevicePlan& plan, const DeviceImage& image) override {
    // The vector is aligned to 16 bytes, which is what the widest load of a twin needs.
    const ModelMemory memory(space_, image.before());
    for (const Launch& launch : plan.launches)
      if (const auto done = dispatch(launch, image, memory.address()); !done) return tl::make_unexpected(done.error());
    return Execution{memory.bytes(), std::chrono::microseconds(0)};
  }

 private:
  Result<void> dispatch(const Launch& launch, const DeviceImage& image, std::uint64_t base) {
    std::vector<std::byte> arguments = launch.arguments.bytes();
    for (const auto& address : launch.arguments.addresses()) {
      const std::uint64_t value = base + image.offset_of(address.buffer);
      std::memcpy(arguments.data() + address.offset, &value, sizeof(value));
    }
    // As a runtime does: compilers load the kernarg segment in units of up to 16 bytes, past the last argument.
    arguments.resize((arguments.size() + 15) / 16 * 16);
    const ModelMemory kernarg(space_, arguments);
    const auto descriptor = object_->descriptor(launch.kernel);
    if (!descriptor) return tl::make_unexpected(descriptor.error());
    vgpu::Dispatch packet;
    packet.workgroup_size = {kWorkgroupSize, 1, 1};
    packet.grid_size = {launch.groups_x * kWorkgroupSize, launch.groups_y, 1};
    packet.descriptor_address = *descriptor;
    packet.kernarg_address = kernarg.address();
    // Kernel descriptor: group_segment_fixed_size, then private_segment_fixed_size (LLVM AMDGPUUsage).
    std::memcpy(&packet.group_bytes, reinterpret_cast<const std::byte*>(*descriptor), sizeof(std::uint32_t));
    std::memcpy(&packet.private_bytes, reinterpret_cast<const std::byte*>(*descriptor) + 4, sizeof(std::uint32_t));
    return model_->execute(packet);
  }

  vgpu::AddressSpace space_;
  std::unique_ptr<vgpu::CodeObject> object_;
  std::unique_ptr<vgpu::Model> model_;
};

CaseResult run(Device& device, const Twin& twin) {
  auto result = run_case(device, twin, open_fixture(*find_fixture("odd_19x17")), 1);
  EXPECT_TRUE(result) << result.error().message;
  return result ? *result : CaseResult{};
}

class EveryTarget : public testing::TestWithParam<Target> {};

TEST_P(EveryTarget, GivesTheReferencesBitsForEachTwin) {
  for (const Twin* twin : all_twins()) {
    ModelDevice device(GetParam().gfx, *twin);
    const CaseResult result = run(device, *twin);
    EXPECT_EQ(result.outcome, Outcome::kIdentical) << GetParam().gfx << " " << twin->name << ": " << result.message;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryTarget, testing::ValuesIn(supported_targets().begin(), supported_targets().end()),
                         [](const auto& instance) { return std::string(instance.param.gfx); });

struct PlantedDefect {
  std::string mnemonic;
  Outcome outcome;
  std::uint32_t bit = 0;  ///< of the first result register
};
class ADefect : public testing::TestWithParam<PlantedDefect> {};

// Hardware may approximate reciprocals and roots; division and square root are refined from them until they are correctly
// rounded. So the last bit of an approximation must not matter, and that of an addition must. The last bits of
// a quotient of doubles are lost when it is added to its tile's sum, so there a higher one is flipped.
TEST_P(ADefect, ShowsWhereTheInstructionIsExact) {
  for (const char* gfx : {"gfx1100", "gfx1036", "gfx942"}) {
    vgpu::ModelOptions options;
    options.defect = vgpu::Defect{gfx, GetParam().mnemonic, 3, GetParam().bit};
    const Twin& twin = *find_twin("float_ssim");
    ModelDevice device(gfx, twin, options);
    EXPECT_EQ(run(device, twin).outcome, GetParam().outcome) << gfx;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, ADefect,
                         testing::Values(PlantedDefect{"v_rcp_f32", Outcome::kIdentical},
                                         PlantedDefect{"v_sqrt_f32", Outcome::kIdentical},
                                         PlantedDefect{"v_rcp_f64", Outcome::kIdentical},
                                         PlantedDefect{"v_add_f64", Outcome::kDiffering},
                                         PlantedDefect{"v_div_fixup_f64", Outcome::kDiffering, 31},
                                         PlantedDefect{"v_div_fixup_f32", Outcome::kDiffering}),
                         [](const auto& instance) { return instance.param.mnemonic; });

}  // namespace
}  // namespace agt
