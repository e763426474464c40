// From a client's command buffer to packets: DxgkDdiRender.
#pragma once

#include "src/dxgk/work/context.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// What of the context's current command buffers is submitted, and what the client wants next.
struct RenderRequest {
  UINT command_offset = 0;
  UINT command_bytes = 0;
  UINT allocations = 0;
  UINT patches = 0;
  bool null_rendering = false;
  bool by_kernel = false;  // DxgkDdiRenderKm
  // 0: as it is.
  UINT new_command_bytes = 0;
  UINT new_allocations = 0;
  UINT new_patches = 0;
};

// The buffers that the client has from now on.
struct ClientBuffers {
  void* commands = nullptr;
  UINT command_bytes = 0;
  D3DDDI_ALLOCATIONLIST* allocations = nullptr;
  UINT allocation_count = 0;
  D3DDDI_PATCHLOCATIONLIST* patches = nullptr;
  UINT patch_count = 0;
};

ClientBuffers buffers_of(Context& context);

// The driver translates, as often as it needs another DMA buffer; every buffer is queued. Each
// allocation that is named is claimed for the GPU before the driver sees it. On success the buffers
// have rotated; on failure the client keeps those it has.
NTSTATUS render(Context& context, const RenderRequest& request, ClientBuffers& next);

}  // namespace drydock::dxgk
