// Pipes, circuits, injection, splitters.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming14[] = {
    {.id = "S-209",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filters of one pipe share an allocator whose frames are recycled",
     .text = "A pipe is a set of AVStream filters sharing one allocator; a requester object at the "
             "source takes frames from it and recycles them when they come round.",
     .outcome = "",
     .source = "stream/avstream-pipes-and-circuits.md"},
    {.id = "S-210",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "AVStream pins use the internal transport, other filters get IRPs",
     .text = "Between AVStream pins frames move by the internal transport, not IoCallDriver; to a "
             "non-AVStream kernel filter the source sends IRPs with IoCallDriver and gets a "
             "completion.",
     .outcome = "",
     .source = "stream/avstream-pipes-and-circuits.md"},
    {.id = "S-211",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Frame return callback registered outside STOP",
     .text =
         "KsPinRegisterFrameReturnCallback (injection mode) MUST be called only in STOP, before "
         "the pipe section exists.",
     .outcome = "undocumented; decided: finding",
     .source = "stream/frame-injection.md; ks/nf-ks-kspinregisterframereturncallback.md"},
    {.id = "S-212",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Injected frame has data without size or size without data",
     .text = "In injection mode the minidriver supplies every frame (KsPinSubmitFrame/Mdl, <= "
             "DISPATCH); no allocator is used by the requester. Data NULL iff Size 0.",
     .outcome = "decided: reject",
     .source = "stream/frame-injection.md; stream/avstream-pipes-and-circuits.md; "
               "ks/nf-ks-kspinsubmitframe.md"},
    {.id = "S-213",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "FrameReturn receives the injected buffer, its context and the IRP status",
     .text = "FrameReturn gets the original Data/Size or Mdl, the Context, and a copy of the IRP "
             "status.",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspinframereturn.md"},
    {.id = "S-214",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "IRP completion callback registered at ACQUIRE or later",
     .text = "KsPinRegisterIrpCompletionCallback: PASSIVE, before ACQUIRE; useful on IRP source "
             "pins only; callback at <= DISPATCH.",
     .outcome = "decided: finding",
     .source = "ks/nf-ks-kspinregisterirpcompletioncallback.md"},
    {.id = "S-215",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Splitter pin allows one instance or its copies are touched",
     .text = "A KSPIN_FLAG_SPLITTER pin SHOULD allow more than one instance; the class driver "
             "copies frames to later instances; process pins with DelegateBranch or CopySource set "
             "are not the minidriver's to touch.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md; stream/avstream-splitters.md"},
    {.id = "S-216",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Copy relationships read without the control mutex",
     .text =
         "KsPinGetCopyRelationships needs the control mutex (not from Process) or a pin held at "
         ">= PAUSE.",
     .outcome = "race",
     .source = "ks/nf-ks-kspingetcopyrelationships.md"},
};

}  // namespace

Chapter streaming_14() { return kStreaming14; }

}  // namespace drydock::rules::chapter
