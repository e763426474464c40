// Streaming: clocks.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming20Lessons[] = {
    {.rule = "S-271",
     .why =
         "The reference keeps the clock and the pin that makes it alive after the graph is gone.",
     .check = "References taken and released through the interface are counted for each pin; what "
              "is left when it closes is reported.",
     .wrong = R"(case KSSTATE_STOP:
  StopCapture(Pin);
  break;)",
     .right = R"(case KSSTATE_STOP:
  StopCapture(Pin);
  if (capture->Clock != NULL) capture->Clock->Release();
  capture->Clock = NULL;
  break;)"},
    {.rule = "S-272",
     .why = "Between GetTime and the moment that the driver reads its own counter some time "
            "passes; only the correlated call gives both of the same instant.",
     .check = "A stamp of a finished frame that equals a time which GetTime gave, and none that "
              "GetCorrelatedTime gave, is told once for each pin.",
     .wrong = R"(header->PresentationTime.Time = capture->Clock->GetTime();
header->OptionsFlags |= KSSTREAM_HEADER_OPTIONSF_TIMEVALID;)",
     .right = R"(LONGLONG system;
header->PresentationTime.Time = capture->Clock->GetCorrelatedTime(&system);
header->OptionsFlags |= KSSTREAM_HEADER_OPTIONSF_TIMEVALID;)"},
    {.rule = "S-273",
     .why = "A clock that can arm timers and not cancel them leaves them armed when a client goes; "
            "one without the flag is offered to nobody.",
     .check = "When a pin type is made, a Clock table without the flag and one of the two timer "
              "routines without the other refuse it; the flag without a table does not.",
     .wrong = R"(static const KSCLOCK_DISPATCH Clock = {
    OnSetTimer, NULL, OnCorrelatedTime, NULL};
…
pin->Flags = KSPIN_FLAG_IMPLEMENT_CLOCK;)",
     .right = R"(static const KSCLOCK_DISPATCH Clock = {
    OnSetTimer, OnCancelTimer, OnCorrelatedTime, NULL};
…
pin->Flags = KSPIN_FLAG_IMPLEMENT_CLOCK;)"},
};

}  // namespace

Lessons streaming_20() { return kStreaming20Lessons; }

}  // namespace drydock::rules::lessons
