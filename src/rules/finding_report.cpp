#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

#include "src/rules/finding.h"

namespace drydock::rules {
namespace {

using Json = nlohmann::ordered_json;

// A driver's names may contain bytes that are not UTF-8. They are replaced, not refused.
std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

// The frames of a labelled stack or of an event.
std::vector<Frame> frames_of(const auto& one) {
  return one.frames.empty() ? resolve(one.stack) : one.frames;
}

bool is_driver(const Frame& frame) { return !is_host(frame) && !is_of_system(frame); }

// How many of the innermost frames are inside the function of the host or of the system that the
// driver called; 0 when the stack shows no driver.
std::size_t called_in(const std::vector<Frame>& frames) {
  const auto driver = std::ranges::find_if(frames, is_driver);
  return driver == frames.end() ? 0 : static_cast<std::size_t>(driver - frames.begin());
}

// The function that the driver called; empty when the stack shows none.
std::string call_of(const std::vector<Frame>& frames) {
  const std::size_t called = called_in(frames);
  return called == 0 ? "" : frames[called - 1].function;
}

Json to_json(std::span<const Frame> frames) {
  Json rows = Json::array();
  for (const Frame& frame : frames) {
    rows.push_back({{"function", frame.function},
                    {"file", frame.file},
                    {"line", frame.line},
                    {"module", frame.module}});
  }
  return rows;
}

// The driver's line comes first, whatever debug packages the machine has: the frames inside of what
// it called are a member of their own.
void put_stack(Json& out, const char* member, const std::vector<Frame>& frames) {
  const auto all = std::span(frames);
  const std::size_t called = called_in(frames);
  out[member] = to_json(all.subspan(called));
  out["called"] = to_json(all.first(called));
}

Json to_json(const ObjectEvent& event) {
  const std::vector<Frame> frames = frames_of(event);
  Json out = {{"event", event.what}, {"call", call_of(frames)}};
  put_stack(out, "stack", frames);
  return out;
}

Json to_json(const Finding& finding) {
  const Rule& rule = *finding.rule;
  Json out;
  out["rule"] = rule.id;
  out["severity"] = name(severity_of(finding));
  out["party"] = name(rule.party);
  out["message"] = finding.message;
  out["driver"] = finding.driver;
  out["object"] = finding.object;
  out["fields"] = Json::array();
  for (const FindingField& field : finding.fields)
    out["fields"].push_back({{"path", field.path}, {"value", field.value}});
  out["history"] = Json::array();
  for (const ObjectEvent& event : finding.history) out["history"].push_back(to_json(event));
  put_stack(out, "stack",
            finding.stacks.empty() ? std::vector<Frame>() : frames_of(finding.stacks.front()));
  out["stacks"] = Json::array();
  for (std::size_t i = 1; i < finding.stacks.size(); ++i) {
    Json& row = out["stacks"].emplace_back(Json{{"label", finding.stacks[i].label}});
    put_stack(row, "frames", frames_of(finding.stacks[i]));
  }
  out["replay"] = finding.replay;
  return out;
}

// Removes the frames inside the function of the host or of the system that the driver called, and
// those from which the host called the driver: they mean nothing to the driver's author.
std::vector<Frame> presented(std::vector<Frame> frames) {
  const auto first = std::ranges::find_if(frames, is_driver);
  if (first == frames.end()) return frames;
  frames.erase(frames.begin(), first);
  const std::string driver = frames.front().module;
  while (frames.back().module != driver) frames.pop_back();
  return frames;
}

// The function of a library of the system that the driver was in; empty when it was in none.
std::string library_call_of(const std::vector<Frame>& frames) {
  const std::size_t depth = called_in(frames);
  if (depth == 0) return {};
  const Frame& called = frames[depth - 1];
  if (!is_of_system(called)) return {};
  // Without its debug package a library has no names for most of its functions.
  return called.function.empty() ? "a function of " + called.module : called.function;
}

// The program that plays the scenarios looked at something after the driver's call was over.
bool is_of_player_alone(const std::vector<Frame>& frames) {
  return std::ranges::any_of(frames,
                             [](const Frame& frame) { return frame.module == "drydock"; }) &&
         std::ranges::none_of(frames, [](const Frame& frame) {
           return is_driver(frame) && frame.module != "drydock";
         });
}

void append(std::string& out, const LabelledStack& stack, bool is_of_driver) {
  const std::vector<Frame> all = frames_of(stack);
  if (is_of_driver && is_of_player_alone(all)) return;
  const std::vector<Frame> frames = presented(all);
  const std::string library = library_call_of(all);
  const auto end = std::back_inserter(out);
  fmt::format_to(end, "  {}:\n", stack.label.empty() ? "stack" : stack.label);
  if (frames.empty()) out += "    (no stack)\n";
  for (std::size_t i = 0; i < frames.size(); ++i) {
    fmt::format_to(end, "    #{} {}{}\n", i, to_text(frames[i]),
                   i == 0 && !library.empty() ? ", in its call of " + library : "");
  }
}

}  // namespace

std::string to_text(const ObjectEvent& event) {
  const std::vector<Frame> frames = frames_of(event);
  std::string out = event.what;
  if (const std::string call = call_of(frames); !call.empty()) out += " by " + call;
  const auto driver = std::ranges::find_if(frames, is_driver);
  return driver == frames.end() ? out : out + " in " + to_text(*driver);
}

std::string to_text(const Finding& finding) {
  const Rule& rule = *finding.rule;
  std::string out;
  const auto end = std::back_inserter(out);
  fmt::format_to(end, "{} {}: {}\n", rule.id, name(severity_of(finding)), rule.title);
  fmt::format_to(end, "  {}\n", finding.message);
  if (!finding.driver.empty()) fmt::format_to(end, "  driver: {}\n", finding.driver);
  if (!finding.object.empty()) fmt::format_to(end, "  object: {}\n", finding.object);
  for (const FindingField& field : finding.fields)
    fmt::format_to(end, "  field: {} is {}\n", field.path, field.value);
  if (!finding.history.empty()) out += "  history:\n";
  for (const ObjectEvent& event : finding.history) fmt::format_to(end, "    {}\n", to_text(event));
  for (const LabelledStack& stack : finding.stacks) append(out, stack, !finding.driver.empty());
  if (!finding.replay.empty()) fmt::format_to(end, "  replay: {}\n", finding.replay);
  return out;
}

std::string to_json(const std::vector<Finding>& findings) {
  Json rows = Json::array();
  for (const Finding& finding : findings) rows.push_back(to_json(finding));
  return dump(rows) + '\n';
}

}  // namespace drydock::rules
