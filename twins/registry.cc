// The twins, in the order in which they are listed and run.
// SPDX-License-Identifier: MIT
#include "twins/registry.h"

#include <array>

namespace agt {

std::span<const Twin* const> all_twins() {
  static constexpr std::array<const Twin*, 3> kTwins{&kPsnrTwin, &kMotionTwin, &kFloatSsimTwin};
  return kTwins;
}

const Twin* find_twin(std::string_view name) {
  for (const Twin* twin : all_twins())
    if (twin->name == name) return twin;
  return nullptr;
}

}  // namespace agt
