// The modes that drivers list beside those of a monitor.
#include "src/display/edid/additional_modes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/display/edid/edid_scene.h"

namespace drydock::testing {
namespace {

using display::Edid;

std::vector<DXGK_TARGETMODE_DETAIL_TIMING> of(bool is_digital, bool is_television) {
  Edid edid = *display::parse_edid(sample_edid());
  edid.is_digital = is_digital;
  return display::additional_modes(edid, is_television);
}

TEST(AdditionalModes, TelevisionHasTheModesOfBothSystems) {
  const auto modes = of(true, true);
  ASSERT_EQ(modes.size(), 15U);
  for (UINT i = 0; i < modes.size(); ++i) EXPECT_EQ(modes[i].TimingId, i);
  const auto count = [&](UINT lines, bool is_interlaced) {
    return std::ranges::count_if(modes, [&](const DXGK_TARGETMODE_DETAIL_TIMING& mode) {
      return mode.DetailTiming.VerticalActiveLines == lines &&
             (mode.DetailTiming.ScanningType == DIDDT1_Interlaced) == is_interlaced;
    });
  };
  EXPECT_EQ(count(480, false), 3);
  EXPECT_EQ(count(480, true), 2);
  EXPECT_EQ(count(576, false), 2);
  EXPECT_EQ(count(576, true), 2);
  EXPECT_EQ(count(720, false), 2);
  EXPECT_EQ(count(1080, false), 2);
  EXPECT_EQ(count(1080, true), 2);
}

TEST(AdditionalModes, PictureOf1080LinesIsThereInFull) {
  const auto modes = of(true, true);
  const DISPLAYID_DETAILED_TIMING_TYPE_I& timing = modes[7].DetailTiming;
  EXPECT_EQ(timing.PixelClock, 14835U) << "148.352 MHz: 59.94 pictures a second";
  EXPECT_EQ(timing.AspectRatio, UINT{DIDDT1_AspectRatio_16x9});
  EXPECT_EQ(timing.HorizontalActivePixels, 1920U);
  EXPECT_EQ(timing.HorizontalBlankPixels, 280U);
  EXPECT_EQ(timing.HorizontalFrontPorch, 88U);
  EXPECT_EQ(timing.HorizontalSyncWidth, 44U);
  EXPECT_EQ(timing.HorizontalSyncPolarity, UINT{DIDDT1_Sync_Positive});
  EXPECT_EQ(timing.VerticalActiveLines, 1080U);
  EXPECT_EQ(timing.VerticalBlankLines, 45U);
  EXPECT_EQ(timing.VerticalFrontPorch, 4U);
  EXPECT_EQ(timing.VerticalSyncWidth, 5U);
  EXPECT_EQ(timing.PreferredTiming, 1U) << "the base block has a detailed timing";
  const display::Timing read = display::timing_of(modes[7]);
  EXPECT_EQ(read.total_height, 1125U);
  EXPECT_EQ(read.pixel_hz, 148'350'000U);
  EXPECT_FALSE(read.is_interlaced);
  EXPECT_TRUE(display::timing_of(modes[6]).is_interlaced);
}

TEST(AdditionalModes, AnalogMonitorHasOne) {
  const auto modes = of(false, false);
  ASSERT_EQ(modes.size(), 1U);
  EXPECT_EQ(modes.front().DetailTiming.HorizontalActivePixels, 640U);
  EXPECT_EQ(modes.front().DetailTiming.PixelClock, 2518U);
}

TEST(AdditionalModes, DigitalMonitorHasNone) { EXPECT_TRUE(of(true, false).empty()); }

}  // namespace
}  // namespace drydock::testing
