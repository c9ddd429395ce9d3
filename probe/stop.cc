// The two signals that end a run early.
// SPDX-License-Identifier: MIT
#include "probe/stop.h"

#include <signal.h>

#include <initializer_list>

namespace agt {
namespace {

// A signal handler can reach nothing but globals.
std::atomic<bool> requested{false};
std::atomic<int> received{0};

void on_signal(int signal) {
  received = signal;
  requested = true;
}

}  // namespace

void install_stop_handlers() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  ::sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
}

const std::atomic<bool>& stop_requested() { return requested; }
int stop_signal() { return received; }

}  // namespace agt
