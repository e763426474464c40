// Turns a client's commands at a GPU virtual address into packets: DxgkDdiSubmitCommandVirtual.
#pragma once

#include <cstddef>
#include <span>

#include "src/dxgk/work/context.h"
#include "src/dxgk/work/hw_queue.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

struct VirtualRequest {
  D3DGPU_VIRTUAL_ADDRESS commands = 0;
  UINT command_bytes = 0;
  bool null_rendering = false;
  std::span<const std::byte> private_data;
  std::span<const D3DKMT_HANDLE> primaries;  // primaries that the work writes
  HwQueue* queue = nullptr;                  // a queue of the context; null for the context itself
  UINT64 progress = 0;  // the value of the queue's fence when the work has ended
};

// D3DKMTSubmitCommand in a virtual context, or D3DKMTSubmitCommandToHwQueue. The driver may
// validate the private data; then the work is queued.
NTSTATUS submit_virtual(Context& context, const VirtualRequest& request);

}  // namespace drydock::dxgk
