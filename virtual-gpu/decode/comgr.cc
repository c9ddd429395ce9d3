// Disassembler: libamd_comgr opened with dlopen, and its callback interface turned into a function that returns text.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/decode/comgr.h"

#include <amd_comgr/amd_comgr.h>
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace agt::vgpu {
namespace {

/// Newest first. The library of the ROCm runtime in this process is found by its soname, so it is not opened twice.
constexpr std::array kLibraryNames = {"libamd_comgr.so.3", "libamd_comgr.so.2", "libamd_comgr.so"};

struct Functions {
  decltype(&amd_comgr_create_disassembly_info) create = nullptr;
  decltype(&amd_comgr_destroy_disassembly_info) destroy = nullptr;
  decltype(&amd_comgr_disassemble_instruction) disassemble = nullptr;
};

Result<void*> open_library() {
  std::string tried;
  for (const char* name : kLibraryNames) {
    if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    tried += tried.empty() ? "" : "; ";
    tried += ::dlerror();
  }
  return failure(ExitCode::kBrokenRuntime, "libamd_comgr: " + tried);
}

template <class Function>
bool find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

Result<Functions> load_functions() {
  const auto library = open_library();
  if (!library) return tl::make_unexpected(library.error());
  Functions functions;
  // The library is never closed: other parts of the process may use it too, and it cannot be unloaded safely.
  if (!find_function(*library, "amd_comgr_create_disassembly_info", functions.create) ||
      !find_function(*library, "amd_comgr_destroy_disassembly_info", functions.destroy) ||
      !find_function(*library, "amd_comgr_disassemble_instruction", functions.disassemble)) {
    return failure(ExitCode::kBrokenRuntime, std::string("libamd_comgr: ") + ::dlerror());
  }
  return functions;
}

/// What one call of the library needs in its callbacks.
struct Request {
  const AddressSpace::Snapshot* memory;
  std::string text;
};

std::uint64_t copy_memory(std::uint64_t from, char* to, std::uint64_t size, void* user_data) {
  const auto* range = static_cast<Request*>(user_data)->memory->find(from);
  if (range == nullptr) return 0;
  const std::uint64_t available = std::min(size, range->end - from);
  std::memcpy(to, reinterpret_cast<const void*>(from), available);
  return available;
}

void keep_text(const char* text, void* user_data) { static_cast<Request*>(user_data)->text = text; }

void ignore_annotation(std::uint64_t, void*) {}

std::string trimmed(std::string_view text) {
  text = text.substr(0, text.find("//"));
  const auto begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1));
}

class ComgrDisassembler final : public Disassembler {
 public:
  ComgrDisassembler(const Functions& functions, amd_comgr_disassembly_info_t info, std::string_view gfx)
      : functions_(functions), info_(info), gfx_(gfx) {}
  ~ComgrDisassembler() override { functions_.destroy(info_); }
  ComgrDisassembler(const ComgrDisassembler&) = delete;
  ComgrDisassembler& operator=(const ComgrDisassembler&) = delete;

  Result<DisassembledInstruction> disassemble(std::uint64_t address, const AddressSpace::Snapshot& memory) override {
    Request request{&memory, {}};
    std::uint64_t size = 0;
    const auto status = functions_.disassemble(info_, address, &request, &size);
    if (status != AMD_COMGR_STATUS_SUCCESS || request.text.empty()) {
      return failure(ExitCode::kBadInput, gfx_ + ": no instruction at this address");
    }
    return DisassembledInstruction{trimmed(request.text), static_cast<std::uint32_t>(size)};
  }

 private:
  Functions functions_;
  amd_comgr_disassembly_info_t info_;
  std::string gfx_;
};

}  // namespace

Result<std::unique_ptr<Disassembler>> Disassembler::open(std::string_view gfx) {
  const auto functions = load_functions();
  if (!functions) return tl::make_unexpected(functions.error());
  const std::string isa = "amdgcn-amd-amdhsa--" + std::string(gfx);
  amd_comgr_disassembly_info_t info{};
  if (functions->create(isa.c_str(), copy_memory, keep_text, ignore_annotation, &info) != AMD_COMGR_STATUS_SUCCESS) {
    return failure(ExitCode::kUsage, std::string(gfx) + ": libamd_comgr does not know this target");
  }
  return std::unique_ptr<Disassembler>(std::make_unique<ComgrDisassembler>(*functions, info, gfx));
}

}  // namespace agt::vgpu
