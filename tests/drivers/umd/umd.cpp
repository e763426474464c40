// A user-mode display driver with both entry points, on the C++ library.
#include <Windows.h>
#include <D3dUmDdi.h>
#include <d3d10umddi.h>
#include <memory>
#include <string>
#include <vector>

namespace {

class Device {
 public:
  Device(HANDLE runtime, const D3DDDI_DEVICECALLBACKS& callbacks) : m_runtime(runtime), m_callbacks(callbacks) {}

  HRESULT Destroy(HANDLE resource) {
    D3DDDICB_RENDER render = {};
    HRESULT hr = m_callbacks.pfnRenderCb(m_runtime, &render);
    if (FAILED(hr)) return hr;
    D3DDDICB_DEALLOCATE deallocate = {};
    deallocate.hResource = resource;
    return m_callbacks.pfnDeallocateCb(m_runtime, &deallocate);
  }

 private:
  HANDLE m_runtime;
  D3DDDI_DEVICECALLBACKS m_callbacks;
  std::vector<HANDLE> m_resources;
};

HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  return static_cast<Device*>(hDevice)->Destroy(hResource);
}

HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE* pCreateData) {
  UNREFERENCED_PARAMETER(hAdapter);
  auto device = std::make_unique<Device>(pCreateData->hDevice, *pCreateData->pCallbacks);
  pCreateData->pDeviceFuncs->pfnDestroyResource = DestroyResource;
  pCreateData->hDevice = device.release();
  return S_OK;
}

HRESULT APIENTRY CloseAdapter(HANDLE) { return S_OK; }

SIZE_T APIENTRY CalcPrivateDeviceSize(D3D10DDI_HADAPTER, const D3D10DDIARG_CALCPRIVATEDEVICESIZE*) {
  return sizeof(Device);
}

}  // namespace

extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pOpenData) {
  static_assert(sizeof(L"x") == 4, "wide characters have two bytes");
  pOpenData->pAdapterFuncs->pfnCreateDevice = CreateDevice;
  pOpenData->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;
  pOpenData->DriverVersion = D3D_UMD_INTERFACE_VERSION;
  return S_OK;
}

extern "C" HRESULT APIENTRY OpenAdapter10_2(D3D10DDIARG_OPENADAPTER* pOpenData) {
  pOpenData->pAdapterFuncs_2->pfnCalcPrivateDeviceSize = CalcPrivateDeviceSize;
  return min(1, 2) == 1 ? S_OK : E_FAIL;
}
