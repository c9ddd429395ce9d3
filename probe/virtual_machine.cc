// Making the temporary topology and the environment of virtual runs.
// SPDX-License-Identifier: MIT
#include "probe/virtual_machine.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>

#include "base/child_process.h"
#include "virtual-gpu/dispatch/model.h"
#include "virtual-gpu/topology/topology.h"

namespace agt {
namespace {

Result<std::vector<vgpu::VirtualDevice>> devices_of(const std::vector<std::string>& targets) {
  std::vector<vgpu::VirtualDevice> devices;
  for (const std::string& gfx : targets) {
    const vgpu::VirtualDevice* device = vgpu::find_virtual_device(gfx);
    if (device == nullptr) return failure(ExitCode::kUsage, "--virtual " + gfx + ": there is no virtual GPU of that name");
    devices.push_back(*device);
  }
  return devices;
}

Result<std::filesystem::path> make_temporary_folder() {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "amdgpu-tester-XXXXXX").string();
  if (error || ::mkdtemp(name.data()) == nullptr)
    return failure(ExitCode::kCannotWrite, name + ": " + (error ? error.message() : std::strerror(errno)));
  return std::filesystem::path(name);
}

}  // namespace

Result<VirtualMachine> VirtualMachine::make(const std::vector<std::string>& targets,
                                            const std::filesystem::path& library,
                                            const std::optional<std::string>& defect) {
  const auto devices = devices_of(targets);
  if (!devices) return tl::make_unexpected(devices.error());
  if (defect)
    if (const auto parsed = vgpu::parse_defect(*defect); !parsed) return because(parsed, "AMDGPU_VIRTUAL_DEFECT");
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::canonical(library, error);
  if (error) return failure(ExitCode::kMissingInput, library.string() + ": " + error.message());
  auto folder = make_temporary_folder();
  if (!folder) return tl::make_unexpected(folder.error());
  VirtualMachine machine;
  machine.folder_ = *folder;
  if (const auto written = vgpu::write_topology(*devices, *folder); !written) return tl::make_unexpected(written.error());
  machine.facts_ = {whole.filename().string(), targets, defect};
  machine.environment_ = {"LD_PRELOAD=" + whole.string(), "AMDGPU_VIRTUAL_TOPOLOGY=" + folder->string(),
                          "AMDGPU_VIRTUAL_RESULT_FD=" + std::to_string(kResultDescriptor)};
  if (defect) machine.environment_.push_back("AMDGPU_VIRTUAL_DEFECT=" + *defect);
  return machine;
}

VirtualMachine::~VirtualMachine() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

}  // namespace agt
