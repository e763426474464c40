// The functions of mode sets: creation, addition, pins.
#include "tests/display/vidpn/mode_scene.h"

namespace drydock::testing {
namespace {

TEST_F(ModeRules, D059SameIdentifierIsFound) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_target(7);
    TargetMode* mode = given.new_mode(set);
    fill(*mode, 640, 480);
    mode->Id = 3;
    EXPECT_EQ(given.targets.pfnAddMode(set, mode), STATUS_SUCCESS);
    mode = given.new_mode(set);
    fill(*mode, 800, 600);
    mode->Id = 3;
    EXPECT_EQ(given.targets.pfnAddMode(set, mode), STATUS_GRAPHICS_MODE_ID_MUST_BE_UNIQUE);
    EXPECT_EQ(given.targets.pfnReleaseModeInfo(set, mode), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnReleaseTargetModeSet(given.vidpn, set), STATUS_SUCCESS);
  });
  EXPECT_EQ(count("D-059"), 1U) << findings_text();
}

TEST_F(ModeRules, D059MixedIdentifiersAreFound) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    SourceMode* const mode = given.new_mode(set);
    fill(*mode, 800, 600);
    mode->Id = 3;
    EXPECT_EQ(given.sources.pfnAddMode(set, mode), STATUS_SUCCESS);
    release(given, set);
  });
  EXPECT_EQ(count("D-059"), 1U) << findings_text();
}

TEST_F(ModeRules, D059ModeWithoutTypeIsFound) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    SourceMode* const mode = given.new_mode(set);
    EXPECT_EQ(mode->Type, D3DKMDT_RMT_UNINITIALIZED);
    EXPECT_EQ(given.sources.pfnAddMode(set, mode),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode), STATUS_SUCCESS);
    release(given, set);
  });
  EXPECT_EQ(count("D-059"), 1U) << findings_text();
}

TEST_F(ModeRules, D059DriverThatNumbersItsModesItselfIsSilent) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    for (UINT id = 0; id < 5; ++id) {
      SourceMode* const mode = given.new_mode(set);
      fill(*mode, 640 + id, 480);
      mode->Id = id;
      EXPECT_EQ(given.sources.pfnAddMode(set, mode), STATUS_SUCCESS);
    }
    release(given, set);
    const auto left = given.create_source(1);
    for (UINT i = 0; i < 5; ++i) EXPECT_EQ(given.add(left, 640 + i, 480), STATUS_SUCCESS);
    release(given, left);
  });
  expect_silence();
}

TEST_F(ModeRules, D066PinOfAModeThatIsNotThereIsFound) {
  during(Purpose::kRecommend, [](const Given& given) {
    const auto set = given.create_source(0);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.sources.pfnPinMode(set, 99), STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE);
    release(given, set);
  });
  EXPECT_EQ(count("D-066"), 1U) << findings_text();
}

// Before the assignment, or after it on the set that is acquired again.
TEST_F(ModeRules, D066PinOfAModeOfTheSetIsSilent) {
  during(Purpose::kRecommend, [](const Given& given) {
    const auto before = given.create_source(0);
    SourceMode* const mode = given.new_mode(before);
    fill(*mode, 640, 480);
    const UINT id = mode->Id;
    EXPECT_EQ(given.sources.pfnAddMode(before, mode), STATUS_SUCCESS);
    EXPECT_EQ(given.sources.pfnPinMode(before, id), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 0, before), STATUS_SUCCESS);
    const auto after = given.acquire_source(0);
    EXPECT_EQ(given.sources.pfnPinMode(after, id), STATUS_SUCCESS);
    release(given, after);
  });
  expect_silence();
  EXPECT_NE(vidpn.source_modes(0)->pinned(), nullptr);
}

TEST_F(ModeRules, D085PinDuringAnEnumerationIsFound) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.sources.pfnPinMode(set, 1), STATUS_ACCESS_DENIED);
    release(given, set);
  });
  EXPECT_EQ(count("D-085"), 1U) << findings_text();
}

TEST_F(ModeRules, D068RegionThatIsNotTheSurfaceIsFound) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    SourceMode* const mode = given.new_mode(set);
    fill(*mode, 640, 480);
    mode->Format.Graphics.VisibleRegionSize.cx = 320;
    EXPECT_EQ(given.sources.pfnAddMode(set, mode), STATUS_GRAPHICS_INVALID_VISIBLEREGION_SIZE);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode), STATUS_SUCCESS);
    release(given, set);
  });
  EXPECT_EQ(count("D-068"), 1U) << findings_text();
}

TEST_F(ModeRules, D068RegionOfTheSurfaceIsSilent) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    release(given, set);
  });
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
