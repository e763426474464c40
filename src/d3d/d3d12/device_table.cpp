#include "src/d3d/d3d12/device_table.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "src/trace/calls.h"

namespace drydock::d3d {
namespace {

using Dev12 = D3D12DDI_HDEVICE;
using Heap12 = D3D12DDIARG_CREATEHEAP_0001;
using Session12 = D3D12DDI_HPROTECTEDRESOURCESESSION_0030;

// Calls with the type of the table that a version has.
template <typename Body>
decltype(auto) with_table12(UINT64 version, Body&& body) {
  using std::type_identity;
  switch (version) {
    case D3D12DDI_SUPPORTED_0030:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0030>());
    case D3D12DDI_SUPPORTED_0033:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0033>());
    case D3D12DDI_SUPPORTED_0040:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0040>());
    case D3D12DDI_SUPPORTED_0043:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0043>());
    case D3D12DDI_SUPPORTED_0050:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0050>());
    case D3D12DDI_SUPPORTED_0052:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0052>());
    case D3D12DDI_SUPPORTED_0054:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0054>());
    case D3D12DDI_SUPPORTED_0062:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0062>());
    case D3D12DDI_SUPPORTED_0063:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0063>());
    case D3D12DDI_SUPPORTED_0070:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0070>());
    case D3D12DDI_SUPPORTED_0072:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0072>());
    case D3D12DDI_SUPPORTED_0073:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0073>());
    case D3D12DDI_SUPPORTED_0074:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0074>());
    case D3D12DDI_SUPPORTED_0075:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0075>());
    case D3D12DDI_SUPPORTED_0080:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0080>());
    case D3D12DDI_SUPPORTED_0088:
    default:
      return body(type_identity<D3D12DDI_DEVICE_FUNCS_CORE_0088>());
  }
}

constexpr UINT64 kKnown12[] = {
    D3D12DDI_SUPPORTED_0030, D3D12DDI_SUPPORTED_0033, D3D12DDI_SUPPORTED_0040,
    D3D12DDI_SUPPORTED_0043, D3D12DDI_SUPPORTED_0050, D3D12DDI_SUPPORTED_0052,
    D3D12DDI_SUPPORTED_0054, D3D12DDI_SUPPORTED_0062, D3D12DDI_SUPPORTED_0063,
    D3D12DDI_SUPPORTED_0070, D3D12DDI_SUPPORTED_0072, D3D12DDI_SUPPORTED_0073,
    D3D12DDI_SUPPORTED_0074, D3D12DDI_SUPPORTED_0075, D3D12DDI_SUPPORTED_0080,
    D3D12DDI_SUPPORTED_0088};

// Describes a resource as the functions of this version do; nothing when there is none.
template <typename Arguments>
std::optional<Arguments> describe12(const Spec12* spec) {
  if (spec == nullptr) return {};
  Arguments out{};
  out.ReuseBufferGPUVA.BaseAddress.UMD.Offset = spec->offset;
  out.ResourceType = spec->type;
  out.Width = spec->width;
  out.Height = spec->height;
  out.DepthOrArraySize = 1;
  out.MipLevels = 1;
  out.Format = spec->format;
  out.SampleDesc.Count = 1;
  out.Layout = spec->type == D3D12DDI_RT_BUFFER ? D3D12DDI_TL_ROW_MAJOR : D3D12DDI_TL_UNDEFINED;
  return out;
}

template <typename Arguments>
const Arguments* given(const std::optional<Arguments>& arguments) {
  return arguments ? &*arguments : nullptr;
}

template <typename Arguments>
auto calculate12(D3D12DDI_HEAP_AND_RESOURCE_SIZES(APIENTRY* function)(Dev12, const Heap12*,
                                                                      const Arguments*, Session12),
                 Dev12 device, const Heap12* heap, const Spec12* resource) {
  const std::optional<Arguments> wish = describe12<Arguments>(resource);
  return function(device, heap, given(wish), Session12{});
}

template <typename Arguments>
HRESULT create12(HRESULT(APIENTRY* function)(Dev12, const Heap12*, D3D12DDI_HHEAP,
                                             D3D12DDI_HRTRESOURCE, const Arguments*,
                                             const D3D12DDI_CLEAR_VALUES*, Session12,
                                             D3D12DDI_HRESOURCE),
                 Dev12 device, const Heap12* heap, const Spec12* resource,
                 const Handles12& handles) {
  const std::optional<Arguments> wish = describe12<Arguments>(resource);
  return function(device, heap, handles.heap, handles.runtime, given(wish), nullptr, Session12{},
                  handles.resource);
}

using Opened12 = D3D12DDIARG_OPENHEAP_0003;

auto calculate_opened(PFND3D12DDI_CALCPRIVATEOPENEDHEAPANDRESOURCESIZES_0003 function, Dev12 device,
                      const Opened12& opened) {
  return function(device, &opened);
}
auto calculate_opened(PFND3D12DDI_CALCPRIVATEOPENEDHEAPANDRESOURCESIZES_0043 function, Dev12 device,
                      const Opened12& opened) {
  return function(device, &opened, Session12{});
}
HRESULT open12(PFND3D12DDI_OPENHEAPANDRESOURCE_0003 function, Dev12 device, const Opened12& opened,
               const Handles12& handles) {
  return function(device, &opened, handles.heap, handles.runtime, handles.resource);
}
HRESULT open12(PFND3D12DDI_OPENHEAPANDRESOURCE_0043 function, Dev12 device, const Opened12& opened,
               const Handles12& handles) {
  return function(device, &opened, handles.heap, handles.runtime, Session12{}, handles.resource);
}

template <typename Arguments>
Arguments describe_queue() {
  Arguments out{};
  out.QueueFlags = D3D12DDI_COMMAND_QUEUE_FLAG_3D;
  out.NodeMask = 1;
  return out;
}
template <typename Arguments>
SIZE_T calculate_queue(SIZE_T(APIENTRY* function)(Dev12, const Arguments*), Dev12 device) {
  const auto wish = describe_queue<Arguments>();
  return function(device, &wish);
}
template <typename Arguments>
HRESULT create_queue12(HRESULT(APIENTRY* function)(Dev12, const Arguments*, D3D12DDI_HCOMMANDQUEUE,
                                                   D3D12DDI_HRTCOMMANDQUEUE),
                       Dev12 device, void* memory, HANDLE runtime) {
  const auto wish = describe_queue<Arguments>();
  return function(device, &wish, D3D12DDI_HCOMMANDQUEUE{memory}, D3D12DDI_HRTCOMMANDQUEUE{runtime});
}

}  // namespace

bool DeviceTable12::knows(UINT64 version) {
  return std::ranges::find(kKnown12, version) != std::end(kKnown12);
}

DeviceTable12::DeviceTable12(UINT64 version)
    : version_(version),
      memory_(
          with_table12(version, [](auto type) { return sizeof(typename decltype(type)::type); })) {}

template <typename Body>
decltype(auto) DeviceTable12::visit(Body&& body) const {
  return with_table12(version_, [&](auto type) -> decltype(auto) {
    const auto& table = *static_cast<const typename decltype(type)::type*>(memory_.data());
    // The driver may look into the table.
    if (trace::is_recording()) [[unlikely]]
      return body(trace::recorded_copy(table));
    return body(table);
  });
}

const char* DeviceTable12::first_missing() const {
  return visit([](const auto& table) -> const char* {
    if (table.pfnCalcPrivateHeapAndResourceSizes == nullptr)
      return "pfnCalcPrivateHeapAndResourceSizes";
    if (table.pfnCreateHeapAndResource == nullptr) return "pfnCreateHeapAndResource";
    if (table.pfnDestroyHeapAndResource == nullptr) return "pfnDestroyHeapAndResource";
    if (table.pfnCalcPrivateOpenedHeapAndResourceSizes == nullptr)
      return "pfnCalcPrivateOpenedHeapAndResourceSizes";
    if (table.pfnOpenHeapAndResource == nullptr) return "pfnOpenHeapAndResource";
    if (table.pfnMapHeap == nullptr) return "pfnMapHeap";
    if (table.pfnUnmapHeap == nullptr) return "pfnUnmapHeap";
    if (table.pfnMakeResident == nullptr) return "pfnMakeResident";
    if (table.pfnEvict == nullptr) return "pfnEvict";
    if (table.pfnCalcPrivateCommandQueueSize == nullptr) return "pfnCalcPrivateCommandQueueSize";
    if (table.pfnCreateCommandQueue == nullptr) return "pfnCreateCommandQueue";
    return table.pfnDestroyCommandQueue == nullptr ? "pfnDestroyCommandQueue" : nullptr;
  });
}

DeviceTable12::Sizes DeviceTable12::calc_heap(Dev device, const D3D12DDIARG_CREATEHEAP_0001* heap,
                                              const Spec12* resource) const {
  return visit([&](const auto& table) {
    return calculate12(table.pfnCalcPrivateHeapAndResourceSizes, device, heap, resource);
  });
}

HRESULT DeviceTable12::create_heap(Dev device, const D3D12DDIARG_CREATEHEAP_0001* heap,
                                   const Spec12* resource, const Handles12& handles) const {
  return visit([&](const auto& table) {
    return create12(table.pfnCreateHeapAndResource, device, heap, resource, handles);
  });
}

DeviceTable12::Sizes DeviceTable12::calc_opened(Dev device,
                                                const D3D12DDIARG_OPENHEAP_0003& opened) const {
  return visit([&](const auto& table) {
    return calculate_opened(table.pfnCalcPrivateOpenedHeapAndResourceSizes, device, opened);
  });
}

HRESULT DeviceTable12::open_heap(Dev device, const D3D12DDIARG_OPENHEAP_0003& opened,
                                 const Handles12& handles) const {
  return visit([&](const auto& table) {
    return open12(table.pfnOpenHeapAndResource, device, opened, handles);
  });
}

void DeviceTable12::destroy_heap(Dev device, const Handles12& handles) const {
  visit([&](const auto& table) {
    table.pfnDestroyHeapAndResource(device, handles.heap, handles.resource);
  });
}

HRESULT DeviceTable12::map(Dev device, D3D12DDI_HHEAP heap, void*& out) const {
  return visit([&](const auto& table) { return table.pfnMapHeap(device, heap, &out); });
}

void DeviceTable12::unmap(Dev device, D3D12DDI_HHEAP heap) const {
  visit([&](const auto& table) { table.pfnUnmapHeap(device, heap); });
}

HRESULT DeviceTable12::make_resident(Dev device, D3D12DDIARG_MAKERESIDENT_0001& request) const {
  return visit([&](const auto& table) { return table.pfnMakeResident(device, &request); });
}

HRESULT DeviceTable12::evict(Dev device, const D3D12DDIARG_EVICT& request) const {
  return visit([&](const auto& table) { return table.pfnEvict(device, &request); });
}

SIZE_T DeviceTable12::calc_queue(Dev device) const {
  return visit([&](const auto& table) {
    return calculate_queue(table.pfnCalcPrivateCommandQueueSize, device);
  });
}

HRESULT DeviceTable12::create_queue(Dev device, void* memory, HANDLE runtime) const {
  return visit([&](const auto& table) {
    return create_queue12(table.pfnCreateCommandQueue, device, memory, runtime);
  });
}

void DeviceTable12::destroy_queue(Dev device, void* memory) const {
  visit([&](const auto& table) {
    table.pfnDestroyCommandQueue(device, D3D12DDI_HCOMMANDQUEUE{memory});
  });
}

}  // namespace drydock::d3d
