#include "src/display/scanout/picture.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace drydock::display {
namespace {

Picture numbered(PictureSize size) {
  Picture out(size);
  for (UINT y = 0; y < size.height; ++y) {
    for (UINT x = 0; x < size.width; ++x) out.at(x, y) = y * size.width + x + 1;
  }
  return out;
}

TEST(Picture, IsBlackAtFirst) {
  const Picture picture({3, 2});
  EXPECT_EQ(picture.pixels(), std::vector<Picture::Pixel>(6, 0));
}

TEST(Picture, IsFilledWhereItIs) {
  Picture picture({4, 3});
  picture.fill({2, -5, 9, 2}, 7);
  EXPECT_EQ(picture.pixels(), (std::vector<Picture::Pixel>{0, 0, 7, 7, 0, 0, 7, 7, 0, 0, 0, 0}));
}

TEST(Picture, MovesOverItself) {
  Picture picture = numbered({3, 3});
  picture.move({0, 0}, {1, 1, 3, 3});
  EXPECT_EQ(picture.pixels(), (std::vector<Picture::Pixel>{1, 2, 3, 4, 1, 2, 7, 4, 5}));
}

// What is on the right of a picture is at its top when it is turned by a quarter.
TEST(Picture, TurnsCounterClockwise) {
  const Picture picture = numbered({3, 2});  // 1 2 3, 4 5 6
  EXPECT_EQ(turned(picture, D3DKMDT_VPPR_ROTATE90).pixels(),
            (std::vector<Picture::Pixel>{3, 6, 2, 5, 1, 4}));
  EXPECT_EQ(turned(picture, D3DKMDT_VPPR_ROTATE180).pixels(),
            (std::vector<Picture::Pixel>{6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(turned(picture, D3DKMDT_VPPR_ROTATE270).pixels(),
            (std::vector<Picture::Pixel>{4, 1, 5, 2, 6, 3}));
  EXPECT_EQ(turned(picture, D3DKMDT_VPPR_IDENTITY).pixels(), picture.pixels());
}

RC_GTEST_PROP(Picture, FourQuarterTurnsAreNone, ()) {
  const Picture picture = numbered({*rc::gen::inRange<UINT>(1, 9), *rc::gen::inRange<UINT>(1, 9)});
  Picture other = picture;
  for (int i = 0; i < 4; ++i) other = turned(other, D3DKMDT_VPPR_ROTATE90);
  RC_ASSERT(other.pixels() == picture.pixels());
  RC_ASSERT(turned(turned(picture, D3DKMDT_VPPR_ROTATE90), D3DKMDT_VPPR_ROTATE180).pixels() ==
            turned(picture, D3DKMDT_VPPR_ROTATE270).pixels());
}

TEST(Picture, LiesInTheMiddle) {
  EXPECT_EQ(centred(numbered({2, 1}), {4, 3}).pixels(),
            (std::vector<Picture::Pixel>{0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0}));
}

TEST(Picture, DiffersInColors) {
  const Picture picture = numbered({3, 2});
  Picture other = picture;
  other.at(1, 1) |= 0xFF00'0000;
  EXPECT_EQ(first_difference(picture, other), std::nullopt);
  other.at(2, 1) ^= 1;
  other.at(2, 0) ^= 0x80'0000;
  EXPECT_EQ(first_difference(picture, other), (PicturePoint{2, 0}));
  EXPECT_EQ(first_difference(picture, Picture({2, 3})), (PicturePoint{0, 0}));
}

}  // namespace
}  // namespace drydock::display
