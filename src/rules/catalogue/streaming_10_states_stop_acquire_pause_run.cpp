// States: STOP, ACQUIRE, PAUSE, RUN.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming10[] = {
    {.id = "S-133",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A new pin starts in STOP without a SetDeviceState call",
     .text = "A pin starts in KSSTATE_STOP; the minidriver receives NO stop on initial connection.",
     .outcome = "decided: finding on itself",
     .source = "ks/nc-ks-pfnkspinsetdevicestate.md"},
    {.id = "S-134",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Standard-transport pins change state in single steps",
     .text = "Standard-transport pins MUST see single steps only (STOP<->ACQUIRE<->PAUSE<->RUN), "
             "and the state reported is that of the pipe, not the pin's own DeviceState.",
     .outcome = "driver asserts",
     .source = "ks/nc-ks-pfnkspinsetdevicestate.md"},
    {.id = "S-135",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Pin without standard transport cannot take a state jump",
     .text = "Non-standard-transport pins MUST handle jumps (e.g. RUN->STOP); there the state "
             "equals DeviceState.",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspinsetdevicestate.md"},
    {.id = "S-136",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "SetDeviceState returns STATUS_PENDING",
     .text = "SetDeviceState returns success or error, never STATUS_PENDING; filter control mutex "
             "held, PASSIVE_LEVEL.",
     .outcome = "decided: finding",
     .source = "ks/nc-ks-pfnkspinsetdevicestate.md"},
    {.id = "S-137",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ClientState changes just before SetDeviceState and rolls back on failure",
     .text =
         "ClientState is updated immediately BEFORE SetDeviceState and rolled back if it fails.",
     .outcome = "processing code sees the new state early",
     .source = "ks/ns-ks-_kspin.md"},
    {.id = "S-138",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver compares DeviceState to learn whether it runs",
     .text = "SHOULD NOT compare DeviceState to decide \"am I running\"; use ClientState or an own "
             "variable set in SetDeviceState.",
     .outcome = "race",
     .source = "ks/ns-ks-_kspin.md; ks/ns-ks-_kspin_dispatch.md"},
    {.id = "S-139",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The pipe section is built when the pin goes to ACQUIRE",
     .text = "The kernel pipe section is created when the pin goes to ACQUIRE; AVStream filter "
             "queues are joined directly at that point.",
     .outcome = "",
     .source =
         "ks/nf-ks-kspinregisterframereturncallback.md; stream/avstream-pipes-and-circuits.md"},
    {.id = "S-140",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "State changes fail while required pin instances are missing",
     .text = "A state change MUST fail while a pin type has fewer than InstancesNecessary "
             "instances.",
     .outcome = "state change fails",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md"},
    {.id = "S-141",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Scarce hardware taken before ACQUIRE",
     .text =
         "SHOULD take scarce hardware only at STOP->ACQUIRE (not at create), and MUST NOT touch "
         "a device used by another running graph before ACQUIRE.",
     .outcome = "interferes with the running graph",
     .source = "stream/writing-avstream-minidrivers-for-hardware.md"},
    {.id = "S-142",
     .party = Party::kClassDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "A second graph does not reach ACQUIRE while another one runs",
     .text = "A new graph does not go to ACQUIRE while another one is running on the device (as "
             "documented).",
     .outcome = "see A-13",
     .source = "stream/writing-avstream-minidrivers-for-hardware.md"},
    {.id = "S-143",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Pins acquired against the order the sink asked for",
     .text = "KSPROPERTY_CONNECTION_ACQUIREORDERING TRUE on a sink: pins connected to its source "
             "pins must reach ACQUIRE first. Not implemented = order not significant.",
     .outcome = "wrong stack depth",
     .source = "stream/ksproperty-connection-acquireordering.md"},
    {.id = "S-144",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Master clock assigned outside STOP",
     .text = "The master clock MUST be assigned while the pin is in STOP.",
     .outcome = "clock not seen (ReactOS: STATUS_INVALID_DEVICE_STATE)",
     .source = "Windows-driver-samples/avstream: avshws/capture.cpp SetState comment; "
               "stream/ksproperty-stream-masterclock.md"},
    {.id = "S-145",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Pin cycles between PAUSE and RUN before STOP",
     .text = "MAY cycle PAUSE<->RUN any number of times before STOP.",
     .outcome = "",
     .source = "stream/state-transitions.md"},
    {.id = "S-146",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "PictureNumber or DropCount changed between PAUSE and RUN",
     .text = "MUST NOT update PictureNumber or DropCount on PAUSE<->RUN transitions.",
     .outcome = "decided: finding: avshws and avscamera zero m_FrameNumber on every entry to PAUSE",
     .source = "stream/state-transitions.md; Windows-driver-samples/avstream: avshws/capture.cpp "
               "SetState, avscamera/sys/Capture.cpp SetState"},
    {.id = "S-147",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Reset follows every stop and clones stay reachable during it",
     .text =
         "On every stop the Reset dispatch follows SetDeviceState(STOP); Reset may also come in "
         "any state. From XP on the queue is still reachable inside SetDeviceState(STOP) so "
         "clones can be enumerated and deleted there.",
     .outcome = "hang at stop",
     .source = "Windows-driver-samples/avstream: avshws/capture.cpp:700-725 comments"},
    {.id = "S-148",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Frame references still held when STOP completes",
     .text = "A minidriver that still holds frame references when it stops MUST release them "
             "(delete its clones) by the time STOP completes.",
     .outcome = "IRPs never complete, stop hangs",
     .source = "Windows-driver-samples/avstream: avshws/capture.cpp CleanupReferences; "
               "stream/introduction-to-stream-pointers.md"},
    {.id = "S-149",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "System sleep pauses a running graph and leaves a stopped one alone",
     .text =
         "A running capture graph is put to PAUSE when the system sleeps; a stopped graph stays "
         "stopped.",
     .outcome = "",
     .source = "stream/power-and-state-changes-in-avstream.md"},
};

}  // namespace

Chapter streaming_10() { return kStreaming10; }

}  // namespace drydock::rules::chapter
