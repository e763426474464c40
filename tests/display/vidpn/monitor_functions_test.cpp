// DXGK_MONITOR_INTERFACE: monitors in the hands of a driver.
#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

class MonitorFunctionsPromises : public NetworkTest {};
class MonitorRules : public NetworkTest {
 protected:
  MonitorRules() {
    auto monitor = std::make_shared<display::Monitor>(7);
    EXPECT_EQ(monitor->modes->add(mode_of<MonitorMode>(1, 640, 480)), STATUS_SUCCESS);
    monitor->additional_modes.resize(2);
    monitors.connect(7, std::move(monitor));
  }
  D3DKMDT_HMONITORSOURCEMODESET acquire() {
    D3DKMDT_HMONITORSOURCEMODESET set = nullptr;
    const DXGK_MONITORSOURCEMODESET_INTERFACE* functions = nullptr;
    EXPECT_EQ(display::interfaces().monitor2.pfnAcquireMonitorSourceModeSet(adapter(), 7, &set,
                                                                            &functions),
              STATUS_SUCCESS);
    return set;
  }
  NTSTATUS release(D3DKMDT_HMONITORSOURCEMODESET set) {
    return display::interfaces().monitor2.pfnReleaseMonitorSourceModeSet(adapter(), set);
  }
};

TEST_F(MonitorFunctionsPromises, D067UnknownIsDistinguishedFromUnplugged) {
  const auto& monitor = display::interfaces().monitor1;
  D3DKMDT_HMONITORSOURCEMODESET set = nullptr;
  const DXGK_MONITORSOURCEMODESET_INTERFACE* functions = nullptr;
  EXPECT_EQ(monitor.pfnAcquireMonitorSourceModeSet(nullptr, 7, &set, &functions),
            STATUS_GRAPHICS_INVALID_DISPLAY_ADAPTER);
  EXPECT_EQ(monitor.pfnAcquireMonitorSourceModeSet(adapter(), 8, &set, &functions),
            STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET);
  EXPECT_EQ(monitor.pfnAcquireMonitorSourceModeSet(adapter(), 7, &set, &functions),
            STATUS_GRAPHICS_MONITOR_NOT_CONNECTED);
  EXPECT_EQ(monitor.pfnAcquireMonitorSourceModeSet(adapter(), 7, nullptr, &functions),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(set, nullptr);
  expect_silence();
}

TEST_F(MonitorRules, D049MonitorSetIsReleasedOnceForEachAcquisition) {
  during(Purpose::kEnumerate, [&](const Given&) {
    const auto set = acquire();
    EXPECT_EQ(release(set), STATUS_SUCCESS);
    EXPECT_EQ(release(set), STATUS_GRAPHICS_INVALID_MONITOR_SOURCEMODESET);
    acquire();
  });
  EXPECT_EQ(count("D-049"), 2U) << findings_text();
}

// Outside of the entry points that bring networks a set may last until the adapter stops.
TEST_F(MonitorRules, D049SetThatIsReleasedInALaterCallIsSilent) {
  const auto set = acquire();
  SIZE_T modes = 0;
  EXPECT_EQ(display::interfaces().monitor_modes.pfnGetNumModes(set, &modes), STATUS_SUCCESS);
  EXPECT_EQ(modes, 1U);
  during(Purpose::kEnumerate, [&](const Given&) { EXPECT_EQ(release(set), STATUS_SUCCESS); });
  standing.end([] { return nt::Offender::named("player"); });
  expect_silence();
}

TEST_F(MonitorRules, D092ListOfAdditionalModesThatIsNotReleasedIsFound) {
  during(Purpose::kEnumerate, [&](const Given&) {
    UINT modes = 0;
    DXGK_TARGETMODE_DETAIL_TIMING* list = nullptr;
    EXPECT_EQ(
        display::interfaces().monitor2.pfnGetAdditionalMonitorModeSet(adapter(), 7, &modes, &list),
        STATUS_SUCCESS);
    EXPECT_EQ(modes, 2U);
  });
  EXPECT_EQ(count("D-092"), 1U) << findings_text();
}

TEST_F(MonitorRules, D092ListThatIsReleasedIsSilent) {
  during(Purpose::kEnumerate, [&](const Given&) {
    const auto& monitor = display::interfaces().monitor2;
    UINT modes = 0;
    DXGK_TARGETMODE_DETAIL_TIMING* list = nullptr;
    EXPECT_EQ(monitor.pfnGetAdditionalMonitorModeSet(adapter(), 7, &modes, &list), STATUS_SUCCESS);
    EXPECT_EQ(monitor.pfnReleaseAdditionalMonitorModeSet(adapter(), 7, list), STATUS_SUCCESS);
    EXPECT_EQ(monitor.pfnGetAdditionalMonitorModeSet(adapter(), 9, &modes, &list),
              STATUS_GRAPHICS_MONITOR_NOT_CONNECTED);
    monitors.connect(9, std::make_shared<display::Monitor>(9));
    EXPECT_EQ(monitor.pfnGetAdditionalMonitorModeSet(adapter(), 9, &modes, &list),
              STATUS_NOT_FOUND);
  });
  expect_silence();
}

TEST_F(MonitorRules, D045FunctionOfALaterVersionIsFound) {
  UINT modes = 0;
  DXGK_TARGETMODE_DETAIL_TIMING* list = nullptr;
  EXPECT_EQ(
      display::interfaces().monitor1.pfnGetAdditionalMonitorModeSet(adapter(), 7, &modes, &list),
      STATUS_NOT_SUPPORTED);
  EXPECT_EQ(display::interfaces().monitor1.pfnReleaseAdditionalMonitorModeSet(adapter(), 7, list),
            STATUS_NOT_SUPPORTED);
  EXPECT_EQ(count("D-045"), 2U) << findings_text();
}

// As DxgkDdiRecommendMonitorModes does.
TEST_F(MonitorRules, D040DriverAddsModesToTheSetOfTheCall) {
  DriverCall call(traits, Purpose::kMonitorModes);
  const auto set = call.handle_of(monitors.at(7)->modes);
  const auto& functions = display::interfaces().monitor_modes;
  const MonitorMode* preferred = nullptr;
  EXPECT_EQ(functions.pfnAcquirePreferredModeInfo(set, &preferred),
            STATUS_GRAPHICS_NO_PREFERRED_MODE);
  EXPECT_EQ(preferred, nullptr);
  MonitorMode* mode = nullptr;
  EXPECT_EQ(functions.pfnCreateNewModeInfo(set, &mode), STATUS_SUCCESS);
  fill(*mode, 640, 480);
  EXPECT_EQ(functions.pfnAddMode(set, mode), STATUS_GRAPHICS_MODE_ALREADY_IN_MODESET);
  fill(*mode, 1024, 768);
  mode->Preference = D3DKMDT_MP_PREFERRED;
  EXPECT_EQ(functions.pfnAddMode(set, mode), STATUS_SUCCESS);
  EXPECT_EQ(functions.pfnAcquirePreferredModeInfo(set, &preferred), STATUS_SUCCESS);
  EXPECT_EQ(preferred->VideoSignalInfo.ActiveSize.cx, 1024U);
  EXPECT_EQ(functions.pfnReleaseModeInfo(set, preferred), STATUS_SUCCESS);
  call.end([] { return nt::Offender::named("player"); });
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
