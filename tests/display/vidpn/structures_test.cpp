// Structures in the hands of drivers: enumerated, released, added, each once and by their rules.
#include "src/display/vidpn/structures.h"

#include "tests/display/vidpn/mode_scene.h"

namespace drydock::testing {
namespace {

TEST_F(ModePromises, D061EnumerationEndsWithASuccess) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    const SourceMode* mode = reinterpret_cast<const SourceMode*>(8);
    EXPECT_EQ(given.sources.pfnAcquireFirstModeInfo(set, &mode), STATUS_GRAPHICS_DATASET_IS_EMPTY);
    EXPECT_EQ(mode, nullptr);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.add(set, 800, 600), STATUS_SUCCESS);
    std::vector<UINT> widths;
    NTSTATUS status = given.sources.pfnAcquireFirstModeInfo(set, &mode);
    while (status == STATUS_SUCCESS) {
      widths.push_back(mode->Format.Graphics.PrimSurfSize.cx);
      const SourceMode* const before = mode;
      status = given.sources.pfnAcquireNextModeInfo(set, before, &mode);
      EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, before), STATUS_SUCCESS);
    }
    EXPECT_EQ(status, STATUS_GRAPHICS_NO_MORE_ELEMENTS_IN_DATASET);
    EXPECT_EQ(mode, nullptr);
    EXPECT_THAT(widths, ::testing::ElementsAre(640U, 800U));
    release(given, set);
  });
  expect_silence();
}

TEST_F(ModeRules, D056ModeIsReleasedOnceAndToItsOwnSet) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0), other = given.create_source(1);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    const SourceMode* mode = nullptr;
    EXPECT_EQ(given.sources.pfnAcquireFirstModeInfo(set, &mode), STATUS_SUCCESS);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(other, mode),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode), STATUS_SUCCESS);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE);
    release(given, set);
    release(given, other);
  });
  EXPECT_EQ(count("D-056"), 2U) << findings_text();
}

// A structure outlives the driver's reference to its set; that is only unusual.
TEST_F(ModeRules, D056SetThatIsReleasedFirstIsALint) {
  EXPECT_EQ(vidpn.source_modes(0)->add(mode_of<SourceMode>(1, 640, 480)), STATUS_SUCCESS);
  during(Purpose::kCommit, [](const Given& given) {
    const auto set = given.acquire_source(0);
    const SourceMode* mode = nullptr;
    EXPECT_EQ(given.sources.pfnAcquireFirstModeInfo(set, &mode), STATUS_SUCCESS);
    release(given, set);
    EXPECT_EQ(mode->Format.Graphics.PrimSurfSize.cx, 640U);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode), STATUS_SUCCESS);
  });
  ASSERT_EQ(count("D-056"), 1U) << findings_text();
  EXPECT_TRUE(log.findings().front().is_tolerated);
}

TEST_F(ModeRules, D056ModesThatAreReleasedInAnyOrderAreSilent) {
  EXPECT_EQ(vidpn.source_modes(0)->add(mode_of<SourceMode>(1, 640, 480)), STATUS_SUCCESS);
  during(Purpose::kCommit, [](const Given& given) {
    const auto set = given.acquire_source(0);
    const SourceMode *first = nullptr, *second = nullptr;
    EXPECT_EQ(given.sources.pfnAcquireFirstModeInfo(set, &first), STATUS_SUCCESS);
    EXPECT_EQ(given.sources.pfnAcquireFirstModeInfo(set, &second), STATUS_SUCCESS);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, first), STATUS_SUCCESS);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, second), STATUS_SUCCESS);
    release(given, set);
  });
  expect_silence();
}

TEST_F(ModeRules, D057NothingThatIsPinnedIsNotReleased) {
  during(Purpose::kCommit, [](const Given& given) {
    const auto set = given.acquire_source(0);
    const SourceMode* pinned = reinterpret_cast<const SourceMode*>(8);
    EXPECT_EQ(given.sources.pfnAcquirePinnedModeInfo(set, &pinned), STATUS_SUCCESS);
    EXPECT_EQ(pinned, nullptr);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, pinned),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE);
    release(given, set);
  });
  EXPECT_EQ(count("D-057"), 1U) << findings_text();
}

TEST_F(ModeRules, D057LookingFirstIsSilent) {
  EXPECT_EQ(vidpn.source_modes(1)->add(mode_of<SourceMode>(1, 640, 480)), STATUS_SUCCESS);
  vidpn.source_modes(1)->pin(1);
  during(Purpose::kCommit, [](const Given& given) {
    for (const UINT source : {0U, 1U}) {
      const auto set = given.acquire_source(source);
      const SourceMode* pinned = nullptr;
      EXPECT_EQ(given.sources.pfnAcquirePinnedModeInfo(set, &pinned), STATUS_SUCCESS);
      EXPECT_EQ(pinned != nullptr, source == 1);
      if (pinned != nullptr) {
        EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, pinned), STATUS_SUCCESS);
      }
      release(given, set);
    }
  });
  expect_silence();
}

TEST_F(ModeRules, D058AddedModeIsNotTheDriversAnyMore) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    SourceMode* const mode = given.new_mode(set);
    fill(*mode, 640, 480);
    EXPECT_EQ(given.sources.pfnAddMode(set, mode), STATUS_SUCCESS);
    EXPECT_EQ(nt::rule_of_borrowed_page(mode), "D-058"_rule) << "a touch would be found";
    EXPECT_EQ(given.sources.pfnAddMode(set, mode),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE);
    release(given, set);
  });
  EXPECT_EQ(count("D-058"), 2U) << findings_text();
}

TEST_F(ModeRules, D058ModeOfAnotherSetIsFound) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0), other = given.create_source(1);
    SourceMode* const mode = given.new_mode(set);
    fill(*mode, 640, 480);
    EXPECT_EQ(given.sources.pfnAddMode(other, mode), STATUS_GRAPHICS_RESOURCES_NOT_RELATED);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode), STATUS_SUCCESS);
    release(given, set);
    release(given, other);
  });
  EXPECT_EQ(count("D-058"), 1U) << findings_text();
}

// A mode that is refused stays the driver's, who releases it.
TEST_F(ModeRules, D058RefusedModeThatIsReleasedIsSilent) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    SourceMode* const again = given.new_mode(set);
    fill(*again, 640, 480);
    EXPECT_EQ(given.sources.pfnAddMode(set, again), STATUS_GRAPHICS_MODE_ALREADY_IN_MODESET);
    EXPECT_EQ(again->Format.Graphics.PrimSurfSize.cx, 640U) << "still readable";
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, again), STATUS_SUCCESS);
    release(given, set);
  });
  expect_silence();
}

TEST_F(ModeRules, D060WriteToAnAcquiredModeIsFound) {
  EXPECT_EQ(vidpn.source_modes(0)->add(mode_of<SourceMode>(1, 640, 480)), STATUS_SUCCESS);
  during(Purpose::kCommit, [](const Given& given) {
    const auto set = given.acquire_source(0);
    const SourceMode* mode = nullptr;
    EXPECT_EQ(given.sources.pfnAcquireFirstModeInfo(set, &mode), STATUS_SUCCESS);
    const_cast<SourceMode*>(mode)->Format.Graphics.PrimSurfSize.cx = 8;
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode), STATUS_SUCCESS);
    release(given, set);
  });
  EXPECT_EQ(count("D-060"), 1U) << findings_text();
  EXPECT_EQ(vidpn.source_modes(0)->find(1)->Format.Graphics.PrimSurfSize.cx, 640U);
}

TEST_F(ModeRules, D060WriteToACreatedModeIsSilent) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    SourceMode* const mode = given.new_mode(set);
    fill(*mode, 640, 480);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode), STATUS_SUCCESS);
    release(given, set);
  });
  expect_silence();
}

TEST_F(ModeRules, D062EnumerationGoesOnFromWhatIsHeld) {
  EXPECT_EQ(vidpn.source_modes(0)->add(mode_of<SourceMode>(1, 640, 480)), STATUS_SUCCESS);
  during(Purpose::kCommit, [](const Given& given) {
    const auto set = given.acquire_source(0);
    const SourceMode* mode = nullptr;
    EXPECT_EQ(given.sources.pfnAcquireFirstModeInfo(set, &mode), STATUS_SUCCESS);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode), STATUS_SUCCESS);
    const SourceMode* next = nullptr;
    EXPECT_EQ(given.sources.pfnAcquireNextModeInfo(set, mode, &next), STATUS_INVALID_PARAMETER);
    const SourceMode own = mode_of<SourceMode>(1, 640, 480);
    EXPECT_EQ(given.sources.pfnAcquireNextModeInfo(set, &own, &next), STATUS_INVALID_PARAMETER);
    release(given, set);
  });
  EXPECT_EQ(count("D-062"), 2U) << findings_text();
}

TEST_F(ModeRules, D062ElementThatIsHeldIsSilent) {
  EXPECT_EQ(vidpn.source_modes(0)->add(mode_of<SourceMode>(1, 640, 480)), STATUS_SUCCESS);
  during(Purpose::kCommit, [](const Given& given) {
    const auto set = given.acquire_source(0);
    const SourceMode *mode = nullptr, *next = nullptr;
    EXPECT_EQ(given.sources.pfnAcquireFirstModeInfo(set, &mode), STATUS_SUCCESS);
    EXPECT_EQ(given.sources.pfnAcquireNextModeInfo(set, mode, &next),
              STATUS_GRAPHICS_NO_MORE_ELEMENTS_IN_DATASET);
    EXPECT_EQ(given.sources.pfnReleaseModeInfo(set, mode), STATUS_SUCCESS);
    release(given, set);
  });
  expect_silence();
}

// A driver that was compiled before WDDM 2.9 knows a shorter structure.
TEST_F(ModeFunctions, OlderDriverGetsItsOwnTargetMode) {
  traits.version = DXGKDDI_INTERFACE_VERSION_WIN8;
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_target(7);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnAssignTargetModeSet(given.vidpn, 7, set), STATUS_SUCCESS);
  });
  expect_silence();
  EXPECT_EQ(vidpn.target_modes(7)->modes().front().MinimumVSyncFreq.Numerator, 0U);
}

}  // namespace
}  // namespace drydock::testing
