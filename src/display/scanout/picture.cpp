#include "src/display/scanout/picture.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace drydock::display {
namespace {

[[maybe_unused]] bool lies_in(const RECT& area, PictureSize size) {
  return area.left >= 0 && area.top >= 0 && area.left <= area.right && area.top <= area.bottom &&
         area.right <= static_cast<LONG>(size.width) &&
         area.bottom <= static_cast<LONG>(size.height);
}

}  // namespace

void Picture::fill(const RECT& area, Pixel color) {
  const LONG right = std::min(area.right, static_cast<LONG>(size_.width));
  const LONG bottom = std::min(area.bottom, static_cast<LONG>(size_.height));
  for (LONG y = std::max<LONG>(area.top, 0); y < bottom; ++y) {
    for (LONG x = std::max<LONG>(area.left, 0); x < right; ++x)
      at(static_cast<UINT>(x), static_cast<UINT>(y)) = color;
  }
}

void Picture::move(const POINT& from, const RECT& to) {
  const LONG width = to.right - to.left, height = to.bottom - to.top;
  assert(lies_in(to, size_) && lies_in({from.x, from.y, from.x + width, from.y + height}, size_));
  const Picture before = *this;
  for (LONG y = 0; y < height; ++y)
    std::memcpy(line(static_cast<UINT>(to.top + y)) + to.left,
                before.line(static_cast<UINT>(from.y + y)) + from.x,
                static_cast<std::size_t>(width) * sizeof(Pixel));
}

Picture turned(const Picture& picture, D3DKMDT_VIDPN_PRESENT_PATH_ROTATION rotation) {
  const PictureSize size = picture.size();
  const bool is_upright = rotation != D3DKMDT_VPPR_ROTATE90 && rotation != D3DKMDT_VPPR_ROTATE270;
  Picture out(is_upright ? size : size.turned());
  for (UINT y = 0; y < size.height; ++y) {
    for (UINT x = 0; x < size.width; ++x) {
      const Picture::Pixel pixel = picture.at(x, y);
      switch (rotation) {
        case D3DKMDT_VPPR_ROTATE90:
          out.at(y, size.width - 1 - x) = pixel;
          break;
        case D3DKMDT_VPPR_ROTATE180:
          out.at(size.width - 1 - x, size.height - 1 - y) = pixel;
          break;
        case D3DKMDT_VPPR_ROTATE270:
          out.at(size.height - 1 - y, x) = pixel;
          break;
        default:
          out.at(x, y) = pixel;
      }
    }
  }
  return out;
}

Picture centred(const Picture& picture, PictureSize size) {
  assert(picture.size().width <= size.width && picture.size().height <= size.height);
  Picture out(size);
  const UINT left = (size.width - picture.size().width) / 2;
  const UINT top = (size.height - picture.size().height) / 2;
  for (UINT y = 0; y < picture.size().height; ++y)
    std::copy_n(picture.line(y), picture.size().width, out.line(top + y) + left);
  return out;
}

std::optional<PicturePoint> first_difference(const Picture& one, const Picture& other) {
  if (one.size() != other.size()) return PicturePoint{};
  for (UINT y = 0; y < one.size().height; ++y) {
    for (UINT x = 0; x < one.size().width; ++x) {
      if (((one.at(x, y) ^ other.at(x, y)) & Picture::kColors) != 0) return PicturePoint{x, y};
    }
  }
  return std::nullopt;
}

}  // namespace drydock::display
