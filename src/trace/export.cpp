#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "src/trace/buffers.h"
#include "src/trace/lanes.h"

namespace drydock::trace {
namespace {

using internal::Event;
using internal::Kind;
using internal::Snapshot;

const char* mark_of(Kind kind) {
  switch (kind) {
    case Kind::kInstant:
      return "";
    case Kind::kBegin:
      return "+";
    case Kind::kEnd:
      return "-";
  }
  return "";
}

// Appends the text in quotes and on one line, whatever its bytes are.
void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  out += '"';
}

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append_json_arguments(std::string& out, const Event& event) {
  const auto end = std::back_inserter(out);
  fmt::format_to(end, R"("args":{{"sequence":{})", event.sequence);
  for (const Argument& argument : event.arguments()) {
    fmt::format_to(end, ",{}:{}", json_string(argument.name), argument.value);
  }
  if (event.text_size != 0) fmt::format_to(end, R"(,"text":{})", json_string(event.text()));
  out += '}';
}

void append_json_event(std::string& out, const Event& event, std::int64_t nanoseconds) {
  const char* phase = event.kind == Kind::kBegin ? "B" : event.kind == Kind::kEnd ? "E" : "i";
  const char* scope = event.kind == Kind::kInstant ? R"("s":"t",)" : "";
  fmt::format_to(std::back_inserter(out),
                 R"({{"name":{},"cat":{},"ph":"{}",{}"ts":{}.{:03},"pid":1,"tid":{},)",
                 json_string(event.name), json_string(event.category), phase, scope,
                 nanoseconds / 1000, nanoseconds % 1000, event.strand);
  append_json_arguments(out, event);
  out += '}';
}

}  // namespace

std::string to_text() {
  const Snapshot all = internal::snapshot();
  std::string out;
  const auto end = std::back_inserter(out);
  if (all.dropped != 0) fmt::format_to(end, "# {} earlier events were dropped\n", all.dropped);
  for (const auto& [event, buffer, time] : all.rows) {
    fmt::format_to(end, "{} {} [{} {}] {}{}.{}", event->sequence, time, event->strand,
                   buffer->name(), mark_of(event->kind), event->category, event->name);
    for (const Argument& argument : event->arguments()) {
      fmt::format_to(end, " {}={}", argument.name, argument.value);
    }
    if (event->text_size != 0) {
      out += ' ';
      append_quoted(out, event->text());
    }
    out += '\n';
  }
  return out;
}

std::string to_chrome_json() {
  constexpr std::int64_t kNanosecondsPerTick = 100;
  const Snapshot all = internal::snapshot();
  std::map<std::uint32_t, const internal::Buffer*> strands;
  for (const auto& [event, buffer, time] : all.rows) strands.try_emplace(event->strand, buffer);
  std::string out = R"({"traceEvents":[)";
  const char* separator = "\n";
  for (const auto& [strand, buffer] : strands) {
    fmt::format_to(std::back_inserter(out),
                   R"({}{{"name":"thread_name","ph":"M","pid":1,"tid":{},"args":{{"name":{}}}}})",
                   separator, strand, json_string(buffer->name()));
    separator = ",\n";
  }
  std::int64_t last = -1;
  internal::Lanes lanes;
  for (const auto& [event, buffer, time] : all.rows) {
    last = std::max(time * kNanosecondsPerTick, last + 1);
    out += separator;
    append_json_event(out, *event, last);
    lanes.add(*event, last);
    separator = ",\n";
  }
  out += lanes.finish(last);
  out += "\n]}\n";
  return out;
}

}  // namespace drydock::trace
