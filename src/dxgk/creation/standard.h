// Standard allocations: the host creates them itself, and the driver only describes them by
// DxgkDdiGetStandardAllocationDriverData.
#pragma once

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// The private data with which the driver wants such an allocation to be created.
struct StandardData {
  Bytes allocation;
  Bytes resource;
  UINT pitch = 0;  // bytes of one row, if the driver reports them
};

// A surface that the host creates for itself.
struct StandardSurface {
  D3DKMDT_STANDARDALLOCATION_TYPE type = D3DKMDT_STANDARDALLOCATION_GDISURFACE;
  D3DKMDT_GDISURFACETYPE gdi = D3DKMDT_GDISURFACE_INVALID;  // the type of a surface of GDI
  UINT width = 0;
  UINT height = 0;
  D3DDDIFORMAT format = D3DDDIFMT_UNKNOWN;
};

// STATUS_NOT_SUPPORTED when the driver has no such entry point.
NTSTATUS describe_standard(Device& device, const StandardSurface& surface, StandardData& out);

// An existing heap of a client. For the driver it is a surface of one row that adapters share.
NTSTATUS describe_existing_heap(Device& device, SIZE_T size, StandardData& out);

}  // namespace drydock::dxgk
