// How a struct and an enum of the kit's documents list what they are made of; codec.h does the rest.
//
// A struct takes part by a function beside it:
//   template <class Io> void fields(Io& io, Of<Io, Pair>& pair) { io("left", pair.left); io("right", pair.right); }
// An enum takes part by a specialisation of EnumNames.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace agt {

template <class E>
struct EnumNames;  // static constexpr std::array<std::pair<E, std::string_view>, N> kNames

template <class E>
concept NamedEnum = requires { EnumNames<E>::kNames; };

template <NamedEnum E>
constexpr std::string_view name_of(E value) {
  for (const auto& [candidate, name] : EnumNames<E>::kNames)
    if (candidate == value) return name;
  return "";
}

template <NamedEnum E>
constexpr std::optional<E> value_named(std::string_view text) {
  for (const auto& [value, name] : EnumNames<E>::kNames)
    if (name == text) return value;
  return std::nullopt;
}

/// A struct as its list of fields sees it: constant for a writer.
template <class Io, class T>
using Of = std::conditional_t<Io::kReads, T, const T>;

}  // namespace agt
