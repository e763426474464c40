// The adapter, the device and its batch.
#include "fitter.h"

PLAN10 ThePlan;

namespace {

void* LastDead;
D3D10DDI_HRTRESOURCE LastMade;
D3D10DDI_HRTCORELAYER TheImmediate;

}  // namespace

void NoteDead(void* Memory) { LastDead = Memory; }
void NoteMade(D3D10DDI_HRTRESOURCE Made) { LastMade = Made; }

bool Does(PLACE10 Place, DEED10 Deed) {
  if (ThePlan.Place != Place || ThePlan.Deed != Deed) return false;
  ++ThePlan.Times;
  return true;
}

static HRESULT AllocateFor(Device& Where, HANDLE Resource) {
  SOFTGPU_ALLOCATION_DATA Data = {};
  Data.Header = {SOFTGPU_ALLOCATION_MAGIC, SOFTGPU_VERSION, sizeof(Data)};
  Data.Flags = SOFTGPU_ALLOCATION_CPU_VISIBLE;
  Data.Bytes = 4096;
  D3DDDI_ALLOCATIONINFO2 Info = {};  // also what is shorter
  Info.pPrivateDriverData = &Data;
  Info.PrivateDriverDataSize = sizeof(Data);
  D3DDDICB_ALLOCATE Call = {};
  Call.hResource = Resource;
  Call.NumAllocations = 1;
  Call.pAllocationInfo2 = &Info;
  HRESULT Result = Where.Callbacks->pfnAllocateCb(Where.Runtime, &Call);
  if (FAILED(Result) || Resource != nullptr) return Result;
  D3DDDICB_DEALLOCATE Back = {nullptr, 1, &Info.hAllocation};
  return Where.Callbacks->pfnDeallocateCb(Where.Runtime, &Back);
}

static VOID APIENTRY OtherDraw(D3D10DDI_HDEVICE, UINT, UINT) { ThePlan.Draws += 100; }
static VOID APIENTRY OtherDestroy(D3D10DDI_HDEVICE, D3D10DDI_HSAMPLER) {}

static DWORD WINAPI ThreadMain(LPVOID) {
  ++ThePlan.Value;
  return 0;
}

static HRESULT PresentNothing(Device& Where) {
  DXGIDDICB_PRESENT Call = {};
  Call.hContext = Where.Context;
  return Where.Dxgi->pfnPresentCb(Where.Runtime, &Call);
}

static HRESULT OfferFormer(Device& Where) {
  const D3DDDICB_OFFERALLOCATIONS Offer = {nullptr, &Where.Former, 1, D3DDDI_OFFER_PRIORITY_LOW};
  const HRESULT Result = Where.Callbacks->pfnOfferAllocationsCb(Where.Runtime, &Offer);
  if (FAILED(Result)) return Result;
  const D3DDDICB_RECLAIMALLOCATIONS Reclaim = {nullptr, &Where.Former, nullptr, 1};
  return Where.Callbacks->pfnReclaimAllocationsCb(Where.Runtime, &Reclaim);
}

static HRESULT DiscardLast(Device& Where) {
  D3DDDICB_LOCK Lock = {};
  Lock.hAllocation = Where.LastAllocation;
  Lock.Flags.LockEntire = Lock.Flags.Discard = 1;
  const HRESULT Result = Where.Callbacks->pfnLockCb(Where.Runtime, &Lock);
  if (FAILED(Result)) return Result;
  ThePlan.Value = Lock.hAllocation != Where.LastAllocation;
  const D3DDDICB_UNLOCK Unlock = {1, &Lock.hAllocation};
  return Where.Callbacks->pfnUnlockCb(Where.Runtime, &Unlock);
}

void Act(PLACE10 Place, Device& Where, void* Memory) {
  if (Does(Place, DO_SET_ERROR)) Where.Core->pfnSetErrorCb(Where.CoreLayer, ThePlan.Result);
  if (Does(Place, DO_SET_ERROR_WRONG))
    Where.Core->pfnSetErrorCb(MAKE_D3D10DDI_HRTCORELAYER(Where.Runtime), ThePlan.Result);
  if (Does(Place, DO_OVERRUN)) static_cast<volatile char*>(Memory)[ThePlan.Value] = 1;
  if (Does(Place, DO_TOUCH_DEAD)) ThePlan.Value = *static_cast<volatile ULONG*>(LastDead);
  if (Does(Place, DO_AMORTIZE)) Where.Core->pfnPerformAmortizedProcessingCb(Where.CoreLayer);
  if (Does(Place, DO_DISABLE_STAGING)) Where.Core->pfnDisableDeferredStagingResourceDestruction(Where.CoreLayer);
  if (Does(Place, DO_SET_ERROR_IMMEDIATE)) Where.Core->pfnSetErrorCb(TheImmediate, ThePlan.Result);
  if (Does(Place, DO_RELEASE)) {
    const D3DDDICB_DEALLOCATE Back = {LastMade.handle, 0, nullptr};
    ThePlan.Got = Where.Callbacks->pfnDeallocateCb(Where.Runtime, &Back);
  }
  if (Does(Place, DO_USE_CONTEXT)) {
    const D3DDDICB_SIGNALSYNCHRONIZATIONOBJECT Signal = {Where.Context, 0, {}, {}};
    ThePlan.Got = Where.Callbacks->pfnSignalSynchronizationObjectCb(Where.Runtime, &Signal);
  }
  if (Does(Place, DO_SET_MODE)) {
    D3DDDICB_SETDISPLAYMODE Mode = {};
    ThePlan.Got = Where.Callbacks->pfnSetDisplayModeCb(Where.Runtime, &Mode);
  }
  if (Does(Place, DO_START_THREAD)) {
    const HANDLE Started = CreateThread(nullptr, 0, ThreadMain, nullptr, 0, nullptr);
    ThePlan.Got = Started != nullptr && WaitForSingleObject(Started, INFINITE) == 0 && CloseHandle(Started) ? S_OK : E_FAIL;
  }
  if (Does(Place, DO_REFRESH)) Where.Core->pfnStateOmRenderTargetsCb(Where.CoreLayer);
  if (Does(Place, DO_REFRESH_SHADER)) Where.Core->pfnStateVsShaderCb(Where.CoreLayer);
  if (Does(Place, DO_OFFER_FORMER)) ThePlan.Got = OfferFormer(Where);
  if (Does(Place, DO_DISCARD)) ThePlan.Got = DiscardLast(Where);
  if (Does(Place, DO_PRESENT)) ThePlan.Got = PresentNothing(Where);
  if (Does(Place, DO_ALLOCATE)) ThePlan.Got = AllocateFor(Where, nullptr);
  if (Does(Place, DO_ALLOCATE_SHARED)) ThePlan.Got = AllocateFor(Where, LastMade.handle);
  if (Does(Place, DO_SWAP_TABLE)) Where.Table->pfnDestroySampler = OtherDestroy;
  if (Does(Place, DO_SWAP_DRAW)) Where.Table->pfnDraw = OtherDraw;
  if (Does(Place, DO_RENDER)) {
    D3DDDICB_RENDER Render = {};
    Render.hContext = Where.Context;
    Render.RenderCBSequence = ++Where.Submissions;
    ThePlan.Got = Where.Used != 0 ? Where.Submit() : Where.Callbacks->pfnRenderCb(Where.Runtime, &Render);
  }
}

HRESULT Device::MakeContext() {
  D3DDDICB_CREATECONTEXT Create = {};
  Create.EngineAffinity = 1;
  HRESULT Result = Callbacks->pfnCreateContextCb(Runtime, &Create);
  if (FAILED(Result)) return Result;
  Context = Create.hContext;
  Commands = static_cast<char*>(Create.pCommandBuffer);
  CommandBytes = Create.CommandBufferSize;
  Allocations = Create.pAllocationList;
  AllocationRoom = Create.AllocationListSize;
  return S_OK;
}

HRESULT Device::Submit() {
  if (Used == 0) return S_OK;
  D3DDDICB_RENDER Render = {};
  Render.CommandLength = Used;
  Render.NumAllocations = Named;
  Render.hContext = Context;
  Render.RenderCBSequence = ++Submissions;
  HRESULT Result = Callbacks->pfnRenderCb(Runtime, &Render);
  Used = Named = 0;
  Commands = static_cast<char*>(Render.pNewCommandBuffer);
  CommandBytes = Render.NewCommandBufferSize;
  Allocations = Render.pNewAllocationList;
  AllocationRoom = Render.NewAllocationListSize;
  if (SUCCEEDED(Result)) OwesAmortizing = true;
  return Result;
}

HRESULT Device::Append(const SOFTGPU_COMMAND& Command, D3DKMT_HANDLE To, D3DKMT_HANDLE From) {
  if (Used + sizeof(Command) > CommandBytes || Named + 2 > AllocationRoom) {
    HRESULT Result = Submit();
    if (FAILED(Result)) return Result;
  }
  SOFTGPU_COMMAND& Written = *reinterpret_cast<SOFTGPU_COMMAND*>(Commands + Used);
  Written = Command;
  Used += sizeof(Command);
  if (To != 0) {
    Written.Destination = Named;
    Allocations[Named] = {};
    Allocations[Named].hAllocation = To;
    Allocations[Named++].WriteOperation = 1;
  }
  if (From != 0) {
    Written.Source = Named;
    Allocations[Named] = {};
    Allocations[Named++].hAllocation = From;
  }
  return S_OK;
}

// To the batch, or in a deferred context to what will be its list.
HRESULT Device::Add(const Recorded& What) {
  if (IsDeferred) {
    Recording.push_back(What);
    return S_OK;
  }
  return Append(What.Command, What.To != nullptr ? What.To->Allocations[What.ToIndex] : 0,
                What.From != nullptr ? What.From->Allocations[What.FromIndex] : 0);
}

bool Device::Names(const Resource& Which) const {
  for (UINT i = 0; i < Named; ++i) {
    for (D3DKMT_HANDLE Each : Which.Allocations) {
      if (Allocations[i].hAllocation == Each) return true;
    }
  }
  return false;
}

HRESULT Device::Release(Resource& Which) {
  if (Which.Allocations.empty()) return S_OK;
  D3DDDICB_DEALLOCATE Call = {Which.Runtime, 0, nullptr};
  return Callbacks->pfnDeallocateCb(Runtime, &Call);
}

HRESULT Device::Drain() {
  HRESULT Result = S_OK;
  for (Resource* Each : Deferred) {
    const HRESULT Released = Release(*Each);
    if (FAILED(Released)) Result = Released;
    delete Each;
  }
  Deferred.clear();
  return Result;
}

// The end of every call: what failed, and what is owed.
void Device::Tell(HRESULT Result, HRESULT Otherwise) {
  if (SUCCEEDED(Result)) {
    if (OwesAmortizing && ThePlan.Deed != DO_NOT_AMORTIZE) {
      OwesAmortizing = false;
      Core->pfnPerformAmortizedProcessingCb(CoreLayer);
    }
    return;
  }
  if (ThePlan.Deed == DO_SWALLOW) return;
  Core->pfnSetErrorCb(CoreLayer, Result == D3DDDIERR_DEVICEREMOVED ? Result : Otherwise);
}

static const UINT64 Versions[] = {
    D3D10_0_DDI_SUPPORTED,    D3D10_0_x_DDI_SUPPORTED,  D3D10_0_7_DDI_SUPPORTED,  D3D10_1_DDI_SUPPORTED,
    D3D10_1_x_DDI_SUPPORTED,  D3D10_1_7_DDI_SUPPORTED,  D3D11_0_DDI_SUPPORTED,    D3D11_0_7_DDI_SUPPORTED,
    D3D11_1_DDI_SUPPORTED,    D3DWDDM1_3_DDI_SUPPORTED, D3DWDDM2_0_DDI_SUPPORTED, D3DWDDM2_1_DDI_SUPPORTED,
    D3DWDDM2_2_DDI_SUPPORTED, D3DWDDM2_3_DDI_SUPPORTED, D3DWDDM2_4_DDI_SUPPORTED, D3DWDDM2_5_DDI_SUPPORTED,
    D3DWDDM2_6_DDI_SUPPORTED, D3DWDDM2_7_DDI_SUPPORTED};
constexpr UINT32 VersionCount = sizeof(Versions) / sizeof(Versions[0]);

[[maybe_unused]] static HRESULT APIENTRY GetSupportedVersions(D3D10DDI_HADAPTER, UINT32* Count, UINT64* Out) {
  const UINT32 Room = *Count;
  *Count = VersionCount;
  if (Out == nullptr) return S_OK;
  if (Room < VersionCount) return E_OUTOFMEMORY;
  memcpy(Out, Versions, sizeof(Versions));
  return S_OK;
}

[[maybe_unused]] static HRESULT APIENTRY GetCaps(D3D10DDI_HADAPTER, const D3D10_2DDIARG_GETCAPS* Wanted) {
  memset(Wanted->pData, 0, Wanted->DataSize);
#ifdef FITTER_WITH_LISTS
  if (Wanted->Type == D3D11DDICAPS_THREADING)
    *static_cast<UINT*>(Wanted->pData) = D3D11DDICAPS_FREETHREADED | D3D11DDICAPS_COMMANDLISTS_BUILD_2;
#endif
  if (Wanted->Type == D3D11DDICAPS_THREADING && Does(AT_OPEN_ADAPTER, DO_CAPS))
    *static_cast<UINT*>(Wanted->pData) = ThePlan.Value;
  return S_OK;
}

static SIZE_T APIENTRY CalcPrivateDeviceSize(D3D10DDI_HADAPTER, const D3D10DDIARG_CALCPRIVATEDEVICESIZE*) {
  if (Does(AT_CALC_DEVICE, DO_SIZE)) return static_cast<LONG>(ThePlan.Value);
  return sizeof(Device);
}

static bool IsOld(UINT Interface, UINT Version) {
  for (UINT64 Each : Versions) {
    if (D3DDDI_INTERFACE32_FROM_VERSION64(Each) == Interface)
      return (Version >> 16) < D3DDDI_BUILD16_FROM_VERSION64(Each);
  }
  return true;
}

static HRESULT APIENTRY CreateDevice(D3D10DDI_HADAPTER, D3D10DDIARG_CREATEDEVICE* Wanted) {
  ThePlan.LastFlags = Wanted->Flags;
  ThePlan.HasSwitch = Wanted->pKTCallbacks->pfnSetAsyncCallbacksCb != nullptr;
  if (IsOld(Wanted->Interface, Wanted->Version) && !Does(AT_CREATE_DEVICE, DO_ACCEPT)) return E_FAIL;
  Device& Made = *new (Wanted->hDrvDevice.pDrvPrivate) Device();
  Made.Runtime = Wanted->hRTDevice.handle;
  Made.CoreLayer = TheImmediate = Wanted->hRTCoreLayer;
  Made.Callbacks = Wanted->pKTCallbacks;
  Made.Core = Wanted->p11UMCallbacks;
  Made.Dxgi = Wanted->DXGIBaseDDI.pDXGIBaseCallbacks;
  Made.Table = Wanted->pWDDM1_3DeviceFuncs;
  Made.IsLong = Wanted->Interface >= D3DWDDM2_0_DDI_INTERFACE_VERSION;
  HRESULT Result = Made.MakeContext();
  if (FAILED(Result)) return Result;
  Act(AT_CREATE_DEVICE, Made, &Made);
  Wanted->DXGIBaseDDI.pDXGIDDIBaseFunctions->pfnPresent = Present;
  Wanted->DXGIBaseDDI.pDXGIDDIBaseFunctions->pfnRotateResourceIdentities = Rotate;
  if (CutTable(*Wanted)) return S_OK;
  D3DWDDM1_3DDI_DEVICEFUNCS Table = {};
  FillTable(Table);
  const bool IsShort = Wanted->Interface < D3D11_1_DDI_INTERFACE_VERSION;
  // The table of Direct3D 11.0 is a beginning of the later one. An argument that the later functions
  // have besides is not looked at, but in Flush.
  const bool IsLong = !IsShort || Does(AT_CREATE_DEVICE, DO_LONG_TABLE);
  memcpy(Wanted->pDeviceFuncs, &Table, IsLong ? sizeof(Table) : sizeof(D3D11DDI_DEVICEFUNCS));
  if (IsShort) Wanted->p11DeviceFuncs->pfnFlush = FlushAlways;
  if (Does(AT_CREATE_DEVICE, DO_SHORT_TABLE)) Wanted->p11DeviceFuncs->pfnDraw = nullptr;
  return S_OK;
}

static HRESULT APIENTRY CloseAdapter(D3D10DDI_HADAPTER) {
  if (Does(AT_CLOSE_ADAPTER, DO_TOUCH_DEAD)) ThePlan.Value = *static_cast<volatile ULONG*>(LastDead);
  return S_OK;
}

static HRESULT Open(D3D10DDIARG_OPENADAPTER* Wanted) {
  SOFTGPU_ADAPTER_DATA Data = {};
  const D3DDDICB_QUERYADAPTERINFO Query = {&Data, sizeof(Data)};
  const HRESULT Result = Wanted->pAdapterCallbacks->pfnQueryAdapterInfoCb(Wanted->hRTAdapter.handle, &Query);
  if (FAILED(Result)) return Result;
  Wanted->hAdapter.pDrvPrivate = &ThePlan;
  *Wanted->pAdapterFuncs = {CalcPrivateDeviceSize, CreateDevice, CloseAdapter};
  return S_OK;
}

// Drivers of Direct3D 10 alone have the first way in, which cannot be asked anything.
#ifdef FITTER_OF_DIRECT3D10
extern "C" HRESULT APIENTRY OpenAdapter10(D3D10DDIARG_OPENADAPTER* Wanted) { return Open(Wanted); }
#else
extern "C" HRESULT APIENTRY OpenAdapter10_2(D3D10DDIARG_OPENADAPTER* Wanted) {
  const HRESULT Result = Open(Wanted);
  if (FAILED(Result)) return Result;
  Wanted->pAdapterFuncs_2->pfnGetSupportedVersions = GetSupportedVersions;
  Wanted->pAdapterFuncs_2->pfnGetCaps = GetCaps;
  return S_OK;
}
#endif

static VOID CallOutside(void* Where) { Act(AT_OUTSIDE, *static_cast<Device*>(Where), Where); }

extern "C" HRESULT APIENTRY OpenAdapter12(DOOR10* Door) {
  Door->Plan = &ThePlan;
  Door->Call = CallOutside;
  return S_OK;
}
