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

struct ResidentAnswer {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  UINT count = 0;
  UINT64 fence = 0, to_trim = 0;
};

inline ResidentAnswer make_resident(const ClientQueue& queue,
                                    const std::vector<D3DKMT_HANDLE>& list,
                                    D3DDDI_MAKERESIDENT_FLAGS flags = {}) {
  D3DDDI_MAKERESIDENT data{};
  data.hPagingQueue = queue.handle;
  data.NumAllocations = static_cast<UINT>(list.size());
  data.AllocationList = list.data();
  data.Flags = flags;
  ResidentAnswer out;
  out.status = D3DKMTMakeResident(&data);
  out.count = data.NumAllocations;
  out.fence = data.PagingFenceValue;
  out.to_trim = data.NumBytesToTrim;
  return out;
}

inline NTSTATUS evict(D3DKMT_HANDLE device, const std::vector<D3DKMT_HANDLE>& list,
                      D3DDDI_EVICT_FLAGS flags = {}, UINT64* to_trim = nullptr) {
  D3DKMT_EVICT data{};
  data.hDevice = device;
  data.NumAllocations = static_cast<UINT>(list.size());
  data.AllocationList = list.data();
  data.Flags = flags;
  const NTSTATUS status = D3DKMTEvict(&data);
  if (to_trim != nullptr) *to_trim = data.NumBytesToTrim;
  return status;
}

// What was asked of the scheduler's strand before is done, as far as it can be.
inline void settle(GpuWorld& gpu) {
  for (int i = 0; i < 2; ++i) gpu.adapter->scheduler()->run_on_strand([](vidmm::VideoMemory&) {});
}

inline bool is_resident(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  D3DKMT_ALLOCATIONRESIDENCYSTATUS status{};
  D3DKMT_QUERYALLOCATIONRESIDENCY data{};
  data.hDevice = device;
  data.phAllocationList = &allocation;
  data.AllocationCount = 1;
  data.pResidencyStatus = &status;
  EXPECT_EQ(D3DKMTQueryAllocationResidency(&data), STATUS_SUCCESS);
  return status != D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT;
}

}  // namespace drydock::testing
