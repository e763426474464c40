// Clocks.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming20[] = {
    {.id = "S-270",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The reference clock is returned only if the pin has or was given one",
     .text = "KsPinGetReferenceClockInterface: success if the pin implements the clock or a master "
             "clock was set; else STATUS_DEVICE_NOT_READY.",
     .outcome = "STATUS_DEVICE_NOT_READY",
     .source = "ks/nf-ks-kspingetreferenceclockinterface.md"},
    {.id = "S-271",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Reference clock interface never released",
     .text = "MUST Release the interface (samples: at STOP). Usual time to get it: transition to "
             "ACQUIRE.",
     .outcome = "reference leak; decided: leak at pin close",
     .source = "ks/nf-ks-kspingetreferenceclockinterface.md; stream/avstream-clocks.md"},
    {.id = "S-272",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Time stamp taken from GetTime instead of GetCorrelatedTime",
     .text = "PresentationTime stamps SHOULD come from GetCorrelatedTime, not GetTime.",
     .outcome = "less accurate; decided: note (avshws and avssamp use GetTime)",
     .source = "ks/nf-ks-iksreferenceclock-gettime.md"},
    {.id = "S-273",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Clock pin lacks its flag, its dispatch or one half of the timer pair",
     .text = "A pin exposing a clock sets KSPIN_FLAG_IMPLEMENT_CLOCK and KSPIN_DISPATCH.Clock; "
             "SetTimer and CancelTimer only as a pair.",
     .outcome = "decided: reject",
     .source = "stream/avstream-clocks.md; ks/ns-ks-_ksclock_dispatch.md"},
};

}  // namespace

Chapter streaming_20() { return kStreaming20; }

}  // namespace drydock::rules::chapter
