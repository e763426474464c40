// Paging queues and residency lists, with mistakes.
#include "mender.h"

#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
namespace {

// A queue that is none of the device's.
D3DKMT_HANDLE QueueOf(const Device& Where) {
  return ThePlan.Mistake == MISTAKE_NO_HANDLE ? 0x5a5a5a40 : Where.Queue;
}

HRESULT CreateQueue(Device& Where, HANDLE Runtime) {
  D3DDDICB_CREATEPAGINGQUEUE Call = {};
  HRESULT Result = Where.Callbacks->pfnCreatePagingQueueCb(Runtime, &Call);
  Where.Queue = Call.hPagingQueue;
  Where.Fence = Call.hSyncObject;
  return Result;
}

// Value: its flags.
HRESULT MakeResident(Device& Where, HANDLE Runtime, Resource* What) {
  D3DKMT_HANDLE Wrong = 0x5a5a5a40;
  D3DDDI_MAKERESIDENT Call = {};
  Call.hPagingQueue = QueueOf(Where);
  if (What != nullptr) {
    Call.NumAllocations = static_cast<UINT>(What->Allocations.size());
    Call.AllocationList = ThePlan.Mistake == MISTAKE_LIST ? &Wrong : What->Allocations.data();
  }
  if (ThePlan.Mistake == MISTAKE_LIST) Call.NumAllocations = 1;
  Call.Flags.Value = ThePlan.Value;
  HRESULT Result = Where.Callbacks->pfnMakeResidentCb(Runtime, &Call);
  Where.Awaited = Call.PagingFenceValue;
  ThePlan.Value = static_cast<ULONG>(Call.NumBytesToTrim);
  return Result;
}

HRESULT Evict(Device& Where, HANDLE Runtime, Resource* What) {
  D3DDDICB_EVICT Call = {};
  Call.NumAllocations = static_cast<UINT>(What->Allocations.size());
  Call.AllocationList = What->Allocations.data();
  Call.Flags.Value = ThePlan.Value;
  return Where.Callbacks->pfnEvictCb(Runtime, &Call);
}

HRESULT Reclaim2(Device& Where, HANDLE Runtime, Resource* What) {
  D3DDDICB_RECLAIMALLOCATIONS2 Call = {};
  Call.PagingQueue = QueueOf(Where);
  Call.NumAllocations = 1;
  Call.pResources = &What->Runtime;
  HRESULT Result = Where.Callbacks->pfnReclaimAllocations2Cb(Runtime, &Call);
  Where.Awaited = Call.PagingFenceValue;
  return Result;
}

HRESULT WaitOnContext(Device& Where, HANDLE Runtime) {
  D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMGPU Call = {};
  Call.hContext = Where.Context;
  Call.ObjectCount = 1;
  Call.ObjectHandleArray = &Where.Fence;
  Call.MonitoredFenceValueArray = &Where.Awaited;
  return Where.Callbacks->pfnWaitForSynchronizationObjectFromGpuCb(Runtime, &Call);
}

}  // namespace

HRESULT ErrPaging(Device& Where, HANDLE Runtime, Resource* What) {
  switch (ThePlan.Callback) {
    case CALLBACK_CREATE_QUEUE:
      return CreateQueue(Where, Runtime);
    case CALLBACK_DESTROY_QUEUE: {
      const D3DDDI_DESTROYPAGINGQUEUE Call = {QueueOf(Where)};
      return Where.Callbacks->pfnDestroyPagingQueueCb(Runtime, &Call);
    }
    case CALLBACK_MAKE_RESIDENT:
      return MakeResident(Where, Runtime, What);
    case CALLBACK_EVICT:
      return Evict(Where, Runtime, What);
    case CALLBACK_RECLAIM2:
      return Reclaim2(Where, Runtime, What);
    default:
      return WaitOnContext(Where, Runtime);
  }
}
#endif
