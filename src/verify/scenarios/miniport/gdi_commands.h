// GDI's commands, as Windows composes them for DxgkDdiRenderKm. They name allocations by their
// index in the allocation list.
//
// Cost: none. Owner: values of the caller. Threads: any.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::verify {

inline RECT rect_at(UINT left, UINT top, UINT width, UINT height) {
  return {static_cast<LONG>(left), static_cast<LONG>(top), static_cast<LONG>(left + width),
          static_cast<LONG>(top + height)};
}

inline DXGK_RENDERKM_COMMAND fill_command(const RECT& rect, UINT allocation, UINT color) {
  DXGK_RENDERKM_COMMAND out{};
  out.OpCode = DXGK_GDIOP_COLORFILL;
  out.CommandSize = sizeof out;
  DXGK_GDIARG_COLORFILL& fill = out.Command.ColorFill;
  fill.DstRect = rect;
  fill.DstAllocationIndex = allocation;
  fill.Color = color;
  fill.Rop = DXGK_GDIROPCF_PATCOPY;
  return out;
}

// From the first allocation of the list to the second; the rectangles have the same size.
inline DXGK_RENDERKM_COMMAND copy_command(const RECT& from, const RECT& to) {
  DXGK_RENDERKM_COMMAND out{};
  out.OpCode = DXGK_GDIOP_BITBLT;
  out.CommandSize = sizeof out;
  DXGK_GDIARG_BITBLT& blit = out.Command.BitBlt;
  blit.SrcRect = from;
  blit.DstRect = to;
  blit.SrcAllocationIndex = 0;
  blit.DstAllocationIndex = 1;
  blit.Rop = DXGK_GDIROP_SRCCOPY;
  return out;
}

}  // namespace drydock::verify
