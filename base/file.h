// Files read whole within a limit, and written so that a reader sees the old content or the new, never a part.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace agt {

/// The content of `path`. kMissingInput when it cannot be opened, kBadInput when it is larger than
/// `limit_bytes` or is no regular file or pipe. Files of /proc and /sys, whose size reads as 0, are read whole.
Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t limit_bytes);

/// Replaces `path` by `content`: written to a temporary file beside it, flushed to the disk, renamed over it.
/// kCannotWrite on any failure; the previous file is then as it was and nothing is left beside it.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace agt
