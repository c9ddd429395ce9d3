// Files read whole within a limit and written atomically, on POSIX calls so that every errno can be named.
// SPDX-License-Identifier: MIT
#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/descriptor.h"

namespace agt {
namespace {

std::string errno_text() { return std::strerror(errno); }

Result<void> write_all(int descriptor, std::string_view content, const std::string& name) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failure(ExitCode::kCannotWrite, name + ": " + errno_text());
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return success();
}

/// Makes a rename durable. A file system that cannot sync directories is not an error: the data is written.
void sync_directory(const std::filesystem::path& directory) {
  const Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened) ::fsync(opened.get());
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t limit_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file) return failure(ExitCode::kMissingInput, path.string() + ": " + errno_text(), errno);
  std::string content;
  std::array<char, 65536> block;
  for (;;) {
    const ssize_t got = ::read(file.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(ExitCode::kBadInput, path.string() + ": " + errno_text(), errno);
    if (got == 0) return content;
    if (content.size() + static_cast<std::size_t>(got) > limit_bytes)
      return failure(ExitCode::kBadInput, path.string() + ": larger than " + std::to_string(limit_bytes) + " bytes");
    content.append(block.data(), static_cast<std::size_t>(got));
  }
}

Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path directory = path.has_parent_path() ? path.parent_path() : ".";
  std::string temporary = (directory / ("." + path.filename().string() + ".XXXXXX")).string();
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file) return failure(ExitCode::kCannotWrite, path.string() + ": " + errno_text());
  auto fail = [&](const std::string& reason) {
    ::unlink(temporary.c_str());
    return failure(ExitCode::kCannotWrite, path.string() + ": " + reason);
  };
  if (const auto written = write_all(file.get(), content, temporary); !written) return fail(written.error().message);
  if (::fchmod(file.get(), 0644) != 0 || ::fsync(file.get()) != 0) return fail(errno_text());
  if (::rename(temporary.c_str(), path.c_str()) != 0) return fail(errno_text());
  sync_directory(directory);
  return success();
}

}  // namespace agt
