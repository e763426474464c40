// Callbacks of display adapters: the picture of the firmware, outputs, and what the system does not
// have.
#include <gtest/gtest.h>

#include "src/sim/faults.h"
#include "tests/dxgk/callbacks/callbacks_scene.h"
#include "tests/support/firmware_display.h"

namespace drydock::testing {
namespace {

TEST(DisplayCallbacks, PictureOfTheFirmwareIsDescribed) {
  with_callbacks(
      [](const DXGKRNL_INTERFACE& callbacks) {
        DXGK_DISPLAY_INFORMATION first{}, second{};
        EXPECT_EQ(callbacks.DxgkCbAcquirePostDisplayOwnership(callbacks.DeviceHandle, &first),
                  STATUS_SUCCESS);
        EXPECT_EQ(first.Width, 1024U);
        EXPECT_EQ(first.Height, 768U);
        EXPECT_EQ(first.Pitch, 4096U);
        EXPECT_EQ(first.PhysicAddress.QuadPart, 0xE000'0000);
        DXGK_DISPLAY_OWNERSHIP_FLAGS flags{};
        flags.Value = ~0U;
        EXPECT_EQ(
            callbacks.DxgkCbAcquirePostDisplayOwnership2(callbacks.DeviceHandle, &second, &flags),
            STATUS_SUCCESS);
        EXPECT_EQ(second.Width, first.Width);
        DXGK_DISPLAY_OWNERSHIP_FLAGS expected{};
        expected.FrameBufferState = FrameBufferStateInitializedByFirmware;
        EXPECT_EQ(flags.Value, expected.Value) << "and nothing else";
      },
      std::make_shared<FirmwareDisplay>());
}

TEST(DisplayCallbacks, FirmwareThatUsedAnotherDeviceLeftNoPicture) {
  with_callbacks([](const DXGKRNL_INTERFACE& callbacks) {
    DXGK_DISPLAY_INFORMATION display{};
    display.Width = 7;
    DXGK_DISPLAY_OWNERSHIP_FLAGS flags{};
    EXPECT_EQ(
        callbacks.DxgkCbAcquirePostDisplayOwnership2(callbacks.DeviceHandle, &display, &flags),
        STATUS_SUCCESS);
    EXPECT_EQ(display.Width, 0U);
    EXPECT_EQ(display.TargetId, D3DDDI_ID_UNINITIALIZED);
    EXPECT_EQ(flags.FrameBufferState, UINT{FrameBufferStateUnknown});
  });
}

TEST(DisplayCallbacks, PictureThatCannotBeHadIsNotWritten) {
  with_callbacks([](const DXGKRNL_INTERFACE& callbacks) {
    DXGK_DISPLAY_INFORMATION display{};
    display.Width = 7;
    EXPECT_EQ(callbacks.DxgkCbAcquirePostDisplayOwnership(callbacks.DeviceHandle, nullptr),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(
        callbacks.DxgkCbAcquirePostDisplayOwnership2(callbacks.DeviceHandle, &display, nullptr),
        STATUS_INVALID_PARAMETER);
    display.Width = 7;
    const sim::FaultInjection injection({.seed = 1, .one_in = 1, .only = sim::FaultKind::kDevice});
    EXPECT_EQ(callbacks.DxgkCbAcquirePostDisplayOwnership(callbacks.DeviceHandle, &display),
              STATUS_UNSUCCESSFUL);
    EXPECT_EQ(display.Width, 7U);
  });
}

TEST(DisplayCallbackRules, D044NetworkThatIsNoneOfTheCallIsFound) {
  MiniportOptions options;
  options.started = [](dxgk::Adapter& adapter) {
    const DXGKRNL_INTERFACE callbacks =
        dxgk::kernel_interface(adapter.version(), adapter.hardware().device_handle());
    adapter.driver().run("test", [&] {
      const DXGK_VIDPN_INTERFACE* out = nullptr;
      EXPECT_EQ(callbacks.DxgkCbQueryVidPnInterface(nullptr, DXGK_VIDPN_INTERFACE_VERSION_V1, &out),
                STATUS_GRAPHICS_INVALID_VIDPN);
      EXPECT_EQ(callbacks.DxgkCbQueryVidPnInterface(
                    nullptr, static_cast<DXGK_VIDPN_INTERFACE_VERSION>(9), &out),
                STATUS_NOT_SUPPORTED);
      EXPECT_EQ(
          callbacks.DxgkCbQueryVidPnInterface(nullptr, DXGK_VIDPN_INTERFACE_VERSION_V1, nullptr),
          STATUS_INVALID_PARAMETER);
      EXPECT_EQ(out, nullptr);
    });
  };
  const MiniportLife life = life_with(u"", options);
  EXPECT_EQ(life.count("D-044"), 3U) << life.findings_text();
}

TEST(DisplayCallbacks, WhatTheSystemDoesNotHaveIsRefused) {
  with_callbacks([](const DXGKRNL_INTERFACE& callbacks) {
    const HANDLE device = callbacks.DeviceHandle;
    const DXGK_MONITOR_INTERFACE* monitors = nullptr;
    const auto version = DXGK_MONITOR_INTERFACE_VERSION_V1;
    EXPECT_EQ(callbacks.DxgkCbQueryMonitorInterface(device, version, &monitors),
              STATUS_NOT_SUPPORTED);
    EXPECT_EQ(callbacks.DxgkCbQueryMonitorInterface(device, version, nullptr),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(callbacks.DxgkCbIndicateConnectorChange(device), STATUS_NOT_SUPPORTED);
    EXPECT_EQ(callbacks.DxgkCbNotifyCursorSupportChange(nullptr), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(callbacks.DxgkCbIndicateChildStatus(device, nullptr), STATUS_INVALID_PARAMETER);
  });
}

}  // namespace
}  // namespace drydock::testing
