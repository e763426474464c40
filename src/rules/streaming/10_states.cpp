// States: STOP, ACQUIRE, PAUSE, RUN.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingStates[] = {
    {.id = "S-133",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A new pin starts in STOP without a SetDeviceState call",
     .text = "A pin starts in KSSTATE_STOP; the minidriver receives NO stop on initial connection.",
     .outcome = "decided: finding on itself",
     .source = "ks/nc-ks-pfnkspinsetdevicestate.md",
     .tests = {proves("KsLife.FramesAreReadInOrder")}},
    {.id = "S-134",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Standard-transport pins change state in single steps",
     .text = "Standard-transport pins MUST see single steps only (STOP<->ACQUIRE<->PAUSE<->RUN), "
             "and the state reported is that of the pipe, not the pin's own DeviceState.",
     .outcome = "driver asserts",
     .source = "ks/nc-ks-pfnkspinsetdevicestate.md",
     .tests = {proves("KsLife.FramesAreReadInOrder")}},
    {.id = "S-135",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Pin without standard transport cannot take a state jump",
     .text = "Non-standard-transport pins MUST handle jumps (e.g. RUN->STOP); there the state "
             "equals DeviceState.",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspinsetdevicestate.md",
     .tests = {proves("KsPinPromises.S135APinWithoutTransportJumps")}},
    {.id = "S-136",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "SetDeviceState or Connect returns STATUS_PENDING",
     .text = "SetDeviceState and Connect return success or error, never STATUS_PENDING; filter "
             "control mutex held, PASSIVE_LEVEL.",
     .outcome = "decided: finding",
     .source = "ks/nc-ks-pfnkspinsetdevicestate.md; ks/nc-ks-pfnkspin.md",
     .lesson =
         {.why = "The class driver takes the new state as reached when the callback returns, and "
                 "starts to send frames to hardware that is still on its way.",
          .check = "The return of each call of the two is looked at; a pending status is reported "
                   "and counts as a failure.",
          .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_RUN) StartInBackground(Pin);
  return STATUS_PENDING;
})",
          .right = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  return To == KSSTATE_RUN ? StartCapture(Pin) : STATUS_SUCCESS;
})"},
     .tests = {provokes("KsObjectRules.S136PendingStateIsFound"),
               stays_silent("KsObjectRules.S136RefusedStateIsSilent")}},
    {.id = "S-137",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ClientState changes just before SetDeviceState and rolls back on failure",
     .text =
         "ClientState is updated immediately BEFORE SetDeviceState and rolled back if it fails.",
     .outcome = "processing code sees the new state early",
     .source = "ks/ns-ks-_kspin.md",
     .tests = {proves("KsPromises.S137ClientStateGoesFirstAndComesBack")}},
    {.id = "S-138",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver compares DeviceState to learn whether it runs",
     .text = "SHOULD NOT compare DeviceState to decide \"am I running\"; use ClientState or an own "
             "variable set in SetDeviceState.",
     .outcome = "race",
     .source = "ks/ns-ks-_kspin.md; ks/ns-ks-_kspin_dispatch.md",
     .lesson =
         {.why = "The member changes while the transition is still under way, so that processing "
                 "sees RUN before the hardware runs, or no longer when it still does.",
          .check = "Where a host asks for it (avstream::PinSpy), reads of the member by the driver "
                   "without the control mutex are caught in the act; otherwise nobody looks.",
          .wrong = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  if (Pin->DeviceState != KSSTATE_RUN) return STATUS_PENDING;)",
          .right = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  if (((PCAPTURE)Pin->Context)->State != KSSTATE_RUN) return STATUS_PENDING;)"},
     .tests = {provokes("KsGraphRules.S138DeviceStateReadInProcessIsFound"),
               stays_silent("KsGraphRules.S138ClientStateReadInProcessIsSilent")}},
    {.id = "S-139",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The pipe section is built when the pin goes to ACQUIRE",
     .text = "The kernel pipe section is created when the pin goes to ACQUIRE; AVStream filter "
             "queues are joined directly at that point.",
     .outcome = "",
     .source =
         "ks/nf-ks-kspinregisterframereturncallback.md; stream/avstream-pipes-and-circuits.md",
     .tests = {proves("KsPinPromises.S145PauseAndRunAlternate")}},
    {.id = "S-140",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "State changes fail while required pin instances are missing",
     .text =
         "A state change MUST fail while a pin type has fewer than InstancesNecessary instances.",
     .outcome = "state change fails",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md",
     .tests = {proves("KsPromises.S140TooFewInstancesCannotLeaveStop")}},
    {.id = "S-141",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Scarce hardware taken before ACQUIRE",
     .text = "SHOULD take scarce hardware only at STOP->ACQUIRE (not at create), and MUST NOT "
             "touch a device used by another running graph before ACQUIRE.",
     .outcome = "interferes with the running graph",
     .source = "stream/writing-avstream-minidrivers-for-hardware.md",
     .lesson = {.why = "A second graph is often built while the first one captures; programming "
                       "the device for it stops a picture that somebody is watching.",
                .check = "Writes to the device's registers inside a pin's Create or SetDataFormat "
                         "are reported when another pin of the device has been acquired.",
                .wrong = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  WRITE_REGISTER_ULONG(&Device->Mode, ModeOf(Pin->ConnectionFormat));
  return STATUS_SUCCESS;
})",
                .right = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (From == KSSTATE_STOP && To == KSSTATE_ACQUIRE)
    WRITE_REGISTER_ULONG(&Device->Mode, ModeOf(Pin->ConnectionFormat));
  return STATUS_SUCCESS;
})"},
     .tests = {provokes("KsGraphRules.S141HardwareTouchedBesideARunningGraphIsFound"),
               stays_silent("KsGraphRules.S141HardwareTouchedAtAcquireIsSilent")}},
    {.id = "S-142",
     .party = Party::kClassDriver,
     .severity = Severity::kLint,
     .status = Status::kNotApplicable,
     .title = "A second graph does not reach ACQUIRE while another one runs",
     .text = "A new graph does not go to ACQUIRE while another one is running on the device (as "
             "documented).",
     .outcome = "decided: not enforced; the driver may refuse the second graph",
     .source = "stream/writing-avstream-minidrivers-for-hardware.md",
     .reason =
         "decided: not enforced, since drivers serve several graphs; one that cannot refuses"},
    {.id = "S-143",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Pins acquired against the order the sink asked for",
     .text = "KSPROPERTY_CONNECTION_ACQUIREORDERING TRUE on a sink: pins connected to its source "
             "pins must reach ACQUIRE first. Not implemented = order not significant.",
     .outcome = "wrong stack depth",
     .source = "stream/ksproperty-connection-acquireordering.md",
     .tests = {proves("KsClientRules.S078TheAllocatorIsNotNotifiedAndS143OrderIsNotSignificant")}},
    {.id = "S-144",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Master clock assigned outside STOP",
     .text = "The master clock MUST be assigned while the pin is in STOP.",
     .outcome = "clock not seen (ReactOS: STATUS_INVALID_DEVICE_STATE)",
     .source = "Windows-driver-samples/avstream: avshws/capture.cpp SetState comment; "
               "stream/ksproperty-stream-masterclock.md",
     .lesson = {.why = "A pin looks up its clock when it acquires; one that is assigned later is "
                       "never asked for the time.",
                .check = "The property's handler looks at the state of the pin, reports any but "
                         "STOP and fails the request.",
                .wrong = R"(SetState(pin, KSSTATE_RUN);
SetProperty(pin, KSPROPSETID_Stream, KSPROPERTY_STREAM_MASTERCLOCK, &clock);)",
                .right =
                    R"(SetProperty(pin, KSPROPSETID_Stream, KSPROPERTY_STREAM_MASTERCLOCK, &clock);
SetState(pin, KSSTATE_RUN);)"},
     .tests = {provokes("KsClientRules.S144ClockOfAPinThatRunsIsFound"),
               stays_silent("KsClientRules.ACorrectClientIsSilent")}},
    {.id = "S-145",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Pin cycles between PAUSE and RUN before STOP",
     .text = "MAY cycle PAUSE<->RUN any number of times before STOP.",
     .outcome = "",
     .source = "stream/state-transitions.md",
     .tests = {proves("KsPinPromises.S145PauseAndRunAlternate")}},
    {.id = "S-146",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "PictureNumber or DropCount changed between PAUSE and RUN",
     .text = "MUST NOT update PictureNumber or DropCount on PAUSE<->RUN transitions.",
     .outcome = "decided: finding: avshws and avscamera zero m_FrameNumber on every entry to PAUSE",
     .source = "stream/state-transitions.md; Windows-driver-samples/avstream: avshws/capture.cpp "
               "SetState, avscamera/sys/Capture.cpp SetState",
     .lesson = {.why = "A client counts lost pictures by the gaps in these numbers; numbers that "
                       "start again look like a stream of the past.",
                .check = "The picture numbers in extended headers of finished frames are compared "
                         "across a change between PAUSE and RUN; DropCount is not.",
                .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_PAUSE) capture->PictureNumber = 0;)",
                .right = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_ACQUIRE && From == KSSTATE_STOP) capture->PictureNumber = 0;)"},
     .tests = {provokes("KsWays.S146PicturesThatBeginAgainAreFound"),
               stays_silent("KsWays.S146PicturesThatGoOnAreSilent")}},
    {.id = "S-147",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Reset follows every stop and clones stay reachable during it",
     .text = "On every stop the Reset dispatch follows SetDeviceState(STOP); Reset may also come "
             "in any state. From XP on the queue is still reachable inside SetDeviceState(STOP) so "
             "clones can be enumerated and deleted there.",
     .outcome = "hang at stop",
     .source = "Windows-driver-samples/avstream: avshws/capture.cpp:700-725 comments",
     .tests = {proves("KsLife.FramesAreReadInOrder")}},
    {.id = "S-148",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Frame references still held when STOP completes",
     .text = "A minidriver that still holds frame references when it stops releases them (deletes "
             "its clones) by the time STOP completes, as the samples do: nobody else completes "
             "their requests.",
     .outcome = "IRPs never complete, stop hangs",
     .source = "Windows-driver-samples/avstream: avshws/capture.cpp CleanupReferences; "
               "stream/introduction-to-stream-pointers.md",
     .lesson = {.why = "Each clone keeps the request of its frame open; the client that stops the "
                       "pin waits for requests that nobody will complete.",
                .check =
                    "Clones that are left when the queue of a stopped pin goes are named with the "
                    "stack that cloned them, and detached; a connected sink that keeps frames for "
                    "ten seconds after its source stopped is told too. The driver lives on.",
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
     .tests = {provokes("KsStreamRules.S148CloneHeldAtStopIsFound"),
               stays_silent("KsStreamRules.S148ClonesDeletedAtStopAreSilent")}},
    {.id = "S-149",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "System sleep pauses a running graph and leaves a stopped one alone",
     .text = "A running capture graph is put to PAUSE when the system sleeps; a stopped graph "
             "stays stopped.",
     .outcome = "",
     .source = "stream/power-and-state-changes-in-avstream.md",
     .lesson = {.why = "The device loses power under a stream that believes it runs, and after the "
                       "wake the client waits for pictures that were never taken.",
                .check = "When the system goes to sleep, capture pins that are still in RUN are "
                         "named; nothing is blamed on the driver.",
                .wrong = R"(case PBT_APMSUSPEND:
  return TRUE;)",
                .right = R"(case PBT_APMSUSPEND:
  SetState(capture_pin, KSSTATE_PAUSE);
  return TRUE;)"},
     .tests = {provokes("KsGraphRules.S149GraphThatRunsIntoSleepIsFound"),
               stays_silent("KsGraphRules.S149GraphThatPausesIsSilent")}},
};

}  // namespace

Chapter states() { return kStreamingStates; }

}  // namespace drydock::rules::streaming
