#include "copy.h"

namespace {

bool is_upright(Rotation rotation) {
  return rotation != D3DKMDT_VPPR_ROTATE90 && rotation != D3DKMDT_VPPR_ROTATE270;
}

// The way from pixel to pixel of the image, in bytes of the frame buffer.
struct Walk {
  UCHAR* first;  // the place of the image's first pixel
  LONG64 across;
  LONG64 down;
};

UCHAR* pixel_of(const Screen& screen, const Mode& mode, UINT x, UINT y) {
  const UINT left = (screen.size.width - mode.source.width) / 2 + x;
  const UINT top = (screen.size.height - mode.source.height) / 2 + y;
  return screen.bits + SIZE_T{top} * screen.pitch + SIZE_T{left} * kPixelBytes;
}

Walk walk_of(const Screen& screen, const Mode& mode, Rotation rotation) {
  const LONG64 line = screen.pitch;
  const UINT right = mode.source.width - 1;
  const UINT bottom = mode.source.height - 1;
  switch (rotation) {
    case D3DKMDT_VPPR_ROTATE90:
      return {pixel_of(screen, mode, 0, bottom), -line, kPixelBytes};
    case D3DKMDT_VPPR_ROTATE180:
      return {pixel_of(screen, mode, right, bottom), -LONG64{kPixelBytes}, -line};
    case D3DKMDT_VPPR_ROTATE270:
      return {pixel_of(screen, mode, right, 0), line, -LONG64{kPixelBytes}};
    default:
      return {pixel_of(screen, mode, 0, 0), kPixelBytes, line};
  }
}

RECT clipped(const RECT& rectangle, const Size& size) {
  RECT out;
  out.left = max(rectangle.left, 0);
  out.top = max(rectangle.top, 0);
  out.right = min(rectangle.right, static_cast<LONG>(size.width));
  out.bottom = min(rectangle.bottom, static_cast<LONG>(size.height));
  return out;
}

}  // namespace

Size size_of_image(const Mode& mode, Rotation rotation) {
  if (is_upright(rotation)) return mode.source;
  return {mode.source.height, mode.source.width};
}

void copy_rectangle(const Screen& screen, const Mode& mode, Rotation rotation, const Image& image,
                    const RECT& rectangle) {
  const RECT area = clipped(rectangle, image.size);
  if (area.left >= area.right) return;
  const Walk walk = walk_of(screen, mode, rotation);
  for (LONG y = area.top; y < area.bottom; ++y) {
    const UCHAR* from = image.bits + LONG64{image.pitch} * y + LONG64{area.left} * kPixelBytes;
    UCHAR* to = walk.first + walk.down * y + walk.across * area.left;
    if (walk.across == kPixelBytes) {
      RtlCopyMemory(to, from, (area.right - area.left) * kPixelBytes);
      continue;
    }
    for (LONG x = area.left; x < area.right; ++x) {
      *reinterpret_cast<ULONG*>(to) = *reinterpret_cast<const ULONG*>(from);
      from += kPixelBytes;
      to += walk.across;
    }
  }
}
