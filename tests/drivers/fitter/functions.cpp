// The table of device functions.
#include <optional>

#include "pipeline.h"

namespace {

Device& From(D3D10DDI_HDEVICE Handle) { return *static_cast<Device*>(Handle.pDrvPrivate); }
Resource& From(D3D10DDI_HRESOURCE Handle) {
  Block& At = *static_cast<Block*>(Handle.pDrvPrivate);
  if (At.Self != &At) ++ThePlan.BlockMoved;
  return *At.Core;
}

// Becomes any function that has nothing to do.
struct Nothing {
  template <typename Returned, typename... Arguments>
  using Function = Returned(APIENTRY*)(Arguments...);
  template <typename Returned, typename... Arguments>
  operator Function<Returned, Arguments...>() const {
    return [](Arguments...) -> Returned { return Returned(sizeof(void*)); };
  }
  template <typename... Arguments>
  operator Function<void, Arguments...>() const {
    return [](Arguments...) {};
  }
};

// Counts threads in the functions that come one at a time.
struct Visit {
  Visit() {
    const LONG Now = InterlockedIncrement(&ThePlan.Inside);
    if (Now > ThePlan.MostInside) ThePlan.MostInside = Now;
  }
  ~Visit() { InterlockedDecrement(&ThePlan.Inside); }
};

SIZE_T APIENTRY CalcPrivateResourceSize(D3D10DDI_HDEVICE Handle,
                                        const D3D11DDIARG_CREATERESOURCE*) {
  Act(AT_CALC_RESOURCE, From(Handle), nullptr);
  if (Does(AT_CALC_RESOURCE, DO_SIZE)) return static_cast<LONG>(ThePlan.Value);
  if (Does(AT_CALC_RESOURCE, DO_SHARED_SCRATCH)) {
    static volatile SIZE_T Sum;
    Sum = sizeof(Block);
    D3DDDICB_CREATESYNCHRONIZATIONOBJECT Sync = {};  // others may run meanwhile
    Sync.Info.Type = D3DDDI_SYNCHRONIZATION_MUTEX;
    From(Handle).Callbacks->pfnCreateSynchronizationObjectCb(From(Handle).Runtime, &Sync);
    const D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT Destroy = {Sync.hSyncObject};
    From(Handle).Callbacks->pfnDestroySynchronizationObjectCb(From(Handle).Runtime, &Destroy);
    Sum = Sum + sizeof(Block);
    return Sum;
  }
  ThePlan.LastBytes = sizeof(Block);
  return sizeof(Block);
}

SIZE_T APIENTRY CalcPrivateOpenedResourceSize(D3D10DDI_HDEVICE, const D3D10DDIARG_OPENRESOURCE*) {
  return sizeof(Block);
}

SOFTGPU_ALLOCATION_DATA DataOf(const D3D11DDIARG_CREATERESOURCE& Wanted, UINT Level) {
  SOFTGPU_ALLOCATION_DATA Data = {};
  Data.Header = {SOFTGPU_ALLOCATION_MAGIC, SOFTGPU_VERSION, sizeof(Data)};
  Data.Flags = SOFTGPU_ALLOCATION_CPU_VISIBLE;
  Data.Bytes =
      UINT64(4) * Wanted.pMipInfoList[Level].TexelWidth * Wanted.pMipInfoList[Level].TexelHeight;
  return Data;
}

HRESULT Allocate(Device& Where, const D3D11DDIARG_CREATERESOURCE& Wanted, Resource& Into) {
  std::vector<SOFTGPU_ALLOCATION_DATA> Private;
  for (UINT Slice = 0; Slice < Wanted.ArraySize; ++Slice) {
    for (UINT Level = 0; Level < Wanted.MipLevels; ++Level) {
      Private.push_back(DataOf(Wanted, Level));
      Into.Pitches.push_back(4 * Wanted.pMipInfoList[Level].TexelWidth);
      Into.Heights.push_back(Wanted.pMipInfoList[Level].TexelHeight);
      Into.Locked.push_back(false);
    }
  }
  std::vector<D3DDDI_ALLOCATIONINFO> Infos(Private.size());
  std::vector<D3DDDI_ALLOCATIONINFO2> Long(Private.size());
  for (size_t i = 0; i < Infos.size(); ++i) {
    Long[i].pPrivateDriverData = Infos[i].pPrivateDriverData = &Private[i];
    Long[i].PrivateDriverDataSize = Infos[i].PrivateDriverDataSize = sizeof(Private[i]);
  }
  D3DDDICB_ALLOCATE Call = {};
  Call.hResource = Into.Runtime;
  Call.NumAllocations = static_cast<UINT>(Infos.size());
  Call.pAllocationInfo = Infos.data();
  if (Where.IsLong) Call.pAllocationInfo2 = Long.data();
  const HRESULT Result = Where.Callbacks->pfnAllocateCb(Where.Runtime, &Call);
  if (FAILED(Result)) return Result;
  for (size_t i = 0; i < Infos.size(); ++i)
    Into.Allocations.push_back(Where.IsLong ? Long[i].hAllocation : Infos[i].hAllocation);
  Where.LastAllocation = Into.Allocations[0];
  return S_OK;
}

// A deferred context's handle: nothing is described, and what was the runtime's handle is the other one.
void OpenLocal(Device& Where, const D3D11DDIARG_CREATERESOURCE* Wanted, D3D10DDI_HRESOURCE Out,
               D3D10DDI_HRTRESOURCE Immediate) {
  ++ThePlan.Opened;
  if (Wanted != nullptr) ++ThePlan.Described;
  Act(AT_OPEN_LOCAL, Where, Out.pDrvPrivate);
  if (ThePlan.Place == AT_OPEN_LOCAL && ThePlan.Deed == DO_SET_ERROR) return;
  Resource* const Core = static_cast<Block*>(Immediate.handle)->Core;
  *static_cast<Local*>(Out.pDrvPrivate) = {{Core, Out.pDrvPrivate}, 0};
  ++Core->Locals;
  ++Where.Open;
}

void CloseLocal(Device& Where, D3D10DDI_HRESOURCE Dead) {
  ++ThePlan.Closed;
  ThePlan.ViewsAtClose += static_cast<Local*>(Dead.pDrvPrivate)->Views;
  Act(AT_CLOSE_LOCAL, Where, Dead.pDrvPrivate);
  --From(Dead).Locals;
  --Where.Open;
}

VOID APIENTRY CreateResource(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CREATERESOURCE* Wanted,
                             D3D10DDI_HRESOURCE Out, D3D10DDI_HRTRESOURCE Runtime) {
  Device& Where = From(Handle);
  if (Where.IsDeferred) return OpenLocal(Where, Wanted, Out, Runtime);
  ++ThePlan.Creates;
  ThePlan.LastBlock = Out.pDrvPrivate;
  if (*static_cast<ULONG*>(Out.pDrvPrivate) == 0xcdcdcdcd) ++ThePlan.WasPoisoned;
  Resource* const Made = new Resource();
  Made->Runtime = Runtime.handle;
  Made->IsPrimary = Wanted->pPrimaryDesc != nullptr;
  std::optional<Visit> Inside;
  if (Made->IsPrimary) Inside.emplace();
  const HRESULT Result = Allocate(Where, *Wanted, *Made);
  if (FAILED(Result)) {
    delete Made;
    return Where.Tell(Result, E_OUTOFMEMORY);
  }
  if (Does(AT_CREATE_RESOURCE, DO_SET_ERROR) || Does(AT_CREATE_RESOURCE, DO_SET_ERROR_AND_KEEP)) {
    if (ThePlan.Deed == DO_SET_ERROR) Where.Release(*Made);
    delete Made;
    return Where.Core->pfnSetErrorCb(Where.CoreLayer, ThePlan.Result);
  }
  NoteMade(Runtime);
  *static_cast<Block*>(Out.pDrvPrivate) = {Made, Out.pDrvPrivate};
  Act(AT_CREATE_RESOURCE, Where, Out.pDrvPrivate);
  ++Where.Children;
}

VOID APIENTRY OpenResource(D3D10DDI_HDEVICE Handle, const D3D10DDIARG_OPENRESOURCE* Wanted,
                           D3D10DDI_HRESOURCE Out, D3D10DDI_HRTRESOURCE Runtime) {
  Device& Where = From(Handle);
  ++ThePlan.Opens;
  ThePlan.OpenedKernelResource = Wanted->hKMResource.handle;
  ThePlan.OpenedAllocation = Wanted->pOpenAllocationInfo[0].hAllocation;
  if (Does(AT_OPEN_RESOURCE, DO_SET_ERROR))
    return Where.Core->pfnSetErrorCb(Where.CoreLayer, ThePlan.Result);
  Resource* const Made = new Resource();
  Made->Runtime = Runtime.handle;
  for (UINT i = 0; i < Wanted->NumAllocations; ++i) {
    Made->Allocations.push_back(Wanted->pOpenAllocationInfo[i].hAllocation);
    Made->Pitches.push_back(64);
    Made->Heights.push_back(16);
    Made->Locked.push_back(false);
  }
  *static_cast<Block*>(Out.pDrvPrivate) = {Made, Out.pDrvPrivate};
  ++Where.Children;
}

HRESULT UnlockAll(Device& Where, Resource& Which) {
  HRESULT Result = S_OK;
  for (size_t i = 0; i < Which.Locked.size(); ++i) {
    if (!Which.Locked[i]) continue;
    Which.Locked[i] = false;
    const D3DDDICB_UNLOCK Unlock = {1, &Which.Allocations[i]};
    const HRESULT Unlocked = Where.Callbacks->pfnUnlockCb(Where.Runtime, &Unlock);
    if (FAILED(Unlocked)) Result = Unlocked;
  }
  return Result;
}

VOID APIENTRY DestroyResource(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE Dead) {
  Device& Where = From(Handle);
  if (Where.IsDeferred) return CloseLocal(Where, Dead);
  Resource& Which = From(Dead);
  ThePlan.OpenAtDestroy += Which.Locals;
  ++ThePlan.Destroys;
  ThePlan.ViewsAtDestroy += Which.Views;
  ThePlan.BoundAtDestroy +=
      Where.Bound != nullptr && static_cast<View*>(Where.Bound)->Of->Core == &Which;
  --Where.Children;
  NoteDead(Dead.pDrvPrivate);
  Act(AT_DESTROY_RESOURCE, Where, Dead.pDrvPrivate);
  HRESULT Result = Where.Names(Which) ? Where.Submit() : S_OK;
  const HRESULT Unlocked = UnlockAll(Where, Which);
  if (SUCCEEDED(Result)) Result = Unlocked;
  if (Does(AT_DESTROY_RESOURCE, DO_NEVER_RELEASE)) {
    delete &Which;
  } else if (Does(AT_DESTROY_RESOURCE, DO_DEFER)) {
    Where.Deferred.push_back(&Which);
  } else {
    const HRESULT Released = Where.Release(Which);
    if (SUCCEEDED(Result)) Result = Released;
    delete &Which;
  }
  Where.Tell(Result);
}

VOID APIENTRY DestroyDevice(D3D10DDI_HDEVICE Handle) {
  Device& Where = From(Handle);
  if (Where.IsDeferred) {
    ++ThePlan.DeferredsGone;
    ThePlan.OpenAtGone += Where.Open;
    Where.~Device();
    return;
  }
  ThePlan.ChildrenAtEnd = Where.Children;
  HRESULT Result = Where.Submit();
  const HRESULT Drained = Where.Drain();
  if (SUCCEEDED(Result)) Result = Drained;
  const D3DDDICB_DESTROYCONTEXT Gone = {Where.Context};
  const HRESULT Ended = Where.Callbacks->pfnDestroyContextCb(Where.Runtime, &Gone);
  if (SUCCEEDED(Result)) Result = Ended;
  Act(AT_DESTROY_DEVICE, Where, Handle.pDrvPrivate);
  Where.Tell(Result);
  NoteDead(Handle.pDrvPrivate);
  Where.~Device();
}

BOOL APIENTRY Flush(D3D10DDI_HDEVICE Handle, UINT Flags) {
  Device& Where = From(Handle);
  ++ThePlan.Flushes;
  const Visit Inside;
  Act(AT_FLUSH, Where, nullptr);
  if (Flags != 0 && Does(AT_FLUSH, DO_SUBMIT_ALWAYS)) {
    SOFTGPU_COMMAND Fill = {};
    Fill.Operation = SOFTGPU_COMMAND_FILL;
    Fill.Bytes = 64;
    Where.Append(Fill, Where.LastAllocation, 0);
  }
  const bool HadWork = Where.Used != 0;
  HRESULT Result = Where.Submit();
  const HRESULT Drained = Where.Drain();
  if (SUCCEEDED(Result)) Result = Drained;
  Where.Tell(Result);
  const BOOL Answer = SUCCEEDED(Result) && HadWork;
  return Does(AT_FLUSH, DO_WRONG_BOOL) ? !Answer : Answer;
}

VOID APIENTRY ResourceMap(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE Which, UINT Index,
                          D3D10_DDI_MAP Kind, UINT Flags, D3D10DDI_MAPPED_SUBRESOURCE* Out) {
  Device& Where = From(Handle);
  Resource& Core = From(Which);
  ++ThePlan.Maps;
  if (Does(AT_MAP, DO_SET_ERROR)) return Where.Core->pfnSetErrorCb(Where.CoreLayer, ThePlan.Result);
  HRESULT Result = Where.Names(Core) ? Where.Submit() : S_OK;
  D3DDDICB_LOCK Lock = {};
  Lock.hAllocation = Core.Allocations[Index];
  Lock.Flags.LockEntire = 1;
  Lock.Flags.Discard = Kind == D3D10_DDI_MAP_WRITE_DISCARD;
  Lock.Flags.DonotWait = (Flags & D3D10_DDI_MAP_FLAG_DONOTWAIT) != 0 && !Lock.Flags.Discard;
  if (SUCCEEDED(Result)) Result = Where.Callbacks->pfnLockCb(Where.Runtime, &Lock);
  if (FAILED(Result) && Lock.Flags.Discard) {
    Lock.Flags.NoExistingReference = 1;
    Result = Where.Callbacks->pfnLockCb(Where.Runtime, &Lock);
  }
  if (Result == D3DDDIERR_WASSTILLDRAWING && Lock.Flags.DonotWait) {
    Where.Core->pfnSetErrorCb(Where.CoreLayer, DXGI_DDI_ERR_WASSTILLDRAWING);
    return;
  }
  if (SUCCEEDED(Result)) {
    if (Lock.hAllocation != Core.Allocations[Index]) Where.Former = Core.Allocations[Index];
    if (!Does(AT_MAP, DO_KEEP_INSTANCE)) Core.Allocations[Index] = Lock.hAllocation;
    Core.Locked[Index] = true;
    *Out = {Lock.pData, Core.Pitches[Index], Core.Pitches[Index] * Core.Heights[Index]};
  }
  Where.Tell(Result);
}

VOID APIENTRY ResourceUnmap(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE Which, UINT Index) {
  Device& Where = From(Handle);
  Resource& Core = From(Which);
  ++ThePlan.Unmaps;
  Act(AT_UNMAP, Where, nullptr);
  Core.Locked[Index] = false;
  const D3DDDICB_UNLOCK Unlock = {1, &Core.Allocations[Index]};
  Where.Tell(Where.Callbacks->pfnUnlockCb(Where.Runtime, &Unlock));
}

BOOL APIENTRY ResourceIsStagingBusy(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE Which) {
  ++ThePlan.Busy;
  Act(AT_STAGING_BUSY, From(Handle), nullptr);
  return From(Handle).Names(From(Which)) && !Does(AT_STAGING_BUSY, DO_SAY_IDLE);
}

VOID APIENTRY ResourceCopyRegion(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE To, UINT ToIndex, UINT,
                                 UINT, UINT, D3D10DDI_HRESOURCE From_, UINT FromIndex,
                                 const D3D10_DDI_BOX*, UINT) {
  Resource& Destination = From(To);
  Resource& Source = From(From_);
  SOFTGPU_COMMAND Copy = {};
  Copy.Operation = SOFTGPU_COMMAND_COPY;
  Copy.Bytes = UINT64(Source.Pitches[FromIndex]) * Source.Heights[FromIndex];
  if (Does(AT_COPY, DO_USE_FORMER))
    return From(Handle).Tell(
        From(Handle).Append(Copy, Destination.Allocations[ToIndex], From(Handle).Former));
  From(Handle).Tell(From(Handle).Add({Copy, &Destination, &Source, ToIndex, FromIndex}));
}

VOID APIENTRY ResourceCopy(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE To,
                           D3D10DDI_HRESOURCE Source) {
  for (UINT i = 0; i < From(To).Allocations.size(); ++i)
    ResourceCopyRegion(Handle, To, i, 0, 0, 0, Source, i, nullptr, 0);
}

SIZE_T APIENTRY CalcPrivateRenderTargetViewSize(D3D10DDI_HDEVICE,
                                                const D3D10DDIARG_CREATERENDERTARGETVIEW*) {
  if (Does(AT_CALC_VIEW, DO_SIZE)) return static_cast<LONG>(ThePlan.Value);
  return sizeof(View);
}

SIZE_T APIENTRY CalcPrivateDepthStencilViewSize(D3D10DDI_HDEVICE,
                                                const D3D11DDIARG_CREATEDEPTHSTENCILVIEW*) {
  return sizeof(View);
}

VOID APIENTRY CreateRenderTargetView(D3D10DDI_HDEVICE Handle,
                                     const D3D10DDIARG_CREATERENDERTARGETVIEW* Wanted,
                                     D3D10DDI_HRENDERTARGETVIEW Out,
                                     D3D10DDI_HRTRENDERTARGETVIEW Runtime) {
  ++ThePlan.Views;
  if (Does(AT_CREATE_VIEW, DO_SET_ERROR))
    return From(Handle).Core->pfnSetErrorCb(From(Handle).CoreLayer, ThePlan.Result);
  Block* const Of = static_cast<Block*>(Wanted->hDrvResource.pDrvPrivate);
  if (From(Handle).IsDeferred) {
    ++ThePlan.Opened;
    ++static_cast<Local*>(Of)->Views;
    ++From(Handle).Open;
    *static_cast<View*>(Out.pDrvPrivate) = {Of, static_cast<View*>(Runtime.handle)->Index};
    return;
  }
  *static_cast<View*>(Out.pDrvPrivate) = {Of, Wanted->Tex2D.MipSlice};
  ++Of->Core->Views;
  ++From(Handle).Children;
  Act(AT_CREATE_VIEW, From(Handle), Out.pDrvPrivate);
}

VOID APIENTRY DestroyRenderTargetView(D3D10DDI_HDEVICE Handle, D3D10DDI_HRENDERTARGETVIEW Dead) {
  if (From(Handle).IsDeferred) {
    ++ThePlan.Closed;
    --static_cast<Local*>(static_cast<View*>(Dead.pDrvPrivate)->Of)->Views;
    --From(Handle).Open;
    return;
  }
  --static_cast<View*>(Dead.pDrvPrivate)->Of->Core->Views;
  --From(Handle).Children;
  NoteDead(Dead.pDrvPrivate);
}

VOID APIENTRY ClearRenderTargetView(D3D10DDI_HDEVICE Handle, D3D10DDI_HRENDERTARGETVIEW Target,
                                    FLOAT Color[4]) {
  Device& Where = From(Handle);
  Act(AT_CLEAR, Where, Target.pDrvPrivate);
  const View& At = *static_cast<View*>(Target.pDrvPrivate);
  Resource& Core = *At.Of->Core;
  SOFTGPU_COMMAND Fill = {};
  Fill.Operation = SOFTGPU_COMMAND_FILL;
  Fill.Pattern = static_cast<UINT>(Color[2] * 255);
  Fill.Bytes = UINT64(Core.Pitches[At.Index]) * Core.Heights[At.Index];
  Where.Tell(Where.Add({Fill, &Core, nullptr, At.Index, 0}));
}

VOID APIENTRY SetRenderTargets(D3D10DDI_HDEVICE Handle, const D3D10DDI_HRENDERTARGETVIEW* Views,
                               UINT Count, UINT, D3D10DDI_HDEPTHSTENCILVIEW Depth,
                               const D3D11DDI_HUNORDEREDACCESSVIEW*, const UINT*, UINT, UINT, UINT,
                               UINT) {
  ++ThePlan.Binds;
  From(Handle).Bound = Count == 0 ? nullptr : Views[0].pDrvPrivate;
  ThePlan.LastTarget = From(Handle).Bound;
  ThePlan.LastDepth = Depth.pDrvPrivate;
}

VOID APIENTRY Draw(D3D10DDI_HDEVICE Handle, UINT, UINT) {
  ++ThePlan.Draws;
  if (Does(AT_DRAW, DO_FOLLOW)) pipeline::Follow();
  Act(From(Handle).IsDeferred ? AT_RECORD : AT_DRAW, From(Handle), nullptr);
}

VOID APIENTRY CheckFormatSupport(D3D10DDI_HDEVICE Handle, DXGI_FORMAT, UINT* Out) {
  *Out = D3D10_DDI_FORMAT_SUPPORT_RENDERTARGET;
  Act(AT_CHECK_FORMAT, From(Handle), nullptr);
}

}  // namespace

VOID APIENTRY FlushAlways(D3D10DDI_HDEVICE Handle) { Flush(Handle, 0); }

HRESULT APIENTRY Present(DXGI_DDI_ARG_PRESENT* Wanted) {
  Device& Where = *reinterpret_cast<Device*>(Wanted->hDevice);
  ++ThePlan.Presents;
  HRESULT Result = Where.Submit();
  if (FAILED(Result)) return Result;
  Where.Tell(S_OK);
  Act(AT_PRESENT, Where, nullptr);
  DXGIDDICB_PRESENT Call = {};
  Call.hContext = Where.Context;
  Call.hSrcAllocation = reinterpret_cast<Block*>(Wanted->hSurfaceToPresent)->Core->Allocations[0];
  Call.pDXGIContext = Wanted->pDXGIContext;
  return Where.Dxgi->pfnPresentCb(Where.Runtime, &Call);
}

HRESULT APIENTRY Rotate(DXGI_DDI_ARG_ROTATE_RESOURCE_IDENTITIES* Wanted) {
  const bool SwapsRuntime = Does(AT_ROTATE, DO_ROTATE_RUNTIME);
  for (UINT i = 1; i < Wanted->Resources; ++i) {
    Resource& One = *reinterpret_cast<Block*>(Wanted->pResources[i - 1])->Core;
    Resource& Next = *reinterpret_cast<Block*>(Wanted->pResources[i])->Core;
    std::swap(One.Allocations, Next.Allocations);
    if (SwapsRuntime) std::swap(One.Runtime, Next.Runtime);
  }
  return S_OK;
}

void FillTable(D3DWDDM1_3DDI_DEVICEFUNCS& Out) {
  // What is not named below has nothing to do.
  void** const Entries = reinterpret_cast<void**>(&Out);
  const PFND3D10DDI_DRAWAUTO Empty = Nothing();
  for (size_t i = 0; i < sizeof(Out) / sizeof(void*); ++i)
    Entries[i] = reinterpret_cast<void*>(Empty);
  Out.pfnCalcPrivateSamplerSize = Nothing();
  Out.pfnCalcPrivateQuerySize = Nothing();
  Out.pfnCalcPrivateShaderResourceViewSize = Nothing();
  Out.pfnCalcPrivateDepthStencilViewSize = CalcPrivateDepthStencilViewSize;
  Out.pfnCalcPrivateUnorderedAccessViewSize = Nothing();
  Out.pfnCalcPrivateResourceSize = CalcPrivateResourceSize;
  Out.pfnCalcPrivateOpenedResourceSize = CalcPrivateOpenedResourceSize;
  Out.pfnCreateResource = CreateResource;
  Out.pfnOpenResource = OpenResource;
  Out.pfnDestroyResource = DestroyResource;
  Out.pfnDestroyDevice = DestroyDevice;
  Out.pfnFlush = Flush;
  Out.pfnResourceMap = Out.pfnStagingResourceMap = ResourceMap;
  Out.pfnDynamicIABufferMapNoOverwrite = Out.pfnDynamicIABufferMapDiscard = ResourceMap;
  Out.pfnDynamicConstantBufferMapDiscard = Out.pfnDynamicResourceMapDiscard = ResourceMap;
  Out.pfnResourceUnmap = Out.pfnStagingResourceUnmap = ResourceUnmap;
  Out.pfnDynamicIABufferUnmap = Out.pfnDynamicConstantBufferUnmap = ResourceUnmap;
  Out.pfnDynamicResourceUnmap = ResourceUnmap;
  Out.pfnResourceIsStagingBusy = ResourceIsStagingBusy;
  Out.pfnResourceCopy = ResourceCopy;
  Out.pfnResourceCopyRegion = ResourceCopyRegion;
  Out.pfnCalcPrivateRenderTargetViewSize = CalcPrivateRenderTargetViewSize;
  Out.pfnCreateRenderTargetView = CreateRenderTargetView;
  Out.pfnDestroyRenderTargetView = DestroyRenderTargetView;
  Out.pfnClearRenderTargetView = ClearRenderTargetView;
  Out.pfnSetRenderTargets = SetRenderTargets;
  Out.pfnDraw = Draw;
  Out.pfnCheckFormatSupport = CheckFormatSupport;
  pipeline::Fill(Out);
  FillDeferred(Out);
}
