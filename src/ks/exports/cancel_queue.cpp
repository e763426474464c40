// Queues of IRPs that can be cancelled, of which the list and the spin lock are the driver's.
//
// An IRP on such a list has its cancel routine set while no thread has acquired it. Acquiring
// removes the routine, so that the IRP cannot be cancelled while its holder looks at it.
#include "src/ks/base/request.h"
#include "src/ks/base/undisturbed.h"
#include "src/ks/base/wdk.h"
#include "src/ks/exports/exports.h"

namespace drydock::ks {
namespace {

PIRP irp_at(LIST_ENTRY* entry) { return CONTAINING_RECORD(entry, IRP, Tail.Overlay.ListEntry); }

class SpinHeld {
 public:
  explicit SpinHeld(PKSPIN_LOCK lock) : lock_(lock) { KeAcquireSpinLock(lock_, &irql_); }
  ~SpinHeld() {
    undisturbed([this] { KeReleaseSpinLock(lock_, irql_); });
  }
  SpinHeld(const SpinHeld&) = delete;
  SpinHeld& operator=(const SpinHeld&) = delete;

 private:
  PKSPIN_LOCK const lock_;
  KIRQL irql_ = PASSIVE_LEVEL;
};

// Acquires the first IRP from one end that no other thread has acquired, by removing its cancel
// routine.
PIRP acquire(LIST_ENTRY* head, bool from_head, bool only_first) {
  for (LIST_ENTRY* at = from_head ? head->Flink : head->Blink; at != head;
       at = from_head ? at->Flink : at->Blink) {
    const PIRP irp = irp_at(at);
    if (IoSetCancelRoutine(irp, nullptr) != nullptr) return irp;
    if (only_first) return nullptr;
  }
  return nullptr;
}

void unlink(PIRP irp) {
  RemoveEntryList(&irp->Tail.Overlay.ListEntry);
  InitializeListHead(&irp->Tail.Overlay.ListEntry);
}

void insert(LIST_ENTRY* head, PIRP irp, KSLIST_ENTRY_LOCATION where) {
  if (where == KsListEntryTail) {
    InsertTailList(head, &irp->Tail.Overlay.ListEntry);
  } else {
    InsertHeadList(head, &irp->Tail.Overlay.ListEntry);
  }
}

void complete_cancelled(PIRP irp) {
  irp->IoStatus.Information = 0;
  finish(irp, STATUS_CANCELLED);
}

}  // namespace
}  // namespace drydock::ks

using namespace drydock::ks;
namespace nt = drydock::nt;

extern "C" VOID KsAddIrpToCancelableQueue(PLIST_ENTRY QueueHead, PKSPIN_LOCK SpinLock, PIRP Irp,
                                          KSLIST_ENTRY_LOCATION ListLocation,
                                          PDRIVER_CANCEL DriverCancel) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsAddIrpToCancelableQueue");
  KSQUEUE_SPINLOCK_IRP_STORAGE(Irp) = SpinLock;
  {
    const SpinHeld held(SpinLock);
    insert(QueueHead, Irp, ListLocation);
  }
  KsReleaseIrpOnCancelableQueue(Irp, DriverCancel);
}

// The IRP can be cancelled again; one whose cancelling was missed is cancelled now.
extern "C" VOID KsReleaseIrpOnCancelableQueue(PIRP Irp, PDRIVER_CANCEL DriverCancel) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsReleaseIrpOnCancelableQueue");
  const PDRIVER_CANCEL routine = DriverCancel == nullptr ? KsCancelRoutine : DriverCancel;
  IoSetCancelRoutine(Irp, routine);
  if (!Irp->Cancel || IoSetCancelRoutine(Irp, nullptr) == nullptr) return;
  const PDEVICE_OBJECT device = IoGetCurrentIrpStackLocation(Irp)->DeviceObject;
  IoAcquireCancelSpinLock(&Irp->CancelIrql);
  routine(device, Irp);
}

extern "C" PIRP KsRemoveIrpFromCancelableQueue(PLIST_ENTRY QueueHead, PKSPIN_LOCK SpinLock,
                                               KSLIST_ENTRY_LOCATION ListLocation,
                                               KSIRP_REMOVAL_OPERATION RemovalOperation) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsRemoveIrpFromCancelableQueue");
  const bool single = RemovalOperation == KsAcquireOnlySingleItem ||
                      RemovalOperation == KsAcquireAndRemoveOnlySingleItem;
  const bool removes = RemovalOperation == KsAcquireAndRemove ||
                       RemovalOperation == KsAcquireAndRemoveOnlySingleItem;
  const SpinHeld held(SpinLock);
  const PIRP irp = acquire(QueueHead, ListLocation == KsListEntryHead, single);
  if (irp != nullptr && removes) unlink(irp);
  return irp;
}

// The caller has acquired the IRP.
extern "C" VOID KsRemoveSpecificIrpFromCancelableQueue(PIRP Irp) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsRemoveSpecificIrpFromCancelableQueue");
  const SpinHeld held(KSQUEUE_SPINLOCK_IRP_STORAGE(Irp));
  unlink(Irp);
}

extern "C" VOID KsCancelRoutine(PDEVICE_OBJECT, PIRP Irp) {
  IoReleaseCancelSpinLock(Irp->CancelIrql);
  {
    const SpinHeld held(KSQUEUE_SPINLOCK_IRP_STORAGE(Irp));
    unlink(Irp);
  }
  complete_cancelled(Irp);
}

namespace {

// The next IRP that is neither cancelled nor acquired. An IRP that is acquired only gets the mark:
// it is cancelled when it is released.
PIRP mark_cancelled(LIST_ENTRY* head, PKSPIN_LOCK lock) {
  const SpinHeld held(lock);
  for (LIST_ENTRY* at = head->Flink; at != head; at = at->Flink) {
    const PIRP irp = irp_at(at);
    if (irp->Cancel) continue;
    irp->Cancel = TRUE;
    if (irp->CancelRoutine != nullptr) return irp;
  }
  return nullptr;
}

}  // namespace

extern "C" VOID KsCancelIo(PLIST_ENTRY QueueHead, PKSPIN_LOCK SpinLock) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsCancelIo");
  while (const PIRP irp = mark_cancelled(QueueHead, SpinLock)) {
    const PDRIVER_CANCEL routine = IoSetCancelRoutine(irp, nullptr);
    if (routine == nullptr) continue;
    const PDEVICE_OBJECT device = IoGetCurrentIrpStackLocation(irp)->DeviceObject;
    IoAcquireCancelSpinLock(&irp->CancelIrql);
    routine(device, irp);
  }
}

// STATUS_NO_MATCH leaves an IRP where it is, another error ends the walk.
extern "C" NTSTATUS KsMoveIrpsOnCancelableQueue(PLIST_ENTRY SourceList, PKSPIN_LOCK SourceLock,
                                                PLIST_ENTRY DestinationList,
                                                PKSPIN_LOCK DestinationLock,
                                                KSLIST_ENTRY_LOCATION ListLocation,
                                                PFNKSIRPLISTCALLBACK ListCallback, PVOID Context) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsMoveIrpsOnCancelableQueue");
  const PKSPIN_LOCK target = DestinationLock == nullptr ? SourceLock : DestinationLock;
  const bool from_head = ListLocation == KsListEntryHead;
  LIST_ENTRY moved;
  InitializeListHead(&moved);
  NTSTATUS status = STATUS_NO_MATCH;
  {
    const SpinHeld held(SourceLock);
    for (LIST_ENTRY* at = from_head ? SourceList->Flink : SourceList->Blink; at != SourceList;) {
      const PIRP irp = irp_at(at);
      at = from_head ? at->Flink : at->Blink;
      status = ListCallback(irp, Context);
      if (status == STATUS_NO_MATCH) continue;
      if (status != STATUS_SUCCESS) break;
      unlink(irp);
      InsertTailList(&moved, &irp->Tail.Overlay.ListEntry);
      KSQUEUE_SPINLOCK_IRP_STORAGE(irp) = target;
    }
    // A null IRP says to the callback that the list has ended.
    if (status == STATUS_SUCCESS || status == STATUS_NO_MATCH) {
      status = ListCallback(nullptr, Context);
    }
  }
  const SpinHeld held(target);
  while (!IsListEmpty(&moved)) {
    const PIRP irp = irp_at(RemoveHeadList(&moved));
    insert(DestinationList, irp, from_head ? KsListEntryTail : KsListEntryHead);
  }
  return status == STATUS_NO_MATCH ? STATUS_SUCCESS : status;
}
