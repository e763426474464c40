// Event tracing: providers can register, and no session listens.
#include <unordered_set>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct Provider {
  GUID id;
  PETWENABLECALLBACK callback;  // never called: no session ever enables a provider
};

struct Providers {
  Mutex mutex;
  std::unordered_set<Provider*> all DRYDOCK_GUARDED_BY(mutex);

  bool has(REGHANDLE handle) {
    const MutexHold hold(mutex);
    return all.contains(reinterpret_cast<Provider*>(handle));
  }
};

Providers& providers() {
  static sim::NeverDestroyed<Providers> instance;
  return *instance;
}

NTSTATUS accept(REGHANDLE handle) {
  return handle != 0 && providers().has(handle) ? STATUS_SUCCESS : STATUS_INVALID_HANDLE;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;
namespace sim = drydock::sim;

// No session of software tracing runs, so no handle names one.
extern "C" NTSTATUS WmiTraceMessageVa(TRACEHANDLE, ULONG, LPCGUID, USHORT, va_list) {
  return STATUS_INVALID_HANDLE;
}
extern "C" NTSTATUS WmiTraceMessage(TRACEHANDLE, ULONG, LPCGUID, USHORT, ...) {
  return STATUS_INVALID_HANDLE;
}

extern "C" NTSTATUS EtwRegister(LPCGUID ProviderId, PETWENABLECALLBACK EnableCallback, PVOID,
                                PREGHANDLE RegHandle) {
  require_irql_at_most(PASSIVE_LEVEL, "EtwRegister");
  if (fails_here(sim::FaultKind::kObject)) {
    return STATUS_NO_MEMORY;
  }
  auto* made = new Provider{*ProviderId, EnableCallback};
  {
    Providers& known = providers();
    const MutexHold hold(known.mutex);
    known.all.insert(made);
  }
  add_debt(Resource::kCallback, made, 0, "event provider");
  *RegHandle = reinterpret_cast<REGHANDLE>(made);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS EtwUnregister(REGHANDLE RegHandle) {
  require_irql_at_most(PASSIVE_LEVEL, "EtwUnregister");
  auto* provider = reinterpret_cast<Provider*>(RegHandle);
  {
    Providers& known = providers();
    const MutexHold hold(known.mutex);
    if (known.all.erase(provider) == 0) return STATUS_INVALID_HANDLE;
  }
  settle(Resource::kCallback, provider);
  delete provider;
  return STATUS_SUCCESS;
}

extern "C" BOOLEAN EtwEventEnabled(REGHANDLE, PCEVENT_DESCRIPTOR) { return FALSE; }
extern "C" BOOLEAN EtwProviderEnabled(REGHANDLE, UCHAR, ULONGLONG) { return FALSE; }

extern "C" NTSTATUS EtwWrite(REGHANDLE RegHandle, PCEVENT_DESCRIPTOR, LPCGUID, ULONG,
                             PEVENT_DATA_DESCRIPTOR) {
  return accept(RegHandle);
}

extern "C" NTSTATUS EtwWriteEx(REGHANDLE RegHandle, PCEVENT_DESCRIPTOR, ULONG64, ULONG, LPCGUID,
                               LPCGUID, ULONG, PEVENT_DATA_DESCRIPTOR) {
  return accept(RegHandle);
}

extern "C" NTSTATUS EtwWriteString(REGHANDLE RegHandle, UCHAR, ULONGLONG, LPCGUID, PCWSTR) {
  return accept(RegHandle);
}

extern "C" NTSTATUS EtwWriteTransfer(REGHANDLE RegHandle, PCEVENT_DESCRIPTOR, LPCGUID, LPCGUID,
                                     ULONG, PEVENT_DATA_DESCRIPTOR) {
  return accept(RegHandle);
}

extern "C" NTSTATUS EtwSetInformation(REGHANDLE RegHandle, EVENT_INFO_CLASS, PVOID, ULONG) {
  advise_irql_at_most(PASSIVE_LEVEL, "EtwSetInformation");
  return accept(RegHandle);
}

// The identifier of the thread's activity.
extern "C" NTSTATUS EtwActivityIdControl(ULONG ControlCode, LPGUID ActivityId) {
  static std::atomic<ULONGLONG> next = 0;
  thread_local GUID current{};
  GUID fresh{};
  const ULONGLONG number = ControlCode == EVENT_ACTIVITY_CTRL_CREATE_ID ||
                                   ControlCode == EVENT_ACTIVITY_CTRL_CREATE_SET_ID
                               ? ++next
                               : 0;
  std::memcpy(fresh.Data4, &number, sizeof number);
  switch (ControlCode) {
    case EVENT_ACTIVITY_CTRL_GET_ID:
      *ActivityId = current;
      return STATUS_SUCCESS;
    case EVENT_ACTIVITY_CTRL_SET_ID:
      current = *ActivityId;
      return STATUS_SUCCESS;
    case EVENT_ACTIVITY_CTRL_CREATE_ID:
      *ActivityId = fresh;
      return STATUS_SUCCESS;
    case EVENT_ACTIVITY_CTRL_GET_SET_ID:
      std::swap(*ActivityId, current);
      return STATUS_SUCCESS;
    case EVENT_ACTIVITY_CTRL_CREATE_SET_ID:
      *ActivityId = std::exchange(current, fresh);
      return STATUS_SUCCESS;
    default:
      return STATUS_INVALID_PARAMETER;
  }
}
