// Handles of surfaces that a capture driver borrows.
#include "src/bridge/capture_surface.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>

namespace {

using namespace drydock::bridge;

constexpr std::uint32_t kAllocation = 0x40000040;

TEST(CaptureSurface, HandleNamesTheAllocationWhileItIsBorrowed) {
  std::optional<BorrowedSurface> surface;
  surface.emplace(kAllocation, "camera");
  const std::uint32_t handle = surface->handle();
  const std::optional<BorrowedHandle> found = find_borrowed(handle);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_borrowed);
  EXPECT_EQ(found->allocation, kAllocation);
  EXPECT_EQ(found->borrower, "camera");
  surface.reset();
  const std::optional<BorrowedHandle> later = find_borrowed(handle);
  ASSERT_TRUE(later);
  EXPECT_FALSE(later->is_borrowed);
  EXPECT_EQ(later->allocation, 0U);
  EXPECT_EQ(later->borrower, "camera");
}

TEST(CaptureSurface, HandleIsAnotherOneEachTime) {
  const BorrowedSurface one(kAllocation, "camera");
  const BorrowedSurface two(kAllocation, "camera");
  EXPECT_NE(one.handle(), two.handle());
  EXPECT_FALSE(find_borrowed(two.handle() + 1));
  EXPECT_FALSE(find_borrowed(0));
  EXPECT_FALSE(find_borrowed(kAllocation));
}

TEST(CaptureSurface, BorrowerOfLongAgoIsNotStored) {
  std::uint32_t first = 0;
  for (int i = 0; i < 65; ++i) {
    const BorrowedSurface surface(kAllocation, "camera");
    if (i == 0) first = surface.handle();
  }
  const std::optional<BorrowedHandle> found = find_borrowed(first);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->is_borrowed);
  EXPECT_EQ(found->borrower, "");
}

TEST(CaptureSurface, BothSidesShareTheCapture) {
  const auto capture = std::make_shared<Capture>();
  std::uint32_t handle = 0;
  {
    const BorrowedSurface surface(kAllocation, "camera");
    handle = surface.handle();
    EXPECT_EQ(surface.capture(), nullptr);
    set_capture(handle, capture);
    capture->has_ended = true;
    ASSERT_NE(surface.capture(), nullptr);
    EXPECT_TRUE(surface.capture()->has_ended);
  }
  set_capture(handle, capture);  // too late: it is not borrowed any more
  EXPECT_EQ(capture.use_count(), 1);
}

}  // namespace
