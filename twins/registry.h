// The list of twins. A new twin is a folder with a twin.cc that defines one of these, and a line here and in registry.cc.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "twins/twin.h"

namespace agt {

extern const Twin kPsnrTwin;
extern const Twin kMotionTwin;
extern const Twin kFloatSsimTwin;

std::span<const Twin* const> all_twins();

/// Null when there is none of this name.
const Twin* find_twin(std::string_view name);

}  // namespace agt
