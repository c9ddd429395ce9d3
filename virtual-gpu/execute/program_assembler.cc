// All programs of a machine are assembled in two runs of llvm-mc: the first tells by its errors which ones the target
// does not have, the second makes an object of the others, each at a fixed distance from the last.
// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/child_process.h"
#include "base/file.h"
#include "virtual-gpu/execute/program_runner.h"

namespace agt::vgpu {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kProgramBytes = 4096;

/// A directory of its own, gone when this is.
class TemporaryDirectory {
 public:
  TemporaryDirectory() : path_(fs::temp_directory_path() / fmt::format("agt-programs-{}", getpid())) {
    fs::create_directories(path_);
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The source of the programs in `chosen`, and for each of its lines the program that it comes from.
struct Source {
  std::string text;
  std::vector<std::size_t> program_of_line;
};

Source make_source(const std::vector<Program>& programs, const std::set<std::size_t>& chosen) {
  Source source;
  const auto add = [&](std::size_t program, const std::string& line) {
    source.text += line + "\n";
    source.program_of_line.push_back(program);
  };
  for (const std::size_t i : chosen) {
    add(i, fmt::format(".org {}", i * kProgramBytes));
    for (const std::string& line : programs[i].assembly) add(i, line);
    add(i, "s_endpgm");
    for (int pad = 0; pad < 8; ++pad) add(i, "s_nop 0");
  }
  return source;
}

Result<ChildOutcome> run(std::vector<std::string> argv) {
  ChildSpec spec;
  spec.argv = std::move(argv);
  spec.deadline = std::chrono::minutes(2);
  spec.text_limit_bytes = 16 << 20;
  return run_child(spec);
}

std::vector<std::string> assembler(const Machine& machine, const fs::path& source, const fs::path& object) {
  std::vector<std::string> argv = {AGT_LLVM_MC, "-triple=amdgcn-amd-amdhsa", fmt::format("-mcpu={}", machine.target->gfx),
                                   "-filetype=obj", "-o", object.string(), source.string()};
  if (machine.lanes != machine.target->wave_lanes) argv.insert(argv.begin() + 1, "-mattr=+wavefrontsize64");
  return argv;
}

/// The lines, counted from 1, of "….s:LINE:COLUMN: error: …".
std::set<std::size_t> lines_with_errors(const std::string& text) {
  std::set<std::size_t> lines;
  for (std::size_t at = 0; (at = text.find(".s:", at)) != std::string::npos; ++at) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at + 3, end - at - 3);
    if (line.find(": error:") != std::string::npos) lines.insert(std::stoul(line));
  }
  return lines;
}

Result<std::string> assemble_text(const Source& source, const Machine& machine, const fs::path& directory) {
  const fs::path text = directory / "p.s", object = directory / "p.o", binary = directory / "p.bin";
  if (auto written = write_file_atomically(text, source.text); !written) return tl::make_unexpected(written.error());
  const auto assembled = run(assembler(machine, text, object));
  if (!assembled) return tl::make_unexpected(assembled.error());
  if (assembled->exit_status != 0) return failure(ExitCode::kBadInput, assembled->error_text);
  const auto copied = run({AGT_LLVM_OBJCOPY, "-O", "binary", "-j", ".text", object.string(), binary.string()});
  if (!copied) return tl::make_unexpected(copied.error());
  return read_file(binary, 64 << 20);
}

MachineCode cut(const std::string& text, std::size_t program) {
  const std::string part = text.substr(program * kProgramBytes, kProgramBytes);
  MachineCode code(part.size());
  std::memcpy(code.data(), part.data(), part.size());
  return code;
}

}  // namespace

Result<std::vector<MachineCode>> assemble(const std::vector<Program>& programs, const Machine& machine) {
  const TemporaryDirectory directory;
  std::set<std::size_t> chosen;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (programs[i].is_for(*machine.target)) chosen.insert(i);
  }
  // An error can hide others (a label that an erroneous line would have used), so this repeats until there is none.
  Result<std::string> text = failure(ExitCode::kBadInput, "");
  while (!text && !chosen.empty()) {
    const Source source = make_source(programs, chosen);
    text = assemble_text(source, machine, directory.path());
    if (text) break;
    const auto lines = lines_with_errors(text.error().message);
    if (lines.empty()) return failure(ExitCode::kBrokenRuntime, "llvm-mc: " + text.error().message);
    for (const std::size_t line : lines) chosen.erase(source.program_of_line.at(line - 1));
  }
  std::vector<MachineCode> codes(programs.size());
  for (const std::size_t i : chosen) codes[i] = cut(*text, i);
  return codes;
}

}  // namespace agt::vgpu
