// DxgkCbGetCaptureAddress: returns the place of an allocation that a driver captures into. The
// allocation is pinned there until the capture has ended (memory/capture.h).
#pragma once

#include <memory>

#include "src/bridge/capture_surface.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;

struct CaptureBuffer {
  UINT segment = 0;
  PHYSICAL_ADDRESS address{};
  std::shared_ptr<bridge::Capture> capture;
};

// Places the allocation in video memory and pins it. STATUS_INVALID_PARAMETER when the current
// process has no such allocation of the adapter, or it cannot be captured into.
// STATUS_GRAPHICS_ALLOCATION_BUSY while the CPU has it locked, and in entry points other than
// DxgkDdiEscape without HardwareAccess. STATUS_GRAPHICS_NO_VIDEO_MEMORY when there is no room. Not
// at DISPATCH_LEVEL.
NTSTATUS find_capture_buffer(Adapter& adapter, D3DKMT_HANDLE handle, CaptureBuffer& out);

}  // namespace drydock::dxgk
