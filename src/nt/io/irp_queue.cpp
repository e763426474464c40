// Cancel-safe queues: the driver owns the queue, the I/O manager takes care of races with
// cancellation.
// wdm/nf-wdm-iocsqinitialize.md
#include "src/nt/base/thread.h"
#include "src/nt/io/irp.h"

namespace {

constexpr ULONG kContext = 1;
constexpr ULONG kPlain = 2;
constexpr ULONG kExtended = 3;

PIO_CSQ& queue_in(PIRP irp) {
  return reinterpret_cast<PIO_CSQ&>(irp->Tail.Overlay.DriverContext[3]);
}

// The slot holds the queue, or the context of a caller that passed one; both begin with their type.
PIO_CSQ_IRP_CONTEXT context_in(PIRP irp) {
  auto* context = reinterpret_cast<PIO_CSQ_IRP_CONTEXT>(irp->Tail.Overlay.DriverContext[3]);
  return context != nullptr && context->Type == kContext ? context : nullptr;
}

void take_out(PIO_CSQ csq, PIRP irp) {
  csq->CsqRemoveIrp(csq, irp);
  if (const PIO_CSQ_IRP_CONTEXT context = context_in(irp)) context->Irp = nullptr;
  irp->Tail.Overlay.DriverContext[3] = nullptr;
}

void cancel(PDEVICE_OBJECT, PIRP irp) {
  IoReleaseCancelSpinLock(irp->CancelIrql);
  const PIO_CSQ_IRP_CONTEXT context = context_in(irp);
  const PIO_CSQ csq = context != nullptr ? context->Csq : queue_in(irp);
  KIRQL irql = PASSIVE_LEVEL;
  csq->CsqAcquireLock(csq, &irql);
  take_out(csq, irp);
  csq->CsqReleaseLock(csq, irql);
  csq->CsqCompleteCanceledIrp(csq, irp);
}

NTSTATUS initialise(PIO_CSQ csq, ULONG type, PIO_CSQ_INSERT_IRP insert, PIO_CSQ_REMOVE_IRP remove,
                    PIO_CSQ_PEEK_NEXT_IRP peek, PIO_CSQ_ACQUIRE_LOCK acquire,
                    PIO_CSQ_RELEASE_LOCK release, PIO_CSQ_COMPLETE_CANCELED_IRP complete) {
  *csq = {type, insert, remove, peek, acquire, release, complete, nullptr};
  return STATUS_SUCCESS;
}

// Returns true when the caller has the IRP from now on, because no thread is cancelling it.
bool claim(PIRP irp) { return IoSetCancelRoutine(irp, nullptr) != nullptr; }

}  // namespace

extern "C" NTSTATUS IoCsqInitialize(PIO_CSQ Csq, PIO_CSQ_INSERT_IRP CsqInsertIrp,
                                    PIO_CSQ_REMOVE_IRP CsqRemoveIrp,
                                    PIO_CSQ_PEEK_NEXT_IRP CsqPeekNextIrp,
                                    PIO_CSQ_ACQUIRE_LOCK CsqAcquireLock,
                                    PIO_CSQ_RELEASE_LOCK CsqReleaseLock,
                                    PIO_CSQ_COMPLETE_CANCELED_IRP CsqCompleteCanceledIrp) {
  return initialise(Csq, kPlain, CsqInsertIrp, CsqRemoveIrp, CsqPeekNextIrp, CsqAcquireLock,
                    CsqReleaseLock, CsqCompleteCanceledIrp);
}

extern "C" NTSTATUS IoCsqInitializeEx(PIO_CSQ Csq, PIO_CSQ_INSERT_IRP_EX CsqInsertIrp,
                                      PIO_CSQ_REMOVE_IRP CsqRemoveIrp,
                                      PIO_CSQ_PEEK_NEXT_IRP CsqPeekNextIrp,
                                      PIO_CSQ_ACQUIRE_LOCK CsqAcquireLock,
                                      PIO_CSQ_RELEASE_LOCK CsqReleaseLock,
                                      PIO_CSQ_COMPLETE_CANCELED_IRP CsqCompleteCanceledIrp) {
  return initialise(
      Csq, kExtended, reinterpret_cast<PIO_CSQ_INSERT_IRP>(reinterpret_cast<void*>(CsqInsertIrp)),
      CsqRemoveIrp, CsqPeekNextIrp, CsqAcquireLock, CsqReleaseLock, CsqCompleteCanceledIrp);
}

extern "C" NTSTATUS IoCsqInsertIrpEx(PIO_CSQ Csq, PIRP Irp, PIO_CSQ_IRP_CONTEXT Context,
                                     PVOID InsertContext) {
  drydock::nt::require_irql_at_most(DISPATCH_LEVEL, "IoCsqInsertIrpEx");
  if (Context != nullptr) {
    *Context = {kContext, Irp, Csq};
    Irp->Tail.Overlay.DriverContext[3] = Context;
  } else {
    Irp->Tail.Overlay.DriverContext[3] = Csq;
  }
  KIRQL irql = PASSIVE_LEVEL;
  Csq->CsqAcquireLock(Csq, &irql);
  NTSTATUS status = STATUS_SUCCESS;
  if (Csq->Type == kExtended) {
    const auto insert =
        reinterpret_cast<PIO_CSQ_INSERT_IRP_EX>(reinterpret_cast<void*>(Csq->CsqInsertIrp));
    status = insert(Csq, Irp, InsertContext);
  } else {
    Csq->CsqInsertIrp(Csq, Irp);
  }
  if (!NT_SUCCESS(status)) {
    Irp->Tail.Overlay.DriverContext[3] = nullptr;
    Csq->CsqReleaseLock(Csq, irql);
    return status;
  }
  IoMarkIrpPending(Irp);
  IoSetCancelRoutine(Irp, cancel);
  const bool cancelled = Irp->Cancel && claim(Irp);
  if (cancelled) take_out(Csq, Irp);
  Csq->CsqReleaseLock(Csq, irql);
  if (cancelled) Csq->CsqCompleteCanceledIrp(Csq, Irp);
  return status;
}

extern "C" VOID IoCsqInsertIrp(PIO_CSQ Csq, PIRP Irp, PIO_CSQ_IRP_CONTEXT Context) {
  drydock::nt::require_irql_at_most(DISPATCH_LEVEL, "IoCsqInsertIrp");
  IoCsqInsertIrpEx(Csq, Irp, Context, nullptr);
}

extern "C" PIRP IoCsqRemoveIrp(PIO_CSQ Csq, PIO_CSQ_IRP_CONTEXT Context) {
  drydock::nt::require_irql_at_most(DISPATCH_LEVEL, "IoCsqRemoveIrp");
  KIRQL irql = PASSIVE_LEVEL;
  Csq->CsqAcquireLock(Csq, &irql);
  PIRP irp = Context->Irp;
  if (irp != nullptr && claim(irp)) {
    take_out(Csq, irp);
  } else {
    irp = nullptr;
  }
  Csq->CsqReleaseLock(Csq, irql);
  return irp;
}

extern "C" PIRP IoCsqRemoveNextIrp(PIO_CSQ Csq, PVOID PeekContext) {
  drydock::nt::require_irql_at_most(DISPATCH_LEVEL, "IoCsqRemoveNextIrp");
  KIRQL irql = PASSIVE_LEVEL;
  Csq->CsqAcquireLock(Csq, &irql);
  PIRP irp = Csq->CsqPeekNextIrp(Csq, nullptr, PeekContext);
  while (irp != nullptr && !claim(irp)) irp = Csq->CsqPeekNextIrp(Csq, irp, PeekContext);
  if (irp != nullptr) take_out(Csq, irp);
  Csq->CsqReleaseLock(Csq, irql);
  return irp;
}
