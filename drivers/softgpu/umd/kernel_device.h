// The runtime's callbacks for one device. The table stays the runtime's: it is asked at each call.
#pragma once

#include "softgpu_umd.h"

class KernelDevice {
 public:
  KernelDevice(HANDLE runtime_device, const D3DDDI_DEVICECALLBACKS& callbacks)
      : device_(runtime_device), callbacks_(callbacks) {}

  HRESULT create_context(D3DDDICB_CREATECONTEXT& context) const;
  HRESULT destroy_context(HANDLE context) const;
  HRESULT render(D3DDDICB_RENDER& work) const;

  HRESULT allocate(D3DDDICB_ALLOCATE& wanted) const;
  // Frees all allocations of a resource in one call.
  HRESULT deallocate(HANDLE runtime_resource) const;

  // Adopts another instance when the lock discards. NULL data when it fails.
  HRESULT lock(D3DKMT_HANDLE& allocation, D3DDDICB_LOCKFLAGS flags, VOID*& data) const;
  HRESULT unlock(D3DKMT_HANDLE allocation) const;

  HRESULT set_priority(HANDLE runtime_resource, UINT priority) const;
  HRESULT query_residency(HANDLE runtime_resource, D3DDDI_RESIDENCYSTATUS& status) const;
  HRESULT offer(HANDLE runtime_resource, D3DDDI_OFFER_PRIORITY priority) const;
  // NULL when the caller does not need to know what was lost.
  HRESULT reclaim(HANDLE runtime_resource, BOOL* discarded) const;
  HRESULT present(D3DKMT_HANDLE source, D3DKMT_HANDLE destination, HANDLE context) const;

 private:
  const HANDLE device_;
  const D3DDDI_DEVICECALLBACKS& callbacks_;
};
