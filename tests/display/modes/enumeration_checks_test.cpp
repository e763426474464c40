// What enumerations leave in networks.
#include "src/display/modes/enumeration_checks.h"

#include <cstring>

#include "tests/display/modes/display_scene.h"

namespace drydock::testing {
namespace {

using Output = DisplayMiniport::Output;
using Path = D3DKMDT_VIDPN_PRESENT_PATH;
using Scalings = D3DKMDT_VIDPN_PRESENT_PATH_SCALING_SUPPORT;
using Wish = DXGKARG_ENUMVIDPNCOFUNCMODALITY;

using Rotations = D3DKMDT_VIDPN_PRESENT_PATH_ROTATION_SUPPORT;

// The first flag of either.
constexpr UINT kIdentity = 1;
constexpr UINT kCentered = 2, kStretched = 4, kAspectRatioCenteredMax = 8, kCustom = 16;
constexpr UINT kOffset0 = 16, kOffset90 = 32, kOffset270 = 128;

template <typename Flags>
Flags flags(UINT bits) {
  Flags out;
  static_assert(sizeof out == sizeof bits);
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

bool is_about_transformation(const Wish& wish) {
  return wish.EnumPivotType == D3DKMDT_EPT_SCALING || wish.EnumPivotType == D3DKMDT_EPT_ROTATION;
}

class EnumerationRules : public DisplayTest {
 protected:
  // Does the ordinary work, and then changes the support flags of all paths.
  void offer(const std::function<void(Path&)>& change) {
    display->misdeeds.enumerate = [=, this](const Wish& wish) -> std::optional<NTSTATUS> {
      const NTSTATUS status = display->enumerate(wish);
      if (!is_about_transformation(wish)) display->update_support(wish.hConstrainingVidPn, change);
      return status;
    };
  }
  // The life of a driver that offers these, whatever the sizes are.
  void live_with(UINT scalings, DisplayMiniport::Settings settings = {}) {
    make(std::move(settings));
    offer(
        [=](Path& path) { path.ContentTransformation.ScalingSupport = flags<Scalings>(scalings); });
    plug_in();
    stop();
  }
  D3DKMDT_VIDPN_PRESENT_PATH_SCALING scaling() {
    return modes()->active().topology().paths().front().ContentTransformation.Scaling;
  }

  // Recommends a path with a scaling that is left open.
  void recommend_without_scaling() {
    display->misdeeds.recommend = [this](const DXGKARG_RECOMMENDFUNCTIONALVIDPN& wish) {
      const D3DKMDT_HVIDPN vidpn = wish.hRecommendedFunctionalVidPn;
      display->add_path(vidpn, 0, 7, [](Path& path) {
        path.ContentTransformation.Scaling = D3DKMDT_VPPS_NOTSPECIFIED;
      });
      display->pin_first_modes(vidpn, 0, 7);
      return STATUS_SUCCESS;
    };
  }

  // Reports a method for source 0, if the body says so.
  void report_methods(std::function<bool()> does) {
    display->misdeeds.enumerate = [=, this](const Wish& wish) -> std::optional<NTSTATUS> {
      const D3DKMDT_HVIDPN vidpn = wish.hConstrainingVidPn;
      if (does() && display->has_pinned_source(vidpn, 0)) {
        const D3DDDI_MULTISAMPLINGMETHOD method{.NumSamples = 4, .NumQualityLevels = 1};
        EXPECT_EQ(display->network(vidpn).pfnAssignMultisamplingMethodSet(vidpn, 0, 1, &method),
                  STATUS_SUCCESS);
      }
      return std::nullopt;
    };
  }

  // A clone view on two outputs, of a driver of this version that offers these offsets.
  void clone_with(ULONG version, UINT primary, UINT secondary) {
    make({.outputs = {Output{}, Output{.uid = 9}},
          .extend = [=](auto& table) { table.Version = version; }});
    offer([=](Path& path) {
      path.ContentTransformation.RotationSupport =
          flags<Rotations>(path.VidPnTargetId == 7 ? primary : secondary);
    });
    plug_in();
    EXPECT_EQ(modes()->set_paths({{0, 7}, {0, 9}}), STATUS_SUCCESS);
    stop();
  }
};

TEST_F(EnumerationRules, D090ScalingThatDoesNotFitIsFound) {
  live_with(kIdentity | kCentered);
  EXPECT_EQ(count("D-090"), 1U) << findings_text();
  live_with(kIdentity | kStretched, {.sizes = {{640, 480}}, .target_sizes = {{1280, 1024}}});
  EXPECT_EQ(count("D-090"), 2U) << findings_text();
  live_with(kStretched | kAspectRatioCenteredMax,
            {.sizes = {{640, 480}}, .target_sizes = {{1024, 768}}});
  EXPECT_EQ(count("D-090"), 3U) << "4:3 in 4:3" << findings_text();
}

TEST_F(EnumerationRules, D090ScalingThatFitsIsSilent) {
  live_with(kIdentity);
  live_with(kCentered | kStretched, {.sizes = {{640, 480}}, .target_sizes = {{1024, 768}}});
  live_with(kAspectRatioCenteredMax | kCustom,
            {.sizes = {{640, 480}}, .target_sizes = {{1280, 1024}}});
  expect_silence();
}

// As long as a mode is open a driver may offer what any of them allows.
TEST_F(EnumerationRules, D090ScalingsOfOpenModesAreSilent) {
  make({.target_sizes = {{1024, 768}}});
  plug_in();
  EXPECT_EQ(scaling(), D3DKMDT_VPPS_IDENTITY);
  EXPECT_EQ(modes()->set_mode(0, {.width = 640}), STATUS_SUCCESS);
  EXPECT_EQ(scaling(), D3DKMDT_VPPS_CENTERED);
  expect_silence();
}

TEST_F(EnumerationRules, PictureOfTheSameAspectIsNotCentredInTheLargestSize) {
  make({.sizes = {{640, 480}}, .target_sizes = {{1024, 768}}});
  offer([=](Path& path) {
    path.ContentTransformation.ScalingSupport =
        flags<Scalings>(kStretched | kAspectRatioCenteredMax);
  });
  plug_in();
  EXPECT_EQ(scaling(), D3DKMDT_VPPS_STRETCHED);
}

TEST_F(EnumerationRules, D091ScalingLeftOpenByADriverWithCustomScalingIsFound) {
  make({.sizes = {{800, 600}}, .target_sizes = {{1280, 1024}}});
  recommend_without_scaling();
  offer([](Path& path) { path.ContentTransformation.ScalingSupport = flags<Scalings>(kCustom); });
  plug_in();
  EXPECT_EQ(count("D-091"), 1U) << findings_text();
  EXPECT_EQ(modes()->set_mode(0, {}), STATUS_SUCCESS);
  EXPECT_EQ(count("D-091"), 1U) << "once in a life";
}

TEST_F(EnumerationRules, D091EitherAloneIsSilent) {
  make();
  recommend_without_scaling();
  plug_in();
  stop();
  make({.sizes = {{800, 600}}, .target_sizes = {{1280, 1024}}});
  offer([](Path& path) { path.ContentTransformation.ScalingSupport = flags<Scalings>(kCustom); });
  plug_in();
  stop();
  start();  // nor one of both
  expect_silence();
}

TEST_F(EnumerationRules, D092ModeThatTheMonitorDoesNotHaveIsALint) {
  start({.sizes = {{1024, 768}, {1600, 1200}}});
  ASSERT_GE(count("D-092"), 1U) << findings_text();
  for (const rules::Finding& finding : log.findings()) EXPECT_TRUE(finding.is_tolerated);
}

// Modes of the monitor, of a driver that added its own to them, and additional ones.
TEST_F(EnumerationRules, D092ModesOfTheMonitorAreSilent) {
  start();
  stop();
  start({.outputs = {Output{.edid = {sample_edid_with(1), sample_cta({16})}}},
         .sizes = {{1920, 1080}, {1280, 720}}});
  EXPECT_TRUE(modes()->active().is_functional());
  stop();
  make({.sizes = {{1600, 1200}}});
  display->misdeeds.monitor_modes = [](const DXGKARG_RECOMMENDMONITORMODES& wish) {
    const DXGK_MONITORSOURCEMODESET_INTERFACE& functions = *wish.pMonitorSourceModeSetInterface;
    D3DKMDT_MONITOR_SOURCE_MODE* mode = nullptr;
    EXPECT_EQ(functions.pfnCreateNewModeInfo(wish.hMonitorSourceModeSet, &mode), STATUS_SUCCESS);
    mode->VideoSignalInfo.VideoStandard = D3DKMDT_VSS_OTHER;
    mode->VideoSignalInfo.TotalSize = mode->VideoSignalInfo.ActiveSize = {1600, 1200};
    mode->VideoSignalInfo.VSyncFreq = mode->VideoSignalInfo.HSyncFreq = {60, 1};
    mode->VideoSignalInfo.PixelRate = 162'000'000;
    mode->Origin = D3DKMDT_MCO_DRIVER;
    mode->Preference = D3DKMDT_MP_NOTPREFERRED;
    EXPECT_EQ(functions.pfnAddMode(wish.hMonitorSourceModeSet, mode), STATUS_SUCCESS);
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_TRUE(modes()->active().is_functional());
  expect_silence();
}

TEST_F(EnumerationRules, D093MethodsThatAreNotReportedAgainAreFound) {
  make();
  UINT asked = 0;
  report_methods([&] { return ++asked < 4; });
  plug_in();
  expect_silence();
  EXPECT_EQ(modes()->set_mode(0, {}), STATUS_SUCCESS);
  EXPECT_EQ(count("D-093"), 1U) << findings_text();
}

// Always, never, or for some modes only.
TEST_F(EnumerationRules, D093MethodsThatFollowTheModesAreSilent) {
  start();
  EXPECT_EQ(modes()->set_mode(0, {}), STATUS_SUCCESS);
  stop();
  make();
  report_methods([] { return true; });
  plug_in();
  EXPECT_EQ(modes()->set_mode(0, {}), STATUS_SUCCESS);
  stop();
  make();
  bool is_small = false;
  report_methods([&] { return is_small; });
  plug_in();
  for (const bool small : {true, false, true}) {
    is_small = small;
    EXPECT_EQ(modes()->set_mode(0, {.width = small ? 640U : 1024U}), STATUS_SUCCESS);
  }
  expect_silence();
}

constexpr ULONG kNewer = DXGKDDI_INTERFACE_VERSION_WDDM1_3_PATH_INDEPENDENT_ROTATION;

TEST_F(EnumerationRules, D094OffsetsOfAClonePathThatAreNotAllowedAreFound) {
  clone_with(kNewer, kIdentity | kOffset0 | kOffset90, kIdentity | kOffset0);
  EXPECT_GE(count("D-094"), 1U) << findings_text();
  const std::size_t before = count("D-094");
  clone_with(kNewer, kIdentity | kOffset0, kIdentity);
  EXPECT_GT(count("D-094"), before) << findings_text();
}

TEST_F(EnumerationRules, D094OffsetsOfAnOlderDriverAreALint) {
  make();
  offer([](Path& path) { path.ContentTransformation.RotationSupport.Offset0 = 1; });
  plug_in();
  ASSERT_GE(count("D-094"), 1U) << findings_text();
  EXPECT_TRUE(log.findings().front().is_tolerated);
}

// A driver that turns targets apart from each other, one that does not, and an older one.
TEST_F(EnumerationRules, D094OffsetsThatAreAllowedAreSilent) {
  clone_with(kNewer, kIdentity | kOffset0, kIdentity | kOffset90 | kOffset270);
  clone_with(kNewer, kIdentity | kOffset0, kIdentity | kOffset0);
  clone_with(DXGKDDI_INTERFACE_VERSION_WIN8, kIdentity, kIdentity);
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
