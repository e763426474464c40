#include "d3d12_device.h"

#include <vector>

namespace {

// The allocations of the heaps among the objects; the device has no other objects.
std::vector<D3DKMT_HANDLE> allocations_of(const D3D12DDI_HANDLE_AND_TYPE* objects, UINT count) {
  std::vector<D3DKMT_HANDLE> out;
  for (UINT i = 0; i < count; ++i) {
    if (objects[i].Type == D3D12DDI_HT_HEAP)
      out.push_back(static_cast<const D3d12Heap*>(objects[i].Handle)->allocation);
  }
  return out;
}

}  // namespace

HRESULT D3d12Device::allocate(const D3D12DDIARG_CREATEHEAP_0001& wanted, D3d12Heap& into) const {
  SOFTGPU_ALLOCATION_DATA data = {};
  data.Header = {SOFTGPU_ALLOCATION_MAGIC, SOFTGPU_VERSION, sizeof data};
  if (wanted.CPUPageProperty != D3D12DDI_CPU_PAGE_PROPERTY_NOT_AVAILABLE)
    data.Flags = SOFTGPU_ALLOCATION_CPU_VISIBLE;
  data.Bytes = wanted.ByteSize;
  D3D12DDI_ALLOCATION_INFO_0022 info = {};
  info.pPrivateDriverData = &data;
  info.PrivateDriverDataSize = sizeof data;
  D3D12DDICB_ALLOCATE_0022 call = {};
  call.hResource = into.runtime;
  call.NumAllocations = 1;
  call.pAllocationInfo = &info;
  const HRESULT result = core_layer_.pfnAllocateCb(runtime_, &call);
  if (SUCCEEDED(result)) into.allocation = info.hAllocation;
  return result;
}

HRESULT D3d12Device::release(const D3d12Heap& heap) const {
  D3D12DDICB_DEALLOCATE_0022 call = {};
  call.hResource = heap.runtime;
  return core_layer_.pfnDeallocateCb(runtime_, &call);
}

HRESULT D3d12Device::map(const D3d12Heap& heap, void** data) const {
  D3DDDICB_LOCK2 call = {};
  call.hAllocation = heap.allocation;
  const HRESULT result = kernel_.pfnLock2Cb(runtime_.handle, &call);
  *data = SUCCEEDED(result) ? call.pData : NULL;
  return result;
}

HRESULT D3d12Device::unmap(const D3d12Heap& heap) const {
  D3DDDICB_UNLOCK2 call = {};
  call.hAllocation = heap.allocation;
  return kernel_.pfnUnlock2Cb(runtime_.handle, &call);
}

// It uses one callback, so that all objects become resident or none does.
HRESULT D3d12Device::make_resident(D3D12DDIARG_MAKERESIDENT_0001& wanted) const {
  const std::vector<D3DKMT_HANDLE> allocations = allocations_of(wanted.pObjects, wanted.NumObjects);
  *wanted.pPagingFenceValue = 0;
  wanted.WaitMask = 0;
  if (allocations.empty()) return S_OK;
  D3DDDI_MAKERESIDENT call = {};
  call.NumAllocations = static_cast<UINT>(allocations.size());
  call.AllocationList = allocations.data();
  call.Flags = wanted.Flags;
  const HRESULT result = core_layer_.pfnMakeResidentCb(runtime_, wanted.pRTPagingQueue[0], &call);
  if (result == E_PENDING) {
    *wanted.pPagingFenceValue = call.PagingFenceValue;
    wanted.WaitMask = 1;
  }
  return result;
}

HRESULT D3d12Device::evict(const D3D12DDIARG_EVICT& wanted) const {
  const std::vector<D3DKMT_HANDLE> allocations = allocations_of(wanted.pObjects, wanted.NumObjects);
  if (allocations.empty()) return S_OK;
  D3DDDICB_EVICT call = {};
  call.NumAllocations = static_cast<UINT>(allocations.size());
  call.AllocationList = allocations.data();
  call.Flags = wanted.Flags;
  return core_layer_.pfnEvictCb(runtime_, &call);
}

HRESULT D3d12Device::create_context(D3d12Queue& queue) const {
  D3DDDICB_CREATECONTEXT call = {};
  call.NodeOrdinal = SOFTGPU_NODE_RENDER;
  call.EngineAffinity = 1;
  const HRESULT result = core_layer_.pfnCreateContextCb(queue.runtime, &call);
  if (SUCCEEDED(result)) queue.context = call.hContext;
  return result;
}

HRESULT D3d12Device::destroy_context(const D3d12Queue& queue) const {
  const D3DDDICB_DESTROYCONTEXT call = {queue.context};
  return core_layer_.pfnDestroyContextCb(queue.runtime, &call);
}
