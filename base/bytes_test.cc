// Sentences about the checked reads of bytes.
// SPDX-License-Identifier: MIT
#include "base/bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace agt {
namespace {

constexpr std::array kBytes{std::byte{0x01}, std::byte{0x02}, std::byte{0x03}, std::byte{0x04}, std::byte{0x85}};
constexpr std::uint64_t kHuge = std::numeric_limits<std::uint64_t>::max();

TEST(Slice, IsThereOnlyWhenAllOfItIs) {
  EXPECT_EQ(slice(kBytes, 1, 4)->size(), 4U);
  EXPECT_EQ(slice(kBytes, 1, 4)->data(), kBytes.data() + 1);
  EXPECT_FALSE(slice(kBytes, 1, 5));
  EXPECT_FALSE(slice(kBytes, 6, 0));
}

TEST(Slice, MayBeEmptyAtTheEnd) { EXPECT_TRUE(slice(kBytes, 5, 0)->empty()); }

TEST(Slice, DoesNotOverflow) {
  EXPECT_FALSE(slice(kBytes, 1, kHuge));
  EXPECT_FALSE(slice(kBytes, kHuge, 1));
  EXPECT_FALSE(slice(kBytes, kHuge, kHuge));
}

TEST(ReadLe, PutsTheLowByteFirstAtAnyAlignment) {
  EXPECT_EQ(read_le<std::uint32_t>(kBytes, 0), 0x04030201U);
  EXPECT_EQ(read_le<std::uint32_t>(kBytes, 1), 0x85040302U);
  EXPECT_EQ(read_le<std::uint8_t>(kBytes, 4), 0x85);
  EXPECT_EQ(read_le<std::int8_t>(kBytes, 4), -123);
}

TEST(ReadLe, IsNothingWhenAByteIsMissing) {
  EXPECT_FALSE(read_le<std::uint32_t>(kBytes, 2));
  EXPECT_FALSE(read_le<std::uint64_t>(kBytes, 0));
  EXPECT_FALSE(read_le<std::uint8_t>(kBytes, 5));
  EXPECT_FALSE(read_le<std::uint16_t>(kBytes, kHuge));
}

}  // namespace
}  // namespace agt
