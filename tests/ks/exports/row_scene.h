// What rows of the streaming class driver call with.
#pragma once

#include "src/ks/base/wdk.h"
#include "tests/nt/exports/row_scene.h"

namespace drydock::testing {

// An item by which a device opens files of this name.
inline KSOBJECT_CREATE_ITEM item_of(const WCHAR* name) {
  KSOBJECT_CREATE_ITEM item{};
  item.Create = complete_at_once;
  item.ObjectClass = words(name);
  return item;
}

// The item by which the file of a request is opened.
inline void store_item(PIRP irp, PKSOBJECT_CREATE_ITEM item) {
  volatile auto& place = KSCREATE_ITEM_IRP_STORAGE(irp);
  place = item;
}

// A request that has come to the driver.
struct SentIrp : OwnIrp {
  SentIrp() { IoSetNextIrpStackLocation(irp); }
};

// The same; it stays the row's when the driver has completed it.
struct ReturningIrp : OwnIrp {
  ReturningIrp() {
    IoSetCompletionRoutine(
        irp, [](PDEVICE_OBJECT, PIRP, PVOID) { return STATUS_MORE_PROCESSING_REQUIRED; }, nullptr,
        TRUE, TRUE, TRUE);
    IoSetNextIrpStackLocation(irp);
  }
};

// A queue of requests that can be cancelled.
struct OwnQueue {
  LIST_ENTRY list;
  KSPIN_LOCK lock;
  OwnQueue() {
    InitializeListHead(&list);
    KeInitializeSpinLock(&lock);
  }
  OwnQueue(const OwnQueue&) = delete;
  OwnQueue& operator=(const OwnQueue&) = delete;

  void add(PIRP irp) { KsAddIrpToCancelableQueue(&list, &lock, irp, KsListEntryTail, nullptr); }
  PIRP remove(KSIRP_REMOVAL_OPERATION how) {
    return KsRemoveIrpFromCancelableQueue(&list, &lock, KsListEntryHead, how);
  }
  bool is_empty() const { return IsListEmpty(&list); }
};

// A header of a device, without names.
struct OwnDeviceHeader {
  KSDEVICE_HEADER header = nullptr;
  OwnDeviceHeader() { EXPECT_EQ(KsAllocateDeviceHeader(&header, 0, nullptr), STATUS_SUCCESS); }
  ~OwnDeviceHeader() { KsFreeDeviceHeader(header); }
  OwnDeviceHeader(const OwnDeviceHeader&) = delete;
  OwnDeviceHeader& operator=(const OwnDeviceHeader&) = delete;
  operator KSDEVICE_HEADER() const { return header; }
};

// A request that opens a file of a device by the name "A".
struct OwnCreate {
  OwnDevice own;
  SentIrp request;
  KSOBJECT_CREATE_ITEM made_by = item_of(u"A");
  KSDISPATCH_TABLE table{};
  OwnCreate() {
    store_item(request.irp, &made_by);
    IoGetCurrentIrpStackLocation(request.irp)->DeviceObject = own.device;
  }
};

// A header of that file.
struct OwnObjectHeader : OwnCreate {
  KSOBJECT_HEADER header = nullptr;
  OwnObjectHeader() {
    EXPECT_EQ(KsAllocateObjectHeader(&header, 0, nullptr, request.irp, &table), STATUS_SUCCESS);
  }
  ~OwnObjectHeader() { KsFreeObjectHeader(header); }
  operator KSOBJECT_HEADER() const { return header; }
};

}  // namespace drydock::testing
