// Streaming: stream pointers.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming11Lessons[] = {
    {.rule = "S-152",
     .why = "What lies behind the pointer was given back when it moved on; its buffer may be with "
            "the client already.",
     .check = "At each advance the remaining bytes that the driver sees are compared with those "
              "that the queue gave; more than that is a step back.",
     .wrong = R"(edge->OffsetOut.Remaining += Unused;
edge->OffsetOut.Data -= Unused;
KsStreamPointerAdvanceOffsets(edge, 0, 0, FALSE);)",
     .right = R"(ULONG used = Filled - Unused;
KsStreamPointerAdvanceOffsets(edge, 0, used, FALSE);)"},
    {.rule = "S-153",
     .why = "The queue is empty at the first call and after every cancel, and then there is "
            "nothing behind the pointer.",
     .check =
         "When the driver dies at an address near zero after the class driver gave it no pointer, "
         "the crash is explained by this rule; a driver that got lucky is not noticed.",
     .wrong = R"(PKSSTREAM_POINTER edge =
    KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
RtlZeroMemory(edge->OffsetOut.Data, edge->OffsetOut.Remaining);)",
     .right = R"(PKSSTREAM_POINTER edge =
    KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
if (edge == NULL) return STATUS_PENDING;
RtlZeroMemory(edge->OffsetOut.Data, edge->OffsetOut.Remaining);)"},
    {.rule = "S-155",
     .why = "A locked frame cannot be cancelled, so a client that closes its handle waits for the "
            "driver.",
     .check = "A leading edge that is locked when Process of a pin returns is told, and a frame "
              "that is kept locked for ten seconds after its request was cancelled.",
     .wrong = R"(edge = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
StartDma(Pin, edge);
return STATUS_PENDING;)",
     .right = R"(edge = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
StartDma(Pin, edge);
KsStreamPointerUnlock(edge, FALSE);
return STATUS_PENDING;)"},
    {.rule = "S-158",
     .why = "A clone that stays holds its request for ever; an edge belongs to the queue, and "
            "deleting it takes the queue's own place away.",
     .check = "KsStreamPointerDelete reports an edge that it is given, and every stream pointer "
              "call one that does not live any more. Clones that are left when the pin stops are "
              "named under S-148.",
     .wrong = R"(edge = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
…
KsStreamPointerDelete(edge);)",
     .right = R"(edge = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
KsStreamPointerClone(edge, NULL, 0, &clone);
…
KsStreamPointerDelete(clone);)"},
    {.rule = "S-162",
     .why = "The count of bytes wraps, and the next filter believes in megabytes that were never "
            "written.",
     .check = "The number of bytes is compared with what remains at each advance; on a pointer "
              "that is not locked the call fails with STATUS_DEVICE_NOT_READY.",
     .wrong = R"(RtlCopyMemory(edge->OffsetOut.Data, Line, LINE_BYTES);
KsStreamPointerAdvanceOffsets(edge, 0, 2 * LINE_BYTES, FALSE);)",
     .right = R"(ULONG bytes = min(LINE_BYTES, edge->OffsetOut.Remaining);
RtlCopyMemory(edge->OffsetOut.Data, Line, bytes);
KsStreamPointerAdvanceOffsets(edge, 0, bytes, FALSE);)"},
    {.rule = "S-164",
     .why = "Without the lock the request may be cancelled and freed between the call and the use "
            "of its result.",
     .check = "Both calls look at the pointer's lock and report when it is not there.",
     .wrong = R"(KsStreamPointerUnlock(edge, FALSE);
PMDL mdl = KsStreamPointerGetMdl(edge);)",
     .right = R"(PMDL mdl = KsStreamPointerGetMdl(edge);
…
KsStreamPointerUnlock(edge, FALSE);)"},
    {.rule = "S-171",
     .why = "The status waits for the last reference on the frame to go; while the clone lives, "
            "the client never hears of it.",
     .check = "A clone that is left when its pin has stopped is told under this rule when a status "
              "was set on it, with the stack that made it.",
     .wrong = R"(KsStreamPointerSetStatusCode(clone, STATUS_IO_DEVICE_ERROR);
return;)",
     .right = R"(KsStreamPointerSetStatusCode(clone, STATUS_IO_DEVICE_ERROR);
KsStreamPointerDelete(clone);
return;)"},
    {.rule = "S-172",
     .why = "The queue is torn down when the pin stops; without the mutex the call walks it "
            "meanwhile.",
     .check =
         "The call asks whether its thread holds the processing or the control mutex of the pin.",
     .wrong = R"(VOID OnTimerWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsPinGetAvailableByteCount(Pin, &in, &out);
})",
     .right = R"(VOID OnTimerWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsPinAcquireProcessingMutex(Pin);
  KsPinGetAvailableByteCount(Pin, &in, &out);
  KsPinReleaseProcessingMutex(Pin);
})"},
    {.rule = "S-173",
     .why = "The class driver moves the edges of such a filter by BytesUsed after each call; "
            "whoever moves them too skips frames.",
     .check = "KsStreamPointerAdvance and an unlock that ejects, on an edge of a filter whose "
              "dispatch has Process, are told at the call; clones may be moved.",
     .wrong = R"(NTSTATUS OnFilterProcess(PKSFILTER Filter, PKSPROCESSPIN_INDEXENTRY Index) {
  KsStreamPointerAdvance(Index[0].Pins[0]->StreamPointer);)",
     .right = R"(NTSTATUS OnFilterProcess(PKSFILTER Filter, PKSPROCESSPIN_INDEXENTRY Index) {
  Index[0].Pins[0]->BytesUsed = Index[0].Pins[0]->BytesAvailable;)"},
};

}  // namespace

Lessons streaming_11() { return kStreaming11Lessons; }

}  // namespace drydock::rules::lessons
