// Lines of the twin protocol: the kind under "event", the fields of the kind beside it.
// SPDX-License-Identifier: MIT
#include "report/model/twin_event.h"

#include "report/model/codec.h"

namespace agt {
namespace {

constexpr std::size_t kLineLimitBytes = 1 << 20;

/// Reads alternative I of TwinEvent, or one of those behind it, by its name.
template <std::size_t I = 0>
Result<TwinEvent> parse_named(const std::string& name, const Json& rest) {
  if constexpr (I == std::variant_size_v<TwinEvent>) {
    return failure(ExitCode::kBadInput, "\"" + name + "\" is no event of the twin protocol");
  } else {
    if (name != kTwinEventNames[I]) return parse_named<I + 1>(name, rest);
    auto event = from_json_document<std::variant_alternative_t<I, TwinEvent>>(rest, name);
    if (!event) return tl::make_unexpected(event.error());
    return TwinEvent(std::move(*event));
  }
}

}  // namespace

std::string to_line(const TwinEvent& event) {
  Json document = std::visit([](const auto& value) { return to_json_document(value); }, event);
  document["event"] = kTwinEventNames[event.index()];
  return canonical_json(document);
}

Result<TwinEvent> parse_twin_event(std::string_view line) {
  auto document = parse_json(line, {.bytes = kLineLimitBytes, .depth = 16});
  if (!document) return tl::make_unexpected(document.error());
  if (!document->is_object() || !document->contains("event") || !(*document)["event"].is_string())
    return failure(ExitCode::kBadInput, "not an object with an \"event\"");
  const auto name = (*document)["event"].get<std::string>();
  document->erase("event");
  return parse_named(name, *document);
}

}  // namespace agt
