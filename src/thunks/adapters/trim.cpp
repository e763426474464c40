// Trim notifications.
#include "src/dxgk/memory/trim.h"

#include "src/dxgk/adapter/adapter.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

NTSTATUS register_trim(D3DKMT_REGISTERTRIMNOTIFICATION* to) {
  D3DKMT_REGISTERTRIMNOTIFICATION data;
  if (!read(to, data) || !can_write(to) || data.Callback == nullptr)
    return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  const LUID luid = device->adapter().luid();
  if (!device->adapter().has_paging_queues()) return STATUS_NOT_SUPPORTED;
  if (luid.LowPart != data.AdapterLuid.LowPart || luid.HighPart != data.AdapterLuid.HighPart)
    return STATUS_INVALID_PARAMETER;
  void* const handle = dxgk::register_trim(*device, data.Callback, data.Context);
  if (write(&to->Handle, handle)) return STATUS_SUCCESS;
  dxgk::unregister_trim(caller(), handle);
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS unregister_trim(const D3DKMT_UNREGISTERTRIMNOTIFICATION* from) {
  D3DKMT_UNREGISTERTRIMNOTIFICATION data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  return dxgk::unregister_trim(caller(), data.Handle) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTRegisterTrimNotification(D3DKMT_REGISTERTRIMNOTIFICATION* pData) {
  return thunk([&] { return register_trim(pData); });
}

NTSTATUS APIENTRY D3DKMTUnregisterTrimNotification(D3DKMT_UNREGISTERTRIMNOTIFICATION* pData) {
  return thunk([&] { return unregister_trim(pData); });
}

}  // extern "C"
