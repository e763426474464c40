// A client that notes what it is told to trim.
#pragma once

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {

struct TrimLog {
  static void APIENTRY note(D3DKMT_TRIMNOTIFICATION* what) {
    TrimLog& log = *static_cast<TrimLog*>(what->Context);
    log.trimmed.push_back(what->NumBytesToTrim);
    EXPECT_EQ(what->Flags.TrimToBudget, 1U);
    if (log.device != 0) {
      EXPECT_EQ(evict(log.device, {log.victim}), STATUS_SUCCESS);
    }
  }

  NTSTATUS register_for(GpuWorld& gpu, D3DKMT_HANDLE on) {
    D3DKMT_REGISTERTRIMNOTIFICATION data{};
    data.AdapterLuid = gpu.adapter->luid();
    data.hDevice = on;
    data.Callback = note;
    data.Context = this;
    const NTSTATUS status = D3DKMTRegisterTrimNotification(&data);
    handle = data.Handle;
    return status;
  }
  NTSTATUS unregister() const {
    D3DKMT_UNREGISTERTRIMNOTIFICATION data{};
    data.Handle = handle;
    return D3DKMTUnregisterTrimNotification(&data);
  }

  std::vector<UINT64> trimmed;
  void* handle = nullptr;
  D3DKMT_HANDLE device = 0, victim = 0;  // what the callback evicts
};

}  // namespace drydock::testing
