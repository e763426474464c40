#include "src/verify/engine/fault_point_names.h"

#include <algorithm>
#include <cassert>

#include "src/nt/base/fault_point.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::verify {
namespace {

constinit sim::Lock names_lock;

std::unordered_map<std::uint64_t, std::string>& names() DRYDOCK_REQUIRES(names_lock) {
  static sim::NeverDestroyed<std::unordered_map<std::uint64_t, std::string>> all;
  return *all;
}

std::string name_of(const rules::Stack& stack) {
  const std::vector<rules::Frame> frames = rules::resolve(stack);
  const auto driver = std::ranges::find_if_not(frames, rules::is_host);
  std::string out;
  for (auto at = driver; at != frames.end() && at->module == driver->module; ++at)
    out += (out.empty() ? "" : " < ") + at->function;
  if (out.empty() && !frames.empty()) out = frames.front().function;
  return out;
}

void on_fault_point(std::uint64_t number, const rules::Stack& stack) {
  {
    const sim::Hold hold(names_lock);
    if (names().contains(number)) return;
  }
  std::string name = name_of(stack);
  const sim::Hold hold(names_lock);
  names().emplace(number, std::move(name));
}

}  // namespace

FaultPointNames::FaultPointNames() {
  assert(nt::fault_point_listener.load() == nullptr);
  nt::fault_point_listener.store(on_fault_point);
}
FaultPointNames::~FaultPointNames() { nt::fault_point_listener.store(nullptr); }

std::vector<std::string> FaultPointNames::names_of(const std::vector<std::uint64_t>& stacks) {
  const sim::Hold hold(names_lock);
  std::vector<std::string> out;
  std::unordered_map<std::string, int> times;
  for (const std::uint64_t stack : stacks) {
    const auto at = names().find(stack);
    if (at == names().end()) continue;
    const int time = ++times[at->second];
    out.push_back(time == 1 ? at->second : fmt::format("{} ({})", at->second, time));
  }
  return out;
}

}  // namespace drydock::verify
