// Sentences about the strict reading and the canonical writing of JSON.
// SPDX-License-Identifier: MIT
#include "report/model/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace agt {
namespace {

using testing::HasSubstr;

std::string error_of(std::string_view text, const JsonLimits& limits = {}) {
  const auto document = parse_json(text, limits);
  if (document) return "no error";
  EXPECT_EQ(document.error().code, ExitCode::kBadInput);
  return document.error().message;
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(ParseJson, ReadsADocument) {
  const auto document = parse_json(R"({"a":[1,-2,true,null,"é\n"]})");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ((*document)["a"][1], -2);
  EXPECT_EQ((*document)["a"][4], "é\n");
}

struct Refused {
  std::string name;
  std::string text;
  std::string reason;
};

class ParseJsonRefuses : public testing::TestWithParam<Refused> {};

TEST_P(ParseJsonRefuses, WithTheReason) { EXPECT_THAT(error_of(GetParam().text), HasSubstr(GetParam().reason)); }

INSTANTIATE_TEST_SUITE_P(
    What, ParseJsonRefuses,
    testing::Values(Refused{"Nothing", "", "line 1"}, Refused{"Half", "{\"a\":", "line 1"},
                    Refused{"MoreAfterTheEnd", "{} {}", "line 1"}, Refused{"ATrailingComma", "[1,]", "line 1"},
                    Refused{"AComment", "[1] // one", "line 1"}, Refused{"NotANumber", "[NaN]", "line 1"},
                    Refused{"BrokenUtf8", "[\"\xff\"]", "UTF-8"}, Refused{"TheSecondLine", "{\n\"a\" 1}", "line 2"},
                    Refused{"AKeySaidTwice", R"({"a":1,"a":1})", "the key \"a\" is there twice"},
                    Refused{"AKeySaidTwiceInside", R"({"o":[{"a":1,"b":2,"a":3}]})", "the key \"a\" is there twice"}),
    [](const auto& tested) { return tested.param.name; });

TEST(ParseJson, TheSameKeyInTwoObjectsIsFine) { EXPECT_TRUE(parse_json(R"({"a":{"a":1},"b":[{"a":1},{"a":2}]})")); }

TEST(ParseJson, RefusesWhatIsLargerThanItsLimit) {
  EXPECT_TRUE(parse_json("[1]", {.bytes = 3}));
  EXPECT_EQ(error_of("[12]", {.bytes = 3}), "larger than 3 bytes");
}

TEST(ParseJson, RefusesWhatIsDeeperThanItsLimit) {
  EXPECT_TRUE(parse_json(nested(64)));
  EXPECT_EQ(error_of(nested(65)), "nested deeper than 64");
  EXPECT_EQ(error_of(nested(1'000'000)), "nested deeper than 64");
  EXPECT_EQ(error_of(R"({"a":{"a":{}}})", {.depth = 2}), "nested deeper than 2");
}

TEST(CanonicalJson, HasSortedKeysAndNoSpace) {
  EXPECT_EQ(canonical_json(parse_json(R"({ "b" : [1, 2], "a" : {"d":null, "c":"x"} })").value()),
            R"({"a":{"c":"x","d":null},"b":[1,2]})");
}

TEST(CanonicalJson, IsUtf8AndEscapesWhatItMust) {
  EXPECT_EQ(canonical_json(Json("é\"\\\n\x01")), "\"é\\\"\\\\\\n\\u0001\"");
}

TEST(CanonicalJson, WritesLargeIntegersInFull) {
  EXPECT_EQ(canonical_json(Json(18446744073709551615ULL)), "18446744073709551615");
}

TEST(CanonicalJson, OfBrokenUtf8IsStillADocument) { EXPECT_TRUE(parse_json(canonical_json(Json("\xff")))); }

TEST(PrettyJson, EndsWithANewlineAndHoldsTheSame) {
  const Json document = parse_json(R"({"b":1,"a":[]})").value();
  EXPECT_EQ(pretty_json(document), "{\n  \"a\": [],\n  \"b\": 1\n}\n");
}

}  // namespace
}  // namespace agt
