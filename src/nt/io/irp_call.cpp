// Sending, completing and cancelling IRPs.
#include <fmt/format.h>

#include "bugcodes.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/io/device.h"
#include "src/nt/io/irp.h"
#include "src/nt/sync/spin_lock.h"
#include "src/sim/schedule.h"

using namespace drydock::nt;
namespace sim = drydock::sim;

namespace {

KSPIN_LOCK cancel_lock;

const char* name_of_major(UCHAR major) {
  switch (major) {
    case IRP_MJ_CREATE:
      return "dispatch of IRP_MJ_CREATE";
    case IRP_MJ_CLOSE:
      return "dispatch of IRP_MJ_CLOSE";
    case IRP_MJ_CLEANUP:
      return "dispatch of IRP_MJ_CLEANUP";
    case IRP_MJ_DEVICE_CONTROL:
      return "dispatch of IRP_MJ_DEVICE_CONTROL";
    case IRP_MJ_PNP:
      return "dispatch of IRP_MJ_PNP";
    case IRP_MJ_POWER:
      return "dispatch of IRP_MJ_POWER";
    default:
      return "dispatch routine";
  }
}

// wdm/nc-wdm-io_completion_routine.md: which outcomes the routine asked for.
bool wants(const IO_STACK_LOCATION& location, PIRP irp) {
  if (location.CompletionRoutine == nullptr) return false;
  const UCHAR control = location.Control;
  if (irp->Cancel && (control & SL_INVOKE_ON_CANCEL) != 0) return true;
  return (control &
          (NT_SUCCESS(irp->IoStatus.Status) ? SL_INVOKE_ON_SUCCESS : SL_INVOKE_ON_ERROR)) != 0;
}

void clear_location(IO_STACK_LOCATION& location) {
  location.MinorFunction = 0;
  location.Flags = 0;
  location.Control = 0;
  location.Parameters.Others = {};
  location.FileObject = nullptr;
}

// A routine set in one location belongs to the driver of the location above it.
NTSTATUS call_completion(const IO_STACK_LOCATION& location, PIRP irp) {
  const bool topmost = irp->CurrentLocation > irp->StackCount;
  const PDEVICE_OBJECT device = topmost ? nullptr : IoGetCurrentIrpStackLocation(irp)->DeviceObject;
  Driver* owner = topmost ? maker_of(irp) : driver_of(device);
  NTSTATUS status = STATUS_CONTINUE_COMPLETION;
  const auto routine = location.CompletionRoutine;
  const PVOID context = location.Context;
  const bool lived =
      run_in(owner, "completion routine", [&] { status = routine(device, irp, context); });
  return lived ? status : STATUS_MORE_PROCESSING_REQUIRED;
}

// Calls the completion routines from the current location upwards. True when all locations have
// been left; false when a routine took the IRP over.
bool leave_locations(PIRP irp) {
  while (irp->CurrentLocation <= irp->StackCount) {
    const PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
    const IO_STACK_LOCATION left = *location;
    irp->PendingReturned = (left.Control & SL_PENDING_RETURNED) != 0;
    ++irp->CurrentLocation;
    ++irp->Tail.Overlay.CurrentStackLocation;
    clear_location(*location);
    if (wants(left, irp)) {
      if (call_completion(left, irp) == STATUS_MORE_PROCESSING_REQUIRED) return false;
    } else if (irp->PendingReturned && irp->CurrentLocation <= irp->StackCount) {
      IoMarkIrpPending(irp);
    }
  }
  return true;
}

// Does the I/O manager's part after the last routine. For an error that was returned at once it
// touches neither block nor event: the caller sees it by the status of the call.
void finish(PIRP irp) {
  release_buffers(irp);
  const PKEVENT event = irp->UserEvent;
  if (!NT_ERROR(irp->IoStatus.Status) || irp->PendingReturned) {
    if (irp->UserIosb != nullptr) *irp->UserIosb = irp->IoStatus;
    free_irp(irp);
    if (event != nullptr) KeSetEvent(event, IO_NO_INCREMENT, FALSE);
    return;
  }
  free_irp(irp);
}

void finish_associated(PIRP irp) {
  const PIRP master = irp->AssociatedIrp.MasterIrp;
  const LONG left = __atomic_sub_fetch(&master->AssociatedIrp.IrpCount, 1, __ATOMIC_SEQ_CST);
  free_irp(irp);
  if (left == 0) IofCompleteRequest(master, IO_NO_INCREMENT);
}

}  // namespace

void drydock::nt::release_buffers(PIRP irp) {
  if ((irp->Flags & IRP_BUFFERED_IO) != 0) {
    const bool input = (irp->Flags & IRP_INPUT_OPERATION) != 0;
    if (input && !NT_ERROR(irp->IoStatus.Status) && irp->UserBuffer != nullptr) {
      std::memcpy(irp->UserBuffer, irp->AssociatedIrp.SystemBuffer, irp->IoStatus.Information);
    }
    if ((irp->Flags & IRP_DEALLOCATE_BUFFER) != 0) ExFreePool(irp->AssociatedIrp.SystemBuffer);
  }
  while (irp->MdlAddress != nullptr) {
    const PMDL mdl = irp->MdlAddress;
    irp->MdlAddress = mdl->Next;
    if ((mdl->MdlFlags & MDL_PAGES_LOCKED) != 0) MmUnlockPages(mdl);
    IoFreeMdl(mdl);
  }
}

extern "C" NTSTATUS IofCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  require_irql_at_most(DISPATCH_LEVEL, "IoCallDriver");
  sim::switch_point();
  if (Irp->CurrentLocation <= 1) {
    KeBugCheckEx(NO_MORE_IRP_STACK_LOCATIONS, reinterpret_cast<ULONG_PTR>(Irp), 0, 0, 0);
    return STATUS_INVALID_PARAMETER;
  }
  IoSetNextIrpStackLocation(Irp);
  const PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(Irp);
  location->DeviceObject = DeviceObject;
  const UCHAR major = location->MajorFunction;
  const PDRIVER_DISPATCH dispatch =
      major <= IRP_MJ_MAXIMUM_FUNCTION ? DeviceObject->DriverObject->MajorFunction[major] : nullptr;
  if (dispatch == nullptr) {
    Irp->IoStatus.Status = STATUS_INVALID_DEVICE_REQUEST;
    Irp->IoStatus.Information = 0;
    IofCompleteRequest(Irp, IO_NO_INCREMENT);
    return STATUS_INVALID_DEVICE_REQUEST;
  }
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  const bool lived = run_in(driver_of(DeviceObject), name_of_major(major),
                            [&] { status = dispatch(DeviceObject, Irp); });
  return lived ? status : STATUS_DEVICE_REMOVED;
}

extern "C" VOID IofCompleteRequest(PIRP Irp, CCHAR) {
  require_irql_at_most(DISPATCH_LEVEL, "IoCompleteRequest");
  if (!may_complete(Irp)) return;
  sim::switch_point();
  note_completion(Irp, drydock::rules::Stack::capture());
  if (!leave_locations(Irp)) return;
  if ((Irp->Flags & IRP_ASSOCIATED_IRP) != 0) {
    finish_associated(Irp);
  } else if (is_owned_by_manager(Irp)) {
    finish(Irp);
  } else {
    note_completed(Irp);
  }
}

void drydock::nt::free_cancel_lock(const void* lock) {
  if (lock == &cancel_lock) free_left_spin_lock(&cancel_lock);
}

extern "C" VOID IoAcquireCancelSpinLock(PKIRQL Irql) { KeAcquireSpinLock(&cancel_lock, Irql); }
extern "C" VOID IoReleaseCancelSpinLock(KIRQL Irql) { KeReleaseSpinLock(&cancel_lock, Irql); }

// The routine is called with the cancel lock held and releases it to CancelIrql.
extern "C" BOOLEAN IoCancelIrp(PIRP Irp) {
  require_irql_at_most(DISPATCH_LEVEL, "IoCancelIrp");
  KIRQL irql = PASSIVE_LEVEL;
  IoAcquireCancelSpinLock(&irql);
  Irp->Cancel = TRUE;
  const PDRIVER_CANCEL routine = IoSetCancelRoutine(Irp, nullptr);
  if (routine == nullptr) {
    IoReleaseCancelSpinLock(irql);
    return FALSE;
  }
  Irp->CancelIrql = irql;
  const bool current = Irp->CurrentLocation <= Irp->StackCount;
  const PDEVICE_OBJECT device = current ? IoGetCurrentIrpStackLocation(Irp)->DeviceObject : nullptr;
  Driver* owner = device == nullptr ? nullptr : driver_of(device);
  const bool crossing = owner != nullptr && owner != current_driver();
  const bool lived = run_in(owner, "cancel routine", [&] {
    routine(device, Irp);
    // It rightly returns at a lower level than it was called at; the border requires the same
    // level.
    if (crossing && self().irql == irql) set_irql(self(), DISPATCH_LEVEL);
  });
  // A driver that had ended, or ended there, did not release the lock.
  const auto is_ours = [](const HeldLock& one) { return one.address == &cancel_lock; };
  if (!lived && std::ranges::any_of(self().held, is_ours)) IoReleaseCancelSpinLock(irql);
  if (crossing) set_irql(self(), irql);
  return TRUE;
}

namespace {

// IoSetCompletionRoutineEx stores this until the routine has been called.
struct ExtendedRoutine {
  PDEVICE_OBJECT device;
  PIO_COMPLETION_ROUTINE routine;
  PVOID context;
  IO_STACK_LOCATION wish;
};

constexpr ULONG kRoutineTag = 0x72436F49;  // "IoCr"

NTSTATUS call_extended(PDEVICE_OBJECT device, PIRP irp, PVOID context) {
  const ExtendedRoutine stored = *static_cast<ExtendedRoutine*>(context);
  ExFreePoolWithTag(context, kRoutineTag);
  if (!wants(stored.wish, irp)) {
    if (irp->PendingReturned && irp->CurrentLocation <= irp->StackCount) IoMarkIrpPending(irp);
    return STATUS_CONTINUE_COMPLETION;
  }
  return stored.routine(device, irp, stored.context);
}

NTSTATUS signal_event(PDEVICE_OBJECT, PIRP irp, PVOID context) {
  if (irp->PendingReturned) KeSetEvent(static_cast<PKEVENT>(context), IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

}  // namespace

extern "C" NTSTATUS IoSetCompletionRoutineEx(PDEVICE_OBJECT DeviceObject, PIRP Irp,
                                             PIO_COMPLETION_ROUTINE CompletionRoutine,
                                             PVOID Context, BOOLEAN InvokeOnSuccess,
                                             BOOLEAN InvokeOnError, BOOLEAN InvokeOnCancel) {
  require_irql_at_most(DISPATCH_LEVEL, "IoSetCompletionRoutineEx");
  auto* const stored = static_cast<ExtendedRoutine*>(
      ExAllocatePoolWithTag(NonPagedPool, sizeof(ExtendedRoutine), kRoutineTag));
  if (stored == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  *stored = {DeviceObject, CompletionRoutine, Context, {}};
  stored->wish.CompletionRoutine = CompletionRoutine;
  stored->wish.Control = static_cast<UCHAR>((InvokeOnSuccess ? SL_INVOKE_ON_SUCCESS : 0) |
                                            (InvokeOnError ? SL_INVOKE_ON_ERROR : 0) |
                                            (InvokeOnCancel ? SL_INVOKE_ON_CANCEL : 0));
  IoSetCompletionRoutine(Irp, call_extended, stored, TRUE, TRUE, TRUE);
  return STATUS_SUCCESS;
}

extern "C" BOOLEAN IoForwardIrpSynchronously(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  require_irql_at_most(APC_LEVEL, "IoForwardIrpSynchronously");
  if (Irp->CurrentLocation <= 1) return FALSE;
  KEVENT event;
  KeInitializeEvent(&event, SynchronizationEvent, FALSE);
  IoCopyCurrentIrpStackLocationToNext(Irp);
  IoSetCompletionRoutine(Irp, signal_event, &event, TRUE, TRUE, TRUE);
  if (IofCallDriver(DeviceObject, Irp) == STATUS_PENDING) {
    KeWaitForSingleObject(&event, Suspended, KernelMode, FALSE, nullptr);
  }
  return TRUE;
}

NTSTATUS drydock::nt::send_and_wait(PDEVICE_OBJECT device, PIRP irp, PKEVENT event,
                                    PIO_STATUS_BLOCK status) {
  const NTSTATUS returned = IofCallDriver(device, irp);
  if (returned != STATUS_PENDING) {
    if (NT_ERROR(returned)) status->Status = returned;
    return returned;
  }
  KeWaitForSingleObject(event, Executive, KernelMode, FALSE, nullptr);
  return status->Status;
}
