#include "src/d3d/core/leftovers.h"

#include <fmt/format.h>

#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

// The call that made it, if the history has it.
std::vector<rules::LabelledStack> creation_of(const Allocation& left) {
  if (left.history.empty()) return {};
  return {{"made", left.history.front().stack}};
}

// Raises the rule that a leaked allocation breaks.
void raise_allocation(const Allocation& left, const char* after) {
  const Resource* const resource = left.resource;
  if (resource == nullptr) {
    nt::Breach("U-220", nt::Offender::running())
        .message("after {} an allocation of the device's own is left", after)
        .about({.object = "allocation of the device",
                .history = left.history,
                .stacks = creation_of(left)})
        .raise_later();
    return;
  }
  nt::Concerning concerning{
      .object = resource->name(), .history = resource->history, .stacks = creation_of(left)};
  concerning.history.insert(concerning.history.end(), left.history.begin(), left.history.end());
  if (!resource->life.is_destroyed()) {
    nt::Breach("U-220", nt::Offender::running())
        .message("after {} an allocation is left of a resource", after)
        .about(std::move(concerning))
        .raise_later();
  } else if (resource->flushes_since_destroy == 0) {
    nt::Breach("U-210", nt::Offender::running())
        .message("after {} an allocation is left whose release was deferred", after)
        .about(std::move(concerning))
        .raise_later();
  } else {
    nt::Breach("U-005", nt::Offender::running())
        .message(
            "an allocation of a destroyed resource was never released by "
            "pfnDeallocateCb, not even in {}",
            after)
        .about(std::move(concerning))
        .raise_later();
  }
}

void raise_allocations(Device& device, const char* after) {
  for (const rules::RuleId rule : {"U-220"_rule, "U-210"_rule, "U-005"_rule})
    rules::evaluated(rule);
  // One finding is raised for each resource, because its allocations are destroyed together.
  std::set<const Resource*> raised;
  for (const auto& [handle, allocation] : device.objects.allocations) {
    if (!allocation->is_alive) continue;
    if (!device.is_removed() && rules::breaks("U-178", allocation->is_locked()))
      nt::Breach("U-178", nt::Offender::running())
          .message("after {} an allocation is left locked", after)
          .about({.object = "allocation", .history = allocation->history})
          .raise_later();
    if (allocation->resource != nullptr && !raised.insert(allocation->resource).second) continue;
    raise_allocation(*allocation, after);
  }
}

// U-195. Microsoft's own driver of Direct3D 12 releases its heaps so, which is tolerated.
void raise_resource_leak(bool is_tolerated, const Resource& resource, const char* after) {
  const auto raise = [&](nt::Breach&& breach) {
    std::move(breach)
        .message(
            "the allocations of a resource were released by list; without a "
            "second pfnDeallocateCb in resource form the kernel's resource is "
            "left after {}",
            after)
        .about({.object = resource.name(), .history = resource.history})
        .raise_later();
  };
  if (is_tolerated) {
    raise(nt::Breach("U-195", nt::Offender::running()).tolerated());
  } else {
    raise(nt::Breach("U-195", nt::Offender::running()));
  }
}

void raise_resources(Device& device, const char* after) {
  for (const auto& [handle, resource] : device.objects.resources) {
    if (resource->is_shared()) rules::evaluated(resource->is_opened ? "U-110"_rule : "U-115"_rule);
    if (resource->release == Release::kByList) rules::evaluated("U-195");
    if (!resource->kernel) continue;
    if (resource->is_shared() && resource->release != Release::kByList) {
      nt::Breach(resource->is_opened ? "U-110"_rule : "U-115"_rule, nt::Offender::running())
          .message("after {} {} resource is left that no pfnDeallocateCb released", after,
                   resource->is_opened ? "an opened" : "a shared")
          .about({.object = resource->name(), .history = resource->history})
          .raise_later();
    } else if (resource->release == Release::kByList &&
               device.objects.living_of(*resource).empty()) {
      raise_resource_leak(device.adapter().is_of_12(), *resource, after);
    }
  }
}

}  // namespace

void raise_leftovers(Device& device, const char* after) {
  // A device that is removed takes everything along.
  if (device.is_removed()) return;
  raise_allocations(device, after);
  raise_resources(device, after);
  for (const auto& [handle, context] : device.objects.contexts) {
    if (rules::breaks("U-153", context->is_alive))
      nt::Breach("U-153", nt::Offender::running())
          .message("after {} context {} is left", after, context->number)
          .about(
              {.object = fmt::format("context {}", context->number), .history = context->history})
          .raise_later();
  }
  for (const auto& [handle, sync] : device.objects.syncs) {
    if (rules::breaks("U-298", sync->is_alive))
      nt::Breach("U-298", nt::Offender::running())
          .message("after {} a synchronization object is left", after)
          .about({.object = "synchronization object", .history = sync->history})
          .raise_later();
  }
}

}  // namespace drydock::d3d
