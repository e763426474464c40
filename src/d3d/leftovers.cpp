#include "src/d3d/leftovers.h"

#include <fmt/format.h>

namespace drydock::d3d {
namespace {

// The calls that made it, as far as the history goes back.
std::vector<rules::LabelledStack> creation_of(const Allocation& left) {
  if (left.history.empty()) return {};
  return {{"made", left.history.front().stack}};
}

// Which rule an allocation breaks by being there, and in which words.
void report_allocation(const Allocation& left, const char* after, Breaches& breaches) {
  const Resource* const resource = left.resource;
  if (resource == nullptr) {
    breaches.add("U-220", fmt::format("after {} an allocation of the device's own is left", after),
                 {.object = "allocation of the device",
                  .history = left.history,
                  .stacks = creation_of(left)});
    return;
  }
  nt::Concerning concerning{
      .object = resource->name(), .history = resource->history, .stacks = creation_of(left)};
  concerning.history.insert(concerning.history.end(), left.history.begin(), left.history.end());
  if (resource->state != Resource::State::kDestroyed) {
    breaches.add("U-220", fmt::format("after {} an allocation is left of a resource", after),
                 std::move(concerning));
  } else if (resource->flushes_since_destroy == 0) {
    breaches.add("U-210",
                 fmt::format("after {} an allocation is left whose release was deferred", after),
                 std::move(concerning));
  } else {
    breaches.add("U-005",
                 fmt::format("an allocation of a destroyed resource was never released by "
                             "pfnDeallocateCb, not even in {}",
                             after),
                 std::move(concerning));
  }
}

void report_allocations(Device& device, const char* after, Breaches& breaches) {
  // One finding a resource: its allocations go and stay together.
  std::set<const Resource*> told;
  for (const auto& [handle, allocation] : device.objects.allocations) {
    if (!allocation->is_alive) continue;
    if (allocation->is_locked() && !device.is_removed())
      breaches.add("U-178", fmt::format("after {} an allocation is left locked", after),
                   {.object = "allocation", .history = allocation->history});
    if (allocation->resource != nullptr && !told.insert(allocation->resource).second) continue;
    report_allocation(*allocation, after, breaches);
  }
}

void report_resources(Device& device, const char* after, Breaches& breaches) {
  for (const auto& [handle, resource] : device.objects.resources) {
    if (!resource->kernel) continue;
    if (resource->is_shared() && !resource->was_released_by_list) {
      breaches.add(resource->is_opened ? "U-110"_rule : "U-115"_rule,
                   fmt::format("after {} {} resource is left that no pfnDeallocateCb released",
                               after, resource->is_opened ? "an opened" : "a shared"),
                   {.object = resource->name(), .history = resource->history});
    } else if (resource->was_released_by_list && device.objects.living_of(*resource).empty()) {
      breaches.add("U-195",
                   fmt::format("the allocations of a resource were released by list; without a "
                               "second pfnDeallocateCb in resource form the kernel's resource is "
                               "left after {}",
                               after),
                   {.object = resource->name(), .history = resource->history});
    }
  }
}

}  // namespace

void report_leftovers(Device& device, const char* after, Breaches& breaches) {
  // A device that is gone takes everything along.
  if (device.is_removed()) return;
  report_allocations(device, after, breaches);
  report_resources(device, after, breaches);
  for (const auto& [handle, context] : device.objects.contexts) {
    if (context->is_alive)
      breaches.add(
          "U-153", fmt::format("after {} context {} is left", after, context->number),
          {.object = fmt::format("context {}", context->number), .history = context->history});
  }
  for (const auto& [handle, sync] : device.objects.syncs) {
    if (sync->is_alive)
      breaches.add("U-298", fmt::format("after {} a synchronization object is left", after),
                   {.object = "synchronization object", .history = sync->history});
  }
}

}  // namespace drydock::d3d
