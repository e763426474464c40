// The power framework: components that become active and idle.
#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/sim/faults.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::testing;

using Changes = std::vector<std::pair<char, ULONG>>;

void become_active(PVOID context, ULONG component) {
  static_cast<Changes*>(context)->push_back({'a', component});
}
void become_idle(PVOID context, ULONG component) {
  static_cast<Changes*>(context)->push_back({'i', component});
}

// A device of two components of one version's structure.
template <typename Device>
struct Powered {
  explicit Powered(ULONG version) {
    device->Version = version;
    device->ComponentCount = 2;
    device->ComponentActiveConditionCallback = become_active;
    device->ComponentIdleConditionCallback = become_idle;
    device->DeviceContext = &changes;
  }

  Changes changes;
  alignas(16) UCHAR room[1024] = {};
  Device* device = reinterpret_cast<Device*>(room);
  POHANDLE handle = nullptr;
};

template <typename Device>
void expect_components_followed(ULONG version) {
  Powered<Device> it(version);
  ASSERT_EQ(PoFxRegisterDevice(nullptr, reinterpret_cast<PPO_FX_DEVICE>(it.device), &it.handle),
            STATUS_SUCCESS);
  PoFxActivateComponent(it.handle, 1, 0);
  EXPECT_TRUE(it.changes.empty());  // all are active until management starts
  PoFxStartDevicePowerManagement(it.handle);
  EXPECT_EQ(it.changes, (Changes{{'i', 0}}));
  PoFxActivateComponent(it.handle, 0, 0);
  PoFxActivateComponent(it.handle, 0, 0);
  PoFxIdleComponent(it.handle, 0, 0);
  EXPECT_EQ(it.changes, (Changes{{'i', 0}, {'a', 0}}));
  PoFxIdleComponent(it.handle, 0, 0);
  PoFxIdleComponent(it.handle, 1, 0);
  PoFxIdleComponent(it.handle, 1, 0);
  EXPECT_EQ(it.changes, (Changes{{'i', 0}, {'a', 0}, {'i', 0}, {'i', 1}}));
  PoFxActivateComponent(it.handle, 2, 0);
  PoFxIdleComponent(it.handle, ~0U, 0);
  EXPECT_EQ(it.changes.size(), 4U);
  PoFxUnregisterDevice(it.handle);
}

// wdm/nf-wdm-pofxstartdevicepowermanagement.md, wdm/nf-wdm-pofxactivatecomponent.md
TEST(PowerFramework, ComponentsAreActiveWhileTheyAreReferenced) {
  expect_components_followed<PO_FX_DEVICE_V1>(PO_FX_VERSION_V1);
  expect_components_followed<PO_FX_DEVICE_V2>(PO_FX_VERSION_V2);
  expect_components_followed<PO_FX_DEVICE_V3>(PO_FX_VERSION_V3);
}

TEST(PowerFramework, OtherVersionsAndALackOfMemoryAreRefused) {
  for (const ULONG version : {ULONG{0}, ULONG{PO_FX_VERSION_V3} + 1}) {
    Powered<PO_FX_DEVICE_V1> it(version);
    EXPECT_EQ(PoFxRegisterDevice(nullptr, reinterpret_cast<PPO_FX_DEVICE>(it.device), &it.handle),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(it.handle, nullptr);
  }
  Powered<PO_FX_DEVICE_V1> it(PO_FX_VERSION_V1);
  const drydock::sim::FaultInjection injection({.nth = 0});
  EXPECT_EQ(PoFxRegisterDevice(nullptr, reinterpret_cast<PPO_FX_DEVICE>(it.device), &it.handle),
            STATUS_INSUFFICIENT_RESOURCES);
  EXPECT_EQ(it.handle, nullptr);
}

TEST(PowerFramework, DriversMayPassNoCallbacks) {
  Powered<PO_FX_DEVICE_V1> it(PO_FX_VERSION_V1);
  it.device->ComponentActiveConditionCallback = nullptr;
  it.device->ComponentIdleConditionCallback = nullptr;
  ASSERT_EQ(PoFxRegisterDevice(nullptr, reinterpret_cast<PPO_FX_DEVICE>(it.device), &it.handle),
            STATUS_SUCCESS);
  PoFxStartDevicePowerManagement(it.handle);
  PoFxActivateComponent(it.handle, 0, 0);
  EXPECT_TRUE(it.changes.empty());
  SIZE_T returned = 7;
  EXPECT_EQ(PoFxPowerControl(it.handle, nullptr, nullptr, 0, nullptr, 0, &returned),
            STATUS_NOT_IMPLEMENTED);
  EXPECT_EQ(returned, 0U);
  PPO_FX_COMPONENT_PERF_INFO states = reinterpret_cast<PPO_FX_COMPONENT_PERF_INFO>(&it);
  EXPECT_EQ(PoFxRegisterComponentPerfStates(it.handle, 0, 0, nullptr, nullptr, &states),
            STATUS_NOT_SUPPORTED);
  EXPECT_EQ(states, nullptr);
  PoFxUnregisterDevice(it.handle);
}

constexpr const char* kRegisterPowered =
    "  PO_FX_DEVICE_V1 device; POHANDLE handle;\n"
    "  RtlZeroMemory(&device, sizeof device);\n"
    "  device.Version = PO_FX_VERSION_V1;\n  device.ComponentCount = 1;\n"
    "  if (!NT_SUCCESS(PoFxRegisterDevice(NULL, (PPO_FX_DEVICE)&device, &handle)))  // here\n"
    "    return STATUS_UNSUCCESSFUL;\n";

TEST(DeviceRules, N047PowerRegistrationLeftIsFound) {
  expect_found("N-047", driver_with(kRegisterPowered));
}

TEST(DeviceRules, N047PowerRegistrationTakenBackIsSilent) {
  expect_silent(driver_with(std::string(kRegisterPowered) + "  PoFxUnregisterDevice(handle);\n"));
}

}  // namespace
