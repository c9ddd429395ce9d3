// Sentences about report.md: what is in it, what is not, and that nothing from outside acts as markup.
// SPDX-License-Identifier: MIT
#include "report/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "report/markdown_text.h"
#include "report/model/builders_for_tests.h"
#include "report/sample_report.h"
#include "report/schema/model_walk.h"
#include "report/verdict.h"

namespace agt {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// The headings in their order.
std::vector<std::string> headings_of(const std::string& text) {
  std::vector<std::string> headings;
  for (const std::string& line : lines_of(text))
    if (line.starts_with("#")) headings.push_back(line);
  return headings;
}

TEST(EscapedMarkdown, ShowsTheTextAndObeysNoneOfIt) {
  const std::vector<std::pair<std::string, std::string>> table{
      {"plain text, with 3.5 and clip_576x324_8", "plain text, with 3.5 and clip_576x324_8"},
      {"a|b", "a&#124;b"},
      {"`code`", "&#96;code&#96;"},
      {"<img src=x>", "&#60;img src=x&#62;"},
      {"&lt;", "&#38;lt;"},
      {"**bold** _word_ ~gone~", "&#42;&#42;bold&#42;&#42; &#95;word&#95; &#126;gone&#126;"},
      {"[text](http://x)", "&#91;text&#93;(http://x)"},
      {"back\\|slash", "back&#92;&#124;slash"},
      {"one\n# two\r\n\tthree", "one # two three"},
      {"@someone fixes #12", "@<!-- -->someone fixes #<!-- -->12"},
      {"\x1b[31mred\x7f", "&#91;31mred"},
      {"\xc2\x9b"
       "31m gr\xc3\xbcn",
       "31m gr\xc3\xbcn"},
      {"", ""},
  };
  for (const auto& [text, escaped] : table) EXPECT_EQ(escape_markdown(text), escaped) << text;
}

TEST(MarkdownCode, HoldsPipesAndBackticksInsideATableToo) {
  EXPECT_EQ(markdown_code("0x3f800000"), "`0x3f800000`");
  EXPECT_EQ(markdown_code("a|b"), "<code>a&#124;b</code>");
  EXPECT_EQ(markdown_code("a`b<i>"), "<code>a&#96;b&#60;i&#62;</code>");
  EXPECT_EQ(markdown_code("two\nlines"), "`two lines`");
  EXPECT_EQ(markdown_code(""), "");
}

TEST(MarkdownBlock, HasAFenceThatItsTextCannotClose) {
  EXPECT_EQ(markdown_block("docker run\n  --device /dev/kfd\n"), "```\ndocker run\n  --device /dev/kfd\n```\n");
  EXPECT_EQ(markdown_block("```\n# heading"), "````\n```\n# heading\n````\n");
  EXPECT_EQ(markdown_block("\x1b[31mred\r\n"), "```\n[31mred\n```\n");
}

TEST(MarkdownTableText, HasOneLineForEachRow) {
  MarkdownTable table({"a", "b"});
  table.add({"1", "2"});
  EXPECT_EQ(table.text(), "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n");
}

TEST(Markdown, BeginsWithTheVerdictAndItsReason) {
  EXPECT_THAT(to_markdown(sample_report()),
              StartsWith("# AMD GPU report: fail\n\n**Fail:** gfx1100 (virtual): twins/psnr differs from the CPU "
                         "reference on clip_576x324_8, frame 1.\n\nExit code 1; 6 of 6 planned runs completed"));
}

TEST(Markdown, HasItsSectionsInTheOrderInWhichTheyAreRead) {
  EXPECT_THAT(headings_of(to_markdown(filled<Report>())),
              testing::ElementsAre("# AMD GPU report: no device", "## Findings", "## Devices", "## Results",
                                   "## First differences", "## Faults", "## Rows", "## Not exercised", "## Times",
                                   "## What the virtual GPU executed", "## Environment"));
}

TEST(Markdown, LeavesOutSectionsWithoutContent) {
  Report report = build::a_report({});
  conclude(report);
  EXPECT_THAT(headings_of(to_markdown(report)),
              testing::ElementsAre("# AMD GPU report: no device", "## Not exercised", "## Environment"));
}

TEST(Markdown, ShowsExpectedAndActualBitsOfTheFirstDifference) {
  EXPECT_THAT(to_markdown(sample_report()),
              HasSubstr("| gfx1100 (virtual) | `twins/psnr` | `clip_576x324_8` | `sse` | 0 | 1 | 0 | "
                        "`0x0000000000c0b1f4` | `0x0000000000c0b5f4` | 48 of 144 |"));
}

TEST(Markdown, NamesAVirtualDeviceAsSuchInEveryTableRow) {
  const std::string text = to_markdown(sample_report());
  std::size_t rows = 0;
  for (const std::string& line : lines_of(text)) {
    if (!line.starts_with("| gfx")) continue;
    ++rows;
    EXPECT_THAT(line, HasSubstr("(virtual)"));
  }
  EXPECT_GE(rows, 16U);
  EXPECT_THAT(text, HasSubstr("> **Virtual.** Devices marked (virtual) are no hardware"));
  EXPECT_THAT(text, HasSubstr("> **Planted defect** `gfx1100:v_add_co_u32:5:10`"));
}

TEST(Markdown, KeepsHardwareAndVirtualVerdictsOfARowApart) {
  EXPECT_THAT(
      to_markdown(sample_report()),
      AllOf(HasSubstr("| row | family | verdict (hardware) | verdict (virtual) | what does not hold |"),
            HasSubstr("| `hip-rdna3` | RDNA3 / 3.5 | not measured | **fail** | `twins/psnr` fail (virtual) |")));
}

TEST(Markdown, OfHardwareSaysNothingOfVirtualGpus) {
  Report report = build::a_report(
      {build::a_device("gfx1201", "RDNA4", DeviceKind::kHardware, {build::a_run("psnr", Outcome::kIdentical)})});
  conclude(report);
  const std::string text = to_markdown(report);
  EXPECT_THAT(text, Not(HasSubstr("> **Virtual.**")));
  EXPECT_THAT(text, HasSubstr("| gfx1201 | hardware | pass |"));
}

TEST(Markdown, LabelsADeviceWithoutANameByItsPciIds) {
  Report report = sample_report();
  report.devices[0].facts.product_name = "";
  report.devices[0].facts.pci_vendor_id = 0x1002;
  report.devices[0].facts.pci_device_id = 0x73ff;
  EXPECT_THAT(to_markdown(report), HasSubstr("| `[1002:73ff]` |"));
}

TEST(Markdown, ShowsWhatToTypeAsABlockThatCanBeCopied) {
  Report report = build::a_report({});
  report.access.findings = {build::a_finding(Severity::kError, "No /dev/kfd.", "docker run \\\n  --device /dev/kfd")};
  conclude(report);
  EXPECT_THAT(to_markdown(report), HasSubstr("**NO_KFD** (error): No /dev/kfd.\n\nWhat to do:\n\n"
                                             "```\ndocker run \\\n  --device /dev/kfd\n```\n"));
}

TEST(Markdown, CountsTheCasesOfASuiteThatHasMany) {
  TestRun run = build::a_run("many", Outcome::kPassed);
  run.cases.clear();
  for (int i = 0; i < 9; ++i)
    run.cases.push_back(build::a_case(i < 7 ? Outcome::kPassed : Outcome::kFailed, "case " + std::to_string(i)));
  Report report = build::a_report({build::a_device("gfx1201", "RDNA4", DeviceKind::kHardware, {run})});
  conclude(report);
  EXPECT_THAT(to_markdown(report), HasSubstr("| 7 passed, 2 failed |"));
}

/// Every text of a report replaced by one that tries to break out.
class Poison {
 public:
  static constexpr bool kReads = true;
  static constexpr const char* kText = "x|y`z<script>\n\n# heading\n| a | @user [l](u) \x1b[1m";
  template <class T>
  void operator()(const char*, T& value) {
    poison(value);
  }
  void constant(const char*, std::string_view) {}
  template <class T>
  static void poison(T& value) {
    if constexpr (std::same_as<T, std::string>) value = kText;
    else if constexpr (Structure<T>) {
      Poison walk;
      fields(walk, value);
    }
  }
  template <class T>
  static void poison(std::optional<T>& value) {
    if (value) poison(*value);
  }
  template <class T>
  static void poison(std::vector<T>& values) {
    for (T& value : values) poison(value);
  }
};

/// The lines outside code blocks.
std::vector<std::string> prose_of(const std::string& text) {
  std::vector<std::string> prose;
  std::string fence;
  for (const std::string& line : lines_of(text)) {
    const bool marks = line.starts_with("```");
    if (fence.empty() && marks) fence = line;
    else if (!fence.empty() && line == fence) fence.clear();
    else if (fence.empty()) prose.push_back(line);
  }
  EXPECT_EQ(fence, "") << "a code block is open at the end";
  return prose;
}

/// `line` without what is code in it, where GitHub makes no mentions.
std::string without_code(std::string line) {
  for (std::size_t at; (at = line.find("<code>")) != std::string::npos;)
    line.erase(at, line.find("</code>", at) + std::string("</code>").size() - at);
  return line;
}

TEST(Markdown, NoTextOfTheReportActsAsMarkup) {
  Report report = filled<Report>();
  Poison::poison(report);
  const std::string text = to_markdown(report);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  std::size_t cells = 0;
  for (const std::string& line : prose_of(text)) {
    EXPECT_THAT(line, Not(HasSubstr("<script>")));
    EXPECT_THAT(without_code(line), Not(HasSubstr("@user")));
    EXPECT_THAT(line, Not(HasSubstr("[l](u)")));
    EXPECT_THAT(line, Not(StartsWith("# heading")));
    const auto pipes = static_cast<std::size_t>(std::count(line.begin(), line.end(), '|'));
    if (!line.starts_with("|")) cells = 0;
    else if (cells == 0) cells = pipes;
    EXPECT_EQ(pipes, cells) << line;
  }
}

/// `text` with its headings two levels down, as README.md has them below its own.
std::string under_a_section(const std::string& text) {
  std::string lowered;
  for (const std::string& line : lines_of(text)) lowered += (line.starts_with("#") ? "##" : "") + line + "\n";
  return lowered;
}

TEST(Readme, ShowsTheSampleAsItIsRendered) {
  const auto readme = read_file(AGT_README, 1 << 20);
  ASSERT_TRUE(readme) << AGT_README;
  const std::string sample = under_a_section(to_markdown(sample_report()));
  EXPECT_TRUE(readme->find("<!-- sample report -->\n\n" + sample + "\n<!-- end of the sample -->") != std::string::npos)
      << "between README.md's marks there must be:\n"
      << sample;
}

}  // namespace
}  // namespace agt
