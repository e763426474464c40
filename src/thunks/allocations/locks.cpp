// D3DKMTLock, Unlock, Lock2, Unlock2 and InvalidateCache.
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/memory/binding_claim.h"
#include "src/dxgk/memory/lock.h"
#include "src/dxgk/work/device.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

NTSTATUS lock(D3DKMT_LOCK* to) {
  D3DKMT_LOCK data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  if (client_breaks("K-253", data.Flags.LockEntire != 0 && data.pPages != nullptr,
                    {"pPages", data.pPages}, "LockEntire comes without a list of pages"))
    return STATUS_INVALID_PARAMETER;
  Scratch scratch;
  ScratchList<UINT> pages(scratch.memory());
  if (!read_list(data.pPages, data.NumPages, kMostHandles, pages)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice}, {.otherwise = "K-240"_rule}))
    return STATUS_INVALID_PARAMETER;
  dxgk::LockRequest request{.allocation = data.hAllocation,
                            .flags = data.Flags,
                            .private_data = data.PrivateDriverData,
                            .pages = pages,
                            .data = nullptr};
  const NTSTATUS status = dxgk::lock(*device, request);
  if (!NT_SUCCESS(status)) return status;
  // K-249: after a Discard the allocation may have another handle.
  if (write(&to->pData, request.data) &&
      (request.allocation == data.hAllocation || write(&to->hAllocation, request.allocation)))
    return STATUS_SUCCESS;
  dxgk::unlock(*device, {&data.hAllocation, 1});
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS lock2(D3DKMT_LOCK2* to) {
  D3DKMT_LOCK2 data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  if (client_breaks("K-256", data.Flags.Value != 0, {"Flags.Value", data.Flags.Value},
                    "D3DKMTLock2 has no flags"))
    return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice}, {.otherwise = "K-240"_rule}))
    return STATUS_INVALID_PARAMETER;
  void* memory = nullptr;
  const NTSTATUS status = dxgk::lock2(*device, data.hAllocation, memory);
  if (!NT_SUCCESS(status)) return status;
  if (write(&to->pData, memory)) return STATUS_SUCCESS;
  dxgk::unlock(*device, {&data.hAllocation, 1});
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS unlock(dxgk::Handle device_handle, std::span<const dxgk::Handle> handles) {
  const dxgk::Operation device(caller(), device_handle);
  if (names_nothing(!device, {"hDevice", device_handle}, {.otherwise = "K-254"_rule}))
    return STATUS_INVALID_PARAMETER;
  return dxgk::unlock(*device, handles);
}

// Processors and GPUs always see the same bytes here, so there is nothing to invalidate.
NTSTATUS invalidate_cache(const D3DKMT_INVALIDATECACHE* from) {
  D3DKMT_INVALIDATECACHE data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  if (!device->adapter().has_paging_queues()) return STATUS_NOT_SUPPORTED;
  const dxgk::BindingClaim memory(*device, data.hAllocation);
  if (names_nothing(!memory, {"hAllocation", data.hAllocation})) return STATUS_INVALID_PARAMETER;
  const std::uint64_t bytes = (*memory).allocation().tenant.size();
  return data.Offset <= bytes && data.Length <= bytes - data.Offset ? STATUS_SUCCESS
                                                                    : STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTLock(D3DKMT_LOCK* pData) {
  return thunk([&] { return lock(pData); });
}

NTSTATUS APIENTRY D3DKMTUnlock(CONST D3DKMT_UNLOCK* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_UNLOCK data;
    Scratch scratch;
    ScratchList<D3DKMT_HANDLE> handles(scratch.memory());
    if (!read(pData, data) || data.NumAllocations == 0 ||
        !read_list(data.phAllocations, data.NumAllocations, kMostHandles, handles))
      return STATUS_INVALID_PARAMETER;
    return unlock(data.hDevice, handles);
  });
}

NTSTATUS APIENTRY D3DKMTInvalidateCache(CONST D3DKMT_INVALIDATECACHE* pData) {
  return thunk([&] { return invalidate_cache(pData); });
}

NTSTATUS APIENTRY D3DKMTLock2(D3DKMT_LOCK2* pData) {
  return thunk([&] { return lock2(pData); });
}

NTSTATUS APIENTRY D3DKMTUnlock2(CONST D3DKMT_UNLOCK2* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_UNLOCK2 data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    return unlock(data.hDevice, {&data.hAllocation, 1});
  });
}

}  // extern "C"
