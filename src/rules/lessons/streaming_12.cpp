// Streaming: processing.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming12Lessons[] = {
    {.rule = "S-176",
     .why = "Only two answers mean something to a pin's processing; another one stops it without "
            "anybody having asked for that.",
     .check = "The status of a pin's Process is compared with the two after each call; of a filter "
              "every status is accepted.",
     .wrong = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  if (!HasPicture(Pin)) return STATUS_NO_MORE_ENTRIES;)",
     .right = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  if (!HasPicture(Pin)) return STATUS_PENDING;)"},
    {.rule = "S-177",
     .why = "Success means \"call me again\": the class driver does, at once, and a processor is "
            "busy with nothing until the machine is switched off.",
     .check = "A hundred successes in a row during which no stream pointer moved are reported, and "
              "processing is stopped.",
     .wrong = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  return FillNextFrame(Pin) ? STATUS_SUCCESS : STATUS_PENDING;
})"},
    {.rule = "S-178",
     .why = "Only the first frame into an empty queue starts processing; when all frames are there "
            "already, nothing ever starts it again.",
     .check = "When the pin leaves its processing state, frames that have waited for ten seconds "
              "since Process returned STATUS_PENDING are told, unless clones are out.",
     .wrong = R"(VOID OnBufferFree(PKSPIN Pin) {
  ((PCAPTURE)Pin->Context)->Busy = FALSE;
})",
     .right = R"(VOID OnBufferFree(PKSPIN Pin) {
  ((PCAPTURE)Pin->Context)->Busy = FALSE;
  KsPinAttemptProcessing(Pin, TRUE);
})"},
    {.rule = "S-181",
     .why = "The routine reads the pin without looking; on Windows NULL is a stop of the machine.",
     .check = "The pointer is looked at when KsPinAttemptProcessing is called.",
     .wrong = R"(VOID OnDpc(PKDPC Dpc, PVOID Context, PVOID First, PVOID Second) {
  KsPinAttemptProcessing(((PDEVICE)Context)->Pin, TRUE);
})",
     .right = R"(VOID OnDpc(PKDPC Dpc, PVOID Context, PVOID First, PVOID Second) {
  PKSPIN pin = ((PDEVICE)Context)->Pin;
  if (pin != NULL) KsPinAttemptProcessing(pin, TRUE);
})"},
    {.rule = "S-184",
     .why = "A pin type that nobody has connected has no entries, and its array is NULL.",
     .check = "When a filter's Process dies of a read near zero and one of the entries it was "
              "given was empty, the crash is explained by this rule.",
     .wrong = R"(NTSTATUS OnFilterProcess(PKSFILTER Filter, PKSPROCESSPIN_INDEXENTRY Index) {
  PKSPROCESSPIN pin = Index[VIDEO_PIN].Pins[0];)",
     .right = R"(NTSTATUS OnFilterProcess(PKSFILTER Filter, PKSPROCESSPIN_INDEXENTRY Index) {
  if (Index[VIDEO_PIN].Count == 0) return STATUS_PENDING;
  PKSPROCESSPIN pin = Index[VIDEO_PIN].Pins[0];)"},
    {.rule = "S-186",
     .why = "The flag lets Process run when this pin's queue is empty; then there is no data to "
            "point at.",
     .check = "When a filter's Process dies near address zero and a process pin it was given had "
              "no data, the finding says so behind the crash.",
     .wrong = R"(// KSPIN_FLAG_FRAMES_NOT_REQUIRED_FOR_PROCESSING
PKSPROCESSPIN audio = Index[AUDIO_PIN].Pins[0];
((PSHORT)audio->Data)[0] = NextSample();)",
     .right = R"(// KSPIN_FLAG_FRAMES_NOT_REQUIRED_FOR_PROCESSING
PKSPROCESSPIN audio = Index[AUDIO_PIN].Pins[0];
if (audio->BytesAvailable >= sizeof(SHORT)) ((PSHORT)audio->Data)[0] = NextSample();)"},
    {.rule = "S-190",
     .why = "The class driver builds such a gate itself for these pins; a second one counts the "
            "same frames again, and processing opens too early or never.",
     .check = "KsPinAttachAndGate and KsPinAttachOrGate look at the flags of the pin's descriptor "
              "and refuse.",
     .wrong = R"(// KSPIN_FLAG_SOME_FRAMES_REQUIRED_FOR_PROCESSING
KsPinAttachOrGate(Pin, &Filter->AnyInputGate);)",
     .right = R"(// no KSPIN_FLAG_SOME_FRAMES_REQUIRED_FOR_PROCESSING
KsPinAttachOrGate(Pin, &Filter->AnyInputGate);)"},
};

}  // namespace

Lessons streaming_12() { return kStreaming12Lessons; }

}  // namespace drydock::rules::lessons
