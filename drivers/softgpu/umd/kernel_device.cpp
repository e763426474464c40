#include "kernel_device.h"

HRESULT KernelDevice::create_context(D3DDDICB_CREATECONTEXT& context) const {
  return callbacks_.pfnCreateContextCb(device_, &context);
}

HRESULT KernelDevice::destroy_context(HANDLE context) const {
  const D3DDDICB_DESTROYCONTEXT wanted = {context};
  return callbacks_.pfnDestroyContextCb(device_, &wanted);
}

HRESULT KernelDevice::render(D3DDDICB_RENDER& work) const {
  return callbacks_.pfnRenderCb(device_, &work);
}

HRESULT KernelDevice::allocate(D3DDDICB_ALLOCATE& wanted) const {
  return callbacks_.pfnAllocateCb(device_, &wanted);
}

HRESULT KernelDevice::deallocate(HANDLE runtime_resource) const {
  const D3DDDICB_DEALLOCATE wanted = {runtime_resource, 0, NULL};
  return callbacks_.pfnDeallocateCb(device_, &wanted);
}

HRESULT KernelDevice::lock(D3DKMT_HANDLE& allocation, D3DDDICB_LOCKFLAGS flags, VOID*& data) const {
  D3DDDICB_LOCK wanted = {};
  wanted.hAllocation = allocation;
  wanted.Flags = flags;
  const HRESULT result = callbacks_.pfnLockCb(device_, &wanted);
  data = SUCCEEDED(result) ? wanted.pData : NULL;
  if (SUCCEEDED(result)) allocation = wanted.hAllocation;
  return result;
}

HRESULT KernelDevice::unlock(D3DKMT_HANDLE allocation) const {
  const D3DDDICB_UNLOCK wanted = {1, &allocation};
  return callbacks_.pfnUnlockCb(device_, &wanted);
}

HRESULT KernelDevice::set_priority(HANDLE runtime_resource, UINT priority) const {
  D3DDDICB_SETPRIORITY wanted = {runtime_resource, 0, NULL, &priority};
  return callbacks_.pfnSetPriorityCb(device_, &wanted);
}

HRESULT KernelDevice::query_residency(HANDLE runtime_resource,
                                      D3DDDI_RESIDENCYSTATUS& status) const {
  const D3DDDICB_QUERYRESIDENCY wanted = {runtime_resource, 0, NULL, &status};
  return callbacks_.pfnQueryResidencyCb(device_, &wanted);
}

HRESULT KernelDevice::offer(HANDLE runtime_resource, D3DDDI_OFFER_PRIORITY priority) const {
  const D3DDDICB_OFFERALLOCATIONS wanted = {&runtime_resource, NULL, 1, priority};
  return callbacks_.pfnOfferAllocationsCb(device_, &wanted);
}

HRESULT KernelDevice::reclaim(HANDLE runtime_resource, BOOL* discarded) const {
  const D3DDDICB_RECLAIMALLOCATIONS wanted = {&runtime_resource, NULL, discarded, 1};
  return callbacks_.pfnReclaimAllocationsCb(device_, &wanted);
}

HRESULT KernelDevice::present(D3DKMT_HANDLE source, D3DKMT_HANDLE destination,
                              HANDLE context) const {
  D3DDDICB_PRESENT wanted = {};
  wanted.hSrcAllocation = source;
  wanted.hDstAllocation = destination;
  wanted.hContext = context;
  return callbacks_.pfnPresentCb(device_, &wanted);
}
