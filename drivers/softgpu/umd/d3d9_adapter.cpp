// OpenAdapter, and what it hands out: the adapter, its capabilities, its devices.
#include <memory>

#include "adapter.h"
#include "d3d9_device.h"

namespace {

// The operations that every format supports here: it can lie in memory, be copied and be filled.
constexpr UINT kOperations = FORMATOP_TEXTURE | FORMATOP_OFFSCREENPLAIN |
                             FORMATOP_OFFSCREEN_RENDERTARGET | FORMATOP_SAME_FORMAT_RENDERTARGET;

HRESULT report_formats(VOID* data, UINT size) {
  if (size < format_count() * sizeof(FORMATOP)) return E_FAIL;
  auto* const out = static_cast<FORMATOP*>(data);
  for (UINT i = 0; i < format_count(); ++i) {
    out[i] = {};
    out[i].Format = format_at(i);
    out[i].Operations = kOperations;
  }
  return S_OK;
}

// Other capabilities are zero: no queries, no decoders, no shaders.
HRESULT APIENTRY GetCaps(HANDLE, const D3DDDIARG_GETCAPS* wanted) {
  if (wanted->pData == NULL) return wanted->DataSize == 0 ? S_OK : E_FAIL;
  memset(wanted->pData, 0, wanted->DataSize);
  switch (wanted->Type) {
    case D3DDDICAPS_GETFORMATCOUNT:
      if (wanted->DataSize < sizeof(UINT)) return E_FAIL;
      *static_cast<UINT*>(wanted->pData) = format_count();
      return S_OK;
    case D3DDDICAPS_GETFORMATDATA:
      return report_formats(wanted->pData, wanted->DataSize);
    default:
      return S_OK;
  }
}

HRESULT APIENTRY CreateDevice(HANDLE, D3DDDIARG_CREATEDEVICE* wanted) {
  return guarded([&] {
    auto device = std::make_unique<Device>(wanted->hDevice, *wanted->pCallbacks);
    const HRESULT result = device->open();
    if (FAILED(result)) return result;
    fill_device_functions(*wanted->pDeviceFuncs);
    wanted->hDevice = device.release();
    return S_OK;
  });
}

HRESULT APIENTRY CloseAdapter(HANDLE handle) {
  delete static_cast<Adapter*>(handle);
  return S_OK;
}

}  // namespace

extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* wanted) {
  return guarded([&] {
    auto adapter = std::make_unique<Adapter>();
    const HRESULT result = adapter->open(wanted->hAdapter, *wanted->pAdapterCallbacks);
    if (FAILED(result)) return result;
    wanted->hAdapter = adapter.release();
    wanted->pAdapterFuncs->pfnGetCaps = GetCaps;
    wanted->pAdapterFuncs->pfnCreateDevice = CreateDevice;
    wanted->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;
    wanted->DriverVersion = D3D_UMD_INTERFACE_VERSION;
    return result;
  });
}
