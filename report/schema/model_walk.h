// Walks over the model by its lists of fields, for tests: the JSON schema that the codec implements, and a value of a
// type with every field filled. What the model gains, both gain by themselves.
// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "report/model/codec.h"

namespace agt {

template <class T>
Json schema_of();

/// Collects the fields of one struct into the schema of an object.
class SchemaWalk {
 public:
  static constexpr bool kReads = true;
  template <class T>
  void operator()(const char* key, T&) {
    properties_[key] = schema_of<T>();
  }
  void constant(const char* key, std::string_view value) { properties_[key] = {{"const", value}}; }

  Json schema() const {
    Json required = Json::array();
    for (const auto& [key, value] : properties_.items()) required.push_back(key);
    return {{"type", "object"}, {"properties", properties_}, {"required", required}, {"additionalProperties", false}};
  }

 private:
  Json properties_ = Json::object();
};

template <class T>
struct SchemaFor {
  static Json get() {
    if constexpr (std::same_as<T, bool>) {
      return {{"type", "boolean"}};
    } else if constexpr (std::integral<T>) {
      using Limits = std::numeric_limits<T>;
      return {{"type", "integer"}, {"minimum", Limits::min()}, {"maximum", Limits::max()}};
    } else if constexpr (std::same_as<T, std::string>) {
      return {{"type", "string"}};
    } else if constexpr (NamedEnum<T>) {
      Json names = Json::array();
      for (const auto& [value, name] : EnumNames<T>::kNames) names.push_back(name);
      return {{"enum", names}};
    } else {
      T value{};
      SchemaWalk walk;
      fields(walk, value);
      return walk.schema();
    }
  }
};
template <class T>
struct SchemaFor<std::optional<T>> {
  static Json get() { return {{"anyOf", {schema_of<T>(), {{"type", "null"}}}}}; }
};
template <class T>
struct SchemaFor<std::vector<T>> {
  static Json get() { return {{"type", "array"}, {"items", schema_of<T>()}}; }
};

/// The schema of what the codec writes for a T, with nothing but what restricts a document.
template <class T>
Json schema_of() {
  return SchemaFor<T>::get();
}

/// Gives every field a value: optionals hold one, lists have one element, texts and numbers are not empty.
class FillWalk {
 public:
  static constexpr bool kReads = true;
  template <class T>
  void operator()(const char* key, T& value) {
    fill(key, value);
  }
  void constant(const char*, std::string_view) {}

  template <class T>
  static void fill(const char* key, T& value) {
    if constexpr (std::same_as<T, bool>) {
      value = true;
    } else if constexpr (std::integral<T>) {
      value = 7;
    } else if constexpr (std::same_as<T, std::string>) {
      value = std::string("some ") + key;
    } else if constexpr (NamedEnum<T>) {
      value = EnumNames<T>::kNames.back().first;
    } else {
      FillWalk walk;
      fields(walk, value);
    }
  }
  template <class T>
  static void fill(const char* key, std::optional<T>& value) {
    fill(key, value.emplace());
  }
  template <class T>
  static void fill(const char* key, std::vector<T>& values) {
    fill(key, values.emplace_back());
  }
};

template <class T>
T filled() {
  T value{};
  FillWalk::fill("value", value);
  return value;
}

}  // namespace agt
