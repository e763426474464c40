// Resources of Direct3D 11: their life, mapping, copies, and the views that can be cleared.
#include "d3d11_device.h"

D3DDDIFORMAT format_of(DXGI_FORMAT format) {
  switch (format) {
    case DXGI_FORMAT_B8G8R8A8_UNORM:
    case DXGI_FORMAT_B8G8R8A8_TYPELESS:
      return D3DDDIFMT_A8R8G8B8;
    case DXGI_FORMAT_B8G8R8X8_UNORM:
      return D3DDDIFMT_X8R8G8B8;
    case DXGI_FORMAT_R8G8B8A8_UNORM:
    case DXGI_FORMAT_R8G8B8A8_TYPELESS:
      return D3DDDIFMT_A8B8G8R8;
    case DXGI_FORMAT_B5G6R5_UNORM:
      return D3DDDIFMT_R5G6B5;
    case DXGI_FORMAT_A8_UNORM:
    case DXGI_FORMAT_R8_UNORM:
      return D3DDDIFMT_A8;
    case DXGI_FORMAT_R32_FLOAT:
    case DXGI_FORMAT_R32_UINT:
    case DXGI_FORMAT_R32_TYPELESS:
      return D3DDDIFMT_R32F;
    case DXGI_FORMAT_R16G16B16A16_FLOAT:
      return D3DDDIFMT_A16B16G16R16F;
    case DXGI_FORMAT_R32G32B32A32_FLOAT:
      return D3DDDIFMT_A32B32G32R32F;
    case DXGI_FORMAT_D16_UNORM:
      return D3DDDIFMT_D16;
    case DXGI_FORMAT_D24_UNORM_S8_UINT:
      return D3DDDIFMT_D24S8;
    case DXGI_FORMAT_D32_FLOAT:
      return D3DDDIFMT_D32;
    default:
      return D3DDDIFMT_UNKNOWN;
  }
}

namespace {

UINT level_of(UINT size, UINT level) { return max(size >> level, 1u); }

ResourceWish wish_of(const D3D11DDIARG_CREATERESOURCE& wanted, HANDLE runtime) {
  ResourceWish out = {};
  out.runtime = runtime;
  out.usage = wanted.BindFlags;
  out.is_shared = (wanted.MiscFlags & D3D10_DDI_RESOURCE_MISC_SHARED) != 0;
  out.is_primary = wanted.pPrimaryDesc != NULL;
  out.source = out.is_primary ? wanted.pPrimaryDesc->VidPnSourceId : 0;
  const bool is_buffer = wanted.ResourceDimension == D3D10DDIRESOURCE_BUFFER;
  const D3D10DDI_MIPINFO& size = wanted.pMipInfoList[0];
  out.surfaces.reserve(static_cast<size_t>(wanted.ArraySize) * wanted.MipLevels);
  for (UINT i = 0; i < wanted.ArraySize; ++i) {
    for (UINT level = 0; level < wanted.MipLevels; ++level) {
      out.surfaces.push_back({level_of(size.TexelWidth, level), level_of(size.TexelHeight, level),
                              level_of(size.TexelDepth, level), format_of(wanted.Format), is_buffer,
                              NULL, 0, 0});
    }
  }
  return out;
}

Area all_of(const Surface& surface) {
  return {0, 0, 0, surface.width, surface.height, surface.depth};
}

Area area_of(const D3D10_DDI_BOX* box, const Surface& surface) {
  if (box == NULL) return all_of(surface);
  return {static_cast<UINT>(box->left),
          static_cast<UINT>(box->top),
          static_cast<UINT>(box->front),
          static_cast<UINT>(box->right - box->left),
          static_cast<UINT>(box->bottom - box->top),
          static_cast<UINT>(box->back - box->front)};
}

SIZE_T APIENTRY CalcPrivateResourceSize(D3D10DDI_HDEVICE, const D3D11DDIARG_CREATERESOURCE*) {
  return sizeof(D3d11Resource);
}

SIZE_T APIENTRY CalcPrivateOpenedResourceSize(D3D10DDI_HDEVICE, const D3D10DDIARG_OPENRESOURCE*) {
  return sizeof(D3d11Resource);
}

HRESULT upload(Device& device, Resource& resource, const D3D10_DDIARG_SUBRESOURCE_UP* data) {
  for (UINT i = 0; data != NULL && i < resource.surface_count(); ++i) {
    Surface& surface = *resource.surface(i);
    const HRESULT result = device.update(surface, all_of(surface), data[i].pSysMem,
                                         data[i].SysMemPitch, data[i].SysMemSlicePitch);
    if (FAILED(result)) return result;
  }
  return S_OK;
}

VOID APIENTRY CreateResource(D3D10DDI_HDEVICE handle, const D3D11DDIARG_CREATERESOURCE* wanted,
                             D3D10DDI_HRESOURCE out, D3D10DDI_HRTRESOURCE runtime) {
  D3d11Device& device = D3d11Device::from(handle);
  device.set_creation_error(guarded([&] {
    Resource* resource = NULL;
    HRESULT result = device.core().create_resource(wish_of(*wanted, runtime.handle), resource);
    if (FAILED(result)) return result;
    result = upload(device.core(), *resource, wanted->pInitialDataUP);
    if (FAILED(result)) {
      device.core().undo_creation(*resource);
      return result;
    }
    D3d11Resource::from(out) = {resource, wanted->MipLevels};
    return S_OK;
  }));
}

VOID APIENTRY OpenResource(D3D10DDI_HDEVICE handle, const D3D10DDIARG_OPENRESOURCE* wanted,
                           D3D10DDI_HRESOURCE out, D3D10DDI_HRTRESOURCE runtime) {
  D3d11Device& device = D3d11Device::from(handle);
  device.set_creation_error(guarded([&] {
    Resource* resource = NULL;
    const HRESULT result = device.core().open_resource(runtime.handle, wanted->pOpenAllocationInfo,
                                                       wanted->NumAllocations, resource);
    if (SUCCEEDED(result)) D3d11Resource::from(out) = {resource, wanted->NumAllocations};
    return result;
  }));
}

// The runtime takes its memory back; the core keeps what has to wait.
VOID APIENTRY DestroyResource(D3D10DDI_HDEVICE handle, D3D10DDI_HRESOURCE resource) {
  D3d11Device& device = D3d11Device::from(handle);
  device.set_error(device.core().destroy_resource(*D3d11Resource::from(resource).core));
}

VOID APIENTRY DestroyDevice(D3D10DDI_HDEVICE handle) {
  D3d11Device& device = D3d11Device::from(handle);
  device.set_error(device.core().close());
  device.~D3d11Device();
}

VOID APIENTRY Flush(D3D10DDI_HDEVICE handle) {
  D3d11Device& device = D3d11Device::from(handle);
  device.set_error(device.core().flush());
}

VOID APIENTRY ResourceMap(D3D10DDI_HDEVICE handle, D3D10DDI_HRESOURCE resource, UINT index,
                          D3D10_DDI_MAP kind, UINT flags, D3D10DDI_MAPPED_SUBRESOURCE* out) {
  D3d11Device& device = D3d11Device::from(handle);
  Resource& core = *D3d11Resource::from(resource).core;
  const bool waits_not = (flags & D3D10_DDI_MAP_FLAG_DONOTWAIT) != 0;
  const LockWish wish = {index, kind == D3D10_DDI_MAP_READ,
                         kind != D3D10_DDI_MAP_READ && kind != D3D10_DDI_MAP_READWRITE,
                         kind == D3D10_DDI_MAP_WRITE_DISCARD, waits_not};
  VOID* data = NULL;
  const HRESULT result = device.core().lock(core, wish, data);
  if (FAILED(result)) {
    device.set_map_error(result, waits_not);
    return;
  }
  const Surface& surface = *core.surface(index);
  *out = {data, surface.pitch, surface.slice_pitch};
}

VOID APIENTRY ResourceUnmap(D3D10DDI_HDEVICE handle, D3D10DDI_HRESOURCE resource, UINT index) {
  D3d11Device& device = D3d11Device::from(handle);
  device.set_error(device.core().unlock(*D3d11Resource::from(resource).core, index));
}

BOOL APIENTRY ResourceIsStagingBusy(D3D10DDI_HDEVICE handle, D3D10DDI_HRESOURCE resource) {
  return D3d11Device::from(handle).core().is_busy(*D3d11Resource::from(resource).core);
}

VOID APIENTRY ResourceCopy(D3D10DDI_HDEVICE handle, D3D10DDI_HRESOURCE to,
                           D3D10DDI_HRESOURCE from) {
  D3d11Device& device = D3d11Device::from(handle);
  Resource& destination = *D3d11Resource::from(to).core;
  Resource& source = *D3d11Resource::from(from).core;
  HRESULT result = S_OK;
  for (UINT i = 0; SUCCEEDED(result) && i < source.surface_count(); ++i) {
    Surface* const surface = destination.surface(i);
    if (surface == NULL) break;
    result = device.core().copy(*surface, 0, 0, 0, *source.surface(i), all_of(*source.surface(i)));
  }
  device.set_error(result);
}

VOID APIENTRY ResourceCopyRegion(D3D10DDI_HDEVICE handle, D3D10DDI_HRESOURCE to, UINT to_index,
                                 UINT x, UINT y, UINT z, D3D10DDI_HRESOURCE from, UINT from_index,
                                 const D3D10_DDI_BOX* box) {
  D3d11Device& device = D3d11Device::from(handle);
  Surface& source = *D3d11Resource::from(from).core->surface(from_index);
  device.set_error(device.core().copy(*D3d11Resource::from(to).core->surface(to_index), x, y, z,
                                      source, area_of(box, source)));
}

VOID APIENTRY ResourceUpdateSubresourceUP(D3D10DDI_HDEVICE handle, D3D10DDI_HRESOURCE to,
                                          UINT index, const D3D10_DDI_BOX* box, const VOID* from,
                                          UINT row_pitch, UINT depth_pitch) {
  D3d11Device& device = D3d11Device::from(handle);
  Surface& surface = *D3d11Resource::from(to).core->surface(index);
  device.set_error(
      device.core().update(surface, area_of(box, surface), from, row_pitch, depth_pitch));
}

SIZE_T APIENTRY CalcPrivateRenderTargetViewSize(D3D10DDI_HDEVICE,
                                                const D3D10DDIARG_CREATERENDERTARGETVIEW*) {
  return sizeof(D3d11Target);
}

// The first surface that the view shows.
VOID APIENTRY CreateRenderTargetView(D3D10DDI_HDEVICE,
                                     const D3D10DDIARG_CREATERENDERTARGETVIEW* wanted,
                                     D3D10DDI_HRENDERTARGETVIEW out, D3D10DDI_HRTRENDERTARGETVIEW) {
  const D3d11Resource& resource = D3d11Resource::from(wanted->hDrvResource);
  const bool is_plane = wanted->ResourceDimension == D3D10DDIRESOURCE_TEXTURE2D;
  const UINT index =
      is_plane ? wanted->Tex2D.FirstArraySlice * resource.levels + wanted->Tex2D.MipSlice : 0;
  D3d11Target::from(out) = {resource.core->surface(index)};
}

VOID APIENTRY ClearRenderTargetView(D3D10DDI_HDEVICE handle, D3D10DDI_HRENDERTARGETVIEW view,
                                    FLOAT color[4]) {
  Surface* const surface = D3d11Target::from(view).surface;
  if (surface == NULL) return;
  const auto channel = [&](int i) {
    const FLOAT value = color[i] < 0 ? 0 : (color[i] > 1 ? 1 : color[i]);
    return static_cast<UINT>(value * 255 + 0.5f);
  };
  const D3DCOLOR packed = (channel(3) << 24) | (channel(0) << 16) | (channel(1) << 8) | channel(2);
  D3d11Device& device = D3d11Device::from(handle);
  device.set_error(
      device.core().fill(*surface, all_of(*surface), fill_pattern(surface->format, packed)));
}

}  // namespace

void fill_resource_functions(D3D11DDI_DEVICEFUNCS& out) {
  out.pfnCalcPrivateResourceSize = CalcPrivateResourceSize;
  out.pfnCalcPrivateOpenedResourceSize = CalcPrivateOpenedResourceSize;
  out.pfnCreateResource = CreateResource;
  out.pfnOpenResource = OpenResource;
  out.pfnDestroyResource = DestroyResource;
  out.pfnDestroyDevice = DestroyDevice;
  out.pfnFlush = Flush;
  out.pfnResourceMap = out.pfnStagingResourceMap = ResourceMap;
  out.pfnDynamicIABufferMapNoOverwrite = out.pfnDynamicIABufferMapDiscard = ResourceMap;
  out.pfnDynamicConstantBufferMapDiscard = out.pfnDynamicResourceMapDiscard = ResourceMap;
  out.pfnResourceUnmap = out.pfnStagingResourceUnmap = ResourceUnmap;
  out.pfnDynamicIABufferUnmap = out.pfnDynamicConstantBufferUnmap = ResourceUnmap;
  out.pfnDynamicResourceUnmap = ResourceUnmap;
  out.pfnResourceIsStagingBusy = ResourceIsStagingBusy;
  out.pfnResourceCopy = out.pfnResourceConvert = ResourceCopy;
  out.pfnResourceCopyRegion = out.pfnResourceConvertRegion = ResourceCopyRegion;
  out.pfnResourceUpdateSubresourceUP = ResourceUpdateSubresourceUP;
  out.pfnDefaultConstantBufferUpdateSubresourceUP = ResourceUpdateSubresourceUP;
  out.pfnCalcPrivateRenderTargetViewSize = CalcPrivateRenderTargetViewSize;
  out.pfnCreateRenderTargetView = CreateRenderTargetView;
  out.pfnClearRenderTargetView = ClearRenderTargetView;
}
