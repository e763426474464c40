// Paging queues and residency as a client asks for them.
#pragma once

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {

inline NTSTATUS destroy_paging_queue(D3DKMT_HANDLE queue) {
  D3DDDI_DESTROYPAGINGQUEUE data{};
  data.hPagingQueue = queue;
  return D3DKMTDestroyPagingQueue(&data);
}

// A queue of a device, with its fence.
struct ClientQueue {
  explicit ClientQueue(D3DKMT_HANDLE device,
                       D3DDDI_PAGINGQUEUE_PRIORITY priority = D3DDDI_PAGINGQUEUE_PRIORITY_NORMAL) {
    D3DKMT_CREATEPAGINGQUEUE data{};
    data.hDevice = device;
    data.Priority = priority;
    EXPECT_EQ(D3DKMTCreatePagingQueue(&data), STATUS_SUCCESS);
    handle = data.hPagingQueue;
    fence = data.hSyncObject;
    address = static_cast<const volatile UINT64*>(data.FenceValueCPUVirtualAddress);
  }

  UINT64 value() const { return *address; }
  NTSTATUS wait(D3DKMT_HANDLE device, UINT64 until) const {
    D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU data{};
    data.hDevice = device;
    data.ObjectCount = 1;
    data.ObjectHandleArray = &fence;
    data.FenceValueArray = &until;
    return D3DKMTWaitForSynchronizationObjectFromCpu(&data);
  }

  D3DKMT_HANDLE handle = 0, fence = 0;
  const volatile UINT64* address = nullptr;
};

}  // namespace drydock::testing
