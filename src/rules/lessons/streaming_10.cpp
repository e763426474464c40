// Streaming: states.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming10Lessons[] = {
    {.rule = "S-136",
     .why = "The class driver takes the new state as reached when the callback returns, and starts "
            "to send frames to hardware that is still on its way.",
     .check = "The return of each SetDeviceState call is looked at, and a pending status reported.",
     .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_RUN) StartInBackground(Pin);
  return STATUS_PENDING;
})",
     .right = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  return To == KSSTATE_RUN ? StartCapture(Pin) : STATUS_SUCCESS;
})"},
    {.rule = "S-138",
     .why = "The member changes while the transition is still under way, so that processing sees "
            "RUN before the hardware runs, or no longer when it still does.",
     .check = "Where a host asks for it (avstream::PinSpy), reads of the member by the driver "
              "without the control mutex are caught in the act; otherwise nobody looks.",
     .wrong = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  if (Pin->DeviceState != KSSTATE_RUN) return STATUS_PENDING;)",
     .right = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  if (((PCAPTURE)Pin->Context)->State != KSSTATE_RUN) return STATUS_PENDING;)"},
    {.rule = "S-141",
     .why = "A second graph is often built while the first one captures; programming the device "
            "for it stops a picture that somebody is watching.",
     .check = "Writes to the device's registers inside a pin's Create or SetDataFormat are "
              "reported when another pin of the device has been acquired.",
     .wrong = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  WRITE_REGISTER_ULONG(&Device->Mode, ModeOf(Pin->ConnectionFormat));
  return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (From == KSSTATE_STOP && To == KSSTATE_ACQUIRE)
    WRITE_REGISTER_ULONG(&Device->Mode, ModeOf(Pin->ConnectionFormat));
  return STATUS_SUCCESS;
})"},
    {.rule = "S-144",
     .why = "A pin looks up its clock when it acquires; one that is assigned later is never asked "
            "for the time.",
     .check = "The property's handler looks at the state of the pin, reports any but STOP and "
              "fails the request.",
     .wrong = R"(SetState(pin, KSSTATE_RUN);
SetProperty(pin, KSPROPSETID_Stream, KSPROPERTY_STREAM_MASTERCLOCK, &clock);)",
     .right = R"(SetProperty(pin, KSPROPSETID_Stream, KSPROPERTY_STREAM_MASTERCLOCK, &clock);
SetState(pin, KSSTATE_RUN);)"},
    {.rule = "S-146",
     .why = "A client counts lost pictures by the gaps in these numbers; numbers that start again "
            "look like a stream of the past.",
     .check = "The picture numbers in extended headers of finished frames are compared across a "
              "change between PAUSE and RUN; DropCount is not.",
     .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_PAUSE) capture->PictureNumber = 0;)",
     .right = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_ACQUIRE && From == KSSTATE_STOP) capture->PictureNumber = 0;)"},
    {.rule = "S-148",
     .why = "Each clone keeps the request of its frame open; the client that stops the pin waits "
            "for requests that nobody will complete.",
     .check = "Clones that are left when the queue of a stopped pin goes are named with the stack "
              "that cloned them; a connected sink that keeps frames for ten seconds after its "
              "source stopped is told too.",
     .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_STOP) StopDma(Pin);
  return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To != KSSTATE_STOP) return STATUS_SUCCESS;
  StopDma(Pin);
  PKSSTREAM_POINTER clone;
  while ((clone = KsPinGetFirstCloneStreamPointer(Pin)) != NULL)
    KsStreamPointerDelete(clone);
  return STATUS_SUCCESS;)"},
    {.rule = "S-149",
     .why = "The device loses power under a stream that believes it runs, and after the wake the "
            "client waits for pictures that were never taken.",
     .check = "When the system goes to sleep, capture pins that are still in RUN are named; "
              "nothing is blamed on the driver.",
     .wrong = R"(case PBT_APMSUSPEND:
  return TRUE;)",
     .right = R"(case PBT_APMSUSPEND:
  SetState(capture_pin, KSSTATE_PAUSE);
  return TRUE;)"},
};

}  // namespace

Lessons streaming_10() { return kStreaming10Lessons; }

}  // namespace drydock::rules::lessons
