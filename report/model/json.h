// The only place where JSON is parsed and printed: strict reading within limits, one canonical form.
// Who looks into a document includes codec.h or <nlohmann/json.hpp>; who passes one on does not pay for it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace agt {

using Json = nlohmann::json;

struct JsonLimits {
  std::size_t bytes = 64 << 20;
  std::size_t depth = 64;
};

/// Parses one document. kBadInput with line and reason for what is not JSON, a key said twice, a document that is
/// too large or too deep, or anything after its end.
Result<Json> parse_json(std::string_view text, const JsonLimits& limits = {});

/// The canonical form (RFC 8785) of a document that holds no fractions: keys sorted, no white space, UTF-8.
/// The kit's documents hold integers only, so that no printing of floating point can change a hash.
std::string canonical_json(const Json& document);

/// For people and files: two spaces of indentation, keys sorted, a newline at the end.
std::string pretty_json(const Json& document);

}  // namespace agt
