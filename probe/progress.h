// Progress: what happens, a line at a time, on stderr while the run goes on; silent with --quiet.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "probe/plan.h"

namespace agt {

class Progress {
 public:
  explicit Progress(bool quiet) : quiet_(quiet) {}

  void say(std::string_view line) const;
  void planned(const Plan& plan) const;
  void finished(const FoundDevice& device, const TestRun& run, std::uint32_t number, std::uint32_t of) const;

 private:
  bool quiet_;
};

}  // namespace agt
