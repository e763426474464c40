// Monitors made from what they say of themselves.
#include "src/display/edid/monitor_profile.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/display/edid/edid_scene.h"

namespace drydock::testing {
namespace {

const D3DKMDT_MONITOR_SOURCE_MODE* preferred(const display::Monitor& monitor) {
  for (const auto& mode : monitor.modes->modes())
    if (mode.Preference == D3DKMDT_MP_PREFERRED) return &mode;
  return nullptr;
}

std::vector<display::DescriptorBlock> own(const std::vector<EdidBlock>& blocks) {
  std::vector<display::DescriptorBlock> out;
  for (const EdidBlock& block : blocks) out.push_back({block, false});
  return out;
}

bool has_mode(const display::Monitor& monitor, UINT width, UINT height) {
  return std::ranges::any_of(monitor.modes->modes(), [&](const auto& mode) {
    return mode.VideoSignalInfo.ActiveSize.cx == width &&
           mode.VideoSignalInfo.ActiveSize.cy == height;
  });
}

TEST(MonitorProfilePromises, D038ModesComeFromTheDescriptor) {
  const auto monitor = display::make_monitor(7, own({sample_edid()}), false);
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
    const auto monitor = display::make_monitor(7, own(blocks), false);
    ASSERT_NE(preferred(*monitor), nullptr);
    EXPECT_EQ(preferred(*monitor)->Origin, D3DKMDT_MCO_DEFAULTMONITORPROFILE);
    EXPECT_TRUE(monitor->ranges.empty());
    EXPECT_EQ(monitor->descriptors.size(), blocks.size()) << "the bytes are there to be read";
  }
}

TEST(MonitorProfilePromises, D038ModesComeFromExtensionsToo) {
  const auto monitor =
      display::make_monitor(7, own({sample_edid_with(1), sample_cta({4, 97})}), false);
  EXPECT_TRUE(has_mode(*monitor, 1280, 720));
  EXPECT_TRUE(has_mode(*monitor, 3840, 2160));
  EXPECT_EQ(preferred(*monitor)->VideoSignalInfo.ActiveSize.cx, 1920U) << "of the base block";
  EXPECT_EQ(monitor->additional_modes.size(), 15U);
  EXPECT_TRUE(display::make_monitor(7, own({sample_edid()}), false)->additional_modes.empty());
}

TEST(MonitorProfile, ModesOfStoredBlocksSayWhereTheyComeFrom) {
  auto blocks = own({sample_edid_with(1), sample_cta({4})});
  blocks[1].is_override = true;
  const auto monitor = display::make_monitor(7, blocks, false);
  EXPECT_EQ(preferred(*monitor)->Origin, D3DKMDT_MCO_MONITORDESCRIPTOR);
  for (const auto& mode : monitor->modes->modes())
    if (mode.VideoSignalInfo.ActiveSize.cy == 720)
      EXPECT_EQ(mode.Origin, D3DKMDT_MCO_MONITORDESCRIPTOR_REGISTRYOVERRIDE);
  EXPECT_TRUE(has_mode(*monitor, 1280, 720));
  blocks[0].is_override = true;
  EXPECT_EQ(display::make_monitor(7, blocks, false)->ranges.front().Origin,
            D3DKMDT_MCO_MONITORDESCRIPTOR_REGISTRYOVERRIDE);
}

TEST(MonitorProfilePromises, D038TelevisionBeginsWithoutModes) {
  EXPECT_TRUE(display::make_monitor(7, own({sample_edid()}), true)->modes->is_empty());
}

}  // namespace
}  // namespace drydock::testing
