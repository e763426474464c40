#include "src/d3d/d3d10/device_table.h"

#include <cstring>
#include <span>
#include <type_traits>

#include "src/d3d/d3d10/descriptions.h"
#include "src/d3d/d3d10/table_visit.h"

namespace drydock::d3d {
namespace {

using Dev = D3D10DDI_HDEVICE;

template <typename Arguments>
SIZE_T calculate(SIZE_T(APIENTRY* function)(Dev, const Arguments*), Dev device,
                 const ViewWish& wish, ChildKind) {
  Arguments arguments{};
  describe(arguments, wish);
  return function(device, &arguments);
}
template <typename Signatures>
SIZE_T calculate(SIZE_T(APIENTRY* function)(Dev, const UINT*, const Signatures*), Dev device,
                 const ViewWish&, ChildKind kind) {
  const ShaderCode code = code_of(kind);
  return with_signatures<Signatures>(
      code, [&](const Signatures& all) { return function(device, code.tokens, &all); });
}

template <typename Arguments, typename Handle, typename Runtime>
void create(VOID(APIENTRY* function)(Dev, const Arguments*, Handle, Runtime), Dev device,
            const ViewWish& wish, ChildKind, void* memory, HANDLE runtime) {
  Arguments arguments{};
  describe(arguments, wish);
  function(device, &arguments, Handle{memory}, Runtime{runtime});
}
template <typename Signatures>
void create(VOID(APIENTRY* function)(Dev, const UINT*, D3D10DDI_HSHADER, D3D10DDI_HRTSHADER,
                                     const Signatures*),
            Dev device, const ViewWish&, ChildKind kind, void* memory, HANDLE runtime) {
  const ShaderCode code = code_of(kind);
  with_signatures<Signatures>(code, [&](const Signatures& all) {
    function(device, code.tokens, D3D10DDI_HSHADER{memory}, D3D10DDI_HRTSHADER{runtime}, &all);
  });
}

template <typename Handle>
void destroy(VOID(APIENTRY* function)(Dev, Handle), Dev device, void* memory) {
  function(device, Handle{memory});
}

BOOL call_flush(PFND3D10DDI_FLUSH function, Dev device, UINT) {
  function(device);
  return TRUE;
}
BOOL call_flush(PFND3D11_1DDI_FLUSH function, Dev device, UINT flags) {
  return function(device, flags);
}
BOOL call_flush(PFND3DWDDM2_0DDI_FLUSH function, Dev device, UINT flags) {
  return function(device, D3DWDDM2_0DDI_CONTEXTTYPE_ALL, flags);
}

// The last part of the table that every interface has.
constexpr std::size_t kCommon = sizeof(D3D10DDI_DEVICEFUNCS) / sizeof(void*);

}  // namespace

const char* name_of(ChildKind kind) {
  constexpr const char* kNames[] = {"shader resource view",
                                    "render target view",
                                    "depth-stencil view",
                                    "unordered access view",
                                    "sampler",
                                    "blend state",
                                    "depth-stencil state",
                                    "rasterizer state",
                                    "query",
                                    "vertex shader",
                                    "pixel shader"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool DeviceTable::knows(UINT interface) {
  switch (interface) {
    case D3D10_0_DDI_INTERFACE_VERSION:
    case D3D10_0_x_DDI_INTERFACE_VERSION:
    case D3D10_0_7_DDI_INTERFACE_VERSION:
    case D3D10_1_DDI_INTERFACE_VERSION:
    case D3D10_1_x_DDI_INTERFACE_VERSION:
    case D3D10_1_7_DDI_INTERFACE_VERSION:
    case D3D11_0_DDI_INTERFACE_VERSION:
    case D3D11_0_7_DDI_INTERFACE_VERSION:
    case D3D11_1_DDI_INTERFACE_VERSION:
    case D3DWDDM1_3_DDI_INTERFACE_VERSION:
    case D3DWDDM2_0_DDI_INTERFACE_VERSION:
    case D3DWDDM2_1_DDI_INTERFACE_VERSION:
    case D3DWDDM2_2_DDI_INTERFACE_VERSION:
    case D3DWDDM2_3_DDI_INTERFACE_VERSION:
    case D3DWDDM2_4_DDI_INTERFACE_VERSION:
    case D3DWDDM2_5_DDI_INTERFACE_VERSION:
    case D3DWDDM2_6_DDI_INTERFACE_VERSION:
    case D3DWDDM2_7_DDI_INTERFACE_VERSION:
      return true;
    default:
      return false;
  }
}

DeviceTable::DeviceTable(UINT interface)
    : interface_(interface),
      memory_(
          with_table(interface, [](auto type) { return sizeof(typename decltype(type)::type); })) {}

int DeviceTable::first_missing() const {
  const std::span entries(static_cast<void* const*>(memory_.data()), kCommon);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i] == nullptr) return static_cast<int>(i);
  }
  return -1;
}

// The functions that create, destroy, calculate and check, which are adjacent in every table.
std::vector<void*> DeviceTable::fixed() const {
  return visit([](const auto& table) {
    const auto* const from = reinterpret_cast<void* const*>(&table.pfnCalcPrivateResourceSize);
    const auto* const to = reinterpret_cast<void* const*>(&table.pfnDestroyDevice);
    return std::vector<void*>(from, to + 1);
  });
}

SIZE_T DeviceTable::calc_resource(Dev device, const D3D11DDIARG_CREATERESOURCE& wish) const {
  return visit([&](const auto& table) {
    const auto call = [&]<typename Arguments>(SIZE_T(APIENTRY * function)(Dev, const Arguments*)) {
      return function(device, reinterpret_cast<const Arguments*>(&wish));
    };
    return call(table.pfnCalcPrivateResourceSize);
  });
}

SIZE_T DeviceTable::calc_opened(Dev device, const D3D10DDIARG_OPENRESOURCE& wish) const {
  return visit(
      [&](const auto& table) { return table.pfnCalcPrivateOpenedResourceSize(device, &wish); });
}

void DeviceTable::create_resource(Dev device, const D3D11DDIARG_CREATERESOURCE& wish, void* memory,
                                  HANDLE runtime) const {
  visit([&](const auto& table) {
    const auto call = [&]<typename Arguments>(VOID(APIENTRY * function)(
                          Dev, const Arguments*, D3D10DDI_HRESOURCE, D3D10DDI_HRTRESOURCE)) {
      function(device, reinterpret_cast<const Arguments*>(&wish), D3D10DDI_HRESOURCE{memory},
               D3D10DDI_HRTRESOURCE{runtime});
    };
    call(table.pfnCreateResource);
  });
}

void DeviceTable::open_resource(Dev device, const D3D10DDIARG_OPENRESOURCE& wish, void* memory,
                                HANDLE runtime) const {
  visit([&](const auto& table) {
    table.pfnOpenResource(device, &wish, D3D10DDI_HRESOURCE{memory}, D3D10DDI_HRTRESOURCE{runtime});
  });
}

void DeviceTable::destroy_resource(Dev device, void* memory) const {
  visit([&](const auto& table) { table.pfnDestroyResource(device, D3D10DDI_HRESOURCE{memory}); });
}

void DeviceTable::destroy_device(Dev device) const {
  visit([&](const auto& table) { table.pfnDestroyDevice(device); });
}

void DeviceTable::map(MapWay way, D3D10_DDI_MAP kind, Dev device, void* resource, UINT index,
                      UINT flags, D3D10DDI_MAPPED_SUBRESOURCE& out) const {
  const PFND3D10DDI_RESOURCEMAP function = visit([&](const auto& table) {
    switch (way) {
      case MapWay::kStaging:
        return table.pfnStagingResourceMap;
      case MapWay::kDynamicInput:
        return kind == D3D10_DDI_MAP_WRITE_DISCARD ? table.pfnDynamicIABufferMapDiscard
                                                   : table.pfnDynamicIABufferMapNoOverwrite;
      case MapWay::kDynamicConstants:
        return table.pfnDynamicConstantBufferMapDiscard;
      case MapWay::kDynamic:
        return table.pfnDynamicResourceMapDiscard;
      case MapWay::kGeneral:
        break;
    }
    return table.pfnResourceMap;
  });
  function(device, D3D10DDI_HRESOURCE{resource}, index, kind, flags, &out);
}

void DeviceTable::unmap(MapWay way, Dev device, void* resource, UINT index) const {
  const PFND3D10DDI_RESOURCEUNMAP function = visit([&](const auto& table) {
    switch (way) {
      case MapWay::kStaging:
        return table.pfnStagingResourceUnmap;
      case MapWay::kDynamicInput:
        return table.pfnDynamicIABufferUnmap;
      case MapWay::kDynamicConstants:
        return table.pfnDynamicConstantBufferUnmap;
      case MapWay::kDynamic:
        return table.pfnDynamicResourceUnmap;
      case MapWay::kGeneral:
        break;
    }
    return table.pfnResourceUnmap;
  });
  function(device, D3D10DDI_HRESOURCE{resource}, index);
}

bool DeviceTable::is_staging_busy(Dev device, void* resource) const {
  return visit([&](const auto& table) {
    return table.pfnResourceIsStagingBusy(device, D3D10DDI_HRESOURCE{resource}) != FALSE;
  });
}

BOOL DeviceTable::flush(Dev device, UINT flags) const {
  return visit([&](const auto& table) { return call_flush(table.pfnFlush, device, flags); });
}

void DeviceTable::copy(Dev device, void* to, void* from) const {
  visit([&](const auto& table) {
    table.pfnResourceCopy(device, D3D10DDI_HRESOURCE{to}, D3D10DDI_HRESOURCE{from});
  });
}

void DeviceTable::copy_region(Dev device, void* to, UINT to_index, void* from,
                              UINT from_index) const {
  const D3D10DDI_HRESOURCE destination{to}, source{from};
  visit([&](const auto& table) {
    if constexpr (requires {
                    table.pfnResourceCopyRegion(device, destination, 0, 0, 0, 0, source, 0, nullptr,
                                                0);
                  }) {
      table.pfnResourceCopyRegion(device, destination, to_index, 0, 0, 0, source, from_index,
                                  nullptr, 0);
    } else {
      table.pfnResourceCopyRegion(device, destination, to_index, 0, 0, 0, source, from_index,
                                  nullptr);
    }
  });
}

void DeviceTable::update(Dev device, void* to, UINT index, const void* from, UINT pitch,
                         UINT slice) const {
  const D3D10DDI_HRESOURCE destination{to};
  visit([&](const auto& table) {
    if constexpr (requires {
                    table.pfnResourceUpdateSubresourceUP(device, destination, 0, nullptr, from, 0,
                                                         0, 0);
                  }) {
      table.pfnResourceUpdateSubresourceUP(device, destination, index, nullptr, from, pitch, slice,
                                           0);
    } else {
      table.pfnResourceUpdateSubresourceUP(device, destination, index, nullptr, from, pitch, slice);
    }
  });
}

SIZE_T DeviceTable::calc_child(ChildKind kind, Dev device, const ViewWish& wish) const {
  SIZE_T bytes = ~SIZE_T{0};
  visit([&](const auto& table) {
    with_functions(table, kind,
                   [&](auto calc, auto, auto) { bytes = calculate(calc, device, wish, kind); });
  });
  return bytes;
}

void DeviceTable::create_child(ChildKind kind, Dev device, const ViewWish& wish, void* memory,
                               HANDLE runtime) const {
  visit([&](const auto& table) {
    with_functions(table, kind, [&](auto, auto make, auto) {
      create(make, device, wish, kind, memory, runtime);
    });
  });
}

void DeviceTable::destroy_child(ChildKind kind, Dev device, void* memory) const {
  visit([&](const auto& table) {
    with_functions(table, kind, [&](auto, auto, auto end) { destroy(end, device, memory); });
  });
}

void DeviceTable::clear_target(Dev device, void* view, const FLOAT color[4]) const {
  FLOAT copied[4];
  std::memcpy(copied, color, sizeof copied);
  visit([&](const auto& table) {
    table.pfnClearRenderTargetView(device, D3D10DDI_HRENDERTARGETVIEW{view}, copied);
  });
}

void DeviceTable::draw(Dev device, UINT vertices) const {
  visit([&](const auto& table) { table.pfnDraw(device, vertices, 0); });
}

UINT DeviceTable::check_format(Dev device, DXGI_FORMAT format) const {
  UINT support = 0;
  visit([&](const auto& table) { table.pfnCheckFormatSupport(device, format, &support); });
  return support;
}

}  // namespace drydock::d3d
