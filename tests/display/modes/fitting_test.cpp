// Which modes are chosen.
#include "src/display/modes/fitting.h"

#include "src/display/edid/monitor_profile.h"
#include "src/display/modes/mode_sizes.h"
#include "tests/display/modes/display_scene.h"

namespace drydock::testing {
namespace {

class Fitting : public DisplayTest {};

TEST_F(Fitting, MonitorsFavouriteSizeIsChosen) {
  start(
      {.outputs = {{.edid = {sample_edid()}}}, .sizes = {{2560, 1440}, {1920, 1080}, {640, 480}}});
  const display::VidPn active = modes()->active();
  ASSERT_TRUE(active.is_functional());
  EXPECT_EQ(active.source_modes(0)->pinned()->Format.Graphics.PrimSurfSize.cx, 1920U);
  EXPECT_EQ(active.target_modes(7)->pinned()->VideoSignalInfo.ActiveSize.cx, 1920U);
}

TEST_F(Fitting, LargestSizeIsChosenElse) {
  start({.sizes = {{640, 480}, {1600, 1200}, {800, 600}}});
  EXPECT_EQ(modes()->active().source_modes(0)->pinned()->Format.Graphics.PrimSurfSize.cx, 1600U);
}

TEST_F(Fitting, PictureOfAnotherSizeIsCentred) {
  make({.sizes = {{640, 480}}});
  display->misdeeds.enumerate =
      [this](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    // The output has one mode only.
    display->settings().sizes = {{1024, 768}};
    if (wish.EnumPivotType == D3DKMDT_EPT_NOPIVOT &&
        !display->has_pinned_target(wish.hConstrainingVidPn, 7))
      display->list_target_modes(wish.hConstrainingVidPn, 7);
    display->settings().sizes = {{640, 480}};
    if (wish.EnumPivotType == D3DKMDT_EPT_NOPIVOT)
      display->list_source_modes(wish.hConstrainingVidPn, 0);
    const auto paths = display->paths(wish.hConstrainingVidPn);
    const D3DKMDT_VIDPN_PRESENT_PATH* path = nullptr;
    EXPECT_EQ(paths.functions->pfnAcquireFirstPathInfo(paths.handle, &path), STATUS_SUCCESS);
    display->support_path(paths, *path);
    EXPECT_EQ(paths.functions->pfnReleasePathInfo(paths.handle, path), STATUS_SUCCESS);
    return STATUS_SUCCESS;
  };
  plug_in();
  const display::VidPn active = modes()->active();
  ASSERT_TRUE(active.is_functional());
  EXPECT_EQ(active.topology().paths().front().ContentTransformation.Scaling, D3DKMDT_VPPS_CENTERED);
  expect_silence();
}

TEST(RoundedRate, IsTheNearestWholeNumber) {
  EXPECT_EQ(display::rounded_rate({65'000'000, 1344 * 806}), 60U);
  EXPECT_EQ(display::rounded_rate({25'175'000, 800 * 525}), 60U);
  EXPECT_EQ(display::rounded_rate({1, 0}), 0U);
  EXPECT_EQ(display::rounded_rate({D3DKMDT_FREQUENCY_NOTSPECIFIED, D3DKMDT_FREQUENCY_NOTSPECIFIED}),
            0U);
}

}  // namespace
}  // namespace drydock::testing
