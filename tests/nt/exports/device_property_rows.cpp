// Routines of what devices tell of themselves.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kDevicePropertyRows(
    "ExecutiveExports",
    {
        ROW(IoAllocateErrorLogEntry, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)),
            proven_by("ErrorLog.EntriesBecomeEvents")),
        ROW(IoCheckShareAccess, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("ShareAccess.OpensMustAgree")),
        ROW(IoFreeErrorLogEntry, up_to(DISPATCH_LEVEL), zeros(passes()),
            proven_by("ErrorLog.EntriesBecomeEvents")),
        ROW(IoGetDeviceInterfaceAlias, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            works([] {
              UNICODE_STRING link = words(u"\\??\\none"), alias{};
              const GUID id{};
              EXPECT_EQ(IoGetDeviceInterfaceAlias(&link, &id, &alias), STATUS_INVALID_HANDLE);
              EXPECT_EQ(alias.Buffer, nullptr);
            })),
        ROW(IoGetDeviceInterfacePropertyData, up_to(APC_LEVEL), zeros(crash()), works([] {
              UNICODE_STRING link = words(u"\\??\\none");
              const DEVPROPKEY key{};
              ULONG needed = 0;
              DEVPROPTYPE type = 0;
              EXPECT_EQ(
                  IoGetDeviceInterfacePropertyData(&link, &key, 0, 0, 0, nullptr, &needed, &type),
                  STATUS_OBJECT_NAME_NOT_FOUND);
            })),
        ROW(IoGetDeviceInterfaces, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("DeviceTest.Interfaces")),
        ROW(IoGetDeviceNumaNode, advised_up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_DEVICE_REQUEST)), works([] {
              OwnDevice own;
              USHORT node = 9;
              EXPECT_EQ(IoGetDeviceNumaNode(own.device, &node), STATUS_INVALID_DEVICE_REQUEST);
              EXPECT_EQ(node, 9);
            })),
        ROW(IoGetDeviceProperty, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("DeviceTest.Properties")),
        ROW(IoGetDevicePropertyData, up_to(APC_LEVEL), zeros(crash()),
            proven_by("DeviceTest.Properties")),
        ROW(IoInvalidateDeviceRelations, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              OwnDevice own;
              IoInvalidateDeviceRelations(own.device, BusRelations);
            })),
        ROW(IoInvalidateDeviceState, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              OwnDevice own;
              IoInvalidateDeviceState(own.device);
            })),
        ROW(IoOpenDeviceInterfaceRegistryKey, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_OBJECT_NAME_NOT_FOUND)), works([] {
              UNICODE_STRING link = words(u"\\??\\none");
              HANDLE key = nullptr;
              EXPECT_EQ(IoOpenDeviceInterfaceRegistryKey(&link, KEY_READ, &key),
                        STATUS_OBJECT_NAME_NOT_FOUND);
              EXPECT_EQ(key, nullptr);
            })),
        ROW(IoOpenDeviceRegistryKey, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("DeviceTest.RegistryKeys")),
        ROW(IoOpenDriverRegistryKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            works([] {
              this_driver().DriverName = words(u"\\Driver\\row");
              HANDLE key = nullptr;
              for (const DRIVER_REGKEY_TYPE type :
                   {DriverRegKeyParameters, DriverRegKeyPersistentState,
                    DriverRegKeySharedPersistentState}) {
                EXPECT_EQ(IoOpenDriverRegistryKey(&this_driver(), type, KEY_READ, 0, &key),
                          STATUS_SUCCESS);
                EXPECT_EQ(ZwClose(key), STATUS_SUCCESS);
              }
              EXPECT_EQ(IoOpenDriverRegistryKey(&this_driver(), DriverRegKeyParameters, KEY_READ, 1,
                                                &key),
                        STATUS_INVALID_PARAMETER);
            })),
        ROW(IoRaiseInformationalHardError, up_to(APC_LEVEL), zeros(gives(FALSE)),
            answers(FALSE,
                    [] {
                      return IoRaiseInformationalHardError(STATUS_UNSUCCESSFUL, nullptr, nullptr);
                    })),
        ROW(IoRegisterDeviceInterface, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_DEVICE_REQUEST)), proven_by("DeviceTest.Interfaces")),
        ROW(IoRegisterPlugPlayNotification, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("DeviceTest.Interfaces")),
        ROW(IoRemoveShareAccess, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("ShareAccess.OpensMustAgree")),
        ROW(IoReportTargetDeviceChange, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_DEVICE_REQUEST)),
            proven_by("DeviceTest.ChangesAreReportedOfPhysicalDevicesOnly")),
        ROW(IoReportTargetDeviceChangeAsynchronous, up_to(DISPATCH_LEVEL),
            zeros(gives(STATUS_INVALID_DEVICE_REQUEST)),
            proven_by("DeviceTest.ChangesAreReportedOfPhysicalDevicesOnly")),
        ROW(IoRequestDeviceEject, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              OwnDevice own;
              IoRequestDeviceEject(own.device);
            })),
        ROW(IoSetDeviceInterfacePropertyData, up_to(APC_LEVEL),
            zeros(gives(STATUS_OBJECT_NAME_NOT_FOUND)), proven_by("DeviceTest.Interfaces")),
        ROW(IoSetDeviceInterfaceState, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_OBJECT_NAME_NOT_FOUND)), proven_by("DeviceTest.Interfaces")),
        ROW(IoSetDevicePropertyData, up_to(APC_LEVEL), zeros(gives(STATUS_INVALID_DEVICE_REQUEST)),
            proven_by("DeviceTest.Properties")),
        ROW(IoSetShareAccess, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("ShareAccess.OpensMustAgree")),
        ROW(IoUnregisterPlugPlayNotification, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("DeviceTest.OnlyListenersOfTheClassHearOfAnInterface")),
        ROW(IoUnregisterPlugPlayNotificationEx, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("DeviceTest.OnlyListenersOfTheClassHearOfAnInterface")),
        ROW(IoUpdateShareAccess, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("ShareAccess.OpensMustAgree")),
        ROW(IoWMIRegistrationControl, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("Wmi.ADeviceRegistersOnceAndIsChangedOnlyWhileItIsRegistered",
                      "Routines.ADeviceRegistersForInstrumentation")),
        ROW(IoWMIWriteEvent,
            up_to(APC_LEVEL,
                  [] {
                    static ULONG node[12] = {48};
                    return IoWMIWriteEvent(node);
                  }),
            zeros(crash()),
            proven_by("Wmi.AnEventThatIsTooSmallStaysTheDrivers",
                      "Routines.ADeviceRegistersForInstrumentation")),
        ROW(IoWriteErrorLogEntry, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("ErrorLog.EntriesBecomeEvents")),
    });

}  // namespace
