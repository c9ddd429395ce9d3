// A test program that misbehaves on purpose, one way a call: the kit must notice each of them, within its bounds.
// It speaks the twin protocol as far as its mode wants, so that everything before the misbehaviour counts.
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <string>

namespace {

void write_result(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(3, text.data() + done, text.size() - done);
    if (written <= 0) std::exit(74);
    done += static_cast<std::size_t>(written);
  }
}

const std::string kIdentical =
    R"({"event":"case","result":{"name":"before","outcome":"identical","message":"","repeats":3,"values_compared":1,)"
    R"("values_differing":0,"max_ulp":null,"pattern":null,"first_difference":null,"reference_sha256":null,)"
    R"("device_sha256":[],"scores":[],"device_wall_us":null,"reference_wall_us":null}})" "\n";

/// Waits far longer than any limit of a test, and yet not for ever.
void sleep_long() {
  for (int i = 0; i < 600; ++i) ::sleep(1);
}

const std::map<std::string, std::function<int()>> kModes{
    {"crash", [] { ::signal(SIGSEGV, SIG_DFL); return ::raise(SIGSEGV); }},  // a sanitizer would catch it
    {"abort", [] { std::abort(); return 0; }},
    {"hang", [] { sleep_long(); return 0; }},
    {"hang_ignoring_term", [] { ::signal(SIGTERM, SIG_IGN); sleep_long(); return 0; }},
    {"flood", [] { for (int i = 0; i < 100'000; ++i) write_result(std::string(1 << 12, 'x')); return 0; }},
    {"flood_lines", [] { for (int i = 0; i < 100'000; ++i) write_result(kIdentical); return 0; }},
    {"garbage", [] { write_result("{\"event\":\n\x01\xff}{"); return 0; }},
    {"half_a_record", [] { write_result(kIdentical.substr(0, kIdentical.size() / 2)); return 0; }},
    {"silence", [] { return 0; }},
    {"grandchild", [] { if (::fork() == 0) { ::signal(SIGTERM, SIG_IGN); sleep_long(); } return 0; }},
};

}  // namespace

/// hostile_child MODE [PIN_LINE …]: the pin's line and one identical case where a pin is given, then the misbehaviour.
int main(int argc, char** argv) {
  if (argc < 2 || !kModes.contains(argv[1])) return 64;
  if (argc > 2 && argv[2][0] == '{') write_result(argv[2] + ("\n" + kIdentical));
  write_result("{\"event\":\"case_begin\",\"fixture\":\"during\"}\n");
  return kModes.at(argv[1])();
}
