// Rectangles as user32 computes with them: left and top belong to one, right and bottom do not.
#include <algorithm>

#include "src/nt/base/wdk.h"

namespace drydock::win32 {
namespace {

// RECT and POINT.
struct Rect {
  LONG left, top, right, bottom;
};
struct Point {
  LONG x, y;
};

bool is_without_area(const Rect& rect) {
  return rect.left >= rect.right || rect.top >= rect.bottom;
}

// Coordinates go round as the processor's do.
LONG moved_by(LONG at, LONG distance) {
  return static_cast<LONG>(static_cast<ULONG>(at) + static_cast<ULONG>(distance));
}

LOGICAL give_rect(Rect* out, const Rect& rect) {
  if (out == nullptr) return FALSE;
  *out = is_without_area(rect) ? Rect{} : rect;
  return !is_without_area(rect);
}

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

LOGICAL SetRect(Rect* lprc, int xLeft, int yTop, int xRight, int yBottom) {
  if (lprc == nullptr) return FALSE;
  *lprc = {xLeft, yTop, xRight, yBottom};
  return TRUE;
}

LOGICAL SetRectEmpty(Rect* lprc) { return SetRect(lprc, 0, 0, 0, 0); }

LOGICAL CopyRect(Rect* lprcDst, const Rect* lprcSrc) {
  if (lprcDst == nullptr || lprcSrc == nullptr) return FALSE;
  *lprcDst = *lprcSrc;
  return TRUE;
}

LOGICAL IntersectRect(Rect* lprcDst, const Rect* lprcSrc1, const Rect* lprcSrc2) {
  if (lprcSrc1 == nullptr || lprcSrc2 == nullptr) return FALSE;
  return give_rect(
      lprcDst,
      {std::max(lprcSrc1->left, lprcSrc2->left), std::max(lprcSrc1->top, lprcSrc2->top),
       std::min(lprcSrc1->right, lprcSrc2->right), std::min(lprcSrc1->bottom, lprcSrc2->bottom)});
}

// A rectangle without area adds nothing.
LOGICAL UnionRect(Rect* lprcDst, const Rect* lprcSrc1, const Rect* lprcSrc2) {
  if (lprcSrc1 == nullptr || lprcSrc2 == nullptr) return FALSE;
  if (is_without_area(*lprcSrc1)) return give_rect(lprcDst, *lprcSrc2);
  if (is_without_area(*lprcSrc2)) return give_rect(lprcDst, *lprcSrc1);
  return give_rect(
      lprcDst,
      {std::min(lprcSrc1->left, lprcSrc2->left), std::min(lprcSrc1->top, lprcSrc2->top),
       std::max(lprcSrc1->right, lprcSrc2->right), std::max(lprcSrc1->bottom, lprcSrc2->bottom)});
}

LOGICAL OffsetRect(Rect* lprc, int dx, int dy) {
  if (lprc == nullptr) return FALSE;
  *lprc = {moved_by(lprc->left, dx), moved_by(lprc->top, dy), moved_by(lprc->right, dx),
           moved_by(lprc->bottom, dy)};
  return TRUE;
}

LOGICAL InflateRect(Rect* lprc, int dx, int dy) {
  if (lprc == nullptr) return FALSE;
  const LONG back_x = moved_by(~dx, 1), back_y = moved_by(~dy, 1);
  *lprc = {moved_by(lprc->left, back_x), moved_by(lprc->top, back_y), moved_by(lprc->right, dx),
           moved_by(lprc->bottom, dy)};
  return TRUE;
}

LOGICAL IsRectEmpty(const Rect* lprc) { return lprc == nullptr || is_without_area(*lprc); }

LOGICAL EqualRect(const Rect* lprc1, const Rect* lprc2) {
  return lprc1 != nullptr && lprc2 != nullptr && std::memcmp(lprc1, lprc2, sizeof *lprc1) == 0;
}

LOGICAL PtInRect(const Rect* lprc, Point pt) {
  return lprc != nullptr && pt.x >= lprc->left && pt.x < lprc->right && pt.y >= lprc->top &&
         pt.y < lprc->bottom;
}

}  // extern "C"
