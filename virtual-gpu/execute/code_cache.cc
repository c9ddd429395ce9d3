// Pages are found under a lock, once per thread and dispatch; their slots are read without one.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/code_cache.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "base/bytes.h"
#include "virtual-gpu/execute/dual.h"
#include "virtual-gpu/execute/planted_defect.h"

namespace agt::vgpu {
namespace {

constexpr std::uint64_t kLongestInstructionBytes = 32;

/// Calls f(Bytes) for each mapped part of the page at `base` and of the bytes behind it that its last instruction can
/// reach, until it returns false. Almost always there is one part, the whole.
template <class F>
void each_mapped_part(std::uint64_t base, const AddressSpace::Snapshot& memory, F f) {
  const std::uint64_t end = base + kCodePageBytes + kLongestInstructionBytes;
  for (std::uint64_t at = base; at < end;) {
    const AddressSpace::Range* range = memory.find(at);
    if (range == nullptr) {
      at += 4;
      continue;
    }
    const std::uint64_t size = std::min(range->end, end) - at;
    if (!f(Bytes(reinterpret_cast<const std::byte*>(at), size))) return;
    at += (size + 3) / 4 * 4;
  }
}

bool is_named(const Instruction& instruction, const std::string& mnemonic) {
  const std::string_view printed = instruction.mnemonic;
  if (!printed.starts_with(mnemonic)) return false;
  const std::string_view suffix = printed.substr(mnemonic.size());
  return suffix.empty() || suffix.starts_with("_e32") || suffix.starts_with("_e64") || suffix.starts_with("_dpp") ||
         suffix.starts_with("_sdwa");
}

void plant(const PlantedDefect& defect, Instruction& instruction) {
  if (!is_named(instruction, defect.mnemonic)) return;
  instruction.defect_lane = defect.lane;
  instruction.defect_bit = defect.bit;
}

Handler choose_handler(const Instruction& instruction) {
  if (!instruction.dual.empty()) return execute_dual;
  if (instruction.defect_lane != kNoDefectLane) return execute_with_defect;
  return instruction.opcode->handler;
}

}  // namespace

CodePage::CodePage(std::uint64_t base, const AddressSpace::Snapshot& memory) : base_(base) {
  each_mapped_part(base, memory, [&](Bytes part) {
    parts_.push_back({part.data(), std::vector<std::byte>(part.begin(), part.end())});
    return true;
  });
}

CodePage::~CodePage() {
  for (auto& slot : slots_) delete slot.load(std::memory_order_relaxed);
}

const CodeEntry* CodePage::publish(std::uint64_t offset, std::unique_ptr<const CodeEntry> entry) {
  const CodeEntry* first = nullptr;
  if (slots_[offset / 4].compare_exchange_strong(first, entry.get(), std::memory_order_acq_rel)) return entry.release();
  return first;
}

bool CodePage::is_current(const AddressSpace::Snapshot& memory) const {
  std::size_t same = 0;
  bool current = true;
  each_mapped_part(base_, memory, [&](Bytes now) {
    current = same < parts_.size() && parts_[same].begin == now.data() && parts_[same].bytes.size() == now.size() &&
              std::memcmp(parts_[same].bytes.data(), now.data(), now.size()) == 0;
    ++same;
    return current;
  });
  return current && same == parts_.size();
}

CodeCache::CodeCache(std::unique_ptr<Decoder> decoder, std::optional<PlantedDefect> defect)
    : decoder_(std::move(decoder)), defect_(std::move(defect)) {}

std::shared_ptr<CodePage> CodeCache::page(std::uint64_t base, const AddressSpace::Snapshot& memory) {
  const std::scoped_lock lock(mutex_);
  std::shared_ptr<CodePage>& page = pages_[base];
  if (!page || !page->is_current(memory)) page = std::make_shared<CodePage>(base, memory);
  return page;
}

Result<const CodeEntry*> CodeCache::decode(CodePage& page, std::uint64_t address,
                                           const AddressSpace::Snapshot& memory) {
  auto instruction = decoder_->decode(address, memory);
  if (!instruction) return tl::make_unexpected(instruction.error());
  if (defect_) {
    plant(*defect_, *instruction);
    for (Instruction& half : instruction->dual) plant(*defect_, half);
  }
  auto entry = std::make_unique<CodeEntry>();
  entry->handler = choose_handler(*instruction);
  entry->size_bytes = instruction->size_bytes;
  entry->stand_in = instruction->opcode->fidelity == Fidelity::kStandIn;
  entry->instruction = std::move(*instruction);
  return page.publish(address - page.base(), std::move(entry));
}

void CodeView::enter_page(std::uint64_t base) {
  std::shared_ptr<CodePage>& page = entered_[base];
  if (!page) page = cache_.page(base, memory_);
  page_ = page.get();
  base_ = base;
}

const CodeEntry* CodeView::fetch_slowly(std::uint64_t pc) {
  if (pc % 4 != 0 || !memory_.contains(pc, 4)) {
    error_ = {ExitCode::kDeviceError, fmt::format("memory fault: instruction fetch at {:#x}", pc)};
    return nullptr;
  }
  if (pc - base_ >= kCodePageBytes) enter_page(pc / kCodePageBytes * kCodePageBytes);
  if (const CodeEntry* entry = page_->at(pc - base_)) return entry;
  const auto decoded = cache_.decode(*page_, pc, memory_);
  if (decoded) return *decoded;
  error_ = {ExitCode::kBrokenRuntime, decoded.error().message};
  return nullptr;
}

}  // namespace agt::vgpu
