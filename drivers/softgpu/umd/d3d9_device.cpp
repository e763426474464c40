#include "d3d9_device.h"

#include <memory>

namespace {

Device& device_of(HANDLE handle) { return *static_cast<Device*>(handle); }
Resource& resource_of(HANDLE handle) { return *static_cast<Resource*>(handle); }

HRESULT APIENTRY DestroyDevice(HANDLE handle) {
  const std::unique_ptr<Device> device(static_cast<Device*>(handle));
  return device->close();
}

// Members that the flags make meaningless are not read.
template <typename Arguments>
ResourceWish wish_of(const Arguments& wanted) {
  ResourceWish out = {};
  out.runtime = wanted.hResource;
  out.usage = wanted.Flags.Value;
  out.is_shared = wanted.Flags.SharedResource;
  out.is_primary = wanted.Flags.Primary;
  out.source = wanted.Flags.Primary ? wanted.VidPnSourceId : 0;
  const bool is_buffer = wanted.Flags.VertexBuffer || wanted.Flags.IndexBuffer ||
                         wanted.Format == D3DDDIFMT_VERTEXDATA;
  out.surfaces.resize(wanted.SurfCount);
  for (UINT i = 0; i < wanted.SurfCount; ++i) {
    const D3DDDI_SURFACEINFO& from = wanted.pSurfList[i];
    SurfaceWish& to = out.surfaces[i];
    to = {from.Width, from.Height, from.Depth, wanted.Format, is_buffer, NULL, 0, 0};
    if (wanted.Pool != D3DDDIPOOL_SYSTEMMEM) continue;
    to.system_memory = const_cast<VOID*>(from.pSysMem);
    to.system_pitch = from.SysMemPitch;
    to.system_slice_pitch = from.SysMemSlicePitch;
  }
  return out;
}

template <typename Arguments>
HRESULT create(HANDLE device, Arguments& wanted) {
  return guarded([&] {
    Resource* resource = NULL;
    const HRESULT result = device_of(device).create_resource(wish_of(wanted), resource);
    if (SUCCEEDED(result)) wanted.hResource = resource;
    return result;
  });
}

HRESULT APIENTRY CreateResource(HANDLE device, D3DDDIARG_CREATERESOURCE* wanted) {
  return create(device, *wanted);
}

HRESULT APIENTRY CreateResource2(HANDLE device, D3DDDIARG_CREATERESOURCE2* wanted) {
  return create(device, *wanted);
}

HRESULT APIENTRY OpenResource(HANDLE device, D3DDDIARG_OPENRESOURCE* wanted) {
  return guarded([&] {
    Resource* resource = NULL;
    const HRESULT result = device_of(device).open_resource(
        wanted->hResource, wanted->pOpenAllocationInfo, wanted->NumAllocations, resource);
    if (SUCCEEDED(result)) wanted->hResource = resource;
    return result;
  });
}

HRESULT APIENTRY DestroyResource(HANDLE device, HANDLE resource) {
  return device_of(device).destroy_resource(resource_of(resource));
}

// Returns the offset of the wanted part.
UINT64 offset_of(const D3DDDIARG_LOCK& wanted, const Surface& surface) {
  if (wanted.Flags.RangeValid) return wanted.Range.Offset;
  if (wanted.Flags.AreaValid)
    return surface.offset_of(static_cast<UINT>(wanted.Area.left),
                             static_cast<UINT>(wanted.Area.top), 0);
  if (wanted.Flags.BoxValid)
    return surface.offset_of(wanted.Box.Left, wanted.Box.Top, wanted.Box.Front);
  return 0;
}

HRESULT APIENTRY Lock(HANDLE device, D3DDDIARG_LOCK* wanted) {
  Resource& resource = resource_of(wanted->hResource);
  const LockWish wish = {wanted->SubResourceIndex, wanted->Flags.ReadOnly != 0,
                         wanted->Flags.WriteOnly != 0, wanted->Flags.Discard != 0,
                         wanted->Flags.DoNotWait != 0};
  VOID* data = NULL;
  const HRESULT result = device_of(device).lock(resource, wish, data);
  if (FAILED(result) || wanted->Flags.NotifyOnly) return result;
  const Surface& surface = *resource.surface(wanted->SubResourceIndex);
  wanted->pSurfData = static_cast<UCHAR*>(data) + offset_of(*wanted, surface);
  wanted->Pitch = surface.pitch;
  wanted->SlicePitch = surface.slice_pitch;
  return S_OK;
}

HRESULT APIENTRY Unlock(HANDLE device, const D3DDDIARG_UNLOCK* wanted) {
  return device_of(device).unlock(resource_of(wanted->hResource), wanted->SubResourceIndex);
}

HRESULT APIENTRY Flush(HANDLE device) { return device_of(device).flush(); }
HRESULT APIENTRY Flush1(HANDLE device, UINT) { return device_of(device).flush(); }

Area area_of(const RECT& rectangle) {
  return {static_cast<UINT>(rectangle.left),
          static_cast<UINT>(rectangle.top),
          0,
          static_cast<UINT>(rectangle.right - rectangle.left),
          static_cast<UINT>(rectangle.bottom - rectangle.top),
          1};
}

Area area_of(const D3DDDIBOX& box) {
  return {box.Left,
          box.Top,
          box.Front,
          box.Right - box.Left,
          box.Bottom - box.Top,
          box.Back - box.Front};
}

bool is_same_size(const RECT& one, const RECT& other) {
  return one.right - one.left == other.right - other.left &&
         one.bottom - one.top == other.bottom - other.top;
}

HRESULT APIENTRY ColorFill(HANDLE device, const D3DDDIARG_COLORFILL* wanted) {
  Surface* const surface = resource_of(wanted->hResource).surface(wanted->SubResourceIndex);
  if (surface == NULL) return E_FAIL;
  return device_of(device).fill(*surface, area_of(wanted->DstRect),
                                fill_pattern(surface->format, wanted->Color));
}

HRESULT APIENTRY DepthFill(HANDLE device, const D3DDDIARG_DEPTHFILL* wanted) {
  Surface* const surface = resource_of(wanted->hResource).surface(wanted->SubResourceIndex);
  if (surface == NULL) return E_FAIL;
  const UINT pattern =
      surface->pixel_bytes == 2 ? (wanted->Depth & 0xffff) * 0x00010001 : wanted->Depth;
  return device_of(device).fill(*surface, area_of(wanted->DstRect), pattern);
}

// The engines neither stretch nor turn nor convert.
HRESULT APIENTRY Blt(HANDLE device, const D3DDDIARG_BLT* wanted) {
  Surface* const source = resource_of(wanted->hSrcResource).surface(wanted->SrcSubResourceIndex);
  Surface* const destination =
      resource_of(wanted->hDstResource).surface(wanted->DstSubResourceIndex);
  if (source == NULL || destination == NULL) return E_FAIL;
  if (!is_same_size(wanted->SrcRect, wanted->DstRect) || wanted->Flags.SrcColorKey ||
      wanted->Flags.DstColorKey || wanted->Flags.MirrorLeftRight || wanted->Flags.MirrorUpDown ||
      wanted->Flags.Rotate)
    return E_NOTIMPL;
  const Area onto = area_of(wanted->DstRect);
  return device_of(device).copy(*destination, onto.x, onto.y, 0, *source, area_of(wanted->SrcRect));
}

HRESULT copy_buffer(HANDLE device, const D3DDDIARG_BUFFERBLT& wanted) {
  Surface* const source = resource_of(wanted.hSrcResource).surface(0);
  Surface* const destination = resource_of(wanted.hDstResource).surface(0);
  if (source == NULL || destination == NULL) return E_FAIL;
  return device_of(device).copy(*destination, wanted.Offset, 0, 0, *source,
                                {wanted.SrcRange.Offset, 0, 0, wanted.SrcRange.Size, 1, 1});
}

HRESULT APIENTRY BufBlt(HANDLE device, const D3DDDIARG_BUFFERBLT* wanted) {
  return copy_buffer(device, *wanted);
}

HRESULT APIENTRY BufBlt1(HANDLE device, const D3DDDIARG_BUFFERBLT1* wanted) {
  return copy_buffer(
      device, {wanted->hDstResource, wanted->hSrcResource, wanted->Offset, wanted->SrcRange});
}

// All levels of a texture, each half as large as the one before.
HRESULT copy_texture(HANDLE device, const D3DDDIARG_TEXBLT& wanted) {
  Resource& source = resource_of(wanted.hSrcResource);
  Resource& destination = resource_of(wanted.hDstResource);
  const UINT levels = min(source.surface_count(), destination.surface_count());
  Area area = area_of(wanted.SrcRect);
  UINT x = static_cast<UINT>(wanted.DstPoint.x), y = static_cast<UINT>(wanted.DstPoint.y);
  for (UINT level = 0; level < levels; ++level) {
    const HRESULT result =
        device_of(device).copy(*destination.surface(level), x, y, 0, *source.surface(level), area);
    if (FAILED(result)) return result;
    x /= 2, y /= 2, area.x /= 2, area.y /= 2;
    area.width = max(area.width / 2, 1u);
    area.height = max(area.height / 2, 1u);
  }
  return S_OK;
}

HRESULT APIENTRY TexBlt(HANDLE device, const D3DDDIARG_TEXBLT* wanted) {
  return copy_texture(device, *wanted);
}

HRESULT APIENTRY TexBlt1(HANDLE device, const D3DDDIARG_TEXBLT1* wanted) {
  return copy_texture(device, {wanted->hDstResource, wanted->hSrcResource, wanted->CubeMapFace,
                               wanted->DstPoint, wanted->SrcRect});
}

HRESULT copy_volume(HANDLE device, const D3DDDIARG_VOLUMEBLT& wanted) {
  Surface* const source = resource_of(wanted.hSrcResource).surface(0);
  Surface* const destination = resource_of(wanted.hDstResource).surface(0);
  if (source == NULL || destination == NULL) return E_FAIL;
  return device_of(device).copy(*destination, wanted.DstX, wanted.DstY, wanted.DstZ, *source,
                                area_of(wanted.SrcBox));
}

HRESULT APIENTRY VolBlt(HANDLE device, const D3DDDIARG_VOLUMEBLT* wanted) {
  return copy_volume(device, *wanted);
}

HRESULT APIENTRY VolBlt1(HANDLE device, const D3DDDIARG_VOLUMEBLT1* wanted) {
  return copy_volume(device, {wanted->hDstResource, wanted->hSrcResource, wanted->DstX,
                              wanted->DstY, wanted->DstZ, wanted->SrcBox});
}

HRESULT APIENTRY UpdateSubresourceUP(HANDLE device, const D3DDDIARG_UPDATESUBRESOURCEUP* wanted) {
  Surface* const surface = resource_of(wanted->hResource).surface(wanted->SubResourceIndex);
  if (surface == NULL) return E_FAIL;
  const Area all = {0, 0, 0, surface->width, surface->height, surface->depth};
  return device_of(device).update(*surface, wanted->Flags.BoxValid ? area_of(wanted->DstBox) : all,
                                  wanted->pSysMemUP, wanted->RowPitch, wanted->DepthPitch);
}

HRESULT APIENTRY SetPriority(HANDLE device, const D3DDDIARG_SETPRIORITY* wanted) {
  return device_of(device).set_priority(resource_of(wanted->hResource), wanted->Priority);
}

// The farthest of all.
HRESULT APIENTRY QueryResourceResidency(HANDLE device,
                                        const D3DDDIARG_QUERYRESOURCERESIDENCY* wanted) {
  HRESULT farthest = S_OK;
  for (UINT i = 0; i < wanted->NumResources; ++i) {
    D3DDDI_RESIDENCYSTATUS status;
    const HRESULT result =
        device_of(device).query_residency(resource_of(wanted->pHandleList[i]), status);
    if (FAILED(result)) return result;
    if (status == D3DDDI_RESIDENCYSTATUS_NOTRESIDENT) farthest = S_NOT_RESIDENT;
    if (status == D3DDDI_RESIDENCYSTATUS_RESIDENTINSHAREDMEMORY && farthest == S_OK)
      farthest = S_RESIDENT_IN_SHARED_MEMORY;
  }
  return farthest;
}

HRESULT APIENTRY OfferResources(HANDLE device, const D3DDDIARG_OFFERRESOURCES* wanted) {
  return device_of(device).offer(reinterpret_cast<Resource* const*>(wanted->pResources),
                                 wanted->Resources, wanted->Priority);
}

HRESULT APIENTRY ReclaimResources(HANDLE device, const D3DDDIARG_RECLAIMRESOURCES* wanted) {
  return device_of(device).reclaim(reinterpret_cast<Resource* const*>(wanted->pResources),
                                   wanted->Resources, wanted->pDiscarded);
}

// Submits the work on the resource, so that other devices see it.
HRESULT APIENTRY ResolveSharedResource(HANDLE device, const D3DDDIARG_RESOLVESHAREDRESOURCE*) {
  return device_of(device).flush();
}

Surface* surface_or_null(HANDLE resource, UINT index) {
  return resource == NULL ? NULL : resource_of(resource).surface(index);
}

HRESULT APIENTRY Present(HANDLE device, const D3DDDIARG_PRESENT* wanted) {
  return device_of(device).present(
      surface_or_null(wanted->hSrcResource, wanted->SrcSubResourceIndex),
      surface_or_null(wanted->hDstResource, wanted->DstSubResourceIndex));
}

HRESULT APIENTRY Present1(HANDLE device, const D3DDDIARG_PRESENT1* wanted) {
  if (wanted->SrcResources > 1) return E_NOTIMPL;
  const Surface* const source = wanted->SrcResources == 0
                                    ? NULL
                                    : surface_or_null(wanted->phSrcResources->hResource,
                                                      wanted->phSrcResources->SubResourceIndex);
  return device_of(device).present(
      source, surface_or_null(wanted->hDstResource, wanted->DstSubResourceIndex));
}

}  // namespace

void fill_device_functions(D3DDDI_DEVICEFUNCS& out) {
  fill_unsupported_functions(out);
  out.pfnDestroyDevice = DestroyDevice;
  out.pfnCreateResource = CreateResource;
  out.pfnCreateResource2 = CreateResource2;
  out.pfnOpenResource = OpenResource;
  out.pfnDestroyResource = DestroyResource;
  out.pfnLock = Lock;
  out.pfnUnlock = Unlock;
  out.pfnFlush = Flush;
  out.pfnFlush1 = Flush1;
  out.pfnColorFill = ColorFill;
  out.pfnDepthFill = DepthFill;
  out.pfnBlt = Blt;
  out.pfnBufBlt = BufBlt;
  out.pfnBufBlt1 = BufBlt1;
  out.pfnTexBlt = TexBlt;
  out.pfnTexBlt1 = TexBlt1;
  out.pfnVolBlt = VolBlt;
  out.pfnVolBlt1 = VolBlt1;
  out.pfnUpdateSubresourceUP = UpdateSubresourceUP;
  out.pfnSetPriority = SetPriority;
  out.pfnQueryResourceResidency = QueryResourceResidency;
  out.pfnOfferResources = OfferResources;
  out.pfnReclaimResources = ReclaimResources;
  out.pfnResolveSharedResource = ResolveSharedResource;
  out.pfnPresent = Present;
  out.pfnPresent1 = Present1;
}
