// Streaming: frames in flight, cancelling, reset and close.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming13Lessons[] = {
    {.rule = "S-192",
     .why = "The request waits for every reference on its frame, and a program that is being "
            "closed hangs in its last read.",
     .check = "After each cancel callback the host looks whether its clone was deleted.",
     .wrong = R"(VOID OnCancelled(PKSSTREAM_POINTER Clone) {
  StopTransfer(Clone->Context);
})",
     .right = R"(VOID OnCancelled(PKSSTREAM_POINTER Clone) {
  StopTransfer(Clone->Context);
  KsStreamPointerDelete(Clone);
})"},
    {.rule = "S-193",
     .why = "The queue's spin lock is held around the callback; whatever takes it again, or waits "
            "for a mutex, never comes back.",
     .check = "Stream pointer calls other than the delete, and every AVStream mutex, report when "
              "they are called inside a cancel callback.",
     .wrong = R"(VOID OnCancelled(PKSSTREAM_POINTER Clone) {
  KsPinAcquireProcessingMutex(Clone->Pin);
  KsStreamPointerDelete(Clone);
  KsPinReleaseProcessingMutex(Clone->Pin);
})",
     .right = R"(VOID OnCancelled(PKSSTREAM_POINTER Clone) {
  InterlockedExchangePointer((PVOID*)Clone->Context, NULL);
  KsStreamPointerDelete(Clone);
})"},
    {.rule = "S-194",
     .why = "A cancel comes at any moment; a DPC that took the clone from a list just before "
            "writes through a pointer that is gone.",
     .check = "Clones that their cancel callback has deleted are remembered, and a later call with "
              "one is reported under this rule.",
     .wrong = R"(VOID OnTransferDone(PTRANSFER Transfer) {
  KsStreamPointerDelete(Transfer->Clone);
})",
     .right =
         R"(VOID OnTransferDone(PTRANSFER Transfer) {  // OnCancelled takes Clone away the same way
  PKSSTREAM_POINTER clone =
      (PKSSTREAM_POINTER)InterlockedExchangePointer((PVOID*)&Transfer->Clone, NULL);
  if (clone != NULL) KsStreamPointerDelete(clone);
})"},
    {.rule = "S-199",
     .why = "Pictures from before the seek come out after it, mixed with the new ones.",
     .check = "When a reset begins on a pin of a filter with both inputs and outputs, clones that "
              "are left after its callbacks are told.",
     .wrong = R"(VOID OnReset(PKSPIN Pin) {
  ((PCODEC)Pin->Context)->NeedKeyFrame = TRUE;
})",
     .right = R"(VOID OnReset(PKSPIN Pin) {
  PKSSTREAM_POINTER clone;
  while ((clone = KsPinGetFirstCloneStreamPointer(Pin)) != NULL)
    KsStreamPointerDelete(clone);
  ((PCODEC)Pin->Context)->NeedKeyFrame = TRUE;
})"},
    {.rule = "S-200",
     .why = "The class driver finds the outputs behind an input by the topology alone; without a "
            "connection the old pictures stay in the output.",
     .check = "When a reset begins on an input and the filter has output pins, none of which the "
              "topology reaches from it, the filter is told.",
     .wrong = R"(DEFINE_KSFILTER_NODE_DESCRIPTORS(Nodes),
DEFINE_KSFILTER_DEFAULT_CONNECTIONS,)",
     .right = R"(static const KSTOPOLOGY_CONNECTION Connections[] = {
    {KSFILTER_NODE, INPUT_PIN, 0, 1}, {0, 0, KSFILTER_NODE, OUTPUT_PIN}};
…
DEFINE_KSFILTER_NODE_DESCRIPTORS(Nodes),
DEFINE_KSFILTER_CONNECTIONS(Connections),)"},
    {.rule = "S-204",
     .why = "A program that crashes closes its handles in whatever state they are, and nobody can "
            "send a STOP first any more.",
     .check =
         "An error that Close returns is reported; a Close that hangs is ended by the watchdog.",
     .wrong = R"(NTSTATUS OnClose(PKSPIN Pin, PIRP Irp) {
  if (((PCAPTURE)Pin->Context)->Running) return STATUS_DEVICE_BUSY;
  return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS OnClose(PKSPIN Pin, PIRP Irp) {
  if (((PCAPTURE)Pin->Context)->Running) StopCapture(Pin);
  return STATUS_SUCCESS;
})"},
};

}  // namespace

Lessons streaming_13() { return kStreaming13Lessons; }

}  // namespace drydock::rules::lessons
