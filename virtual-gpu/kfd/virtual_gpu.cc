// The model of a GPU: made once, then handed one dispatch after the other.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/virtual_gpu.h"

namespace agt::vgpu {

Result<void> VirtualGpu::start(const MakeModel& make_model) {
  const std::scoped_lock lock(starting_);
  if (owned_ != nullptr) return success();
  auto made = make_model(facts_.device->gfx, memory_);
  if (!made) return because(made, facts_.device->gfx);
  owned_ = std::move(*made);
  model_ = owned_.get();
  return success();
}

Result<void> VirtualGpu::execute(const Dispatch& dispatch) {
  const std::scoped_lock lock(execution_);
  return model_.load()->execute(dispatch);
}

std::optional<Statistics> VirtualGpu::statistics() const {
  const Model* model = model_;
  if (model == nullptr) return std::nullopt;
  return model->statistics();
}

}  // namespace agt::vgpu
