// A resource and its surfaces: created together, destroyed together.
#pragma once

#include <vector>

#include "format.h"
#include "kernel_device.h"

// The wanted properties of a surface, in any version of Direct3D.
struct SurfaceWish {
  UINT width;  // bytes, of a buffer
  UINT height;
  UINT depth;
  D3DDDIFORMAT format;
  bool is_buffer;
  VOID* system_memory;  // the runtime's; such a surface has no allocation
  UINT system_pitch;
  UINT system_slice_pitch;
};

struct ResourceWish {
  HANDLE runtime;
  std::vector<SurfaceWish> surfaces;
  UINT usage;  // the flags of the runtime, for programs that open it
  bool is_shared;
  bool is_primary;
  D3DDDI_VIDEO_PRESENT_SOURCE_ID source;
};

// One surface. It has an allocation of its own, or lies in memory of the runtime.
struct Surface {
  D3DKMT_HANDLE allocation = 0;
  UCHAR* system_memory = NULL;
  UINT width = 0;  // bytes, of a buffer
  UINT height = 0;
  UINT depth = 0;
  UINT pitch = 0;
  UINT slice_pitch = 0;
  D3DDDIFORMAT format = D3DDDIFMT_UNKNOWN;
  UINT pixel_bytes = 0;
  UINT locks = 0;
  VOID* data = NULL;  // while it is locked

  UINT64 bytes() const { return static_cast<UINT64>(slice_pitch) * depth; }
  UINT64 offset_of(UINT x, UINT y, UINT z) const {
    return static_cast<UINT64>(z) * slice_pitch + static_cast<UINT64>(y) * pitch +
           static_cast<UINT64>(x) * pixel_bytes;
  }
};

class Resource {
 public:
  explicit Resource(HANDLE runtime) : runtime_(runtime) {}
  Resource(const Resource&) = delete;
  Resource& operator=(const Resource&) = delete;

  HANDLE runtime() const { return runtime_; }
  bool is_shared() const { return is_shared_; }
  bool is_primary() const { return is_primary_; }
  // False when all of it lies in the runtime's memory: then the kernel knows nothing of it.
  bool has_allocations() const { return has_allocations_; }

  UINT surface_count() const { return static_cast<UINT>(surfaces_.size()); }
  // NULL for an index out of range.
  Surface* surface(UINT index) { return index < surfaces_.size() ? &surfaces_[index] : NULL; }
  std::vector<Surface>& surfaces() { return surfaces_; }

  // Allocates all surfaces in one call. If it fails, nothing is allocated.
  HRESULT create(const KernelDevice& kernel, const ResourceWish& wish);
  // Uses the allocations and the private data of its creator.
  HRESULT open(const D3DDDI_OPENALLOCATIONINFO* allocations, UINT count);

 private:
  HRESULT shape(const ResourceWish& wish);

  const HANDLE runtime_;
  bool is_shared_ = false;
  bool is_primary_ = false;
  bool has_allocations_ = false;
  std::vector<Surface> surfaces_;
};
