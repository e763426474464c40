// Streaming: injection, splitters and the ways of frames.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming14Lessons[] = {
    {.rule = "S-211",
     .why = "Whether a pin makes its own frames decides how the pipe is built when it leaves STOP; "
            "afterwards the callback changes nothing or breaks it.",
     .check = "The state of the pin is looked at when the callback is registered.",
     .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_PAUSE) KsPinRegisterFrameReturnCallback(Pin, OnFrameReturn);)",
     .right = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  KsPinRegisterFrameReturnCallback(Pin, OnFrameReturn);)"},
    {.rule = "S-212",
     .why =
         "The next filter either reads through NULL or gets a buffer that it is told to be empty.",
     .check = "KsPinSubmitFrame compares Data and Size; a call on a pin that registered no frame "
              "return callback is reported too.",
     .wrong = R"(KsPinSubmitFrame(Pin, NULL, FRAME_BYTES, NULL, Context);
return STATUS_SUCCESS;)",
     .right = R"(if (buffer == NULL) return STATUS_INSUFFICIENT_RESOURCES;
return KsPinSubmitFrame(Pin, buffer, FRAME_BYTES, NULL, Context);)"},
    {.rule = "S-214",
     .why = "Requests that were sent before have no way to the callback, so the driver waits for "
            "completions that it never hears of.",
     .check = "The call looks at the IRQL and at the state of the pin: only STOP will do.",
     .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_RUN) KsPinRegisterIrpCompletionCallback(Pin, OnIrpDone);)",
     .right = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  KsPinRegisterIrpCompletionCallback(Pin, OnIrpDone);)"},
    {.rule = "S-215",
     .why = "The class driver copies into later instances what the first one got; a driver that "
            "fills them as well sends some frames twice.",
     .check = "A splitter type with one possible instance is told when it is made, and a process "
              "pin that is a copy when the filter's Process used or ended it.",
     .wrong = R"(for (ULONG i = 0; i < Index[0].Count; ++i) Fill(Index[0].Pins[i]);
return STATUS_SUCCESS;)",
     .right = R"(for (ULONG i = 0; i < Index[0].Count; ++i) {
  PKSPROCESSPIN pin = Index[0].Pins[i];
  if (pin->DelegateBranch == NULL && pin->CopySource == NULL) Fill(pin);
}
return STATUS_SUCCESS;)"},
    {.rule = "S-216",
     .why = "The answer changes whenever another instance of the pin is opened or closed, and the "
            "pin it names may be gone.",
     .check = "Below PAUSE the call asks for the control mutex; at PAUSE and above it is let pass.",
     .wrong = R"(VOID OnWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsPinGetCopyRelationships(Pin, &source, &branch);
})",
     .right = R"(VOID OnWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsPinAcquireControl(Pin);
  KsPinGetCopyRelationships(Pin, &source, &branch);
  KsPinReleaseControl(Pin);
})"},
};

}  // namespace

Lessons streaming_14() { return kStreaming14Lessons; }

}  // namespace drydock::rules::lessons
