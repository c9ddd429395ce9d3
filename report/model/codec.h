// The codec behind every document of the kit: a struct lists its fields once, and is written and strictly read by that
// list (fields.h). A missing key, an unknown key, a wrong type and an unknown enum name are errors that carry the path.
// std::optional is null when it holds nothing; the key is always there, so that a document's shape never depends on
// what is known. Include this only where documents are converted: it costs a compiler seconds.
// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "report/model/fields.h"
#include "report/model/json.h"

namespace agt {

class FieldWriter;
class FieldReader;

template <class T>
concept Structure = requires(FieldWriter& writer, const T& value) { fields(writer, value); };

/// Collects the fields of one struct into a JSON object.
class FieldWriter {
 public:
  static constexpr bool kReads = false;
  template <class T>
  void operator()(const char* key, const T& value) {
    object_[key] = write(value);
  }
  /// A field whose value is a constant of the format, such as "schema".
  void constant(const char* key, std::string_view value) { object_[key] = value; }

  template <class T>
  static Json write(const T& value) {
    if constexpr (NamedEnum<T>) return std::string(name_of(value));
    else if constexpr (Structure<T>) return write_structure(value);
    else return Json(value);
  }
  template <class T>
  static Json write(const std::optional<T>& value) {
    return value ? write(*value) : Json(nullptr);
  }
  template <class T>
  static Json write(const std::vector<T>& values) {
    Json array = Json::array();
    for (const T& value : values) array.push_back(write(value));
    return array;
  }

 private:
  template <class T>
  static Json write_structure(const T& value) {
    FieldWriter writer;
    fields(writer, value);
    return std::move(writer.object_);
  }
  Json object_ = Json::object();
};

/// Reads the fields of one struct out of a JSON object; keeps the first thing that is wrong.
class FieldReader {
 public:
  static constexpr bool kReads = true;
  FieldReader(const Json& object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object_.is_object()) fail("", "is not an object");
  }

  template <class T>
  void operator()(const char* key, T& value) {
    if (const Json* found = find(key)) read(*found, path_ + "." + key, value);
  }
  void constant(const char* key, std::string_view expected) {
    const Json* found = find(key);
    if (found != nullptr && *found != expected) fail(key, "is not \"" + std::string(expected) + "\"");
  }

  /// Nothing when all was well; else "path: reason".
  std::optional<std::string> finish() {
    if (!error_)
      for (const auto& [key, value] : object_.items())
        if (!seen_.contains(key)) fail(key.c_str(), "is not a known key");
    return error_;
  }

  template <Structure T>
  static std::optional<std::string> read_structure(const Json& value, const std::string& path, T& structure) {
    FieldReader reader(value, path);
    fields(reader, structure);
    return reader.finish();
  }

 private:
  const Json* find(const char* key) {
    seen_.insert(key);
    if (error_) return nullptr;
    const auto found = object_.find(key);
    if (found == object_.end()) return fail(key, "is missing"), nullptr;
    return &*found;
  }
  void fail(const char* key, const std::string& reason) {
    if (!error_) error_ = path_ + (*key == '\0' ? "" : ".") + key + ": " + reason;
  }
  void fail_at(const std::string& path, const std::string& reason) {
    if (!error_) error_ = path + ": " + reason;
  }

  template <class T>
  void read(const Json& json, const std::string& path, T& value) {
    if constexpr (std::same_as<T, bool>) json.is_boolean() ? void(value = json.get<bool>()) : fail_at(path, "is not true or false");
    else if constexpr (std::integral<T>) read_integer(json, path, value);
    else if constexpr (std::same_as<T, std::string>) json.is_string() ? void(value = json.get<std::string>()) : fail_at(path, "is not a string");
    else if constexpr (NamedEnum<T>) read_enum(json, path, value);
    else if (auto error = read_structure(json, path, value)) error_ = std::move(error);
  }
  template <class T>
  void read(const Json& json, const std::string& path, std::optional<T>& value) {
    value.reset();
    if (json.is_null()) return;
    T held{};
    read(json, path, held);
    value = std::move(held);
  }
  template <class T>
  void read(const Json& json, const std::string& path, std::vector<T>& values) {
    values.clear();
    if (!json.is_array()) return fail_at(path, "is not an array");
    for (const Json& item : json) {
      const std::string item_path = path + "[" + std::to_string(values.size()) + "]";
      read(item, item_path, values.emplace_back());
      if (error_) return;
    }
  }
  template <std::integral T>
  void read_integer(const Json& json, const std::string& path, T& value) {
    if (!json.is_number_integer()) return fail_at(path, "is not an integer");
    const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.get<std::uint64_t>())
                                                : std::in_range<T>(json.get<std::int64_t>());
    if (!fits) return fail_at(path, "is out of range");
    value = json.get<T>();
  }
  template <NamedEnum E>
  void read_enum(const Json& json, const std::string& path, E& value) {
    const auto named = json.is_string() ? value_named<E>(json.get<std::string>()) : std::nullopt;
    if (!named) return fail_at(path, json.dump() + " is not one of the known names");
    value = *named;
  }

  const Json& object_;
  std::string path_;
  std::set<std::string> seen_;
  std::optional<std::string> error_;
};

template <Structure T>
Json to_json_document(const T& value) {
  return FieldWriter::write(value);
}

/// kBadInput with the path of what is wrong: "report.devices[0].facts.family: is missing".
template <Structure T>
Result<T> from_json_document(const Json& document, const std::string& name) {
  T value;
  if (auto error = FieldReader::read_structure(document, name, value)) return failure(ExitCode::kBadInput, *error);
  return value;
}

}  // namespace agt
