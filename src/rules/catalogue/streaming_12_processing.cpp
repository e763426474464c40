// Processing.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming12[] = {
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
     .source = "stream/pin-centric-processing.md; ks/ns-ks-_kspin_descriptor_ex.md"},
    {.id = "S-175",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only one thread processes, and only while the gate is open",
     .text = "MUST NOT dispatch while the AND gate is closed; only one thread processes at a time "
             "(an input is turned off during processing).",
     .outcome = "concurrent Process; decided: fatal",
     .source = "stream/pin-centric-processing.md; stream/flow-control-gates-in-avstream.md"},
    {.id = "S-176",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Process returns a status outside its contract",
     .text = "Process returns SUCCESS to continue, STATUS_PENDING to stop until the next trigger "
             "(filter-centric: any error counts as PENDING).",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspin.md; ks/nc-ks-pfnksfilterprocess.md"},
    {.id = "S-177",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Process returns success without processing data",
     .text = "MUST NOT return SUCCESS without processing data.",
     .outcome = "infinite loop; decided: spin detector",
     .source = "stream/restarting-processing-in-avstream.md"},
    {.id = "S-178",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Processing stopped with full queues and never restarted",
     .text = "After STATUS_PENDING with full queues it MUST call KsPin/FilterAttemptProcessing "
             "itself: new frames into a non-empty queue do not retrigger.",
     .outcome = "stream stalls; decided: stall detector",
     .source = "stream/restarting-processing-in-avstream.md"},
    {.id = "S-179",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Process runs at the IRQL and on the work queue its flags ask for",
     .text = "IRQL: PASSIVE, or possibly DISPATCH with *_FLAG_DISPATCH_LEVEL_PROCESSING. A process "
             "call raised at DISPATCH for a passive processor goes to a work item (delayed, "
             "critical or hypercritical queue by flag).",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspin.md; ks/ns-ks-_kspin_descriptor_ex.md"},
    {.id = "S-180",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "AttemptProcessing respects the gate, the IRQL and the Asynchronous flag",
     .text = "AttemptProcessing(Asynchronous TRUE) is always asynchronous; FALSE is synchronous "
             "only if the current IRQL allows it. It is an attempt: no dispatch when the gate is "
             "closed.",
     .outcome = "",
     .source = "ks/nf-ks-kspinattemptprocessing.md; ks/nf-ks-ksfilterattemptprocessing.md"},
    {.id = "S-181",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "KsPinAttemptProcessing called with a NULL pin",
     .text = "KsPinAttemptProcessing(NULL) is forbidden.",
     .outcome = "\"system instability\"",
     .source = "ks/nf-ks-kspinattemptprocessing.md"},
    {.id = "S-182",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filter processing waits for frames, instances and the gate",
     .text = "Filter-centric dispatch requires: frames on every pin that needs them; >= "
             "InstancesNecessary pins at or above the minimum state; gate open. Extra pins in STOP "
             "do not block.",
     .outcome = "",
     .source = "stream/filter-centric-processing.md"},
    {.id = "S-183",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The process pin index has one entry per pin descriptor, in id order",
     .text = "KSPROCESSPIN_INDEXENTRY array is ordered by pin id, one entry per pin descriptor; "
             "Count = instantiated process pins.",
     .outcome = "",
     .source = "ks/ns-ks-_ksprocesspin_indexentry.md"},
    {.id = "S-184",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Process pin entry used without checking Count",
     .text = "MUST NOT touch Pins[0] before checking Count >= 1 (or InstancesNecessary >= 1).",
     .outcome = "NULL dereference",
     .source = "stream/filter-centric-processing.md"},
    {.id = "S-185",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "After filter processing used frames leave and pointers advance",
     .text = "After a filter process dispatch: BytesUsed consumed; frame leaves when all data is "
             "used or Terminate is TRUE; pointers advance, frames complete.",
     .outcome = "",
     .source = "ks/ns-ks-_ksprocesspin.md"},
    {.id = "S-186",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Process assumes a frame on a pin that does not require one",
     .text = "Pins with FRAMES_NOT_REQUIRED: the process dispatch itself MUST check for frames "
             "(BytesAvailable 0 / Data NULL).",
     .outcome = "NULL dereference",
     .source =
         "ks/ns-ks-_kspin_descriptor_ex.md; Windows-driver-samples/avstream: avssamp/video.cpp "
         "CaptureFrame"},
    {.id = "S-187",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Zero-length samples bypass the filter unless it asked for them",
     .text = "Zero-length samples bypass a filter-centric minidriver unless "
             "KSFILTER_FLAG_RECEIVE_ZERO_LENGTH_SAMPLES.",
     .outcome = "",
     .source = "ks/ns-ks-_ksfilter_descriptor.md"},
    {.id = "S-188",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsProcessPinUpdate works only in filter processing and fails in STOP",
     .text = "KsProcessPinUpdate: only from the filter process dispatch; returns FALSE in STOP (no "
             "pipe).",
     .outcome = "FALSE",
     .source = "ks/nf-ks-ksprocesspinupdate.md"},
    {.id = "S-189",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ENFORCE_FIFO completes IRPs in arrival order",
     .text = "KSPIN_FLAG_ENFORCE_FIFO: an IRP finished early is held until all earlier IRPs are "
             "finished.",
     .outcome = "",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md"},
    {.id = "S-190",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "SOME_FRAMES_REQUIRED pin also attached to a gate",
     .text = "SOME_FRAMES_REQUIRED pins MUST NOT also be given gates by KsPinAttachAndGate/OrGate.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md"},
};

}  // namespace

Chapter streaming_12() { return kStreaming12; }

}  // namespace drydock::rules::chapter
