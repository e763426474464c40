#include "src/dxgk/creation/backing_store.h"

#include "src/dxgk/adapter/adapter.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

bool wants_backing_store(const Adapter& adapter, const DXGK_ALLOCATIONINFO& info) {
  return adapter.version() >= DXGKDDI_INTERFACE_VERSION_WDDM3_0 &&
         info.Flags2.ShareBackingStoreWithKmd != 0 && adapter.shares_backing_stores();
}

// K-164: an allocation without AccessedPhysically is never mapped.
bool wants_mapping(const Adapter& adapter, const DXGK_ALLOCATIONINFO& info) {
  return adapter.version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_9 &&
         info.FlagsWddm2.MapApertureCpuVisible != 0 && info.FlagsWddm2.AccessedPhysically != 0;
}

}  // namespace

void describe_views(const Adapter& adapter, const DXGK_ALLOCATIONINFO& info,
                    const AllocationSpec& wanted, vidmm::TenantShape& shape) {
  shape.is_cpu_visible = info.Flags.CpuVisible != 0;
  shape.notifies_eviction =
      adapter.version() >= DXGKDDI_INTERFACE_VERSION_WDDM3_2 && info.Flags2.NotifyEviction != 0;
  shape.notifies_residency = adapter.version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 &&
                             info.FlagsWddm2.ExplicitResidencyNotification != 0 &&
                             info.FlagsWddm2.AccessedPhysically != 0;
  // A client's memory has only its own address.
  shape.shows_mapping = wanted.system_memory == nullptr && wanted.section_view == nullptr &&
                        wants_mapping(adapter, info);
}

bool has_frames_for_views(Allocation& allocation, const DXGK_ALLOCATIONINFO& info,
                          const AllocationSpec& wanted) {
  vidmm::Tenant& tenant = allocation.tenant;
  if (wanted.system_memory != nullptr || wanted.section_view != nullptr) return true;
  return (!tenant.shape().shows_mapping && !wants_backing_store(*allocation.adapter, info)) ||
         tenant.backing.use_frames(tenant.size());
}

NTSTATUS share_backing_stores(Device& device, std::span<Binding* const> bindings,
                              std::span<const DXGK_ALLOCATIONINFO> infos) {
  Adapter& adapter = device.adapter();
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (!wants_backing_store(adapter, infos[i])) continue;
    Allocation& allocation = bindings[i]->allocation();
    allocation.shared_backing = vidmm::BackingView(allocation.tenant.backing);
    if (allocation.shared_backing.address() == nullptr) return STATUS_NO_MEMORY;
    DXGKARG_SETALLOCATIONBACKINGSTORE arguments{};
    arguments.hDriverAllocation = allocation.driver.value;
    arguments.pBackingStore = allocation.shared_backing.address();
    const Passed<DXGKARG_SETALLOCATIONBACKINGSTORE> passed(arguments);
    const NTSTATUS status = adapter.call(ddi::kSetAllocationBackingStore, device.seat(), [&] {
      return adapter.table().DxgkDdiSetAllocationBackingStore(adapter.context(), passed.data());
    });
    if (!NT_SUCCESS(status)) return status;
  }
  return STATUS_SUCCESS;
}

}  // namespace drydock::dxgk
