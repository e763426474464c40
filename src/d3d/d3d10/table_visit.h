// Helpers of DeviceTable that find the table of an interface by its type.
#pragma once

#include <type_traits>

#include "src/d3d/d3d10/device_table.h"
#include "src/trace/calls.h"

namespace drydock::d3d {

// Calls with the type of the table that an interface has.
template <typename Body>
decltype(auto) with_table(UINT interface, Body&& body) {
  using std::type_identity;
  if (interface >= D3DWDDM2_6_DDI_INTERFACE_VERSION)
    return body(type_identity<D3DWDDM2_6DDI_DEVICEFUNCS>());
  if (interface >= D3DWDDM2_2_DDI_INTERFACE_VERSION)
    return body(type_identity<D3DWDDM2_2DDI_DEVICEFUNCS>());
  if (interface >= D3DWDDM2_1_DDI_INTERFACE_VERSION)
    return body(type_identity<D3DWDDM2_1DDI_DEVICEFUNCS>());
  if (interface >= D3DWDDM2_0_DDI_INTERFACE_VERSION)
    return body(type_identity<D3DWDDM2_0DDI_DEVICEFUNCS>());
  if (interface >= D3DWDDM1_3_DDI_INTERFACE_VERSION)
    return body(type_identity<D3DWDDM1_3DDI_DEVICEFUNCS>());
  if (interface >= D3D11_1_DDI_INTERFACE_VERSION)
    return body(type_identity<D3D11_1DDI_DEVICEFUNCS>());
  if (interface >= D3D11_0_DDI_INTERFACE_VERSION)
    return body(type_identity<D3D11DDI_DEVICEFUNCS>());
  switch (interface) {
    case D3D10_1_DDI_INTERFACE_VERSION:
    case D3D10_1_x_DDI_INTERFACE_VERSION:
    case D3D10_1_7_DDI_INTERFACE_VERSION:
      return body(type_identity<D3D10_1DDI_DEVICEFUNCS>());
    default:
      return body(type_identity<D3D10DDI_DEVICEFUNCS>());
  }
}

// Each table's own functions of a kind. The first interfaces have no unordered access.
template <typename Table, typename Body>
void with_functions(const Table& table, ChildKind kind, Body&& body) {
  switch (kind) {
    case ChildKind::kShaderResource:
      return body(table.pfnCalcPrivateShaderResourceViewSize, table.pfnCreateShaderResourceView,
                  table.pfnDestroyShaderResourceView);
    case ChildKind::kRenderTarget:
      return body(table.pfnCalcPrivateRenderTargetViewSize, table.pfnCreateRenderTargetView,
                  table.pfnDestroyRenderTargetView);
    case ChildKind::kDepthStencil:
      return body(table.pfnCalcPrivateDepthStencilViewSize, table.pfnCreateDepthStencilView,
                  table.pfnDestroyDepthStencilView);
    case ChildKind::kUnorderedAccess:
      if constexpr (requires { table.pfnCreateUnorderedAccessView; })
        body(table.pfnCalcPrivateUnorderedAccessViewSize, table.pfnCreateUnorderedAccessView,
             table.pfnDestroyUnorderedAccessView);
      return;
    case ChildKind::kSampler:
      return body(table.pfnCalcPrivateSamplerSize, table.pfnCreateSampler, table.pfnDestroySampler);
    case ChildKind::kBlendState:
      return body(table.pfnCalcPrivateBlendStateSize, table.pfnCreateBlendState,
                  table.pfnDestroyBlendState);
    case ChildKind::kDepthStencilState:
      return body(table.pfnCalcPrivateDepthStencilStateSize, table.pfnCreateDepthStencilState,
                  table.pfnDestroyDepthStencilState);
    case ChildKind::kRasterizerState:
      return body(table.pfnCalcPrivateRasterizerStateSize, table.pfnCreateRasterizerState,
                  table.pfnDestroyRasterizerState);
    case ChildKind::kQuery:
      return body(table.pfnCalcPrivateQuerySize, table.pfnCreateQuery, table.pfnDestroyQuery);
    case ChildKind::kVertexShader:
      return body(table.pfnCalcPrivateShaderSize, table.pfnCreateVertexShader,
                  table.pfnDestroyShader);
    case ChildKind::kPixelShader:
      return body(table.pfnCalcPrivateShaderSize, table.pfnCreatePixelShader,
                  table.pfnDestroyShader);
  }
}

template <typename Body>
decltype(auto) DeviceTable::visit(Body&& body) const {
  return with_table(interface_, [&](auto type) -> decltype(auto) {
    const auto& table = *static_cast<const typename decltype(type)::type*>(memory_.data());
    // The driver may look into the table and replace its functions.
    if (trace::is_recording()) [[unlikely]]
      return body(trace::recorded_copy(table));
    return body(table);
  });
}

}  // namespace drydock::d3d
