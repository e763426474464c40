// The entry of Direct3D 12: heaps, and buffers that lie in them. An allocation hangs on each heap;
// what is resident is the application's business, and the device has nothing of its own.
#pragma once

// These runtimes have callbacks of WDDM 2, which the core does without.
#define D3D_UMD_INTERFACE_VERSION D3D_UMD_INTERFACE_VERSION_WDDM2_2

#include "softgpu_umd.h"
// This header needs the declarations above.
#include <d3d12umddi.h>

// The driver's heap, to which its handle points.
struct D3d12Heap {
  HANDLE runtime;
  D3DKMT_HANDLE allocation;

  static D3d12Heap& from(D3D12DDI_HHEAP heap) { return *static_cast<D3d12Heap*>(heap.pDrvPrivate); }
};

// The driver's resource, to which its handle points.
struct D3d12Buffer {
  D3d12Heap* heap;
  UINT64 offset;
};

// The driver's command queue, to which its handle points.
struct D3d12Queue {
  D3D12DDI_HRTCOMMANDQUEUE runtime;
  HANDLE context;
};

class D3d12Device {
 public:
  explicit D3d12Device(const D3D12DDIARG_CREATEDEVICE_0003& wanted)
      : runtime_(wanted.hRTDevice),
        kernel_(*wanted.pKTCallbacks),
        core_layer_(*wanted.p12UMCallbacks_0022) {}

  static D3d12Device& from(D3D12DDI_HDEVICE device) {
    return *static_cast<D3d12Device*>(device.pDrvPrivate);
  }

  HRESULT allocate(const D3D12DDIARG_CREATEHEAP_0001& wanted, D3d12Heap& into) const;
  HRESULT release(const D3d12Heap& heap) const;
  HRESULT map(const D3d12Heap& heap, void** data) const;
  HRESULT unmap(const D3d12Heap& heap) const;
  HRESULT make_resident(D3D12DDIARG_MAKERESIDENT_0001& wanted) const;
  HRESULT evict(const D3D12DDIARG_EVICT& wanted) const;
  HRESULT create_context(D3d12Queue& queue) const;
  HRESULT destroy_context(const D3d12Queue& queue) const;

  // For functions that return nothing: any failure is reported as a removed device.
  void set_error(HRESULT result) const {
    if (FAILED(result)) core_layer_.pfnSetErrorCb(runtime_, D3DDDIERR_DEVICEREMOVED);
  }

 private:
  const D3D12DDI_HRTDEVICE runtime_;
  const D3DDDI_DEVICECALLBACKS& kernel_;
  const D3D12DDI_CORELAYER_DEVICECALLBACKS_0022& core_layer_;
};

void fill_heap_functions(D3D12DDI_DEVICE_FUNCS_CORE_0052& out);
void fill_unsupported_functions(D3D12DDI_DEVICE_FUNCS_CORE_0052& out);
