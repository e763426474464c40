// The slabs of arena_umd and its batch of commands.
#pragma once

#define D3D_UMD_INTERFACE_VERSION D3D_UMD_INTERFACE_VERSION_WDDM1_3
#include <windows.h>
#include <d3d9.h>
#include <d3dumddi.h>
#include <stdlib.h>
#include <string.h>
#include "../../../drivers/softgpu/include/softgpu.h"

namespace {

const UINT kChunk = 4096;
const UINT kChunks = 64;  // of a slab
const UINT kInstances = 3;
const D3DDDIFORMAT kFormats[] = {D3DDDIFMT_A8R8G8B8, D3DDDIFMT_X8R8G8B8, D3DDDIFMT_R5G6B5, D3DDDIFMT_D24S8};
const UINT kFormatCount = sizeof kFormats / sizeof kFormats[0];

// An allocation. One with a runtime's resource belongs to that resource alone; the others are shared out by chunks.
struct Slab {
  Slab* next;
  HANDLE runtime;
  D3DKMT_HANDLE allocation;
  UINT bytes;
  UINT64 used;  // a bit for each chunk
};

struct Range {
  Slab* slab;
  UINT first;
  UINT chunks;
};

struct Surface {
  Range instances[kInstances];
  UINT instance_count;
  UINT current;
  UINT width, height, pixel, pitch;
  UINT locks;
  UCHAR* system;  // the runtime's memory
  UCHAR* shadow;  // the driver's, between a Discard and its unlock
};

struct Resource {
  Resource* next;
  HANDLE runtime;
  bool has_own_slabs;  // they belong to the runtime's resource
  UINT age;            // flushes since it was destroyed
  UINT count;
  Surface surfaces[1];
};

struct Device {
  HANDLE runtime;
  const D3DDDI_DEVICECALLBACKS* callbacks;
  HANDLE context;
  D3DDDICB_RENDER batch;  // the buffers in it are the current ones
  UINT commands, allocations, patches;
  UINT submissions;
  Slab* slabs;
  Resource* live;
  Resource* dead;
  Slab* shown;  // what is presented is copied here
};

Surface& at(const Resource& resource, UINT index) { return const_cast<Surface&>(resource.surfaces[index]); }
const Range& range_of(const Surface& surface) { return surface.instances[surface.current]; }
UINT offset_of(const Range& range) { return range.first * kChunk; }
UINT bytes_of(const Surface& surface) { return surface.pitch * surface.height; }

UINT pixel_of(D3DDDIFORMAT format) {
  for (UINT i = 0; i < kFormatCount; ++i) {
    if (kFormats[i] == format) return format == D3DDDIFMT_R5G6B5 ? 2 : 4;
  }
  return format == D3DDDIFMT_VERTEXDATA ? 1 : 0;
}

// Slabs.

HRESULT allocate(Device& device, HANDLE runtime, SOFTGPU_ALLOCATION_DATA* data, UINT count, D3DDDI_ALLOCATIONINFO* infos) {
  SOFTGPU_RESOURCE_DATA about = {};
  about.Header = {SOFTGPU_RESOURCE_MAGIC, SOFTGPU_VERSION, sizeof about};
  D3DDDICB_ALLOCATE wanted = {};
  if (runtime != NULL) {
    wanted.pPrivateDriverData = &about;
    wanted.PrivateDriverDataSize = sizeof about;
  }
  wanted.hResource = runtime;
  wanted.NumAllocations = count;
  wanted.pAllocationInfo = infos;
  for (UINT i = 0; i < count; ++i) {
    infos[i].pPrivateDriverData = &data[i];
    infos[i].PrivateDriverDataSize = sizeof data[i];
  }
  return device.callbacks->pfnAllocateCb(device.runtime, &wanted);
}

HRESULT new_slab(Device& device, UINT bytes, Slab*& out) {
  out = static_cast<Slab*>(calloc(1, sizeof(Slab)));
  if (out == NULL) return E_OUTOFMEMORY;
  SOFTGPU_ALLOCATION_DATA data = {};
  data.Header = {SOFTGPU_ALLOCATION_MAGIC, SOFTGPU_VERSION, sizeof data};
  data.Flags = SOFTGPU_ALLOCATION_CPU_VISIBLE;
  data.Bytes = bytes;
  D3DDDI_ALLOCATIONINFO info = {};
  const HRESULT result = allocate(device, NULL, &data, 1, &info);
  if (FAILED(result)) {
    free(out);
    out = NULL;
    return result;
  }
  out->allocation = info.hAllocation;
  out->bytes = bytes;
  return S_OK;
}

HRESULT free_slab(Device& device, Slab* slab) {
  D3DDDICB_DEALLOCATE wanted = {NULL, 1, &slab->allocation};
  const HRESULT result = device.callbacks->pfnDeallocateCb(device.runtime, &wanted);
  free(slab);
  return result;
}

UINT64 mask_of(const Range& range) {
  return (range.chunks >= kChunks ? ~0ull : (1ull << range.chunks) - 1) << range.first;
}

bool find_room(Slab* slab, UINT chunks, Range& out) {
  for (UINT first = 0; first + chunks <= kChunks; ++first) {
    out = {slab, first, chunks};
    if ((slab->used & mask_of(out)) == 0) return true;
  }
  return false;
}

HRESULT take_range(Device& device, UINT bytes, Range& out) {
  const UINT chunks = (bytes + kChunk - 1) / kChunk;
  const bool is_large = chunks > kChunks;
  for (Slab* slab = device.slabs; slab != NULL && !is_large; slab = slab->next) {
    if (slab->bytes != kChunk * kChunks || !find_room(slab, chunks, out)) continue;
    slab->used |= mask_of(out);
    return S_OK;
  }
  Slab* slab = NULL;
  const HRESULT result = new_slab(device, is_large ? chunks * kChunk : kChunk * kChunks, slab);
  if (FAILED(result)) return result;
  slab->next = device.slabs;
  device.slabs = slab;
  out = {slab, 0, is_large ? kChunks : chunks};
  slab->used = mask_of(out);
  return S_OK;
}

// The batch.

HRESULT submit(Device& device) {
  if (device.commands == 0) return S_OK;
  D3DDDICB_RENDER& batch = device.batch;
  batch.CommandLength = device.commands * sizeof(SOFTGPU_COMMAND);
  batch.CommandOffset = 0;
  batch.NumAllocations = device.allocations;
  batch.NumPatchLocations = device.patches;
  batch.hContext = device.context;
  batch.RenderCBSequence = ++device.submissions;
  device.commands = device.allocations = device.patches = 0;
  D3DDDICB_RENDER call = batch;
  const HRESULT result = device.callbacks->pfnRenderCb(device.runtime, &call);
  if (SUCCEEDED(result)) batch = call;
  return result;
}

UINT index_of(const Device& device, D3DKMT_HANDLE allocation) {
  UINT i = 0;
  while (i < device.allocations && device.batch.pNewAllocationList[i].hAllocation != allocation) ++i;
  return i;
}

bool is_batched(const Device& device, const Slab* slab) { return index_of(device, slab->allocation) < device.allocations; }

UINT list(Device& device, D3DKMT_HANDLE allocation, bool writes) {
  const UINT index = index_of(device, allocation);
  D3DDDI_ALLOCATIONLIST& entry = device.batch.pNewAllocationList[index];
  if (index == device.allocations) {
    entry.Value = 0;
    entry.hAllocation = allocation;
    ++device.allocations;
  }
  if (writes) entry.WriteOperation = 1;
  return index;
}

void patch(Device& device, UINT index, UINT slot, UINT64 offset) {
  D3DDDI_PATCHLOCATIONLIST& entry = device.batch.pNewPatchLocationList[device.patches++];
  memset(&entry, 0, sizeof entry);
  entry.AllocationIndex = index;
  entry.SlotId = slot;
  entry.AllocationOffset = static_cast<UINT>(offset);
  entry.PatchOffset = device.commands * sizeof(SOFTGPU_COMMAND);
  entry.SplitOffset = entry.PatchOffset;
}

HRESULT add(Device& device, SOFTGPU_COMMAND command, const Slab* to, const Slab* from) {
  const D3DDDICB_RENDER& batch = device.batch;
  const bool is_full = (device.commands + 1) * sizeof command > batch.NewCommandBufferSize ||
                       device.allocations + 2 > batch.NewAllocationListSize ||
                       device.patches + 2 > batch.NewPatchLocationListSize;
  const HRESULT result = is_full ? submit(device) : S_OK;
  if (FAILED(result)) return result;
  command.Destination = list(device, to->allocation, true);
  patch(device, command.Destination, 0, command.DestinationOffset);
  if (from != NULL) {
    command.Source = list(device, from->allocation, false);
    patch(device, command.Source, 1, command.SourceOffset);
  }
  static_cast<SOFTGPU_COMMAND*>(device.batch.pNewCommandBuffer)[device.commands++] = command;
  return S_OK;
}

}  // namespace
