#include "d3d11_device.h"

#include "answers.h"

void D3d11Device::amortize() {
  const UINT now = core_.submissions();
  if (amortized_ == now) return;
  amortized_ = now;
  callbacks_.pfnPerformAmortizedProcessingCb(core_layer_);
}

void D3d11Device::set_error_or(HRESULT result, HRESULT otherwise) {
  if (SUCCEEDED(result)) return amortize();
  if (result != D3DDDIERR_DEVICEREMOVED) result = otherwise;
  callbacks_.pfnSetErrorCb(core_layer_, result);
}

void D3d11Device::set_map_error(HRESULT result, bool may_be_busy) {
  if (result == D3DDDIERR_WASSTILLDRAWING && may_be_busy) {
    callbacks_.pfnSetErrorCb(core_layer_, DXGI_DDI_ERR_WASSTILLDRAWING);
  } else {
    set_error(result);
  }
}

HRESULT D3d11Device::present(const DXGI_DDI_ARG_PRESENT& wanted) {
  const HRESULT result = core_.flush();
  if (FAILED(result)) return result;
  const auto allocation = [](DXGI_DDI_HRESOURCE resource, UINT index) -> D3DKMT_HANDLE {
    if (resource == 0) return 0;
    const Surface* const surface = D3d11Resource::from(resource).core->surface(index);
    return surface == NULL ? 0 : surface->allocation;
  };
  DXGIDDICB_PRESENT arguments = {};
  arguments.hSrcAllocation = allocation(wanted.hSurfaceToPresent, wanted.SrcSubResourceIndex);
  arguments.hDstAllocation = allocation(wanted.hDstResource, wanted.DstSubResourceIndex);
  arguments.pDXGIContext = wanted.pDXGIContext;
  arguments.hContext = core_.context();
  amortize();
  return dxgi_callbacks_.pfnPresentCb(runtime_, &arguments);
}

namespace {

D3d11Device& device_of(DXGI_DDI_HDEVICE device) { return *reinterpret_cast<D3d11Device*>(device); }

HRESULT APIENTRY Present(DXGI_DDI_ARG_PRESENT* wanted) {
  return device_of(wanted->hDevice).present(*wanted);
}

HRESULT APIENTRY SetResourcePriority(DXGI_DDI_ARG_SETRESOURCEPRIORITY* wanted) {
  return device_of(wanted->hDevice)
      .core()
      .set_priority(*D3d11Resource::from(wanted->hResource).core, wanted->Priority);
}

HRESULT APIENTRY QueryResourceResidency(DXGI_DDI_ARG_QUERYRESOURCERESIDENCY* wanted) {
  for (SIZE_T i = 0; i < wanted->Resources; ++i) {
    D3DDDI_RESIDENCYSTATUS status;
    const HRESULT result =
        device_of(wanted->hDevice)
            .core()
            .query_residency(*D3d11Resource::from(wanted->pResources[i]).core, status);
    if (FAILED(result)) return result;
    wanted->pStatus[i] = static_cast<DXGI_DDI_RESIDENCY>(status);  // the same three numbers
  }
  return S_OK;
}

HRESULT APIENTRY RotateResourceIdentities(DXGI_DDI_ARG_ROTATE_RESOURCE_IDENTITIES* wanted) {
  return guarded([&] {
    std::vector<Resource*> resources(wanted->Resources);
    for (UINT i = 0; i < wanted->Resources; ++i)
      resources[i] = D3d11Resource::from(wanted->pResources[i]).core;
    return device_of(wanted->hDevice).core().rotate(resources.data(), wanted->Resources);
  });
}

HRESULT APIENTRY ResolveSharedResource(DXGI_DDI_ARG_RESOLVESHAREDRESOURCE* wanted) {
  return device_of(wanted->hDevice).core().flush();
}

}  // namespace

void fill_dxgi_functions(DXGI1_1_DDI_BASE_FUNCTIONS& out) {
  constexpr Answer<E_NOTIMPL> not_here;
  out.pfnPresent = Present;
  out.pfnGetGammaCaps = not_here;
  out.pfnSetDisplayMode = not_here;
  out.pfnSetResourcePriority = SetResourcePriority;
  out.pfnQueryResourceResidency = QueryResourceResidency;
  out.pfnRotateResourceIdentities = RotateResourceIdentities;
  out.pfnBlt = not_here;
  out.pfnResolveSharedResource = ResolveSharedResource;
}

void fill_device_functions(D3D11DDI_DEVICEFUNCS& out) {
  fill_unsupported_functions(out);
  fill_resource_functions(out);
}
