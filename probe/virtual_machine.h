// VirtualMachine: the folder and the environment that make a child's ROCm runtime see virtual GPUs.
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/model/report.h"

namespace agt {

class VirtualMachine {
 public:
  /// A machine with these GPUs, in this order; its topology lies in a temporary folder that goes with the object.
  /// kUsage for a target that there is no virtual GPU of, kMissingInput when `library` is not there, kUsage for a
  /// malformed defect (AMDGPU_VIRTUAL_DEFECT of the caller), kCannotWrite without a place for the folder.
  static Result<VirtualMachine> make(const std::vector<std::string>& targets, const std::filesystem::path& library,
                                     const std::optional<std::string>& defect);

  VirtualMachine(VirtualMachine&& other) noexcept : folder_(std::exchange(other.folder_, {})),
                                                    environment_(std::move(other.environment_)),
                                                    facts_(std::move(other.facts_)) {}
  VirtualMachine& operator=(VirtualMachine&&) = delete;
  ~VirtualMachine();

  const std::filesystem::path& topology() const { return folder_; }
  /// What a child needs beside its own: LD_PRELOAD and AMDGPU_VIRTUAL_*.
  const std::vector<std::string>& environment() const { return environment_; }
  const VirtualFacts& facts() const { return facts_; }

 private:
  VirtualMachine() = default;
  std::filesystem::path folder_;
  std::vector<std::string> environment_;
  VirtualFacts facts_;
};

}  // namespace agt
