// EventStream: the lines of the twin protocol, each written whole with one write, so that a crash loses at most one.
// SPDX-License-Identifier: MIT
#pragma once

#include "report/model/twin_event.h"

namespace agt {

class EventStream {
 public:
  /// The descriptor stays the caller's.
  explicit EventStream(int descriptor) : descriptor_(descriptor) {}
  /// kCannotWrite with the descriptor and the reason.
  Result<void> write(const TwinEvent& event);

 private:
  int descriptor_;
};

}  // namespace agt
