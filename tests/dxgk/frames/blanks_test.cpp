// Vertical blanks and scan lines that are made up from the mode in force. What clients get of them
// is in tests/thunks/display/vertical_blank_test.cpp.
#include "src/dxgk/frames/blanks.h"

#include <gtest/gtest.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/dock/frame_buffer_device.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/sim/schedule.h"

namespace drydock::testing {
namespace {

// The reference driver for displays alone, which shows source 0 with 768 lines at 60 Hz.
class Blanks : public ::testing::Test {
 protected:
  ~Blanks() override {
    dock.reset();
    plugged.driver->unload();
  }

  std::unique_ptr<dxgk::Dock> dock = std::make_unique<dxgk::Dock>();
  dxgk::Plugged plugged =
      dxgk::plug_driver(*dock, DRYDOCK_PANEL, std::make_shared<dxgk::FrameBufferDevice>());
};

constexpr UINT kUnknownSource = 7;

TEST_F(Blanks, AreOneFrameApart) {
  const sim::SeededSchedule schedule(1);
  ASSERT_EQ(dxgk::wait_for_blank(*plugged.adapter, 0), STATUS_SUCCESS);
  for (int i = 0; i < 4; ++i) {
    const sim::Time before = sim::now();
    ASSERT_EQ(dxgk::wait_for_blank(*plugged.adapter, 0), STATUS_SUCCESS);
    EXPECT_NEAR(static_cast<double>(sim::now() - before), 166'666, 10);
  }
}

TEST_F(Blanks, TheBeamIsInOneWhenItBegins) {
  const sim::SeededSchedule schedule(1);
  ASSERT_EQ(dxgk::wait_for_blank(*plugged.adapter, 0), STATUS_SUCCESS);
  display::ScanLine line{};
  ASSERT_EQ(dxgk::scan_line(*plugged.adapter, plugged.adapter->system_seat(), 0, line),
            STATUS_SUCCESS);
  EXPECT_TRUE(line.is_in_blank);
  EXPECT_GE(line.line, 768U);
}

TEST_F(Blanks, OfASourceThatNothingShowsThereAreNone) {
  display::ScanLine line{};
  EXPECT_EQ(dxgk::wait_for_blank(*plugged.adapter, kUnknownSource),
            STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY);
  EXPECT_EQ(dxgk::scan_line(*plugged.adapter, plugged.adapter->system_seat(), kUnknownSource, line),
            STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY);
}

}  // namespace
}  // namespace drydock::testing
