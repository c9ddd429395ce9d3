// Stop: SIGINT and SIGTERM become a flag that running children are watched against; the exit code is 128 + signal.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace agt {

/// Installs the handlers. Call once, before the first child.
void install_stop_handlers();

/// Becomes true at the first signal and stays so.
const std::atomic<bool>& stop_requested();

/// The signal that came, or 0.
int stop_signal();

}  // namespace agt
