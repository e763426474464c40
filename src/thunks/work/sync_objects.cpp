// Synchronization objects: creating, opening and destroying them. The scheduler waits for them and
// signals them.
#include <algorithm>

#include "src/dxgk/work/device.h"
#include "src/dxgk/work/sync_object.h"
#include "src/nt/ob/handle.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

using Info = D3DDDI_SYNCHRONIZATIONOBJECTINFO2;

// Only monitored fences can be barred for one side, and they have no global handle (K-217, K-436).
// Only notifications can be signalled by drivers.
bool are_flags_possible(const Info& info) {
  const D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS flags = info.Flags;
  const bool is_monitored = info.Type == D3DDDI_MONITORED_FENCE;
  D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS known{};
  known.Shared = known.NtSecuritySharing = known.CrossAdapter = 1;
  if (is_monitored)
    known.TopOfPipeline = known.NoSignal = known.NoWait = known.NoSignalMaxValueOnTdr =
        known.NoGPUAccess = 1;
  if (info.Type == D3DDDI_CPU_NOTIFICATION) known.SignalByKmd = 1;
  const nt::ClientField field("Info.Flags.Value", flags.Value);
  D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS of_fences{};
  of_fences.TopOfPipeline = of_fences.NoSignal = of_fences.NoWait = 1;
  return !client_breaks("K-436", (flags.Value & ~known.Value & of_fences.Value) != 0, field,
                        "TopOfPipeline, NoSignal and NoWait are for monitored fences") &&
         !client_breaks("K-043", (flags.Value & ~known.Value) != 0, field, kReserved) &&
         !client_breaks("K-100", flags.NtSecuritySharing != 0 && flags.Shared == 0, field,
                        "NtSecuritySharing needs Shared") &&
         !client_breaks("K-436", flags.NoSignal != 0 && flags.NoWait != 0, field,
                        "NoSignal and NoWait exclude each other") &&
         !client_breaks("K-217", is_monitored && flags.Shared != flags.NtSecuritySharing, field,
                        "a monitored fence is shared by NT handle only");
}

// K-428. Periodic fences belong to displays and cannot be created here.
NTSTATUS check_kind(const Info& info) {
  switch (info.Type) {
    case D3DDDI_SEMAPHORE:
      return info.Semaphore.InitialCount <= info.Semaphore.MaxCount ? STATUS_SUCCESS
                                                                    : STATUS_INVALID_PARAMETER;
    case D3DDDI_SYNCHRONIZATION_MUTEX:
    case D3DDDI_FENCE:
    case D3DDDI_CPU_NOTIFICATION:
    case D3DDDI_MONITORED_FENCE:
      return STATUS_SUCCESS;
    case D3DDDI_PERIODIC_MONITORED_FENCE:
      return STATUS_NOT_SUPPORTED;
    default:
      (void)client_breaks("K-428", true, {"Info.Type", info.Type}, "it is no type of such objects");
      return STATUS_INVALID_PARAMETER;
  }
}

// Creates the checked object on the device of a handle.
NTSTATUS create(D3DKMT_HANDLE device_handle, const Info& info, D3DKMT_HANDLE& handle,
                D3DKMT_HANDLE& global) {
  const dxgk::Operation device(caller(), device_handle);
  if (names_nothing(!device, {"hDevice", device_handle}, {.otherwise = "K-428"_rule}))
    return STATUS_INVALID_PARAMETER;
  PKEVENT event = nullptr;
  if (info.Type == D3DDDI_CPU_NOTIFICATION) {
    nt::HandleEntry entry;
    const NTSTATUS status = nt::pin_by_handle(info.CPUNotification.Event, &nt::event_type, entry);
    if (client_breaks("K-428", !NT_SUCCESS(status),
                      {"Info.CPUNotification.Event", info.CPUNotification.Event},
                      "it is the handle of no event"))
      return status;
    event = static_cast<PKEVENT>(entry.object);
  }
  const NTSTATUS status = dxgk::create_sync(*device, info, event, handle, global);
  if (info.Flags.Shared != 0)
    (void)client_breaks("K-216", global != 0, {"Info.SharedHandle", global},
                        "anybody can guess a global handle; NtSecuritySharing gives another");
  return status;
}

// The first version has only mutexes and semaphores, and shares nothing.
NTSTATUS create_first(D3DKMT_CREATESYNCHRONIZATIONOBJECT* to) {
  D3DKMT_CREATESYNCHRONIZATIONOBJECT data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  Info info{};
  info.Type = data.Info.Type;
  if (info.Type == D3DDDI_SEMAPHORE) {
    info.Semaphore.MaxCount = data.Info.Semaphore.MaxCount;
    info.Semaphore.InitialCount = data.Info.Semaphore.InitialCount;
  } else if (info.Type == D3DDDI_SYNCHRONIZATION_MUTEX) {
    info.SynchronizationMutex.InitialState = data.Info.SynchronizationMutex.InitialState;
  } else {
    (void)client_breaks("K-428", true, {"Info.Type", info.Type},
                        "this call makes mutexes and semaphores");
    return STATUS_INVALID_PARAMETER;
  }
  NTSTATUS status = check_kind(info);
  D3DKMT_HANDLE handle = 0, global = 0;
  if (NT_SUCCESS(status)) status = create(data.hDevice, info, handle, global);
  if (!NT_SUCCESS(status)) return status;
  if (write(&to->hSyncObject, handle)) return STATUS_SUCCESS;
  dxgk::destroy_sync(caller(), handle);
  return STATUS_INVALID_PARAMETER;
}

// Writes the answer. The fence has no GPU address, because the form is for adapters without GPU
// virtual addresses.
bool answer(D3DKMT_CREATESYNCHRONIZATIONOBJECT2* to, D3DKMT_HANDLE handle, D3DKMT_HANDLE global) {
  const dxgk::SyncUse use(caller(), handle);
  if (use && use->type() == D3DDDI_MONITORED_FENCE &&
      (!write(&to->Info.MonitoredFence.FenceValueCPUVirtualAddress, use->state.address()) ||
       !write(&to->Info.MonitoredFence.FenceValueGPUVirtualAddress, D3DGPU_VIRTUAL_ADDRESS{0})))
    return false;
  return (global == 0 || write(&to->Info.SharedHandle, global)) && write(&to->hSyncObject, handle);
}

NTSTATUS create_second(D3DKMT_CREATESYNCHRONIZATIONOBJECT2* to) {
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  NTSTATUS status = check_kind(data.Info);
  if (NT_SUCCESS(status) && !are_flags_possible(data.Info)) status = STATUS_INVALID_PARAMETER;
  D3DKMT_HANDLE handle = 0, global = 0;
  if (NT_SUCCESS(status)) status = create(data.hDevice, data.Info, handle, global);
  if (!NT_SUCCESS(status)) return status;
  if (answer(to, handle, global)) return STATUS_SUCCESS;
  dxgk::destroy_sync(caller(), handle);
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS open(D3DKMT_OPENSYNCHRONIZATIONOBJECT* to) {
  D3DKMT_OPENSYNCHRONIZATIONOBJECT data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const auto reserved = std::ranges::find_if(data.Reserved, [](UINT64 each) { return each != 0; });
  const bool is_reserved = reserved != std::end(data.Reserved);
  if (client_breaks("K-043", is_reserved, {"Reserved", is_reserved ? *reserved : 0}, kReserved))
    return STATUS_INVALID_PARAMETER;
  D3DKMT_HANDLE handle = 0;
  const NTSTATUS status = dxgk::open_sync(caller(), data.hSharedHandle, handle);
  if (!NT_SUCCESS(status)) return status;
  if (write(&to->hSyncObject, handle)) return STATUS_SUCCESS;
  dxgk::destroy_sync(caller(), handle);
  return STATUS_INVALID_PARAMETER;
}

bool is_of_queue(D3DKMT_HANDLE handle) {
  const dxgk::SyncUse use(caller(), handle);
  return use && !use.opening().is_clients();
}

NTSTATUS destroy(D3DKMT_HANDLE handle) {
  const nt::ClientField field("hSyncObject", handle);
  rules::evaluated("K-296");
  if (dxgk::destroy_sync(caller(), handle)) return STATUS_SUCCESS;
  if (client_breaks("K-296", is_of_queue(handle), field,
                    "the fence of a paging queue goes with its queue"))
    return STATUS_INVALID_PARAMETER;
  (void)names_nothing(true, field, {.if_gone = "K-429"_rule, .if_global = "K-038"_rule});
  return STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTCreateSynchronizationObject(D3DKMT_CREATESYNCHRONIZATIONOBJECT* pData) {
  return thunk([&] { return create_first(pData); });
}

NTSTATUS APIENTRY D3DKMTCreateSynchronizationObject2(D3DKMT_CREATESYNCHRONIZATIONOBJECT2* pData) {
  return thunk([&] { return create_second(pData); });
}

NTSTATUS APIENTRY D3DKMTOpenSynchronizationObject(D3DKMT_OPENSYNCHRONIZATIONOBJECT* pData) {
  return thunk([&] { return open(pData); });
}

NTSTATUS APIENTRY
D3DKMTDestroySynchronizationObject(CONST D3DKMT_DESTROYSYNCHRONIZATIONOBJECT* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_DESTROYSYNCHRONIZATIONOBJECT data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    return destroy(data.hSyncObject);
  });
}

}  // extern "C"
