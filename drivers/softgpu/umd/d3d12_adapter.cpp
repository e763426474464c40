// OpenAdapter12, and what it hands out: the adapter, its table of functions, its devices.
#include "d3d12_device.h"
// After the interface that this entry speaks.
#include "adapter.h"

namespace {

constexpr UINT64 kVersions[] = {D3D12DDI_SUPPORTED_0052};

HRESULT APIENTRY GetSupportedVersions(D3D12DDI_HADAPTER, UINT32* count, UINT64* versions) {
  return report_versions(kVersions, count, versions);
}

HRESULT APIENTRY GetCaps(D3D12DDI_HADAPTER, const D3D12DDIARG_GETCAPS* wanted) {
  memset(wanted->pData, 0, wanted->DataSize);
  if (wanted->Type == D3D12DDICAPS_TYPE_3DPIPELINESUPPORT &&
      wanted->DataSize >= sizeof(D3D12DDI_3DPIPELINELEVEL))
    *static_cast<D3D12DDI_3DPIPELINELEVEL*>(wanted->pData) = D3D12DDI_3DPIPELINELEVEL_1_0_CORE;
  return S_OK;
}

HRESULT APIENTRY GetOptionalTables(D3D12DDI_HADAPTER, UINT32* count, D3D12DDI_TABLE_REQUEST*) {
  *count = 0;
  return S_OK;
}

HRESULT APIENTRY FillTable(D3D12DDI_HADAPTER, D3D12DDI_TABLE_TYPE type, VOID* table, SIZE_T bytes,
                           UINT, D3D12DDI_HRTTABLE) {
  if (type != D3D12DDI_TABLE_TYPE_DEVICE_CORE) return E_NOTIMPL;
  if (bytes < sizeof(D3D12DDI_DEVICE_FUNCS_CORE_0052)) return E_FAIL;
  auto& out = *static_cast<D3D12DDI_DEVICE_FUNCS_CORE_0052*>(table);
  fill_unsupported_functions(out);
  fill_heap_functions(out);
  return S_OK;
}

SIZE_T APIENTRY CalcPrivateDeviceSize(D3D12DDI_HADAPTER, const D3D12DDIARG_CALCPRIVATEDEVICESIZE*) {
  return sizeof(D3d12Device);
}

HRESULT APIENTRY CreateDevice(D3D12DDI_HADAPTER, const D3D12DDIARG_CREATEDEVICE_0003* wanted) {
  new (wanted->hDrvDevice.pDrvPrivate) D3d12Device(*wanted);
  return S_OK;
}

VOID APIENTRY DestroyDevice(D3D12DDI_HDEVICE device) { D3d12Device::from(device).~D3d12Device(); }

}  // namespace

extern "C" HRESULT APIENTRY OpenAdapter12(D3D12DDIARG_OPENADAPTER* wanted) {
  return guarded([&] {
    const HRESULT result = open_adapter(*wanted);
    if (FAILED(result)) return result;
    *wanted->pAdapterFuncs = {CalcPrivateDeviceSize,
                              CreateDevice,
                              close_adapter<D3D12DDI_HADAPTER>,
                              GetSupportedVersions,
                              GetCaps,
                              GetOptionalTables,
                              FillTable,
                              DestroyDevice};
    return S_OK;
  });
}
