// CodeCache: every instruction decoded once, found by its address without a map look-up.
//
// Code is cached by page. Invalidation: each page keeps the bytes that its instructions were decoded from, and the
// first time that a dispatch enters a page the two are compared; a page that differs (memory freed and used again, a
// module unloaded, code patched) is replaced by a new one. One memcmp of 4 KiB per page and dispatch costs nothing
// beside the dispatch, needs no notice of what was unmapped, and never decodes again what did not change. Code that
// changes while a dispatch executes it is not noticed; hardware's instruction cache does not notice it either.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "virtual-gpu/decode/decoder.h"
#include "virtual-gpu/execute/opcode.h"
#include "virtual-gpu/memory/address_space.h"

namespace agt::vgpu {

/// A defect planted in the instructions of one mnemonic (dispatch/model.h, Defect).
struct PlantedDefect {
  std::string mnemonic;
  std::uint8_t lane = 0;
  std::uint8_t bit = 0;
};

/// What the hot loop needs of an instruction, in the order in which it needs it.
struct CodeEntry {
  Handler handler = nullptr;  ///< of the opcode, or what wraps it (a VOPD pair, a planted defect)
  std::uint32_t size_bytes = 0;
  bool stand_in = false;      ///< counted when executed
  Instruction instruction;
};

inline constexpr std::uint64_t kCodePageBytes = 4096;

/// The instructions that start in one page. Slots are filled once, by whichever thread comes first.
class CodePage {
 public:
  CodePage(std::uint64_t base, const AddressSpace::Snapshot& memory);
  ~CodePage();
  CodePage(const CodePage&) = delete;
  CodePage& operator=(const CodePage&) = delete;

  std::uint64_t base() const { return base_; }
  /// nullptr when that instruction was not decoded yet. `offset` is a multiple of 4 below kCodePageBytes.
  const CodeEntry* at(std::uint64_t offset) const { return slots_[offset / 4].load(std::memory_order_acquire); }
  /// Publishes an entry and returns the one that stays: another thread may have been first.
  const CodeEntry* publish(std::uint64_t offset, std::unique_ptr<const CodeEntry> entry);
  /// True while memory holds the bytes that this page was made from.
  bool is_current(const AddressSpace::Snapshot& memory) const;

 private:
  struct Part {
    const std::byte* begin;
    std::vector<std::byte> bytes;
  };

  std::uint64_t base_;
  std::vector<Part> parts_;  ///< what was mapped of the page, and behind it of its last instruction
  std::array<std::atomic<const CodeEntry*>, kCodePageBytes / 4> slots_{};
};

/// Shared by all threads and dispatches of a model.
class CodeCache {
 public:
  CodeCache(std::unique_ptr<Decoder> decoder, std::optional<PlantedDefect> defect);

  /// The page at `base` as it is in memory now. A page handed out stays valid as long as it is held.
  std::shared_ptr<CodePage> page(std::uint64_t base, const AddressSpace::Snapshot& memory);
  /// Decodes the instruction at `address` into its page. Errors as Decoder::decode has them.
  Result<const CodeEntry*> decode(CodePage& page, std::uint64_t address, const AddressSpace::Snapshot& memory);

 private:
  std::unique_ptr<Decoder> decoder_;
  std::optional<PlantedDefect> defect_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<CodePage>> pages_;
};

/// One thread's window on the cache during one dispatch: pages are checked against memory when first entered.
class CodeView {
 public:
  CodeView(CodeCache& cache, const AddressSpace::Snapshot& memory) : cache_(cache), memory_(memory) {}

  /// The instruction at `pc`, or nullptr with error() set.
  const CodeEntry* fetch(std::uint64_t pc) {
    const std::uint64_t offset = pc - base_;
    if (offset < kCodePageBytes) {
      if (const CodeEntry* entry = page_->at(offset)) return entry;
    }
    return fetch_slowly(pc);
  }
  const Error& error() const { return error_; }

 private:
  const CodeEntry* fetch_slowly(std::uint64_t pc);
  void enter_page(std::uint64_t base);

  CodeCache& cache_;
  const AddressSpace::Snapshot& memory_;
  std::uint64_t base_ = ~std::uint64_t{0} - kCodePageBytes;  ///< of page_; no pc is in this one
  CodePage* page_ = nullptr;
  std::map<std::uint64_t, std::shared_ptr<CodePage>> entered_;
  Error error_;
};

}  // namespace agt::vgpu
