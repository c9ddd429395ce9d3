// TemporaryFolder: a folder of a test's own, gone with the test, in which fake machines are made.
// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace agt {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "agt_test_XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("mkdtemp: " + path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::filesystem::path path() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return path() / name; }

  /// Makes the file, and the folders that lead to it.
  std::filesystem::path write(const std::filesystem::path& name, const std::string& content) const {
    std::filesystem::create_directories((path() / name).parent_path());
    std::ofstream(path() / name, std::ios::binary) << content;
    return path() / name;
  }

  void link(const std::filesystem::path& name, const std::filesystem::path& target) const {
    std::filesystem::create_directories((path() / name).parent_path());
    std::filesystem::create_symlink(target, path() / name);
  }

 private:
  std::string path_;
};

}  // namespace agt
