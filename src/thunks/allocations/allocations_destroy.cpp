// D3DKMTDestroyAllocation and 2.
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/object/short_list.h"
#include "src/dxgk/work/device.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

template <typename Request>
NTSTATUS destroy(const Request& data, D3DDDICB_DESTROYALLOCATION2FLAGS flags) {
  if (client_breaks("K-223", flags.Reserved != 0 || flags.SystemUseOnly != 0,
                    {"Flags.Value", flags.Value}, "SystemUseOnly and reserved bits are 0"))
    return STATUS_INVALID_PARAMETER;
  dxgk::ShortList<D3DKMT_HANDLE, 64> handles;
  // A resource is destroyed with all its allocations; then the list and its length are ignored.
  if (data.hResource == 0 &&
      client_breaks(
          "K-007", !read_list(data.phAllocationList, data.AllocationCount, kMostHandles, handles),
          {"phAllocationList", data.phAllocationList}, "AllocationCount handles cannot be read"))
    return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice}, {.otherwise = "K-001"_rule}))
    return STATUS_INVALID_PARAMETER;
  // Windows tolerates it.
  (void)(data.hResource != 0 &&
         client_breaks("K-005", data.phAllocationList != nullptr,
                       {"phAllocationList", data.phAllocationList}, "hResource is not 0"));
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
