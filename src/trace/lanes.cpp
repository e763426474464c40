#include "src/trace/lanes.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <utility>

namespace drydock::trace::internal {
namespace {

// Process numbers in the Chrome trace; 1 has the threads.
constexpr int kStates = 2;
constexpr int kPlaces = 3;
constexpr int kNodes = 4;
constexpr int kTurns = 5;
constexpr int kLevels = 6;

std::int64_t value_of(const Event& event, std::string_view name) {
  for (const Argument& argument : event.arguments()) {
    if (argument.name == name) return argument.value;
  }
  return 0;
}

const char* process_name(int process) {
  switch (process) {
    case kStates:
      return "allocations";
    case kPlaces:
      return "video memory";
    case kTurns:
      return "schedule";
    case kLevels:
      return "IRQL";
    default:
      return "GPU";
  }
}

// The name as it may stand between quotes.
std::string plain(const std::string& name) {
  std::string out;
  for (const char c : name)
    out += c == '"' || c == '\\' || static_cast<signed char>(c) < 0x20 ? '_' : c;
  return out;
}

}  // namespace

void Lanes::append(const Lane& lane, const char* phase, const std::string& name, std::int64_t at) {
  fmt::format_to(std::back_inserter(out_),
                 R"(,
{{"name":"{}","ph":"{}",{}"ts":{}.{:03},"pid":{},"tid":{}}})",
                 name, phase, *phase == 'i' ? R"("s":"t",)" : "", at / 1000, at % 1000,
                 lane.process, lane.number);
}

Lanes::Lane& Lanes::lane(int process, std::int64_t number, const std::string& name) {
  const auto [found, is_new] = lanes_.try_emplace({process, number}, Lane{process, number});
  if (is_new) {
    const auto say = [&](const char* what, const std::string& value) {
      fmt::format_to(std::back_inserter(out_),
                     R"(,
{{"name":"{}","ph":"M","pid":{},"tid":{},"args":{{"name":"{}"}}}})",
                     what, process, number, value);
    };
    say("process_name", process_name(process));
    say("thread_name", name);
  }
  return found->second;
}

void Lanes::begin(Lane& lane, const std::string& name, std::int64_t at) {
  end(lane, at);
  append(lane, "B", name, at);
  lane.has_slice = true;
}

void Lanes::end(Lane& lane, std::int64_t at) {
  if (std::exchange(lane.has_slice, false)) append(lane, "E", "", at);
}

void Lanes::mark(const Lane& lane, const char* name, std::int64_t at) {
  append(lane, "i", name, at);
}

void Lanes::add(const Event& event, const std::string& thread, std::int64_t nanoseconds) {
  const std::string_view category = event.category;
  if (!event.stamp.is_count()) turn(event, thread, nanoseconds);
  if (category == "irql" || (category == "driver" && event.kind == Kind::kBegin))
    irql(event, thread, nanoseconds);
  if (category == "allocation" || category == "residency") allocation(event, nanoseconds);
  if (category == "gpu") gpu(event, nanoseconds);
}

void Lanes::allocation(const Event& event, std::int64_t at) {
  const std::int64_t handle = value_of(event, "handle");
  if (handle == 0) return;  // an allocation of the driver's own, which no client can name
  const bool is_place = std::string_view(event.category) == "residency";
  Lane& which = lane(is_place ? kPlaces : kStates, handle, fmt::format("allocation {:#x}", handle));
  const std::string_view name = event.name;
  if (name == "out" || name == "freed") return end(which, at);
  if (!is_place) return begin(which, std::string(name), at);
  begin(which,
        fmt::format("segment {} +{:#x}", value_of(event, "segment"), value_of(event, "offset")),
        at);
}

void Lanes::irql(const Event& event, const std::string& thread, std::int64_t at) {
  const std::string name = fmt::format("IRQL of {} [{}]", plain(thread), event.strand);
  const Lane& track = lane(kLevels, event.strand, name);
  fmt::format_to(std::back_inserter(out_),
                 R"(,
{{"name":"{}","ph":"C","ts":{}.{:03},"pid":{},"tid":{},"args":{{"irql":{}}}}})",
                 name, at / 1000, at % 1000, track.process, track.number, value_of(event, "irql"));
}

// Under a seed one thread runs at a time, so that a switch lies between events of two threads.
void Lanes::turn(const Event& event, const std::string& thread, std::int64_t at) {
  if (running_ == event.strand) return;
  running_ = event.strand;
  begin(lane(kTurns, 0, "thread that runs"), plain(thread), at);
}

Lanes::Node& Lanes::node(std::int64_t number) {
  const auto [found, is_new] = nodes_.try_emplace(number, Node{{kNodes, number}, {}});
  if (is_new) lane(kNodes, number, fmt::format("node {}", number));
  return found->second;
}

void Lanes::work_on_next(Node& node, std::int64_t at) {
  end(node.lane, at);
  if (node.packets.empty()) return;
  const Packet& first = node.packets.front();
  begin(node.lane, fmt::format("{} {}", first.is_paging ? "paging" : "DMA buffer", first.fence),
        at);
}

void Lanes::gpu(const Event& event, std::int64_t at) {
  const std::string_view name = event.name;
  if (name == "queued" || name == "synchronised") return;
  Node& which = node(value_of(event, "node"));
  if (name == "submitted") {
    which.packets.push_back({value_of(event, "fence"), value_of(event, "paging") != 0});
    if (which.packets.size() == 1) work_on_next(which, at);
  } else if (name == "completed" || name == "aborted") {
    std::erase_if(which.packets,
                  [&](const Packet& packet) { return packet.fence == value_of(event, "fence"); });
    work_on_next(which, at);
  } else {
    if (name == "preempted") {
      which.packets.clear();
      work_on_next(which, at);
    }
    mark(which.lane, event.name, at);
  }
}

std::string Lanes::finish(std::int64_t nanoseconds) {
  for (auto& [key, each] : lanes_) end(each, nanoseconds);
  for (auto& [number, each] : nodes_) end(each.lane, nanoseconds);
  return std::move(out_);
}

}  // namespace drydock::trace::internal
