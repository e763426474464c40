#include "src/dxgk/dock/frame_buffer_device.h"

#include <gtest/gtest.h>

namespace drydock::dxgk {
namespace {

TEST(FrameBufferDevice, ShowsItsMemory) {
  FrameBufferDevice device({4, 2});
  const auto ranges = device.ranges();
  ASSERT_EQ(ranges.size(), 1U);
  EXPECT_EQ(ranges[0].size, 32U);
  const auto post = device.post_display();
  ASSERT_TRUE(post.has_value());
  EXPECT_EQ(static_cast<std::uint64_t>(post->PhysicAddress.QuadPart), ranges[0].physical);
  EXPECT_EQ(post->Pitch, 16U);
  std::vector<std::uint32_t> memory = {1, 2, 3, 4, 5, 6, 7, 8};
  device.power_on({memory.data()}, {});
  EXPECT_EQ(display::read_screen(device.scanned_out().at(0)).pixels(), memory);
  device.power_off();
  EXPECT_EQ(display::read_screen(device.scanned_out().at(0)).pixels(),
            std::vector<std::uint32_t>(8, 0));
}

}  // namespace
}  // namespace drydock::dxgk
