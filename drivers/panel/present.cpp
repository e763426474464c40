// Frames of the system. A board that interrupts has them copied by the worker; others, and small
// changes, are copied at once.
#include "adapter.h"

namespace {

// Up to this many pixels cost less to copy than to hand over.
constexpr ULONG64 kSmallPixels = 64 * 64;

ULONG64 pixels_of(const RECT& area) {
  if (area.right <= area.left || area.bottom <= area.top) return 0;
  return static_cast<ULONG64>(area.right - area.left) * (area.bottom - area.top);
}

bool is_small(const DXGKARG_PRESENT_DISPLAYONLY& frame) {
  ULONG64 pixels = 0;
  for (ULONG i = 0; i < frame.NumMoves; ++i) pixels += pixels_of(frame.pMoves[i].DestRect);
  for (ULONG i = 0; i < frame.NumDirtyRects; ++i) pixels += pixels_of(frame.pDirtyRect[i]);
  return pixels <= kSmallPixels;
}

}  // namespace

NTSTATUS Adapter::present(const DXGKARG_PRESENT_DISPLAYONLY& frame) {
  if (frame.VidPnSourceId != kSource || frame.BytesPerPixel != kPixelBytes ||
      frame.pSource == nullptr)
    return STATUS_INVALID_PARAMETER;
  ExAcquireFastMutex(&turn_);
  const NTSTATUS status = present_in_turn(frame);
  ExReleaseFastMutex(&turn_);
  return status;
}

// Frames end in the order in which they came.
NTSTATUS Adapter::present_in_turn(const DXGKARG_PRESENT_DISPLAYONLY& frame) {
  if (!is_lit()) return STATUS_SUCCESS;
  worker_.wait_idle();
  Frame* const made = Frame::make(frame, mode_, needs_whole_);
  if (made == nullptr) return STATUS_NO_MEMORY;
  if (worker_.is_running() && (needs_whole_ || !is_small(frame))) {
    if (!made->lock_pixels()) {
      delete made;
      return STATUS_NO_MEMORY;
    }
    needs_whole_ = false;
    worker_.give(made);
    return STATUS_PENDING;
  }
  made->copy_to(board_.screen(), is_over_);
  delete made;
  needs_whole_ = false;
  return STATUS_SUCCESS;
}

NTSTATUS PanelPresentDisplayOnly(CONST HANDLE context, CONST DXGKARG_PRESENT_DISPLAYONLY* frame) {
  PAGED_CODE();
  return Adapter::from(context)->present(*frame);
}

// There is no pointer in hardware: the system draws it into its frames.
NTSTATUS PanelSetPointerPosition(CONST HANDLE, CONST DXGKARG_SETPOINTERPOSITION* position) {
  PAGED_CODE();
  return position->Flags.Visible ? STATUS_NOT_SUPPORTED : STATUS_SUCCESS;
}

NTSTATUS PanelSetPointerShape(CONST HANDLE, CONST DXGKARG_SETPOINTERSHAPE*) {
  PAGED_CODE();
  return STATUS_NOT_SUPPORTED;
}
