// hsa_init, hsa_iterate_agents, the attributes of each GPU, hsa_shut_down: every status is checked and told in the
// runtime's own words.
// SPDX-License-Identifier: MIT
#include "probe/hsa_agents.h"

#include <fmt/format.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/shared_library.h"
#include "probe/kfd_topology.h"

namespace agt {
namespace {

// hsa.h: agent names are char[64]; hsa_ext_amd.h: product names are char[64]; ISA names say their own length.
constexpr std::size_t kNameBytes = 64;
constexpr std::size_t kIsaNameLimitBytes = 4096;
constexpr std::string_view kGenericSuffix = "-generic";

/// The functions that are used.
struct HsaFunctions {
  decltype(&hsa_init) init = nullptr;
  decltype(&hsa_shut_down) shut_down = nullptr;
  decltype(&hsa_status_string) status_string = nullptr;
  decltype(&hsa_system_get_info) system_get_info = nullptr;
  decltype(&hsa_iterate_agents) iterate_agents = nullptr;
  decltype(&hsa_agent_get_info) agent_get_info = nullptr;
  decltype(&hsa_agent_iterate_isas) agent_iterate_isas = nullptr;
  decltype(&hsa_isa_get_info_alt) isa_get_info = nullptr;
};

Result<HsaFunctions> load(const std::string& name) {
  const auto library = SharedLibrary::open(name);
  if (!library) return tl::make_unexpected(library.error());
  HsaFunctions hsa;
  const char* missing = nullptr;
  const auto find = [&](const char* symbol, auto& function) {
    if (!library->find(symbol, function)) missing = symbol;
  };
  find("hsa_init", hsa.init);
  find("hsa_shut_down", hsa.shut_down);
  find("hsa_status_string", hsa.status_string);
  find("hsa_system_get_info", hsa.system_get_info);
  find("hsa_iterate_agents", hsa.iterate_agents);
  find("hsa_agent_get_info", hsa.agent_get_info);
  find("hsa_agent_iterate_isas", hsa.agent_iterate_isas);
  find("hsa_isa_get_info_alt", hsa.isa_get_info);
  if (missing != nullptr) return failure(ExitCode::kBrokenRuntime, name + ": has no " + missing);
  return hsa;
}

/// The runtime between hsa_init and hsa_shut_down.
class Runtime {
 public:
  explicit Runtime(const HsaFunctions& hsa) : hsa_(hsa) {}

  Result<void> init() const { return checked(hsa_.init(), "hsa_init"); }
  Result<void> shut_down() const { return checked(hsa_.shut_down(), "hsa_shut_down"); }

  Result<std::string> version() const {
    std::uint16_t major = 0;
    std::uint16_t minor = 0;
    auto done = checked(hsa_.system_get_info(HSA_SYSTEM_INFO_VERSION_MAJOR, &major), "HSA_SYSTEM_INFO_VERSION_MAJOR");
    if (done)
      done = checked(hsa_.system_get_info(HSA_SYSTEM_INFO_VERSION_MINOR, &minor), "HSA_SYSTEM_INFO_VERSION_MINOR");
    if (!done) return tl::make_unexpected(done.error());
    return fmt::format("{}.{}", major, minor);
  }

  Result<std::vector<ProbeAgent>> gpus() const {
    std::vector<hsa_agent_t> agents;
    const auto listed = checked(hsa_.iterate_agents(append<hsa_agent_t>, &agents), "hsa_iterate_agents");
    if (!listed) return tl::make_unexpected(listed.error());
    std::vector<ProbeAgent> gpus;
    for (std::size_t i = 0; i < agents.size(); ++i) {
      const auto added = add_if_gpu(gpus, agents[i]);
      if (!added) return because(added, fmt::format("agent {}", i));
    }
    return gpus;
  }

 private:
  template <class Handle>
  static hsa_status_t append(Handle handle, void* list) {
    static_cast<std::vector<Handle>*>(list)->push_back(handle);
    return HSA_STATUS_SUCCESS;
  }

  Result<void> checked(hsa_status_t status, std::string_view call) const {
    if (status == HSA_STATUS_SUCCESS) return success();
    const char* text = nullptr;
    if (hsa_.status_string(status, &text) != HSA_STATUS_SUCCESS || text == nullptr) text = "a status without a text";
    return failure(ExitCode::kBrokenRuntime, fmt::format("{}: {} ({:#x})", call, text, static_cast<unsigned>(status)));
  }

  /// Fills `value` from an attribute. `attribute` is of either enum: AMD's extend the standard ones.
  Result<void> get(hsa_agent_t agent, int attribute, std::string_view name, void* value) const {
    return checked(hsa_.agent_get_info(agent, static_cast<hsa_agent_info_t>(attribute), value), name);
  }

  Result<void> add_if_gpu(std::vector<ProbeAgent>& gpus, hsa_agent_t agent) const {
    hsa_device_type_t type = HSA_DEVICE_TYPE_CPU;
    const auto typed = get(agent, HSA_AGENT_INFO_DEVICE, "HSA_AGENT_INFO_DEVICE", &type);
    if (!typed || type != HSA_DEVICE_TYPE_GPU) return typed;
    ProbeAgent gpu;
    gpu.index = static_cast<std::uint32_t>(gpus.size());
    auto filled = fill_numbers(gpu, agent);
    if (filled) filled = fill_product_name(gpu, agent);
    if (filled) filled = fill_target_id(gpu, agent);
    if (filled) gpus.push_back(std::move(gpu));
    return filled;
  }

  Result<void> fill_numbers(ProbeAgent& gpu, hsa_agent_t agent) const {
    std::uint32_t clock_mhz = 0;
    std::uint32_t location_id = 0;
    std::uint32_t domain = 0;
    struct Number {
      int attribute;
      std::string_view name;
      std::uint32_t* value;
    };
    const std::array numbers{
        Number{HSA_AGENT_INFO_WAVEFRONT_SIZE, "HSA_AGENT_INFO_WAVEFRONT_SIZE", &gpu.wavefront_lanes},
        Number{HSA_AMD_AGENT_INFO_CHIP_ID, "HSA_AMD_AGENT_INFO_CHIP_ID", &gpu.chip_id},
        Number{HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT, "HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT", &gpu.compute_units},
        Number{HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY, "HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY", &clock_mhz},
        Number{HSA_AMD_AGENT_INFO_BDFID, "HSA_AMD_AGENT_INFO_BDFID", &location_id},
        Number{HSA_AMD_AGENT_INFO_DOMAIN, "HSA_AMD_AGENT_INFO_DOMAIN", &domain}};
    for (const Number& number : numbers)
      if (auto got = get(agent, number.attribute, number.name, number.value); !got) return got;
    if (clock_mhz != 0) gpu.max_clock_mhz = clock_mhz;
    gpu.location = pci_location(domain, location_id);
    return success();
  }

  Result<void> fill_product_name(ProbeAgent& gpu, hsa_agent_t agent) const {
    std::array<char, kNameBytes + 1> name{};  // one byte more than the runtime fills: always an end
    auto got = get(agent, HSA_AMD_AGENT_INFO_PRODUCT_NAME, "HSA_AMD_AGENT_INFO_PRODUCT_NAME", name.data());
    gpu.product_name = name.data();
    return got;
  }

  /// An agent may list a specific and a generic ISA: the first that is not generic is the GPU's own.
  Result<void> fill_target_id(ProbeAgent& gpu, hsa_agent_t agent) const {
    std::vector<hsa_isa_t> isas;
    auto listed = checked(hsa_.agent_iterate_isas(agent, append<hsa_isa_t>, &isas), "hsa_agent_iterate_isas");
    if (!listed) return listed;
    for (const hsa_isa_t isa : isas) {
      const auto name = isa_name(isa);
      if (!name) return tl::make_unexpected(name.error());
      if (!name->ends_with(kGenericSuffix)) return gpu.target_id = target_id_of(*name), success();
    }
    return failure(ExitCode::kBrokenRuntime, "hsa_agent_iterate_isas: no ISA of its own");
  }

  Result<std::string> isa_name(hsa_isa_t isa) const {
    std::uint32_t length = 0;
    auto got = checked(hsa_.isa_get_info(isa, HSA_ISA_INFO_NAME_LENGTH, &length), "HSA_ISA_INFO_NAME_LENGTH");
    if (got && length > kIsaNameLimitBytes)
      got = failure(ExitCode::kBrokenRuntime, "HSA_ISA_INFO_NAME_LENGTH: too long");
    std::string name(length, '\0');
    if (got) got = checked(hsa_.isa_get_info(isa, HSA_ISA_INFO_NAME, name.data()), "HSA_ISA_INFO_NAME");
    if (!got) return tl::make_unexpected(got.error());
    return name.substr(0, name.find('\0'));
  }

  /// "gfx90a:sramecc+" of "amdgcn-amd-amdhsa--gfx90a:sramecc+".
  static std::string target_id_of(const std::string& isa) {
    const std::size_t triple_end = isa.find("--");
    return triple_end == std::string::npos ? isa : isa.substr(triple_end + 2);
  }

  HsaFunctions hsa_;
};

/// What the runtime lists, or what stopped it from listing.
Result<ProbeDocument> list_with(const Runtime& runtime) {
  ProbeDocument document;
  auto version = runtime.version();
  if (!version) return tl::make_unexpected(version.error());
  document.runtime_version = *version;
  auto gpus = runtime.gpus();
  if (!gpus) return tl::make_unexpected(gpus.error());
  document.agents = std::move(*gpus);
  document.status = document.agents.empty() ? ProbeStatus::kNoAgent : ProbeStatus::kOk;
  if (document.agents.empty()) document.message = "the runtime started and lists no GPU";
  return document;
}

ProbeDocument failed(ProbeStatus status, const Error& error) {
  ProbeDocument document;
  document.status = status;
  document.message = error.message;
  return document;
}

}  // namespace

ProbeDocument list_hsa_agents(const std::string& library) {
  const auto hsa = load(library);
  if (!hsa) return failed(ProbeStatus::kNoRuntimeLibrary, hsa.error());
  const Runtime runtime(*hsa);
  if (const auto started = runtime.init(); !started) return failed(ProbeStatus::kInitFailed, started.error());
  auto document = list_with(runtime);
  if (const auto stopped = runtime.shut_down(); document && !stopped)
    return failed(ProbeStatus::kInitFailed, stopped.error());
  return document ? std::move(*document) : failed(ProbeStatus::kInitFailed, document.error());
}

}  // namespace agt
