// Callbacks with a mistake.
#include "mender.h"

namespace {

template <typename T>
T* Address(T* Data) {
  if (ThePlan.Mistake == MISTAKE_NO_STRUCT) return nullptr;
  if (ThePlan.Mistake == MISTAKE_BAD_STRUCT) return reinterpret_cast<T*>(0x10000);
  return Data;
}

HANDLE Name(Resource* What) {
  switch (ThePlan.Mistake) {
    case MISTAKE_DRIVER_HANDLE:
      return What;
    case MISTAKE_KERNEL_HANDLE:
      return reinterpret_cast<HANDLE>(static_cast<ULONG_PTR>(What->Kernel));
    case MISTAKE_NO_HANDLE:
      return reinterpret_cast<HANDLE>(0x1234);
    default:
      return What != nullptr ? What->Runtime : nullptr;
  }
}

HRESULT Allocate(Device& Where, HANDLE Runtime, Resource* What) {
  const D3DDDI_SURFACEINFO Surface = {16, 16, 1, nullptr, 0, 0};
  SOFTGPU_ALLOCATION_DATA Data = DataOf(Surface, D3DDDIFMT_A8R8G8B8);
  ALLOCATION_INFO Info = {};
  Info.pPrivateDriverData = &Data;
  Info.PrivateDriverDataSize = sizeof(Data);
  D3DDDICB_ALLOCATE Call = {};
  if (ThePlan.Mistake != MISTAKE_LIST) Call.hResource = Name(What);
  Call.NumAllocations = ThePlan.Mistake == MISTAKE_COUNT ? 0x7fffffff : 1;
  INFOS(Call) = &Info;
  if (ThePlan.Mistake != MISTAKE_AFTER_FAILURE)
    return Where.Callbacks->pfnAllocateCb(Runtime, Address(&Call));
  Data.Header.Magic = 0;
  Where.Callbacks->pfnAllocateCb(Runtime, &Call);
  return Where.ReleaseList({Info.hAllocation});
}

// What is released is not released again.
HRESULT Forget(Resource* What, HANDLE Named, HRESULT Result) {
  if (Named == nullptr || (FAILED(Result) && ThePlan.Mistake != MISTAKE_TWICE)) return Result;
  What->Allocations.clear();
  What->Locked.clear();
  return Result;
}

HRESULT Deallocate(Device& Where, HANDLE Runtime, Resource* What) {
  D3DDDICB_DEALLOCATE2 Call = {};
  D3DKMT_HANDLE Wrong = ThePlan.Value != 0 ? ThePlan.Value : 0x5a5a5a40;
  switch (ThePlan.Mistake) {
    case MISTAKE_NONE:
      break;  // names nothing
    case MISTAKE_LIST:
    case MISTAKE_PART:
      Call.NumAllocations =
          ThePlan.Mistake == MISTAKE_PART ? 1 : static_cast<UINT>(What->Allocations.size());
      Call.HandleList = What->Allocations.data();
      break;
    case MISTAKE_COUNT:
      Call.NumAllocations = 1;
      Call.HandleList = &Wrong;
      break;
    case MISTAKE_BOTH:
      Call.NumAllocations = 1;
      Call.HandleList = What->Allocations.data();
      Call.hResource = Name(What);
      break;
    case MISTAKE_MIX:
      return Where.ReleaseList({Where.Live[0]->Allocations[0], Where.Live[1]->Allocations[0]});
    default:
      Call.hResource = Name(What);
  }
  if (ThePlan.Mistake == MISTAKE_FLAGS) Call.Flags.Value = ThePlan.Value;
#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
  if (ThePlan.Callback == CALLBACK_DEALLOCATE2)
    return Forget(What, Call.hResource, Where.Callbacks->pfnDeallocate2Cb(Runtime, Address(&Call)));
#endif
  const D3DDDICB_DEALLOCATE First = {Call.hResource, Call.NumAllocations, Call.HandleList};
  HRESULT Result = Where.Callbacks->pfnDeallocateCb(Runtime, Address(&First));
  if (ThePlan.Mistake == MISTAKE_TWICE) Result = Where.Callbacks->pfnDeallocateCb(Runtime, &First);
  return Forget(What, Call.hResource, Result);
}

D3DKMT_HANDLE One(Resource* What) {
  return ThePlan.Mistake == MISTAKE_NO_HANDLE ? 0x5a5a5a40 : What->Allocations[0];
}

HRESULT Lock(Device& Where, HANDLE Runtime, Resource* What) {
  D3DDDICB_LOCK Call = {};
  Call.hAllocation = One(What);
  Call.Flags.LockEntire = 1;
  if (ThePlan.Mistake == MISTAKE_FLAGS) Call.Flags.Value = ThePlan.Value;
  return Where.Callbacks->pfnLockCb(Runtime, Address(&Call));
}

HRESULT Unlock(Device& Where, HANDLE Runtime, Resource* What) {
  D3DKMT_HANDLE Handle = One(What);
  D3DDDICB_UNLOCK Call = {ThePlan.Mistake == MISTAKE_COUNT ? 0x7fffffffu : 1u, &Handle};
  return Where.Callbacks->pfnUnlockCb(Runtime, Address(&Call));
}

#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
HRESULT Lock2(Device& Where, HANDLE Runtime, Resource* What) {
  D3DDDICB_LOCK2 Call = {};
  Call.hAllocation = One(What);
  if (ThePlan.Mistake == MISTAKE_FLAGS) Call.Flags.Value = ThePlan.Value;
  return Where.Callbacks->pfnLock2Cb(Runtime, Address(&Call));
}

HRESULT Unlock2(Device& Where, HANDLE Runtime, Resource* What) {
  const D3DDDICB_UNLOCK2 Call = {One(What)};
  return Where.Callbacks->pfnUnlock2Cb(Runtime, Address(&Call));
}

HRESULT SubmitCommand(Device& Where, HANDLE Runtime, Resource* What) {
  D3DDDICB_SUBMITCOMMAND Call = {};
  Call.BroadcastContextCount = ThePlan.Mistake == MISTAKE_COUNT ? 0 : 1;
  Call.BroadcastContext[0] = ThePlan.Mistake == MISTAKE_NO_HANDLE ? nullptr : Where.Context;
  if (ThePlan.Mistake == MISTAKE_FLAGS) Call.PrivateDriverDataSize = ThePlan.Value;
  if (ThePlan.Mistake == MISTAKE_LIST) Call.NumPrimaries = ThePlan.Value;
  if (ThePlan.Mistake == MISTAKE_RESOURCE) {
    Call.NumPrimaries = 1;
    Call.WrittenPrimaries[0] = What->Allocations[0];
  }
  return Where.Callbacks->pfnSubmitCommandCb(Runtime, Address(&Call));
}

#endif

HRESULT Render(Device& Where, HANDLE Runtime, Resource* What) {
  D3DDDICB_RENDER Call = {};
  Call.hContext = ThePlan.Mistake == MISTAKE_NO_HANDLE ? nullptr : Where.Context;
  if (ThePlan.Mistake == MISTAKE_COUNT) Call.NumAllocations = Where.AllocationRoom + 1;
  if (ThePlan.Mistake == MISTAKE_FLAGS) Call.Flags.Value = ThePlan.Value;
  if (ThePlan.Mistake == MISTAKE_LIST) {
    Where.Allocations[0].hAllocation = ThePlan.Value;
    Call.NumAllocations = 1;
  }
  if (ThePlan.Mistake == MISTAKE_NONE || ThePlan.Mistake == MISTAKE_PATCH ||
      ThePlan.Mistake == MISTAKE_ENTRY || ThePlan.Mistake == MISTAKE_RESIZE) {
    SOFTGPU_COMMAND Command = {};
    Command.Operation = SOFTGPU_COMMAND_FILL;
    Command.Bytes = 4;
    *reinterpret_cast<SOFTGPU_COMMAND*>(Where.Commands) = Command;
    Where.Allocations[0].hAllocation = What->Allocations[0];
    Where.Allocations[0].WriteOperation = 1;
    Call.CommandLength = sizeof(Command);
    Call.NumAllocations = 1;
  }
  D3DDDI_PATCHLOCATIONLIST Patch = {};
  if (ThePlan.Mistake == MISTAKE_PATCH) {
    Patch.AllocationIndex = 1;
    *Where.Patches = Patch;
    Call.NumPatchLocations = 1;
  }
  if (ThePlan.Mistake == MISTAKE_ENTRY) Where.Allocations[0].Value = ThePlan.Value;
  if (ThePlan.Mistake == MISTAKE_RESIZE) {
    Call.Flags.ResizeAllocationList = 1;
    Call.NewAllocationListSize = ThePlan.Value;
  }
  if (ThePlan.Mistake == MISTAKE_BROADCAST) {
    Call.BroadcastContextCount = ThePlan.Value;
    Call.BroadcastContext[0] = Where.Context;
  }
  Call.RenderCBSequence = ++Where.Submissions;
  HRESULT Result = Where.Callbacks->pfnRenderCb(Runtime, Address(&Call));
  ThePlan.Value = Call.NewAllocationListSize;
  if (FAILED(Result)) {
    Where.Allocations[0] = {};
    return Result;
  }
  Where.Commands = static_cast<char*>(Call.pNewCommandBuffer);
  Where.Allocations = Call.pNewAllocationList;
  Where.Patches = Call.pNewPatchLocationList;
  return Result;
}

HRESULT Offer(Device& Where, HANDLE Runtime, Resource* What) {
  HANDLE Handle = Name(What);
  D3DDDICB_OFFERALLOCATIONS Call = {&Handle, nullptr, 1, D3DDDI_OFFER_PRIORITY_LOW};
  if (ThePlan.Mistake == MISTAKE_BOTH) Call.HandleList = What->Allocations.data();
  if (ThePlan.Mistake == MISTAKE_PRIORITY) Call.Priority = D3DDDI_OFFER_PRIORITY_NONE;
  return Where.Callbacks->pfnOfferAllocationsCb(Runtime, Address(&Call));
}

HRESULT Reclaim(Device& Where, HANDLE Runtime, Resource* What) {
  HANDLE Handle = Name(What);
  D3DDDICB_RECLAIMALLOCATIONS Call = {&Handle, nullptr, nullptr, 1};
  return Where.Callbacks->pfnReclaimAllocationsCb(Runtime, Address(&Call));
}

HRESULT SetPriority(Device& Where, HANDLE Runtime, Resource* What) {
  UINT Priority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
  D3DDDICB_SETPRIORITY Call = {Name(What), 0, nullptr, &Priority};
  if (ThePlan.Mistake == MISTAKE_BOTH) {
    Call.NumAllocations = 1;
    Call.HandleList = What->Allocations.data();
  }
  return Where.Callbacks->pfnSetPriorityCb(Runtime, Address(&Call));
}

HRESULT Residency(Device& Where, HANDLE Runtime, Resource* What) {
  D3DDDI_RESIDENCYSTATUS Status = D3DDDI_RESIDENCYSTATUS_NOTRESIDENT;
  D3DDDICB_QUERYRESIDENCY Call = {Name(What), 0, nullptr, &Status};
  return Where.Callbacks->pfnQueryResidencyCb(Runtime, Address(&Call));
}

HRESULT Escape(Device& Where, HANDLE Runtime) {
  SOFTGPU_ESCAPE_DATA Data = {};
  Data.Header = {SOFTGPU_ESCAPE_MAGIC, SOFTGPU_VERSION, sizeof(Data)};
  Data.Command = SOFTGPU_ESCAPE_READ_BOOKS;
  D3DDDICB_ESCAPE Call = {};
  Call.pPrivateDriverData = &Data;
  Call.PrivateDriverDataSize = sizeof(Data);
  if (ThePlan.Mistake == MISTAKE_FLAGS) Call.Flags.Value = ThePlan.Value;
  if (ThePlan.Mistake == MISTAKE_NO_HANDLE) Call.hContext = Where.Context;
  const HANDLE First = ThePlan.Mistake == MISTAKE_RESOURCE ? Runtime : Where.Owner->Runtime;
  return Where.Callbacks->pfnEscapeCb(First, Address(&Call));
}

HRESULT Present(Device& Where, HANDLE Runtime, Resource* What) {
  D3DDDICB_PRESENT Call = {};
  Call.hContext = Where.Context;
  Call.hSrcAllocation = One(What);
  return Where.Callbacks->pfnPresentCb(Runtime, Address(&Call));
}

HRESULT MakeContext(Device& Where, HANDLE Runtime) {
  D3DDDICB_CREATECONTEXT Call = {};
  Call.EngineAffinity = 1;
  HRESULT Result = Where.Callbacks->pfnCreateContextCb(Runtime, Address(&Call));
  if (FAILED(Result)) return Result;
  const D3DDDICB_DESTROYCONTEXT Destroy = {Call.hContext};
  return Where.Callbacks->pfnDestroyContextCb(Runtime, &Destroy);
}

// Returns when the GPU has done all that the context was given.
void WaitForGpu(Device& Where, Resource* What) {
  Where.Fill(*What, 0, 0);
  Where.Submit();
  D3DDDICB_LOCK Lock = {};
  Lock.hAllocation = What->Allocations[0];
  Lock.Flags.LockEntire = 1;
  if (FAILED(Where.Callbacks->pfnLockCb(Where.Runtime, &Lock))) return;
  const D3DDDICB_UNLOCK Unlock = {1, &Lock.hAllocation};
  Where.Callbacks->pfnUnlockCb(Where.Runtime, &Unlock);
}

HRESULT DestroyContext(Device& Where, HANDLE Runtime, Resource* What) {
  const D3DDDICB_DESTROYCONTEXT Call = {
      ThePlan.Mistake == MISTAKE_NO_HANDLE ? reinterpret_cast<HANDLE>(0x1234) : Where.Context};
  if (ThePlan.Mistake != MISTAKE_MUTEX)
    return Where.Callbacks->pfnDestroyContextCb(Runtime, Address(&Call));
  D3DDDICB_CREATESYNCHRONIZATIONOBJECT Sync = {};
  Sync.Info.Type = D3DDDI_SYNCHRONIZATION_MUTEX;
  HRESULT Result = Where.Callbacks->pfnCreateSynchronizationObjectCb(Runtime, &Sync);
  if (FAILED(Result)) return Result;
  D3DDDICB_WAITFORSYNCHRONIZATIONOBJECT Wait = {Where.Context, 1, {Sync.hSyncObject}};
  Where.Callbacks->pfnWaitForSynchronizationObjectCb(Runtime, &Wait);
  WaitForGpu(Where, What);
  Result = Where.Callbacks->pfnDestroyContextCb(Runtime, &Call);
  D3DDDICB_SIGNALSYNCHRONIZATIONOBJECT Signal = {Where.Context, 1, {Sync.hSyncObject}, {}};
  Where.Callbacks->pfnSignalSynchronizationObjectCb(Runtime, &Signal);
  // The context owns the mutex until the GPU has come to the signal.
  WaitForGpu(Where, What);
  const D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT Destroy = {Sync.hSyncObject};
  Where.Callbacks->pfnDestroySynchronizationObjectCb(Runtime, &Destroy);
  return Result;
}

HRESULT Sync(Device& Where, HANDLE Runtime) {
  D3DDDICB_CREATESYNCHRONIZATIONOBJECT Call = {};
  Call.Info.Type = D3DDDI_SYNCHRONIZATION_MUTEX;
  HRESULT Result = Where.Callbacks->pfnCreateSynchronizationObjectCb(Runtime, Address(&Call));
  if (FAILED(Result)) return Result;
  const D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT Destroy = {Call.hSyncObject};
  return Where.Callbacks->pfnDestroySynchronizationObjectCb(Runtime, &Destroy);
}

}  // namespace

HRESULT Err(Device& Where, Resource* What) {
  HANDLE Runtime = Where.Runtime;
  if (ThePlan.Mistake == MISTAKE_DRIVER_DEVICE) Runtime = &Where;
  if (ThePlan.Mistake == MISTAKE_NULL_DEVICE) Runtime = nullptr;
  switch (ThePlan.Callback) {
    case CALLBACK_ALLOCATE:
      return Allocate(Where, Runtime, What);
    case CALLBACK_DEALLOCATE:
    case CALLBACK_DEALLOCATE2:
      return Deallocate(Where, Runtime, What);
    case CALLBACK_LOCK:
      return Lock(Where, Runtime, What);
    case CALLBACK_UNLOCK:
      return Unlock(Where, Runtime, What);
#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
    case CALLBACK_LOCK2:
      return Lock2(Where, Runtime, What);
    case CALLBACK_UNLOCK2:
      return Unlock2(Where, Runtime, What);
    case CALLBACK_SUBMIT:
      return SubmitCommand(Where, Runtime, What);
    case CALLBACK_CREATE_QUEUE:
    case CALLBACK_DESTROY_QUEUE:
    case CALLBACK_MAKE_RESIDENT:
    case CALLBACK_EVICT:
    case CALLBACK_RECLAIM2:
    case CALLBACK_WAIT_ON_CONTEXT:
      return ErrPaging(Where, Runtime, What);
#endif
    case CALLBACK_RENDER:
      return Render(Where, Runtime, What);
    case CALLBACK_PRESENT:
      return Present(Where, Runtime, What);
    case CALLBACK_CREATE_CONTEXT:
      return MakeContext(Where, Runtime);
    case CALLBACK_DESTROY_CONTEXT:
      return DestroyContext(Where, Runtime, What);
    case CALLBACK_OFFER:
      return Offer(Where, Runtime, What);
    case CALLBACK_RECLAIM:
      return Reclaim(Where, Runtime, What);
    case CALLBACK_SET_PRIORITY:
      return SetPriority(Where, Runtime, What);
    case CALLBACK_RESIDENCY:
      return Residency(Where, Runtime, What);
    case CALLBACK_ESCAPE:
      return Escape(Where, Runtime);
    case CALLBACK_ASYNC:
      return Where.Callbacks->pfnSetAsyncCallbacksCb(Runtime, ThePlan.Value);
    case CALLBACK_SYNC:
      return Sync(Where, Runtime);
    default:
      return E_NOTIMPL;
  }
}
