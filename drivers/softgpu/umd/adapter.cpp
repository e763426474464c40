#include "adapter.h"

HRESULT Adapter::open(HANDLE runtime, const D3DDDI_ADAPTERCALLBACKS& callbacks) {
  SOFTGPU_ADAPTER_DATA data = {};
  const D3DDDICB_QUERYADAPTERINFO wanted = {&data, sizeof data};
  const HRESULT result = callbacks.pfnQueryAdapterInfoCb(runtime, &wanted);
  if (FAILED(result)) return result;
  return data.Header.Magic == SOFTGPU_ADAPTER_MAGIC && data.Header.Version == SOFTGPU_VERSION
             ? S_OK
             : E_FAIL;
}
