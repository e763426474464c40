// The entry points.
#include <algorithm>

#include "mender.h"

namespace {

// Another one on every thread.
const void* ThisThread() {
  static thread_local char Own;
  return &Own;
}

Device* DeviceOf(HANDLE Handle) { return static_cast<Device*>(Handle); }
Resource* ResourceOf(HANDLE Handle) { return static_cast<Resource*>(Handle); }

void Forget(Device* Where) {
  Device** At = &Devices;
  while (*At != Where) At = &(*At)->Next;
  *At = Where->Next;
  delete Where;
}

HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  Device* Where = DeviceOf(hDevice);
  Resource* What = ResourceOf(hResource);
  ++ThePlan.Destroys;
  if (Act(PLACE_DESTROY_RESOURCE, Where, What)) return ThePlan.Result;
  if (What->IsBatched && !Does(PLACE_DESTROY_RESOURCE, DEED_NO_SUBMIT)) {
    HRESULT Result = Where->Submit();
    if (FAILED(Result)) return End(PLACE_DESTROY_RESOURCE, Result);
  }
  if (!Does(PLACE_DESTROY_RESOURCE, DEED_NO_UNLOCK)) {
    HRESULT Result = Where->UnlockAll(*What);
    if (FAILED(Result)) return End(PLACE_DESTROY_RESOURCE, Result);
  }
  Where->Live.erase(std::remove(Where->Live.begin(), Where->Live.end(), What), Where->Live.end());
  if (Does(PLACE_DESTROY_RESOURCE, DEED_DEFER) ||
      Does(PLACE_DESTROY_RESOURCE, DEED_DEFER_FOREVER)) {
    Where->Deferred.push_back(What);
    return S_OK;
  }
  HRESULT Result = Does(PLACE_DESTROY_RESOURCE, DEED_NO_RELEASE) ? S_OK : Where->Release(*What);
  if (SUCCEEDED(Result) || Result == D3DDDIERR_DEVICEREMOVED) {
    delete What;
  } else {
    Where->Live.push_back(What);
  }
  return End(PLACE_DESTROY_RESOURCE, Result);
}

// The handle that a new resource gets.
HANDLE HandleFor(PLACE Place, Device* Where, Resource* What, HANDLE Given) {
  if (Does(Place, DEED_NO_HANDLE)) return Given;
  if (Does(Place, DEED_NULL_HANDLE)) return nullptr;
  if (Does(Place, DEED_SAME_HANDLE)) return Where->Live.front();
  if (Does(Place, DEED_KERNEL_KEY)) {
    for (Resource* Each : Where->Live) {
      if (Each->Kernel == What->Kernel) return Each;
    }
  }
  if (Does(Place, DEED_GLOBAL_KEY)) {
    for (Device* Each = Devices; Each != nullptr; Each = Each->Next) {
      if (Each != Where && !Each->Live.empty()) return Each->Live.front();
    }
  }
  return What;
}

HRESULT AllocateFor(Device* Where, Resource* What, const D3DDDIARG_CREATERESOURCE2* Args) {
  if (Does(PLACE_CREATE_RESOURCE, DEED_EXTRA)) {
    std::vector<D3DDDI_SURFACEINFO> More(Args->pSurfList, Args->pSurfList + Args->SurfCount);
    More.push_back(More.back());
    return Where->Allocate(*What, More.data(), Args->SurfCount + 1, Args->Format);
  }
  if (!Does(PLACE_CREATE_RESOURCE, DEED_SPLIT))
    return Where->Allocate(*What, Args->pSurfList, Args->SurfCount, Args->Format);
  for (UINT i = 0; i < Args->SurfCount; ++i) {
    HRESULT Result = Where->Allocate(*What, &Args->pSurfList[i], 1, Args->Format);
    if (FAILED(Result)) return Result;
  }
  return S_OK;
}

// What a driver has no business to look at.
bool HasNoise(const D3DDDIARG_CREATERESOURCE2& Args) {
  return Args.Flags2.Reserved != 0 || Args.Fvf != 0 || Args.VidPnSourceId != 0;
}

HRESULT MapAll(Device* Where, Resource* What) {
#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
  for (D3DKMT_HANDLE Each : What->Allocations) {
    D3DDDICB_LOCK2 Lock = {};
    Lock.hAllocation = Each;
    HRESULT Result = Where->Callbacks->pfnLock2Cb(Where->Runtime, &Lock);
    if (FAILED(Result)) return Result;
  }
  What->IsMapped = true;
#endif
  return S_OK;
}

HRESULT APIENTRY CreateResource2(HANDLE hDevice, D3DDDIARG_CREATERESOURCE2* Args) {
  Device* Where = DeviceOf(hDevice);
  ++ThePlan.Creates;
  ThePlan.LastSurfaces = Args->SurfCount;
  ThePlan.LastRuntimeHandle = Args->hResource;
  ThePlan.LastFlags = Args->Flags.Value;
  ThePlan.CreateThread = ThisThread();
  if (Does(PLACE_CREATE_RESOURCE, DEED_READS_NOISE) && HasNoise(*Args)) return E_OUTOFMEMORY;
  Resource* What = Pending = new Resource;
  What->Runtime = Args->hResource;
  What->IsShared = Args->Flags.SharedResource;
  What->IsAttached = !Does(PLACE_CREATE_RESOURCE, DEED_UNATTACHED) &&
                     !Does(PLACE_CREATE_RESOURCE, DEED_FAIL_AND_POOL);
  HRESULT Result = S_OK;
  const bool HasNone = ThePlan.Place == PLACE_CREATE_RESOURCE && ThePlan.Deed == DEED_NO_ALLOCATION;
  if (!HasNone && !Does(PLACE_CREATE_RESOURCE, DEED_RETURN) && Args->Pool != D3DDDIPOOL_SYSTEMMEM)
    Result = AllocateFor(Where, What, Args);
  // The device has no need of system memory that it cannot wrap.
  if (Args->Pool == D3DDDIPOOL_SYSTEMMEM && ThePlan.Deed == DEED_FIELDS)
    Result = Where->Allocate(*What, Args->pSurfList, Args->SurfCount, Args->Format);
  if (SUCCEEDED(Result) && Does(PLACE_CREATE_RESOURCE, DEED_KEEP_MAPPED))
    Result = MapAll(Where, What);
  if (SUCCEEDED(Result) && Act(PLACE_CREATE_RESOURCE, Where, What)) Result = ThePlan.Result;
  if (Does(PLACE_CREATE_RESOURCE, DEED_FAIL_AND_POOL)) {
    Where->Live.push_back(What);
    return End(PLACE_CREATE_RESOURCE, E_OUTOFMEMORY);
  }
  if (Does(PLACE_CREATE_RESOURCE, DEED_FAIL_AND_KEEP)) Result = E_OUTOFMEMORY;
  if (Does(PLACE_CREATE_RESOURCE, DEED_FAIL_AND_UNDO)) {
    Where->Release(*What);
    Result = E_OUTOFMEMORY;
  }
  if (FAILED(Result) && ThePlan.Deed != DEED_SWALLOW) {
    if (!What->Allocations.empty() && ThePlan.Deed != DEED_FAIL_AND_KEEP &&
        ThePlan.Deed != DEED_FAIL_AND_UNDO)
      Where->Release(*What);
    delete What;
    return End(PLACE_CREATE_RESOURCE, Result);
  }
  Args->hResource = HandleFor(PLACE_CREATE_RESOURCE, Where, What, Args->hResource);
  ThePlan.LastDriverHandle = Args->hResource;
  Where->Live.push_back(What);
  return End(PLACE_CREATE_RESOURCE, Result);
}

HRESULT APIENTRY CreateResource(HANDLE hDevice, D3DDDIARG_CREATERESOURCE* Args) {
  D3DDDIARG_CREATERESOURCE2 Second = {};
  *reinterpret_cast<D3DDDIARG_CREATERESOURCE*>(&Second) = *Args;
  HRESULT Result = CreateResource2(hDevice, &Second);
  Args->hResource = Second.hResource;
  return Result;
}

HRESULT APIENTRY OpenResource(HANDLE hDevice, D3DDDIARG_OPENRESOURCE* Args) {
  Device* Where = DeviceOf(hDevice);
  ++ThePlan.Opens;
  ThePlan.OpenedAllocations = Args->NumAllocations;
  ThePlan.OpenedFlags = Args->Flags.Value;
  ThePlan.OpenedKernelResource = Args->hKMResource;
  if (Args->PrivateDriverDataSize == sizeof(SOFTGPU_RESOURCE_DATA))
    ThePlan.OpenedUsage = static_cast<SOFTGPU_RESOURCE_DATA*>(Args->pPrivateDriverData)->Usage;
  Resource* What = Pending = new Resource;
  What->Runtime = Args->hResource;
  What->Kernel = Args->hKMResource;
  What->IsShared = true;
  for (UINT i = 0; i < Args->NumAllocations; ++i) {
    const auto& Info = OPENED(*Args)[i];
    const auto* Data = static_cast<const SOFTGPU_ALLOCATION_DATA*>(Info.pPrivateDriverData);
    What->Allocations.push_back(ThePlan.OpenedAllocation = Info.hAllocation);
    What->Pitches.push_back(Data->Pitch);
    What->Heights.push_back(Data->Height);
    What->Locked.push_back(false);
  }
  if (Act(PLACE_OPEN_RESOURCE, Where, What)) {
    delete What;
    return ThePlan.Result;
  }
  Args->hResource = HandleFor(PLACE_OPEN_RESOURCE, Where, What, Args->hResource);
  Where->Live.push_back(What);
  return End(PLACE_OPEN_RESOURCE, S_OK);
}

#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
HRESULT MapOne(Device* Where, D3DKMT_HANDLE Allocation, void** Data) {
  D3DDDICB_LOCK2 Map = {};
  Map.hAllocation = Allocation;
  HRESULT Result = Where->Callbacks->pfnLock2Cb(Where->Runtime, &Map);
  *Data = Map.pData;
  const D3DDDICB_UNLOCK2 Unmap = {Allocation};
  return FAILED(Result) ? Result : Where->Callbacks->pfnUnlock2Cb(Where->Runtime, &Unmap);
}
#endif

HRESULT LockOne(Device* Where, Resource* What, UINT Index, D3DDDI_LOCKFLAGS Flags, void** Data) {
#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
  if (Does(PLACE_LOCK, DEED_MAP)) {
    HRESULT Mapped = MapOne(Where, What->Allocations[Index], Data);
    if (FAILED(Mapped)) return Mapped;
  }
#endif
  D3DDDICB_LOCK Lock = {};
  Lock.hAllocation = What->Allocations[Index];
  Lock.Flags.LockEntire = 1;
  Lock.Flags.DonotWait = Flags.DoNotWait || Does(PLACE_LOCK, DEED_IMPATIENT);
  if (Does(PLACE_LOCK, DEED_PLAIN_LOCK)) Flags.Discard = 0;
  Lock.Flags.Discard = Flags.Discard;
  if (Flags.Discard && Does(PLACE_LOCK, DEED_FALSE_PROMISE)) Lock.Flags.NoExistingReference = 1;
  HRESULT Result = Where->Callbacks->pfnLockCb(Where->Runtime, &Lock);
  if (FAILED(Result) && Flags.Discard && !Does(PLACE_LOCK, DEED_NO_RETRY)) {
    Result = Where->Submit();
    if (FAILED(Result)) return Result;
    Lock.Flags.NoExistingReference = 1;
    Result = Where->Callbacks->pfnLockCb(Where->Runtime, &Lock);
  }
  if (FAILED(Result)) return Result;
  *Data = What->LastData = Lock.pData;
  What->Locked[Index] = true;
  return S_OK;
}

// What the application writes goes to the allocation later, when the GPU is done with it.
HRESULT ServeFromOwnMemory(Device* Where, Resource* What, D3DDDIARG_LOCK* Args) {
  if (What->IsBatched) {
    HRESULT Result = Where->Submit();
    if (FAILED(Result)) return Result;
  }
  D3DDDI_LOCKFLAGS Flags = {};
  Flags.DoNotWait = 1;
  HRESULT Result = LockOne(Where, What, Args->SubResourceIndex, Flags, &Args->pSurfData);
  if (Result != D3DDDIERR_WASSTILLDRAWING) return Result;
  if (FAILED(ThePlan.Result)) return ThePlan.Result;
  What->Memory.resize(4096);
  Args->pSurfData = What->Memory.data();
  return S_OK;
}

HRESULT APIENTRY Lock(HANDLE hDevice, D3DDDIARG_LOCK* Args) {
  Device* Where = DeviceOf(hDevice);
  Resource* What = ResourceOf(Args->hResource);
  ++ThePlan.Locks;
  if (Act(PLACE_LOCK, Where, What)) return ThePlan.Result;
  if (What->Allocations.empty()) return S_OK;  // system memory
  Args->Pitch = What->Pitches[Args->SubResourceIndex];
  if (Does(PLACE_LOCK, DEED_NO_LOCK)) {
    What->Memory.resize(4096);
    Args->pSurfData = What->LastData != nullptr ? What->LastData : What->Memory.data();
    return S_OK;
  }
  if (Does(PLACE_LOCK, DEED_OWN_MEMORY)) return ServeFromOwnMemory(Where, What, Args);
  if (Does(PLACE_LOCK, DEED_RENAME)) {
    Resource* Other = new Resource;
    Other->IsAttached = false;
    Where->Live.push_back(Other);
    const D3DDDI_SURFACEINFO Surface = {16, 16, 1, nullptr, 0, 0};
    HRESULT Result = Where->Allocate(*Other, &Surface, 1, D3DDDIFMT_A8R8G8B8);
    return FAILED(Result) ? Result : LockOne(Where, Other, 0, {}, &Args->pSurfData);
  }
  const bool IsLate = Does(PLACE_LOCK, DEED_LATE_SUBMIT);
  const bool IsPromised = Args->Flags.Discard && ThePlan.Deed == DEED_FALSE_PROMISE;
  if (What->IsBatched && !IsLate && !IsPromised && !Does(PLACE_LOCK, DEED_NO_SUBMIT)) {
    HRESULT Result = Where->Submit();
    if (FAILED(Result)) return End(PLACE_LOCK, Result);
  }
  HRESULT Result = LockOne(Where, What, Args->SubResourceIndex, Args->Flags, &Args->pSurfData);
  if (IsLate) Where->Submit();
  return End(PLACE_LOCK, Result);
}

HRESULT APIENTRY Unlock(HANDLE hDevice, const D3DDDIARG_UNLOCK* Args) {
  Device* Where = DeviceOf(hDevice);
  Resource* What = ResourceOf(Args->hResource);
  ++ThePlan.Unlocks;
  if (Act(PLACE_UNLOCK, Where, What)) return ThePlan.Result;
  if (Does(PLACE_UNLOCK, DEED_RENAME)) {
    // It was a copy, which goes to the resource now.
    Resource* Other = Where->Live.back();
    HRESULT Result = Where->UnlockAll(*Other);
    if (SUCCEEDED(Result)) Result = Where->Fill(*Other, 0, 0);
    return FAILED(Result) ? Result : Where->Fill(*What, Args->SubResourceIndex, 0);
  }
  if (What->Allocations.empty() || !What->Locked[Args->SubResourceIndex]) return S_OK;
  D3DDDICB_UNLOCK Unlock = {1, &What->Allocations[Args->SubResourceIndex]};
  HRESULT Result = Where->Callbacks->pfnUnlockCb(Where->Runtime, &Unlock);
  if (SUCCEEDED(Result)) What->Locked[Args->SubResourceIndex] = false;
  return End(PLACE_UNLOCK, Result);
}

HRESULT APIENTRY ResolveSharedResource(HANDLE hDevice,
                                       const D3DDDIARG_RESOLVESHAREDRESOURCE* Args) {
  Device* Where = DeviceOf(hDevice);
  if (Act(PLACE_RESOLVE, Where, ResourceOf(Args->hResource))) return ThePlan.Result;
  return Does(PLACE_RESOLVE, DEED_NO_SUBMIT) ? S_OK : End(PLACE_RESOLVE, Where->Submit());
}

HRESULT APIENTRY LockAsync(HANDLE hDevice, D3DDDIARG_LOCKASYNC* Args) {
  Device* Where = DeviceOf(hDevice);
  Resource* What = ResourceOf(Args->hResource);
  ThePlan.LockAsyncThread = ThisThread();
  if (InterlockedCompareExchange(&ThePlan.Inside, 0, 0) != 0) ++ThePlan.Beside;
  if (Act(PLACE_LOCK_ASYNC, Where, What)) return ThePlan.Result;
  if (Does(PLACE_LOCK_ASYNC, DEED_SUBMIT)) Where->Submit();
  Args->Pitch = What->Pitches[Args->SubResourceIndex];
  if (Does(PLACE_LOCK_ASYNC, DEED_NO_LOCK)) {
    What->Memory.resize(4096);
    Args->pSurfData = What->Memory.data();
    return S_OK;
  }
  D3DDDICB_LOCK Lock = {};
  Lock.hAllocation = What->Allocations[Args->SubResourceIndex];
  Lock.Flags.LockEntire = 1;
  Lock.Flags.Discard = Args->Flags.Discard;
  Lock.Flags.NoExistingReference =
      Args->Flags.Discard &&
      (Args->Flags.NoExistingReferences || Does(PLACE_LOCK_ASYNC, DEED_FALSE_PROMISE));
  HRESULT Result = Where->Callbacks->pfnLockCb(Where->Runtime, &Lock);
  if (FAILED(Result)) return End(PLACE_LOCK_ASYNC, Result);
  What->Locked[Args->SubResourceIndex] = true;
  if (Does(PLACE_LOCK_ASYNC, DEED_ADOPT_EARLY))
    What->Allocations[Args->SubResourceIndex] = Lock.hAllocation;
  Args->pSurfData = Lock.pData;
  Args->hCookie = reinterpret_cast<HANDLE>(static_cast<ULONG_PTR>(Lock.hAllocation));
  if (Does(PLACE_LOCK_ASYNC, DEED_NULL_HANDLE)) Args->hCookie = nullptr;
  return End(PLACE_LOCK_ASYNC, S_OK);
}

HRESULT APIENTRY UnlockAsync(HANDLE hDevice, const D3DDDIARG_UNLOCKASYNC* Args) {
  const D3DDDIARG_UNLOCK Same = {Args->hResource, Args->SubResourceIndex, {}};
  return Unlock(hDevice, &Same);
}

HRESULT APIENTRY Rename(HANDLE hDevice, const D3DDDIARG_RENAME* Args) {
  Resource* What = ResourceOf(Args->hResource);
  ThePlan.RenameThread = ThisThread();
  if (Act(PLACE_RENAME, DeviceOf(hDevice), What)) return ThePlan.Result;
  What->Allocations[Args->SubResourceIndex] =
      static_cast<D3DKMT_HANDLE>(reinterpret_cast<ULONG_PTR>(Args->hCookie));
  return End(PLACE_RENAME, S_OK);
}

HRESULT APIENTRY GetCaptureAllocationHandle(HANDLE hDevice,
                                            D3DDDIARG_GETCAPTUREALLOCATIONHANDLE* Args) {
  Resource* What = ResourceOf(Args->hResource);
  if (Act(PLACE_CAPTURE, DeviceOf(hDevice), What)) return ThePlan.Result;
  Args->hAllocation = Does(PLACE_CAPTURE, DEED_NO_HANDLE) ? 0x5a5a5a40 : What->Allocations[0];
  return End(PLACE_CAPTURE, S_OK);
}

HRESULT APIENTRY QueryResourceResidency(HANDLE hDevice,
                                        const D3DDDIARG_QUERYRESOURCERESIDENCY* Args) {
  Device* Where = DeviceOf(hDevice);
  HRESULT Farthest = S_OK;
  for (UINT i = 0; i < Args->NumResources; ++i) {
    D3DDDI_RESIDENCYSTATUS Status = D3DDDI_RESIDENCYSTATUS_NOTRESIDENT;
    const D3DDDICB_QUERYRESIDENCY Query = {ResourceOf(Args->pHandleList[i])->Runtime, 0, nullptr,
                                           &Status};
    HRESULT Result = Where->Callbacks->pfnQueryResidencyCb(Where->Runtime, &Query);
    if (FAILED(Result)) return Result;
    if (Status == D3DDDI_RESIDENCYSTATUS_NOTRESIDENT) Farthest = MAKE_D3DDDISTATUS(2165);
    if (Status == D3DDDI_RESIDENCYSTATUS_RESIDENTINSHAREDMEMORY && Farthest == S_OK)
      Farthest = MAKE_D3DDDISTATUS(2166);
  }
  return End(PLACE_RESIDENCY, Farthest);
}

// How many threads are in Flush.
struct Visitor {
  Visitor() {
    const LONG Now = InterlockedIncrement(&ThePlan.Inside);
    if (Now > ThePlan.MostInside) ThePlan.MostInside = Now;
  }
  ~Visitor() { InterlockedDecrement(&ThePlan.Inside); }
};

HRESULT APIENTRY Flush(HANDLE hDevice) {
  const Visitor Here;
  Device* Where = DeviceOf(hDevice);
  ++ThePlan.Flushes;
  Resource* What = Where->Live.empty() ? nullptr : Where->Live.front();
  if (Act(PLACE_FLUSH, Where, What)) return ThePlan.Result;
  if (Does(PLACE_FLUSH, DEED_NO_SUBMIT)) return S_OK;
  HRESULT Result = Where->Submit();
  if (SUCCEEDED(Result) && ThePlan.Deed != DEED_DEFER_FOREVER) Result = Where->Drain();
  return End(PLACE_FLUSH, Result);
}

HRESULT APIENTRY Flush1(HANDLE hDevice, UINT) {
  Device* Where = DeviceOf(hDevice);
  if (Act(PLACE_TRIM, Where, Where->Live.empty() ? nullptr : Where->Live.front()))
    return ThePlan.Result;
  HRESULT Result = Where->Submit();
  if (SUCCEEDED(Result) && ThePlan.Deed != DEED_DEFER_FOREVER) Result = Where->Drain();
  return End(PLACE_TRIM, Result);
}

#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
HRESULT APIENTRY TrimResidencySet(HANDLE hDevice, D3DDDIARG_TRIMRESIDENCYSET* Args) {
  Device* Where = DeviceOf(hDevice);
  ++ThePlan.Trims;
  ThePlan.TrimFlags = Args->TrimFlags.Value;
  ThePlan.TrimBytes = static_cast<ULONG>(Args->NumBytesToTrim);
  if (Act(PLACE_TRIM_RESIDENCY, Where, Where->Live.empty() ? nullptr : Where->Live.front()))
    return ThePlan.Result;
  return End(PLACE_TRIM_RESIDENCY, S_OK);
}
#endif

HRESULT APIENTRY Blt(HANDLE hDevice, const D3DDDIARG_BLT* Args) {
  return DeviceOf(hDevice)->Fill(*ResourceOf(Args->hDstResource), Args->DstSubResourceIndex, 0);
}

HRESULT APIENTRY ColorFill(HANDLE hDevice, const D3DDDIARG_COLORFILL* Args) {
  Device* Where = DeviceOf(hDevice);
  Resource* What = ResourceOf(Args->hResource);
  if (Act(PLACE_COLOR_FILL, Where, What)) return ThePlan.Result;
  return End(PLACE_COLOR_FILL, Where->Fill(*What, Args->SubResourceIndex, Args->Color));
}

HRESULT APIENTRY Present(HANDLE hDevice, const D3DDDIARG_PRESENT* Args) {
  Device* Where = DeviceOf(hDevice);
  Resource* What = ResourceOf(Args->hSrcResource);
  ++ThePlan.Presents;
  if (Act(PLACE_PRESENT, Where, What)) return ThePlan.Result;
  D3DDDICB_PRESENT Present = {};
  Present.hSrcAllocation = What->Allocations[Args->SrcSubResourceIndex];
  Present.hContext = Where->Context;
  return End(PLACE_PRESENT, Where->Callbacks->pfnPresentCb(Where->Runtime, &Present));
}

HRESULT APIENTRY OfferResources(HANDLE hDevice, const D3DDDIARG_OFFERRESOURCES* Args) {
  Device* Where = DeviceOf(hDevice);
  if (Act(PLACE_OFFER, Where, ResourceOf(Args->pResources[0]))) return ThePlan.Result;
  std::vector<HANDLE> Handles;
  for (UINT i = 0; i < Args->Resources; ++i) {
    Resource* Each = ResourceOf(Args->pResources[i]);
    if (Each->IsBatched && !Does(PLACE_OFFER, DEED_NO_SUBMIT)) {
      HRESULT Result = Where->Submit();
      if (FAILED(Result)) return Result;
    }
    Handles.push_back(Each->Runtime);
  }
  D3DDDICB_OFFERALLOCATIONS Offer = {Handles.data(), nullptr, Args->Resources, Args->Priority};
  return End(PLACE_OFFER, Where->Callbacks->pfnOfferAllocationsCb(Where->Runtime, &Offer));
}

HRESULT APIENTRY ReclaimResources(HANDLE hDevice, const D3DDDIARG_RECLAIMRESOURCES* Args) {
  Device* Where = DeviceOf(hDevice);
  if (Act(PLACE_RECLAIM, Where, ResourceOf(Args->pResources[0]))) return ThePlan.Result;
  std::vector<HANDLE> Handles;
  for (UINT i = 0; i < Args->Resources; ++i)
    Handles.push_back(ResourceOf(Args->pResources[i])->Runtime);
  const bool IsAsking = !Does(PLACE_RECLAIM, DEED_NOT_ASKED);
  D3DDDICB_RECLAIMALLOCATIONS Reclaim = {Handles.data(), nullptr,
                                         IsAsking ? Args->pDiscarded : nullptr, Args->Resources};
  return End(PLACE_RECLAIM, Where->Callbacks->pfnReclaimAllocationsCb(Where->Runtime, &Reclaim));
}

// What the plan wants left behind.
void LeaveSomething(Device* Where) {
  Resource Scratch;
  Scratch.IsAttached = false;
  const D3DDDI_SURFACEINFO Surface = {16, 16, 1, nullptr, 0, 0};
  const bool IsLocked = Does(PLACE_DESTROY_DEVICE, DEED_KEEP_LOCK);
  if (IsLocked || Does(PLACE_DESTROY_DEVICE, DEED_KEEP_SCRATCH) ||
      Does(PLACE_DESTROY_DEVICE, DEED_NO_UNLOCK) || Does(PLACE_DESTROY_DEVICE, DEED_SCRATCH))
    Where->Allocate(Scratch, &Surface, 1, D3DDDIFMT_A8R8G8B8);
  void* Data = nullptr;
  if (IsLocked || ThePlan.Deed == DEED_NO_UNLOCK) LockOne(Where, &Scratch, 0, {}, &Data);
  if (ThePlan.Deed == DEED_NO_UNLOCK || ThePlan.Deed == DEED_SCRATCH) Where->Release(Scratch);
  if (Does(PLACE_DESTROY_DEVICE, DEED_KEEP_SYNC)) {
    D3DDDICB_CREATESYNCHRONIZATIONOBJECT Sync = {};
    Sync.Info.Type = D3DDDI_SYNCHRONIZATION_MUTEX;
    Where->Callbacks->pfnCreateSynchronizationObjectCb(Where->Runtime, &Sync);
  }
}

HRESULT APIENTRY DestroyDevice(HANDLE hDevice) {
  Device* Where = DeviceOf(hDevice);
  if (Act(PLACE_DESTROY_DEVICE, Where, nullptr)) return ThePlan.Result;
  LeaveSomething(Where);
  Where->Submit();
  if (!Does(PLACE_DESTROY_RESOURCE, DEED_DEFER_FOREVER)) Where->Drain();
  for (Resource* Each : Where->Deferred) delete Each;
  // Those whose DestroyResource failed.
  for (Resource* Each : Where->Live) {
    Where->UnlockAll(*Each);
    Where->Release(*Each);
    delete Each;
  }
  if (Where->Context != nullptr && !Does(PLACE_DESTROY_DEVICE, DEED_KEEP_CONTEXT)) {
    D3DDDICB_DESTROYCONTEXT Destroy = {Where->Context};
    Where->Callbacks->pfnDestroyContextCb(Where->Runtime, &Destroy);
  }
  if (!Does(PLACE_DESTROY_DEVICE, DEED_KEEP_DEVICE)) Forget(Where);
  return End(PLACE_DESTROY_DEVICE, S_OK);
}

void FillTable(D3DDDI_DEVICEFUNCS* Table) {
  Table->pfnCreateResource = CreateResource;
  if (!Does(PLACE_CREATE_DEVICE, DEED_NO_SECOND)) Table->pfnCreateResource2 = CreateResource2;
  Table->pfnOpenResource = OpenResource;
  Table->pfnDestroyResource = DestroyResource;
  Table->pfnLock = Lock;
  Table->pfnUnlock = Unlock;
  if (!Does(PLACE_CREATE_DEVICE, DEED_NO_FUNCTION)) Table->pfnFlush = Flush;
  Table->pfnColorFill = ColorFill;
  Table->pfnPresent = Present;
  Table->pfnResolveSharedResource = ResolveSharedResource;
  Table->pfnOfferResources = OfferResources;
  Table->pfnReclaimResources = ReclaimResources;
  Table->pfnDestroyDevice = DestroyDevice;
  Table->pfnBlt = Blt;
  Table->pfnFlush1 = Flush1;
  Table->pfnGetCaptureAllocationHandle = GetCaptureAllocationHandle;
  Table->pfnQueryResourceResidency = QueryResourceResidency;
#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
  if (!Does(PLACE_CREATE_DEVICE, DEED_NO_TRIM)) Table->pfnTrimResidencySet = TrimResidencySet;
#endif
  if (Does(PLACE_CREATE_DEVICE, DEED_ALL_ASYNC)) {
    Table->pfnLockAsync = LockAsync;
    Table->pfnUnlockAsync = UnlockAsync;
    Table->pfnRename = Rename;
  }
  if (Does(PLACE_CREATE_DEVICE, DEED_HALF_ASYNC))
    Table->pfnLockAsync = reinterpret_cast<PFND3DDDI_LOCKASYNC>(Lock);
}

HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE* Args) {
  Device* Where = new Device;
  Where->Next = Devices;
  Devices = Where;
  Where->Runtime = Args->hDevice;
  Where->Owner = static_cast<Adapter*>(hAdapter);
  Where->Callbacks = Args->pCallbacks;
  if (Does(PLACE_CREATE_DEVICE, DEED_COPY_TABLE)) {
    Where->Copied = *Args->pCallbacks;
    Where->Callbacks = &Where->Copied;
  }
  if (Does(PLACE_CREATE_DEVICE, DEED_OBSOLETE)) *static_cast<UINT*>(Args->pCommandBuffer) = 1;
  if (Act(PLACE_CREATE_DEVICE, Where, nullptr)) {
    Forget(Where);
    return ThePlan.Result;
  }
  HRESULT Result = Does(PLACE_CREATE_DEVICE, DEED_NO_CONTEXT) ? S_OK : Where->MakeContext();
  if (Does(PLACE_CREATE_DEVICE, DEED_FAIL_AND_KEEP)) Result = E_OUTOFMEMORY;
  if (FAILED(Result)) {
    Forget(Where);
    return End(PLACE_CREATE_DEVICE, Result);
  }
  FillTable(Args->pDeviceFuncs);
  if (Does(PLACE_CREATE_DEVICE, DEED_NO_HANDLE)) {
    Forget(Where);
    return S_OK;
  }
  Args->hDevice = Where;
  return End(PLACE_CREATE_DEVICE, S_OK);
}

HRESULT APIENTRY GetCaps(HANDLE, const D3DDDIARG_GETCAPS* Args) {
  const bool IsEncoder = ThePlan.Deed == DEED_ENCODER;
  if (Args->Type == D3DDDICAPS_GETFORMATCOUNT) {
    *static_cast<UINT*>(Args->pData) = 1;
    return S_OK;
  }
  if (Args->Type != D3DDDICAPS_GETFORMATDATA) return E_NOTIMPL;
  FORMATOP Format = {};
  Format.Format = D3DDDIFMT_A8R8G8B8;
  Format.Operations = FORMATOP_TEXTURE | (IsEncoder ? FORMATOP_VIDEO_ENCODER : 0);
  *static_cast<FORMATOP*>(Args->pData) = Format;
  return S_OK;
}

HRESULT APIENTRY CloseAdapter(HANDLE hAdapter) {
  delete static_cast<Adapter*>(hAdapter);
  return S_OK;
}

}  // namespace

extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* Args) {
  if (Act(PLACE_OPEN_ADAPTER, nullptr, nullptr)) return ThePlan.Result;
  Opened = new Adapter{Args->hAdapter, Args->pAdapterCallbacks};
  ULONG Data[16] = {};
  D3DDDICB_QUERYADAPTERINFO Query = {Data, sizeof(Data)};
  if (!Does(PLACE_OPEN_ADAPTER, DEED_NO_QUERY))
    Opened->Callbacks->pfnQueryAdapterInfoCb(Opened->Runtime, &Query);
  Args->pAdapterFuncs->pfnGetCaps = GetCaps;
  if (!Does(PLACE_OPEN_ADAPTER, DEED_NO_FUNCTION))
    Args->pAdapterFuncs->pfnCreateDevice = CreateDevice;
  Args->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;
  if (!Does(PLACE_OPEN_ADAPTER, DEED_NO_VERSION)) Args->DriverVersion = D3D_UMD_INTERFACE_VERSION;
  if (!Does(PLACE_OPEN_ADAPTER, DEED_NO_HANDLE)) Args->hAdapter = Opened;
  // Nobody closes what cannot be used.
  const bool IsUnusable = ThePlan.Deed == DEED_NO_FUNCTION || ThePlan.Deed == DEED_NO_HANDLE;
  if (ThePlan.Place == PLACE_OPEN_ADAPTER && IsUnusable) delete Opened;
  return End(PLACE_OPEN_ADAPTER, S_OK);
}

// For tests.
extern "C" HRESULT APIENTRY OpenAdapter12(DOOR* Door) {
  Door->Plan = &ThePlan;
  Door->Call = [](HANDLE hDevice) { Act(PLACE_OUTSIDE, DeviceOf(hDevice), nullptr); };
  return S_OK;
}
