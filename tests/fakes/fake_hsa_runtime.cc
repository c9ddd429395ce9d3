// A test library in the place of libhsa-runtime64: FAKE_HSA_MODE chooses how it behaves.
// SPDX-License-Identifier: MIT
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct FakeAgent {
  hsa_device_type_t type;
  std::vector<std::string> isas;
  std::uint32_t lanes;
  std::uint32_t compute_units;
  std::uint32_t chip_id;
  std::uint32_t clock_mhz;
  std::uint32_t location_id;
  std::uint32_t domain;
  std::string product_name;
};

// An integrated GPU that comes first, a CPU between, and a discrete GPU with a generic ISA in front of its own.
const std::vector<FakeAgent> kAgents{
    {HSA_DEVICE_TYPE_GPU, {"amdgcn-amd-amdhsa--gfx1036"}, 32, 2, 5710, 2200, 0x0b00, 0, ""},
    {HSA_DEVICE_TYPE_CPU, {}, 0, 16, 0, 5000, 0, 0, "CPU"},
    {HSA_DEVICE_TYPE_GPU,
     {"amdgcn-amd-amdhsa--gfx9-generic", "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-"},
     64,
     104,
     29711,
     0,
     0x8308,
     2,
     std::string(64, 'n')},
};

std::string mode() {
  const char* text = std::getenv("FAKE_HSA_MODE");
  return text == nullptr ? "ok" : text;
}

void say(const char* text, std::size_t size) {
  if (::write(3, text, size) < 0) std::abort();
}

/// Waits far longer than any limit of a test, and yet not for ever.
void sleep_long() {
  for (int i = 0; i < 600; ++i) ::sleep(1);
}

const std::map<std::string, std::function<hsa_status_t()>> kInits{
    {"out_of_resources", [] { return HSA_STATUS_ERROR_OUT_OF_RESOURCES; }},
    {"hang", [] { return sleep_long(), HSA_STATUS_SUCCESS; }},
    {"ignore_term", [] { return ::signal(SIGTERM, SIG_IGN), sleep_long(), HSA_STATUS_SUCCESS; }},
    {"crash", [] { return ::signal(SIGSEGV, SIG_DFL), ::raise(SIGSEGV), HSA_STATUS_SUCCESS; }},  // a sanitizer would catch it
    {"abort", [] { return std::fputs("fake: assertion failed\n", stderr), std::abort(), HSA_STATUS_SUCCESS; }},
    {"exit", [] { return ::_exit(0), HSA_STATUS_SUCCESS; }},
    {"half_a_record", [] { return say("{\"schema\":\"agt.pr", 17), ::_exit(0), HSA_STATUS_SUCCESS; }},
    {"two_records", [] { return say("{}\n", 3), HSA_STATUS_SUCCESS; }},
    {"flood",
     [] {
       const std::string block(1 << 16, 'x');
       for (int i = 0; i < 100'000; ++i) say(block.data(), block.size());
       return HSA_STATUS_SUCCESS;
     }},
    {"stdout_garbage",
     [] { return std::puts("{\"status\":\"ok\"}\x01\xff"), std::fflush(stdout), HSA_STATUS_SUCCESS; }},
};

bool has_empty_names() { return mode() == "empty_names"; }

hsa_status_t get_number(const FakeAgent& agent, int attribute, void* value) {
  const std::map<int, std::uint32_t> numbers{
      {HSA_AGENT_INFO_DEVICE, agent.type},
      {HSA_AGENT_INFO_WAVEFRONT_SIZE, agent.lanes},
      {HSA_AMD_AGENT_INFO_CHIP_ID, agent.chip_id},
      {HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT, agent.compute_units},
      {HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY, agent.clock_mhz},
      {HSA_AMD_AGENT_INFO_BDFID, agent.location_id},
      {HSA_AMD_AGENT_INFO_DOMAIN, agent.domain},
  };
  const auto found = numbers.find(attribute);
  if (found == numbers.end()) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  std::memcpy(value, &found->second, sizeof(std::uint32_t));
  return HSA_STATUS_SUCCESS;
}

}  // namespace

extern "C" {

hsa_status_t hsa_init() {
  const auto found = kInits.find(mode());
  return found == kInits.end() ? HSA_STATUS_SUCCESS : found->second();
}

hsa_status_t hsa_shut_down() {
  return mode() == "shut_down_fails" ? HSA_STATUS_ERROR_NOT_INITIALIZED : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_status_string(hsa_status_t status, const char** text) {
  if (mode() == "text_missing") return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  *text = status == HSA_STATUS_ERROR_OUT_OF_RESOURCES ? "FAKE_OUT_OF_RESOURCES" : "FAKE_TEXT";
  return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_system_get_info(hsa_system_info_t attribute, void* value) {
  if (mode() == "text_missing") return HSA_STATUS_ERROR;
  const std::uint16_t number = attribute == HSA_SYSTEM_INFO_VERSION_MAJOR ? 1 : 18;
  std::memcpy(value, &number, sizeof(number));
  return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_iterate_agents(hsa_status_t (*callback)(hsa_agent_t, void*), void* data) {
  if (mode() == "zero_agents") return HSA_STATUS_SUCCESS;
  for (std::size_t i = 0; i < kAgents.size(); ++i)
    if (const hsa_status_t status = callback({i}, data); status != HSA_STATUS_SUCCESS) return status;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_agent_get_info(hsa_agent_t agent, hsa_agent_info_t attribute, void* value) {
  const FakeAgent& fake = kAgents.at(agent.handle);
  const int number = static_cast<int>(attribute);
  if (number == HSA_AMD_AGENT_INFO_UUID) std::abort();  // it names one card: nobody may ask
  if (number == HSA_AMD_AGENT_INFO_BDFID && mode() == "attribute_fails") return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  if (number != HSA_AMD_AGENT_INFO_PRODUCT_NAME) return get_number(fake, number, value);
  std::memset(value, 0, 64);
  if (!has_empty_names()) std::memcpy(value, fake.product_name.data(), fake.product_name.size());
  return HSA_STATUS_SUCCESS;
}

// An ISA's handle is its agent and its place, 100 a + i.
hsa_status_t hsa_agent_iterate_isas(hsa_agent_t agent, hsa_status_t (*callback)(hsa_isa_t, void*), void* data) {
  for (std::size_t i = 0; i < kAgents.at(agent.handle).isas.size(); ++i)
    if (const hsa_status_t status = callback({100 * agent.handle + i}, data); status != HSA_STATUS_SUCCESS)
      return status;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_isa_get_info_alt(hsa_isa_t isa, hsa_isa_info_t attribute, void* value) {
  const std::string name = has_empty_names() ? "" : kAgents.at(isa.handle / 100).isas.at(isa.handle % 100);
  const auto length = static_cast<std::uint32_t>(name.size() + 1);
  if (attribute == HSA_ISA_INFO_NAME_LENGTH) std::memcpy(value, &length, sizeof(length));
  else std::memcpy(value, name.c_str(), length);
  return HSA_STATUS_SUCCESS;
}

}  // extern "C"
