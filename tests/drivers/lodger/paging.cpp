// What applications make resident, and what is the driver's own in a queue.
#include "lodger.h"

namespace {

constexpr UINT MostObjects = 16;

UINT Gather(const D3D12DDI_HANDLE_AND_TYPE* Objects, UINT Count, D3DKMT_HANDLE* Out) {
  UINT Found = 0;
  for (UINT i = 0; i < Count && Found < MostObjects; ++i) {
    if (Objects[i].Type == D3D12DDI_HT_HEAP) Out[Found++] = static_cast<Heap*>(Objects[i].Handle)->Allocation;
  }
  return Found;
}

bool Succeeded(HRESULT Result) { return SUCCEEDED(Result) || Result == E_PENDING; }

HRESULT EvictThese(Device& Where, const D3DKMT_HANDLE* Which, UINT Count) {
  D3DDDICB_EVICT Call = {};
  Call.NumAllocations = Count;
  Call.AllocationList = Which;
  return Where.Core->pfnEvictCb(Where.Runtime, &Call);
}

HRESULT MakeThese(Device& Where, D3D12DDI_HRTPAGINGQUEUE Queue, const D3DKMT_HANDLE* Which, UINT Count, UINT64& Fence) {
  D3DDDI_MAKERESIDENT Call = {};
  Call.NumAllocations = Count;
  Call.AllocationList = Which;
  Call.hPagingQueue = Where.Paging.hPagingQueue;
  const HRESULT Result = Does(IN_MAKE_RESIDENT, RESIDENT_BY_KERNEL)
                             ? Where.Kernel->pfnMakeResidentCb(Where.Runtime.handle, &Call)
                             : Where.Core->pfnMakeResidentCb(Where.Runtime, Queue, &Call);
  if (Result == E_PENDING && Fence < Call.PagingFenceValue) Fence = Call.PagingFenceValue;
  return Result;
}

// One callback for each.
HRESULT MakeSplit(Device& Where, D3D12DDI_HRTPAGINGQUEUE Queue, const D3DKMT_HANDLE* Which, UINT Count, UINT64& Fence) {
  HRESULT Whole = S_OK;
  for (UINT i = 0; i < Count; ++i) {
    const HRESULT Result = MakeThese(Where, Queue, &Which[i], 1, Fence);
    if (Result == E_PENDING) Whole = E_PENDING;
    if (Succeeded(Result)) continue;
    if (ThePlan.Deed != RESIDENT_SPLIT_AND_KEEP && i > 0) EvictThese(Where, Which, i);
    return Result;
  }
  return Whole;
}

}  // namespace

HRESULT APIENTRY MakeResident(D3D12DDI_HDEVICE Handle, D3D12DDIARG_MAKERESIDENT_0001* Wanted) {
  Device& Where = From(Handle);
  ++ThePlan.Residents;
  Act(IN_MAKE_RESIDENT, Where, nullptr, 0);
  if (Does(IN_MAKE_RESIDENT, RESIDENT_NEVER)) return S_OK;
  D3DKMT_HANDLE Which[MostObjects];
  const UINT Count = Gather(Wanted->pObjects, Wanted->NumObjects, Which);
  if (Does(IN_MAKE_RESIDENT, RESIDENT_TRIM)) EvictThese(Where, &Where.Resident, 1);
  Where.Resident = Which[0];
  if (Does(IN_MAKE_RESIDENT, UNLOCK_EARLY)) {
    const D3DDDICB_UNLOCK2 Call = {Which[0]};
    Where.Kernel->pfnUnlock2Cb(Where.Runtime.handle, &Call);
  }
  const bool IsSplit = Does(IN_MAKE_RESIDENT, RESIDENT_SPLIT) || Does(IN_MAKE_RESIDENT, RESIDENT_SPLIT_AND_KEEP);
  UINT64 Fence = 0;
  HRESULT Result = (IsSplit ? MakeSplit : MakeThese)(Where, Wanted->pRTPagingQueue[0], Which, Count, Fence);
  ThePlan.Got = Result;
  if (!Succeeded(Result)) return Does(IN_MAKE_RESIDENT, IGNORE_FAILURES) ? S_OK : Result;
  *Wanted->pPagingFenceValue = Does(IN_MAKE_RESIDENT, RESIDENT_WRONG_FENCE) ? Fence + 1 : Fence;
  Wanted->WaitMask = Result == E_PENDING && !Does(IN_MAKE_RESIDENT, RESIDENT_NO_MASK);
  return Does(IN_MAKE_RESIDENT, RESIDENT_HIDE_PENDING) ? S_OK : Result;
}

HRESULT APIENTRY Evict(D3D12DDI_HDEVICE Handle, const D3D12DDIARG_EVICT* Wanted) {
  ++ThePlan.Evicts;
  if (Does(IN_EVICT, RESIDENT_NEVER)) return S_OK;
  D3DKMT_HANDLE Which[MostObjects];
  const UINT Count = Gather(Wanted->pObjects, Wanted->NumObjects, Which);
  return EvictThese(From(Handle), Which, Count);
}

static HRESULT MakeOwn(Device& Where, D3DKMT_HANDLE Which, UINT64& Fence) {
  D3DDDI_MAKERESIDENT Call = {};
  Call.hPagingQueue = Where.Paging.hPagingQueue;
  Call.NumAllocations = 1;
  Call.AllocationList = &Which;
  const HRESULT Result = Where.Kernel->pfnMakeResidentCb(Where.Runtime.handle, &Call);
  Fence = Result == E_PENDING ? Call.PagingFenceValue : 0;
  return Succeeded(Result) ? S_OK : Result;
}

HRESULT MakeResidentUnasked(Device& Where, const Heap& Which) {
  UINT64 Fence = 0;
  return MakeOwn(Where, Which.Allocation, Fence);
}

static HRESULT MakeBuffer(Device& Where, Queue& Into) {
  SOFTGPU_ALLOCATION_DATA Data = DataOf(4096, true);
  D3D12DDI_ALLOCATION_INFO_0022 Info = {};
  Info.pPrivateDriverData = &Data;
  Info.PrivateDriverDataSize = sizeof(Data);
  D3D12DDICB_ALLOCATE_0022 Call = {};
  Call.NumAllocations = 1;
  Call.pAllocationInfo = &Info;
  const HRESULT Result = Where.Core->pfnAllocateCb(Where.Runtime, &Call);
  if (SUCCEEDED(Result)) Into.Buffer = Info.hAllocation;
  return Result;
}

static HRESULT WaitOnContext(Device& Where, const Queue& Of, UINT64 Fence) {
  if (Fence == 0) return S_OK;
  D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMGPU Call = {};
  Call.hContext = Of.Context.hContext;
  Call.ObjectCount = 1;
  Call.ObjectHandleArray = &Where.Paging.hSyncObject;
  Call.MonitoredFenceValueArray = &Fence;
  return Where.Kernel->pfnWaitForSynchronizationObjectFromGpuCb(Where.Runtime.handle, &Call);
}

// Zeros into the buffer.
static HRESULT SubmitFirst(Device& Where, Queue& Of) {
  SOFTGPU_COMMAND& Command = *static_cast<SOFTGPU_COMMAND*>(Of.Context.pCommandBuffer);
  Command = {};
  Command.Operation = SOFTGPU_COMMAND_FILL;
  Command.Bytes = 4096;
  Of.Context.pAllocationList[0] = {};
  Of.Context.pAllocationList[0].hAllocation = Of.Buffer;
  Of.Context.pAllocationList[0].WriteOperation = 1;
  D3DDDICB_RENDER Call = {};
  Call.hContext = Of.Context.hContext;
  Call.CommandLength = sizeof(Command);
  Call.NumAllocations = 1;
  Call.RenderCBSequence = ++Where.Submissions;
  ++ThePlan.Submissions;
  return Where.Kernel->pfnRenderCb(Where.Runtime.handle, &Call);
}

static HRESULT MakeContext(Device& Where, Queue& Into) {
  Into.Context.EngineAffinity = 1;
  if (Does(IN_CREATE_QUEUE, QUEUE_BY_KERNEL))
    return Where.Kernel->pfnCreateContextCb(Where.Runtime.handle, &Into.Context);
  D3D12DDI_HRTCOMMANDQUEUE Runtime = Into.Runtime;
  if (Does(IN_CREATE_QUEUE, QUEUE_WRONG_HANDLE)) Runtime.handle = Where.Runtime.handle;
  return Where.Core->pfnCreateContextCb(Runtime, &Into.Context);
}

static void EndQueue(Device& Where, Queue& Which) {
  if (Which.Buffer != 0) {
    const D3D12DDI_DEALLOCATE_FLAGS_0022 Flags = Does(IN_DESTROY_QUEUE, RELEASE_UNUSED)
                                                     ? D3D12DDI_DEALLOCATE_FLAGS_0022_ASSUME_NOT_IN_USE
                                                     : D3D12DDI_DEALLOCATE_FLAGS_0022_NONE;
    const D3D12DDICB_DEALLOCATE_0022 Call = {nullptr, 1, &Which.Buffer, Flags};
    if (FAILED(Where.Core->pfnDeallocateCb(Where.Runtime, &Call)))
      Where.Core->pfnSetErrorCb(Where.Runtime, D3DDDIERR_DEVICEREMOVED);
  }
  const D3DDDICB_DESTROYCONTEXT Call = {Which.Context.hContext};
  if (Which.Context.hContext != nullptr) Where.Core->pfnDestroyContextCb(Which.Runtime, &Call);
}

HRESULT CreateQueueFor(Device& Where, D3D12DDI_HCOMMANDQUEUE Out, D3D12DDI_HRTCOMMANDQUEUE Runtime) {
  Queue& Made = *new (Out.pDrvPrivate) Queue();
  Made.Runtime = Runtime;
  Act(IN_CREATE_QUEUE, Where, &Made, sizeof(Made));
  UINT64 Fence = 0;
  HRESULT Result = MakeContext(Where, Made);
  if (SUCCEEDED(Result)) Result = MakeBuffer(Where, Made);
  if (SUCCEEDED(Result) && !Does(IN_CREATE_QUEUE, QUEUE_NOT_RESIDENT)) Result = MakeOwn(Where, Made.Buffer, Fence);
  if (SUCCEEDED(Result)) Result = WaitOnContext(Where, Made, Fence);
  if (SUCCEEDED(Result)) Result = SubmitFirst(Where, Made);
  if (FAILED(Result)) EndQueue(Where, Made);
  return Does(IN_CREATE_QUEUE, IGNORE_FAILURES) ? S_OK : Result;
}

VOID APIENTRY DestroyQueue(D3D12DDI_HDEVICE Handle, D3D12DDI_HCOMMANDQUEUE Dead) {
  EndQueue(From(Handle), *static_cast<Queue*>(Dead.pDrvPrivate));
}
