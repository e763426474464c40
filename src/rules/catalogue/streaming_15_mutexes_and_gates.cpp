// Mutexes and gates.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming15[] = {
    {.id = "S-217",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "AVStream mutex taken twice by the same thread",
     .text = "Three mutexes: device, filter control, processing. None may be taken recursively.",
     .outcome = "self-deadlock (documented); decided: finding then proceed",
     .source = "stream/device-mutex-in-avstream.md; stream/filter-control-mutex-in-avstream.md; "
               "stream/processing-mutex-in-avstream.md"},
    {.id = "S-218",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "AVStream mutexes taken in the wrong order",
     .text = "Order: device -> filter control -> processing. A thread holding filter control must "
             "not take device; one holding processing must not take filter control.",
     .outcome = "deadlock; decided: lock-order finding",
     .source = "stream/device-mutex-in-avstream.md; stream/processing-mutex-in-avstream.md"},
    {.id = "S-219",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The device mutex is held around PnP and power callbacks",
     .text = "Holds the device mutex around: QUERY_STOP, QUERY_REMOVE, START, PostStart, "
             "QUERY_POWER, SET_POWER, and sleep/wake callbacks.",
     .outcome = "minidriver sees an unstable hierarchy",
     .source = "stream/device-mutex-in-avstream.md"},
    {.id = "S-220",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The filter control mutex is held around filter and pin callbacks",
     .text = "Holds the filter control mutex around: filter Create/Close, pin "
             "Create/Close/Connect/Disconnect/SetDataFormat/SetDeviceState.",
     .outcome = "",
     .source = "stream/filter-control-mutex-in-avstream.md"},
    {.id = "S-221",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Minidriver property handlers run without the filter control mutex",
     .text = "Takes the filter control mutex for its OWN property handlers that need a stable "
             "hierarchy; must NOT hold it when it calls a minidriver filter-property handler "
             "(avscamera takes it there).",
     .outcome = "self-deadlock",
     .source = "stream/filter-control-mutex-in-avstream.md; Windows-driver-samples/avstream: "
               "avscamera/sys/filter.cpp:429 (derived)"},
    {.id = "S-222",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Filter control mutex taken in Process, Sleep or Wake",
     .text = "MUST NOT take the filter control mutex in Process, nor in a Sleep/Wake callback.",
     .outcome = "deadlock",
     .source = "stream/filter-control-mutex-in-avstream.md; ks/nc-ks-pfnkspinpower.md"},
    {.id = "S-223",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Object hierarchy walked without its mutex",
     .text =
         "Hierarchy walks (Ks*GetFirstChild*, Ks*GetNextSibling*) need the device mutex down to "
         "filters, the filter control mutex below a filter.",
     .outcome = "race",
     .source = "stream/device-mutex-in-avstream.md; stream/filter-control-mutex-in-avstream.md"},
    {.id = "S-224",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A pin's control mutex is that of its filter",
     .text = "A pin's control mutex IS its parent filter's.",
     .outcome = "",
     .source = "ks/nf-ks-kspinacquirecontrol.md"},
    {.id = "S-225",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The processing mutex is held for processing, binding and sleep",
     .text =
         "Takes the processing mutex before processing, when binding pins to a pipe section, on "
         "sleep/wake, and when changing descriptors.",
     .outcome = "",
     .source = "stream/processing-mutex-in-avstream.md"},
    {.id = "S-226",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Processing mutex held long to suspend processing",
     .text = "MUST NOT use the processing mutex to suspend processing for long; use the gate.",
     .outcome = "decided: hold-time finding",
     .source = "stream/processing-mutex-in-avstream.md"},
    {.id = "S-227",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Gate count left outside its valid range",
     .text =
         "AND gate Count = 1 - off inputs (valid <= 1); OR gate Count = on inputs (valid >= 0). "
         "The class driver does not verify; the minidriver must keep it valid.",
     .outcome = "gate in invalid state; decided: checks range after each call",
     .source = "stream/flow-control-gates-in-avstream.md; ks/ns-ks-_ksgate.md"},
    {.id = "S-228",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Gate chain wired to its own kind or deleted out of order",
     .text = "AND must feed an OR and vice versa (KsGateInitialize excepted); delete a chain front "
             "to back only.",
     .outcome = "corrupt chain",
     .source = "ks/nf-ks-ksgateinitializeand.md; ks/nf-ks-ksgateterminateand.md"},
    {.id = "S-229",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Gate attached after STOP or OR gate left unattached",
     .text = "KsPinAttachAndGate/OrGate: PASSIVE and before the pin leaves STOP; no unattached OR "
             "gate at filter create.",
     .outcome = "decided: finding",
     .source = "ks/nf-ks-kspinattachandgate.md; ks/nf-ks-kspinattachorgate.md"},
    {.id = "S-230",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Gate input turned off or on more often than it was set",
     .text =
         "KsGateTurnInputOff on an OR gate with no ON input, or TurnInputOn on an AND gate with "
         "no OFF input, makes the gate invalid.",
     .outcome = "invalid state",
     .source = "ks/nf-ks-ksgateturninputoff.md; ks/nf-ks-ksgateturninputon.md"},
};

}  // namespace

Chapter streaming_15() { return kStreaming15; }

}  // namespace drydock::rules::chapter
