// Routines of devices, their names, queues and timers.
#include "tests/nt/exports/row_scene.h"
#include "wdmsec.h"

namespace {

using namespace drydock::testing;

const ExportRows kDeviceRows(
    "ExecutiveExports",
    {
        ROW(IoAllocateDriverObjectExtension, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Faults.RegistrationsThatFailAreUndoneBySilentDrivers")),
        ROW(IoAttachDevice, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_OBJECT_NAME_NOT_FOUND)),
            works([] {
              OwnDevice lower(u"\\Device\\RowLower"), upper;
              UNICODE_STRING name = words(u"\\Device\\RowLower");
              PDEVICE_OBJECT below = nullptr;
              EXPECT_EQ(IoAttachDevice(upper.device, &name, &below), STATUS_SUCCESS);
              EXPECT_EQ(below, lower.device);
              IoDetachDevice(below);
            })),
        ROW(IoAttachDeviceToDeviceStack, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("DeviceTest.Stack", "DeviceTest.Creation")),
        ROW(IoAttachDeviceToDeviceStackSafe, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnDevice lower, upper;
              PDEVICE_OBJECT below = nullptr;
              EXPECT_EQ(IoAttachDeviceToDeviceStackSafe(upper.device, lower.device, &below),
                        STATUS_SUCCESS);
              EXPECT_EQ(below, lower.device);
              IoDetachDevice(below);
            })),
        ROW(IoCreateDevice, up_to(APC_LEVEL), zeros(crash()),
            proven_by("DeviceTest.Creation", "DeviceTest.Stack")),
        ROW(IoCreateSymbolicLink, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_OBJECT_PATH_SYNTAX_BAD)),
            proven_by("DeviceTest.ByName")),
        ROW(IoCreateUnprotectedSymbolicLink, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_OBJECT_PATH_SYNTAX_BAD)), works([] {
              OwnDevice own(u"\\Device\\RowLinked");
              UNICODE_STRING link = words(u"\\DosDevices\\RowLink"),
                             name = words(u"\\Device\\RowLinked");
              EXPECT_EQ(IoCreateUnprotectedSymbolicLink(&link, &name), STATUS_SUCCESS);
              EXPECT_EQ(IoCreateUnprotectedSymbolicLink(&link, &name),
                        STATUS_OBJECT_NAME_COLLISION);
              EXPECT_EQ(IoDeleteSymbolicLink(&link), STATUS_SUCCESS);
            })),
        ROW(IoDeleteDevice, up_to(APC_LEVEL), zeros(crash()), proven_by("DeviceTest.Stack")),
        ROW(IoDeleteSymbolicLink, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_OBJECT_NAME_NOT_FOUND)),
            proven_by("DeviceTest.ByName")),
        ROW(IoDetachDevice, up_to(PASSIVE_LEVEL), zeros(crash()), proven_by("DeviceTest.Stack")),
        ROW(IoGetAttachedDevice, advised_up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnDevice lower, upper;
              EXPECT_EQ(IoGetAttachedDevice(lower.device), lower.device);
              EXPECT_EQ(IoAttachDeviceToDeviceStack(upper.device, lower.device), lower.device);
              EXPECT_EQ(IoGetAttachedDevice(lower.device), upper.device);
              IoDetachDevice(lower.device);
            })),
        ROW(IoGetAttachedDeviceReference, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("DeviceTest.Stack")),
        ROW(IoGetDeviceAttachmentBaseRef, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)),
            proven_by("Holds.DevicesByNameAndAtTheBaseOfTheirStack")),
        ROW(IoGetDeviceObjectPointer, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_OBJECT_NAME_NOT_FOUND)), proven_by("DeviceTest.ByName")),
        ROW(IoGetDriverObjectExtension, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)), works([] {
              static int key;
              PVOID made = nullptr;
              EXPECT_EQ(IoGetDriverObjectExtension(&this_driver(), &key), nullptr);
              EXPECT_EQ(IoAllocateDriverObjectExtension(&this_driver(), &key, 16, &made),
                        STATUS_SUCCESS);
              EXPECT_EQ(IoGetDriverObjectExtension(&this_driver(), &key), made);
            })),
        ROW(IoGetLowerDeviceObject, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)),
            proven_by("DeviceTest.Stack")),
        ROW(IoGetRelatedDeviceObject, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("DeviceTest.ByName")),
        ROW(IoInitializeTimer, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("IoTimer.TicksOnceASecondUntilItIsStopped")),
        ROW(IoIsWdmVersionAvailable, advised_up_to(PASSIVE_LEVEL), zeros(gives(TRUE)),
            proven_by("PlayedWindows.EveryQuestionHasTheSameAnswer")),
        ROW(IoQueryFullDriverPath, up_to(APC_LEVEL), zeros(crash()), works([] {
              this_driver().DriverName = words(u"\\Driver\\row");
              UNICODE_STRING path{}, wanted = words(u"\\SystemRoot\\System32\\drivers\\row.sys");
              EXPECT_EQ(IoQueryFullDriverPath(&this_driver(), &path), STATUS_SUCCESS);
              EXPECT_TRUE(RtlEqualUnicodeString(&path, &wanted, FALSE));
              ExFreePool(path.Buffer);
            })),
        ROW(IoRegisterLastChanceShutdownNotification, up_to(PASSIVE_LEVEL), zeros(crash()),
            works([] {
              OwnDevice own;
              EXPECT_EQ(IoRegisterLastChanceShutdownNotification(own.device), STATUS_SUCCESS);
              IoUnregisterShutdownNotification(own.device);
              EXPECT_EQ(own.device->Flags & DO_SHUTDOWN_REGISTERED, 0u);
            })),
        ROW(IoRegisterShutdownNotification, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Faults.RegistrationsThatFailAreUndoneBySilentDrivers")),
        ROW(IoSetStartIoAttributes, at_any_level(), zeros(passes()),
            proven_by("StartIo.DeferredRoutineIsNotEnteredAgain")),
        ROW(IoStartNextPacket, up_to(DISPATCH_LEVEL), at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("StartIo.OneRequestAtATimeAtDispatchLevel")),
        ROW(IoStartNextPacketByKey, up_to(DISPATCH_LEVEL), at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("StartIo.OneRequestAtATimeAtDispatchLevel")),
        ROW(IoStartPacket, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("StartIo.OneRequestAtATimeAtDispatchLevel")),
        ROW(IoStartTimer, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("IoTimer.TicksOnceASecondUntilItIsStopped")),
        ROW(IoStopTimer, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("IoTimer.TicksOnceASecondUntilItIsStopped")),
        ROW(IoUnregisterShutdownNotification, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Faults.RegistrationsThatFailAreUndoneBySilentDrivers")),
        ROW(IoValidateDeviceIoControlAccess, at_any_level(), zeros(crash()), works([] {
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              FILE_OBJECT file{};
              file.ReadAccess = TRUE;
              IoGetCurrentIrpStackLocation(one.irp)->FileObject = &file;
              one.irp->RequestorMode = UserMode;
              EXPECT_EQ(IoValidateDeviceIoControlAccess(one.irp, FILE_READ_ACCESS), STATUS_SUCCESS);
              EXPECT_EQ(IoValidateDeviceIoControlAccess(one.irp, FILE_WRITE_ACCESS),
                        STATUS_ACCESS_DENIED);
              EXPECT_EQ(IoValidateDeviceIoControlAccess(one.irp, 8), STATUS_INVALID_PARAMETER);
              one.irp->RequestorMode = KernelMode;
              EXPECT_EQ(IoValidateDeviceIoControlAccess(one.irp, FILE_WRITE_ACCESS),
                        STATUS_SUCCESS);
            })),
        ROW(KeInitializeDeviceQueue, advised_up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("DeviceQueue.KeysOrderTheEntries")),
        ROW(KeInsertByKeyDeviceQueue, up_to(DISPATCH_LEVEL), at_least(DISPATCH_LEVEL),
            zeros(crash()), proven_by("DeviceQueue.KeysOrderTheEntries")),
        ROW(KeInsertDeviceQueue, up_to(DISPATCH_LEVEL), at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("DeviceQueue.FirstComerIsNotQueued")),
        ROW(KeRemoveByKeyDeviceQueue, up_to(DISPATCH_LEVEL), at_least(DISPATCH_LEVEL),
            zeros(crash()), proven_by("DeviceQueue.KeysOrderTheEntries")),
        ROW(KeRemoveByKeyDeviceQueueIfBusy, at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("DeviceQueue.KeysOrderTheEntries")),
        ROW(KeRemoveDeviceQueue, up_to(DISPATCH_LEVEL), at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("DeviceQueue.FirstComerIsNotQueued", "DeviceQueue.KeysOrderTheEntries")),
        ROW(KeRemoveEntryDeviceQueue, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("DeviceQueue.FirstComerIsNotQueued")),
        ROW(WdmlibIoCreateDeviceSecure, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_PARAMETER)), works([] {
              UNICODE_STRING name = words(u"\\Device\\RowSecure"), nobody{};
              PDEVICE_OBJECT made = nullptr;
              EXPECT_EQ(WdmlibIoCreateDeviceSecure(&this_driver(), 0, &nobody, FILE_DEVICE_UNKNOWN,
                                                   0, FALSE, &SDDL_DEVOBJ_SYS_ALL, nullptr, &made),
                        STATUS_INVALID_PARAMETER);
              EXPECT_EQ(WdmlibIoCreateDeviceSecure(&this_driver(), 0, &name, FILE_DEVICE_UNKNOWN, 0,
                                                   FALSE, &SDDL_DEVOBJ_SYS_ALL, nullptr, &made),
                        STATUS_SUCCESS);
              IoDeleteDevice(made);
            })),
        ROW(WdmlibIoValidateDeviceIoControlAccess, at_any_level(), zeros(crash()), works([] {
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              FILE_OBJECT file{};
              file.ReadAccess = TRUE;
              IoGetCurrentIrpStackLocation(one.irp)->FileObject = &file;
              one.irp->RequestorMode = UserMode;
              EXPECT_EQ(WdmlibIoValidateDeviceIoControlAccess(one.irp, FILE_READ_ACCESS),
                        STATUS_SUCCESS);
              EXPECT_EQ(WdmlibIoValidateDeviceIoControlAccess(one.irp, FILE_WRITE_ACCESS),
                        STATUS_ACCESS_DENIED);
              EXPECT_EQ(WdmlibIoValidateDeviceIoControlAccess(one.irp, 8),
                        STATUS_INVALID_PARAMETER);
              one.irp->RequestorMode = KernelMode;
              EXPECT_EQ(WdmlibIoValidateDeviceIoControlAccess(one.irp, FILE_WRITE_ACCESS),
                        STATUS_SUCCESS);
            })),
        ROW(WdmlibRtlInitUnicodeStringEx, at_any_level(), zeros(crash()), works([] {
              UNICODE_STRING out{};
              EXPECT_EQ(WdmlibRtlInitUnicodeStringEx(&out, u"abc"), STATUS_SUCCESS);
              EXPECT_EQ(out.Length, 6);
              EXPECT_EQ(out.MaximumLength, 8);
              const std::vector<WCHAR> endless(40000, 1);
              std::vector<WCHAR> much(endless);
              much.back() = 0;
              EXPECT_EQ(WdmlibRtlInitUnicodeStringEx(&out, much.data()), STATUS_NAME_TOO_LONG);
            })),
    });

}  // namespace
