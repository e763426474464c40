// D3DKMTDestroyAllocation and 2.
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/object/short_list.h"
#include "src/dxgk/work/client_lints.h"
#include "src/dxgk/work/device.h"
#include "src/thunks/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

template <typename Request>
NTSTATUS destroy(const Request& data, D3DDDICB_DESTROYALLOCATION2FLAGS flags) {
  if (flags.Reserved != 0 || flags.SystemUseOnly != 0) return STATUS_INVALID_PARAMETER;
  dxgk::ShortList<D3DKMT_HANDLE, 64> handles;
  // A resource is destroyed with all its allocations; then the list is ignored (K-005, K-006).
  if (data.hResource == 0 &&
      !read_list(data.phAllocationList, data.AllocationCount, kMostHandles, handles))
    return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (!device) return STATUS_INVALID_PARAMETER;
  if (data.hResource != 0 && (data.phAllocationList != nullptr || data.AllocationCount != 0))
    device->lints.note(dxgk::ClientLint::kListWithResource);
  return dxgk::destroy_allocations(*device, {.resource = data.hResource,
                                             .allocations = handles,
                                             .assume_not_in_use = flags.AssumeNotInUse != 0,
                                             .synchronous = flags.SynchronousDestroy != 0});
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTDestroyAllocation(CONST D3DKMT_DESTROYALLOCATION* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_DESTROYALLOCATION data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    return destroy(data, {});
  });
}

NTSTATUS APIENTRY D3DKMTDestroyAllocation2(CONST D3DKMT_DESTROYALLOCATION2* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_DESTROYALLOCATION2 data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    return destroy(data, data.Flags);
  });
}

}  // extern "C"
