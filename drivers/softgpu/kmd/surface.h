#pragma once

#include "softgpu_kmd.h"

// The properties of an allocation, after its private data were checked.
struct Surface {
  UINT width;
  UINT height;
  D3DDDIFORMAT format;
  UINT pixel;  // bytes of a pixel; 0: no image
  UINT pitch;
  SIZE_T bytes;
  bool cpu_visible;
  bool existing_memory;
};

// False when the data cannot be trusted or asks for what the device does not have.
bool read_surface(const VOID* data, UINT size, Surface& out);

// True when the resource's data can be trusted; there may be none.
bool is_good_resource(const VOID* data, UINT size);

DXGKDDI_GETSTANDARDALLOCATIONDRIVERDATA SoftGpuGetStandardAllocationDriverData;
