// Processing.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingProcessing[] = {
    {.id = "S-174",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Process is triggered by state, by frame arrival or on request",
     .text =
         "Default triggers of the pin process dispatch: the pin rises to the minimum processing "
         "state with frames queued; frames arrive with none at/ahead of the leading edge; "
         "KsPinAttemptProcessing. Minimum state is PAUSE (RUN with PROCESS_IN_RUN_STATE_ONLY).",
     .outcome = "",
     .source = "stream/pin-centric-processing.md; ks/ns-ks-_kspin_descriptor_ex.md",
     .tests = {proves("KsPinPromises.S174ProcessingIsTriggeredByArrivalsAndAttempts"),
               proves("KsPinPromises.S174RunOnlyPinsWaitForRun")}},
    {.id = "S-175",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only one thread processes, and only while the gate is open",
     .text = "MUST NOT dispatch while the AND gate is closed; only one thread processes at a time "
             "(an input is turned off during processing).",
     .outcome = "concurrent Process; decided: fatal",
     .source = "stream/pin-centric-processing.md; stream/flow-control-gates-in-avstream.md",
     .tests = {proves("KsPinPromises.S174ProcessingIsTriggeredByArrivalsAndAttempts")}},
    {.id = "S-176",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Process returns a status outside its contract",
     .text = "Process returns SUCCESS to continue, STATUS_PENDING to stop until the next trigger "
             "(filter-centric: any error counts as PENDING).",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspin.md; ks/nc-ks-pfnksfilterprocess.md",
     .lesson = {.why = "Only two answers mean something to a pin's processing; another one stops "
                       "it without anybody having asked for that.",
                .check = "The status of a pin's Process is compared with the two after each call; "
                         "of a filter every status is accepted.",
                .wrong = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  if (!HasPicture(Pin)) return STATUS_NO_MORE_ENTRIES;)",
                .right = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  if (!HasPicture(Pin)) return STATUS_PENDING;)"},
     .tests = {provokes("KsWays.S176ErrorOfProcessIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-177",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Process returns success without processing data",
     .text = "MUST NOT return SUCCESS without processing data.",
     .outcome = "infinite loop; decided: spin detector",
     .source = "stream/restarting-processing-in-avstream.md",
     .lesson = {.why = "Success means \"call me again\": the class driver does, at once, and a "
                       "processor is busy with nothing until the machine is switched off.",
                .check = "A hundred successes in a row during which no stream pointer moved are "
                         "reported, and processing is stopped.",
                .wrong = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  return STATUS_SUCCESS;
})",
                .right = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  return FillNextFrame(Pin) ? STATUS_SUCCESS : STATUS_PENDING;
})"},
     .tests = {provokes("KsWays.S177SuccessWithoutProgressIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-178",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Processing stopped with full queues and never restarted",
     .text = "After STATUS_PENDING with full queues it MUST call KsPin/FilterAttemptProcessing "
             "itself: new frames into a non-empty queue do not retrigger.",
     .outcome = "stream stalls; decided: stall detector",
     .source = "stream/restarting-processing-in-avstream.md",
     .lesson =
         {.why = "Only the first frame into an empty queue starts processing; when all frames are "
                 "there already, nothing ever starts it again.",
          .check = "When the pin leaves its processing state, frames that have waited for ten "
                   "seconds since Process returned STATUS_PENDING are told, unless clones are out.",
          .wrong = R"(VOID OnBufferFree(PKSPIN Pin) {
  ((PCAPTURE)Pin->Context)->Busy = FALSE;
})",
          .right = R"(VOID OnBufferFree(PKSPIN Pin) {
  ((PCAPTURE)Pin->Context)->Busy = FALSE;
  KsPinAttemptProcessing(Pin, TRUE);
})"},
     .tests = {provokes("KsWays.S178FramesThatAreNeverProcessedAreFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-179",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Process runs at the IRQL and on the work queue its flags ask for",
     .text = "IRQL: PASSIVE, or possibly DISPATCH with *_FLAG_DISPATCH_LEVEL_PROCESSING. A process "
             "call raised at DISPATCH for a passive processor goes to a work item (delayed, "
             "critical or hypercritical queue by flag).",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspin.md; ks/ns-ks-_kspin_descriptor_ex.md",
     .tests = {proves("KsFilterCentric.S179AnAttemptInADpcKeepsItsLevelOrGoesToAWorker")}},
    {.id = "S-180",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "AttemptProcessing respects the gate, the IRQL and the Asynchronous flag",
     .text =
         "AttemptProcessing(Asynchronous TRUE) is always asynchronous; FALSE is synchronous only "
         "if the current IRQL allows it. It is an attempt: no dispatch when the gate is closed.",
     .outcome = "",
     .source = "ks/nf-ks-kspinattemptprocessing.md; ks/nf-ks-ksfilterattemptprocessing.md",
     .tests = {proves("KsFilterCentric.S179AnAttemptInADpcKeepsItsLevelOrGoesToAWorker"),
               proves("KsPinPromises.S174ProcessingIsTriggeredByArrivalsAndAttempts")}},
    {.id = "S-181",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "KsPinAttemptProcessing called with a NULL pin",
     .text = "KsPinAttemptProcessing(NULL) is forbidden.",
     .outcome = "\"system instability\"",
     .source = "ks/nf-ks-kspinattemptprocessing.md",
     .lesson = {.why = "The routine reads the pin without looking; on Windows NULL is a stop of "
                       "the machine.",
                .check = "The pointer is looked at when KsPinAttemptProcessing is called.",
                .wrong = R"(VOID OnDpc(PKDPC Dpc, PVOID Context, PVOID First, PVOID Second) {
  KsPinAttemptProcessing(((PDEVICE)Context)->Pin, TRUE);
})",
                .right = R"(VOID OnDpc(PKDPC Dpc, PVOID Context, PVOID First, PVOID Second) {
  PKSPIN pin = ((PDEVICE)Context)->Pin;
  if (pin != NULL) KsPinAttemptProcessing(pin, TRUE);
})"},
     .tests = {provokes("KsStreamRules.S181NoPinIsFound"),
               stays_silent("KsStreamRules.S181ThePinIsSilent")}},
    {.id = "S-182",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filter processing waits for frames, instances and the gate",
     .text = "Filter-centric dispatch requires: frames on every pin that needs them; >= "
             "InstancesNecessary pins at or above the minimum state; gate open. Extra pins in STOP "
             "do not block.",
     .outcome = "",
     .source = "stream/filter-centric-processing.md",
     .tests = {proves("KsFilterCentric.S182AStoppedPinDoesNotHoldTheOthers"),
               proves("KsFilterCentric.S185BothPinsMoveByWhatWasUsed")}},
    {.id = "S-183",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The process pin index has one entry per pin descriptor, in id order",
     .text = "KSPROCESSPIN_INDEXENTRY array is ordered by pin id, one entry per pin descriptor; "
             "Count = instantiated process pins.",
     .outcome = "",
     .source = "ks/ns-ks-_ksprocesspin_indexentry.md",
     .tests = {proves("KsFilterCentric.S182AStoppedPinDoesNotHoldTheOthers")}},
    {.id = "S-184",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Process pin entry used without checking Count",
     .text = "MUST NOT touch Pins[0] before checking Count >= 1 (or InstancesNecessary >= 1).",
     .outcome = "NULL dereference",
     .source = "stream/filter-centric-processing.md",
     .lesson =
         {.why = "A pin type that nobody has connected has no entries, and its array is NULL.",
          .check = "When a filter's Process dies of a read near zero and one of the entries it was "
                   "given was empty, the crash is explained by this rule.",
          .wrong = R"(NTSTATUS OnFilterProcess(PKSFILTER Filter, PKSPROCESSPIN_INDEXENTRY Index) {
  PKSPROCESSPIN pin = Index[VIDEO_PIN].Pins[0];)",
          .right = R"(NTSTATUS OnFilterProcess(PKSFILTER Filter, PKSPROCESSPIN_INDEXENTRY Index) {
  if (Index[VIDEO_PIN].Count == 0) return STATUS_PENDING;
  PKSPROCESSPIN pin = Index[VIDEO_PIN].Pins[0];)"},
     .tests = {provokes("KsFilterCentric.S184ProcessPinThatIsNotThereIsFound"),
               stays_silent("KsFilterCentric.AFilterThatLooksFirstIsSilent")}},
    {.id = "S-185",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "After filter processing used frames leave and pointers advance",
     .text = "After a filter process dispatch: BytesUsed consumed; frame leaves when all data is "
             "used or Terminate is TRUE; pointers advance, frames complete.",
     .outcome = "",
     .source = "ks/ns-ks-_ksprocesspin.md",
     .tests = {proves("KsFilterCentric.S185BothPinsMoveByWhatWasUsed")}},
    {.id = "S-186",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Process assumes a frame on a pin that does not require one",
     .text = "Pins with FRAMES_NOT_REQUIRED: the process dispatch itself MUST check for frames "
             "(BytesAvailable 0 / Data NULL).",
     .outcome = "NULL dereference",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md; Windows-driver-samples/avstream: "
               "avssamp/video.cpp CaptureFrame",
     .lesson = {.why = "The flag lets Process run when this pin's queue is empty; then there is no "
                       "data to point at.",
                .check = "When a filter's Process dies near address zero and a process pin it was "
                         "given had no data, the finding says so behind the crash.",
                .wrong = R"(// KSPIN_FLAG_FRAMES_NOT_REQUIRED_FOR_PROCESSING
PKSPROCESSPIN audio = Index[AUDIO_PIN].Pins[0];
((PSHORT)audio->Data)[0] = NextSample();)",
                .right = R"(// KSPIN_FLAG_FRAMES_NOT_REQUIRED_FOR_PROCESSING
PKSPROCESSPIN audio = Index[AUDIO_PIN].Pins[0];
if (audio->BytesAvailable >= sizeof(SHORT)) ((PSHORT)audio->Data)[0] = NextSample();)"},
     .tests = {provokes("KsFilterCentric.S186DataOfAPinWithoutFramesIsFound"),
               stays_silent("KsFilterCentric.AFilterThatLooksFirstIsSilent")}},
    {.id = "S-187",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Zero-length samples bypass the filter unless it asked for them",
     .text = "Zero-length samples bypass a filter-centric minidriver unless "
             "KSFILTER_FLAG_RECEIVE_ZERO_LENGTH_SAMPLES.",
     .outcome = "",
     .source = "ks/ns-ks-_ksfilter_descriptor.md",
     .tests = {proves("KsFilterCentric.S187SamplesWithoutDataGoPast")}},
    {.id = "S-188",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsProcessPinUpdate works only in filter processing and fails in STOP",
     .text = "KsProcessPinUpdate: only from the filter process dispatch; returns FALSE in STOP (no "
             "pipe).",
     .outcome = "FALSE",
     .source = "ks/nf-ks-ksprocesspinupdate.md",
     .tests = {proves("KsFilterCentric.S188AnUpdatedProcessPinShowsTheNextFrame")}},
    {.id = "S-189",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ENFORCE_FIFO completes IRPs in arrival order",
     .text = "KSPIN_FLAG_ENFORCE_FIFO: an IRP finished early is held until all earlier IRPs are "
             "finished.",
     .outcome = "",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md",
     .tests = {proves("KsPointerPromises.S189FifoHoldsWhatIsDoneEarly")}},
    {.id = "S-190",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "SOME_FRAMES_REQUIRED pin also attached to a gate",
     .text = "SOME_FRAMES_REQUIRED pins MUST NOT also be given gates by KsPinAttachAndGate/OrGate.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md",
     .lesson = {.why = "The class driver builds such a gate itself for these pins; a second one "
                       "counts the same frames again, and processing opens too early or never.",
                .check = "KsPinAttachAndGate and KsPinAttachOrGate look at the flags of the pin's "
                         "descriptor and refuse.",
                .wrong = R"(// KSPIN_FLAG_SOME_FRAMES_REQUIRED_FOR_PROCESSING
KsPinAttachOrGate(Pin, &Filter->AnyInputGate);)",
                .right = R"(// no KSPIN_FLAG_SOME_FRAMES_REQUIRED_FOR_PROCESSING
KsPinAttachOrGate(Pin, &Filter->AnyInputGate);)"},
     .tests = {provokes("KsObjectRules.S190GateOfAPinThatHasOneIsFound"),
               stays_silent("KsObjectRules.S190PinWithoutAGateIsSilent")}},
};

}  // namespace

Chapter processing() { return kStreamingProcessing; }

}  // namespace drydock::rules::streaming
