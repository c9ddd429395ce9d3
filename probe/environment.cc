// An allow-list for what passes; a list of names and prefixes for what is worth recording.
// SPDX-License-Identifier: MIT
#include "probe/environment.h"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace agt {
namespace {

constexpr std::array<std::string_view, 3> kPassedOn{"PATH", "HOME", "TMPDIR"};
constexpr std::array<std::string_view, 3> kAlways{"LANG=C.UTF-8", "HSA_DISABLE_COREDUMP_ON_EXCEPTION=1",
                                                  "AMD_COMGR_CACHE=0"};
constexpr std::array<std::string_view, 4> kSelectors{"ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
                                                     "CUDA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"};
constexpr std::string_view kOverride = "HSA_OVERRIDE_GFX_VERSION";  // also HSA_OVERRIDE_GFX_VERSION_<node>
// Whoever listens to a variable of these beginnings is loaded into a child: the dynamic loader, ROCr, HIP, the
// profilers, comgr, and the virtual GPU.
constexpr std::array<std::string_view, 14> kRecordedPrefixes{"LD_",     "HSA_",   "ROCR_",        "HIP_",      "CUDA_",
                                                             "GPU_",    "ROCP_",  "ROCPROFILER_", "ROCM_",     "AMD_",
                                                             "HSAKMT_", "ROCTX_", "AMDGPU_",      "DEBUG_CLR_"};
constexpr std::size_t kNameLimit = 64;
constexpr std::size_t kValueLimit = 64;

std::string_view name_of_variable(std::string_view variable) { return variable.substr(0, variable.find('=')); }

std::string_view value_of_variable(std::string_view variable) {
  const std::size_t equals = variable.find('=');
  return equals == variable.npos ? std::string_view() : variable.substr(equals + 1);
}

template <class List>
bool contains(const List& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

void set(std::vector<std::string>& environment, std::string_view variable) {
  std::erase_if(environment,
                [&](const std::string& old) { return name_of_variable(old) == name_of_variable(variable); });
  environment.emplace_back(variable);
}

bool is_recorded(std::string_view name) {
  const auto begins = [&](std::string_view prefix) { return name.starts_with(prefix); };
  const auto ordinary = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; };
  return std::any_of(kRecordedPrefixes.begin(), kRecordedPrefixes.end(), begins) && name.size() <= kNameLimit &&
         std::all_of(name.begin(), name.end(), ordinary);
}

bool may_show_value(std::string_view name, std::string_view value) {
  return (contains(kSelectors, name) || name.starts_with(kOverride)) && value.size() <= kValueLimit &&
         value.find_first_not_of("0123456789.,-") == value.npos;
}

}  // namespace

std::vector<std::string> child_environment(std::span<const std::string> inherited, std::span<const std::string> added) {
  std::vector<std::string> environment;
  for (const std::string& variable : inherited)
    if (contains(kPassedOn, name_of_variable(variable))) set(environment, variable);
  for (const std::string_view variable : kAlways) set(environment, variable);
  for (const std::string& variable : added) set(environment, variable);
  return environment;
}

std::vector<InheritedVariable> removed_variables(std::span<const std::string> inherited) {
  std::vector<InheritedVariable> removed;
  for (const std::string& variable : inherited) {
    const std::string_view name = name_of_variable(variable);
    const std::string_view value = value_of_variable(variable);
    if (!is_recorded(name)) continue;
    InheritedVariable& record = removed.emplace_back();
    record.name = name;
    if (may_show_value(name, value)) record.value = value;
  }
  std::sort(removed.begin(), removed.end(), [](const auto& left, const auto& right) { return left.name < right.name; });
  return removed;
}

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    variables.emplace_back(*variable);
  return variables;
}

}  // namespace agt
