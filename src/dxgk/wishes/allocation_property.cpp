#include "src/dxgk/wishes/allocation_property.h"

#include <algorithm>
#include <array>
#include <memory>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/memory/binding_claim.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/work/paging_queue.h"
#include "src/nt/base/fault_point.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"
#include "src/vidmm/video_memory.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

bool has_segment(UINT set, UINT id) { return id == 0 || (set >> (id - 1) & 1) != 0; }

bool is_preference_within(DXGK_SEGMENTPREFERENCE preferred, UINT set) {
  const std::array<UINT, 5> ids = {preferred.SegmentId0, preferred.SegmentId1, preferred.SegmentId2,
                                   preferred.SegmentId3, preferred.SegmentId4};
  return std::ranges::all_of(ids, [&](UINT id) { return has_segment(set, id); });
}

// Segments that the adapter has, at least one, and preferences among them.
bool is_request_possible(const Adapter& adapter, const vidmm::Tenant& tenant,
                         const PropertyRequest& request) {
  const std::size_t count = adapter.caps().segments.size();
  const UINT known = count >= 32 ? ~0U : (1U << count) - 1;
  const UINT segments = request.segments.value_or(tenant.wishes.segments);
  const DXGK_SEGMENTPREFERENCE preferred = request.preferred.value_or(tenant.wishes.preferred);
  return segments != 0 && (segments & ~known) == 0 &&
         (!request.preferred || is_preference_within(preferred, segments));
}

// It fits into one of the segments that it may lie in.
bool is_small_enough(const Adapter& adapter, const vidmm::Tenant& tenant, UINT segments) {
  const auto& all = adapter.caps().segments;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((segments >> i & 1) != 0 && tenant.size() <= all[i].Size) return true;
  }
  return false;
}

// Removes properties from the request that have the wanted value already.
void drop_what_is_so(const Allocation& allocation, PropertyRequest& request) {
  const vidmm::Tenant& tenant = allocation.tenant;
  if (request.segments == tenant.wishes.segments.load()) request.segments.reset();
  if (request.preferred && request.preferred->Value == tenant.wishes.preferred.load().Value)
    request.preferred.reset();
  if (request.is_accessed_physically == allocation.is_accessed_physically.load())
    request.is_accessed_physically.reset();
}

NTSTATUS ask_about(Device& device, const Allocation& allocation, const PropertyRequest& request) {
  Adapter& adapter = device.adapter();
  DXGKARG_VALIDATEUPDATEALLOCPROPERTY arguments{};
  arguments.hAllocation = allocation.driver.value;
  arguments.SetSupportedSegmentSet = request.segments ? 1 : 0;
  arguments.SupportedSegmentSet = request.segments.value_or(0);
  arguments.SetPreferredSegment = request.preferred ? 1 : 0;
  arguments.PreferredSegment.Value = request.preferred ? request.preferred->Value : 0;
  arguments.SetAccessedPhysically = request.is_accessed_physically ? 1 : 0;
  arguments.Flags.AccessedPhysically = request.is_accessed_physically.value_or(false) ? 1 : 0;
  const Passed<const DXGKARG_VALIDATEUPDATEALLOCPROPERTY> passed(arguments);
  return adapter.call(ddi::kValidateUpdateAllocationProperty, device.seat(), [&] {
    return adapter.table().DxgkDdiValidateUpdateAllocationProperty(adapter.context(),
                                                                   passed.data());
  });
}

// True when its place is no longer allowed, or a better one exists.
bool has_to_move(const vidmm::Tenant& tenant, bool has_new_preference) {
  const UINT best = tenant.wishes.preferred.load().SegmentId0;
  return !has_segment(tenant.wishes.segments, tenant.place.segment()) ||
         (has_new_preference && best != 0 && best != tenant.place.segment());
}

// On the scheduler's strand. False when the hardware still uses it, or uses what must be evicted.
bool change_tenant(vidmm::VideoMemory& memory, Binding& binding, vidmm::Tenant& tenant,
                   const PropertyRequest& request) {
  const bool is_at_work = binding.device().adapter().scheduler()->is_at_work();
  if (tenant.place.pins != 0 && is_at_work) return false;
  if (request.segments) tenant.wishes.segments = *request.segments;
  if (request.preferred) tenant.wishes.preferred = *request.preferred;
  tenant.wishes.is_virtual = binding.allocation().is_virtual();
  // A tenant that the CPU has locked in place moves when it is unlocked.
  if (tenant.is_resident() && tenant.may_leave() &&
      (has_to_move(tenant, request.preferred.has_value()) || memory.is_mapped_wrongly(tenant)))
    memory.evict(tenant);
  if (tenant.is_resident() || binding.allocation().listings.load(std::memory_order_relaxed) == 0)
    return true;
  return memory.make_resident(tenant) != vidmm::Placed::kBusy || !is_at_work;
}

// Residency lists place the newest instance; the other instances get the same properties.
bool change(vidmm::VideoMemory& memory, Binding& binding, const PropertyRequest& request) {
  if (request.is_accessed_physically)
    binding.allocation().is_accessed_physically = *request.is_accessed_physically;
  std::vector<vidmm::Tenant*> tenants;
  tenants.reserve(kMostRenamings + 1);
  {
    const DeviceHold hold(binding.device());
    each_instance(binding.allocation(), [&](Instance& each) { tenants.push_back(&each.tenant); });
  }
  return std::ranges::all_of(
      tenants, [&](vidmm::Tenant* each) { return change_tenant(memory, binding, *each, request); });
}

}  // namespace

NTSTATUS update_property(PagingQueue& queue, PropertyRequest request, UINT64& fence_value) {
  Device& device = queue.device();
  Adapter& adapter = device.adapter();
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (adapter.version() < DXGKDDI_INTERFACE_VERSION_WDDM2_1 ||
      adapter.table().DxgkDdiValidateUpdateAllocationProperty == nullptr)
    return STATUS_NOT_SUPPORTED;
  // The binding is not destroyed before it has changed.
  const auto use = std::make_shared<BindingClaim>(device, request.allocation);
  if (!*use || (**use).allocation().driver.value == nullptr) return STATUS_INVALID_PARAMETER;
  const Allocation& allocation = (**use).allocation();
  if (!is_request_possible(adapter, allocation.tenant, request)) return STATUS_INVALID_PARAMETER;
  drop_what_is_so(allocation, request);
  if (!request.segments && !request.preferred && !request.is_accessed_physically)
    return STATUS_SUCCESS;
  if (request.segments && !is_small_enough(adapter, allocation.tenant, *request.segments))
    return STATUS_NO_MEMORY;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  const NTSTATUS status = ask_about(device, allocation, request);
  if (!NT_SUCCESS(status)) return status;
  trace::event("allocation", "changes", {{"handle", request.allocation}});
  return queue.queue(
      [use, request](vidmm::VideoMemory& memory) { return change(memory, **use, request); },
      fence_value);
}

}  // namespace drydock::dxgk
