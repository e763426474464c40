// The adapter and the device.
#include "lodger.h"

PLAN12 ThePlan;

namespace {

void* LastDead;

const UINT64 Versions[] = {D3D12DDI_SUPPORTED_0033, D3D12DDI_SUPPORTED_0052, D3D12DDI_SUPPORTED_0088};
constexpr UINT32 VersionCount = sizeof(Versions) / sizeof(Versions[0]);

HRESULT APIENTRY GetSupportedVersions(D3D12DDI_HADAPTER, UINT32* Count, UINT64* Out) {
  const UINT32 Room = *Count;
  *Count = VersionCount;
  if (Out == nullptr) return S_OK;
  if (Room < VersionCount) return E_OUTOFMEMORY;
  memcpy(Out, Versions, sizeof(Versions));
  return S_OK;
}

HRESULT APIENTRY GetCaps(D3D12DDI_HADAPTER, const D3D12DDIARG_GETCAPS* Wanted) {
  if (Wanted->Type != D3D12DDICAPS_TYPE_3DPIPELINESUPPORT) return E_NOTIMPL;
  *static_cast<D3D12DDI_3DPIPELINELEVEL*>(Wanted->pData) = D3D12DDI_3DPIPELINELEVEL_1_0_CORE;
  return S_OK;
}

HRESULT APIENTRY GetOptionalTables(D3D12DDI_HADAPTER, UINT32* Count, D3D12DDI_TABLE_REQUEST*) {
  *Count = 0;
  return S_OK;
}

HRESULT APIENTRY FillTable(D3D12DDI_HADAPTER, D3D12DDI_TABLE_TYPE Type, VOID* Table, SIZE_T Bytes, UINT,
                           D3D12DDI_HRTTABLE) {
  if (Type == D3D12DDI_TABLE_TYPE_DEVICE_CORE) return FillDeviceTable(Table, Bytes);
  if (Type != D3D12DDI_TABLE_TYPE_0020_EXTENDED_FEATURES) return E_NOTIMPL;
  FillFeatures(*static_cast<D3D12DDI_EXTENDED_FEATURES_FUNCS_0021*>(Table));
  return S_OK;
}

SIZE_T APIENTRY CalcPrivateDeviceSize(D3D12DDI_HADAPTER, const D3D12DDIARG_CALCPRIVATEDEVICESIZE*) {
  return sizeof(Device);
}

HRESULT APIENTRY CreateDevice(D3D12DDI_HADAPTER, const D3D12DDIARG_CREATEDEVICE_0003* Wanted) {
  ThePlan.LastInterface = Wanted->Interface;
  ThePlan.LastVersion = Wanted->Version;
  ThePlan.HasKernelTable = Wanted->pKTCallbacks != nullptr && Wanted->pKTCallbacks->pfnLock2Cb != nullptr;
  ThePlan.HasCoreTable = Wanted->p12UMCallbacks_0022 != nullptr && Wanted->p12UMCallbacks_0022->pfnAllocateCb != nullptr;
  Device& Made = *new (Wanted->hDrvDevice.pDrvPrivate) Device();
  Made.Runtime = Wanted->hRTDevice;
  Made.Kernel = Wanted->pKTCallbacks;
  Made.Core = Wanted->p12UMCallbacks_0022;
  Act(IN_CREATE_DEVICE, Made, &Made, sizeof(Made));
  if (Does(IN_CREATE_DEVICE, BREAK_FAIL)) return ThePlan.Result;
  Made.Paging.Priority = D3DDDI_PAGINGQUEUE_PRIORITY_NORMAL;
  return Made.Kernel->pfnCreatePagingQueueCb(Made.Runtime.handle, &Made.Paging);
}

VOID APIENTRY DestroyDevice(D3D12DDI_HDEVICE Dead) {
  Device& Which = From(Dead);
  Act(IN_DESTROY_DEVICE, Which, &Which, sizeof(Which));
  D3DDDI_DESTROYPAGINGQUEUE Call = {};
  Call.hPagingQueue = Which.Paging.hPagingQueue;
  Which.Kernel->pfnDestroyPagingQueueCb(Which.Runtime.handle, &Call);
}

HRESULT APIENTRY CloseAdapter(D3D12DDI_HADAPTER) { return S_OK; }

}  // namespace

void NoteDead(void* Memory) { LastDead = Memory; }

SOFTGPU_ALLOCATION_DATA DataOf(UINT64 Bytes, bool IsVisible, bool IsGood) {
  SOFTGPU_ALLOCATION_DATA Data = {};
  Data.Header = {IsGood ? UINT(SOFTGPU_ALLOCATION_MAGIC) : 0U, SOFTGPU_VERSION, sizeof(Data)};
  if (IsVisible) Data.Flags = SOFTGPU_ALLOCATION_CPU_VISIBLE;
  Data.Bytes = Bytes;
  return Data;
}

bool Does(PLACE12 Place, DEED12 Deed) {
  if (ThePlan.Place != Place || ThePlan.Deed != Deed) return false;
  ++ThePlan.Times;
  return true;
}

void Act(PLACE12 Place, Device& Where, void* Memory, SIZE_T Bytes) {
  if (Does(Place, BREAK_SET_ERROR)) Where.Core->pfnSetErrorCb(Where.Runtime, ThePlan.Result);
  if (Does(Place, BREAK_OVERRUN)) static_cast<volatile char*>(Memory)[Bytes + ThePlan.Value] = 1;
  if (Does(Place, BREAK_TOUCH_DEAD)) ThePlan.Value = *static_cast<volatile ULONG*>(LastDead);
}

extern "C" HRESULT APIENTRY OpenAdapter12(D3D12DDIARG_OPENADAPTER* Wanted) {
  if (Does(IN_OPEN_ADAPTER, BREAK_FAIL)) return ThePlan.Result;
  Wanted->hAdapter.pDrvPrivate = &ThePlan;
  *Wanted->pAdapterFuncs = {CalcPrivateDeviceSize, CreateDevice, CloseAdapter, GetSupportedVersions,
                            GetCaps, GetOptionalTables, FillTable, DestroyDevice};
  return S_OK;
}

extern "C" HRESULT APIENTRY OpenAdapter10(D3D10DDIARG_OPENADAPTER* Door) {
  reinterpret_cast<DOOR12*>(Door)->Plan = &ThePlan;
  return S_OK;
}
