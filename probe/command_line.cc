// Options into RunOptions. `run` is what happens when no command is named.
// SPDX-License-Identifier: MIT
#include "probe/command_line.h"

#include <algorithm>
#include <map>
#include <set>

#include <CLI/CLI.hpp>

#include "probe/run_command.h"
#include "probe/version.h"

namespace agt {
namespace {

/// What the options of `run` are parsed into before they become RunOptions.
struct RunArguments {
  RunOptions options;
  std::uint32_t test_timeout_s = 0;
  std::string no_device;
};

const std::map<std::string, ExitCode> kNoDeviceCodes{
    {"ok", ExitCode::kPass}, {"skip", ExitCode::kSkip}, {"fail", ExitCode::kFail}};

void add_run_options(CLI::App& app, RunArguments& arguments) {
  RunOptions& options = arguments.options;
  app.add_option("--out", options.out, "Write the report to FILE and a page for people beside it (FILE with .md)")
      ->type_name("FILE");
  app.add_option("--virtual", options.virtual_targets,
                 "Run on virtual GPUs instead: comma-separated targets, e.g. gfx1100,gfx942")
      ->delimiter(',')->type_name("GFX");
  app.add_option("--virtual-library", options.virtual_library, "Another library in place of the kit's virtual GPU")
      ->type_name("FILE")->needs("--virtual");
  app.add_option("--suite", options.suites, "Also run the suite in folder DIR (may be given again)")->type_name("DIR");
  app.add_option("--test", options.tests, "Run only SUITE or SUITE/TEST (may be given again)")->type_name("NAME");
  app.add_option("--fixture", options.fixtures, "Run the twins on this fixture only (may be given again)")
      ->type_name("NAME");
  app.add_option("--expect", options.expected_targets, "Return 6 when this target is not among the GPUs found")
      ->type_name("GFX");
  app.add_option("--repeat", options.repeats, "How often each fixture is computed")
      ->check(CLI::Range(1, 1000))->capture_default_str();
  auto* reference = app.add_option("--ref", options.reference_clip, "Run the twins on your own clip: the reference (y4m)")
                        ->type_name("FILE");
  auto* distorted = app.add_option("--dis", options.distorted_clip, "… and the distorted copy (y4m)")->type_name("FILE");
  reference->needs(distorted);
  distorted->needs(reference);
  app.add_option("--test-timeout", arguments.test_timeout_s, "Seconds that one test may take, instead of the suite's")
      ->check(CLI::Range(1, 86400));
  app.add_option("--no-device", arguments.no_device, "What to return when there is no GPU, instead of 3: ok (0), skip (77) or fail (1)")
      ->check(CLI::IsMember(kNoDeviceCodes));
  app.add_option("--note", options.note, "A sentence of yours for the report")->type_name("TEXT");
  app.add_flag("--quiet", options.quiet, "No progress on stderr");
}

RunOptions finished(RunArguments arguments) {
  if (arguments.test_timeout_s != 0) arguments.options.test_time_limit = std::chrono::seconds(arguments.test_timeout_s);
  if (!arguments.no_device.empty()) arguments.options.no_device = kNoDeviceCodes.at(arguments.no_device);
  return std::move(arguments.options);
}

/// The arguments, last first as CLI11 wants them, with `run` put in where no command is named.
std::vector<std::string> with_command(std::vector<std::string> arguments) {
  static const std::set<std::string> kOwn{"-h", "--help", "--version"};
  const bool named = !arguments.empty() && (arguments[0][0] != '-' || kOwn.contains(arguments[0]));
  if (!named) arguments.insert(arguments.begin(), "run");
  return {arguments.rbegin(), arguments.rend()};
}

bool has_command(const CLI::App& app, const std::string& name) {
  return std::ranges::any_of(app.get_subcommands({}), [&](const CLI::App* command) { return command->get_name() == name; });
}

}  // namespace

Result<ExitCode> run_command_line(int argc, char** argv) {
  CLI::App app{"Does this AMD GPU compute the same numbers as the CPU, bit for bit?", "amdgpu-tester"};
  app.set_version_flag("--version", std::string("amdgpu-tester ") + kVersion);
  app.require_subcommand(1);
  RunArguments arguments;
  add_run_options(*app.add_subcommand("run", "Measure every GPU that is reached and write a report (the default)"),
                  arguments);
  std::vector<std::string> words = with_command({argv + 1, argv + argc});
  if (words.back()[0] != '-' && !has_command(app, words.back()))
    return failure(ExitCode::kUsage, words.back() + ": is no command (see --help)");
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return failure(ExitCode::kUsage, std::string(error.what()) + " (see --help)");
    app.exit(error);
    return ExitCode::kPass;
  }
  const auto kit = own_kit();
  if (!kit) return tl::make_unexpected(kit.error());
  return run_command(finished(std::move(arguments)), *kit);
}

}  // namespace agt
