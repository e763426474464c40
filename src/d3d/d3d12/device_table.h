// The functions of a device of Direct3D 12, in the table of the version that both sides agreed on,
// with the same calls for every table.
//
// The table is the runtime's memory, like that of DeviceTable, and an inaccessible page follows it.
// Versions before 0030 are not supported, because the public documents have only the names of their
// functions.
#pragma once

#include <optional>

#include "src/d3d/core/private_memory.h"
#include "src/d3d/driver/wdk12.h"

namespace drydock::d3d {

// A resource of Direct3D 12, as the calls describe it.
struct Spec12 {
  UINT64 width = 0;  // the bytes of a buffer
  UINT height = 1;
  D3D12DDI_RESOURCE_TYPE type = D3D12DDI_RT_BUFFER;
  DXGI_FORMAT format = DXGI_FORMAT_UNKNOWN;
  UINT64 offset = 0;  // in its heap
};

// The blocks behind the handles of a heap and its resource; null for what is absent.
struct Handles12 {
  D3D12DDI_HHEAP heap{};
  D3D12DDI_HRTRESOURCE runtime{};
  D3D12DDI_HRESOURCE resource{};
};

class DeviceTable12 {
 public:
  using Dev = D3D12DDI_HDEVICE;
  using Sizes = D3D12DDI_HEAP_AND_RESOURCE_SIZES;

  // True for versions (D3D12DDI_SUPPORTED_…) that there is a table of.
  static bool knows(UINT64 version);
  // Throws std::bad_alloc.
  explicit DeviceTable12(UINT64 version);

  void* data() const { return memory_.data(); }
  SIZE_T size() const { return memory_.size(); }
  // The first function of those that lives of heaps need and that the driver left out, or null.
  const char* first_missing() const;

  Sizes calc_heap(Dev device, const D3D12DDIARG_CREATEHEAP_0001* heap,
                  const Spec12* resource) const;
  HRESULT create_heap(Dev device, const D3D12DDIARG_CREATEHEAP_0001* heap, const Spec12* resource,
                      const Handles12& handles) const;
  Sizes calc_opened(Dev device, const D3D12DDIARG_OPENHEAP_0003& opened) const;
  HRESULT open_heap(Dev device, const D3D12DDIARG_OPENHEAP_0003& opened,
                    const Handles12& handles) const;
  void destroy_heap(Dev device, const Handles12& handles) const;
  HRESULT map(Dev device, D3D12DDI_HHEAP heap, void*& out) const;
  void unmap(Dev device, D3D12DDI_HHEAP heap) const;
  HRESULT make_resident(Dev device, D3D12DDIARG_MAKERESIDENT_0001& request) const;
  HRESULT evict(Dev device, const D3D12DDIARG_EVICT& request) const;
  SIZE_T calc_queue(Dev device) const;
  HRESULT create_queue(Dev device, void* memory, HANDLE runtime) const;
  void destroy_queue(Dev device, void* memory) const;

 private:
  template <typename Body>
  decltype(auto) visit(Body&& body) const;

  const UINT64 version_;
  TableMemory memory_;
};

}  // namespace drydock::d3d
