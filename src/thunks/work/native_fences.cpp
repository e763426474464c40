// Native fences: creating and opening them. CPUs wait for them and signal them as for any monitored
// fence.
#include <algorithm>

#include "src/dxgk/creation/nt_share.h"
#include "src/dxgk/work/device.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// The rules of monitored fences hold: a fence may be barred for at most one side, and is shared by
// NT handle only. A fence for several adapters has the default type.
NTSTATUS check_native(const D3DDDI_NATIVEFENCEINFO& info) {
  const D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS flags = info.Flags;
  D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS known{};
  known.Shared = known.NtSecuritySharing = known.CrossAdapter = known.TopOfPipeline =
      known.NoSignal = known.NoWait = known.NoSignalMaxValueOnTdr = known.NoGPUAccess = 1;
  const nt::ClientField field("Info.Flags.Value", flags.Value);
  if (client_breaks("K-043", (flags.Value & ~known.Value) != 0, field, kReserved) ||
      client_breaks("K-217", flags.Shared != flags.NtSecuritySharing, field,
                    "a monitored fence is shared by NT handle only") ||
      client_breaks("K-436", flags.NoSignal != 0 && flags.NoWait != 0, field,
                    "NoSignal and NoWait exclude each other"))
    return STATUS_INVALID_PARAMETER;
  if (info.Type == D3DDDI_NATIVEFENCE_TYPE_DEFAULT) return STATUS_SUCCESS;
  const bool could_be = info.Type == D3DDDI_NATIVEFENCE_TYPE_INTRA_GPU && flags.CrossAdapter == 0;
  // The host puts no fence value into a segment.
  return could_be ? STATUS_NOT_SUPPORTED : STATUS_INVALID_PARAMETER;
}

// Writes the address at which CPUs read the value. As for any monitored fence there is no GPU
// address.
template <typename Request>
bool answer_native(Request* to, D3DDDI_NATIVEFENCEMAPPING* mapping, D3DKMT_HANDLE handle,
                   const dxgk::FenceData& data) {
  const dxgk::SyncUse use(caller(), handle);
  return use && write(&mapping->CurrentValueCpuVa, use->state.address()) &&
         write(&mapping->CurrentValueGpuVa, D3DGPU_VIRTUAL_ADDRESS{0}) &&
         write(&mapping->MonitoredValueGpuVa, D3DGPU_VIRTUAL_ADDRESS{0}) &&
         write_bytes(to->PrivateDriverData, std::as_bytes(std::span(data))) &&
         write(&to->hSyncObject, handle);
}

NTSTATUS create_native(D3DKMT_CREATENATIVEFENCE* to) {
  D3DKMT_CREATENATIVEFENCE request;
  if (!read(to, request) || !can_write(to) ||
      client_breaks("K-043", request.Flags.Value != 0, {"Flags.Value", request.Flags.Value},
                    kReserved))
    return STATUS_INVALID_PARAMETER;
  NTSTATUS status = check_native(request.Info);
  if (!NT_SUCCESS(status)) return status;
  const dxgk::Operation device(caller(), request.hDevice);
  if (names_nothing(!device, {"hDevice", request.hDevice})) return STATUS_INVALID_PARAMETER;
  dxgk::FenceData data;
  std::ranges::copy(request.PrivateDriverData, data.begin());
  D3DKMT_HANDLE handle = 0;
  status = dxgk::create_native(*device, request.Info, data, handle);
  if (!NT_SUCCESS(status)) return status;
  if (answer_native(to, &to->Info.NativeFenceMapping, handle, data)) return STATUS_SUCCESS;
  dxgk::destroy_sync(caller(), handle);
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS open_native(D3DKMT_OPENNATIVEFENCEFROMNTHANDLE* to) {
  D3DKMT_OPENNATIVEFENCEFROMNTHANDLE request;
  if (!read(to, request) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), request.hDevice);
  if (names_nothing(!device, {"hDevice", request.hDevice})) return STATUS_INVALID_PARAMETER;
  const dxgk::NtShareUse use(caller(), request.hNtHandle, &dxgk::shared_sync_type);
  if (!NT_SUCCESS(use.status())) return use.status();
  dxgk::FenceData data;
  std::ranges::copy(request.PrivateDriverData, data.begin());
  D3DKMT_HANDLE handle = 0;
  const NTSTATUS status = dxgk::name_native(*device, *use.open_sync(), data, handle);
  if (!NT_SUCCESS(status)) return status;
  if (answer_native(to, &to->NativeFenceMapping, handle, data)) return STATUS_SUCCESS;
  dxgk::destroy_sync(caller(), handle);
  return STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTCreateNativeFence(D3DKMT_CREATENATIVEFENCE* pData) {
  return thunk([&] { return create_native(pData); });
}

NTSTATUS APIENTRY D3DKMTOpenNativeFenceFromNtHandle(D3DKMT_OPENNATIVEFENCEFROMNTHANDLE* pData) {
  return thunk([&] { return open_native(pData); });
}

}  // extern "C"
