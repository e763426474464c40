// Resources of the driver that keeps the books: allocations, their halves, uploads, and what was destroyed and waits.
#pragma once

#include "keeper.h"

static DEVICE* DeviceOf(D3D10DDI_HDEVICE Handle) { return (DEVICE*)Handle.pDrvPrivate; }
static RESOURCE** ResourceAt(D3D10DDI_HRESOURCE Handle) { return (RESOURCE**)Handle.pDrvPrivate; }

// The end of every function that returns nothing.
static void Report(DEVICE* Device, HRESULT Result, HRESULT Otherwise) {
  if (FAILED(Result)) {
    Device->Core->pfnSetErrorCb(Device->CoreLayer, Result == D3DDDIERR_DEVICEREMOVED ? Result : Otherwise);
  } else if (Device->OwesAmortizing) {
    Device->OwesAmortizing = FALSE;
    Device->Core->pfnPerformAmortizedProcessingCb(Device->CoreLayer);
  }
}

static void ReportUse(DEVICE* Device, HRESULT Result) { Report(Device, Result, D3DDDIERR_DEVICEREMOVED); }

// Creation and destruction leave to the immediate context what is its own.
static void ReportCreation(DEVICE* Device, HRESULT Result) {
  if (FAILED(Result)) Report(Device, Result, E_OUTOFMEMORY);
}

// Resources.

static UINT PixelOf(DXGI_FORMAT Format, UINT* KernelFormat) {
  *KernelFormat = 0;
  switch (Format) {
    case DXGI_FORMAT_UNKNOWN:
      return 1;
    case DXGI_FORMAT_B8G8R8A8_UNORM:
      *KernelFormat = D3DDDIFMT_A8R8G8B8;
      return 4;
    case DXGI_FORMAT_D24_UNORM_S8_UINT:
      *KernelFormat = D3DDDIFMT_D24S8;
      return 4;
    case DXGI_FORMAT_B5G6R5_UNORM:
      *KernelFormat = D3DDDIFMT_R5G6B5;
      return 2;
    case DXGI_FORMAT_R8G8B8A8_UNORM:
      return 4;
    default:
      return 0;
  }
}

static RESOURCE* NewResource(HANDLE Runtime, UINT Count) {
  RESOURCE* Made = (RESOURCE*)calloc(1, sizeof(RESOURCE) + Count * sizeof(SURFACE));
  if (Made == NULL) return NULL;
  Made->Runtime = Runtime;
  Made->Count = Count;
  Made->Halves = 1;
  return Made;
}

static void DescribeSurfaces(RESOURCE* Made, const D3D11DDIARG_CREATERESOURCE* Wanted, UINT Pixel) {
  UINT i;
  for (i = 0; i < Made->Count; ++i) {
    const D3D10DDI_MIPINFO* Size = &Wanted->pMipInfoList[i % Wanted->MipLevels];
    SURFACE* Surface = &Made->Surfaces[i];
    Surface->Width = Size->TexelWidth;
    Surface->Height = Size->TexelHeight == 0 ? 1 : Size->TexelHeight;
    Surface->Depth = Size->TexelDepth == 0 ? 1 : Size->TexelDepth;
    Surface->Pixel = Pixel;
    Surface->Pitch = (Surface->Width * Pixel + 63) / 64 * 64;
  }
}

static void Link(DEVICE* Device, RESOURCE* Made) {
  EnterCriticalSection(&Device->Lists);
  Made->LastFlush = Device->Flushes;
  Made->Next = Device->Live;
  Device->Live = Made;
  LeaveCriticalSection(&Device->Lists);
}

// One allocation for each half of each surface, surface by surface.
static HRESULT Allocate(DEVICE* Device, RESOURCE* Made, UINT KernelFormat, const DXGI_DDI_PRIMARY_DESC* Primary) {
  const UINT Count = Made->Count * Made->Halves;
  // Who opens the resource needs to know its levels.
  SOFTGPU_RESOURCE_DATA About = {{SOFTGPU_RESOURCE_MAGIC, SOFTGPU_VERSION, sizeof About}, Made->Levels};
  SOFTGPU_ALLOCATION_DATA* Data = (SOFTGPU_ALLOCATION_DATA*)calloc(Count, sizeof *Data);
  D3DDDI_ALLOCATIONINFO2* Infos = (D3DDDI_ALLOCATIONINFO2*)calloc(Count, sizeof *Infos);
  HRESULT Result = Data == NULL || Infos == NULL ? E_OUTOFMEMORY : S_OK;
  D3DDDICB_ALLOCATE Call = {0};
  UINT i;
  for (i = 0; SUCCEEDED(Result) && i < Count; ++i) {
    const SURFACE* Surface = &Made->Surfaces[i / Made->Halves];
    Data[i].Header.Magic = SOFTGPU_ALLOCATION_MAGIC;
    Data[i].Header.Version = SOFTGPU_VERSION;
    Data[i].Header.Size = sizeof Data[i];
    Data[i].Flags = SOFTGPU_ALLOCATION_CPU_VISIBLE;
    if (KernelFormat != 0 && Surface->Depth == 1) {
      Data[i].Width = Surface->Width;
      Data[i].Height = Surface->Height;
      Data[i].Format = KernelFormat;
    } else {
      Data[i].Bytes = BytesOf(Surface);
    }
    Infos[i].pPrivateDriverData = &Data[i];
    Infos[i].PrivateDriverDataSize = sizeof Data[i];
    Infos[i].Flags.Primary = Primary != NULL;
    Infos[i].VidPnSourceId = Primary != NULL ? Primary->VidPnSourceId : 0;
  }
  Call.hResource = Made->Runtime;
  Call.pPrivateDriverData = &About;
  Call.PrivateDriverDataSize = sizeof About;
  Call.NumAllocations = Count;
  Call.pAllocationInfo2 = Infos;
  if (SUCCEEDED(Result)) Result = Device->Kernel->pfnAllocateCb(Device->Runtime, &Call);
  for (i = 0; SUCCEEDED(Result) && i < Count; ++i) {
    SURFACE* Surface = &Made->Surfaces[i / Made->Halves];
    Surface->Parts[i % Made->Halves].Allocation = Infos[i].hAllocation;
    Surface->Parts[i % Made->Halves].Owner = Made;
    if (Data[i].Pitch != 0) Surface->Pitch = Data[i].Pitch;
  }
  free(Infos);
  free(Data);
  return Result;
}

static void CopyRows(SURFACE* Surface, const D3D10_DDI_BOX* Box, UCHAR* To, const UCHAR* From, UINT RowPitch, UINT SlicePitch) {
  LONG y, z;
  for (z = Box->front; z < Box->back; ++z) {
    for (y = Box->top; y < Box->bottom; ++y)
      memcpy(To + ((SIZE_T)z * Surface->Height + y) * Surface->Pitch + Box->left * Surface->Pixel,
             From + (SIZE_T)(z - Box->front) * SlicePitch + (SIZE_T)(y - Box->top) * RowPitch,
             (SIZE_T)(Box->right - Box->left) * Surface->Pixel);
  }
}

static D3D10_DDI_BOX WholeOf(const SURFACE* Surface) {
  D3D10_DDI_BOX Box = {0};
  Box.right = (LONG)Surface->Width;
  Box.bottom = (LONG)Surface->Height;
  Box.back = (LONG)Surface->Depth;
  return Box;
}

static HRESULT MapPart(DEVICE* Device, const PART* Part, VOID** Data) {
  D3DDDICB_LOCK2 Call = {0};
  HRESULT Result;
  Call.hAllocation = Part->Allocation;
  Result = Device->Kernel->pfnLock2Cb(Device->Runtime, &Call);
  if (SUCCEEDED(Result)) *Data = Call.pData;
  return Result;
}

static HRESULT UnmapPart(DEVICE* Device, const PART* Part) {
  D3DDDICB_UNLOCK2 Call = {Part->Allocation};
  return Device->Kernel->pfnUnlock2Cb(Device->Runtime, &Call);
}

// The GPU does not use it meanwhile.
static HRESULT Write(DEVICE* Device, SURFACE* Surface, PART* Part, const D3D10_DDI_BOX* Box, const VOID* From,
                     UINT RowPitch, UINT SlicePitch) {
  VOID* To = NULL;
  HRESULT Result = MapPart(Device, Part, &To);
  if (FAILED(Result)) return Result;
  CopyRows(Surface, Box, (UCHAR*)To, (const UCHAR*)From, RowPitch, SlicePitch);
  Part->IsWritten = TRUE;
  return UnmapPart(Device, Part);
}

// Another resource may have a part of this one since their identities were rotated.
static void ForgetParts(RESOURCE* Head, const RESOURCE* Owner) {
  UINT i, Half;
  for (; Head != NULL; Head = Head->Next) {
    for (i = 0; Head->IsSwapped && i < Head->Count; ++i) {
      for (Half = 0; Half < 2; ++Half) {
        if (Head->Surfaces[i].Parts[Half].Owner == Owner) Head->Surfaces[i].Parts[Half].IsResident = FALSE;
      }
    }
  }
}

static HRESULT Release(DEVICE* Device, RESOURCE* Dead) {
  D3DDDICB_DEALLOCATE2 Call = {0};
  BOOL MayBeUsed = Dead->IsShared || Dead->IsSwapped || *Device->Paged < Device->PagingWanted;
  HRESULT Result;
  UINT i, Half;
  for (i = 0; i < Dead->Count; ++i) {
    for (Half = 0; Half < Dead->Halves; ++Half) MayBeUsed = MayBeUsed || !IsIdle(Device, &Dead->Surfaces[i].Parts[Half]);
  }
  Call.hResource = Dead->Runtime;
  Call.Flags.AssumeNotInUse = !MayBeUsed;
  Result = Device->Kernel->pfnDeallocate2Cb(Device->Runtime, &Call);
  free(Dead);
  return Result;
}

// All that was destroyed and that no open batch names.
static HRESULT ReleaseDead(DEVICE* Device) {
  HRESULT First = S_OK;
  RESOURCE* Dead;
  EnterCriticalSection(&Device->Lists);
  Dead = Device->Dead;
  Device->Dead = NULL;
  while (Dead != NULL) {
    RESOURCE* Next = Dead->Next;
    ForgetParts(Device->Live, Dead);
    KeepFirst(&First, Release(Device, Dead));
    Dead = Next;
  }
  LeaveCriticalSection(&Device->Lists);
  return First;
}

static HRESULT Upload(DEVICE* Device, RESOURCE* Made, const D3D10_DDIARG_SUBRESOURCE_UP* From) {
  HRESULT Result = S_OK;
  UINT i;
  for (i = 0; From != NULL && SUCCEEDED(Result) && i < Made->Count; ++i) {
    const D3D10_DDI_BOX Whole = WholeOf(&Made->Surfaces[i]);
    Result = Write(Device, &Made->Surfaces[i], PartOf(Made, i), &Whole, From[i].pSysMem, From[i].SysMemPitch,
                   From[i].SysMemSlicePitch);
  }
  return Result;
}

static SIZE_T APIENTRY CalcResourceSize(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CREATERESOURCE* Wanted) {
  return sizeof(RESOURCE*);
}

static SIZE_T APIENTRY CalcOpenedSize(D3D10DDI_HDEVICE Handle, const D3D10DDIARG_OPENRESOURCE* Wanted) {
  return sizeof(RESOURCE*);
}

static HRESULT MakeResource(DEVICE* Device, const D3D11DDIARG_CREATERESOURCE* Wanted, HANDLE Runtime, RESOURCE** Out) {
  UINT KernelFormat = 0;
  const UINT Pixel = PixelOf(Wanted->ResourceDimension == D3D10DDIRESOURCE_BUFFER ? DXGI_FORMAT_UNKNOWN : Wanted->Format,
                             &KernelFormat);
  RESOURCE* Made = Pixel == 0 ? NULL : NewResource(Runtime, Wanted->ArraySize * Wanted->MipLevels);
  HRESULT Result;
  if (Made == NULL) return E_OUTOFMEMORY;
  Made->Levels = Wanted->MipLevels;
  Made->IsShared = (Wanted->MiscFlags & D3D10_DDI_RESOURCE_MISC_SHARED) != 0;
  if (Wanted->Usage == D3D10_DDI_USAGE_DYNAMIC && !Made->IsShared) Made->Halves = 2;
  DescribeSurfaces(Made, Wanted, Pixel);
  Result = Allocate(Device, Made, KernelFormat, Wanted->pPrimaryDesc);
  if (FAILED(Result)) {
    free(Made);
    return Result;
  }
  Result = Upload(Device, Made, Wanted->pInitialDataUP);
  if (FAILED(Result)) {
    Release(Device, Made);
    return Result;
  }
  *Out = Made;
  return S_OK;
}

static VOID APIENTRY CreateResource(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CREATERESOURCE* Wanted, D3D10DDI_HRESOURCE Out,
                                    D3D10DDI_HRTRESOURCE Runtime) {
  DEVICE* Device = DeviceOf(Handle);
  const HRESULT Result = MakeResource(Device, Wanted, Runtime.handle, ResourceAt(Out));
  if (SUCCEEDED(Result)) Link(Device, *ResourceAt(Out));
  ReportCreation(Device, Result);
}

static HRESULT OpenParts(RESOURCE* Made, const D3D10DDIARG_OPENRESOURCE* Wanted) {
  SOFTGPU_RESOURCE_DATA About;
  UINT i;
  if (Wanted->PrivateDriverDataSize != sizeof About) return E_FAIL;
  memcpy(&About, Wanted->pPrivateDriverData, sizeof About);
  if (About.Header.Magic != SOFTGPU_RESOURCE_MAGIC || About.Usage == 0) return E_FAIL;
  Made->Levels = About.Usage;
  for (i = 0; i < Made->Count; ++i) {
    const D3DDDI_OPENALLOCATIONINFO2* Info = &Wanted->pOpenAllocationInfo2[i];
    SOFTGPU_ALLOCATION_DATA Data;
    SURFACE* Surface = &Made->Surfaces[i];
    if (Info->PrivateDriverDataSize != sizeof Data) return E_FAIL;
    memcpy(&Data, Info->pPrivateDriverData, sizeof Data);
    if (Data.Header.Magic != SOFTGPU_ALLOCATION_MAGIC) return E_FAIL;
    Surface->Width = Data.Width != 0 ? Data.Width : (UINT)Data.Bytes;
    Surface->Height = Data.Width != 0 ? Data.Height : 1;
    Surface->Depth = 1;
    Surface->Pixel = Data.Width == 0 ? 1 : Data.Format == D3DDDIFMT_R5G6B5 ? 2 : 4;
    Surface->Pitch = Data.Width != 0 ? Data.Pitch : (UINT)Data.Bytes;
    Surface->Parts[0].Allocation = Info->hAllocation;
    Surface->Parts[0].Owner = Made;
  }
  return S_OK;
}

static VOID APIENTRY OpenResource(D3D10DDI_HDEVICE Handle, const D3D10DDIARG_OPENRESOURCE* Wanted, D3D10DDI_HRESOURCE Out,
                                  D3D10DDI_HRTRESOURCE Runtime) {
  DEVICE* Device = DeviceOf(Handle);
  RESOURCE* Made = NewResource(Runtime.handle, Wanted->NumAllocations);
  HRESULT Result = Made == NULL ? E_OUTOFMEMORY : OpenParts(Made, Wanted);
  if (SUCCEEDED(Result)) {
    Made->IsShared = TRUE;
    Link(Device, Made);
    *ResourceAt(Out) = Made;
  } else {
    free(Made);
  }
  ReportCreation(Device, Result);
}

// It may come beside a thread that draws, so that nothing is submitted here.
static VOID APIENTRY DestroyResource(D3D10DDI_HDEVICE Handle, D3D10DDI_HRESOURCE Which) {
  DEVICE* Device = DeviceOf(Handle);
  RESOURCE* Dead = *ResourceAt(Which);
  RESOURCE** At;
  HRESULT Result = S_OK;
  UINT i;
  for (i = 0; i < Dead->Count; ++i) {
    if (Dead->Surfaces[i].IsMapped) KeepFirst(&Result, UnmapPart(Device, PartOf(Dead, i)));
  }
  EnterCriticalSection(&Device->Lists);
  for (At = &Device->Live; *At != Dead; At = &(*At)->Next) {
  }
  *At = Dead->Next;
  Dead->Next = Device->Dead;
  Device->Dead = Dead;
  LeaveCriticalSection(&Device->Lists);
  if (FAILED(Result)) ReportUse(Device, Result);
}
