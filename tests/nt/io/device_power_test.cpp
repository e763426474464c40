// Power: settings that drivers hear of, and power IRPs.
#include "src/nt/io/device_power.h"

#include <gtest/gtest.h>

#include "src/nt/io/device.h"
#include "src/nt/ob/object.h"
#include "src/nt/ob/registry.h"
#include "src/rules/finding.h"
#include "tests/nt/io/device_scene.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

ULONG reported_value = 0;
NTSTATUS power_changed(LPCGUID, PVOID value, ULONG, PVOID) {
  reported_value = *static_cast<PULONG>(value);
  return STATUS_SUCCESS;
}

// wdm/nf-wdm-poregisterpowersettingcallback.md: called at once with the current value, then at each
// change
TEST_F(DeviceTest, PowerSettings) {
  const GUID setting{5, 5, 5, {5}};
  set_power_setting(setting, {1, 0, 0, 0});
  void* handle = nullptr;
  ASSERT_EQ(PoRegisterPowerSettingCallback(lower_, &setting, power_changed, nullptr, &handle),
            STATUS_SUCCESS);
  EXPECT_EQ(reported_value, 1U);
  set_power_setting(setting, {2, 0, 0, 0});
  EXPECT_EQ(reported_value, 2U);
  EXPECT_EQ(PoUnregisterPowerSettingCallback(handle), STATUS_SUCCESS);
  EXPECT_EQ(PoUnregisterPowerSettingCallback(handle), STATUS_INVALID_PARAMETER);
  set_power_setting(setting, {3, 0, 0, 0});
  EXPECT_EQ(reported_value, 2U);
}

DEVICE_POWER_STATE power_done_state = PowerDeviceUnspecified;
void power_done(PDEVICE_OBJECT, UCHAR, POWER_STATE state, PVOID context, PIO_STATUS_BLOCK block) {
  EXPECT_EQ(block->Status, STATUS_SUCCESS);
  // It is the IRP's own, not a copy.
  EXPECT_EQ(block, &(*static_cast<PIRP*>(context))->IoStatus);
  power_done_state = state.DeviceState;
}

// wdm/nf-wdm-porequestpowerirp.md: STATUS_PENDING; STATUS_INVALID_PARAMETER_2
TEST_F(DeviceTest, PowerIrp) {
  POWER_STATE state{};
  state.DeviceState = PowerDeviceD3;
  EXPECT_EQ(PoRequestPowerIrp(lower_, 0x77, state, power_done, nullptr, nullptr),
            STATUS_INVALID_PARAMETER_2);
  PIRP irp = nullptr;
  EXPECT_EQ(PoRequestPowerIrp(lower_, IRP_MN_SET_POWER, state, power_done, &irp, &irp),
            STATUS_PENDING);
  EXPECT_EQ(power_done_state, PowerDeviceD3);
  EXPECT_EQ(PoSetPowerState(lower_, DevicePowerState, state).DeviceState, PowerDeviceD0);
  EXPECT_EQ(PoSetPowerState(lower_, DevicePowerState, state).DeviceState, PowerDeviceD3);
}

constexpr const char* kCallback =
    "static NTSTATUS Changed(LPCGUID setting, PVOID value, ULONG length, PVOID context) {\n"
    "  UNREFERENCED_PARAMETER(setting); UNREFERENCED_PARAMETER(value); "
    "UNREFERENCED_PARAMETER(length);\n"
    "  UNREFERENCED_PARAMETER(context);\n  return STATUS_SUCCESS;\n}\n"
    "static const GUID setting = {1, 2, 3, {4}};\n";
constexpr const char* kRegister =
    "  PVOID handle;\n"
    "  if (!NT_SUCCESS(PoRegisterPowerSettingCallback(NULL, &setting, Changed, NULL, &handle))) // "
    "here\n"
    "    return STATUS_UNSUCCESSFUL;\n";

TEST(DeviceRules, N047PowerSettingCallbackLeftIsFound) {
  expect_found("N-047", driver_with(kRegister, kCallback));
}

TEST(DeviceRules, N047PowerSettingCallbackTakenBackIsSilent) {
  expect_silent(driver_with(
      std::string(kRegister) + "  PoUnregisterPowerSettingCallback(handle);\n", kCallback));
}

}  // namespace
