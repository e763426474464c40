// Routines of power.
#include "ntpoapi.h"
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kPowerRows(
    "ExecutiveExports",
    {
        ROW(NtPowerInformation, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("PowerInformation.SaysThatTheMachineNeverSlept")),
        ROW(PoCallDriver, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetCompletionRoutine(
                  one.irp,
                  [](PDEVICE_OBJECT, PIRP, PVOID) { return STATUS_MORE_PROCESSING_REQUIRED; },
                  nullptr, TRUE, TRUE, TRUE);
              EXPECT_EQ(PoCallDriver(own.device, one.irp), STATUS_SUCCESS);
              EXPECT_EQ(one.irp->IoStatus.Information, 7u);
            })),
        ROW(PoClearPowerRequest, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              PVOID request = nullptr;
              EXPECT_EQ(PoCreatePowerRequest(&request, nullptr, nullptr), STATUS_SUCCESS);
              EXPECT_EQ(PoClearPowerRequest(request, PowerRequestSystemRequired),
                        STATUS_INVALID_PARAMETER);
              PoDeletePowerRequest(request);
            })),
        ROW(PoCreatePowerRequest, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Faults.RegistrationsThatFailAreUndoneBySilentDrivers")),
        ROW(PoDeletePowerRequest, up_to(APC_LEVEL), zeros(passes()),
            proven_by("Faults.RegistrationsThatFailAreUndoneBySilentDrivers")),
        ROW(PoEndDeviceBusy, at_any_level(), zeros(passes()), works([] {
              ULONG idle = 3;
              PoEndDeviceBusy(&idle);
            })),
        ROW(PoGetSystemWake, advised_up_to(DISPATCH_LEVEL), zeros(gives(FALSE)), works([] {
              OwnIrp one;
              PoSetSystemWake(one.irp);
              EXPECT_FALSE(PoGetSystemWake(one.irp));
            })),
        ROW(PoQueryWatchdogTime, advised_up_to(DISPATCH_LEVEL), zeros(gives(FALSE)), works([] {
              OwnDevice own;
              ULONG seconds = 9;
              EXPECT_FALSE(PoQueryWatchdogTime(own.device, &seconds));
              EXPECT_EQ(seconds, 9u);
            })),
        ROW(PoRegisterDeviceForIdleDetection, up_to(APC_LEVEL), zeros(gives(nullptr)), works([] {
              OwnDevice own;
              EXPECT_EQ(PoRegisterDeviceForIdleDetection(own.device, 0, 0, PowerDeviceD3), nullptr);
            })),
        ROW(PoRegisterPowerSettingCallback, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("DeviceTest.PowerSettings")),
        ROW(PoRegisterSystemState, up_to(APC_LEVEL), zeros(passes()),
            proven_by("FaultStatuses.RegistrationsAreRefusedAsDocumented")),
        ROW(PoRequestPowerIrp, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("DeviceTest.PowerIrp")),
        ROW(PoSetDeviceBusyEx, at_any_level(), zeros(passes()), works([] {
              ULONG idle = 3;
              PoSetDeviceBusyEx(&idle);
            })),
        ROW(PoSetPowerRequest, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              PVOID request = nullptr;
              EXPECT_EQ(PoCreatePowerRequest(&request, nullptr, nullptr), STATUS_SUCCESS);
              EXPECT_EQ(PoSetPowerRequest(request, PowerRequestSystemRequired), STATUS_SUCCESS);
              EXPECT_EQ(PoSetPowerRequest(request, static_cast<POWER_REQUEST_TYPE>(9)),
                        STATUS_INVALID_PARAMETER);
              EXPECT_EQ(PoClearPowerRequest(request, PowerRequestSystemRequired), STATUS_SUCCESS);
              PoDeletePowerRequest(request);
            })),
        ROW(PoSetPowerState, at_any_level(), zeros(passes()), proven_by("DeviceTest.PowerIrp")),
        ROW(PoSetSystemState, up_to(DISPATCH_LEVEL), zeros(passes()),
            works([] { PoSetSystemState(ES_SYSTEM_REQUIRED); })),
        ROW(PoSetSystemWake, advised_up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              OwnIrp one;
              PoSetSystemWake(one.irp);
            })),
        ROW(PoSetSystemWakeDevice, at_any_level(), zeros(passes()), works([] {
              OwnDevice own;
              PoSetSystemWakeDevice(own.device);
            })),
        ROW(PoStartDeviceBusy, at_any_level(), zeros(passes()), works([] {
              ULONG idle = 3;
              PoStartDeviceBusy(&idle);
            })),
        ROW(PoStartNextPowerIrp, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              OwnIrp one;
              PoStartNextPowerIrp(one.irp);
            })),
        ROW(PoUnregisterPowerSettingCallback, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_PARAMETER)), proven_by("DeviceTest.PowerSettings")),
        ROW(PoUnregisterSystemState, up_to(APC_LEVEL), zeros(passes()), works([] {
              const PVOID state = PoRegisterSystemState(nullptr, ES_CONTINUOUS);
              EXPECT_NE(state, nullptr);
              EXPECT_EQ(PoRegisterSystemState(state, ES_CONTINUOUS), state);
              PoUnregisterSystemState(state);
            })),
        ROW(ZwPowerInformation, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("PowerInformation.NeedsRoomAndNoInput",
                      "PowerInformation.SaysThatTheMachineNeverSlept")),
    });

}  // namespace
