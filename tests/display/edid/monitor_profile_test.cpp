// Monitors made from what they say of themselves.
#include "src/display/edid/monitor_profile.h"

#include <gtest/gtest.h>

#include "tests/display/edid/edid_scene.h"

namespace drydock::testing {
namespace {

const D3DKMDT_MONITOR_SOURCE_MODE* preferred(const display::Monitor& monitor) {
  for (const auto& mode : monitor.modes->modes())
    if (mode.Preference == D3DKMDT_MP_PREFERRED) return &mode;
  return nullptr;
}

TEST(MonitorProfilePromises, D038ModesComeFromTheDescriptor) {
  const auto monitor = display::make_monitor(7, {sample_edid()}, false);
  EXPECT_EQ(monitor->modes->owner(), 7U);
  // Three established, one of two standard timings that is not the detailed one too, one detailed.
  EXPECT_GE(monitor->modes->modes().size(), 5U);
  ASSERT_NE(preferred(*monitor), nullptr);
  EXPECT_EQ(preferred(*monitor)->VideoSignalInfo.ActiveSize.cx, 1920U);
  EXPECT_EQ(preferred(*monitor)->Origin, D3DKMDT_MCO_MONITORDESCRIPTOR);
  ASSERT_EQ(monitor->ranges.size(), 1U);
  EXPECT_EQ(monitor->ranges.front().RangeLimits.MaxHSyncFreq.Numerator, 83'000U);
  EXPECT_EQ(monitor->ranges.front().Constraint.MaxPixelRate, 170'000'000U);
  EXPECT_EQ(monitor->descriptors.size(), 1U);
}

TEST(MonitorProfilePromises, D038MonitorWithoutDescriptorHasDefaultModes) {
  for (const auto& blocks : {std::vector<EdidBlock>{}, std::vector<EdidBlock>{EdidBlock{}}}) {
    const auto monitor = display::make_monitor(7, blocks, false);
    ASSERT_NE(preferred(*monitor), nullptr);
    EXPECT_EQ(preferred(*monitor)->Origin, D3DKMDT_MCO_DEFAULTMONITORPROFILE);
    EXPECT_TRUE(monitor->ranges.empty());
    EXPECT_EQ(monitor->descriptors.size(), blocks.size()) << "the bytes are there to be read";
  }
}

TEST(MonitorProfilePromises, D038TelevisionBeginsWithoutModes) {
  EXPECT_TRUE(display::make_monitor(7, {sample_edid()}, true)->modes->is_empty());
}

}  // namespace
}  // namespace drydock::testing
