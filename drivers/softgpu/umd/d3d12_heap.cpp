// Heaps, the buffers in them, and command queues: the functions of the table.
#include "d3d12_device.h"

namespace {

using Session = D3D12DDI_HPROTECTEDRESOURCESESSION_0030;
constexpr D3D12DDI_HEAP_AND_RESOURCE_SIZES kSizes = {sizeof(D3d12Heap), sizeof(D3d12Buffer)};

D3D12DDI_HEAP_AND_RESOURCE_SIZES APIENTRY CalcSizes(D3D12DDI_HDEVICE,
                                                    const D3D12DDIARG_CREATEHEAP_0001*,
                                                    const D3D12DDIARG_CREATERESOURCE_0003*,
                                                    Session) {
  return kSizes;
}

// A heap, a resource in a heap that is there, or both.
HRESULT APIENTRY CreateHeapAndResource(D3D12DDI_HDEVICE device,
                                       const D3D12DDIARG_CREATEHEAP_0001* heap, D3D12DDI_HHEAP in,
                                       D3D12DDI_HRTRESOURCE runtime,
                                       const D3D12DDIARG_CREATERESOURCE_0003* resource,
                                       const D3D12DDI_CLEAR_VALUES*, Session,
                                       D3D12DDI_HRESOURCE out) {
  if (resource != NULL && resource->ResourceType != D3D12DDI_RT_BUFFER) return E_NOTIMPL;
  if (heap != NULL) {
    auto* const made = new (in.pDrvPrivate) D3d12Heap{runtime.handle, 0};
    const HRESULT result = D3d12Device::from(device).allocate(*heap, *made);
    if (FAILED(result)) return result;
  }
  if (resource != NULL)
    new (out.pDrvPrivate)
        D3d12Buffer{&D3d12Heap::from(in), resource->ReuseBufferGPUVA.BaseAddress.UMD.Offset};
  return S_OK;
}

// A buffer is nothing but a place in its heap.
VOID APIENTRY DestroyHeapAndResource(D3D12DDI_HDEVICE device, D3D12DDI_HHEAP heap,
                                     D3D12DDI_HRESOURCE) {
  if (heap.pDrvPrivate == NULL) return;
  const D3d12Device& of = D3d12Device::from(device);
  of.set_error(of.release(D3d12Heap::from(heap)));
}

D3D12DDI_HEAP_AND_RESOURCE_SIZES APIENTRY CalcOpenedSizes(D3D12DDI_HDEVICE,
                                                          const D3D12DDIARG_OPENHEAP_0003*,
                                                          Session) {
  return kSizes;
}

HRESULT APIENTRY OpenHeapAndResource(D3D12DDI_HDEVICE, const D3D12DDIARG_OPENHEAP_0003* wanted,
                                     D3D12DDI_HHEAP in, D3D12DDI_HRTRESOURCE runtime, Session,
                                     D3D12DDI_HRESOURCE out) {
  if (wanted->NumAllocations != 1) return E_FAIL;
  auto* const made =
      new (in.pDrvPrivate) D3d12Heap{runtime.handle, wanted->pOpenAllocationInfo[0].hAllocation};
  if (out.pDrvPrivate != NULL) new (out.pDrvPrivate) D3d12Buffer{made, 0};
  return S_OK;
}

HRESULT APIENTRY MapHeap(D3D12DDI_HDEVICE device, D3D12DDI_HHEAP heap, void** data) {
  return D3d12Device::from(device).map(D3d12Heap::from(heap), data);
}

VOID APIENTRY UnmapHeap(D3D12DDI_HDEVICE device, D3D12DDI_HHEAP heap) {
  const D3d12Device& of = D3d12Device::from(device);
  of.set_error(of.unmap(D3d12Heap::from(heap)));
}

HRESULT APIENTRY MakeResident(D3D12DDI_HDEVICE device, D3D12DDIARG_MAKERESIDENT_0001* wanted) {
  return guarded([&] { return D3d12Device::from(device).make_resident(*wanted); });
}

HRESULT APIENTRY Evict(D3D12DDI_HDEVICE device, const D3D12DDIARG_EVICT* wanted) {
  return guarded([&] { return D3d12Device::from(device).evict(*wanted); });
}

SIZE_T APIENTRY CalcQueueSize(D3D12DDI_HDEVICE, const D3D12DDIARG_CREATECOMMANDQUEUE_0050*) {
  return sizeof(D3d12Queue);
}

HRESULT APIENTRY CreateQueue(D3D12DDI_HDEVICE device, const D3D12DDIARG_CREATECOMMANDQUEUE_0050*,
                             D3D12DDI_HCOMMANDQUEUE out, D3D12DDI_HRTCOMMANDQUEUE runtime) {
  auto* const made = new (out.pDrvPrivate) D3d12Queue{runtime, NULL};
  return D3d12Device::from(device).create_context(*made);
}

VOID APIENTRY DestroyQueue(D3D12DDI_HDEVICE device, D3D12DDI_HCOMMANDQUEUE queue) {
  const D3d12Device& of = D3d12Device::from(device);
  of.set_error(of.destroy_context(*static_cast<const D3d12Queue*>(queue.pDrvPrivate)));
}

}  // namespace

void fill_heap_functions(D3D12DDI_DEVICE_FUNCS_CORE_0052& out) {
  out.pfnCalcPrivateHeapAndResourceSizes = CalcSizes;
  out.pfnCreateHeapAndResource = CreateHeapAndResource;
  out.pfnDestroyHeapAndResource = DestroyHeapAndResource;
  out.pfnCalcPrivateOpenedHeapAndResourceSizes = CalcOpenedSizes;
  out.pfnOpenHeapAndResource = OpenHeapAndResource;
  out.pfnMapHeap = MapHeap;
  out.pfnUnmapHeap = UnmapHeap;
  out.pfnMakeResident = MakeResident;
  out.pfnEvict = Evict;
  out.pfnCalcPrivateCommandQueueSize = CalcQueueSize;
  out.pfnCreateCommandQueue = CreateQueue;
  out.pfnDestroyCommandQueue = DestroyQueue;
}
