// VirtualGpu: one GPU of the topology with what it may touch and, from its first queue on, the model behind it.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "virtual-gpu/dispatch/model.h"
#include "virtual-gpu/topology/topology.h"
#include "virtual-gpu/memory/address_space.h"

namespace agt::vgpu {

using MakeModel =
    std::function<Result<std::unique_ptr<Model>>(std::string_view gfx, const AddressSpace& memory)>;

class VirtualGpu {
 public:
  /// `doorbells_offset` is where its doorbell page lies in the memory file.
  VirtualGpu(const TopologyGpu& facts, std::uint64_t doorbells_offset)
      : facts_(facts), doorbells_offset_(doorbells_offset) {}

  const TopologyGpu& facts() const { return facts_; }
  std::uint64_t doorbells_offset() const { return doorbells_offset_; }
  AddressSpace& memory() { return memory_; }

  /// Makes the model unless there is one. In the thread that creates a queue, not in that of the queue: libamd_comgr
  /// initialises itself then, which nothing else in the process must do at the same time.
  Result<void> start(const MakeModel& make_model);

  /// One dispatch at a time, whatever queue it comes from.
  Result<void> execute(const Dispatch& dispatch);

  /// Nothing when there has been no queue.
  std::optional<Statistics> statistics() const;

 private:
  const TopologyGpu facts_;
  const std::uint64_t doorbells_offset_;
  AddressSpace memory_;
  std::mutex execution_;
  std::mutex starting_;
  std::unique_ptr<Model> owned_;
  std::atomic<Model*> model_{nullptr};
};

}  // namespace agt::vgpu
