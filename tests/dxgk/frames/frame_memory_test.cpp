// What a driver gets of a frame.
#include "src/dxgk/frames/frame_memory.h"

#include <gtest/gtest.h>

#include "src/nt/mm/user_copy.h"

namespace drydock::dxgk {
namespace {

TEST(FrameMemory, D143HasTheFormOfTheEntryPoint) {
  display::Picture image({5, 3});
  image.fill({0, 0, 5, 3}, 0xFF00'0007);
  const D3DKMT_MOVE_RECT moves[] = {{{0, 0}, {1, 1, 2, 2}}};
  const RECT dirty[] = {{0, 0, 1, 1}, {2, 0, 3, 1}};
  FrameMemory memory({.image = image, .moves = moves, .dirty = dirty, .is_turned = true});
  const DXGKARG_PRESENT_DISPLAYONLY& frame = memory.arguments(2, false);
  ASSERT_TRUE(memory.has_memory());
  EXPECT_EQ(frame.VidPnSourceId, 2U);
  EXPECT_EQ(frame.BytesPerPixel, 4U);
  EXPECT_EQ(frame.Pitch, 20);
  EXPECT_EQ(frame.Flags.Value, 1U);
  ASSERT_EQ(frame.NumMoves, 1U);
  EXPECT_EQ(frame.pMoves[0].DestRect.right, 2);
  ASSERT_EQ(frame.NumDirtyRects, 2U);
  EXPECT_EQ(frame.pDirtyRect[1].left, 2);
  EXPECT_EQ(frame.pfnPresentDisplayOnlyProgress, nullptr);
  EXPECT_EQ(std::memcmp(frame.pSource, image.pixels().data(), 60), 0);
  EXPECT_FALSE(nt::user_can_read(static_cast<const char*>(frame.pSource) + 60, 1));
}

TEST(FrameMemory, AWholeFrameHasOneRectangleAndNoMoves) {
  const display::Picture image({5, 3});
  const D3DKMT_MOVE_RECT moves[] = {{{0, 0}, {1, 1, 2, 2}}};
  FrameMemory memory({.image = image, .moves = moves});
  const DXGKARG_PRESENT_DISPLAYONLY& frame = memory.arguments(0, true);
  EXPECT_EQ(frame.NumMoves, 0U);
  EXPECT_EQ(frame.pMoves, nullptr);
  ASSERT_EQ(frame.NumDirtyRects, 1U);
  EXPECT_EQ(frame.pDirtyRect[0].right, 5);
  EXPECT_EQ(frame.pDirtyRect[0].bottom, 3);
  EXPECT_EQ(frame.Flags.Value, 0U);
}

TEST(FrameMemory, ListsEndBeforeThePixels) {
  const display::Picture image({5, 3});
  const RECT dirty[] = {{0, 0, 1, 1}};
  const void* pixels = nullptr;
  {
    FrameMemory memory({.image = image, .dirty = dirty});
    const DXGKARG_PRESENT_DISPLAYONLY& frame = memory.arguments(0, false);
    const RECT* const list = frame.pDirtyRect;
    pixels = frame.pSource;
    memory.end_lists();
    EXPECT_FALSE(nt::user_can_read(list, sizeof *list));
    EXPECT_EQ(nt::rule_of_borrowed_page(list), "D-150"_rule);
    EXPECT_TRUE(nt::user_can_read(pixels, 60));
  }
  EXPECT_FALSE(nt::user_can_read(pixels, 60));
  EXPECT_EQ(nt::rule_of_borrowed_page(pixels), "D-150"_rule);
}

TEST(FrameMemory, PixelsThatAreTakenStay) {
  const display::Picture image({5, 3});
  std::unique_ptr<nt::BorrowedPages> taken;
  {
    FrameMemory memory({.image = image});
    taken = memory.take_pixels();
  }
  EXPECT_TRUE(nt::user_can_read(taken->data(), 60));
}

}  // namespace
}  // namespace drydock::dxgk
