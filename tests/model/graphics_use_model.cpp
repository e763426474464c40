// Locks, offers and residency, by the model.
#include <algorithm>
#include <map>
#include <utility>

#include "tests/model/graphics_model.h"

namespace drydock::model {
namespace {

constexpr int kLowestPriority = 1, kHighestPriority = 4;  // D3DKMT_OFFER_PRIORITY_LOW, _AUTO
constexpr int kResidentInMemory = 1, kResidentInAperture = 2, kNotResident = 3;

}  // namespace

// Locks.

Answer GraphicsModel::lock(const Step& step, int process) {
  if (step.way == kSecondWithFlags) return {};
  const Id device = find(process, step.on, Kind::kDevice);
  if (device == 0) return {};
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  if (step.way == kReadAndWriteOnly || step.way == kNoPages) return {};
  const Id id = binding_on(device, step.of);
  if (id == 0) return {};
  Binding& binding = bindings_.at(id);
  const Allocation& allocation = allocations_.at(binding.allocation);
  const bool is_shared = allocation.body != 0 && bodies_.at(allocation.body).is_shared;
  const std::pair<int, int> here = {process, processes_.at(process).life};
  if (is_shared && allocation.creator != here) return {};
  if (binding.offer != Binding::Offer::kNone) return {};
  ++binding.locks;
  Answer out = succeeded();
  out.locked = id;
  out.content = allocation.content;
  return out;
}

Answer GraphicsModel::unlock(const Step& step, int process) {
  std::vector<Ref> list = step.list;
  if (step.way == 1) list.resize(1);
  if (list.empty()) return {};
  const Id device = find(process, step.on, Kind::kDevice);
  if (device == 0) return {};
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  std::map<Id, std::uint32_t> wanted;
  for (const Ref ref : list) {
    const Id id = binding_on(device, ref);
    if (id == 0 || ++wanted[id] > bindings_.at(id).locks) return {};
  }
  for (const auto& [id, count] : wanted) bindings_.at(id).locks -= count;
  return succeeded();
}

// Offers.

// The bindings that each handle of an offered set names. False when one names nothing.
bool GraphicsModel::bindings_of(const Step& step, Id device,
                                std::vector<std::vector<Id>>& out) const {
  for (const Ref ref : step.list) {
    if (step.way == kResources) {
      const Id id = resource_on(device, ref);
      if (id == 0) return false;
      out.push_back(resources_.at(id).bindings);
    } else {
      const Id id = binding_on(device, ref);
      if (id == 0) return false;
      out.push_back({id});
    }
  }
  return true;
}

Answer GraphicsModel::offer(const Step& step, int process) {
  if (step.way == kNothing || step.way == kBoth || step.way == kBadPriority || step.list.empty())
    return {};
  const Id device = find(process, step.on, Kind::kDevice);
  if (device == 0) return {};
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  std::vector<std::vector<Id>> set;
  if (!bindings_of(step, device, set)) return {};
  for (const auto& group : set) {
    for (const Id each : group) {
      if (bindings_.at(each).locks != 0) return {};
    }
  }
  for (const auto& group : set) {
    for (const Id each : group) {
      Binding& binding = bindings_.at(each);
      if (binding.offer == Binding::Offer::kNone) binding.offer = Binding::Offer::kMade;
      binding.priority = kLowestPriority + step.count % kHighestPriority;
    }
  }
  return succeeded();
}

Answer GraphicsModel::reclaim_set(const Step& step, Id device) {
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  std::vector<std::vector<Id>> set;
  if (!bindings_of(step, device, set)) return {};
  Answer out = succeeded();
  for (const auto& group : set) {
    bool is_lost = false;
    for (const Id each : group) {
      Binding& binding = bindings_.at(each);
      if (std::exchange(binding.offer, Binding::Offer::kNone) != Binding::Offer::kDiscarded)
        continue;
      is_lost = true;
      allocations_.at(binding.allocation).content.reset();
    }
    out.values.push_back(is_lost ? 1 : 0);
  }
  return out;
}

Answer GraphicsModel::reclaim(const Step& step, int process) {
  if (step.way == kNothing || step.way == kBoth || step.list.empty()) return {};
  const Id device = find(process, step.on, Kind::kDevice);
  return device == 0 ? Answer{} : reclaim_set(step, device);
}

// Allocations on a residency list are placed.
Answer GraphicsModel::reclaim_by_queue(const Step& step, int process) {
  if (step.way == kNothing || step.way == kBoth || step.list.empty()) return {};
  const Id queue = find(process, step.on, Kind::kQueue);
  return queue == 0 ? Answer{} : reclaim_set(step, queues_.at(queue).device);
}

// Contents of shared resources stay.
Answer GraphicsModel::discard(const Step& step, int) {
  for (auto& [id, binding] : bindings_) {
    const Allocation* const allocation =
        devices_.at(binding.device).is_lost ? nullptr : &allocations_.at(binding.allocation);
    if (allocation == nullptr) continue;
    const bool is_shared = allocation->body != 0 && bodies_.at(allocation->body).is_shared;
    if (!is_shared && binding.offer == Binding::Offer::kMade && binding.priority <= step.way)
      binding.offer = Binding::Offer::kDiscarded;
  }
  return succeeded();
}

// Residency.

Answer GraphicsModel::make_resident(const Step& step, int process) {
  if (step.way == kBadFlags || step.list.empty()) return {};
  const Id queue = find(process, step.on, Kind::kQueue);
  if (queue == 0) return {};
  const Id device = queues_.at(queue).device;
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  std::vector<Id> group;
  for (const Ref ref : step.list) {
    group.push_back(binding_on(device, ref));
    if (group.back() == 0) return {};
  }
  Answer out = succeeded();
  for (const Id each : group) {
    Binding& binding = bindings_.at(each);
    Allocation& allocation = allocations_.at(binding.allocation);
    ++binding.listed;
    if (std::exchange(allocation.is_resident, true)) continue;
    out.status = STATUS_PENDING;
    if (allocation.owner == 0) allocation.owner = device;
  }
  out.waits_for_fence = out.status == STATUS_PENDING;
  return out;
}

std::uint32_t GraphicsModel::lists_of(Id allocation) const {
  std::uint32_t out = 0;
  for (const auto& [id, binding] : bindings_)
    out += binding.allocation == allocation && binding.listed != 0 ? 1 : 0;
  return out;
}

Answer GraphicsModel::evict(const Step& step, int process) {
  const Id device = find(process, step.on, Kind::kDevice);
  if (device == 0 || step.way == kBadFlags || step.list.empty()) return {};
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  std::map<Id, std::uint32_t> wanted;
  for (const Ref ref : step.list) {
    const Id id = binding_on(device, ref);
    if (id == 0) return {};
    ++wanted[id];
  }
  for (const auto& [id, count] : wanted) {
    if (count > bindings_.at(id).listed) return {};
  }
  for (const auto& [id, count] : wanted) {
    Binding& binding = bindings_.at(id);
    binding.listed -= count;
    if (lists_of(binding.allocation) == 0 && step.way != kOnlyIfNecessary)
      allocations_.at(binding.allocation).is_resident = false;
  }
  return succeeded();
}

// The answer for a resource is that of its worst member.
Answer GraphicsModel::query_residency(const Step& step, int process) {
  const bool names_resource = value_of(step.of) != 0;
  if (names_resource ? !step.list.empty() : step.list.empty()) return {};
  const Id device = find(process, step.on, Kind::kDevice);
  if (device == 0) return {};
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  const auto status = [&](Id binding) {
    return allocations_.at(bindings_.at(binding).allocation).is_resident ? kResidentInAperture
                                                                         : kNotResident;
  };
  Answer out = succeeded();
  if (names_resource) {
    const Id resource = resource_on(device, step.of);
    if (resource == 0) return {};
    int worst = kResidentInMemory;
    for (const Id each : resources_.at(resource).bindings) worst = std::max(worst, status(each));
    out.values = {worst};
    return out;
  }
  for (const Ref ref : step.list) {
    const Id id = binding_on(device, ref);
    if (id == 0) return {};
    out.values.push_back(status(id));
  }
  return out;
}

}  // namespace drydock::model
