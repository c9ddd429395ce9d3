// Sentences about the image of a plan's buffers.
// SPDX-License-Identifier: MIT
#include "twins/device_image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agt {
namespace {

using testing::HasSubstr;

class ImageOfThreeBuffers : public testing::Test {
 protected:
  ImageOfThreeBuffers() {
    plan_.add_input(content_, 300);
    plan_.add_scratch(17);
    plan_.add_output("sum", ElementType::kU64, 2);
    image_.emplace(plan_);
    after_ = image_->before();
  }
  const std::vector<std::byte> content_{290, std::byte{7}};
  DevicePlan plan_;
  std::optional<DeviceImage> image_;
  std::vector<std::byte> after_;
};

TEST_F(ImageOfThreeBuffers, HoldsInputsZeroPaddedAndPoisonBetweenGuards) {
  const auto& before = image_->before();
  EXPECT_EQ(before.size(), image_bytes(plan_));
  EXPECT_EQ(before.front(), kGuard);
  EXPECT_EQ(before.back(), kGuard);
  EXPECT_EQ(before[image_->offset_of(0) + 289], std::byte{7});
  EXPECT_EQ(before[image_->offset_of(0) + 290], std::byte{0});
  EXPECT_EQ(before[image_->offset_of(0) + 300], kGuard);
  EXPECT_EQ(before[image_->offset_of(1) + 16], kPoison);
  EXPECT_EQ(before[image_->offset_of(1) + 17], kGuard);
  for (std::size_t buffer = 0; buffer < 3; ++buffer) EXPECT_EQ(image_->offset_of(buffer) % 256, 0U);
  EXPECT_FALSE(image_->find_damage(after_));
}

TEST_F(ImageOfThreeBuffers, ScratchAndOutputsMayChange) {
  after_[image_->offset_of(1)] = std::byte{1};
  after_[image_->offset_of(2) + 15] = std::byte{1};
  EXPECT_FALSE(image_->find_damage(after_));
}

TEST_F(ImageOfThreeBuffers, EverythingElseMayNot) {
  const auto damage_at = [&](std::uint64_t offset) {
    auto damaged = after_;
    damaged[offset] ^= std::byte{1};
    return image_->find_damage(damaged).value_or("nothing");
  };
  EXPECT_THAT(damage_at(image_->offset_of(0) - 1), HasSubstr("1 bytes before buffer 0"));
  EXPECT_THAT(damage_at(image_->offset_of(0) + 5), HasSubstr("5 bytes into the input buffer 0"));
  EXPECT_THAT(damage_at(image_->offset_of(1) + 17), HasSubstr("17 bytes behind the start of buffer 1"));
  EXPECT_THAT(damage_at(image_->offset_of(2) + 16), HasSubstr("16 bytes behind the start of buffer 2 (sum)"));
  EXPECT_THAT(damage_at(after_.size() - 1), HasSubstr("buffer 2 (sum)"));
}

TEST_F(ImageOfThreeBuffers, GivesOutputsBack) {
  after_[image_->offset_of(2)] = std::byte{9};
  const auto outputs = image_->outputs(after_);
  ASSERT_EQ(outputs.size(), 1U);
  EXPECT_EQ(outputs[0].name, "sum");
  EXPECT_EQ(integer_at(outputs[0], 0), 0xa5a5a5a5a5a5a509);
}

TEST(KernelArguments, AreNaturallyAligned) {
  KernelArguments arguments;
  arguments.buffer(3).u32(1).buffer(1).f32(2.0F);
  EXPECT_EQ(arguments.bytes().size(), 28U);
  ASSERT_EQ(arguments.addresses().size(), 2U);
  EXPECT_EQ(arguments.addresses()[1].offset, 16U);
  EXPECT_EQ(arguments.addresses()[1].buffer, 1U);
  EXPECT_EQ(arguments.bytes()[27], std::byte{0x40});
}

}  // namespace
}  // namespace agt
