// A user-mode driver of Direct3D 10 and 11 in C, for softgpu's kernel half on WDDM 2.0. It keeps the books of residency:
// an allocation becomes resident when a batch first names it, and is evicted when no batch has named it for a while. The
// kernel neither renames nor waits for it: a dynamic surface has two halves, and the driver waits for a fence of its own.
// Creation and destruction are free-threaded; command lists are recorded as steps and replayed.
#include "keeper_pipeline.h"
#include "keeper_resource.h"

typedef struct _VIEW {
  RESOURCE* Resource;
  UINT Index;
} VIEW;

// A copy, or a fill when From is NULL. No box: the whole surface.
typedef struct _STEP {
  RESOURCE *To, *From;
  UINT ToIndex, FromIndex, X, Y, Z, Pattern;
  BOOL HasBox;
  D3D10_DDI_BOX Box;
} STEP;

typedef struct _LIST {
  STEP* Steps;
  UINT Count, Room;
} LIST;

typedef struct _DEFERRED {
  D3D10DDI_HRTCORELAYER CoreLayer;
  const D3DWDDM2_0DDI_CORELAYER_DEVICECALLBACKS* Core;
  LIST List;
} DEFERRED;

static DEFERRED* DeferredOf(D3D10DDI_HDEVICE Handle) { return (DEFERRED*)Handle.pDrvPrivate; }

typedef struct _ADAPTER {
  HANDLE Runtime;
} ADAPTER;


// Fills and copies.

static HRESULT FillSurface(DEVICE* Device, const STEP* Step) {
  SOFTGPU_COMMAND Command = {0};
  Command.Operation = SOFTGPU_COMMAND_FILL;
  Command.Pattern = Step->Pattern;
  Command.Bytes = BytesOf(&Step->To->Surfaces[Step->ToIndex]);
  return AddCommand(Device, Command, PartOf(Step->To, Step->ToIndex), NULL);
}

static HRESULT CopySurface(DEVICE* Device, const STEP* Step) {
  SURFACE* To = &Step->To->Surfaces[Step->ToIndex];
  SURFACE* From = &Step->From->Surfaces[Step->FromIndex];
  const D3D10_DDI_BOX Box = Step->HasBox ? Step->Box : WholeOf(From);
  HRESULT Result = S_OK;
  LONG y, z;
  for (z = Box.front; SUCCEEDED(Result) && z < Box.back; ++z) {
    for (y = Box.top; SUCCEEDED(Result) && y < Box.bottom; ++y) {
      const UINT64 ToRow = ((UINT64)Step->Z + (z - Box.front)) * To->Height + Step->Y + (y - Box.top);
      SOFTGPU_COMMAND Command = {0};
      Command.Operation = SOFTGPU_COMMAND_COPY;
      Command.DestinationOffset = ToRow * To->Pitch + (UINT64)Step->X * To->Pixel;
      Command.SourceOffset = ((UINT64)z * From->Height + y) * From->Pitch + (UINT64)Box.left * From->Pixel;
      Command.Bytes = (UINT64)(Box.right - Box.left) * From->Pixel;
      Result = AddCommand(Device, Command, PartOf(Step->To, Step->ToIndex), PartOf(Step->From, Step->FromIndex));
    }
  }
  return Result;
}

static HRESULT Run(DEVICE* Device, const STEP* Step) {
  Step->To->LastFlush = Device->Flushes + 1;
  if (Step->From == NULL) return FillSurface(Device, Step);
  Step->From->LastFlush = Device->Flushes + 1;
  return CopySurface(Device, Step);
}

static STEP FillStep(D3D10DDI_HRENDERTARGETVIEW Target, const FLOAT* Color) {
  const VIEW* View = (const VIEW*)Target.pDrvPrivate;
  STEP Step = {0};
  UINT Channels[4], i;
  for (i = 0; i < 4; ++i) Channels[i] = (UINT)(Color[i] * 255.0f + 0.5f) & 0xff;
  Step.To = View->Resource;
  Step.ToIndex = View->Index;
  Step.Pattern = Channels[3] << 24 | Channels[0] << 16 | Channels[1] << 8 | Channels[2];
  if (View->Resource->Surfaces[View->Index].Pixel == 2)
    Step.Pattern = (Channels[0] >> 3 << 11 | Channels[1] >> 2 << 5 | Channels[2] >> 3) * 0x10001;
  return Step;
}

static STEP CopyStep(D3D10DDI_HRESOURCE To, UINT ToIndex, D3D10DDI_HRESOURCE From, UINT FromIndex) {
  STEP Step = {0};
  Step.To = *ResourceAt(To);
  Step.ToIndex = ToIndex;
  Step.From = *ResourceAt(From);
  Step.FromIndex = FromIndex;
  return Step;
}

static VOID APIENTRY ClearRenderTargetView(D3D10DDI_HDEVICE Handle, D3D10DDI_HRENDERTARGETVIEW Target, FLOAT Color[4]) {
  const STEP Step = FillStep(Target, Color);
  ReportUse(DeviceOf(Handle), Run(DeviceOf(Handle), &Step));
}

static VOID APIENTRY ResourceCopy(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE To, D3D10DDI_HRESOURCE From) {
  HRESULT Result = S_OK;
  UINT i;
  for (i = 0; SUCCEEDED(Result) && i < (*ResourceAt(To))->Count; ++i) {
    const STEP Step = CopyStep(To, i, From, i);
    Result = Run(DeviceOf(Handle), &Step);
  }
  ReportUse(DeviceOf(Handle), Result);
}

static STEP RegionStep(D3D10DDI_HRESOURCE To, UINT ToIndex, UINT X, UINT Y, UINT Z, D3D10DDI_HRESOURCE From, UINT FromIndex,
                       const D3D10_DDI_BOX* Box) {
  STEP Step = CopyStep(To, ToIndex, From, FromIndex);
  Step.X = X;
  Step.Y = Y;
  Step.Z = Z;
  Step.HasBox = Box != NULL;
  if (Box != NULL) Step.Box = *Box;
  return Step;
}

static VOID APIENTRY ResourceCopyRegion(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE To, UINT ToIndex, UINT X, UINT Y, UINT Z,
                                        D3D10DDI_HRESOURCE From, UINT FromIndex, const D3D10_DDI_BOX* Box, UINT Flags) {
  const STEP Step = RegionStep(To, ToIndex, X, Y, Z, From, FromIndex, Box);
  ReportUse(DeviceOf(Handle), Run(DeviceOf(Handle), &Step));
}

// No part of the resource is in a batch or used by the GPU when it returns.
static HRESULT Synchronize(DEVICE* Device, RESOURCE* Resource, PART* Part) {
  HRESULT Result = S_OK;
  UINT i;
  for (i = 0; SUCCEEDED(Result) && i < Resource->Count; ++i) {
    if (IsBatched(Device, PartOf(Resource, i))) Result = Submit(Device);
  }
  return SUCCEEDED(Result) ? AwaitPart(Device, Part) : Result;
}

static VOID APIENTRY UpdateSubresource(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE To, UINT Index, const D3D10_DDI_BOX* Box,
                                       const VOID* From, UINT RowPitch, UINT SlicePitch, UINT Flags) {
  DEVICE* Device = DeviceOf(Handle);
  RESOURCE* Resource = *ResourceAt(To);
  SURFACE* Surface = &Resource->Surfaces[Index];
  const D3D10_DDI_BOX Area = Box != NULL ? *Box : WholeOf(Surface);
  HRESULT Result = Synchronize(Device, Resource, PartOf(Resource, Index));
  if (SUCCEEDED(Result)) Result = Write(Device, Surface, PartOf(Resource, Index), &Area, From, RowPitch, SlicePitch);
  ReportUse(Device, Result);
}

// Maps.

static VOID APIENTRY ResourceMap(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE Which, UINT Index, D3D10_DDI_MAP Kind, UINT Flags,
                                 D3D10DDI_MAPPED_SUBRESOURCE* Out) {
  DEVICE* Device = DeviceOf(Handle);
  RESOURCE* Resource = *ResourceAt(Which);
  SURFACE* Surface = &Resource->Surfaces[Index];
  HRESULT Result = S_OK;
  VOID* Data = NULL;
  UINT i;
  if (Kind == D3D10_DDI_MAP_WRITE_DISCARD) Surface->Current = (Surface->Current + 1) % Resource->Halves;
  if ((Flags & D3D10_DDI_MAP_FLAG_DONOTWAIT) != 0) {
    for (i = 0; SUCCEEDED(Result) && i < Resource->Count; ++i) {
      if (IsBatched(Device, PartOf(Resource, i))) Result = Submit(Device);
    }
    if (SUCCEEDED(Result) && !IsIdle(Device, PartOf(Resource, Index))) {
      ReportUse(Device, S_OK);
      Device->Core->pfnSetErrorCb(Device->CoreLayer, DXGI_DDI_ERR_WASSTILLDRAWING);
      return;
    }
  } else if (Kind != D3D10_DDI_MAP_WRITE_NOOVERWRITE) {
    Result = Synchronize(Device, Resource, PartOf(Resource, Index));
  }
  if (SUCCEEDED(Result)) Result = MapPart(Device, PartOf(Resource, Index), &Data);
  if (SUCCEEDED(Result)) {
    Surface->IsMapped = TRUE;
    PartOf(Resource, Index)->IsWritten = PartOf(Resource, Index)->IsWritten || Kind != D3D10_DDI_MAP_READ;
    Out->pData = Data;
    Out->RowPitch = Surface->Pitch;
    Out->DepthPitch = Surface->Pitch * Surface->Height;
  }
  ReportUse(Device, Result);
}

static VOID APIENTRY ResourceUnmap(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE Which, UINT Index) {
  RESOURCE* Resource = *ResourceAt(Which);
  Resource->Surfaces[Index].IsMapped = FALSE;
  ReportUse(DeviceOf(Handle), UnmapPart(DeviceOf(Handle), PartOf(Resource, Index)));
}

static BOOL APIENTRY ResourceIsStagingBusy(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE Which) {
  RESOURCE* Resource = *ResourceAt(Which);
  BOOL IsBusy = FALSE;
  UINT i;
  for (i = 0; i < Resource->Count; ++i) IsBusy = IsBusy || !IsIdle(DeviceOf(Handle), PartOf(Resource, i));
  return IsBusy;
}

// What was destroyed goes, and what was long not used makes room.
static BOOL APIENTRY Flush(D3D10DDI_HDEVICE Handle, UINT Flags) {
  DEVICE* Device = DeviceOf(Handle);
  const BOOL HadCommands = Device->Commands != 0;
  HRESULT Result = Submit(Device);
  UINT64 Freed;
  KeepFirst(&Result, ReleaseDead(Device));
  ++Device->Flushes;
  if (SUCCEEDED(Result) && Device->Flushes > IDLE_FLUSHES)
    Result = Trim(Device, Device->Flushes - IDLE_FLUSHES, ~0ull, &Freed);
  ReportUse(Device, Result);
  return SUCCEEDED(Result) && HadCommands;
}

// Views. Only those that are cleared need to know more than that they exist.

static SIZE_T APIENTRY CalcTargetSize(D3D10DDI_HDEVICE Handle, const D3D10DDIARG_CREATERENDERTARGETVIEW* Wanted) {
  return sizeof(VIEW);
}

static VOID APIENTRY CreateTarget(D3D10DDI_HDEVICE Handle, const D3D10DDIARG_CREATERENDERTARGETVIEW* Wanted,
                                  D3D10DDI_HRENDERTARGETVIEW Out, D3D10DDI_HRTRENDERTARGETVIEW Runtime) {
  VIEW* View = (VIEW*)Out.pDrvPrivate;
  View->Resource = *ResourceAt(Wanted->hDrvResource);
  View->Index = 0;
  if (Wanted->ResourceDimension == D3D10DDIRESOURCE_TEXTURE2D)
    View->Index = Wanted->Tex2D.FirstArraySlice * View->Resource->Levels + Wanted->Tex2D.MipSlice;
}

static VOID APIENTRY CheckFormatSupport(D3D10DDI_HDEVICE Handle, DXGI_FORMAT Format, UINT* Support) {
  UINT KernelFormat;
  *Support = 0;
  if (Format != DXGI_FORMAT_UNKNOWN && PixelOf(Format, &KernelFormat) != 0)
    *Support = D3D10_DDI_FORMAT_SUPPORT_SHADER_SAMPLE | D3D10_DDI_FORMAT_SUPPORT_RENDERTARGET;
}

// For functions that have nothing to do, and for sizes of what has nothing to remember.
static SIZE_T APIENTRY Nothing(void) { return 16; }

// Deferred contexts.

static void Record(DEFERRED* Deferred, const STEP* Step) {
  LIST* List = &Deferred->List;
  if (List->Count == List->Room) {
    const UINT Room = List->Room == 0 ? 16 : 2 * List->Room;
    STEP* Grown = (STEP*)realloc(List->Steps, Room * sizeof(STEP));
    if (Grown == NULL) {
      Deferred->Core->pfnSetErrorCb(Deferred->CoreLayer, E_OUTOFMEMORY);
      return;
    }
    List->Steps = Grown;
    List->Room = Room;
  }
  List->Steps[List->Count++] = *Step;
}

// Both handles name the same object.
static VOID APIENTRY OpenLocalResource(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CREATERESOURCE* Wanted, D3D10DDI_HRESOURCE Out,
                                       D3D10DDI_HRTRESOURCE Immediate) {
  *ResourceAt(Out) = *(RESOURCE**)Immediate.handle;
}

static VOID APIENTRY OpenLocalTarget(D3D10DDI_HDEVICE Handle, const D3D10DDIARG_CREATERENDERTARGETVIEW* Wanted,
                                     D3D10DDI_HRENDERTARGETVIEW Out, D3D10DDI_HRTRENDERTARGETVIEW Immediate) {
  *(VIEW*)Out.pDrvPrivate = *(const VIEW*)Immediate.handle;
}

static VOID APIENTRY RecordClear(D3D10DDI_HDEVICE Handle, D3D10DDI_HRENDERTARGETVIEW Target, FLOAT Color[4]) {
  const STEP Step = FillStep(Target, Color);
  Record(DeferredOf(Handle), &Step);
}

static VOID APIENTRY RecordCopy(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE To, D3D10DDI_HRESOURCE From) {
  UINT i;
  for (i = 0; i < (*ResourceAt(To))->Count; ++i) {
    const STEP Step = CopyStep(To, i, From, i);
    Record(DeferredOf(Handle), &Step);
  }
}

static VOID APIENTRY RecordCopyRegion(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE To, UINT ToIndex, UINT X, UINT Y, UINT Z,
                                      D3D10DDI_HRESOURCE From, UINT FromIndex, const D3D10_DDI_BOX* Box, UINT Flags) {
  const STEP Step = RegionStep(To, ToIndex, X, Y, Z, From, FromIndex, Box);
  Record(DeferredOf(Handle), &Step);
}

static VOID APIENTRY AbandonCommandList(D3D10DDI_HDEVICE Handle) {
  LIST* List = &DeferredOf(Handle)->List;
  free(List->Steps);
  memset(List, 0, sizeof *List);
}

static const D3D11DDI_HANDLESIZE LocalSizes[] = {{D3D10DDI_HT_RESOURCE, sizeof(RESOURCE*)},
                                                 {D3D10DDI_HT_RENDERTARGETVIEW, sizeof(VIEW)},
                                                 {D3D10DDI_HT_SHADERRESOURCEVIEW, sizeof(void*)},
                                                 {D3D10DDI_HT_DEPTHSTENCILVIEW, sizeof(void*)},
                                                 {D3D11DDI_HT_UNORDEREDACCESSVIEW, sizeof(void*)},
                                                 {D3D11DDI_HT_COMMANDLIST, sizeof(LIST)}};
#define LOCAL_SIZES (sizeof LocalSizes / sizeof LocalSizes[0])

static VOID APIENTRY CheckLocalSizes(D3D10DDI_HDEVICE Handle, UINT* Count, D3D11DDI_HANDLESIZE* Out) {
  if (Out != NULL) memcpy(Out, LocalSizes, sizeof LocalSizes);
  *Count = LOCAL_SIZES;
}

static SIZE_T APIENTRY CalcLocalSize(D3D10DDI_HDEVICE Handle, D3D11DDI_HANDLETYPE Type, VOID* Object) {
  UINT i;
  for (i = 0; i < LOCAL_SIZES; ++i) {
    if (LocalSizes[i].HandleType == Type) return LocalSizes[i].DriverPrivateSize;
  }
  return 0;
}

static SIZE_T APIENTRY CalcDeferredSize(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CALCPRIVATEDEFERREDCONTEXTSIZE* Wanted) {
  return sizeof(DEFERRED);
}

static SIZE_T APIENTRY CalcListSize(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CREATECOMMANDLIST* Wanted) { return sizeof(LIST); }

static VOID APIENTRY CreateCommandList(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CREATECOMMANDLIST* Wanted,
                                       D3D11DDI_HCOMMANDLIST Out, D3D11DDI_HRTCOMMANDLIST Runtime) {
  DEFERRED* Deferred = DeferredOf(Wanted->hDeferredContext);
  *(LIST*)Out.pDrvPrivate = Deferred->List;
  memset(&Deferred->List, 0, sizeof Deferred->List);
}

static VOID APIENTRY DestroyCommandList(D3D10DDI_HDEVICE Handle, D3D11DDI_HCOMMANDLIST Which) {
  free(((LIST*)Which.pDrvPrivate)->Steps);
}

static VOID APIENTRY ExecuteCommandList(D3D10DDI_HDEVICE Handle, D3D11DDI_HCOMMANDLIST Which) {
  const LIST* List = (const LIST*)Which.pDrvPrivate;
  HRESULT Result = S_OK;
  UINT i;
  for (i = 0; SUCCEEDED(Result) && i < List->Count; ++i) Result = Run(DeviceOf(Handle), &List->Steps[i]);
  ReportUse(DeviceOf(Handle), Result);
}

static VOID APIENTRY CreateDeferredContext(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CREATEDEFERREDCONTEXT* Wanted);

// DXGI.

static DEVICE* DxgiDeviceOf(DXGI_DDI_HDEVICE Handle) { return (DEVICE*)Handle; }
static RESOURCE* DxgiResourceOf(DXGI_DDI_HRESOURCE Handle) { return *(RESOURCE**)Handle; }

static HRESULT APIENTRY Present(DXGI_DDI_ARG_PRESENT* Wanted) {
  DEVICE* Device = DxgiDeviceOf(Wanted->hDevice);
  PART* Part = PartOf(DxgiResourceOf(Wanted->hSurfaceToPresent), Wanted->SrcSubResourceIndex);
  DXGIDDICB_PRESENT Call = {0};
  HRESULT Result = Submit(Device);
  Part->LastBatch = Device->Batches + 1;
  if (SUCCEEDED(Result)) Result = MakeResident(Device, Part);
  if (SUCCEEDED(Result)) Result = AwaitPaging(Device);
  if (FAILED(Result)) return Result;
  ReportUse(Device, S_OK);
  Call.hSrcAllocation = Part->Allocation;
  Call.hContext = Device->Context;
  Call.pDXGIContext = Wanted->pDXGIContext;
  Result = Device->Dxgi->pfnPresentCb(Device->Runtime, &Call);
  return SUCCEEDED(Result) ? SignalBatch(Device) : Result;
}

static HRESULT APIENTRY RotateIdentities(DXGI_DDI_ARG_ROTATE_RESOURCE_IDENTITIES* Wanted) {
  UINT i, Index;
  const HRESULT Result = Submit(DxgiDeviceOf(Wanted->hDevice));
  for (i = 1; SUCCEEDED(Result) && i < Wanted->Resources; ++i) {
    RESOURCE* One = DxgiResourceOf(Wanted->pResources[i - 1]);
    RESOURCE* Next = DxgiResourceOf(Wanted->pResources[i]);
    for (Index = 0; Index < One->Count && Index < Next->Count; ++Index) {
      const SURFACE Moved = One->Surfaces[Index];
      One->Surfaces[Index] = Next->Surfaces[Index];
      Next->Surfaces[Index] = Moved;
    }
    One->IsSwapped = Next->IsSwapped = TRUE;
  }
  return Result;
}

static HRESULT APIENTRY SetResourcePriority(DXGI_DDI_ARG_SETRESOURCEPRIORITY* Wanted) {
  DEVICE* Device = DxgiDeviceOf(Wanted->hDevice);
  D3DDDICB_SETPRIORITY Call = {0};
  Call.hResource = DxgiResourceOf(Wanted->hResource)->Runtime;
  Call.pPriorities = &Wanted->Priority;
  return Device->Kernel->pfnSetPriorityCb(Device->Runtime, &Call);
}

static HRESULT APIENTRY QueryResourceResidency(DXGI_DDI_ARG_QUERYRESOURCERESIDENCY* Wanted) {
  DEVICE* Device = DxgiDeviceOf(Wanted->hDevice);
  HRESULT Result = S_OK;
  SIZE_T i;
  for (i = 0; SUCCEEDED(Result) && i < Wanted->Resources; ++i) {
    D3DDDI_RESIDENCYSTATUS Status = D3DDDI_RESIDENCYSTATUS_NOTRESIDENT;
    D3DDDICB_QUERYRESIDENCY Call = {0};
    Call.hResource = DxgiResourceOf(Wanted->pResources[i])->Runtime;
    Call.pResidencyStatus = &Status;
    Result = Device->Kernel->pfnQueryResidencyCb(Device->Runtime, &Call);
    if (SUCCEEDED(Result)) Wanted->pStatus[i] = (DXGI_DDI_RESIDENCY)Status;
  }
  return Result;
}

static HRESULT APIENTRY ResolveSharedResource(DXGI_DDI_ARG_RESOLVESHAREDRESOURCE* Wanted) {
  return Submit(DxgiDeviceOf(Wanted->hDevice));
}

static HRESULT APIENTRY TrimResidencySet(DXGI_DDI_ARG_TRIMRESIDENCYSET* Wanted) {
  DEVICE* Device = DxgiDeviceOf(Wanted->hDevice);
  const HRESULT Result = Submit(Device);
  UINT64 Freed;
  if (FAILED(Result)) return Result;
  return Trim(Device, Device->Flushes + 1, Wanted->TrimFlags.TrimToBudget ? Wanted->NumBytesToTrim : ~0ull, &Freed);
}

// Devices.

static HRESULT CloseParts(DEVICE* Device) {
  HRESULT First = S_OK;
  if (Device->Fence != 0) {
    const D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT Call = {Device->Fence};
    KeepFirst(&First, Device->Kernel->pfnDestroySynchronizationObjectCb(Device->Runtime, &Call));
  }
  if (Device->PagingQueue != 0) {
    const D3DDDI_DESTROYPAGINGQUEUE Call = {Device->PagingQueue};
    KeepFirst(&First, Device->Kernel->pfnDestroyPagingQueueCb(Device->Runtime, &Call));
  }
  if (Device->Context != NULL) {
    const D3DDDICB_DESTROYCONTEXT Call = {Device->Context};
    KeepFirst(&First, Device->Kernel->pfnDestroyContextCb(Device->Runtime, &Call));
  }
  DeleteCriticalSection(&Device->Lists);
  return First;
}

static VOID APIENTRY DestroyDevice(D3D10DDI_HDEVICE Handle) {
  DEVICE* Device = DeviceOf(Handle);
  HRESULT Result = Submit(Device);
  KeepFirst(&Result, ReleaseDead(Device));
  KeepFirst(&Result, CloseParts(Device));
  ReportUse(Device, Result);
}

static VOID APIENTRY DestroyDeferred(D3D10DDI_HDEVICE Handle) { free(DeferredOf(Handle)->List.Steps); }

static HRESULT OpenContext(DEVICE* Device) {
  D3DDDICB_CREATECONTEXT Call = {0};
  HRESULT Result;
  Call.EngineAffinity = 1;
  Result = Device->Kernel->pfnCreateContextCb(Device->Runtime, &Call);
  if (FAILED(Result)) return Result;
  Device->Context = Call.hContext;
  Device->Batch.pNewCommandBuffer = Call.pCommandBuffer;
  Device->Batch.NewCommandBufferSize = Call.CommandBufferSize;
  Device->Batch.pNewAllocationList = Call.pAllocationList;
  Device->Batch.NewAllocationListSize = Call.AllocationListSize;
  return S_OK;
}

static HRESULT OpenFences(DEVICE* Device) {
  D3DDDICB_CREATEPAGINGQUEUE Queue = {0};
  D3DDDICB_CREATESYNCHRONIZATIONOBJECT2 Fence = {0};
  HRESULT Result;
  Queue.Priority = D3DDDI_PAGINGQUEUE_PRIORITY_NORMAL;
  Result = Device->Kernel->pfnCreatePagingQueueCb(Device->Runtime, &Queue);
  if (FAILED(Result)) return Result;
  Device->PagingQueue = Queue.hPagingQueue;
  Device->PagingFence = Queue.hSyncObject;
  Device->Paged = (const volatile UINT64*)Queue.FenceValueCPUVirtualAddress;
  Fence.Info.Type = D3DDDI_MONITORED_FENCE;
  Fence.Info.MonitoredFence.EngineAffinity = 1;
  Result = Device->Kernel->pfnCreateSynchronizationObject2Cb(Device->Runtime, &Fence);
  if (FAILED(Result)) return Result;
  Device->Fence = Fence.hSyncObject;
  Device->Done = (const volatile UINT64*)Fence.Info.MonitoredFence.FenceValueCPUVirtualAddress;
  return S_OK;
}

static void FillTable(D3DWDDM2_0DDI_DEVICEFUNCS* Out) {
  // Every slot has the same size, and the caller cleans up.
  SIZE_T(APIENTRY * *Slots)(void) = (SIZE_T(APIENTRY**)(void))Out;
  SIZE_T i;
  for (i = 0; i < sizeof *Out / sizeof *Slots; ++i) Slots[i] = Nothing;
  Out->pfnCalcPrivateResourceSize = CalcResourceSize;
  Out->pfnCalcPrivateOpenedResourceSize = CalcOpenedSize;
  Out->pfnCreateResource = CreateResource;
  Out->pfnOpenResource = OpenResource;
  Out->pfnDestroyResource = DestroyResource;
  Out->pfnDestroyDevice = DestroyDevice;
  Out->pfnFlush = Flush;
  Out->pfnResourceMap = Out->pfnStagingResourceMap = Out->pfnDynamicResourceMapDiscard = ResourceMap;
  Out->pfnDynamicIABufferMapDiscard = Out->pfnDynamicIABufferMapNoOverwrite = ResourceMap;
  Out->pfnDynamicConstantBufferMapDiscard = ResourceMap;
  Out->pfnResourceUnmap = Out->pfnStagingResourceUnmap = Out->pfnDynamicResourceUnmap = ResourceUnmap;
  Out->pfnDynamicIABufferUnmap = Out->pfnDynamicConstantBufferUnmap = ResourceUnmap;
  Out->pfnResourceIsStagingBusy = ResourceIsStagingBusy;
  Out->pfnResourceCopy = ResourceCopy;
  Out->pfnResourceCopyRegion = ResourceCopyRegion;
  Out->pfnResourceUpdateSubresourceUP = UpdateSubresource;
  Out->pfnDefaultConstantBufferUpdateSubresourceUP = UpdateSubresource;
  Out->pfnCalcPrivateRenderTargetViewSize = CalcTargetSize;
  Out->pfnCreateRenderTargetView = CreateTarget;
  Out->pfnClearRenderTargetView = ClearRenderTargetView;
  Out->pfnCheckFormatSupport = CheckFormatSupport;
  Out->pfnCheckDeferredContextHandleSizes = CheckLocalSizes;
  Out->pfnCalcDeferredContextHandleSize = CalcLocalSize;
  Out->pfnCalcPrivateDeferredContextSize = CalcDeferredSize;
  Out->pfnCreateDeferredContext = CreateDeferredContext;
  Out->pfnCalcPrivateCommandListSize = CalcListSize;
  Out->pfnCreateCommandList = CreateCommandList;
  Out->pfnDestroyCommandList = DestroyCommandList;
  Out->pfnCommandListExecute = ExecuteCommandList;
}

static void FillDeferredTable(D3DWDDM2_0DDI_DEVICEFUNCS* Out) {
  PFND3D10DDI_DESTROYRENDERTARGETVIEW CloseLocal;
  FillTable(Out);
  CloseLocal = Out->pfnDestroyRenderTargetView;
  Out->pfnCreateResource = OpenLocalResource;
  Out->pfnDestroyResource = (PFND3D10DDI_DESTROYRESOURCE)CloseLocal;
  Out->pfnCreateRenderTargetView = OpenLocalTarget;
  Out->pfnClearRenderTargetView = RecordClear;
  Out->pfnResourceCopy = RecordCopy;
  Out->pfnResourceCopyRegion = RecordCopyRegion;
  Out->pfnAbandonCommandList = AbandonCommandList;
  Out->pfnDestroyDevice = DestroyDeferred;
}

static VOID APIENTRY CreateDeferredContext(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CREATEDEFERREDCONTEXT* Wanted) {
  DEFERRED* Made = DeferredOf(Wanted->hDrvContext);
  memset(Made, 0, sizeof *Made);
  Made->CoreLayer = Wanted->hRTCoreLayer;
  Made->Core = Wanted->pWDDM2_0UMCallbacks;
  FillDeferredTable(Wanted->pWDDM2_0ContextFuncs);
}

static void FillDxgiTable(DXGI1_4_DDI_BASE_FUNCTIONS* Out) {
  Out->pfnPresent = Present;
  Out->pfnRotateResourceIdentities = RotateIdentities;
  Out->pfnSetResourcePriority = SetResourcePriority;
  Out->pfnQueryResourceResidency = QueryResourceResidency;
  Out->pfnResolveSharedResource = ResolveSharedResource;
  Out->pfnTrimResidencySet = TrimResidencySet;
}

static const UINT64 Versions[] = {D3DWDDM2_0_DDI_SUPPORTED};

static SIZE_T APIENTRY CalcDeviceSize(D3D10DDI_HADAPTER Adapter, const D3D10DDIARG_CALCPRIVATEDEVICESIZE* Wanted) {
  return sizeof(DEVICE);
}

// The driver postpones by itself what is destroyed while the GPU uses it.
static HRESULT APIENTRY CreateDevice(D3D10DDI_HADAPTER Adapter, D3D10DDIARG_CREATEDEVICE* Wanted) {
  DEVICE* Device = DeviceOf(Wanted->hDrvDevice);
  HRESULT Result;
  if (Wanted->Interface != D3DWDDM2_0_DDI_INTERFACE_VERSION || (Wanted->Version >> 16) < D3DWDDM2_0_DDI_BUILD_VERSION)
    return E_FAIL;
  memset(Device, 0, sizeof *Device);
  Device->Runtime = Wanted->hRTDevice.handle;
  Device->Kernel = Wanted->pKTCallbacks;
  Device->CoreLayer = Wanted->hRTCoreLayer;
  Device->Core = Wanted->pWDDM2_0UMCallbacks;
  Device->Dxgi = Wanted->DXGIBaseDDI.pDXGIBaseCallbacks;
  InitializeCriticalSection(&Device->Lists);
  Result = OpenContext(Device);
  if (SUCCEEDED(Result)) Result = OpenFences(Device);
  if (FAILED(Result)) {
    CloseParts(Device);
    return Result;
  }
  Device->Core->pfnDisableDeferredStagingResourceDestruction(Device->CoreLayer);
  FillTable(Wanted->pWDDM2_0DeviceFuncs);
  FillPipeline(Wanted->pWDDM2_0DeviceFuncs);
  FillDxgiTable(Wanted->DXGIBaseDDI.pDXGIDDIBaseFunctions5);
  return S_OK;
}

static HRESULT APIENTRY CloseAdapter(D3D10DDI_HADAPTER Adapter) {
  free(Adapter.pDrvPrivate);
  return S_OK;
}

static HRESULT APIENTRY GetSupportedVersions(D3D10DDI_HADAPTER Adapter, UINT32* Count, UINT64* Out) {
  const UINT32 Room = *Count;
  *Count = sizeof Versions / sizeof Versions[0];
  if (Out == NULL) return S_OK;
  if (Room < *Count) return E_OUTOFMEMORY;
  memcpy(Out, Versions, sizeof Versions);
  return S_OK;
}

static HRESULT APIENTRY GetCaps(D3D10DDI_HADAPTER Adapter, const D3D10_2DDIARG_GETCAPS* Wanted) {
  memset(Wanted->pData, 0, Wanted->DataSize);
  if (Wanted->DataSize < sizeof(UINT)) return S_OK;
  if (Wanted->Type == D3D11DDICAPS_THREADING)
    *(UINT*)Wanted->pData = D3D11DDICAPS_FREETHREADED | D3D11DDICAPS_COMMANDLISTS_BUILD_2;
  if (Wanted->Type == D3D11DDICAPS_3DPIPELINESUPPORT)
    *(UINT*)Wanted->pData = D3D11DDI_ENCODE_3DPIPELINESUPPORT_CAP(D3D11DDI_3DPIPELINELEVEL_11_0);
  return S_OK;
}

HRESULT APIENTRY OpenAdapter10_2(D3D10DDIARG_OPENADAPTER* Wanted) {
  SOFTGPU_ADAPTER_DATA Data = {0};
  const D3DDDICB_QUERYADAPTERINFO Query = {&Data, sizeof Data};
  ADAPTER* Adapter = (ADAPTER*)calloc(1, sizeof(ADAPTER));
  HRESULT Result = Adapter == NULL ? E_OUTOFMEMORY : S_OK;
  if (SUCCEEDED(Result)) Result = Wanted->pAdapterCallbacks->pfnQueryAdapterInfoCb(Wanted->hRTAdapter.handle, &Query);
  if (SUCCEEDED(Result) && Data.Header.Magic != SOFTGPU_ADAPTER_MAGIC) Result = E_FAIL;
  if (FAILED(Result)) {
    free(Adapter);
    return Result;
  }
  Adapter->Runtime = Wanted->hRTAdapter.handle;
  Wanted->hAdapter.pDrvPrivate = Adapter;
  Wanted->pAdapterFuncs_2->pfnCalcPrivateDeviceSize = CalcDeviceSize;
  Wanted->pAdapterFuncs_2->pfnCreateDevice = CreateDevice;
  Wanted->pAdapterFuncs_2->pfnCloseAdapter = CloseAdapter;
  Wanted->pAdapterFuncs_2->pfnGetSupportedVersions = GetSupportedVersions;
  Wanted->pAdapterFuncs_2->pfnGetCaps = GetCaps;
  return S_OK;
}
