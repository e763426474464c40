// Callbacks that stand in a table until the runtime rewrites it.
#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/known.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

template <auto kEntry, typename Data>
HRESULT APIENTRY answer_first(HANDLE given, Data* data) {
  nt::end_call_if_dead();
  const std::shared_ptr<Device> device = known_devices().find(RuntimeHandle(given));
  if (device != nullptr && rules::breaks("U-050", device->is_created()))
    nt::Breach("U-050", nt::Offender::running())
        .message(
            "a callback was made through a copy of a table entry that the runtime has "
            "rewritten since")
        .raise();
  return (device_callbacks().*kEntry)(given, data);
}

template <auto kEntry, typename Data>
void place(D3DDDI_DEVICECALLBACKS& table, HRESULT(APIENTRY*)(HANDLE, Data*)) {
  table.*kEntry = answer_first<kEntry, Data>;
}

template <auto... kEntries>
void place_all(D3DDDI_DEVICECALLBACKS& table) {
  (place<kEntries>(table, table.*kEntries), ...);
}

}  // namespace

const D3DDDI_DEVICECALLBACKS& first_callbacks() {
  using Table = D3DDDI_DEVICECALLBACKS;
  static const D3DDDI_DEVICECALLBACKS table = [] {
    D3DDDI_DEVICECALLBACKS out = device_callbacks();
    place_all<&Table::pfnAllocateCb, &Table::pfnDeallocateCb, &Table::pfnDeallocate2Cb,
              &Table::pfnRenderCb, &Table::pfnLockCb, &Table::pfnUnlockCb, &Table::pfnLock2Cb,
              &Table::pfnUnlock2Cb, &Table::pfnPresentCb, &Table::pfnCreateContextCb,
              &Table::pfnDestroyContextCb, &Table::pfnCreateSynchronizationObjectCb,
              &Table::pfnCreateSynchronizationObject2Cb, &Table::pfnDestroySynchronizationObjectCb,
              &Table::pfnSetPriorityCb, &Table::pfnQueryResidencyCb, &Table::pfnOfferAllocationsCb,
              &Table::pfnReclaimAllocationsCb>(out);
    return out;
  }();
  return table;
}

}  // namespace drydock::d3d
