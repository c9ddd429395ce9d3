// Sentences about the codec, on a small document that has one field of each sort.
// SPDX-License-Identifier: MIT
#include "report/model/codec.h"

#include <gtest/gtest.h>

namespace agt {
namespace codec_test {

enum class Colour { kRed, kGreen };

struct Inner {
  std::uint8_t small = 0;
};

template <class Io>
void fields(Io& io, Of<Io, Inner>& inner) {
  io("small", inner.small);
}

struct Outer {
  bool flag = false;
  std::int32_t negative = 0;
  std::uint64_t large = 0;
  std::string text;
  Colour colour = Colour::kRed;
  std::optional<std::uint32_t> maybe;
  std::optional<Inner> maybe_inner;
  std::vector<Inner> inners;
};

template <class Io>
void fields(Io& io, Of<Io, Outer>& outer) {
  io.constant("schema", "agt.test");
  io("flag", outer.flag);
  io("negative", outer.negative);
  io("large", outer.large);
  io("text", outer.text);
  io("colour", outer.colour);
  io("maybe", outer.maybe);
  io("maybe_inner", outer.maybe_inner);
  io("inners", outer.inners);
}

}  // namespace codec_test

template <>
struct EnumNames<codec_test::Colour> {
  static constexpr std::array<std::pair<codec_test::Colour, std::string_view>, 2> kNames{
      {{codec_test::Colour::kRed, "red"}, {codec_test::Colour::kGreen, "green"}}};
};

namespace {

using codec_test::Colour;
using codec_test::Outer;

const std::string kFull =
    R"({"colour":"green","flag":true,"inners":[{"small":1},{"small":255}],"large":18446744073709551615,"maybe":7,)"
    R"("maybe_inner":{"small":2},"negative":-5,"schema":"agt.test","text":"x"})";
const std::string kEmpty =
    R"({"colour":"red","flag":false,"inners":[],"large":0,"maybe":null,"maybe_inner":null,"negative":0,)"
    R"("schema":"agt.test","text":""})";

/// kFull with one field changed; without `key` when `value` is empty.
Json with(const std::string& key, const std::string& value) {
  Json document = parse_json(kFull).value();
  document.erase(key);
  if (!value.empty()) document[key] = parse_json(value).value();
  return document;
}

TEST(Codec, WritesEveryKeyAlsoOfWhatIsNotKnown) { EXPECT_EQ(canonical_json(to_json_document(Outer())), kEmpty); }

TEST(Codec, ReadsWhatItWrites) {
  for (const std::string& text : {kFull, kEmpty}) {
    const auto outer = from_json_document<Outer>(parse_json(text).value(), "test");
    ASSERT_TRUE(outer) << outer.error().message;
    EXPECT_EQ(canonical_json(to_json_document(*outer)), text);
  }
}

TEST(Codec, ReadsEveryField) {
  const Outer outer = from_json_document<Outer>(parse_json(kFull).value(), "test").value();
  EXPECT_TRUE(outer.flag);
  EXPECT_EQ(outer.negative, -5);
  EXPECT_EQ(outer.large, 18446744073709551615ULL);
  EXPECT_EQ(outer.text, "x");
  EXPECT_EQ(outer.colour, Colour::kGreen);
  EXPECT_EQ(outer.maybe, 7U);
  EXPECT_EQ(outer.maybe_inner->small, 2);
  ASSERT_EQ(outer.inners.size(), 2U);
  EXPECT_EQ(outer.inners[1].small, 255);
}

struct Refused {
  std::string name;
  std::string key;
  std::string value;  ///< empty: the key is missing
  std::string message;
};

class CodecRefuses : public testing::TestWithParam<Refused> {};

TEST_P(CodecRefuses, WithThePathAndTheReason) {
  const auto outer = from_json_document<Outer>(with(GetParam().key, GetParam().value), "test");
  ASSERT_FALSE(outer);
  EXPECT_EQ(outer.error().code, ExitCode::kBadInput);
  EXPECT_EQ(outer.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    What, CodecRefuses,
    testing::Values(
        Refused{"AMissingKey", "flag", "", "test.flag: is missing"},
        Refused{"AMissingKeyOfWhatMayBeNull", "maybe", "", "test.maybe: is missing"},
        Refused{"AnUnknownKey", "uuid", "1", "test.uuid: is not a known key"},
        Refused{"AnUnknownKeyInside", "inners", R"([{"small":1},{"small":1,"x":1}])",
                "test.inners[1].x: is not a known key"},
        Refused{"ANumberForABool", "flag", "1", "test.flag: is not true or false"},
        Refused{"NullForABool", "flag", "null", "test.flag: is not true or false"},
        Refused{"ATextForANumber", "large", "\"1\"", "test.large: is not an integer"},
        Refused{"AFraction", "large", "1.5", "test.large: is not an integer"},
        Refused{"AFractionWithoutAFraction", "large", "1.0", "test.large: is not an integer"},
        Refused{"AnExponent", "large", "1e3", "test.large: is not an integer"},
        Refused{"ANegativeForAnUnsigned", "large", "-1", "test.large: is out of range"},
        Refused{"MoreThan64Bits", "large", "18446744073709551616", "test.large: is not an integer"},
        Refused{"MoreThanItsType", "negative", "2147483648", "test.negative: is out of range"},
        Refused{"MoreThanItsSmallType", "inners", R"([{"small":256}])", "test.inners[0].small: is out of range"},
        Refused{"ANumberForAText", "text", "1", "test.text: is not a string"},
        Refused{"AnUnknownName", "colour", "\"blue\"", "test.colour: \"blue\" is not one of the known names"},
        Refused{"ANumberForAName", "colour", "0", "test.colour: 0 is not one of the known names"},
        Refused{"AWrongTypeInWhatMayBeNull", "maybe", "true", "test.maybe: is not an integer"},
        Refused{"AnObjectForAnArray", "inners", "{}", "test.inners: is not an array"},
        Refused{"AnArrayForAnObject", "maybe_inner", "[]", "test.maybe_inner: is not an object"},
        Refused{"AnotherSchema", "schema", "\"agt.other\"", "test.schema: is not \"agt.test\""}),
    [](const auto& tested) { return tested.param.name; });

TEST(Codec, WhatIsNoObjectIsRefused) {
  EXPECT_EQ(from_json_document<Outer>(Json::array(), "test").error().message, "test: is not an object");
}

TEST(Codec, NamesStandForTheirValuesBothWays) {
  EXPECT_EQ(name_of(Colour::kGreen), "green");
  EXPECT_EQ(value_named<Colour>("green"), Colour::kGreen);
  EXPECT_EQ(value_named<Colour>("Green"), std::nullopt);
}

}  // namespace
}  // namespace agt
