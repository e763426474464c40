#include "src/display/vidpn/monitors.h"

#include <algorithm>
#include <utility>

namespace drydock::display {

bool Monitors::has_target(UINT target) const {
  return std::ranges::find(targets_, target) != targets_.end();
}

std::shared_ptr<Monitor> Monitors::at(UINT target) const {
  const sim::Hold hold(lock_);
  const auto found = connected_.find(target);
  return found == connected_.end() ? nullptr : found->second;
}

void Monitors::connect(UINT target, std::shared_ptr<Monitor> monitor) {
  const sim::Hold hold(lock_);
  connected_[target] = std::move(monitor);
}

void Monitors::disconnect(UINT target) {
  const sim::Hold hold(lock_);
  connected_.erase(target);
}

std::vector<UINT> Monitors::connected() const {
  const sim::Hold hold(lock_);
  std::vector<UINT> targets;
  for (const auto& [target, monitor] : connected_) targets.push_back(target);
  return targets;
}

}  // namespace drydock::display
