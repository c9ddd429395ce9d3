// Running a program: memory, waves and their first state, turns, then the comparison.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/execute/program_runner.h"

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "virtual-gpu/execute/code_cache.h"
#include "virtual-gpu/execute/run.h"

namespace agt::vgpu {
namespace {

constexpr std::size_t kMemoryBytes = 64 << 10, kLdsBytes = 4096, kScratchBytesPerLane = 256;
constexpr std::uint64_t kInstructionLimit = 100'000;
constexpr std::uint64_t kLdsAperture = 0x1000000000000, kScratchAperture = 0x2000000000000;
constexpr std::uint32_t kPoisonWord = 0xa5a5a5a5;
constexpr std::size_t kRegisterRows = 256 + 16;

/// One workgroup of `waves` waves over memory of its own.
class Bench {
 public:
  Bench(const Program& program, const MachineCode& code, const Machine& machine, CodeCache& cache)
      : program_(program), code_bytes_(code.size() + 256) {
    std::memcpy(code_bytes_.data(), code.data(), code.size());
    space_.map(address_of(memory_), kMemoryBytes);
    space_.map(address_of(code_bytes_), code.size());
    snapshot_ = space_.snapshot();
    view_.emplace(cache, *snapshot_);
    barrier_.members = program.waves;
    for (std::uint32_t i = 0; i < program.waves; ++i) add_wave(machine);
  }

  std::vector<std::string> run() {
    for (const Assignment& assignment : program_.before) each_value(assignment, &Bench::store);
    execute();
    if (program_.fault.empty() != fault_.empty() || fault_.find(program_.fault) == std::string::npos)
      differences_.push_back(fmt::format("fault: expected \"{}\", got \"{}\"", program_.fault, fault_));
    for (const Assignment& assignment : program_.after) each_value(assignment, &Bench::compare);
    return differences_;
  }

 private:
  static std::uint64_t address_of(const std::vector<std::byte>& bytes) {
    return reinterpret_cast<std::uint64_t>(bytes.data());
  }

  void add_wave(const Machine& machine) {
    auto wave = std::make_unique<Wave>();
    const std::uint32_t version = machine.target->gfx_target_version;
    wave->lanes = machine.lanes;
    wave->gfx_major = static_cast<int>(version / 10000);
    wave->gfx_minor = static_cast<int>(version / 100 % 100);
    wave->gfx_step = static_cast<int>(version % 100);
    wave->pc = address_of(code_bytes_);
    wave->vgpr.assign(kRegisterRows * wave->lanes, kPoisonWord);
    wave->agpr.assign(kRegisterRows * wave->lanes, kPoisonWord);
    wave->mode = program_.mode;
    wave->lds = lds_;
    scratch_.emplace_back(kScratchBytesPerLane * wave->lanes);
    wave->scratch = scratch_.back();
    wave->scratch_bytes_per_lane = kScratchBytesPerLane;
    wave->lds_aperture = kLdsAperture;
    wave->scratch_aperture = kScratchAperture;
    wave->set_pair(scalar::kSharedBase, kLdsAperture);
    wave->set_pair(scalar::kPrivateBase, kScratchAperture);
    wave->memory = snapshot_.get();
    wave->barrier = &barrier_;
    wave->set_pair(scalar::kExecLo, wave->all_lanes());
    waves_.push_back(std::move(wave));
  }

  void execute() {
    std::vector<bool> ended(waves_.size());
    StandInCounts stand_ins;
    for (std::size_t left = waves_.size(), idle = 0; left != 0 && idle < waves_.size();) {
      for (std::size_t i = 0; i < waves_.size(); ++i, ++idle) {
        if (ended[i] || barrier_.completed < waves_[i]->barrier_phase) continue;
        idle = 0;
        const RunOutcome outcome = run_wave(*waves_[i], *view_, kInstructionLimit, stand_ins);
        if (outcome.end == RunEnd::kBarrier) continue;
        if (outcome.end == RunEnd::kFault) fault_ = outcome.error.message;
        if (outcome.end == RunEnd::kSlice) fault_ = "does not end";
        if (outcome.end != RunEnd::kEnded) return;
        ended[i] = true;
        --left;
      }
    }
  }

  using Visit = void (Bench::*)(const Assignment&, std::uint32_t wave, std::uint32_t lane, std::uint64_t value);

  /// Registers of every wave; memory once; scalars once a wave.
  void each_value(const Assignment& assignment, Visit visit) {
    const PlaceKind kind = assignment.place.kind;
    const bool memory = kind == PlaceKind::kMemory || kind == PlaceKind::kLds;
    const bool lanes = kind == PlaceKind::kVector || kind == PlaceKind::kAccum;
    for (std::uint32_t wave = 0; wave < (memory ? 1 : waves_.size()); ++wave) {
      std::uint32_t count = lanes ? waves_[wave]->lanes : 1;
      if (assignment.values.size() > 1) count = static_cast<std::uint32_t>(assignment.values.size());
      for (std::uint32_t lane = 0; lane < count; ++lane) visit_one(assignment, visit, wave, lane);
    }
  }

  void visit_one(const Assignment& assignment, Visit visit, std::uint32_t wave, std::uint32_t lane) {
    const std::string& text = assignment.values[assignment.values.size() == 1 ? 0 : lane];
    const auto value = evaluate(text, {lane, waves_[wave]->lanes, wave, address_of(memory_), kLdsAperture, kScratchAperture});
    if (value) (this->*visit)(assignment, wave, lane, *value);
    else differences_.push_back(fmt::format("line {}: {}", assignment.line, value.error().message));
  }

  /// The dword of a place; lists of memory values go to the dwords behind.
  std::uint32_t* dword(const Place& place, std::uint32_t wave, std::uint32_t lane, std::uint32_t i) {
    Wave& w = *waves_[wave];
    switch (place.kind) {
      case PlaceKind::kScalar: return &w.sgpr[place.index + i];
      case PlaceKind::kVector: return &w.vgpr[(std::size_t{place.index} + i) * w.lanes + lane];
      case PlaceKind::kAccum: return &w.agpr[(std::size_t{place.index} + i) * w.lanes + lane];
      case PlaceKind::kMemory: return reinterpret_cast<std::uint32_t*>(memory_.data() + place.index) + lane;
      case PlaceKind::kLds: return reinterpret_cast<std::uint32_t*>(lds_.data() + place.index) + lane;
    }
    return nullptr;
  }

  void store(const Assignment& assignment, std::uint32_t wave, std::uint32_t lane, std::uint64_t value) {
    for (std::uint32_t i = 0; i < assignment.place.dwords; ++i)
      *dword(assignment.place, wave, lane, i) = static_cast<std::uint32_t>(value >> (32 * i));
  }

  /// A mask of a wave32 has no upper half.
  std::uint32_t compared_dwords(const Place& place) const {
    const bool mask = place.kind == PlaceKind::kScalar && place.index >= scalar::kVccLo;
    return mask && waves_.front()->lanes == 32 ? 1 : place.dwords;
  }

  void compare(const Assignment& assignment, std::uint32_t wave, std::uint32_t lane, std::uint64_t value) {
    std::uint64_t actual = 0, mask = 0;
    for (std::uint32_t i = 0; i < compared_dwords(assignment.place); ++i) {
      actual |= std::uint64_t{*dword(assignment.place, wave, lane, i)} << (32 * i);
      mask |= std::uint64_t{0xffffffff} << (32 * i);
    }
    if (actual == (value & mask)) return;
    if (std::exchange(last_line_with_difference_, assignment.line) == assignment.line) return;
    differences_.push_back(fmt::format("{}:{}: {} wave {} lane {}: expected {:#x}, got {:#x}", program_.file,
                                       assignment.line, assignment.place.text, wave, lane, value & mask, actual));
  }

  const Program& program_;
  std::vector<std::byte> code_bytes_;
  std::vector<std::byte> memory_ = std::vector<std::byte>(kMemoryBytes);
  std::vector<std::byte> lds_ = std::vector<std::byte>(kLdsBytes);
  std::vector<std::vector<std::byte>> scratch_;
  AddressSpace space_;
  std::shared_ptr<const AddressSpace::Snapshot> snapshot_;
  std::optional<CodeView> view_;
  Barrier barrier_;
  std::vector<std::unique_ptr<Wave>> waves_;
  std::string fault_;
  std::uint32_t last_line_with_difference_ = 0;  ///< one is enough
  std::vector<std::string> differences_;
};

/// Programs of a machine are run one behind the other, so its decoder is opened once.
CodeCache* cache_for(const Target& target) {
  static std::map<std::string, std::unique_ptr<CodeCache>> caches;
  auto& cache = caches[std::string(target.gfx)];
  if (cache) return cache.get();
  auto decoder = Decoder::open(target.gfx);
  if (decoder) cache = std::make_unique<CodeCache>(std::move(*decoder), std::nullopt);
  return cache.get();
}

}  // namespace

std::vector<Machine> all_machines() {
  std::vector<Machine> machines;
  for (const Target& target : supported_targets()) {
    machines.push_back({&target, target.wave_lanes});
    if (target.gfx_target_version >= 100000 && target.gfx_target_version < 120500) machines.push_back({&target, 64});
  }
  return machines;
}

std::vector<std::string> run_program(const Program& program, const MachineCode& code, const Machine& machine) {
  CodeCache* cache = cache_for(*machine.target);
  if (cache == nullptr) return {"libamd_comgr cannot be opened"};
  return Bench(program, code, machine, *cache).run();
}

}  // namespace agt::vgpu
