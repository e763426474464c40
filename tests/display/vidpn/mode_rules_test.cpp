// What a display-only driver's modes must say.
#include "src/display/vidpn/mode_rules.h"

#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

class DisplayOnlyModeRules : public NetworkTest {
 protected:
  DisplayOnlyModeRules() { traits.is_display_only = true; }

  void add_target_mode(bool has_frequencies) {
    during(Purpose::kEnumerate, [=](const Given& given) {
      const auto set = given.create_target(7);
      TargetMode* const mode = given.new_mode(set);
      fill(*mode, 640, 480);
      if (!has_frequencies) {
        mode->VideoSignalInfo.VSyncFreq = mode->VideoSignalInfo.HSyncFreq = {
            D3DKMDT_FREQUENCY_NOTSPECIFIED, D3DKMDT_FREQUENCY_NOTSPECIFIED};
        mode->VideoSignalInfo.PixelRate = D3DKMDT_FREQUENCY_NOTSPECIFIED;
      }
      EXPECT_EQ(given.targets.pfnAddMode(set, mode), STATUS_SUCCESS);
      EXPECT_EQ(given.network.pfnReleaseTargetModeSet(given.vidpn, set), STATUS_SUCCESS);
    });
  }

  void add_source_mode(D3DDDIFORMAT format) {
    during(Purpose::kEnumerate, [=](const Given& given) {
      const auto set = given.create_source(0);
      SourceMode* const mode = given.new_mode(set);
      fill(*mode, 640, 480);
      mode->Format.Graphics.PixelFormat = format;
      EXPECT_EQ(given.sources.pfnAddMode(set, mode), STATUS_SUCCESS);
      EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set), STATUS_SUCCESS);
    });
  }
};

TEST_F(DisplayOnlyModeRules, D003FrequenciesWithoutControlOfVsyncAreFound) {
  add_target_mode(/*has_frequencies=*/true);
  EXPECT_EQ(count("D-003"), 1U) << findings_text();
}

TEST_F(DisplayOnlyModeRules, D003MissingFrequenciesWithControlOfVsyncAreFound) {
  traits.controls_vsync = true;
  add_target_mode(/*has_frequencies=*/false);
  EXPECT_EQ(count("D-003"), 1U) << findings_text();
}

TEST_F(DisplayOnlyModeRules, D003FrequenciesAsDeclaredAreSilent) {
  add_target_mode(/*has_frequencies=*/false);
  traits.controls_vsync = true;
  add_target_mode(/*has_frequencies=*/true);
  traits = {.version = DXGKDDI_INTERFACE_VERSION};
  add_target_mode(/*has_frequencies=*/true);
  add_target_mode(/*has_frequencies=*/false);
  expect_silence();
}

TEST_F(DisplayOnlyModeRules, D096FormatOf16BitsIsFound) {
  add_source_mode(D3DDDIFMT_R5G6B5);
  EXPECT_EQ(count("D-096"), 1U) << findings_text();
}

TEST_F(DisplayOnlyModeRules, D096FormatOf32BitsIsSilent) {
  add_source_mode(D3DDDIFMT_A8R8G8B8);
  add_source_mode(D3DDDIFMT_X8R8G8B8);
  traits.is_display_only = false;
  add_source_mode(D3DDDIFMT_R5G6B5);
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
