#include "src/display/scanout/test_card.h"

#include <gtest/gtest.h>

namespace drydock::display {
namespace {

TEST(TestCard, ShowsEachTurnAndEachSide) {
  const Picture card = test_card({320, 200});
  for (const auto rotation :
       {D3DKMDT_VPPR_ROTATE90, D3DKMDT_VPPR_ROTATE180, D3DKMDT_VPPR_ROTATE270})
    EXPECT_TRUE(first_difference(card, turned(card, rotation)).has_value()) << rotation;
  for (UINT x = 0; x < 320; ++x) {
    EXPECT_EQ(card.at(x, 0), 0xFFFF'FFFF);
    EXPECT_EQ(card.at(x, 199), 0xFFFF'FFFF);
  }
  EXPECT_EQ(card.at(2, 2), 0xFFFF'0000);
  EXPECT_EQ(card.at(317, 2), 0xFF00'FF00);
  EXPECT_EQ(card.at(2, 197), 0xFF00'00FF);
  EXPECT_EQ(card.at(317, 197), 0xFFFF'FF00);
}

TEST(TestCard, IsOpaque) {
  const Picture card = test_card({64, 48}, 5);
  for (const Picture::Pixel pixel : card.pixels()) EXPECT_EQ(pixel >> 24, 0xFFU);
}

TEST(TestCard, GoesOnFromFrameToFrameInItsBlockAlone) {
  const PictureSize size{320, 200};
  const Picture first = test_card(size, 0), second = test_card(size, 1);
  const RECT before = block_of_test_card(size, 0), after = block_of_test_card(size, 1);
  EXPECT_LT(before.left, after.left);
  Picture rest = second;
  for (LONG y = before.top; y < before.bottom; ++y) {
    for (LONG x = before.left; x < after.right; ++x)
      rest.at(static_cast<UINT>(x), static_cast<UINT>(y)) =
          first.at(static_cast<UINT>(x), static_cast<UINT>(y));
  }
  EXPECT_EQ(first_difference(first, rest), std::nullopt);
  EXPECT_TRUE(first_difference(first, second).has_value());
}

TEST(TestCard, FitsIntoEverySize) {
  for (const PictureSize size : {PictureSize{1, 1}, PictureSize{2, 7}, PictureSize{17, 1}}) {
    for (unsigned frame = 0; frame < 20; ++frame) EXPECT_EQ(test_card(size, frame).size(), size);
  }
}

}  // namespace
}  // namespace drydock::display
