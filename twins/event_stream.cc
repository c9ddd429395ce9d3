// Writing one line with one write.
// SPDX-License-Identifier: MIT
#include "twins/event_stream.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace agt {

Result<void> EventStream::write(const TwinEvent& event) {
  const std::string line = to_line(event) + "\n";
  // A pipe takes a short write only when a signal or a full pipe cuts it; then the rest follows.
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t wrote = ::write(descriptor_, line.data() + done, line.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0)
      return failure(ExitCode::kCannotWrite, fmt::format("descriptor {}: {}", descriptor_, std::strerror(errno)));
    done += static_cast<std::size_t>(wrote);
  }
  return success();
}

}  // namespace agt
