// Capture into an allocation: where it lies, which stays so until capture has ended, and that end.
#pragma once

#include <memory>
#include <span>

#include "src/bridge/capture_surface.h"
#include "src/dxgk/object/wdk.h"

namespace drydock::dxgk {

class Adapter;
class Binding;

struct CaptureBuffer {
  UINT segment = 0;
  PHYSICAL_ADDRESS address{};
  std::shared_ptr<bridge::Capture> capture;
};

// DxgkCbGetCaptureAddress: brought into video memory, where it stays. STATUS_INVALID_PARAMETER when
// the current process has no such allocation of the adapter, or it is none to capture into;
// STATUS_GRAPHICS_ALLOCATION_BUSY while the CPU has it locked, and in entry points other than
// DxgkDdiEscape without HardwareAccess; STATUS_GRAPHICS_NO_VIDEO_MEMORY. Not at DISPATCH_LEVEL.
NTSTATUS find_capture_buffer(Adapter& adapter, D3DKMT_HANDLE handle, CaptureBuffer& out);

// K-231: DxgkDdiStopCapture for those of the allocations that are captured into.
void end_captures(Adapter& adapter, std::span<Binding* const> last);

}  // namespace drydock::dxgk
