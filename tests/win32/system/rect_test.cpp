// Rectangles: left and top belong to one, right and bottom do not.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kRectDriver = R"(
DEED(Rectangles) {
  RECT one = {0, 0, 10, 10}, two = {5, 5, 20, 8}, out;
  HOLDS(IntersectRect(&out, &one, &two) && out.left == 5 && out.right == 10 && out.bottom == 8);
  HOLDS(UnionRect(&out, &one, &two) && out.left == 0 && out.right == 20 && out.bottom == 10);
  HOLDS(OffsetRect(&two, 10, 0) && !IntersectRect(&out, &one, &two) && IsRectEmpty(&out));
  const POINT inside = {0, 0}, outside = {10, 0};
  HOLDS(PtInRect(&one, inside) && !PtInRect(&one, outside));
  HOLDS(InflateRect(&one, 1, 2) && one.left == -1 && one.top == -2 && one.bottom == 12);
  HOLDS(CopyRect(&out, &one) && EqualRect(&out, &one) && SetRectEmpty(&out) && out.right == 0);
  return NULL;
}

DEED(Edges) {
  RECT one = {0, 0, 10, 10}, beside = {10, 0, 20, 10}, none = {5, 5, 5, 9}, out = {7, 7, 7, 7};
  HOLDS(!IntersectRect(&out, &one, &beside) && out.right == 0 && out.left == 0);
  HOLDS(UnionRect(&out, &one, &none) && EqualRect(&out, &one));  // no area adds nothing
  HOLDS(UnionRect(&out, &none, &beside) && EqualRect(&out, &beside));
  HOLDS(!UnionRect(&out, &none, &none) && IsRectEmpty(&out) && out.left == 0);
  HOLDS(IsRectEmpty(&none) && !IsRectEmpty(&one));
  const POINT at[] = {{9, 9}, {9, 10}, {-1, 0}, {0, -1}};
  HOLDS(PtInRect(&one, at[0]) && !PtInRect(&one, at[1]) && !PtInRect(&one, at[2]) && !PtInRect(&one, at[3]));
  HOLDS(InflateRect(&one, -2, -3) && one.left == 2 && one.top == 3 && one.right == 8 && one.bottom == 7);
  HOLDS(OffsetRect(&one, -2, 4) && one.left == 0 && one.top == 7 && one.right == 6 && one.bottom == 11);
  HOLDS(SetRect(&one, 1, 2, 3, 4) && one.left == 1 && one.top == 2 && one.right == 3 && one.bottom == 4);
  HOLDS(!SetRect(NULL, 0, 0, 0, 0) && !CopyRect(NULL, &one) && !CopyRect(&one, NULL) && !EqualRect(&one, NULL));
  HOLDS(!IntersectRect(&out, NULL, &one) && !UnionRect(&out, &one, NULL) && !OffsetRect(NULL, 1, 1));
  HOLDS(IsRectEmpty(NULL) && !PtInRect(NULL, at[0]) && !InflateRect(NULL, 1, 1));
  RECT other = one;
  other.bottom = 5;
  HOLDS(!EqualRect(&one, &other));
  return NULL;
}
)";

TEST(UserRect, ComputesAsItsPagesSay) { expect_work(kRectDriver, "Rectangles"); }
TEST(UserRect, KnowsItsEdgesAndWhatIsEmpty) { expect_work(kRectDriver, "Edges"); }

}  // namespace
}  // namespace drydock::testing
