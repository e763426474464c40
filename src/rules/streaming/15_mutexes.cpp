// Mutexes and gates.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingMutexes[] = {
    {.id = "S-217",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "AVStream mutex taken twice by the same thread",
     .text = "Three mutexes: device, filter control, processing. None may be taken recursively.",
     .outcome = "self-deadlock (documented); decided: finding then proceed",
     .source = "stream/device-mutex-in-avstream.md; stream/filter-control-mutex-in-avstream.md; "
               "stream/processing-mutex-in-avstream.md",
     .lesson = {.why = "On Windows the thread waits for itself; many callbacks come with a mutex "
                       "held already, which is easily overlooked.",
                .check =
                    "Each acquisition asks whether the thread holds this mutex, its callback's "
                    "included; the driver goes on, so that later faults are found as well.",
                .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  KsPinAcquireControl(Pin);
  …
  KsPinReleaseControl(Pin);)",
                .right = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  …  // the control mutex is held by the caller
  return STATUS_SUCCESS;)"},
     .tests = {provokes("KsObjectRules.S217SecondAcquisitionIsFound"),
               stays_silent("KsObjectRules.S217OneAcquisitionIsSilent")}},
    {.id = "S-218",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "AVStream mutexes taken in the wrong order",
     .text = "Order: device -> filter control -> processing. A thread holding filter control must "
             "not take device; one holding processing must not take filter control.",
     .outcome = "deadlock; decided: lock-order finding",
     .source = "stream/device-mutex-in-avstream.md; stream/processing-mutex-in-avstream.md",
     .lesson = {.why = "The class driver takes them in the documented order; a thread that goes "
                       "the other way meets it halfway, and both wait for ever.",
                .check = "Each acquisition compares the mutex with those that the thread holds, "
                         "whether or not another thread is waiting.",
                .wrong = R"(KsFilterAcquireControl(Filter);
KsAcquireDevice(Device);
…
KsReleaseDevice(Device);
KsFilterReleaseControl(Filter);)",
                .right = R"(KsAcquireDevice(Device);
KsFilterAcquireControl(Filter);
…
KsFilterReleaseControl(Filter);
KsReleaseDevice(Device);)"},
     .tests = {provokes("KsObjectRules.S218DeviceAfterControlIsFound"),
               stays_silent("KsObjectRules.S218DeviceBeforeControlIsSilent")}},
    {.id = "S-219",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The device mutex is held around PnP and power callbacks",
     .text = "Holds the device mutex around: QUERY_STOP, QUERY_REMOVE, START, PostStart, "
             "QUERY_POWER, SET_POWER, and sleep/wake callbacks.",
     .outcome = "minidriver sees an unstable hierarchy",
     .source = "stream/device-mutex-in-avstream.md",
     .tests = {proves("KsObjectRules.S217SecondAcquisitionIsFound")}},
    {.id = "S-220",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The filter control mutex is held around filter and pin callbacks",
     .text = "Holds the filter control mutex around: filter Create/Close, pin "
             "Create/Close/Connect/Disconnect/SetDataFormat/SetDeviceState.",
     .outcome = "",
     .source = "stream/filter-control-mutex-in-avstream.md",
     .tests = {proves("KsObjectRules.S218DeviceAfterControlIsFound")}},
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
               "avscamera/sys/filter.cpp:429 (derived)",
     .tests = {proves("KsObjectRules.S222ControlMutexInAHandlerIsSilent")}},
    {.id = "S-222",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Filter control mutex taken in Process, Sleep or Wake",
     .text = "MUST NOT take the filter control mutex in Process, nor in a Sleep/Wake callback.",
     .outcome = "deadlock",
     .source = "stream/filter-control-mutex-in-avstream.md; ks/nc-ks-pfnkspinpower.md",
     .lesson = {.why = "A state change holds that mutex while it waits for processing to end, and "
                       "processing waits for the mutex.",
                .check = "The acquisition looks at the callback it is made in.",
                .wrong = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  KsPinAcquireControl(Pin);
  ULONG rate = ((PCAPTURE)Pin->Context)->Rate;
  KsPinReleaseControl(Pin);)",
                .right = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  LONG rate = InterlockedOr(&((PCAPTURE)Pin->Context)->Rate, 0);)"},
     .tests = {provokes("KsObjectRules.S222ControlMutexInProcessIsFound"),
               stays_silent("KsObjectRules.S222ControlMutexInAHandlerIsSilent")}},
    {.id = "S-223",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Object hierarchy walked without its mutex",
     .text = "Hierarchy walks (Ks*GetFirstChild*, Ks*GetNextSibling*) need the device mutex down "
             "to filters, the filter control mutex below a filter.",
     .outcome = "race",
     .source = "stream/device-mutex-in-avstream.md; stream/filter-control-mutex-in-avstream.md",
     .lesson = {.why = "Pins and filters come and go with their handles; the sibling that a walk "
                       "is about to visit may be freed in that moment.",
                .check = "Each call that walks the tree asks for the mutex of its level.",
                .wrong = R"(for (PKSPIN pin = KsFilterGetFirstChildPin(Filter, 0); pin != NULL;
     pin = KsPinGetNextSiblingPin(pin))
  KsPinAttemptProcessing(pin, TRUE);)",
                .right = R"(KsFilterAcquireControl(Filter);
for (PKSPIN pin = KsFilterGetFirstChildPin(Filter, 0); pin != NULL;
     pin = KsPinGetNextSiblingPin(pin))
  KsPinAttemptProcessing(pin, TRUE);
KsFilterReleaseControl(Filter);)"},
     .tests = {provokes("KsObjectRules.S223WalkWithoutTheMutexIsFound"),
               stays_silent("KsObjectRules.S223WalkUnderTheMutexIsSilent")}},
    {.id = "S-224",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A pin's control mutex is that of its filter",
     .text = "A pin's control mutex IS its parent filter's.",
     .outcome = "",
     .source = "ks/nf-ks-kspinacquirecontrol.md",
     .tests = {proves("KsPinPromises.S224APinsControlMutexIsItsFilters")}},
    {.id = "S-225",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The processing mutex is held for processing, binding and sleep",
     .text = "Takes the processing mutex before processing, when binding pins to a pipe section, "
             "on sleep/wake, and when changing descriptors.",
     .outcome = "",
     .source = "stream/processing-mutex-in-avstream.md",
     .tests = {proves("KsObjectRules.S225TheProcessingMutexIsHeldInProcess")}},
    {.id = "S-226",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Processing mutex held long to suspend processing",
     .text = "MUST NOT use the processing mutex to suspend processing for long; use the gate.",
     .outcome = "decided: hold-time finding",
     .source = "stream/processing-mutex-in-avstream.md",
     .lesson = {.why = "A state change waits for the mutex, so that the graph cannot even be "
                       "stopped while processing is held up.",
                .check = "The time between taking and giving back the processing mutex is "
                         "measured; more than a second is told at the release.",
                .wrong = R"(KsPinAcquireProcessingMutex(Pin);
KeWaitForSingleObject(&Device->CableFound, Executive, KernelMode, FALSE, NULL);
KsPinReleaseProcessingMutex(Pin);)",
                .right = R"(KsGateAddOffInputToAnd(KsPinGetAndGate(Pin));
KeWaitForSingleObject(&Device->CableFound, Executive, KernelMode, FALSE, NULL);
KsGateRemoveOffInputFromAnd(KsPinGetAndGate(Pin));)"},
     .tests = {provokes("KsWays.S226MutexHeldForSecondsIsFound"),
               stays_silent("KsWays.S226MutexHeldBrieflyIsSilent")}},
    {.id = "S-227",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Gate count left outside its valid range",
     .text = "AND gate Count = 1 - off inputs (valid <= 1); OR gate Count = on inputs (valid >= "
             "0). The class driver does not verify; the minidriver must keep it valid.",
     .outcome = "gate in invalid state; decided: checks range after each call",
     .source = "stream/flow-control-gates-in-avstream.md; ks/ns-ks-_ksgate.md",
     .lesson = {.why = "The class driver believes the count: one that is out of range leaves the "
                       "gate open for ever, or shut.",
                .check = "At each state change of a pin the counts of the gates that pins of its "
                         "filter are attached to are tested.",
                .wrong = R"(KsGateInitializeAnd(&Gate, NULL);
KsPinAttachAndGate(Pin, &Gate);
KsGateTurnInputOn(&Gate);)",
                .right = R"(KsGateInitializeAnd(&Gate, NULL);
KsPinAttachAndGate(Pin, &Gate);
KsGateAddOffInputToAnd(&Gate);
…
KsGateTurnInputOn(&Gate);)"},
     .tests = {provokes("KsWays.S227NegativeOrGateIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-228",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Gate chain wired to its own kind or deleted out of order",
     .text = "AND must feed an OR and vice versa (KsGateInitialize excepted); delete a chain front "
             "to back only.",
     .outcome = "corrupt chain",
     .source = "ks/nf-ks-ksgateinitializeand.md; ks/nf-ks-ksgateterminateand.md",
     .lesson = {.why = "A gate that changes passes its change on to the next; in a chain that is "
                       "wired wrongly the change runs in circles or into freed memory.",
                .check = "At each state change of a pin the chains behind its filter's gates are "
                         "followed, and one that leads back to itself is told; kinds and the order "
                         "of deletion are not judged.",
                .wrong = R"(KsGateInitializeAnd(&First, &Second);
KsGateInitializeOr(&Second, &First);)",
                .right = R"(KsGateInitializeOr(&Second, KsPinGetAndGate(Pin));
KsGateInitializeAnd(&First, &Second);)"},
     .tests = {provokes("KsWays.S228GatesInACircleAreFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-229",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Gate attached after STOP or OR gate left unattached",
     .text = "KsPinAttachAndGate/OrGate: PASSIVE and before the pin leaves STOP; no unattached OR "
             "gate at filter create.",
     .outcome = "decided: finding",
     .source = "ks/nf-ks-kspinattachandgate.md; ks/nf-ks-kspinattachorgate.md",
     .lesson =
         {.why =
              "The gate is counted in when the pin leaves STOP; attached later, it is never asked.",
          .check = "Attaching looks at the state of the pin and refuses any but STOP; an OR gate "
                   "that no pin was ever attached to is not found.",
          .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_RUN) KsPinAttachOrGate(Pin, &AnyInput);)",
          .right = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  KsPinAttachOrGate(Pin, &AnyInput);)"},
     .tests = {provokes("KsWays.S229GateOutsideStopIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-230",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Gate input turned off or on more often than it was set",
     .text = "KsGateTurnInputOff on an OR gate with no ON input, or TurnInputOn on an AND gate "
             "with no OFF input, makes the gate invalid.",
     .outcome = "invalid state",
     .source = "ks/nf-ks-ksgateturninputoff.md; ks/nf-ks-ksgateturninputon.md",
     .lesson = {.why = "The inputs of others are counted together with one's own; turning on what "
                       "was never off opens the gate while another input is still off.",
                .check =
                    "The count of each processing gate is looked at when processing is attempted; "
                    "above one is told, once. Gates of the driver's own come under S-227.",
                .wrong = R"(if (!IsReady(Pin)) return STATUS_PENDING;
KsGateTurnInputOn(KsPinGetAndGate(Pin));)",
                .right = R"(KsGateAddOffInputToAnd(KsPinGetAndGate(Pin));
…
KsGateTurnInputOn(KsPinGetAndGate(Pin));)"},
     .tests = {provokes("KsWays.S230InputTurnedOnTwiceIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
};

}  // namespace

Chapter mutexes() { return kStreamingMutexes; }

}  // namespace drydock::rules::streaming
