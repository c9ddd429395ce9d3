// How devices and runs are named and what is said of them, in plain one-line sentences: the same in every rendering.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/model/report.h"

namespace agt {

/// Text from outside as part of one line: every control character and line break becomes a space, ends are trimmed.
std::string one_line(std::string_view text);

/// "a, b and c".
std::string joined(const std::vector<std::string>& parts);

/// "gfx1100", "gfx1100 (virtual)"; with its index, "gfx1100 device 2", when another of its kind has the same target.
std::string label_of(const Report& report, const DeviceReport& device);

/// "twins/psnr".
std::string name_of(const TestRun& run);

/// What is worst about the run: "twins/psnr differs from the CPU reference on clip_576x324_8, frame 1".
/// Empty when the run passes.
std::string complaint_of(const TestRun& run);

/// A name of the format for people: "not measured" for "not_measured".
std::string words(std::string_view name);

/// "1 run", "3 runs".
std::string counted(std::uint64_t count, std::string_view noun);

/// "3.2 s", "45 ms", "2 min 5 s".
std::string duration_of(std::uint64_t milliseconds);

}  // namespace agt
