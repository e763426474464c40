// Routines of headers of devices and files.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

// Work for a worker.
struct OwnWork {
  KEVENT ran;
  WORK_QUEUE_ITEM item{};
  OwnWork() {
    KeInitializeEvent(&ran, NotificationEvent, FALSE);
    item.WorkerRoutine = [](PVOID event) { KeSetEvent(static_cast<PKEVENT>(event), 0, FALSE); };
    item.Parameter = &ran;
  }
  void wait() { KeWaitForSingleObject(&ran, Executive, KernelMode, FALSE, nullptr); }
};

void acquires_and_releases_security() {
  const OwnDeviceHeader header;
  KsAcquireDeviceSecurityLock(header, TRUE);
  KsReleaseDeviceSecurityLock(header);
  KsAcquireDeviceSecurityLock(header, FALSE);
  KsReleaseDeviceSecurityLock(header);
}

void references_a_bus() {
  const OwnDeviceHeader header;
  EXPECT_EQ(KsReferenceBusObject(header), STATUS_SUCCESS);
  KsDereferenceBusObject(header);
}

void sets_the_device_below() {
  OwnDevice own, below;
  const OwnDeviceHeader header;
  EXPECT_EQ(KsQueryDevicePnpObject(header), nullptr);
  KsSetDevicePnpAndBaseObject(header, below.device, own.device);
  EXPECT_EQ(KsQueryDevicePnpObject(header), below.device);
}

void counts_work() {
  OwnWork work;
  PKSWORKER worker = nullptr;
  EXPECT_EQ(KsRegisterCountedWorker(DelayedWorkQueue, &work.item, &worker), STATUS_SUCCESS);
  EXPECT_EQ(KsIncrementCountedWorker(worker), 1u);
  work.wait();
  EXPECT_EQ(KsDecrementCountedWorker(worker), 0u);
  KsUnregisterWorker(worker);
}

void registers_a_worker() {
  PKSWORKER worker = nullptr;
  EXPECT_EQ(KsRegisterWorker(DelayedWorkQueue, &worker), STATUS_SUCCESS);
  KsUnregisterWorker(worker);
}

const ExportRows kKsHeaderRows(
    "KsExportRows",
    {
        ROW(KsAcquireDeviceSecurityLock, up_to(APC_LEVEL), zeros(ends_by("N-005")),
            works(acquires_and_releases_security)),
        ROW(KsAddObjectCreateItemToDeviceHeader, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            works([] {
              const OwnDeviceHeader header;
              WCHAR name[] = u"A";
              EXPECT_EQ(KsAddObjectCreateItemToDeviceHeader(header, complete_at_once, nullptr, name,
                                                            nullptr),
                        STATUS_SUCCESS);
              EXPECT_EQ(KsAddObjectCreateItemToDeviceHeader(header, complete_at_once, nullptr, name,
                                                            nullptr),
                        STATUS_OBJECT_NAME_COLLISION);
            })),
        ROW(KsAddObjectCreateItemToObjectHeader, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            works([] {
              OwnObjectHeader header;
              WCHAR name[] = u"A";
              EXPECT_EQ(KsAddObjectCreateItemToObjectHeader(header, complete_at_once, nullptr, name,
                                                            nullptr),
                        STATUS_SUCCESS);
              EXPECT_EQ(KsAddObjectCreateItemToObjectHeader(header, complete_at_once, nullptr, name,
                                                            nullptr),
                        STATUS_OBJECT_NAME_COLLISION);
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
              OwnCreate create;
              KSOBJECT_HEADER header = nullptr;
              EXPECT_EQ(
                  KsAllocateObjectHeader(&header, 0, nullptr, create.request.irp, &create.table),
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
        ROW(KsDereferenceBusObject, at_any_level(), zeros(ends_by("N-005")),
            works(references_a_bus)),
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
              ReturningIrp one;
              EXPECT_EQ(KsDispatchQuerySecurity(own.device, one.irp), STATUS_NO_SECURITY_ON_OBJECT);
              EXPECT_EQ(one.irp->IoStatus.Status, STATUS_NO_SECURITY_ON_OBJECT);
            })),
        ROW(KsDispatchSetSecurity, at_any_level(), zeros(crash()), works([] {
              OwnDevice own;
              ReturningIrp one;
              EXPECT_EQ(KsDispatchSetSecurity(own.device, one.irp), STATUS_NO_SECURITY_ON_OBJECT);
              EXPECT_EQ(one.irp->IoStatus.Status, STATUS_NO_SECURITY_ON_OBJECT);
            })),
        ROW(KsFreeDeviceHeader, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              KSDEVICE_HEADER header = nullptr;
              EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS);
              KsFreeDeviceHeader(header);
            })),
        ROW(KsFreeObjectCreateItem, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              const OwnDeviceHeader header;
              UNICODE_STRING name = words(u"A");
              EXPECT_EQ(KsFreeObjectCreateItem(header, &name), STATUS_OBJECT_NAME_NOT_FOUND);
              KSOBJECT_CREATE_ITEM one = item_of(u"A");
              EXPECT_EQ(KsAllocateObjectCreateItem(header, &one, TRUE, nullptr), STATUS_SUCCESS);
              EXPECT_EQ(KsFreeObjectCreateItem(header, &name), STATUS_SUCCESS);
              EXPECT_EQ(KsFreeObjectCreateItem(header, &name), STATUS_OBJECT_NAME_NOT_FOUND);
            })),
        ROW(KsFreeObjectCreateItemsByContext, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            works([] {
              const OwnDeviceHeader header;
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
            })),
        ROW(KsFreeObjectHeader, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              OwnCreate create;
              KSOBJECT_HEADER header = nullptr;
              EXPECT_EQ(
                  KsAllocateObjectHeader(&header, 0, nullptr, create.request.irp, &create.table),
                  STATUS_SUCCESS);
              KsFreeObjectHeader(header);
            })),
        ROW(KsQueryDevicePnpObject, at_any_level(), zeros(ends_by("N-005")),
            works(sets_the_device_below)),
        ROW(KsQueryObjectAccessMask, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnObjectHeader header;
              EXPECT_EQ(KsQueryObjectAccessMask(header), 0u);
            })),
        ROW(KsQueryObjectCreateItem, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnObjectHeader header;
              EXPECT_EQ(KsQueryObjectCreateItem(header), &header.made_by);
            })),
        ROW(KsRecalculateStackDepth, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              OwnDevice own, below;
              const OwnDeviceHeader header;
              KsSetDevicePnpAndBaseObject(header, below.device, own.device);
              below.device->StackSize = 5;
              KsRecalculateStackDepth(header, FALSE);
              EXPECT_EQ(own.device->StackSize, 6);
              KsRecalculateStackDepth(header, TRUE);
              EXPECT_EQ(own.device->StackSize, 5);
            })),
        ROW(KsReferenceBusObject, at_any_level(), zeros(ends_by("N-005")), works(references_a_bus)),
        ROW(KsReleaseDeviceSecurityLock, at_any_level(), zeros(ends_by("N-005")),
            works(acquires_and_releases_security)),
        ROW(KsSetDevicePnpAndBaseObject, at_any_level(), zeros(ends_by("N-005")),
            works(sets_the_device_below)),
        ROW(KsSetPowerDispatch, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnObjectHeader header;
              KsSetPowerDispatch(header, nullptr, nullptr);
            })),
        ROW(KsSetTargetDeviceObject, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnObjectHeader header;
              KsSetTargetDeviceObject(header, header.own.device);
              KsSetTargetDeviceObject(header, nullptr);
            })),
        ROW(KsSetTargetState, at_any_level(), zeros(ends_by("N-005")), works([] {
              OwnObjectHeader header;
              KsSetTargetState(header, KSTARGET_STATE_DISABLED);
            })),
        ROW(KsDecrementCountedWorker, at_any_level(), zeros(gives(0)), works(counts_work)),
        ROW(KsIncrementCountedWorker, at_any_level(), zeros(gives(0)), works(counts_work)),
        ROW(KsQueueWorkItem, up_to(DISPATCH_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            works([] {
              OwnWork work;
              PKSWORKER worker = nullptr;
              EXPECT_EQ(KsRegisterWorker(DelayedWorkQueue, &worker), STATUS_SUCCESS);
              EXPECT_EQ(KsQueueWorkItem(worker, &work.item), STATUS_SUCCESS);
              work.wait();
              KsUnregisterWorker(worker);
            })),
        ROW(KsRegisterCountedWorker, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              OwnWork work;
              PKSWORKER worker = nullptr;
              EXPECT_EQ(KsRegisterCountedWorker(DelayedWorkQueue, &work.item, &worker),
                        STATUS_SUCCESS);
              KsUnregisterWorker(worker);
            })),
        ROW(KsRegisterWorker, up_to(PASSIVE_LEVEL), zeros(crash()), works(registers_a_worker)),
        ROW(KsUnregisterWorker, up_to(PASSIVE_LEVEL), zeros(passes()), works(registers_a_worker)),
    });

}  // namespace
