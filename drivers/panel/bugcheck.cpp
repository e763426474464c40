// The screen of a machine that has stopped: at any IRQL, without waits, and in memory that is never
// paged out.
#include "adapter.h"

NTSTATUS Adapter::take_screen(D3DDDI_VIDEO_PRESENT_TARGET_ID target, Size& size) {
  if (target != kTarget && target != D3DDDI_ID_UNINITIALIZED) return STATUS_NOT_SUPPORTED;
  if (!is_powered_) return STATUS_UNSUCCESSFUL;
  InterlockedExchange(&is_over_, TRUE);  // the worker copies no more
  board_.blank();
  board_.show();
  size = board_.screen().size;
  return STATUS_SUCCESS;
}

void Adapter::write(const Image& image, UINT x, UINT y) {
  const Screen& screen = board_.screen();
  if (x >= screen.size.width || y >= screen.size.height) return;
  const UINT width = min(image.size.width, screen.size.width - x);
  const UINT height = min(image.size.height, screen.size.height - y);
  for (UINT line = 0; line < height; ++line)
    RtlCopyMemory(screen.bits + SIZE_T{y + line} * screen.pitch + SIZE_T{x} * kPixelBytes,
                  image.bits + LONG64{image.pitch} * line, width * kPixelBytes);
}

NTSTATUS PanelSystemDisplayEnable(PVOID context, D3DDDI_VIDEO_PRESENT_TARGET_ID target,
                                  PDXGKARG_SYSTEM_DISPLAY_ENABLE_FLAGS, UINT* width, UINT* height,
                                  D3DDDIFORMAT* format) {
  Size size = {};
  const NTSTATUS status = Adapter::from(context)->take_screen(target, size);
  if (!NT_SUCCESS(status)) return status;
  *width = size.width;
  *height = size.height;
  *format = D3DDDIFMT_X8R8G8B8;
  return status;
}

VOID PanelSystemDisplayWrite(PVOID context, PVOID source, UINT width, UINT height, UINT stride,
                             UINT x, UINT y) {
  const Image image = {
      static_cast<const UCHAR*>(source), static_cast<LONG>(stride), {width, height}};
  Adapter::from(context)->write(image, x, y);
}
