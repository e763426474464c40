// Clocks.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingClocks[] = {
    {.id = "S-270",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The reference clock is returned only if the pin has or was given one",
     .text = "KsPinGetReferenceClockInterface: success if the pin implements the clock or a master "
             "clock was set; else STATUS_DEVICE_NOT_READY.",
     .outcome = "STATUS_DEVICE_NOT_READY",
     .source = "ks/nf-ks-kspingetreferenceclockinterface.md",
     .tests = {proves("KsPinPromises.S270AClockIsThereOrNotReady")}},
    {.id = "S-271",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Reference clock interface never released",
     .text = "MUST Release the interface (samples: at STOP). Usual time to get it: transition to "
             "ACQUIRE.",
     .outcome = "reference leak; decided: leak at pin close",
     .source = "ks/nf-ks-kspingetreferenceclockinterface.md; stream/avstream-clocks.md",
     .lesson = {.why = "The reference keeps the clock and the pin that makes it alive after the "
                       "graph is gone.",
                .check = "References taken and released through the interface are counted for each "
                         "pin; what is left when it closes is reported.",
                .wrong = R"(case KSSTATE_STOP:
  StopCapture(Pin);
  break;)",
                .right = R"(case KSSTATE_STOP:
  StopCapture(Pin);
  if (capture->Clock != NULL) capture->Clock->Release();
  capture->Clock = NULL;
  break;)"},
     .tests = {provokes("KsObjectRules.S271ClockNeverReleasedIsFound"),
               stays_silent("KsObjectRules.S271ReleasedClockIsSilent")}},
    {.id = "S-272",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Time stamp taken from GetTime instead of GetCorrelatedTime",
     .text = "PresentationTime stamps SHOULD come from GetCorrelatedTime, not GetTime.",
     .outcome = "less accurate; decided: note (avshws and avssamp use GetTime)",
     .source = "ks/nf-ks-iksreferenceclock-gettime.md",
     .lesson = {.why = "Between GetTime and the moment that the driver reads its own counter some "
                       "time passes; only the correlated call gives both of the same instant.",
                .check = "A stamp of a finished frame that equals a time which GetTime gave, and "
                         "none that GetCorrelatedTime gave, is told once for each pin.",
                .wrong = R"(header->PresentationTime.Time = capture->Clock->GetTime();
header->OptionsFlags |= KSSTREAM_HEADER_OPTIONSF_TIMEVALID;)",
                .right = R"(LONGLONG system;
header->PresentationTime.Time = capture->Clock->GetCorrelatedTime(&system);
header->OptionsFlags |= KSSTREAM_HEADER_OPTIONSF_TIMEVALID;)"},
     .tests = {provokes("KsGraphRules.S272StampOfThePlainTimeIsFound"),
               stays_silent("KsGraphRules.S272StampOfTheCorrelatedTimeIsSilent")}},
    {.id = "S-273",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Clock pin lacks its flag, its dispatch or one half of the timer pair",
     .text = "A pin exposing a clock sets KSPIN_FLAG_IMPLEMENT_CLOCK and KSPIN_DISPATCH.Clock; "
             "SetTimer and CancelTimer only as a pair.",
     .outcome = "decided: reject",
     .source = "stream/avstream-clocks.md; ks/ns-ks-_ksclock_dispatch.md",
     .lesson =
         {.why = "A clock that can arm timers and not cancel them leaves them armed when a client "
                 "goes; one without the flag is offered to nobody.",
          .check = "When a pin type is made, a Clock table without the flag and one of the two "
                   "timer routines without the other refuse it; the flag without a table does not.",
          .wrong = R"(static const KSCLOCK_DISPATCH Clock = {
    OnSetTimer, NULL, OnCorrelatedTime, NULL};
…
pin->Flags = KSPIN_FLAG_IMPLEMENT_CLOCK;)",
          .right = R"(static const KSCLOCK_DISPATCH Clock = {
    OnSetTimer, OnCancelTimer, OnCorrelatedTime, NULL};
…
pin->Flags = KSPIN_FLAG_IMPLEMENT_CLOCK;)"},
     .tests = {provokes("KsDescriptorRules.S273ClockWithoutItsFlagIsFound"),
               provokes("KsDescriptorRules.S273LonelySetTimerIsFound"),
               stays_silent("KsDescriptorRules.S273PairIsSilent")}},
};

}  // namespace

Chapter clocks() { return kStreamingClocks; }

}  // namespace drydock::rules::streaming
