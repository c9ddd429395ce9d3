// Sentences about the lines of the twin protocol.
// SPDX-License-Identifier: MIT
#include "report/model/twin_event.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agt {
namespace {

using testing::HasSubstr;
using testing::Not;

CaseResult differing_case() {
  CaseResult result;
  result.name = "tiny";
  result.outcome = Outcome::kDiffering;
  result.values_differing = 1;
  result.pattern = WrongPattern::kPartial;
  result.first_difference = FirstDifference{
      .output = "sse", .plane = 1, .frame = 2, .index = 3, .expected_bits = "0x1", .actual_bits = "0x0"};
  result.device_sha256 = {"a", "b", "c"};
  result.scores = {{.feature = "psnr_y", .value = "33.5"}};
  return result;
}

/// One event of each kind.
std::vector<TwinEvent> all_kinds() {
  return {PinEvent{.visible_devices = 1, .target_id = "gfx90a:xnack-", .location = {.domain = 0, .bus = 3}},
          SelfCheckEvent{.passed = true, .message = ""},
          CaseBeginEvent{.fixture = "tiny"},
          CaseEvent{.result = differing_case()},
          ErrorEvent{.message = "hipModuleLoadData: hipErrorNoBinaryForGpu (209)"},
          EndEvent{.cases = 4},
          VirtualFaultEvent{.message = "gfx1100: unknown instruction"},
          VirtualStatisticsEvent{.gfx_target = "gfx1100",
                                 .dispatches = 1,
                                 .wave_instructions = 2,
                                 .stand_ins = {{.mnemonic = "v_rcp_f32", .executions = 9}}}};
}

TEST(TwinEvent, EveryKindIsOneLineThatReadsBackAsItself) {
  ASSERT_EQ(all_kinds().size(), kTwinEventNames.size());
  for (std::size_t i = 0; i < all_kinds().size(); ++i) {
    const std::string line = to_line(all_kinds()[i]);
    EXPECT_THAT(line, Not(HasSubstr("\n")));
    EXPECT_THAT(line, HasSubstr("\"event\":\"" + std::string(kTwinEventNames[i]) + "\""));
    const auto event = parse_twin_event(line);
    ASSERT_TRUE(event) << event.error().message;
    EXPECT_EQ(event->index(), i);
    EXPECT_EQ(to_line(*event), line);
  }
}

TEST(TwinEvent, ATextMayHoldNewlines) {
  const std::string line = to_line(ErrorEvent{.message = "one\ntwo"});
  EXPECT_THAT(line, Not(HasSubstr("\n")));
  EXPECT_EQ(std::get<ErrorEvent>(parse_twin_event(line).value()).message, "one\ntwo");
}

TEST(TwinEvent, ACaseKeepsItsFirstDifference) {
  const auto event = parse_twin_event(to_line(CaseEvent{.result = differing_case()}));
  const CaseResult& result = std::get<CaseEvent>(event.value()).result;
  EXPECT_EQ(result.first_difference->index, 3U);
  EXPECT_EQ(result.first_difference->expected_bits, "0x1");
  EXPECT_EQ(result.pattern, WrongPattern::kPartial);
}

struct Refused {
  std::string name;
  std::string line;
  std::string reason;
};

class TwinEventRefuses : public testing::TestWithParam<Refused> {};

TEST_P(TwinEventRefuses, WithTheReason) {
  const auto event = parse_twin_event(GetParam().line);
  ASSERT_FALSE(event);
  EXPECT_EQ(event.error().code, ExitCode::kBadInput);
  EXPECT_THAT(event.error().message, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    What, TwinEventRefuses,
    testing::Values(Refused{"ANoise", "warning: something", "line 1"},
                    Refused{"HalfALine", R"({"event":"end","ca)", "line 1"},
                    Refused{"NoEvent", R"({"cases":1})", "not an object with an \"event\""},
                    Refused{"AnEventThatIsNoText", R"({"event":5})", "not an object with an \"event\""},
                    Refused{"AnArray", R"(["event"])", "not an object with an \"event\""},
                    Refused{"AnUnknownEvent", R"({"event":"progress"})",
                            "\"progress\" is no event of the twin protocol"},
                    Refused{"AMissingField", R"({"event":"end"})", "end.cases: is missing"},
                    Refused{"AnUnknownField", R"({"event":"end","cases":1,"x":1})", "end.x: is not a known key"},
                    Refused{"TwoEvents", R"({"event":"end","event":"end","cases":1})", "is there twice"},
                    Refused{"ALineThatIsTooLong", std::string((1 << 20) + 1, ' '), "larger than 1048576 bytes"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace agt
