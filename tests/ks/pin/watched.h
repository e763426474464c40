// A minidriver whose pins note what they find, and a filter of it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"

namespace drydock::testing {

constexpr const char* kWatching = R"(
static VOID Want(BOOLEAN True, const char* Word) { Note(True ? Word : "WRONG"); if (!True) Note(Word); }
static PVOID Injection;
static UCHAR Frame[64];
static LONG Inside;
static PKSPIN Waiting;
static WORK_QUEUE_ITEM Item;
static KEVENT Done;
static VOID CompleteClose(PVOID Context) {
  PIRP Irp = (PIRP)Context;
  Want(Waiting->Id == 0 && Waiting->Descriptor != NULL, "alive");
  Irp->IoStatus.Status = STATUS_SUCCESS;
  KsCompletePendingRequest(Irp);
  KeSetEvent(&Done, IO_NO_INCREMENT, FALSE);
}
static VOID Returned(PKSPIN Pin, PVOID Data, ULONG Size, PMDL Mdl, PVOID Context, NTSTATUS Status) {
  Want(Pin && Data == Frame && Size == 64 && !Mdl && Context == &Injection && NT_SUCCESS(Status), "returned");
}
static VOID Freed(PVOID) { Note("freed"); }
static NTSTATUS Created(PKSPIN Pin, PIRP Irp) {
  Want(KeGetCurrentIrql() == PASSIVE_LEVEL && IoGetCurrentIrpStackLocation(Irp)->FileObject->FsContext != NULL, "passive");
  Want(Pin->DeviceState == KSSTATE_STOP && Pin->ClientState == KSSTATE_STOP && Pin->ResetState == KSRESET_END, "stopped");
  Want(Pin->Descriptor->PinDescriptor.DataFlow == Pin->DataFlow, "cached");
  if (Switch == 1 && Pin->DataFlow == KSPIN_DATAFLOW_OUT) KsPinRegisterFrameReturnCallback(Pin, Returned);
  KsAddItemToObjectBag(Pin->Bag, &Frame[Pin->Id], Freed);
  return STATUS_SUCCESS;
}
#define ON_PIN_CREATE return Created(Pin, Irp);
static NTSTATUS Closed(PKSPIN Pin, PIRP Irp) {
  Want(Pin->DeviceState == KSSTATE_STOP && KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_UNLOCKED) == NULL, "empty");
  if (Switch != 3) return STATUS_SUCCESS;
  IoMarkIrpPending(Irp);
  Waiting = Pin;
  KeInitializeEvent(&Done, NotificationEvent, FALSE);
  ExInitializeWorkItem(&Item, CompleteClose, Irp);
  ExQueueWorkItem(&Item, DelayedWorkQueue);
  return STATUS_PENDING;
}
#define ON_PIN_CLOSE return Closed(Pin, Irp);
static VOID Act(void) {
  if (Switch == 2) Want(NT_SUCCESS(KsPinSubmitFrame(LastPin, Frame, 64, NULL, &Injection)), "submitted");
  if (Switch == 4) KeWaitForSingleObject(&Done, Executive, KernelMode, FALSE, NULL);
  if (Switch == 5) KsPinAttemptProcessing(LastPin, FALSE);
  if (Switch == 6) KsPinAttemptProcessing(LastPin, TRUE);
  if (Switch == 7) {
    PKSGATE Gate = KsPinGetAndGate(LastPin);
    KsGateTurnInputOff(Gate);
    KsPinAttemptProcessing(LastPin, FALSE);
    Note("closed-gate");
    KsGateTurnInputOn(Gate);
  }
}
#define ON_SWITCH Act();
#define ON_PROCESS if (InterlockedIncrement(&Inside) != 1) Note("WRONG-twice"); if (Switch != 20) { Note("process"); } InterlockedDecrement(&Inside);
#define ON_STATE if (Switch == 8 && ToState == KSSTATE_ACQUIRE && FromState == KSSTATE_STOP) return STATUS_SHARING_VIOLATION;
)";

struct Watched : OpenMinidriver {
  explicit Watched(const std::vector<std::string>& definitions = {}, ULONG way = 0)
      : OpenMinidriver(minidriver(definitions, kWatching)) {
    open(way);
  }
  ~Watched() { expect_nothing_found(); }
  NTSTATUS connect(File& pin, ULONG id = 0, const File* sink = nullptr) {
    return rig.connect(filter, id, plain_format(), pin, sink);
  }
};

}  // namespace drydock::testing
