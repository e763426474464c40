#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "src/trace/buffers.h"
#include "src/trace/lanes.h"
#include "src/trace/nesting.h"

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
  const char* phase = event.kind == Kind::kBegin ? "B" : "i";
  const char* scope = event.kind == Kind::kInstant ? R"("s":"t",)" : "";
  fmt::format_to(std::back_inserter(out),
                 R"(,
{{"name":{},"cat":{},"ph":"{}",{}"ts":{}.{:03},"pid":1,"tid":{},)",
                 json_string(event.name), json_string(event.category), phase, scope,
                 nanoseconds / 1000, nanoseconds % 1000, event.strand);
  append_json_arguments(out, event);
  out += '}';
}

// Ends a span of a thread. What its end tells, such as a result, belongs to the whole of it.
void append_end(std::string& out, const Event& event, std::int64_t nanoseconds) {
  fmt::format_to(std::back_inserter(out),
                 R"(,
{{"ph":"E","ts":{}.{:03},"pid":1,"tid":{},"args":{{)",
                 nanoseconds / 1000, nanoseconds % 1000, event.strand);
  const char* separator = "";
  for (const Argument& argument : event.arguments()) {
    fmt::format_to(std::back_inserter(out), "{}{}:{}", separator, json_string(argument.name),
                   argument.value);
    separator = ",";
  }
  out += "}}";
}

// Ends so many spans of a thread.
void append_ends(std::string& out, std::uint32_t strand, std::size_t count,
                 std::int64_t nanoseconds) {
  for (; count > 0; --count) {
    fmt::format_to(std::back_inserter(out),
                   R"(,
{{"ph":"E","ts":{}.{:03},"pid":1,"tid":{}}})",
                   nanoseconds / 1000, nanoseconds % 1000, strand);
  }
}

// The events of all threads, each behind a comma, in an order in which their times rise.
std::string events_of(const Snapshot& all) {
  constexpr std::int64_t kNanosecondsPerTick = 100;
  std::string out;
  std::int64_t last = -1;
  internal::Lanes lanes;
  internal::Nesting nesting;
  for (const auto& [event, buffer, time] : all.rows) {
    last = std::max(time * kNanosecondsPerTick, last + 1);
    if (event->kind == Kind::kEnd) {
      const std::size_t count = nesting.end(*event);
      if (count > 1) append_ends(out, event->strand, count - 1, last);
      if (count > 0) append_end(out, *event, last);
    } else {
      if (event->kind == Kind::kBegin) nesting.begin(*event);
      append_json_event(out, *event, last);
    }
    lanes.add(*event, buffer->name(), last);
  }
  nesting.for_each_open(
      [&](std::uint32_t strand, std::size_t count) { append_ends(out, strand, count, last); });
  return out + lanes.finish(last);
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
  out += events_of(all);
  out += "\n]}\n";
  return out;
}

}  // namespace drydock::trace
