// Which modes are valid, and which are the same.
#include "src/display/vidpn/mode_kinds.h"

#include <rapidcheck/gtest.h>

#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

using display::ModeKind;

TEST(ModeKinds, SourceModeSaysWhatIsWrong) {
  using Kind = ModeKind<SourceMode>;
  const SourceMode good = mode_of<SourceMode>(1, 640, 480);
  EXPECT_EQ(Kind::check(good), STATUS_SUCCESS);
  SourceMode mode = good;
  mode.Type = D3DKMDT_RMT_UNINITIALIZED;
  EXPECT_EQ(Kind::check(mode), STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE);
  mode = good;
  mode.Format.Graphics.PrimSurfSize.cx = 0;
  EXPECT_EQ(Kind::check(mode), STATUS_GRAPHICS_INVALID_PRIMARYSURFACE_SIZE);
  mode = good;
  mode.Format.Graphics.VisibleRegionSize.cy = 479;
  EXPECT_EQ(Kind::check(mode), STATUS_GRAPHICS_INVALID_VISIBLEREGION_SIZE);
  mode = good;
  mode.Format.Graphics.PixelFormat = D3DDDIFMT_UNKNOWN;
  EXPECT_EQ(Kind::check(mode), STATUS_GRAPHICS_INVALID_PIXELFORMAT);
  mode = good;
  mode.Format.Graphics.PixelValueAccessMode = D3DKMDT_PVAM_UNINITIALIZED;
  EXPECT_EQ(Kind::check(mode), STATUS_GRAPHICS_INVALID_PIXELVALUEACCESSMODE);
  mode = good;
  mode.Type = D3DKMDT_RMT_TEXT;
  EXPECT_EQ(Kind::check(mode), STATUS_SUCCESS);
}

TEST(ModeKinds, D040SignalSaysWhatIsWrong) {
  using Kind = ModeKind<MonitorMode>;
  const MonitorMode good = mode_of<MonitorMode>(1, 640, 480);
  EXPECT_EQ(Kind::check(good), STATUS_SUCCESS);
  MonitorMode mode = good;
  mode.VideoSignalInfo.VideoStandard = D3DKMDT_VSS_UNINITIALIZED;
  EXPECT_EQ(Kind::check(mode), STATUS_GRAPHICS_INVALID_MONITOR_SOURCE_MODE);
  mode = good;
  mode.VideoSignalInfo.ActiveSize.cy = 0;
  EXPECT_EQ(Kind::check(mode), STATUS_GRAPHICS_INVALID_ACTIVE_REGION);
  mode = good;
  mode.VideoSignalInfo.TotalSize.cx = 639;
  EXPECT_EQ(Kind::check(mode), STATUS_GRAPHICS_INVALID_TOTAL_REGION);
  mode = good;
  mode.VideoSignalInfo.VSyncFreq.Denominator = 0;
  EXPECT_EQ(Kind::check(mode), STATUS_GRAPHICS_INVALID_FREQUENCY);
  EXPECT_EQ(Kind::check(Kind::make(1)), Kind::kInvalidMode) << "as it comes from the host";
}

// A driver without control of vsync knows no frequency, and perhaps no total size.
TEST(ModeKinds, WhatIsNotSpecifiedIsValid) {
  MonitorMode mode = mode_of<MonitorMode>(1, 640, 480);
  mode.VideoSignalInfo.VSyncFreq = mode.VideoSignalInfo.HSyncFreq = {
      D3DKMDT_FREQUENCY_NOTSPECIFIED, D3DKMDT_FREQUENCY_NOTSPECIFIED};
  mode.VideoSignalInfo.PixelRate = D3DKMDT_FREQUENCY_NOTSPECIFIED;
  mode.VideoSignalInfo.TotalSize = {D3DKMDT_DIMENSION_NOTSPECIFIED, D3DKMDT_DIMENSION_NOTSPECIFIED};
  EXPECT_EQ(ModeKind<MonitorMode>::check(mode), STATUS_SUCCESS);
}

TEST(ModeSet, D040NewestPreferredModeIsTheOne) {
  display::MonitorModeSet set(7);
  for (UINT id = 1; id <= 3; ++id) {
    MonitorMode mode = mode_of<MonitorMode>(id, 100 * id, 100);
    if (id != 3) mode.Preference = D3DKMDT_MP_PREFERRED;
    EXPECT_EQ(set.add(mode), STATUS_SUCCESS);
  }
  EXPECT_EQ(set.find(1)->Preference, D3DKMDT_MP_NOTPREFERRED);
  EXPECT_EQ(set.find(2)->Preference, D3DKMDT_MP_PREFERRED);
}

RC_GTEST_PROP(ModeSet, HasEachModeAndEachIdentifierOnce, ()) {
  display::SourceModeSet set(0);
  const auto wished = *rc::gen::container<std::vector<std::pair<UINT, UINT>>>(
      rc::gen::pair(rc::gen::inRange<UINT>(0, 6), rc::gen::inRange<UINT>(1, 6)));
  std::map<UINT, UINT> model;  // from identifiers to widths
  for (const auto& [id, width] : wished) {
    const bool is_same = std::ranges::any_of(
        model, [&, width = width](const auto& one) { return one.second == width; });
    const NTSTATUS expected = is_same              ? STATUS_GRAPHICS_MODE_ALREADY_IN_MODESET
                              : model.contains(id) ? STATUS_GRAPHICS_MODE_ID_MUST_BE_UNIQUE
                                                   : STATUS_SUCCESS;
    RC_ASSERT(set.add(mode_of<SourceMode>(id, width, 100)) == expected);
    if (NT_SUCCESS(expected)) model[id] = width;
  }
  RC_ASSERT(set.modes().size() == model.size());
  const auto pin = *rc::gen::inRange<UINT>(0, 6);
  RC_ASSERT(set.pin(pin) == model.contains(pin));
  RC_ASSERT((set.pinned() != nullptr) == model.contains(pin));
}

}  // namespace
}  // namespace drydock::testing
