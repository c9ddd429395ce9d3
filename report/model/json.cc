// Strict reading on nlohmann's SAX events: depth and repeated keys are refused as they come, before memory is spent.
// SPDX-License-Identifier: MIT
#include "report/model/json.h"

#include <set>
#include <vector>

#include <nlohmann/json.hpp>

namespace agt {
namespace {

/// Builds the document through nlohmann's own builder and stops at what a plain parse would let pass.
class StrictReader : public nlohmann::json_sax<Json> {
 public:
  StrictReader(Json& document, std::size_t depth_limit) : builder_(document, false), depth_limit_(depth_limit) {}

  const std::string& reason() const { return reason_; }

  bool null() override { return builder_.null(); }
  bool boolean(bool value) override { return builder_.boolean(value); }
  bool number_integer(number_integer_t value) override { return builder_.number_integer(value); }
  bool number_unsigned(number_unsigned_t value) override { return builder_.number_unsigned(value); }
  bool number_float(number_float_t value, const string_t& text) override { return builder_.number_float(value, text); }
  bool string(string_t& value) override { return builder_.string(value); }
  bool binary(binary_t& value) override { return builder_.binary(value); }
  bool start_object(std::size_t size) override { return deeper() && builder_.start_object(size); }
  bool start_array(std::size_t size) override { return deeper() && builder_.start_array(size); }
  bool end_array() override { return keys_.pop_back(), builder_.end_array(); }
  bool end_object() override { return keys_.pop_back(), builder_.end_object(); }
  bool key(string_t& name) override {
    if (!keys_.back().insert(name).second) return refuse("the key \"" + name + "\" is there twice");
    return builder_.key(name);
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    const std::string text = error.what();
    const std::size_t start = text.find("] ");  // behind nlohmann's own "[json.exception.…]"
    return refuse(start == std::string::npos ? text : text.substr(start + 2));
  }

 private:
  bool refuse(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }
  bool deeper() {
    if (keys_.size() >= depth_limit_) return refuse("nested deeper than " + std::to_string(depth_limit_));
    keys_.emplace_back();
    return true;
  }

  nlohmann::detail::json_sax_dom_parser<Json> builder_;
  std::size_t depth_limit_;
  std::vector<std::set<std::string>> keys_;  // one set for each open object or array
  std::string reason_;
};

}  // namespace

Result<Json> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    return failure(ExitCode::kBadInput, "larger than " + std::to_string(limits.bytes) + " bytes");
  Json document;
  StrictReader reader(document, limits.depth);
  if (!Json::sax_parse(text, &reader)) return failure(ExitCode::kBadInput, reader.reason());
  return document;
}

std::string canonical_json(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string pretty_json(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace agt
