// Creating, sharing and destroying, by the model.
#include <algorithm>
#include <utility>

#include "tests/model/graphics_model.h"

namespace drydock::model {

// Creation.

bool GraphicsModel::is_creation_possible(const Step& step) {
  switch (step.way) {
    case kSharedWithoutResource:
    case kNtWithoutShared:
    case kForKernelMode:
    case kReservedFlag:
      return false;
    case kLoose:
    case kAdded:
      return step.count > 0 && step.count < kHugeCount;
    default:
      return step.count < kHugeCount;
  }
}

Id GraphicsModel::new_body(const Step& step) {
  const Id id = ++ids_;
  Body& out = bodies_[id];
  out.driver = ++made_.resources;
  out.is_shared = step.way == kShared || step.way == kNtShared;
  out.is_nt = step.way == kNtShared;
  out.openings = 1;
  out.tag = id;
  return id;
}

Id GraphicsModel::new_resource(Id device, Id body) {
  const Id id = ++ids_;
  Resource& out = resources_[id];
  out.device = device;
  out.body = body;
  out.handle = issue(devices_.at(device).process, Kind::kResource, id);
  devices_.at(device).resources.push_back(id);
  return id;
}

Id GraphicsModel::new_allocation(Id body, Id device) {
  const Id id = ++ids_;
  Allocation& out = allocations_[id];
  out.driver = ++made_.allocations;
  out.body = body;
  out.owner = device;
  const int process = devices_.at(device).process;
  out.creator = {process, processes_.at(process).life};
  if (body != 0) {
    out.tag = {bodies_.at(body).tag, bodies_.at(body).next_member++};
    bodies_.at(body).members.push_back(id);
  }
  return id;
}

Id GraphicsModel::bind(Id device, Id resource, Id allocation) {
  const Id id = ++ids_;
  Binding& out = bindings_[id];
  out.device = device;
  out.allocation = allocation;
  out.resource = resource;
  out.handle = issue(devices_.at(device).process, Kind::kAllocation, id);
  out.driver = ++made_.bindings;
  ++allocations_.at(allocation).openings;
  (resource != 0 ? resources_.at(resource).bindings : devices_.at(device).loose).push_back(id);
  return id;
}

// The resource that allocations are added to; none for hResource 0.
NTSTATUS GraphicsModel::find_target(const Step& step, int process, Id device, Id& into) const {
  const bool names_one = step.way == kAdded || step.way == kResourceIntoAnother;
  if (!names_one || value_of(step.of) == 0) return STATUS_SUCCESS;
  into = find(process, step.of, Kind::kResource);
  if (into == 0) return STATUS_INVALID_HANDLE;
  const Resource& resource = resources_.at(into);
  if (step.way == kResourceIntoAnother || resource.device != device ||
      bodies_.at(resource.body).is_shared)
    return STATUS_INVALID_PARAMETER;
  return STATUS_SUCCESS;
}

Answer GraphicsModel::create(const Step& step, int process) {
  if (!is_creation_possible(step)) return {};
  const Id device = find(process, step.on, Kind::kDevice);
  if (device == 0) return {};
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  Id into = 0;
  if (const NTSTATUS status = find_target(step, process, device, into); !NT_SUCCESS(status))
    return refused(status);
  if (step.fault == Fault::kDriver) {
    CreateCall failed{.count = static_cast<std::size_t>(step.count),
                      .is_resource = (step.way != kLoose && step.way != kAdded) || into != 0,
                      .in = into == 0 ? 0 : bodies_.at(resources_.at(into).body).driver,
                      .resource = 0,
                      .made = {}};
    Answer out = refused(STATUS_NO_MEMORY);
    out.calls = {text_of(failed)};
    return out;
  }
  if (step.fault != Fault::kDriverOpen || step.count == 0) return create_there(step, device, into);
  // The opening fails: the driver creates, and destroys what it created.
  const GraphicsModel before = *this;
  const Answer whole = create_there(step, device, into);
  undo(before, {whole.calls.front()});
  Answer out = refused(STATUS_NO_MEMORY);
  const std::string opening = whole.calls.back();
  out.calls = {whole.calls.front(), opening.substr(0, opening.find(" as ")) + " fails",
               whole.undone.back().back()};
  return out;
}

Answer GraphicsModel::create_there(const Step& step, Id device, Id into) {
  const int process = devices_.at(device).process;
  const bool is_new = step.way != kLoose && step.way != kAdded;
  const Id body = is_new ? new_body(step) : into != 0 ? resources_.at(into).body : 0;
  const int driver_body = body != 0 ? bodies_.at(body).driver : 0;
  Answer out = succeeded();
  Id resource = into;
  if (is_new) {
    resource = new_resource(device, body);
    out.made.push_back(resources_.at(resource).handle);
    keep(Kind::kResource, step.to, process, out.made.back());
  }
  CreateCall created{.count = static_cast<std::size_t>(step.count),
                     .is_resource = body != 0,
                     .in = is_new ? 0 : driver_body,
                     .resource = driver_body,
                     .made = {}};
  OpenCall opened{.device = devices_.at(device).driver, .is_creator = true};
  for (int i = 0; i < step.count; ++i) {
    const Id allocation = new_allocation(body, device);
    const Binding& binding = bindings_.at(bind(device, resource, allocation));
    created.made.push_back(allocations_.at(allocation).driver);
    opened.allocations.push_back(allocations_.at(allocation).driver);
    opened.handles.push_back(static_cast<std::uint32_t>(binding.handle));
    opened.made.push_back(binding.driver);
    out.made.push_back(binding.handle);
    keep(Kind::kAllocation, step.to + i, process, binding.handle);
  }
  out.calls = {text_of(created)};
  const std::string gone = destroy_call(created.made, driver_body, is_new);
  out.undone.push_back({out.calls[0], gone});
  if (step.count != 0) {
    out.calls.push_back(text_of(opened));
    out.undone.push_back(
        {out.calls[0], out.calls[1], close_call(opened.device, opened.made), gone});
  }
  if (step.way == kShared) {
    out.makes_global = true;
    learner_ = body;
    unlearned_ = {Kind::kGlobal, global(step.to).index};
    keep(Kind::kGlobal, step.to, process, 0);
  }
  return out;
}

// Ends.

// Bindings of one device end together. `body`: the driver's resource of which they are part.
void GraphicsModel::leave(Id device, const std::vector<Id>& bindings, Id body, bool ends_opening,
                          Calls& calls) {
  Numbers closed, destroyed;
  for (const Id each : bindings) {
    Binding& binding = bindings_.at(each);
    closed.push_back(binding.driver);
    Allocation& allocation = allocations_.at(binding.allocation);
    if (--allocation.openings == 0) destroyed.push_back(allocation.driver);
    if (allocation.owner == device) {
      allocation.owner = 0;
      allocation.is_resident = false;
    }
  }
  if (!closed.empty()) calls.push_back(close_call(devices_.at(device).driver, closed));
  bool resource_goes = false;
  if (body != 0 && ends_opening) resource_goes = --bodies_.at(body).openings == 0;
  if (!destroyed.empty() || resource_goes)
    calls.push_back(
        destroy_call(destroyed, body != 0 ? bodies_.at(body).driver : 0, resource_goes));
  for (const Id each : bindings) {
    const Id allocation = bindings_.at(each).allocation;
    if (allocations_.at(allocation).openings == 0) {
      if (body != 0) std::erase(bodies_.at(body).members, allocation);
      allocations_.erase(allocation);
    }
  }
  if (resource_goes) bodies_.erase(body);
}

// The binding and its name are gone for its client.
void GraphicsModel::remove_binding(Id id) {
  const Binding& binding = bindings_.at(id);
  drop_name(devices_.at(binding.device).process, binding.handle);
  if (binding.resource != 0) std::erase(resources_.at(binding.resource).bindings, id);
  std::erase(devices_.at(binding.device).loose, id);
  bindings_.erase(id);
}

// The driver's half of a resource ends.
void GraphicsModel::end_resource(Id id, Calls& calls) {
  Resource& resource = resources_.at(id);
  leave(resource.device, resource.bindings, resource.body, /*ends_opening=*/true, calls);
  resource.body = 0;
}

// The driver's half of everything that the device has in memory ends.
void GraphicsModel::end_memory(Id id, Calls& calls) {
  const Device& device = devices_.at(id);
  for (const Id each : device.resources) end_resource(each, calls);
  if (!device.loose.empty()) leave(id, device.loose, 0, false, calls);
}

void GraphicsModel::end_device(Id id, Calls& calls) {
  Device& device = devices_.at(id);
  if (!device.is_lost) {
    for (const Id each : device.contexts)
      calls.push_back(destroy_context_call(contexts_.at(each).driver));
    end_memory(id, calls);
    calls.push_back(destroy_device_call(device.driver));
  }
  const int process = device.process;
  for (const Id each : device.contexts) {
    drop_name(process, contexts_.at(each).handle);
    contexts_.erase(each);
  }
  for (const Id each : device.queues) {
    drop_name(process, queues_.at(each).handle);
    drop_name(process, queues_.at(each).fence);
    queues_.erase(each);
  }
  for (const Id each : device.resources) {
    drop_name(process, resources_.at(each).handle);
    for (const Id binding : std::vector(resources_.at(each).bindings)) remove_binding(binding);
    resources_.erase(each);
  }
  for (const Id binding : std::vector(device.loose)) remove_binding(binding);
  drop_name(process, device.handle);
  std::erase(processes_.at(process).devices, id);
  devices_.erase(id);
}

// The adapter stops: clients keep the names, the driver keeps nothing.
void GraphicsModel::lose_device(Id id, Calls& calls) {
  Device& device = devices_.at(id);
  if (device.is_lost) return;
  for (const Id each : device.contexts)
    calls.push_back(destroy_context_call(contexts_.at(each).driver));
  end_memory(id, calls);
  calls.push_back(destroy_device_call(device.driver));
  device.is_lost = true;
}

Answer GraphicsModel::destroy(const Step& step, int process) {
  if ((step.way & kReservedBit) != 0 && (step.way & kFirstVersion) == 0) return {};
  const Id device = find(process, step.on, Kind::kDevice);
  if (device == 0) return {};
  const bool is_lost = devices_.at(device).is_lost;
  Answer out = succeeded();
  if (value_of(step.of) != 0) {  // the list is ignored
    const Id id = resource_on(device, step.of);
    if (id == 0) return {};
    if (!is_lost) end_resource(id, out.calls);
    drop_name(process, resources_.at(id).handle);
    for (const Id each : std::vector(resources_.at(id).bindings)) remove_binding(each);
    std::erase(devices_.at(device).resources, id);
    resources_.erase(id);
    return out;
  }
  std::vector<Id> group;
  for (const Ref ref : step.list) {
    const Id id = binding_on(device, ref);
    if (id == 0 || std::ranges::count(group, id) != 0) return {};
    if (!group.empty() && bindings_.at(id).resource != bindings_.at(group[0]).resource) return {};
    group.push_back(id);
  }
  if (!group.empty() && !is_lost) {
    const Id resource = bindings_.at(group[0]).resource;
    const Id body = resource != 0 ? resources_.at(resource).body : 0;
    leave(device, group, body, /*ends_opening=*/false, out.calls);
  }
  for (const Id each : group) remove_binding(each);
  return out;
}

// Sharing.

Answer GraphicsModel::open(const Step& step, int process) {
  const Id device = find(process, step.on, Kind::kDevice);
  const bool by_nt = step.of.kind == Kind::kNt;
  const Value share = value_of(step.of);
  if (device == 0) return {};
  Id body = 0;
  if (by_nt) {
    const auto found = std::ranges::find_if(
        retentions_, [&](const auto& each) { return share != 0 && each.second.handle == share; });
    if (found == retentions_.end()) return refused(STATUS_INVALID_HANDLE);
    if (found->second.body == 0) return refused(STATUS_DEVICE_REMOVED);
    body = found->second.body;
  } else {
    const bool is_local = share >> 30 != 0 && (share & 0x3F) == 0;
    if (is_local) return {};
    const auto found = std::ranges::find_if(
        bodies_, [&](const auto& each) { return share != 0 && each.second.global == share; });
    if (found != bodies_.end()) body = found->first;
  }
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  if (body == 0) return {};
  const std::vector<Id> members = bodies_.at(body).members;
  Answer out = succeeded();
  out.members = members.size();
  out.status = STATUS_INVALID_PARAMETER;
  if (members.empty() || step.way == kCountTooLarge) return out;
  out.status = STATUS_NO_MEMORY;
  if (step.way == kBufferTooSmall) return out;

  OpenCall opened{.device = devices_.at(device).driver};
  const bool fails = step.fault == Fault::kDriver || step.fault == Fault::kDriverOpen;
  Value next = processes_.at(process).next + 0x40;  // the resource's comes first
  for (const Id each : members) {
    opened.allocations.push_back(allocations_.at(each).driver);
    opened.handles.push_back(static_cast<std::uint32_t>(std::exchange(next, next + 0x40)));
    if (!fails) opened.made.push_back(made_.bindings + static_cast<int>(opened.handles.size()));
  }
  out.calls = {text_of(opened)};
  if (fails) return out;
  out.undone.push_back({text_of(opened), close_call(opened.device, opened.made)});
  const Id resource = new_resource(device, body);
  ++bodies_.at(body).openings;
  keep(Kind::kResource, step.to, process, resources_[resource].handle);
  out.made.push_back(resources_[resource].handle);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Value handle = bindings_.at(bind(device, resource, members[i])).handle;
    out.made.push_back(handle);
    out.tags.push_back(allocations_.at(members[i]).tag);
    keep(Kind::kAllocation, step.to + static_cast<int>(i), process, handle);
  }
  out.status = STATUS_SUCCESS;
  return out;
}

Answer GraphicsModel::share(const Step& step, int process) {
  const Id resource = find(process, step.of, Kind::kResource);
  if (resource == 0) return {};
  if (devices_.at(resources_.at(resource).device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  Body& body = bodies_.at(resources_.at(resource).body);
  if (!body.is_nt) return {};
  ++body.openings;
  for (const Id each : body.members) ++allocations_.at(each).openings;
  const Id id = ++ids_;
  retentions_[id] = {process, 0, resources_.at(resource).body, body.members};
  learner_ = id;
  unlearned_ = {Kind::kNt, nt_handle(step.to).index};
  keep(Kind::kNt, step.to, process, 0);
  Answer out = succeeded();
  out.makes_nt = true;
  return out;
}

// Destroys the allocations that no other opening names.
void GraphicsModel::release(Retention& retention, Calls& calls) {
  const Id body = std::exchange(retention.body, 0);
  if (body == 0) return;
  Numbers destroyed;
  for (const Id each : retention.allocations) {
    Allocation& allocation = allocations_.at(each);
    if (--allocation.openings != 0) continue;
    destroyed.push_back(allocation.driver);
    std::erase(bodies_.at(body).members, each);
    allocations_.erase(each);
  }
  const bool resource_goes = --bodies_.at(body).openings == 0;
  if (!destroyed.empty() || resource_goes)
    calls.push_back(destroy_call(destroyed, bodies_.at(body).driver, resource_goes));
  if (resource_goes) bodies_.erase(body);
}

// Any process may close the handle by its value.
Answer GraphicsModel::close_nt(const Step& step, int) {
  const Value handle = value_of(step.of);
  const auto found = std::ranges::find_if(
      retentions_, [&](const auto& each) { return handle != 0 && each.second.handle == handle; });
  if (found == retentions_.end()) return refused(STATUS_INVALID_HANDLE);
  Answer out = succeeded();
  release(found->second, out.calls);
  retentions_.erase(found);
  return out;
}

}  // namespace drydock::model
