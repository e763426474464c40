// The functions that bind, in the table of an interface.
#include "src/d3d/d3d10/table_visit.h"

namespace drydock::d3d {
namespace {

using BindDev = D3D10DDI_HDEVICE;

void call_bind(PFND3D10DDI_SETRENDERTARGETS function, BindDev device, void* target, void* depth) {
  const D3D10DDI_HRENDERTARGETVIEW view{target};
  function(device, &view, target == nullptr ? 0 : 1, 0, D3D10DDI_HDEPTHSTENCILVIEW{depth});
}
void call_bind(PFND3D11DDI_SETRENDERTARGETS function, BindDev device, void* target, void* depth) {
  const D3D10DDI_HRENDERTARGETVIEW view{target};
  function(device, &view, target == nullptr ? 0 : 1, 0, D3D10DDI_HDEPTHSTENCILVIEW{depth}, nullptr,
           nullptr, 0, 0, 0, 0);
}

}  // namespace

void DeviceTable::bind_targets(Dev device, void* target, void* depth) const {
  visit([&](const auto& table) { call_bind(table.pfnSetRenderTargets, device, target, depth); });
}

void DeviceTable::bind_shader_resource(Dev device, void* view) const {
  const D3D10DDI_HSHADERRESOURCEVIEW handle{view};
  visit([&](const auto& table) { table.pfnPsSetShaderResources(device, 0, 1, &handle); });
}

void DeviceTable::bind_unordered(Dev device, void* view) const {
  const D3D11DDI_HUNORDEREDACCESSVIEW handle{view};
  const UINT initial = ~0U;
  visit([&](const auto& table) {
    if constexpr (requires { table.pfnCsSetUnorderedAccessViews; })
      table.pfnCsSetUnorderedAccessViews(device, 0, 1, &handle, &initial);
  });
}

void DeviceTable::bind_state(ChildKind kind, Dev device, void* state) const {
  constexpr FLOAT kFactor[4] = {1, 1, 1, 1};
  const D3D10DDI_HSAMPLER sampler{state};
  visit([&](const auto& table) {
    switch (kind) {
      case ChildKind::kVertexShader:
        return table.pfnVsSetShader(device, D3D10DDI_HSHADER{state});
      case ChildKind::kPixelShader:
        return table.pfnPsSetShader(device, D3D10DDI_HSHADER{state});
      case ChildKind::kRasterizerState:
        return table.pfnSetRasterizerState(device, D3D10DDI_HRASTERIZERSTATE{state});
      case ChildKind::kBlendState:
        return table.pfnSetBlendState(device, D3D10DDI_HBLENDSTATE{state}, kFactor, ~0U);
      case ChildKind::kDepthStencilState:
        return table.pfnSetDepthStencilState(device, D3D10DDI_HDEPTHSTENCILSTATE{state}, 0);
      case ChildKind::kSampler:
        return table.pfnPsSetSamplers(device, 0, 1, &sampler);
      default:
        return;
    }
  });
}

void DeviceTable::set_triangles(Dev device, UINT width, UINT height) const {
  const D3D10_DDI_VIEWPORT all{0, 0, static_cast<FLOAT>(width), static_cast<FLOAT>(height), 0, 1};
  visit([&](const auto& table) {
    table.pfnIaSetTopology(device, D3D10_DDI_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    table.pfnSetViewports(device, 1, 0, &all);
  });
}

}  // namespace drydock::d3d
