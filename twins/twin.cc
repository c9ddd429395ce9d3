// Outputs from values and back, and scores as text.
// SPDX-License-Identifier: MIT
#include "twins/twin.h"

#include <fmt/format.h>

#include <cstring>

namespace agt {
namespace {

template <class T>
Output output_of(std::string name, ElementType type, std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return {std::move(name), type, {bytes.begin(), bytes.end()}};
}

template <class T>
T element(const Output& output, std::size_t index) {
  T value;
  std::memcpy(&value, output.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

}  // namespace

Output make_output(std::string name, std::span<const std::uint64_t> values) {
  return output_of(std::move(name), ElementType::kU64, values);
}

Output make_output(std::string name, std::span<const double> values) {
  return output_of(std::move(name), ElementType::kF64, values);
}

std::uint64_t integer_at(const Output& output, std::size_t index) { return element<std::uint64_t>(output, index); }

double real_at(const Output& output, std::size_t index) { return element<double>(output, index); }

Score make_score(std::string feature, double value) { return {std::move(feature), fmt::format("{:.17g}", value)}; }

}  // namespace agt
