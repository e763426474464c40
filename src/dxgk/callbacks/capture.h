// DxgkCbGetCaptureAddress: where an allocation lies that is captured into. It stays there until
// capture has ended (memory/capture.h).
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

// Brought into video memory, where it stays. STATUS_INVALID_PARAMETER when the current process has
// no such allocation of the adapter, or it is none to capture into; STATUS_GRAPHICS_ALLOCATION_BUSY
// while the CPU has it locked, and in entry points other than DxgkDdiEscape without HardwareAccess;
// STATUS_GRAPHICS_NO_VIDEO_MEMORY. Not at DISPATCH_LEVEL.
NTSTATUS find_capture_buffer(Adapter& adapter, D3DKMT_HANDLE handle, CaptureBuffer& out);

}  // namespace drydock::dxgk
