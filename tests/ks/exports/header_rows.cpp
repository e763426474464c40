// Routines of headers of devices and files.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsHeaderRows(
    "KsExportRows",
    {
        ROW(KsAcquireDeviceSecurityLock, up_to(APC_LEVEL), zeros(ends_by("N-005")), works([] {
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              KsAcquireDeviceSecurityLock(header, TRUE);
              KsReleaseDeviceSecurityLock(header);
              KsAcquireDeviceSecurityLock(header, FALSE);
              KsReleaseDeviceSecurityLock(header);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsAddObjectCreateItemToDeviceHeader, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            works([] {
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              WCHAR name[] = u"A";
              EXPECT_EQ(KsAddObjectCreateItemToDeviceHeader(header, complete_at_once, nullptr, name,
                                                            nullptr),
                        STATUS_SUCCESS);
              EXPECT_EQ(KsAddObjectCreateItemToDeviceHeader(header, complete_at_once, nullptr, name,
                                                            nullptr),
                        STATUS_OBJECT_NAME_COLLISION);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsAddObjectCreateItemToObjectHeader, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              static const KSDISPATCH_TABLE table{};
              KSOBJECT_CREATE_ITEM made_by = item_of(u"A");
              store_item(one.irp, &made_by);
              IoGetCurrentIrpStackLocation(one.irp)->DeviceObject = own.device;
              KSOBJECT_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateObjectHeader(&header, 0, nullptr, one.irp, &table),
                        STATUS_SUCCESS);
              WCHAR name[] = u"A";
              EXPECT_EQ(KsAddObjectCreateItemToObjectHeader(header, complete_at_once, nullptr, name,
                                                            nullptr),
                        STATUS_SUCCESS);
              EXPECT_EQ(KsAddObjectCreateItemToObjectHeader(header, complete_at_once, nullptr, name,
                                                            nullptr),
                        STATUS_OBJECT_NAME_COLLISION);
              KsFreeObjectHeader(header);
            })),
        ROW(KsAllocateDeviceHeader, up_to(APC_LEVEL), zeros(crash()), works([] {
              KSOBJECT_CREATE_ITEM items[2] = {item_of(u"A"), item_of(u"B")};
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 2, items), STATUS_SUCCESS);
              UNICODE_STRING name = words(u"B");
              EXPECT_EQ(KsFreeObjectCreateItem(header, &name), STATUS_SUCCESS);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsAllocateObjectCreateItem, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              KSOBJECT_CREATE_ITEM one = item_of(u"A");
              const auto freed = [](PKSOBJECT_CREATE_ITEM item) {
                ++*static_cast<int*>(item->Context);
              };
              int count = 0;
              one.Context = &count;
              EXPECT_EQ(KsAllocateObjectCreateItem(header, &one, FALSE, freed),
                        STATUS_INVALID_PARAMETER_4);
              EXPECT_EQ(KsAllocateObjectCreateItem(header, &one, TRUE, freed), STATUS_SUCCESS);
              EXPECT_EQ(KsAllocateObjectCreateItem(header, &one, TRUE, freed),
                        STATUS_OBJECT_NAME_COLLISION);
              KsFreeDeviceHeader(header);
              EXPECT_EQ(count, 1);
            })),
        ROW(KsAllocateObjectHeader, up_to(APC_LEVEL), zeros(crash()), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              static const KSDISPATCH_TABLE table{};
              KSOBJECT_CREATE_ITEM made_by = item_of(u"A");
              store_item(one.irp, &made_by);
              IoGetCurrentIrpStackLocation(one.irp)->DeviceObject = own.device;
              KSOBJECT_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateObjectHeader(&header, 0, nullptr, one.irp, &table),
                        STATUS_SUCCESS);
              EXPECT_NE(header, nullptr);
              KsFreeObjectHeader(header);
            })),
        ROW(KsCreateDefaultSecurity, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              PSECURITY_DESCRIPTOR made = nullptr;
              EXPECT_EQ(KsCreateDefaultSecurity(nullptr, &made), STATUS_SUCCESS);
              EXPECT_TRUE(RtlValidSecurityDescriptor(made));
              ExFreePool(made);
            })),
        ROW(KsDereferenceBusObject, at_any_level(), zeros(ends_by("N-005")), works([] {
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              EXPECT_EQ(KsReferenceBusObject(header), STATUS_SUCCESS);
              KsDereferenceBusObject(header);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsDispatchFastIoDeviceControlFailure, at_any_level(), zeros(gives(FALSE)),
            answers(FALSE,
                    [] {
                      return KsDispatchFastIoDeviceControlFailure(nullptr, TRUE, nullptr, 0,
                                                                  nullptr, 0, 0, nullptr, nullptr);
                    })),
        ROW(KsDispatchFastReadFailure, at_any_level(), zeros(gives(FALSE)),
            answers(FALSE,
                    [] {
                      return KsDispatchFastReadFailure(nullptr, nullptr, 0, TRUE, 0, nullptr,
                                                       nullptr, nullptr);
                    })),
        ROW(KsDispatchQuerySecurity, at_any_level(), zeros(crash()), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetCompletionRoutine(
                  one.irp,
                  [](PDEVICE_OBJECT, PIRP, PVOID) { return STATUS_MORE_PROCESSING_REQUIRED; },
                  nullptr, TRUE, TRUE, TRUE);
              IoSetNextIrpStackLocation(one.irp);
              EXPECT_EQ(KsDispatchQuerySecurity(own.device, one.irp), STATUS_NO_SECURITY_ON_OBJECT);
              EXPECT_EQ(one.irp->IoStatus.Status, STATUS_NO_SECURITY_ON_OBJECT);
            })),
        ROW(KsDispatchSetSecurity, at_any_level(), zeros(crash()), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetCompletionRoutine(
                  one.irp,
                  [](PDEVICE_OBJECT, PIRP, PVOID) { return STATUS_MORE_PROCESSING_REQUIRED; },
                  nullptr, TRUE, TRUE, TRUE);
              IoSetNextIrpStackLocation(one.irp);
              EXPECT_EQ(KsDispatchSetSecurity(own.device, one.irp), STATUS_NO_SECURITY_ON_OBJECT);
              EXPECT_EQ(one.irp->IoStatus.Status, STATUS_NO_SECURITY_ON_OBJECT);
            })),
        ROW(KsFreeDeviceHeader, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsFreeObjectCreateItem, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              UNICODE_STRING name = words(u"A");
              EXPECT_EQ(KsFreeObjectCreateItem(header, &name), STATUS_OBJECT_NAME_NOT_FOUND);
              KSOBJECT_CREATE_ITEM one = item_of(u"A");
              EXPECT_EQ(KsAllocateObjectCreateItem(header, &one, TRUE, nullptr), STATUS_SUCCESS);
              EXPECT_EQ(KsFreeObjectCreateItem(header, &name), STATUS_SUCCESS);
              EXPECT_EQ(KsFreeObjectCreateItem(header, &name), STATUS_OBJECT_NAME_NOT_FOUND);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsFreeObjectCreateItemsByContext, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            works([] {
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              int mine = 0, other = 0;
              KSOBJECT_CREATE_ITEM one = item_of(u"A"), two = item_of(u"B");
              one.Context = &mine;
              two.Context = &other;
              KsAllocateObjectCreateItem(header, &one, TRUE, nullptr);
              KsAllocateObjectCreateItem(header, &two, TRUE, nullptr);
              EXPECT_EQ(KsFreeObjectCreateItemsByContext(header, &mine), STATUS_SUCCESS);
              EXPECT_EQ(KsFreeObjectCreateItemsByContext(header, &mine),
                        STATUS_OBJECT_NAME_NOT_FOUND);
              UNICODE_STRING name = words(u"B");
              EXPECT_EQ(KsFreeObjectCreateItem(header, &name), STATUS_SUCCESS);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsFreeObjectHeader, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              static const KSDISPATCH_TABLE table{};
              KSOBJECT_CREATE_ITEM made_by = item_of(u"A");
              store_item(one.irp, &made_by);
              IoGetCurrentIrpStackLocation(one.irp)->DeviceObject = own.device;
              KSOBJECT_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateObjectHeader(&header, 0, nullptr, one.irp, &table),
                        STATUS_SUCCESS);
              KsFreeObjectHeader(header);
            })),
        ROW(KsQueryDevicePnpObject, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnDevice own, below;
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              EXPECT_EQ(KsQueryDevicePnpObject(header), nullptr);
              KsSetDevicePnpAndBaseObject(header, below.device, own.device);
              EXPECT_EQ(KsQueryDevicePnpObject(header), below.device);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsQueryObjectAccessMask, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              static const KSDISPATCH_TABLE table{};
              KSOBJECT_CREATE_ITEM made_by = item_of(u"A");
              store_item(one.irp, &made_by);
              IoGetCurrentIrpStackLocation(one.irp)->DeviceObject = own.device;
              KSOBJECT_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateObjectHeader(&header, 0, nullptr, one.irp, &table),
                        STATUS_SUCCESS);
              EXPECT_EQ(KsQueryObjectAccessMask(header), 0u);
              KsFreeObjectHeader(header);
            })),
        ROW(KsQueryObjectCreateItem, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              static const KSDISPATCH_TABLE table{};
              KSOBJECT_CREATE_ITEM made_by = item_of(u"A");
              store_item(one.irp, &made_by);
              IoGetCurrentIrpStackLocation(one.irp)->DeviceObject = own.device;
              KSOBJECT_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateObjectHeader(&header, 0, nullptr, one.irp, &table),
                        STATUS_SUCCESS);
              EXPECT_EQ(KsQueryObjectCreateItem(header), &made_by);
              KsFreeObjectHeader(header);
            })),
        ROW(KsRecalculateStackDepth, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              OwnDevice own, below;
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              KsSetDevicePnpAndBaseObject(header, below.device, own.device);
              below.device->StackSize = 5;
              KsRecalculateStackDepth(header, FALSE);
              EXPECT_EQ(own.device->StackSize, 6);
              KsRecalculateStackDepth(header, TRUE);
              EXPECT_EQ(own.device->StackSize, 5);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsReferenceBusObject, at_any_level(), zeros(ends_by("N-005")), works([] {
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              EXPECT_EQ(KsReferenceBusObject(header), STATUS_SUCCESS);
              KsDereferenceBusObject(header);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsReleaseDeviceSecurityLock, at_any_level(), zeros(ends_by("N-005")), works([] {
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              KsAcquireDeviceSecurityLock(header, TRUE);
              KsReleaseDeviceSecurityLock(header);
              KsAcquireDeviceSecurityLock(header, FALSE);
              KsReleaseDeviceSecurityLock(header);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsSetDevicePnpAndBaseObject, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnDevice own, below;
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              EXPECT_EQ(KsQueryDevicePnpObject(header), nullptr);
              KsSetDevicePnpAndBaseObject(header, below.device, own.device);
              EXPECT_EQ(KsQueryDevicePnpObject(header), below.device);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsSetPowerDispatch, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              static const KSDISPATCH_TABLE table{};
              KSOBJECT_CREATE_ITEM made_by = item_of(u"A");
              store_item(one.irp, &made_by);
              IoGetCurrentIrpStackLocation(one.irp)->DeviceObject = own.device;
              KSOBJECT_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateObjectHeader(&header, 0, nullptr, one.irp, &table),
                        STATUS_SUCCESS);
              KsSetPowerDispatch(header, nullptr, nullptr);
              KsFreeObjectHeader(header);
            })),
        ROW(KsSetTargetDeviceObject, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              static const KSDISPATCH_TABLE table{};
              KSOBJECT_CREATE_ITEM made_by = item_of(u"A");
              store_item(one.irp, &made_by);
              IoGetCurrentIrpStackLocation(one.irp)->DeviceObject = own.device;
              KSOBJECT_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateObjectHeader(&header, 0, nullptr, one.irp, &table),
                        STATUS_SUCCESS);
              KsSetTargetDeviceObject(header, own.device);
              KsSetTargetDeviceObject(header, nullptr);
              KsFreeObjectHeader(header);
            })),
        ROW(KsSetTargetState, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnDevice own;
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              static const KSDISPATCH_TABLE table{};
              KSOBJECT_CREATE_ITEM made_by = item_of(u"A");
              store_item(one.irp, &made_by);
              IoGetCurrentIrpStackLocation(one.irp)->DeviceObject = own.device;
              KSOBJECT_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateObjectHeader(&header, 0, nullptr, one.irp, &table),
                        STATUS_SUCCESS);
              KsSetTargetState(header, KSTARGET_STATE_DISABLED);
              KsFreeObjectHeader(header);
            })),
        ROW(KsDecrementCountedWorker, at_any_level(), zeros(gives(0)), works([] {
              static KEVENT ran;
              KeInitializeEvent(&ran, NotificationEvent, FALSE);
              WORK_QUEUE_ITEM item{};
              item.WorkerRoutine = [](PVOID) { KeSetEvent(&ran, 0, FALSE); };
              PKSWORKER worker = nullptr;
              EXPECT_EQ(KsRegisterCountedWorker(DelayedWorkQueue, &item, &worker), STATUS_SUCCESS);
              EXPECT_EQ(KsIncrementCountedWorker(worker), 1u);
              KeWaitForSingleObject(&ran, Executive, KernelMode, FALSE, nullptr);
              EXPECT_EQ(KsDecrementCountedWorker(worker), 0u);
              KsUnregisterWorker(worker);
            })),
        ROW(KsIncrementCountedWorker, at_any_level(), zeros(gives(0)), works([] {
              static KEVENT ran;
              KeInitializeEvent(&ran, NotificationEvent, FALSE);
              WORK_QUEUE_ITEM item{};
              item.WorkerRoutine = [](PVOID) { KeSetEvent(&ran, 0, FALSE); };
              PKSWORKER worker = nullptr;
              EXPECT_EQ(KsRegisterCountedWorker(DelayedWorkQueue, &item, &worker), STATUS_SUCCESS);
              EXPECT_EQ(KsIncrementCountedWorker(worker), 1u);
              KeWaitForSingleObject(&ran, Executive, KernelMode, FALSE, nullptr);
              EXPECT_EQ(KsDecrementCountedWorker(worker), 0u);
              KsUnregisterWorker(worker);
            })),
        ROW(KsQueueWorkItem, up_to(DISPATCH_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            works([] {
              static KEVENT ran;
              KeInitializeEvent(&ran, NotificationEvent, FALSE);
              WORK_QUEUE_ITEM item{};
              item.WorkerRoutine = [](PVOID) { KeSetEvent(&ran, 0, FALSE); };
              PKSWORKER worker = nullptr;
              EXPECT_EQ(KsRegisterWorker(DelayedWorkQueue, &worker), STATUS_SUCCESS);
              EXPECT_EQ(KsQueueWorkItem(worker, &item), STATUS_SUCCESS);
              KeWaitForSingleObject(&ran, Executive, KernelMode, FALSE, nullptr);
              KsUnregisterWorker(worker);
            })),
        ROW(KsRegisterCountedWorker, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              static KEVENT ran;
              KeInitializeEvent(&ran, NotificationEvent, FALSE);
              WORK_QUEUE_ITEM item{};
              item.WorkerRoutine = [](PVOID) { KeSetEvent(&ran, 0, FALSE); };
              PKSWORKER worker = nullptr;
              EXPECT_EQ(KsRegisterCountedWorker(DelayedWorkQueue, &item, &worker), STATUS_SUCCESS);
              KsUnregisterWorker(worker);
            })),
        ROW(KsRegisterWorker, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              PKSWORKER worker = nullptr;
              EXPECT_EQ(KsRegisterWorker(DelayedWorkQueue, &worker), STATUS_SUCCESS);
              KsUnregisterWorker(worker);
            })),
        ROW(KsUnregisterWorker, up_to(PASSIVE_LEVEL), zeros(passes()), works([] {
              PKSWORKER worker = nullptr;
              EXPECT_EQ(KsRegisterWorker(DelayedWorkQueue, &worker), STATUS_SUCCESS);
              KsUnregisterWorker(worker);
            })),
    });

}  // namespace
