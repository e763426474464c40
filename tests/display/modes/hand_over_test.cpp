// What a driver leaves on screen for the next one.
#include "tests/display/modes/display_scene.h"
#include "tests/support/firmware_display.h"

namespace drydock::testing {
namespace {

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

}  // namespace
}  // namespace drydock::testing
