#include "src/d3d/core/objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace drydock::d3d {
namespace {

template <typename Map, typename Key>
auto* find_in(Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : found->second.get();
}

}  // namespace

void note(History& history, const char* what) {
  history.emplace_back(what, rules::Stack::capture());
}

bool is_batched(const Objects& objects, KernelHandle allocation) {
  return std::ranges::any_of(objects.contexts, [&](const auto& each) {
    const Context& context = *each.second;
    return context.is_alive && !context.is_virtual() && context.batch->names(allocation);
  });
}

Resource& Objects::add_resource(ResourceTraits traits) {
  const RuntimeHandle handle = RuntimeHandle::next(HandleKind::kResource);
  const auto number = static_cast<unsigned>(resources.size() + 1);
  auto made = std::make_unique<Resource>(handle, number, std::move(traits));
  return *(resources[handle] = std::move(made));
}

Allocation& Objects::add_allocation(KernelHandle handle, Resource* resource, const char* how) {
  assert(find_allocation(handle) == nullptr);
  auto made = std::make_unique<Allocation>();
  made->handle = handle;
  made->resource = resource;
  note(made->history, how);
  if (resource != nullptr) resource->allocations.push_back(handle);
  return *(allocations[handle] = std::move(made));
}

Context& Objects::add_context(RuntimeHandle handle) {
  assert(!contexts.contains(handle));
  auto made = std::make_unique<Context>();
  made->handle = handle;
  made->number = static_cast<unsigned>(contexts.size() + 1);
  return *(contexts[handle] = std::move(made));
}

Resource* Objects::find_resource(RuntimeHandle handle) { return find_in(resources, handle); }

Allocation* Objects::find_allocation(KernelHandle handle) {
  Allocation* const found = find_in(allocations, without_instance(handle));
  return found != nullptr && found->is_alive && found->has_name(handle) ? found : nullptr;
}

Context* Objects::find_context(RuntimeHandle handle) {
  Context* const found = find_in(contexts, handle);
  return found != nullptr && found->is_alive ? found : nullptr;
}

Resource* Objects::find_by_driver(DriverHandle handle) {
  for (const auto& [key, resource] : resources) {
    if (resource->is_live() && resource->driver_handle == handle) return resource.get();
  }
  return nullptr;
}

KernelHandle Objects::first_reported(D3DKMT_HANDLE global, KernelHandle fresh) const {
  for (const auto& [key, resource] : resources) {
    if (resource->is_live() && resource->global == global) return resource->reported_kernel;
  }
  return fresh;
}

std::vector<Allocation*> Objects::living_of(const Resource& resource) {
  std::vector<Allocation*> out;
  for (const KernelHandle handle : resource.allocations) {
    Allocation* const found = find_allocation(handle);
    if (found != nullptr && found->resource == &resource) out.push_back(found);
  }
  return out;
}

}  // namespace drydock::d3d
