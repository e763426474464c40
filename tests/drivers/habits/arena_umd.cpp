// A user-mode driver of Direct3D 9 for softgpu's kernel half, without a C++ library. Surfaces are parts of slabs, which a
// suballocator of its own gives out. What is destroyed stays until the flush after the next. A Discard is served by
// another instance of the surface that the GPU does not use, else from the driver's own memory.
#include "arena.h"

namespace {

// Locks of slabs. The kernel counts them, and each waits for the GPU.

HRESULT lock_slab(Device& device, Slab* slab, bool may_wait, VOID*& data) {
  HRESULT result = is_batched(device, slab) ? submit(device) : S_OK;
  if (FAILED(result)) return result;
  D3DDDICB_LOCK wanted = {};
  wanted.hAllocation = slab->allocation;
  wanted.Flags.LockEntire = 1;
  wanted.Flags.DonotWait = !may_wait;
  result = device.callbacks->pfnLockCb(device.runtime, &wanted);
  if (SUCCEEDED(result)) data = wanted.pData;
  return result;
}

HRESULT unlock_slab(Device& device, Slab* slab) {
  D3DDDICB_UNLOCK wanted = {1, &slab->allocation};
  return device.callbacks->pfnUnlockCb(device.runtime, &wanted);
}

// Resources.

void remove(Resource*& head, Resource* resource) {
  Resource** link = &head;
  while (*link != resource) link = &(*link)->next;
  *link = resource->next;
}

HRESULT release(Device& device, Resource* resource) {
  HRESULT result = S_OK;
  for (UINT i = 0; i < resource->count; ++i) {
    Surface& surface = at(*resource, i);
    for (UINT n = 0; n < surface.instance_count; ++n) {
      if (resource->has_own_slabs) free(surface.instances[n].slab);
      else surface.instances[n].slab->used &= ~mask_of(surface.instances[n]);
    }
    free(surface.shadow);
  }
  if (resource->has_own_slabs) {
    const D3DDDICB_DEALLOCATE wanted = {resource->runtime, 0, NULL};
    result = device.callbacks->pfnDeallocateCb(device.runtime, &wanted);
  }
  free(resource);
  return result;
}

// Releases what was destroyed before the flush before this one.
HRESULT grow_older(Device& device, UINT oldest) {
  HRESULT first = S_OK;
  for (Resource** link = &device.dead; *link != NULL;) {
    Resource* const resource = *link;
    if (resource->age++ < oldest) {
      link = &resource->next;
      continue;
    }
    *link = resource->next;
    const HRESULT result = release(device, resource);
    if (SUCCEEDED(first)) first = result;
  }
  return first;
}

Resource* new_resource(HANDLE runtime, UINT count) {
  auto* const out = static_cast<Resource*>(calloc(1, sizeof(Resource) + count * sizeof(Surface)));
  if (out == NULL) return NULL;
  out->runtime = runtime;
  out->count = count;
  return out;
}

// A resource of its own allocations, which others can open or which is shown.
HRESULT place_alone(Device& device, Resource& resource, D3DDDIFORMAT format, bool is_primary, UINT source) {
  auto* const data = static_cast<SOFTGPU_ALLOCATION_DATA*>(calloc(resource.count, sizeof(SOFTGPU_ALLOCATION_DATA)));
  auto* const infos = static_cast<D3DDDI_ALLOCATIONINFO*>(calloc(resource.count, sizeof(D3DDDI_ALLOCATIONINFO)));
  HRESULT result = data == NULL || infos == NULL ? E_OUTOFMEMORY : S_OK;
  for (UINT i = 0; SUCCEEDED(result) && i < resource.count; ++i) {
    Surface& surface = at(resource, i);
    surface.instances[0].slab = static_cast<Slab*>(calloc(1, sizeof(Slab)));
    if (surface.instances[0].slab == NULL) result = E_OUTOFMEMORY;
    else surface.instance_count = 1;
    data[i].Header = {SOFTGPU_ALLOCATION_MAGIC, SOFTGPU_VERSION, sizeof data[i]};
    data[i].Flags = SOFTGPU_ALLOCATION_CPU_VISIBLE;
    data[i].Width = surface.width;
    data[i].Height = surface.height;
    data[i].Format = format;
    infos[i].Flags.Primary = is_primary;
    infos[i].VidPnSourceId = is_primary ? source : 0;
  }
  if (SUCCEEDED(result)) result = allocate(device, resource.runtime, data, resource.count, infos);
  for (UINT i = 0; SUCCEEDED(result) && i < resource.count; ++i) {
    Surface& surface = at(resource, i);
    surface.pitch = data[i].Pitch != 0 ? data[i].Pitch : surface.pitch;
    surface.instances[0].slab->allocation = infos[i].hAllocation;
    surface.instances[0].slab->runtime = resource.runtime;
    surface.instances[0].slab->bytes = bytes_of(surface);
  }
  if (FAILED(result)) {
    for (UINT i = 0; i < resource.count; ++i) {
      if (at(resource, i).instance_count != 0) free(at(resource, i).instances[0].slab);
      at(resource, i).instance_count = 0;
    }
  }
  resource.has_own_slabs = SUCCEEDED(result);
  free(infos);
  free(data);
  return result;
}

HRESULT place_in_slabs(Device& device, Resource& resource, bool is_dynamic) {
  for (UINT i = 0; i < resource.count; ++i) {
    Surface& surface = at(resource, i);
    const UINT wanted = is_dynamic ? kInstances : 1;
    while (surface.system == NULL && surface.instance_count < wanted) {
      const HRESULT result = take_range(device, bytes_of(surface), surface.instances[surface.instance_count]);
      if (FAILED(result) && surface.instance_count == 0) return result;
      if (FAILED(result)) break;  // with fewer instances it is slower
      ++surface.instance_count;
    }
  }
  return S_OK;
}

template <typename Arguments>
HRESULT create(Device& device, Arguments& wanted) {
  const UINT pixel = pixel_of(wanted.Format);
  const bool is_buffer = wanted.Format == D3DDDIFMT_VERTEXDATA;
  if (pixel == 0) return E_FAIL;
  Resource* const resource = new_resource(wanted.hResource, wanted.SurfCount);
  if (resource == NULL) return E_OUTOFMEMORY;
  for (UINT i = 0; i < wanted.SurfCount; ++i) {
    const D3DDDI_SURFACEINFO& from = wanted.pSurfList[i];
    Surface& surface = at(*resource, i);
    surface.width = from.Width;
    surface.height = is_buffer ? 1 : from.Height;
    surface.pixel = pixel;
    surface.pitch = is_buffer ? from.Width : (from.Width * pixel + 63) / 64 * 64;
    if (wanted.Pool != D3DDDIPOOL_SYSTEMMEM) continue;
    surface.system = static_cast<UCHAR*>(const_cast<VOID*>(from.pSysMem));
    surface.pitch = from.SysMemPitch;
  }
  const bool is_alone = (wanted.Flags.SharedResource || wanted.Flags.Primary) && wanted.Pool != D3DDDIPOOL_SYSTEMMEM;
  const HRESULT result = is_alone ? place_alone(device, *resource, wanted.Format, wanted.Flags.Primary,
                                                wanted.Flags.Primary ? wanted.VidPnSourceId : 0)
                                  : place_in_slabs(device, *resource, wanted.Flags.Dynamic);
  if (FAILED(result)) {
    release(device, resource);
    return result;
  }
  resource->next = device.live;
  device.live = resource;
  wanted.hResource = resource;
  return S_OK;
}

HRESULT APIENTRY CreateResource(HANDLE device, D3DDDIARG_CREATERESOURCE* wanted) {
  return create(*static_cast<Device*>(device), *wanted);
}

HRESULT APIENTRY CreateResource2(HANDLE device, D3DDDIARG_CREATERESOURCE2* wanted) {
  return create(*static_cast<Device*>(device), *wanted);
}

HRESULT APIENTRY OpenResource(HANDLE handle, D3DDDIARG_OPENRESOURCE* wanted) {
  Device& device = *static_cast<Device*>(handle);
  Resource* const resource = new_resource(wanted->hResource, wanted->NumAllocations);
  if (resource == NULL) return E_OUTOFMEMORY;
  HRESULT result = S_OK;
  for (UINT i = 0; SUCCEEDED(result) && i < wanted->NumAllocations; ++i) {
    const D3DDDI_OPENALLOCATIONINFO& info = wanted->pOpenAllocationInfo[i];
    SOFTGPU_ALLOCATION_DATA data = {};
    Surface& surface = at(*resource, i);
    if (info.PrivateDriverDataSize == sizeof data) memcpy(&data, info.pPrivateDriverData, sizeof data);
    surface.width = data.Width;
    surface.height = data.Height;
    surface.pixel = pixel_of(static_cast<D3DDDIFORMAT>(data.Format));
    surface.pitch = data.Pitch;
    surface.instances[0].slab = static_cast<Slab*>(calloc(1, sizeof(Slab)));
    if (data.Header.Magic != SOFTGPU_ALLOCATION_MAGIC || surface.pixel == 0) result = E_FAIL;
    if (surface.instances[0].slab == NULL) result = E_OUTOFMEMORY;
    else surface.instance_count = 1;
    if (surface.instance_count == 1) surface.instances[0].slab->allocation = info.hAllocation;
  }
  if (FAILED(result)) {
    for (UINT i = 0; i < resource->count; ++i) free(at(*resource, i).instances[0].slab);
    free(resource);
    return result;
  }
  resource->has_own_slabs = true;
  resource->next = device.live;
  device.live = resource;
  wanted->hResource = resource;
  return S_OK;
}

HRESULT unlock_all(Device& device, Resource& resource) {
  HRESULT first = S_OK;
  for (UINT i = 0; i < resource.count; ++i) {
    Surface& surface = at(resource, i);
    for (; surface.locks != 0 && surface.instance_count != 0 && surface.shadow == NULL; --surface.locks) {
      const HRESULT result = unlock_slab(device, range_of(surface).slab);
      if (SUCCEEDED(first)) first = result;
    }
  }
  return first;
}

// The batch goes first when it names the resource's own allocations: they may be released before the next one.
HRESULT APIENTRY DestroyResource(HANDLE handle, HANDLE wanted) {
  Device& device = *static_cast<Device*>(handle);
  auto* const resource = static_cast<Resource*>(wanted);
  HRESULT result = submit(device);
  if (SUCCEEDED(result)) result = unlock_all(device, *resource);
  if (FAILED(result)) return result;
  remove(device.live, resource);
  resource->next = device.dead;
  device.dead = resource;
  return S_OK;
}

UINT64 offset_in(const D3DDDIARG_LOCK& wanted, const Surface& surface) {
  if (wanted.Flags.RangeValid) return wanted.Range.Offset;
  if (wanted.Flags.AreaValid)
    return static_cast<UINT64>(wanted.Area.top) * surface.pitch + static_cast<UINT64>(wanted.Area.left) * surface.pixel;
  return 0;
}

// The next instance if the GPU has done with it, else the driver's own memory, else the wait.
HRESULT discard(Device& device, Surface& surface, UCHAR*& data) {
  const UINT next = (surface.current + 1) % surface.instance_count;
  VOID* start = NULL;
  HRESULT result = lock_slab(device, surface.instances[next].slab, /*may_wait=*/false, start);
  if (result == D3DDDIERR_WASSTILLDRAWING) {
    data = surface.shadow = static_cast<UCHAR*>(malloc(bytes_of(surface)));
    if (surface.shadow != NULL) return S_OK;
    result = lock_slab(device, surface.instances[next].slab, /*may_wait=*/true, start);
  }
  if (FAILED(result)) return result;
  surface.current = next;
  data = static_cast<UCHAR*>(start) + offset_of(surface.instances[next]);
  return S_OK;
}

HRESULT put_shadow(Device& device, Surface& surface) {
  const UINT next = (surface.current + 1) % surface.instance_count;
  VOID* start = NULL;
  HRESULT result = lock_slab(device, surface.instances[next].slab, /*may_wait=*/true, start);
  if (SUCCEEDED(result)) {
    memcpy(static_cast<UCHAR*>(start) + offset_of(surface.instances[next]), surface.shadow, bytes_of(surface));
    surface.current = next;
    result = unlock_slab(device, surface.instances[next].slab);
  }
  free(surface.shadow);
  surface.shadow = NULL;
  return result;
}

HRESULT APIENTRY Lock(HANDLE handle, D3DDDIARG_LOCK* wanted) {
  Device& device = *static_cast<Device*>(handle);
  Surface& surface = at(*static_cast<Resource*>(wanted->hResource), wanted->SubResourceIndex);
  UCHAR* data = surface.shadow != NULL ? surface.shadow : surface.system;
  HRESULT result = S_OK;
  if (data == NULL && wanted->Flags.Discard && surface.locks == 0) {
    result = discard(device, surface, data);
  } else if (data == NULL) {
    VOID* start = NULL;
    result = lock_slab(device, range_of(surface).slab, !wanted->Flags.DoNotWait, start);
    data = static_cast<UCHAR*>(start) + offset_of(range_of(surface));
  }
  if (FAILED(result)) return result;
  ++surface.locks;
  if (wanted->Flags.NotifyOnly) return S_OK;
  wanted->pSurfData = data + offset_in(*wanted, surface);
  wanted->Pitch = surface.pitch;
  wanted->SlicePitch = bytes_of(surface);
  return S_OK;
}

HRESULT APIENTRY Unlock(HANDLE handle, const D3DDDIARG_UNLOCK* wanted) {
  Device& device = *static_cast<Device*>(handle);
  Surface& surface = at(*static_cast<Resource*>(wanted->hResource), wanted->SubResourceIndex);
  if (surface.locks == 0) return E_INVALIDARG;
  --surface.locks;
  if (surface.shadow != NULL) return surface.locks == 0 ? put_shadow(device, surface) : S_OK;
  return surface.system != NULL ? S_OK : unlock_slab(device, range_of(surface).slab);
}

HRESULT APIENTRY ColorFill(HANDLE handle, const D3DDDIARG_COLORFILL* wanted) {
  Device& device = *static_cast<Device*>(handle);
  Surface& surface = at(*static_cast<Resource*>(wanted->hResource), wanted->SubResourceIndex);
  const UINT x = static_cast<UINT>(wanted->DstRect.left) * surface.pixel;
  const UINT bytes = static_cast<UINT>(wanted->DstRect.right - wanted->DstRect.left) * surface.pixel;
  const UINT pattern = surface.pixel == 4 ? wanted->Color : (wanted->Color & 0xffff) * 0x10001;
  for (LONG y = wanted->DstRect.top; y < wanted->DstRect.bottom; ++y) {
    // The engine fills words; rows are padded to them.
    SOFTGPU_COMMAND command = {};
    command.Operation = SOFTGPU_COMMAND_FILL;
    command.Pattern = pattern;
    command.DestinationOffset = offset_of(range_of(surface)) + static_cast<UINT>(y) * surface.pitch + x / 4 * 4;
    command.Bytes = (x % 4 + bytes + 3) / 4 * 4;
    if (surface.system != NULL) return E_NOTIMPL;
    const HRESULT result = add(device, command, range_of(surface).slab, NULL);
    if (FAILED(result)) return result;
  }
  return S_OK;
}

HRESULT copy_by_cpu(Device& device, Surface& to, UINT to_x, UINT to_y, Surface& from, const RECT& rect) {
  VOID* start[2] = {to.system, from.system};
  Surface* const ends[2] = {&to, &from};
  HRESULT result = S_OK;
  UINT locked = 0;
  for (; locked < 2 && SUCCEEDED(result); ++locked) {
    if (ends[locked]->system != NULL) continue;
    result = lock_slab(device, range_of(*ends[locked]).slab, true, start[locked]);
    if (FAILED(result)) break;
    start[locked] = static_cast<UCHAR*>(start[locked]) + offset_of(range_of(*ends[locked]));
  }
  for (LONG y = rect.top; SUCCEEDED(result) && y < rect.bottom; ++y)
    memcpy(static_cast<UCHAR*>(start[0]) + (to_y + (y - rect.top)) * to.pitch + to_x * to.pixel,
           static_cast<UCHAR*>(start[1]) + y * from.pitch + rect.left * from.pixel, (rect.right - rect.left) * to.pixel);
  while (locked-- > 0) {
    const HRESULT unlocked = ends[locked]->system != NULL ? S_OK : unlock_slab(device, range_of(*ends[locked]).slab);
    if (SUCCEEDED(result)) result = unlocked;
  }
  return result;
}

HRESULT APIENTRY Blt(HANDLE handle, const D3DDDIARG_BLT* wanted) {
  Device& device = *static_cast<Device*>(handle);
  Surface& to = at(*static_cast<Resource*>(wanted->hDstResource), wanted->DstSubResourceIndex);
  Surface& from = at(*static_cast<Resource*>(wanted->hSrcResource), wanted->SrcSubResourceIndex);
  const RECT& rect = wanted->SrcRect;
  const RECT& onto = wanted->DstRect;
  if (rect.right - rect.left != onto.right - onto.left || rect.bottom - rect.top != onto.bottom - onto.top ||
      to.pixel != from.pixel)
    return E_NOTIMPL;
  if (to.system != NULL || from.system != NULL)
    return copy_by_cpu(device, to, static_cast<UINT>(onto.left), static_cast<UINT>(onto.top), from, rect);
  for (LONG y = rect.top; y < rect.bottom; ++y) {
    SOFTGPU_COMMAND command = {};
    command.Operation = SOFTGPU_COMMAND_COPY;
    command.DestinationOffset = offset_of(range_of(to)) + (onto.top + y - rect.top) * to.pitch + onto.left * to.pixel;
    command.SourceOffset = offset_of(range_of(from)) + y * from.pitch + rect.left * from.pixel;
    command.Bytes = static_cast<UINT>(rect.right - rect.left) * to.pixel;
    const HRESULT result = add(device, command, range_of(to).slab, range_of(from).slab);
    if (FAILED(result)) return result;
  }
  return S_OK;
}

HRESULT APIENTRY Flush(HANDLE handle) {
  Device& device = *static_cast<Device*>(handle);
  const HRESULT result = submit(device);
  const HRESULT released = grow_older(device, 1);
  return FAILED(result) ? result : released;
}

HRESULT APIENTRY Flush1(HANDLE handle, UINT) { return Flush(handle); }

// The kernel shows whole allocations, so a part of a slab is copied into one of its own first.
HRESULT show(Device& device, const Surface& surface, D3DKMT_HANDLE& out) {
  if (device.shown != NULL && device.shown->bytes < bytes_of(surface)) {
    Slab* const old = device.shown;
    device.shown = NULL;
    const HRESULT result = submit(device);
    const HRESULT freed = free_slab(device, old);
    if (FAILED(result) || FAILED(freed)) return FAILED(result) ? result : freed;
  }
  if (device.shown == NULL) {
    const HRESULT result = new_slab(device, bytes_of(surface), device.shown);
    if (FAILED(result)) return result;
  }
  SOFTGPU_COMMAND command = {};
  command.Operation = SOFTGPU_COMMAND_COPY;
  command.SourceOffset = offset_of(range_of(surface));
  command.Bytes = bytes_of(surface);
  out = device.shown->allocation;
  return add(device, command, device.shown, range_of(surface).slab);
}

HRESULT present(Device& device, HANDLE resource, UINT index) {
  D3DDDICB_PRESENT wanted = {};
  if (resource != NULL) {
    const Surface& surface = at(*static_cast<Resource*>(resource), index);
    const bool is_alone = static_cast<Resource*>(resource)->has_own_slabs;
    HRESULT result = S_OK;
    if (surface.instance_count == 0) return E_NOTIMPL;
    if (is_alone) wanted.hSrcAllocation = range_of(surface).slab->allocation;
    else result = show(device, surface, wanted.hSrcAllocation);
    if (FAILED(result)) return result;
  }
  const HRESULT result = submit(device);
  if (FAILED(result)) return result;
  wanted.hContext = device.context;
  return device.callbacks->pfnPresentCb(device.runtime, &wanted);
}

HRESULT APIENTRY Present(HANDLE device, const D3DDDIARG_PRESENT* wanted) {
  return present(*static_cast<Device*>(device), wanted->hSrcResource, wanted->SrcSubResourceIndex);
}

HRESULT APIENTRY Present1(HANDLE device, const D3DDDIARG_PRESENT1* wanted) {
  if (wanted->SrcResources != 1) return E_NOTIMPL;
  return present(*static_cast<Device*>(device), wanted->phSrcResources->hResource, wanted->phSrcResources->SubResourceIndex);
}

// A slab holds surfaces of several resources: it has one priority, and is never offered.
HRESULT APIENTRY SetPriority(HANDLE, const D3DDDIARG_SETPRIORITY*) { return S_OK; }
HRESULT APIENTRY QueryResidency(HANDLE, const D3DDDIARG_QUERYRESOURCERESIDENCY*) { return S_OK; }
HRESULT APIENTRY OfferResources(HANDLE, const D3DDDIARG_OFFERRESOURCES*) { return S_OK; }
HRESULT APIENTRY ReclaimResources(HANDLE, const D3DDDIARG_RECLAIMRESOURCES* wanted) {
  for (UINT i = 0; wanted->pDiscarded != NULL && i < wanted->Resources; ++i) wanted->pDiscarded[i] = FALSE;
  return S_OK;
}
HRESULT APIENTRY ResolveShared(HANDLE device, const D3DDDIARG_RESOLVESHAREDRESOURCE*) {
  return submit(*static_cast<Device*>(device));
}

void keep_first(HRESULT& first, HRESULT next) {
  if (SUCCEEDED(first)) first = next;
}

HRESULT APIENTRY DestroyDevice(HANDLE handle) {
  auto* const device = static_cast<Device*>(handle);
  HRESULT first = submit(*device);
  while (Resource* const resource = device->live) {
    device->live = resource->next;
    keep_first(first, unlock_all(*device, *resource));
    keep_first(first, release(*device, resource));
  }
  keep_first(first, grow_older(*device, 0));
  if (device->shown != NULL) keep_first(first, free_slab(*device, device->shown));
  while (Slab* const slab = device->slabs) {
    device->slabs = slab->next;
    keep_first(first, free_slab(*device, slab));
  }
  const D3DDDICB_DESTROYCONTEXT wanted = {device->context};
  keep_first(first, device->callbacks->pfnDestroyContextCb(device->runtime, &wanted));
  free(device);
  return first;
}

HRESULT APIENTRY NotImplemented() { return E_NOTIMPL; }

void fill_functions(D3DDDI_DEVICEFUNCS& out) {
  // Every slot has the same size, and the caller cleans up.
  auto* const slots = reinterpret_cast<HRESULT(APIENTRY**)()>(&out);
  for (size_t i = 0; i < sizeof out / sizeof *slots; ++i) slots[i] = NotImplemented;
  out.pfnDestroyDevice = DestroyDevice;
  out.pfnCreateResource = CreateResource;
  out.pfnCreateResource2 = CreateResource2;
  out.pfnOpenResource = OpenResource;
  out.pfnDestroyResource = DestroyResource;
  out.pfnLock = Lock;
  out.pfnUnlock = Unlock;
  out.pfnColorFill = ColorFill;
  out.pfnBlt = Blt;
  out.pfnFlush = Flush;
  out.pfnFlush1 = Flush1;
  out.pfnPresent = Present;
  out.pfnPresent1 = Present1;
  out.pfnSetPriority = SetPriority;
  out.pfnQueryResourceResidency = QueryResidency;
  out.pfnOfferResources = OfferResources;
  out.pfnReclaimResources = ReclaimResources;
  out.pfnResolveSharedResource = ResolveShared;
}

HRESULT APIENTRY CreateDevice(HANDLE, D3DDDIARG_CREATEDEVICE* wanted) {
  auto* const device = static_cast<Device*>(calloc(1, sizeof(Device)));
  if (device == NULL) return E_OUTOFMEMORY;
  device->runtime = wanted->hDevice;
  device->callbacks = wanted->pCallbacks;
  D3DDDICB_CREATECONTEXT context = {};
  const HRESULT result = device->callbacks->pfnCreateContextCb(device->runtime, &context);
  if (FAILED(result)) {
    free(device);
    return result;
  }
  device->context = context.hContext;
  device->batch.pNewCommandBuffer = context.pCommandBuffer;
  device->batch.NewCommandBufferSize = context.CommandBufferSize;
  device->batch.pNewAllocationList = context.pAllocationList;
  device->batch.NewAllocationListSize = context.AllocationListSize;
  device->batch.pNewPatchLocationList = context.pPatchLocationList;
  device->batch.NewPatchLocationListSize = context.PatchLocationListSize;
  fill_functions(*wanted->pDeviceFuncs);
  wanted->hDevice = device;
  return S_OK;
}

HRESULT APIENTRY GetCaps(HANDLE, const D3DDDIARG_GETCAPS* wanted) {
  if (wanted->pData == NULL) return wanted->DataSize == 0 ? S_OK : E_FAIL;
  memset(wanted->pData, 0, wanted->DataSize);
  if (wanted->Type == D3DDDICAPS_GETFORMATCOUNT) {
    if (wanted->DataSize < sizeof(UINT)) return E_FAIL;
    *static_cast<UINT*>(wanted->pData) = kFormatCount;
  } else if (wanted->Type == D3DDDICAPS_GETFORMATDATA) {
    if (wanted->DataSize < kFormatCount * sizeof(FORMATOP)) return E_FAIL;
    for (UINT i = 0; i < kFormatCount; ++i) {
      static_cast<FORMATOP*>(wanted->pData)[i].Format = kFormats[i];
      static_cast<FORMATOP*>(wanted->pData)[i].Operations = FORMATOP_TEXTURE | FORMATOP_OFFSCREENPLAIN;
    }
  }
  return S_OK;
}

struct Adapter {
  SOFTGPU_ADAPTER_DATA data;
};

HRESULT APIENTRY CloseAdapter(HANDLE adapter) {
  free(adapter);
  return S_OK;
}

}  // namespace

extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* wanted) {
  auto* const adapter = static_cast<Adapter*>(calloc(1, sizeof(Adapter)));
  if (adapter == NULL) return E_OUTOFMEMORY;
  const D3DDDICB_QUERYADAPTERINFO query = {&adapter->data, sizeof adapter->data};
  HRESULT result = wanted->pAdapterCallbacks->pfnQueryAdapterInfoCb(wanted->hAdapter, &query);
  if (SUCCEEDED(result) && adapter->data.Header.Magic != SOFTGPU_ADAPTER_MAGIC) result = E_FAIL;
  if (FAILED(result)) {
    free(adapter);
    return result;
  }
  wanted->hAdapter = adapter;
  wanted->pAdapterFuncs->pfnGetCaps = GetCaps;
  wanted->pAdapterFuncs->pfnCreateDevice = CreateDevice;
  wanted->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;
  wanted->DriverVersion = D3D_UMD_INTERFACE_VERSION;
  return S_OK;
}
