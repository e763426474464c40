// Turns a client's command buffer into packets: DxgkDdiRender.
//
// Cost: at least one call of the driver, and one packet per DMA buffer. Owner: the context has its
// buffers; the scheduler has the packets. Threads: any, inside an operation on the device; one
// submission at a time per context.
#pragma once

#include "src/dxgk/work/context.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// The part of the context's current command buffers that is submitted, and the sizes that the
// client wants next.
struct RenderRequest {
  UINT command_offset = 0;
  UINT command_bytes = 0;
  UINT allocations = 0;
  UINT patches = 0;
  bool null_rendering = false;
  bool by_kernel = false;  // DxgkDdiRenderKm
  // 0: unchanged.
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

// The driver translates the commands, with as many DMA buffers as it needs; every buffer is queued.
// Each named allocation is claimed for the GPU before the driver sees it. On success the buffers
// have rotated; on failure the client keeps its buffers.
NTSTATUS render(Context& context, const RenderRequest& request, ClientBuffers& next);

}  // namespace drydock::dxgk
