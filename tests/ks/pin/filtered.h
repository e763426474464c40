// A minidriver whose filter processes, and its pins.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

// Copies what comes in (type 1) to what goes out (type 0).
constexpr const char* kCopies = R"(
static LONG Inside;
static VOID Want(BOOLEAN True, const char* Word) { Note(True ? Word : "WRONG"); if (!True) Note(Word); }
static ULONG Triggers;
static NTSTATUS FilterProcess(PKSFILTER Filter, PKSPROCESSPIN_INDEXENTRY Index) {
  PKSPROCESSPIN Out = Index[0].Count ? Index[0].Pins[0] : NULL;
  PKSPROCESSPIN In = Index[1].Count ? Index[1].Pins[0] : NULL;
  ULONG Bytes;
  UNREFERENCED_PARAMETER(Filter);
  if (InterlockedIncrement(&Inside) != 1) Note("WRONG-twice");
  Triggers++;
  switch (Switch) {
    case 1: Index[1].Pins[0]->BytesUsed = 1; break;
    case 2: *(PUCHAR)Out->Data = 1; break;
    case 3: KsStreamPointerAdvance(Out->StreamPointer); break;
    case 4:
      Want(Index[0].Count == 1 && Out->Pin->Id == 0 && Out->StreamPointer != NULL, "indexed");
      Want(KeGetCurrentIrql() == PASSIVE_LEVEL, "passive");
      break;
    case 5:
      Want(Index[0].Count == 2 && Out->CopySource == NULL && Index[0].Pins[1]->CopySource == Out, "copy");
      break;
    case 6: Index[0].Pins[1]->BytesUsed = 1; break;
    case 7: Note(KeGetCurrentIrql() == DISPATCH_LEVEL ? "dispatch" : "passive"); break;
    case 8:
      if (Out && Out->Data) {
        Out->BytesUsed = Out->BytesAvailable;
        Want(KsProcessPinUpdate(Out), "updated");
        Want(Out->BytesAvailable == 64 && Out->BytesUsed == 0, "next");
      }
      break;
  }
  if (Out && Out->Data && (!Index[1].Count || (In && In->Data))) {
    Bytes = Out->BytesAvailable;
    if (In && In->BytesAvailable < Bytes) Bytes = In->BytesAvailable;
    if (In) RtlCopyMemory(Out->Data, In->Data, Bytes); else RtlFillMemory(Out->Data, Bytes, 7);
    Out->BytesUsed = Bytes;
    Out->Terminate = TRUE;
    if (In) { In->BytesUsed = Bytes; In->Terminate = TRUE; }
    Note("processed");
  }
  InterlockedDecrement(&Inside);
  return STATUS_PENDING;
}
static NTSTATUS FilterReset(PKSFILTER) { Note("FilterReset"); return STATUS_SUCCESS; }
static NTSTATUS FilterCreate(PKSFILTER, PIRP);
static NTSTATUS FilterClose(PKSFILTER, PIRP);
static const KSFILTER_DISPATCH OwnFilter = {FilterCreate, FilterClose, FilterProcess, FilterReset};
static PKSFILTER TheFilter;
#define ON_FILTER_CREATE TheFilter = Filter;
static KDPC Dpc;
static VOID InDpc(PKDPC, PVOID, PVOID, PVOID) { KsFilterAttemptProcessing(TheFilter, FALSE); }
#define ON_SWITCH if (Switch == 7) { KeInitializeDpc(&Dpc, InDpc, NULL); KeInsertQueueDpc(&Dpc, NULL, NULL); KeFlushQueuedDpcs(); }
)";

struct Filtered : OpenMinidriver {
  explicit Filtered(const std::vector<std::string>& definitions = {}, ULONG way = 0)
      : OpenMinidriver(minidriver(definitions, std::string(kCopies) + kQuietPins)) {
    open(way);
  }
  File connect(ULONG id) {
    File pin;
    EXPECT_EQ(rig.connect(filter, id, plain_format(), pin), STATUS_SUCCESS);
    return pin;
  }
};

}  // namespace drydock::testing
