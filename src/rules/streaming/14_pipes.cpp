// Pipes, circuits, injection, splitters.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingPipes[] = {
    {.id = "S-209",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filters of one pipe share an allocator whose frames are recycled",
     .text = "A pipe is a set of AVStream filters sharing one allocator; a requester object at the "
             "source takes frames from it and recycles them when they come round.",
     .outcome = "",
     .source = "stream/avstream-pipes-and-circuits.md",
     .tests = {proves("KsAllocator.FramesGoRoundThroughTheMinidriversAllocator")}},
    {.id = "S-210",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "AVStream pins use the internal transport, other filters get IRPs",
     .text = "Between AVStream pins frames move by the internal transport, not IoCallDriver; to a "
             "non-AVStream kernel filter the source sends IRPs with IoCallDriver and gets a "
             "completion.",
     .outcome = "",
     .source = "stream/avstream-pipes-and-circuits.md",
     .tests = {proves("KsLegacy.S210FramesReachAnotherFilterByIrps")}},
    {.id = "S-211",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Frame return callback registered outside STOP",
     .text = "KsPinRegisterFrameReturnCallback (injection mode) MUST be called only in STOP, "
             "before the pipe section exists.",
     .outcome = "undocumented; decided: finding",
     .source = "stream/frame-injection.md; ks/nf-ks-kspinregisterframereturncallback.md",
     .lesson = {.why = "Whether a pin makes its own frames decides how the pipe is built when it "
                       "leaves STOP; afterwards the callback changes nothing or breaks it.",
                .check = "The state of the pin is looked at when the callback is registered.",
                .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_PAUSE) KsPinRegisterFrameReturnCallback(Pin, OnFrameReturn);)",
                .right = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  KsPinRegisterFrameReturnCallback(Pin, OnFrameReturn);)"},
     .tests = {provokes("KsWays.S211FrameReturnOutsideStopIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-212",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Injected frame has data without size or size without data",
     .text = "In injection mode the minidriver supplies every frame (KsPinSubmitFrame/Mdl, <= "
             "DISPATCH); no allocator is used by the requester. Data NULL iff Size 0.",
     .outcome = "decided: reject",
     .source = "stream/frame-injection.md; stream/avstream-pipes-and-circuits.md; "
               "ks/nf-ks-kspinsubmitframe.md",
     .lesson = {.why = "The next filter either reads through NULL or gets a buffer that it is told "
                       "to be empty.",
                .check = "KsPinSubmitFrame compares Data and Size; a call on a pin that registered "
                         "no frame return callback is reported too.",
                .wrong = R"(KsPinSubmitFrame(Pin, NULL, FRAME_BYTES, NULL, Context);
return STATUS_SUCCESS;)",
                .right = R"(if (buffer == NULL) return STATUS_INSUFFICIENT_RESOURCES;
return KsPinSubmitFrame(Pin, buffer, FRAME_BYTES, NULL, Context);)"},
     .tests = {provokes("KsWays.S212FrameWithoutInjectionModeIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-213",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "FrameReturn receives the injected buffer, its context and the IRP status",
     .text = "FrameReturn gets the original Data/Size or Mdl, the Context, and a copy of the IRP "
             "status.",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspinframereturn.md",
     .tests = {proves("KsPinPromises.S213AnInjectedFrameComesBack")}},
    {.id = "S-214",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "IRP completion callback registered at ACQUIRE or later",
     .text = "KsPinRegisterIrpCompletionCallback: PASSIVE, before ACQUIRE; useful on IRP source "
             "pins only; callback at <= DISPATCH.",
     .outcome = "decided: finding",
     .source = "ks/nf-ks-kspinregisterirpcompletioncallback.md",
     .lesson = {.why = "Requests that were sent before have no way to the callback, so the driver "
                       "waits for completions that it never hears of.",
                .check =
                    "The call looks at the IRQL and at the state of the pin: only STOP will do.",
                .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_RUN) KsPinRegisterIrpCompletionCallback(Pin, OnIrpDone);)",
                .right = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  KsPinRegisterIrpCompletionCallback(Pin, OnIrpDone);)"},
     .tests = {provokes("KsWays.S214IrpCompletionOutsideStopIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-215",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Splitter pin allows one instance or its copies are touched",
     .text = "A KSPIN_FLAG_SPLITTER pin SHOULD allow more than one instance; the class driver "
             "copies frames to later instances; process pins with DelegateBranch or CopySource set "
             "are not the minidriver's to touch.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md; stream/avstream-splitters.md",
     .lesson = {.why = "The class driver copies into later instances what the first one got; a "
                       "driver that fills them as well sends some frames twice.",
                .check = "A splitter type with one possible instance is told when it is made, and "
                         "a process pin that is a copy when the filter's Process used or ended it.",
                .wrong = R"(for (ULONG i = 0; i < Index[0].Count; ++i) Fill(Index[0].Pins[i]);
return STATUS_SUCCESS;)",
                .right = R"(for (ULONG i = 0; i < Index[0].Count; ++i) {
  PKSPROCESSPIN pin = Index[0].Pins[i];
  if (pin->DelegateBranch == NULL && pin->CopySource == NULL) Fill(pin);
}
return STATUS_SUCCESS;)"},
     .tests = {provokes("KsFilterCentric.S215CopyUsedByTheMinidriverIsFound"),
               provokes("KsFilterCentric.S215SplitterOfOneInstanceIsFound"),
               stays_silent("KsFilterCentric.S215TheSecondPinOfASplitterGetsACopy")}},
    {.id = "S-216",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Copy relationships read without the control mutex",
     .text = "KsPinGetCopyRelationships needs the control mutex (not from Process) or a pin held "
             "at >= PAUSE.",
     .outcome = "race",
     .source = "ks/nf-ks-kspingetcopyrelationships.md",
     .lesson =
         {.why = "The answer changes whenever another instance of the pin is opened or closed, and "
                 "the pin it names may be gone.",
          .check =
              "Below PAUSE the call asks for the control mutex; at PAUSE and above it is let pass.",
          .wrong = R"(VOID OnWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsPinGetCopyRelationships(Pin, &source, &branch);
})",
          .right = R"(VOID OnWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsPinAcquireControl(Pin);
  KsPinGetCopyRelationships(Pin, &source, &branch);
  KsPinReleaseControl(Pin);
})"},
     .tests = {provokes("KsWays.S216CopiesAskedWithoutTheMutexAreFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
};

}  // namespace

Chapter pipes() { return kStreamingPipes; }

}  // namespace drydock::rules::streaming
