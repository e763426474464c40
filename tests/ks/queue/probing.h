// A minidriver that probes stream pointers in its process dispatch, and a pin of it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

constexpr const char* kProbe = R"(
#define LOCKED KSSTREAM_POINTER_STATE_LOCKED
#define UNLOCKED KSSTREAM_POINTER_STATE_UNLOCKED
static PKSSTREAM_POINTER First, Second;
static KEVENT Fired;
static VOID Ignore(PKSSTREAM_POINTER) {}
static VOID Gone(PKSSTREAM_POINTER Clone) { Note("cancelled"); KsStreamPointerDelete(Clone); }
static VOID TimedOut(PKSSTREAM_POINTER Clone) {
  Note(Clone == First ? "first-timed-out" : "second-timed-out");
}
static VOID Want(BOOLEAN True, const char* Word) { Note(True ? Word : "WRONG"); if (!True) Note(Word); }
static ULONG Done;

static VOID ProbeEdge(PKSPIN Pin) {  // two frames, no trailing edge
  PKSSTREAM_POINTER Edge;
  BOOLEAN FirstFrame, LastFrame;
  Want(KsPinGetTrailingEdgeStreamPointer(Pin, UNLOCKED) == NULL, "no-trailing-edge");
  Edge = KsPinGetLeadingEdgeStreamPointer(Pin, UNLOCKED);
  Want(Edge != NULL && Edge->Context == NULL, "edge");
  Edge = KsPinGetLeadingEdgeStreamPointer(Pin, LOCKED);
  Want(Edge->Offset == &Edge->OffsetOut && Edge->Offset->Count == 64 &&
       Edge->Offset->Remaining == 64 && Edge->Offset->Data != NULL, "offsets");
  Want(KsStreamPointerGetNextClone(Edge) == NULL, "no-next-clone");
  Want(KsStreamPointerGetIrp(Edge, &FirstFrame, &LastFrame) != NULL && FirstFrame && !LastFrame, "irp");
  NTSTATUS Status = KsStreamPointerAdvanceOffsets(Edge, 0, 16, FALSE);
  Want(NT_SUCCESS(Status) && Edge->Offset->Remaining == 48 && Edge->Offset->Count == 64, "partly");
  Status = KsStreamPointerAdvanceOffsets(Edge, 0, 48, FALSE);
  Want(NT_SUCCESS(Status) && Edge->Offset->Remaining == 64, "next-frame");
  Status = KsStreamPointerAdvance(Edge);
  Want(Status == STATUS_DEVICE_NOT_READY, "past-the-last");
  Want(NT_SUCCESS(KsStreamPointerAdvance(Edge)), "unlocked-succeeds");
}
static VOID ProbeClones(PKSPIN Pin) {  // in their order, and their frames
  PKSSTREAM_POINTER Edge = KsPinGetLeadingEdgeStreamPointer(Pin, LOCKED);
  KsStreamPointerClone(Edge, NULL, 8, &First);
  Want(First->Context == First + 1 && First->StreamHeader == Edge->StreamHeader, "clone");
  Want(KsStreamPointerGetMdl(First) != NULL, "clone-is-locked");
  KsStreamPointerUnlock(Edge, TRUE);
  Edge = KsPinGetLeadingEdgeStreamPointer(Pin, LOCKED);
  KsStreamPointerClone(Edge, NULL, 0, &Second);
  KsStreamPointerUnlock(Edge, TRUE);
  Want(KsPinGetFirstCloneStreamPointer(Pin) == First, "first");
  Want(KsStreamPointerGetNextClone(First) == Second, "second");
  Want(KsStreamPointerGetNextClone(Second) == NULL, "end");
  Want(First->StreamHeader->DataUsed == 0, "nothing-used-yet");
  First->StreamHeader->DataUsed = 3;
}
static VOID CloneEdge(PKSPIN Pin, PFNKSSTREAMPOINTER Cancelled, BOOLEAN Unlock) {
  PKSSTREAM_POINTER Edge = KsPinGetLeadingEdgeStreamPointer(Pin, LOCKED);
  KsStreamPointerClone(Edge, Cancelled, 0, &First);
  if (Unlock) KsStreamPointerUnlock(First, FALSE);
  if (Switch == 6) KsStreamPointerClone(Edge, NULL, 0, &Second);
  KsStreamPointerUnlock(Edge, TRUE);
}

// Frames are enough: each way probes once.
static NTSTATUS Probe(PKSPIN Pin) {
  PKSSTREAM_POINTER Edge;
  if (Done) return STATUS_PENDING;
  switch (Switch) {
    case 1: ProbeEdge(Pin); break;
    case 2: ProbeClones(Pin); break;
    case 3:  // a frame is done with its last reference
      Edge = KsPinGetLeadingEdgeStreamPointer(Pin, LOCKED);
      KsStreamPointerClone(Edge, NULL, 0, &First);
      Want(NT_SUCCESS(KsStreamPointerAdvanceOffsets(Edge, 0, 64, FALSE)) == FALSE, "no-more");
      Want(First->StreamHeader->DataUsed == 64, "used-when-the-edge-left");
      First->StreamHeader->DataUsed = 0;
      break;
    case 4: CloneEdge(Pin, Gone, TRUE); break;   // whose request is cancelled
    case 5: CloneEdge(Pin, Gone, FALSE); break;  // the request waits for it
    case 6:  // time-outs
      CloneEdge(Pin, NULL, FALSE);
      KsStreamPointerCancelTimeout(First);
      KsStreamPointerScheduleTimeout(First, TimedOut, 10000);
      break;
    case 7:
      Edge = KsPinGetLeadingEdgeStreamPointer(Pin, UNLOCKED);
      KsStreamPointerUnlock(Edge, TRUE);
      Want(Edge->StreamHeader == NULL, "ejected");
      break;
    case 8: CloneEdge(Pin, NULL, TRUE); break;  // that nobody is told about
  }
  Done = 1;
  return STATUS_PENDING;
}
#define ON_PROCESS return Probe(Pin);

static VOID Later(void) {
  switch (Switch) {
    case 20:  // of 2
      KsStreamPointerDelete(First);
      KsStreamPointerDelete(Second);
      break;
    case 30:  // of 3
      KsStreamPointerDelete(First);
      break;
    case 50: {  // of 5
      PIRP Irp = KsStreamPointerGetIrp(First, NULL, NULL);
      Want(Irp != NULL && Irp->Cancel, "cancel-is-seen");
      KsStreamPointerUnlock(First, FALSE);
      Want(KsPinGetFirstCloneStreamPointer(LastPin) == NULL, "gone-when-unlocked");
      break;
    }
    case 60:  // of 6: in RUN
      KsStreamPointerScheduleTimeout(Second, TimedOut, 20000);
      break;
    case 61:
      KsStreamPointerDelete(First);
      KsStreamPointerScheduleTimeout(Second, TimedOut, 10000000);
      KsStreamPointerCancelTimeout(Second);
      KsStreamPointerDelete(Second);
      break;
    case 80:  // of 8
      Want(KsStreamPointerLock(First) == STATUS_DEVICE_NOT_READY, "not-ready");
      KsStreamPointerDelete(First);
      break;
  }
}
#define ON_SWITCH Later();
)";

struct Probing : OpenMinidriver {
  File pin;

  explicit Probing(ULONG way, const std::vector<std::string>& definitions = {})
      : OpenMinidriver(minidriver(definitions, kProbe)) {
    open(way);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  }
  ~Probing() {
    pin.close();
    expect_nothing_found();
  }
};

}  // namespace drydock::testing
