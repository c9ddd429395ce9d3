// Model: one virtual GPU. It is handed a kernel dispatch and computes it, workgroup by workgroup, on the host's cores.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "targets/targets.h"
#include "virtual-gpu/memory/address_space.h"

namespace agt::vgpu {

/// A defect planted in the model: the kit proves with it that it notices (AMDGPU_VIRTUAL_DEFECT).
struct Defect {
  std::string gfx;
  std::string mnemonic;  ///< as the disassembler prints it, with or without the encoding suffix
  std::uint32_t lane = 0;
  std::uint32_t bit = 0;
};

/// "<gfx>:<mnemonic>:<lane>:<bit>". kUsage with the part that is wrong.
Result<Defect> parse_defect(std::string_view text);

/// A kernel dispatch packet (HSA system architecture, "Kernel dispatch packet"), and where its queue's parts lie.
struct Dispatch {
  std::array<std::uint32_t, 3> workgroup_size{1, 1, 1};  ///< work-items
  std::array<std::uint32_t, 3> grid_size{1, 1, 1};       ///< work-items; the last workgroups may be partial
  std::uint32_t private_bytes = 0;                       ///< scratch per work-item
  std::uint32_t group_bytes = 0;                         ///< LDS per workgroup
  std::uint64_t descriptor_address = 0;                  ///< of the 64-byte kernel descriptor
  std::uint64_t kernarg_address = 0;
  std::uint64_t packet_address = 0;                      ///< of the 64-byte AQL packet (dispatch ptr)
  std::uint64_t queue_address = 0;                       ///< of amd_queue_t (queue ptr); 0 when there is none
  std::uint64_t dispatch_id = 0;
};

/// What the model did since it was made.
struct Statistics {
  std::uint64_t dispatches = 0;
  std::uint64_t wave_instructions = 0;
  std::map<std::string, std::uint64_t> stand_ins;  ///< mnemonic and how often it was executed
};

struct ModelOptions {
  std::optional<Defect> defect;
  unsigned threads = 0;                     ///< 0: as many as the host has cores
  std::uint64_t lds_aperture = 0x1000000000000;
  std::uint64_t scratch_aperture = 0x2000000000000;
  /// A kernel that executes more wave-instructions than this in one dispatch is a fault, not a hang.
  std::uint64_t instruction_limit = 1'000'000'000'000;
};

class Model {
 public:
  /// kBrokenRuntime when libamd_comgr cannot be loaded; kUsage for a target that the model does not know.
  static Result<std::unique_ptr<Model>> make(std::string_view gfx, const AddressSpace& memory,
                                             const ModelOptions& options);
  virtual ~Model() = default;

  /// Executes to the end. An Error names the target, the kernel, the mnemonic and its address: an instruction that is
  /// not known, a memory fault, a mode that is not implemented. Memory then holds what was stored until there.
  virtual Result<void> execute(const Dispatch& dispatch) = 0;

  virtual Statistics statistics() const = 0;
};

}  // namespace agt::vgpu
