// OpenAdapter10_2, and what it hands out: the adapter, its capabilities, its devices.
#include "adapter.h"
#include "d3d11_device.h"

namespace {

constexpr UINT64 kVersions[] = {D3D11_0_DDI_SUPPORTED, D3D11_0_7_DDI_SUPPORTED};

HRESULT APIENTRY GetSupportedVersions(D3D10DDI_HADAPTER, UINT32* count, UINT64* versions) {
  return report_versions(kVersions, count, versions);
}

// The driver supports one thread at a time, no command lists and no optional shaders.
HRESULT APIENTRY GetCaps(D3D10DDI_HADAPTER, const D3D10_2DDIARG_GETCAPS* wanted) {
  memset(wanted->pData, 0, wanted->DataSize);
  if (wanted->Type == D3D11DDICAPS_3DPIPELINESUPPORT && wanted->DataSize >= sizeof(UINT))
    *static_cast<UINT*>(wanted->pData) =
        D3D11DDI_ENCODE_3DPIPELINESUPPORT_CAP(D3D11DDI_3DPIPELINELEVEL_11_0);
  return S_OK;
}

SIZE_T APIENTRY CalcPrivateDeviceSize(D3D10DDI_HADAPTER, const D3D10DDIARG_CALCPRIVATEDEVICESIZE*) {
  return sizeof(D3d11Device);
}

// A runtime that is older than this driver is refused.
bool is_known(UINT interface_version, UINT version) {
  for (const UINT64 known : kVersions) {
    if (D3DDDI_INTERFACE32_FROM_VERSION64(known) != interface_version) continue;
    return (version >> 16) >= D3DDDI_BUILD16_FROM_VERSION64(known);
  }
  return false;
}

HRESULT APIENTRY CreateDevice(D3D10DDI_HADAPTER, D3D10DDIARG_CREATEDEVICE* wanted) {
  if (!is_known(wanted->Interface, wanted->Version)) return E_FAIL;
  auto* const device = new (wanted->hDrvDevice.pDrvPrivate) D3d11Device(*wanted);
  const HRESULT result = guarded([&] { return device->core().open(); });
  if (FAILED(result)) {
    device->~D3d11Device();
    return result;
  }
  fill_device_functions(*wanted->p11DeviceFuncs);
  fill_dxgi_functions(*wanted->DXGIBaseDDI.pDXGIDDIBaseFunctions2);
  return S_OK;
}

}  // namespace

extern "C" HRESULT APIENTRY OpenAdapter10_2(D3D10DDIARG_OPENADAPTER* wanted) {
  return guarded([&] {
    const HRESULT result = open_adapter(*wanted);
    if (FAILED(result)) return result;
    wanted->pAdapterFuncs_2->pfnCalcPrivateDeviceSize = CalcPrivateDeviceSize;
    wanted->pAdapterFuncs_2->pfnCreateDevice = CreateDevice;
    wanted->pAdapterFuncs_2->pfnCloseAdapter = close_adapter<D3D10DDI_HADAPTER>;
    wanted->pAdapterFuncs_2->pfnGetSupportedVersions = GetSupportedVersions;
    wanted->pAdapterFuncs_2->pfnGetCaps = GetCaps;
    return S_OK;
  });
}
