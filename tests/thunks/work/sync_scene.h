// Synchronization objects as clients ask for them.
#pragma once

#include "src/dxgk/work/sync_object.h"
#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/support/fences.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {

// A request of the second version.
struct Request {
  Request(D3DKMT_HANDLE device, D3DDDI_SYNCHRONIZATIONOBJECT_TYPE type) {
    data.hDevice = device;
    data.Info.Type = type;
    if (type == D3DDDI_SEMAPHORE) data.Info.Semaphore.MaxCount = 1;
  }
  NTSTATUS run() { return D3DKMTCreateSynchronizationObject2(&data); }

  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
};

struct SharedSync {
  explicit SharedSync(D3DKMT_HANDLE device) : request(device, D3DDDI_FENCE) {
    request.data.Info.Flags.Shared = 1;
    EXPECT_EQ(request.run(), STATUS_SUCCESS);
  }
  D3DKMT_HANDLE local() const { return request.data.hSyncObject; }
  D3DKMT_HANDLE global() const { return request.data.Info.SharedHandle; }

  Request request;
};

inline NTSTATUS open_sync(D3DKMT_HANDLE global, D3DKMT_HANDLE& local) {
  D3DKMT_OPENSYNCHRONIZATIONOBJECT data{};
  data.hSharedHandle = global;
  const NTSTATUS status = D3DKMTOpenSynchronizationObject(&data);
  local = data.hSyncObject;
  return status;
}

inline bool can_open(D3DKMT_HANDLE global) {
  D3DKMT_HANDLE local = 0;
  if (open_sync(global, local) != STATUS_SUCCESS) return false;
  EXPECT_EQ(destroy_sync(local), STATUS_SUCCESS);
  return true;
}

// An event as a client has it.
struct Event {
  Event() {
    EXPECT_EQ(ZwCreateEvent(&handle, EVENT_ALL_ACCESS, nullptr, NotificationEvent, FALSE),
              STATUS_SUCCESS);
  }
  ~Event() { ZwClose(handle); }

  HANDLE handle = nullptr;
};

}  // namespace drydock::testing
