// Routines of the power framework.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

// A device of one component, registered with the framework.
struct PoweredOne {
  POHANDLE handle = nullptr;
  OwnDevice own;
  PoweredOne() {
    PO_FX_COMPONENT_V1 component{};
    PO_FX_DEVICE_V1 device{};
    device.Version = PO_FX_VERSION_V1;
    device.ComponentCount = 1;
    device.Components[0] = component;
    EXPECT_EQ(PoFxRegisterDevice(own.device, reinterpret_cast<PPO_FX_DEVICE>(&device), &handle),
              STATUS_SUCCESS);
  }
  ~PoweredOne() { PoFxUnregisterDevice(handle); }
};

const ExportRows kPowerFrameworkRows(
    "ExecutiveExports",
    {
        ROW(PoFxActivateComponent, up_to(DISPATCH_LEVEL), zeros(ends_by("N-060")),
            proven_by("PowerFramework.DriversMayPassNoCallbacks")),
        ROW(PoFxCompleteDevicePowerNotRequired, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              PoweredOne one;
              PoFxCompleteDevicePowerNotRequired(one.handle);
            })),
        ROW(PoFxCompleteDirectedPowerDown, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              PoweredOne one;
              PoFxCompleteDirectedPowerDown(one.handle);
            })),
        ROW(PoFxCompleteIdleCondition, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              PoweredOne one;
              PoFxCompleteIdleCondition(one.handle, 0);
            })),
        ROW(PoFxCompleteIdleState, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              PoweredOne one;
              PoFxCompleteIdleState(one.handle, 0);
            })),
        ROW(PoFxIdleComponent, up_to(DISPATCH_LEVEL), zeros(ends_by("N-060")),
            proven_by("PowerFramework.ComponentsAreActiveWhileTheyAreReferenced")),
        ROW(PoFxIssueComponentPerfStateChange, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              PoweredOne one;
              PoFxIssueComponentPerfStateChange(one.handle, 0, 0, nullptr, nullptr);
            })),
        ROW(PoFxIssueComponentPerfStateChangeMultiple, up_to(DISPATCH_LEVEL), zeros(passes()),
            works([] {
              PoweredOne one;
              PoFxIssueComponentPerfStateChangeMultiple(one.handle, 0, 0, 0, nullptr, nullptr);
            })),
        ROW(PoFxNotifySurprisePowerOn, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              OwnDevice own;
              PoFxNotifySurprisePowerOn(own.device);
            })),
        ROW(PoFxPowerControl, up_to(DISPATCH_LEVEL), zeros(gives(STATUS_NOT_IMPLEMENTED)),
            proven_by("PowerFramework.DriversMayPassNoCallbacks")),
        ROW(PoFxQueryCurrentComponentPerfState, up_to(DISPATCH_LEVEL),
            zeros(gives(STATUS_NOT_SUPPORTED)), works([] {
              PoweredOne one;
              ULONGLONG state = 0;
              EXPECT_EQ(PoFxQueryCurrentComponentPerfState(one.handle, 0, 0, 0, &state),
                        STATUS_NOT_SUPPORTED);
            })),
        ROW(PoFxRegisterComponentPerfStates, up_to(APC_LEVEL), zeros(crash()),
            proven_by("PowerFramework.DriversMayPassNoCallbacks")),
        ROW(PoFxRegisterDevice, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("PowerFramework.OtherVersionsAndALackOfMemoryAreRefused",
                      "PowerFramework.DriversMayPassNoCallbacks")),
        ROW(PoFxReportDevicePoweredOn, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              PoweredOne one;
              PoFxReportDevicePoweredOn(one.handle);
            })),
        ROW(PoFxSetComponentLatency, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              PoweredOne one;
              PoFxSetComponentLatency(one.handle, 0, 1);
            })),
        ROW(PoFxSetComponentResidency, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              PoweredOne one;
              PoFxSetComponentResidency(one.handle, 0, 1);
            })),
        ROW(PoFxSetComponentWake, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              PoweredOne one;
              PoFxSetComponentWake(one.handle, 0, TRUE);
            })),
        ROW(PoFxSetDeviceIdleTimeout, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              PoweredOne one;
              PoFxSetDeviceIdleTimeout(one.handle, 1);
            })),
        ROW(PoFxSetTargetDripsDevicePowerState, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_NOT_SUPPORTED)), works([] {
              PoweredOne one;
              EXPECT_EQ(PoFxSetTargetDripsDevicePowerState(one.handle, PowerDeviceD3),
                        STATUS_NOT_SUPPORTED);
            })),
        ROW(PoFxStartDevicePowerManagement, up_to(PASSIVE_LEVEL), zeros(ends_by("N-060")),
            proven_by("PowerFramework.DriversMayPassNoCallbacks")),
        ROW(PoFxUnregisterDevice, up_to(PASSIVE_LEVEL), zeros(ends_by("N-060")),
            proven_by("NewerRoutines.KnowTheBuildThatFirstHadThem")),
    });

}  // namespace
