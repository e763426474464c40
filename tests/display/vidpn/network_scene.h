// A network of two sources and the targets 7 and 9, in the hands of whoever plays the driver.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "src/display/vidpn/driver_call.h"
#include "src/display/vidpn/interfaces.h"
#include "src/display/vidpn/network_handles.h"
#include "src/rules/finding.h"

namespace drydock::testing {

using display::DriverCall;
using display::Purpose;
using display::VidPn;
using SourceMode = D3DKMDT_VIDPN_SOURCE_MODE;
using TargetMode = D3DKMDT_VIDPN_TARGET_MODE;
using MonitorMode = D3DKMDT_MONITOR_SOURCE_MODE;
using Path = D3DKMDT_VIDPN_PRESENT_PATH;

inline void fill(SourceMode& mode, UINT width, UINT height) {
  mode.Type = D3DKMDT_RMT_GRAPHICS;
  mode.Format.Graphics.PrimSurfSize = mode.Format.Graphics.VisibleRegionSize = {width, height};
  mode.Format.Graphics.Stride = width * 4;
  mode.Format.Graphics.PixelFormat = D3DDDIFMT_A8R8G8B8;
  mode.Format.Graphics.ColorBasis = D3DKMDT_CB_SCRGB;
  mode.Format.Graphics.PixelValueAccessMode = D3DKMDT_PVAM_DIRECT;
}

inline void fill(D3DKMDT_VIDEO_SIGNAL_INFO& signal, UINT width, UINT height) {
  signal.VideoStandard = D3DKMDT_VSS_OTHER;
  signal.TotalSize = signal.ActiveSize = {width, height};
  signal.VSyncFreq = {60, 1};
  signal.HSyncFreq = {60 * height, 1};
  signal.PixelRate = SIZE_T{60} * width * height;
  signal.ScanLineOrdering = D3DDDI_VSSLO_PROGRESSIVE;
}
inline void fill(TargetMode& mode, UINT width, UINT height) {
  fill(mode.VideoSignalInfo, width, height);
  mode.Preference = D3DKMDT_MP_NOTPREFERRED;
}
inline void fill(MonitorMode& mode, UINT width, UINT height) {
  fill(mode.VideoSignalInfo, width, height);
  mode.Origin = D3DKMDT_MCO_DRIVER;
  mode.Preference = D3DKMDT_MP_NOTPREFERRED;
  mode.ColorBasis = D3DKMDT_CB_SRGB;
}

template <typename Mode>
Mode mode_of(UINT id, UINT width, UINT height) {
  Mode mode{};
  mode.Id = id;
  fill(mode, width, height);
  return mode;
}

// What the driver has while one of its entry points runs.
struct Given {
  D3DKMDT_HVIDPN vidpn = nullptr;
  const DXGK_VIDPN_INTERFACE& network = display::interfaces().vidpn1;
  D3DKMDT_HVIDPNTOPOLOGY topology = nullptr;
  const DXGK_VIDPNTOPOLOGY_INTERFACE& paths = display::interfaces().topology;
  const DXGK_VIDPNSOURCEMODESET_INTERFACE& sources = display::interfaces().source_modes;
  const DXGK_VIDPNTARGETMODESET_INTERFACE& targets = display::interfaces().target_modes;
  const DXGK_MONITORSOURCEMODESET_INTERFACE& monitor_modes = display::interfaces().monitor_modes;

  D3DKMDT_HVIDPNSOURCEMODESET acquire_source(UINT source) const {
    D3DKMDT_HVIDPNSOURCEMODESET set = nullptr;
    const DXGK_VIDPNSOURCEMODESET_INTERFACE* functions = nullptr;
    EXPECT_EQ(network.pfnAcquireSourceModeSet(vidpn, source, &set, &functions), STATUS_SUCCESS);
    EXPECT_EQ(functions, &sources);
    return set;
  }
  D3DKMDT_HVIDPNTARGETMODESET acquire_target(UINT target) const {
    D3DKMDT_HVIDPNTARGETMODESET set = nullptr;
    const DXGK_VIDPNTARGETMODESET_INTERFACE* functions = nullptr;
    EXPECT_EQ(network.pfnAcquireTargetModeSet(vidpn, target, &set, &functions), STATUS_SUCCESS);
    return set;
  }
  D3DKMDT_HVIDPNSOURCEMODESET create_source(UINT source) const {
    D3DKMDT_HVIDPNSOURCEMODESET set = nullptr;
    const DXGK_VIDPNSOURCEMODESET_INTERFACE* functions = nullptr;
    EXPECT_EQ(network.pfnCreateNewSourceModeSet(vidpn, source, &set, &functions), STATUS_SUCCESS);
    return set;
  }
  D3DKMDT_HVIDPNTARGETMODESET create_target(UINT target) const {
    D3DKMDT_HVIDPNTARGETMODESET set = nullptr;
    const DXGK_VIDPNTARGETMODESET_INTERFACE* functions = nullptr;
    EXPECT_EQ(network.pfnCreateNewTargetModeSet(vidpn, target, &set, &functions), STATUS_SUCCESS);
    return set;
  }

  SourceMode* new_mode(D3DKMDT_HVIDPNSOURCEMODESET set) const {
    SourceMode* mode = nullptr;
    EXPECT_EQ(sources.pfnCreateNewModeInfo(set, &mode), STATUS_SUCCESS);
    return mode;
  }
  TargetMode* new_mode(D3DKMDT_HVIDPNTARGETMODESET set) const {
    TargetMode* mode = nullptr;
    EXPECT_EQ(targets.pfnCreateNewModeInfo(set, &mode), STATUS_SUCCESS);
    return mode;
  }
  NTSTATUS add(D3DKMDT_HVIDPNSOURCEMODESET set, UINT width, UINT height) const {
    SourceMode* const mode = new_mode(set);
    fill(*mode, width, height);
    return sources.pfnAddMode(set, mode);
  }
  NTSTATUS add(D3DKMDT_HVIDPNTARGETMODESET set, UINT width, UINT height) const {
    TargetMode* const mode = new_mode(set);
    fill(*mode, width, height);
    return targets.pfnAddMode(set, mode);
  }
  Path* new_path(UINT source, UINT target) const {
    Path* path = nullptr;
    EXPECT_EQ(paths.pfnCreateNewPathInfo(topology, &path), STATUS_SUCCESS);
    path->VidPnSourceId = source;
    path->VidPnTargetId = target;
    return path;
  }
};

class NetworkTest : public ::testing::Test {
 protected:
  NetworkTest() {
    display::NetworkHandles::instance().alone([&] {
      display::NetworkHandles::instance().add_adapter(adapter(), {&monitors, &standing});
    });
  }
  ~NetworkTest() override {
    display::NetworkHandles::instance().alone(
        [&] { display::NetworkHandles::instance().remove_adapter(adapter()); });
  }

  // The handle by which the driver knows its adapter.
  HANDLE adapter() { return &monitors; }

  // Plays an entry point of the driver.
  void during(Purpose purpose, const std::function<void(const Given&)>& body) {
    DriverCall call(traits, purpose);
    Given given{.vidpn = call.handle_of(vidpn)};
    const DXGK_VIDPNTOPOLOGY_INTERFACE* functions = nullptr;
    EXPECT_EQ(given.network.pfnGetTopology(given.vidpn, &given.topology, &functions),
              STATUS_SUCCESS);
    EXPECT_EQ(functions, &given.paths);
    body(given);
    call.end([] { return nt::Offender::named("player"); });
  }

  void add_path(UINT source, UINT target) {
    Path path = vidpn.new_path();
    path.VidPnSourceId = source;
    path.VidPnTargetId = target;
    EXPECT_EQ(vidpn.add_path(path), STATUS_SUCCESS);
  }

  std::size_t count(std::string_view rule) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        log.findings(), [&](const rules::Finding& finding) { return finding.rule->id == rule; }));
  }
  void expect_silence() const { EXPECT_EQ(findings_text(), ""); }
  std::string findings_text() const {
    std::string text;
    for (const rules::Finding& finding : log.findings()) text += rules::to_text(finding);
    return text;
  }

  rules::FindingLog log;
  display::DriverTraits traits{.version = DXGKDDI_INTERFACE_VERSION};
  VidPn vidpn{2, {7, 9}};
  display::Monitors monitors{{7, 9}};
  DriverCall standing{traits, Purpose::kOther};
};

}  // namespace drydock::testing
