// Suite: what is measured is data. A suite is a folder with a suite.json that names its tests and what they need.
// docs/suites.md explains the format. The twins are the built-in suite, read through the same code as any other.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/model/fields.h"

namespace agt {

/// How a test says what came out of it.
enum class Protocol {
  kTwin,  ///< JSON lines on the result descriptor (report/model/twin_event.h)
  kExit,  ///< 0 passes, 77 skips, anything else fails; "@case NAME pass|fail|skip" and "@message NAME text" on stdout
};

template <>
struct EnumNames<Protocol> {
  static constexpr std::array<std::pair<Protocol, std::string_view>, 2> kNames{
      {{Protocol::kTwin, "twin"}, {Protocol::kExit, "exit"}}};
};

/// In program, arguments and code_object: {kit} is the kit's own folder (bin/, lib/ …), {suite} the suite's folder,
/// {gfx} the device's target, {test} the test's name.
struct SuiteTest {
  std::string name;
  std::string program;
  std::vector<std::string> arguments;
  Protocol protocol = Protocol::kTwin;
  std::uint32_t time_limit_s = 0;
  std::uint32_t memory_mib = 0;            ///< device memory that it needs at the most
  std::vector<std::string> features;       ///< what rows may demand, beside the test itself
  std::optional<std::string> code_object;  ///< a file that a device's target must have; null: the program holds its code
};

template <class Io>
void fields(Io& io, Of<Io, SuiteTest>& test) {
  io("name", test.name);
  io("program", test.program);
  io("arguments", test.arguments);
  io("protocol", test.protocol);
  io("time_limit_s", test.time_limit_s);
  io("memory_mib", test.memory_mib);
  io("features", test.features);
  io("code_object", test.code_object);
}

struct SuiteDocument {
  std::string name;
  std::string title;
  std::vector<std::string> fixtures;
  std::vector<SuiteTest> tests;
};

template <class Io>
void fields(Io& io, Of<Io, SuiteDocument>& suite) {
  io.constant("schema", "agt.suite");
  io.constant("version", "1.0");
  io("name", suite.name);
  io("title", suite.title);
  io("fixtures", suite.fixtures);
  io("tests", suite.tests);
}

struct Suite {
  SuiteDocument document;
  std::filesystem::path folder;
};

/// Reads folder/suite.json. kMissingInput or kBadInput naming the file: unknown keys, a test named twice, a placeholder
/// that does not exist, a limit of zero.
Result<Suite> read_suite(const std::filesystem::path& folder);

/// `text` with its placeholders replaced.
struct Placeholders {
  std::string kit;
  std::string suite;
  std::string gfx;
  std::string test;
};
std::string fill_in(std::string text, const Placeholders& placeholders);

}  // namespace agt
