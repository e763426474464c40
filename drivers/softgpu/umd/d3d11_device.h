// The entry of Direct3D 10 and 11. Objects of the runtime are memory of the runtime's; what lies in
// it only leads to the core's.
#pragma once

#include "device.h"

class D3d11Device {
 public:
  explicit D3d11Device(const D3D10DDIARG_CREATEDEVICE& wanted)
      : core_(wanted.hRTDevice.handle, *wanted.pKTCallbacks),
        runtime_(wanted.hRTDevice.handle),
        core_layer_(wanted.hRTCoreLayer),
        callbacks_(*wanted.p11UMCallbacks),
        dxgi_callbacks_(*wanted.DXGIBaseDDI.pDXGIBaseCallbacks) {}

  static D3d11Device& from(D3D10DDI_HDEVICE device) {
    return *static_cast<D3d11Device*>(device.pDrvPrivate);
  }

  Device& core() { return core_; }

  // Functions of these tables return nothing: they report failures by pfnSetErrorCb, and only those
  // that the function may have. Any other failure is reported as a removed device.
  void set_error(HRESULT result) { set_error_or(result, D3DDDIERR_DEVICEREMOVED); }
  void set_creation_error(HRESULT result) { set_error_or(result, E_OUTOFMEMORY); }
  void set_map_error(HRESULT result, bool may_be_busy);

  HRESULT present(const DXGI_DDI_ARG_PRESENT& wanted);

  // Lets the runtime do its deferred work if a batch was submitted since the last time. At the end
  // of calls.
  void amortize();

 private:
  void set_error_or(HRESULT result, HRESULT otherwise);

  Device core_;
  const HANDLE runtime_;
  const D3D10DDI_HRTCORELAYER core_layer_;
  const D3D11DDI_CORELAYER_DEVICECALLBACKS& callbacks_;
  const DXGI_DDI_BASE_CALLBACKS& dxgi_callbacks_;
  UINT amortized_ = 0;
};

// The driver's resource, to which its handle points.
struct D3d11Resource {
  Resource* core;
  UINT levels;

  static D3d11Resource& from(D3D10DDI_HRESOURCE resource) {
    return *static_cast<D3d11Resource*>(resource.pDrvPrivate);
  }
  static D3d11Resource& from(DXGI_DDI_HRESOURCE resource) {
    return *reinterpret_cast<D3d11Resource*>(resource);
  }
};

// The driver's render-target view, to which its handle points.
struct D3d11Target {
  Surface* surface;

  static D3d11Target& from(D3D10DDI_HRENDERTARGETVIEW view) {
    return *static_cast<D3d11Target*>(view.pDrvPrivate);
  }
};

// Empty for formats that the device does not know.
D3DDDIFORMAT format_of(DXGI_FORMAT format);

void fill_device_functions(D3D11DDI_DEVICEFUNCS& out);
void fill_resource_functions(D3D11DDI_DEVICEFUNCS& out);
void fill_unsupported_functions(D3D11DDI_DEVICEFUNCS& out);
void fill_dxgi_functions(DXGI1_1_DDI_BASE_FUNCTIONS& out);
