// The display half of an adapter: its modes from start to stop, and what its driver leaves on the
// screen for the next one.
#include "src/dxgk/display/adapter_display.h"

#include "tests/display/modes/display_scene.h"
#include "tests/support/firmware_display.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;

DXGK_DISPLAY_INFORMATION left;  // by the driver
UINT asked_target = 0;

NTSTATUS leave(PVOID, D3DDDI_VIDEO_PRESENT_TARGET_ID target, PDXGK_DISPLAY_INFORMATION picture) {
  asked_target = target;
  *picture = left;
  return STATUS_SUCCESS;
}

class HandOverRules : public DisplayTest {
 protected:
  HandOverRules() {
    model = std::make_shared<FirmwareDisplay>();
    left = *model->post_display();
    left.TargetId = 7;
  }
  void live(std::vector<DisplayMiniport::Output> outputs = {DisplayMiniport::Output{}}) {
    start({.outputs = std::move(outputs), .extend = [](DRIVER_INITIALIZATION_DATA& table) {
             table.DxgkDdiStopDeviceAndReleasePostDisplayOwnership = leave;
           }});
    stop();
  }
};

TEST_F(HandOverRules, D018PictureWithoutSizeIsFound) {
  left.Width = 0;
  live();
  EXPECT_EQ(count("D-018"), 1U) << findings_text();
}

TEST_F(HandOverRules, D018LinesThatAreTooShortAreFound) {
  left.Pitch = left.Width * 4 - 1;
  live();
  EXPECT_EQ(count("D-018"), 1U) << findings_text();
}

TEST_F(HandOverRules, D018PictureOf24BitsIsALint) {
  left.ColorFormat = D3DDDIFMT_R8G8B8;
  live();
  ASSERT_EQ(count("D-018"), 1U) << findings_text();
  EXPECT_TRUE(log.findings().front().is_tolerated);
}

TEST_F(HandOverRules, D018PictureThatCanBeDrawnIntoIsSilent) {
  live();
  EXPECT_EQ(asked_target, 7U);
  left.ColorFormat = D3DDDIFMT_A8R8G8B8;
  left.Pitch += 64;
  live();
  expect_silence();
}

// Nobody looks, and another adapter shows the desktop.
TEST_F(HandOverRules, D018NoPictureWithoutMonitorsIsSilent) {
  left = {};
  live({{.is_connected = false}});
  expect_silence();
}

using AdapterDisplay = DisplayTest;

TEST_F(AdapterDisplay, RestartBeginsAgain) {
  start();
  display->take_calls();
  EXPECT_EQ(dock.restart(*adapter), STATUS_SUCCESS);
  EXPECT_THAT(commits(display->take_calls()), ElementsAre("commit 0 -> 7 1024x768"));
  expect_silence();
}

TEST_F(AdapterDisplay, DriverThatSetsNoModesHasNone) {
  start({.extend = [](DRIVER_INITIALIZATION_DATA& table) { table.DxgkDdiCommitVidPn = nullptr; }});
  EXPECT_EQ(modes(), nullptr);
  EXPECT_THAT(display->take_calls(), ElementsAre("status 7", "descriptor 7 0"));
  expect_silence();
}

// A callback of the driver may still have them.
TEST_F(AdapterDisplay, ModesThatAreHeldOutliveTheAdapter) {
  start();
  const std::shared_ptr<display::ModeManager> held = modes();
  ASSERT_NE(held, nullptr);
  stop();
  EXPECT_EQ(held->set_visible(0, true), STATUS_DEVICE_REMOVED);
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
