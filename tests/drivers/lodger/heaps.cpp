// Heaps and the resources in them.
#include "lodger.h"

namespace {

// As WDDM had it before Direct3D 12.
HRESULT AllocateByKernel(Device& Where, SOFTGPU_ALLOCATION_DATA& Data, Heap& Into) {
  D3DDDI_ALLOCATIONINFO2 Info = {};
  Info.pPrivateDriverData = &Data;
  Info.PrivateDriverDataSize = sizeof(Data);
  D3DDDICB_ALLOCATE Call = {};
  Call.hResource = Into.Runtime;
  Call.NumAllocations = 1;
  Call.pAllocationInfo2 = &Info;
  const HRESULT Result = Where.Kernel->pfnAllocateCb(Where.Runtime.handle, &Call);
  Into.Allocation = Info.hAllocation;
  return Result;
}

HRESULT Allocate(Device& Where, Heap& Into) {
  const bool IsRefused =
      Does(IN_CREATE_HEAP, ALLOCATE_REFUSED) || Does(IN_CREATE_HEAP, ALLOCATE_UNCHECKED);
  SOFTGPU_ALLOCATION_DATA Data = DataOf(Into.Bytes, Into.IsVisible, !IsRefused);
  if (Does(IN_CREATE_HEAP, ALLOCATE_BY_KERNEL)) return AllocateByKernel(Where, Data, Into);
  D3D12DDI_ALLOCATION_INFO_0022 Info = {};
  Info.pPrivateDriverData = &Data;
  Info.PrivateDriverDataSize = sizeof(Data);
  D3D12DDICB_ALLOCATE_0022 Call = {};
  Call.hResource = Does(IN_CREATE_HEAP, ALLOCATE_UNATTACHED) ? nullptr : Into.Runtime;
  Call.NumAllocations = 1;
  Call.pAllocationInfo = &Info;
  const HRESULT Result = Where.Core->pfnAllocateCb(Where.Runtime, &Call);
  ThePlan.Got = Result;
  if (SUCCEEDED(Result)) Into.Allocation = Info.hAllocation;
  const bool IsUnchecked =
      Does(IN_CREATE_HEAP, ALLOCATE_UNCHECKED) || Does(IN_CREATE_HEAP, IGNORE_FAILURES);
  return IsUnchecked ? S_OK : Result;
}

HRESULT Release(Device& Where, Heap& Which) {
  if (Which.Allocation == 0 || Does(IN_DESTROY_HEAP, RELEASE_NEVER)) return S_OK;
  if (Does(IN_DESTROY_HEAP, RELEASE_BY_KERNEL)) {
    const D3DDDICB_DEALLOCATE Call = {Which.Runtime, 0, nullptr};
    return Where.Kernel->pfnDeallocateCb(Where.Runtime.handle, &Call);
  }
  D3D12DDICB_DEALLOCATE_0022 Call = {};
  Call.hResource = Which.Runtime;
  const D3DKMT_HANDLE Own = Which.Allocation;
  if (Does(IN_CREATE_HEAP, ALLOCATE_UNATTACHED) || Does(IN_DESTROY_HEAP, RELEASE_BY_LIST))
    Call = {nullptr, 1, &Own, D3D12DDI_DEALLOCATE_FLAGS_0022_NONE};
  if (Does(IN_DESTROY_HEAP, RELEASE_BAD_FLAGS))
    Call.Flags = D3D12DDI_DEALLOCATE_FLAGS_0022(ThePlan.Value);
  if (Does(IN_DESTROY_HEAP, RELEASE_WRONG)) Call.hResource = &Which;
  ThePlan.Got = Where.Core->pfnDeallocateCb(Where.Runtime, &Call);
  return ThePlan.Got;
}

template <typename Wish>
D3D12DDI_HEAP_AND_RESOURCE_SIZES APIENTRY CalcSizes(D3D12DDI_HDEVICE,
                                                    const D3D12DDIARG_CREATEHEAP_0001*, const Wish*,
                                                    D3D12DDI_HPROTECTEDRESOURCESESSION_0030) {
  if (Does(IN_CALC_HEAP, BREAK_SIZE)) return {ThePlan.Value, ThePlan.Value};
  return {sizeof(Heap), sizeof(Resource)};
}

// A description that is absent is not read; the plan may want that.
template <typename Wish>
void Look(const D3D12DDIARG_CREATEHEAP_0001* Wanted, const Wish* Described) {
  ++ThePlan.Creates;
  if (Wanted != nullptr) {
    ++ThePlan.Heaps;
    ThePlan.LastCreationNodes = Wanted->CreationNodeMask;
    ThePlan.LastVisibleNodes = Wanted->VisibleNodeMask;
  }
  if (Described != nullptr) ++ThePlan.Resources;
  if (Does(IN_CREATE_HEAP, BREAK_FOLLOW_NULL))
    ThePlan.Value = static_cast<volatile const Wish*>(Described)->Height;
}

HRESULT MakeHeap(Device& Where, const D3D12DDIARG_CREATEHEAP_0001& Wanted,
                 D3D12DDI_HRTRESOURCE Runtime, Heap& Made) {
  Made.Runtime = Runtime.handle;
  Made.Bytes = Wanted.ByteSize;
  Made.IsVisible = Wanted.CPUPageProperty != D3D12DDI_CPU_PAGE_PROPERTY_NOT_AVAILABLE;
  const HRESULT Result = Allocate(Where, Made);
  if (FAILED(Result)) return Result;
  if (Does(IN_CREATE_HEAP, ALLOCATE_AND_KEEP)) return ThePlan.Result;
  if (!Does(IN_CREATE_HEAP, BREAK_FAIL)) return S_OK;
  Release(Where, Made);
  return ThePlan.Result;
}

template <typename Wish>
HRESULT APIENTRY CreateHeapAndResource(D3D12DDI_HDEVICE Handle,
                                       const D3D12DDIARG_CREATEHEAP_0001* Wanted, D3D12DDI_HHEAP In,
                                       D3D12DDI_HRTRESOURCE Runtime, const Wish* Described,
                                       const D3D12DDI_CLEAR_VALUES*,
                                       D3D12DDI_HPROTECTEDRESOURCESESSION_0030,
                                       D3D12DDI_HRESOURCE Out) {
  Device& Where = From(Handle);
  Look(Wanted, Described);
  if (Wanted != nullptr) {
    Heap& Made = *new (In.pDrvPrivate) Heap();
    const HRESULT Result = MakeHeap(Where, *Wanted, Runtime, Made);
    if (FAILED(Result)) return Result;
    Act(IN_CREATE_HEAP, Where, &Made, sizeof(Made));
    if (Does(IN_CREATE_HEAP, RESIDENT_UNASKED)) MakeResidentUnasked(Where, Made);
    PinCreated(Where, Made);
  } else if (Does(IN_CREATE_HEAP, ALLOCATE_FOR_PLACED)) {
    Heap Own = {};
    Own.Runtime = Runtime.handle;
    Own.Bytes = 4096;
    Own.IsVisible = true;
    return Allocate(Where, Own);
  }
  if (Described != nullptr) new (Out.pDrvPrivate) Resource{static_cast<Heap*>(In.pDrvPrivate)};
  return S_OK;
}

VOID APIENTRY DestroyHeapAndResource(D3D12DDI_HDEVICE Handle, D3D12DDI_HHEAP Dead,
                                     D3D12DDI_HRESOURCE Resource) {
  Device& Where = From(Handle);
  ++ThePlan.Destroys;
  if (Dead.pDrvPrivate != nullptr) ++ThePlan.Heaps;
  if (Resource.pDrvPrivate != nullptr) ++ThePlan.Resources;
  if (Does(IN_DESTROY_HEAP, BREAK_FOLLOW_NULL))
    ThePlan.Value = *static_cast<volatile ULONG*>(Dead.pDrvPrivate);
  if (Dead.pDrvPrivate == nullptr) return;
  NoteDead(Dead.pDrvPrivate);
  Heap& Which = *static_cast<Heap*>(Dead.pDrvPrivate);
  UnpinDestroyed(Where, Which);
  const HRESULT Result = Release(Where, Which);
  if (FAILED(Result) && !Does(IN_DESTROY_HEAP, RELEASE_WRONG) &&
      !Does(IN_DESTROY_HEAP, RELEASE_BAD_FLAGS))
    Where.Core->pfnSetErrorCb(Where.Runtime, D3DDDIERR_DEVICEREMOVED);
}

D3D12DDI_HEAP_AND_RESOURCE_SIZES APIENTRY CalcOpened(D3D12DDI_HDEVICE,
                                                     const D3D12DDIARG_OPENHEAP_0003*) {
  return {sizeof(Heap), sizeof(Resource)};
}
D3D12DDI_HEAP_AND_RESOURCE_SIZES APIENTRY CalcOpenedLater(D3D12DDI_HDEVICE Handle,
                                                          const D3D12DDIARG_OPENHEAP_0003* Wanted,
                                                          D3D12DDI_HPROTECTEDRESOURCESESSION_0030) {
  return CalcOpened(Handle, Wanted);
}

HRESULT APIENTRY Open(D3D12DDI_HDEVICE, const D3D12DDIARG_OPENHEAP_0003* Wanted, D3D12DDI_HHEAP In,
                      D3D12DDI_HRTRESOURCE Runtime, D3D12DDI_HRESOURCE Out) {
  ThePlan.OpenedKernelResource = Wanted->hKMResource;
  ThePlan.OpenedAllocation = Wanted->pOpenAllocationInfo[0].hAllocation;
  if (Does(IN_OPEN_HEAP, BREAK_FAIL)) return ThePlan.Result;
  Heap& Made = *new (In.pDrvPrivate) Heap();
  Made.Runtime = Runtime.handle;
  Made.Allocation = Wanted->pOpenAllocationInfo[0].hAllocation;
  new (Out.pDrvPrivate) Resource{&Made};
  return S_OK;
}
HRESULT APIENTRY OpenLater(D3D12DDI_HDEVICE Handle, const D3D12DDIARG_OPENHEAP_0003* Wanted,
                           D3D12DDI_HHEAP In, D3D12DDI_HRTRESOURCE Runtime,
                           D3D12DDI_HPROTECTEDRESOURCESESSION_0030, D3D12DDI_HRESOURCE Out) {
  return Open(Handle, Wanted, In, Runtime, Out);
}

HRESULT APIENTRY MapHeap(D3D12DDI_HDEVICE Handle, D3D12DDI_HHEAP Which, void** Out) {
  static char Own[16];
  Device& Where = From(Handle);
  ++ThePlan.Maps;
  Act(IN_MAP, Where, Which.pDrvPrivate, sizeof(Heap));
  *Out = Own;
  if (Does(IN_MAP, MAP_WITHOUT_LOCK)) return S_OK;
  D3DDDICB_LOCK2 Call = {};
  Call.hAllocation = static_cast<Heap*>(Which.pDrvPrivate)->Allocation;
  ThePlan.Got = Where.Kernel->pfnLock2Cb(Where.Runtime.handle, &Call);
  if (FAILED(ThePlan.Got)) return Does(IN_MAP, IGNORE_FAILURES) ? S_OK : ThePlan.Got;
  *Out = Does(IN_MAP, MAP_NOWHERE) ? nullptr : Call.pData;
  return S_OK;
}

void Unlock(Device& Where, const Heap& Which) {
  D3DDDICB_UNLOCK2 Call = {};
  Call.hAllocation = Which.Allocation;
  ThePlan.Got = Where.Kernel->pfnUnlock2Cb(Where.Runtime.handle, &Call);
}

VOID APIENTRY UnmapHeap(D3D12DDI_HDEVICE Handle, D3D12DDI_HHEAP Which) {
  ++ThePlan.Unmaps;
  if (!Does(IN_UNMAP, UNMAP_NOTHING)) Unlock(From(Handle), *static_cast<Heap*>(Which.pDrvPrivate));
}

template <typename Wish>
SIZE_T APIENTRY CalcQueue(D3D12DDI_HDEVICE, const Wish*) {
  return sizeof(Queue);
}
template <typename Wish>
HRESULT APIENTRY CreateQueue(D3D12DDI_HDEVICE Handle, const Wish*, D3D12DDI_HCOMMANDQUEUE Out,
                             D3D12DDI_HRTCOMMANDQUEUE Runtime) {
  return CreateQueueFor(From(Handle), Out, Runtime);
}

template <typename Wish, typename QueueWish, typename Table>
void FillCommon(Table& Out) {
  Out.pfnCalcPrivateHeapAndResourceSizes = CalcSizes<Wish>;
  Out.pfnCreateHeapAndResource = CreateHeapAndResource<Wish>;
  Out.pfnDestroyHeapAndResource = DestroyHeapAndResource;
  Out.pfnMapHeap = ThePlan.Deed == BREAK_MISSING_ENTRY ? nullptr : MapHeap;
  Out.pfnUnmapHeap = UnmapHeap;
  Out.pfnMakeResident = MakeResident;
  Out.pfnEvict = Evict;
  Out.pfnCalcPrivateCommandQueueSize = CalcQueue<QueueWish>;
  Out.pfnCreateCommandQueue = CreateQueue<QueueWish>;
  Out.pfnDestroyCommandQueue = DestroyQueue;
}

}  // namespace

HRESULT FillDeviceTable(void* Table, SIZE_T Bytes) {
  if (Bytes == sizeof(D3D12DDI_DEVICE_FUNCS_CORE_0033)) {
    auto& Out = *static_cast<D3D12DDI_DEVICE_FUNCS_CORE_0033*>(Table);
    FillCommon<D3D12DDIARG_CREATERESOURCE_0003, D3D12DDIARG_CREATECOMMANDQUEUE_0023>(Out);
    Out.pfnCalcPrivateOpenedHeapAndResourceSizes = CalcOpened;
    Out.pfnOpenHeapAndResource = Open;
    return S_OK;
  }
  if (Bytes == sizeof(D3D12DDI_DEVICE_FUNCS_CORE_0052)) {
    auto& Out = *static_cast<D3D12DDI_DEVICE_FUNCS_CORE_0052*>(Table);
    FillCommon<D3D12DDIARG_CREATERESOURCE_0003, D3D12DDIARG_CREATECOMMANDQUEUE_0050>(Out);
    Out.pfnCalcPrivateOpenedHeapAndResourceSizes = CalcOpenedLater;
    Out.pfnOpenHeapAndResource = OpenLater;
    return S_OK;
  }
  if (Bytes != sizeof(D3D12DDI_DEVICE_FUNCS_CORE_0088)) return E_FAIL;
  auto& Out = *static_cast<D3D12DDI_DEVICE_FUNCS_CORE_0088*>(Table);
  FillCommon<D3D12DDIARG_CREATERESOURCE_0088, D3D12DDIARG_CREATECOMMANDQUEUE_0050>(Out);
  Out.pfnCalcPrivateOpenedHeapAndResourceSizes = CalcOpenedLater;
  Out.pfnOpenHeapAndResource = OpenLater;
  return S_OK;
}
