// Paging queues and residency as a client asks for them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tests/support/client.h"
#include "tests/support/fences.h"

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
    return wait_on_cpu(device, fence, until);
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

// Returns the residency of the allocation.
inline D3DKMT_ALLOCATIONRESIDENCYSTATUS residency_of(D3DKMT_HANDLE device,
                                                     D3DKMT_HANDLE allocation) {
  D3DKMT_ALLOCATIONRESIDENCYSTATUS status{};
  D3DKMT_QUERYALLOCATIONRESIDENCY data{};
  data.hDevice = device;
  data.phAllocationList = &allocation;
  data.AllocationCount = 1;
  data.pResidencyStatus = &status;
  EXPECT_EQ(D3DKMTQueryAllocationResidency(&data), STATUS_SUCCESS);
  return status;
}

inline bool is_resident(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  return residency_of(device, allocation) != D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT;
}

// A client that keeps resident what it is about to name; what it named longest ago leaves when the
// budget is short.
class Keeper {
 public:
  explicit Keeper(D3DKMT_HANDLE device) : device_(device), queue_(device) {}

  // The context's next work waits until they are there. Handles that are none are the work's
  // affair.
  void need(D3DKMT_HANDLE context, const std::vector<D3DKMT_HANDLE>& list) {
    for (const D3DKMT_HANDLE each : list) {
      if (const auto known = std::ranges::find(listed_, each); known != listed_.end()) {
        std::rotate(known, known + 1, listed_.end());
        continue;
      }
      ResidentAnswer answer = make_resident(queue_, {each});
      while (answer.status == STATUS_NO_MEMORY && evict_others(list))
        answer = make_resident(queue_, {each});
      if (!NT_SUCCESS(answer.status)) continue;
      listed_.push_back(each);
      awaited_ = std::max(awaited_, answer.fence);
    }
    if (UINT64& waited = waited_[context]; waited < awaited_) wait_on(context, waited = awaited_);
  }

 private:
  bool evict_others(const std::vector<D3DKMT_HANDLE>& needed) {
    const auto oldest = std::ranges::find_if(
        listed_, [&](D3DKMT_HANDLE each) { return std::ranges::count(needed, each) == 0; });
    if (oldest == listed_.end()) return false;
    D3DKMT_WAITFORIDLE idle{};
    idle.hDevice = device_;
    D3DKMTWaitForIdle(&idle);
    evict(device_, {*oldest});
    listed_.erase(oldest);
    return true;
  }
  void wait_on(D3DKMT_HANDLE context, UINT64 value) const {
    EXPECT_EQ(wait_on_gpu(context, queue_.fence, value), STATUS_SUCCESS);
  }

  D3DKMT_HANDLE device_;
  ClientQueue queue_;
  std::vector<D3DKMT_HANDLE> listed_;  // in the order in which they were named last
  UINT64 awaited_ = 0;
  std::map<D3DKMT_HANDLE, UINT64> waited_;  // contexts, each with what it waits for
};

}  // namespace drydock::testing
