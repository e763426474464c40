// The driver of an adapter, as the mode manager calls it.
#include "src/dxgk/display/display_driver.h"

#include "tests/display/modes/display_scene.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using Table = DRIVER_INITIALIZATION_DATA;

class DisplayDriver : public DisplayTest {
 protected:
  dxgk::DisplayDriver started(const std::function<void(Table&)>& extend = nullptr) {
    start({.extend = extend});
    display->take_calls();
    return dxgk::DisplayDriver(*adapter);
  }
};

TEST_F(DisplayDriver, SetsModesWithAllOfThreeEntryPoints) {
  EXPECT_TRUE(started().sets_modes());
  stop();
  for (const auto& without : {+[](Table& table) { table.DxgkDdiIsSupportedVidPn = nullptr; },
                              +[](Table& table) { table.DxgkDdiEnumVidPnCofuncModality = nullptr; },
                              +[](Table& table) { table.DxgkDdiCommitVidPn = nullptr; }}) {
    EXPECT_FALSE(started(without).sets_modes());
    stop();
  }
}

TEST_F(DisplayDriver, HasTheTraitsOfItsTable) {
  const display::DriverTraits traits = started().traits();
  EXPECT_TRUE(traits.is_display_only);
  EXPECT_FALSE(traits.controls_vsync);
  EXPECT_EQ(traits.version, static_cast<ULONG>(DXGKDDI_INTERFACE_VERSION_WIN8));
}

TEST_F(DisplayDriver, EntryPointsThatAreNotThereAreNotSupported) {
  dxgk::DisplayDriver driver = started([](Table& table) {
    table.DxgkDdiQueryVidPnHWCapability = nullptr;
    table.DxgkDdiRecommendMonitorModes = nullptr;
  });
  DXGKARG_QUERYVIDPNHWCAPABILITY path{};
  EXPECT_EQ(driver.query_hw_capability(path), STATUS_NOT_SUPPORTED);
  EXPECT_EQ(driver.recommend_monitor_modes({}), STATUS_NOT_SUPPORTED);
  EXPECT_EQ(driver.update_active_path({}), STATUS_NOT_SUPPORTED) << "the driver has none";
  EXPECT_TRUE(display->take_calls().empty());
  expect_silence();
}

TEST_F(DisplayDriver, CallsReachTheDriverWithTheirArguments) {
  dxgk::DisplayDriver driver = started();
  DXGK_CHILD_STATUS status{};
  status.Type = StatusConnection;
  status.ChildUid = 7;
  EXPECT_EQ(driver.query_child_status(status, /*non_destructive_only=*/true), STATUS_SUCCESS);
  EXPECT_TRUE(status.HotPlug.Connected);
  EXPECT_EQ(driver.set_visibility({.VidPnSourceId = 0, .Visible = TRUE}), STATUS_SUCCESS);
  EXPECT_EQ(driver.set_visibility({.VidPnSourceId = 0, .Visible = FALSE}), STATUS_SUCCESS);
  EXPECT_THAT(display->take_calls(), ElementsAre("status 7", "visible 0", "hidden 0"));
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
