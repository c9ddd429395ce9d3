// hip-twin's command line.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/tool.h"
#include "twins/hip_twin.h"

int main(int argc, char** argv) {
  agt::HipTwinOptions options;
  bool list = false;
  std::uint32_t expect_devices = 1;
  CLI::App app("Runs one twin on the one AMD GPU this process sees and judges it against its CPU reference, bit for bit.");
  app.add_flag("--list", list, "print the twins and fixtures");
  app.add_option("--twin", options.twin, "the twin to run");
  app.add_option("--code-object", options.code_object, "its kernels, compiled for the device's target");
  app.add_option("--expect-gfx", options.expect_gfx, "the target that the device must have");
  app.add_option("--expect-devices", expect_devices, "how many devices must be visible")->check(CLI::Range(1, 1));
  app.add_option("--fixture", options.fixtures, "a fixture to run, all unless said");
  app.add_option("--repeat", options.repeats, "runs of each fixture")->check(CLI::Range(1, 100))->capture_default_str();
  app.add_option("--ref", options.reference_clip, "own clip, y4m: the reference");
  app.add_option("--dis", options.distorted_clip, "own clip, y4m: the distorted copy");
  app.add_option("--frames", options.frames, "frames of the own clip, at the most")->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--result-fd", options.result_descriptor, "where the JSON lines go")->capture_default_str();
  return agt::run_tool("hip-twin", [&]() -> agt::Result<agt::ExitCode> {
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? agt::ExitCode::kPass : agt::ExitCode::kUsage;
    }
    if (!list) return agt::run_hip_twin(options);
    fmt::print("{}", agt::list_twins());
    return agt::ExitCode::kPass;
  });
}
