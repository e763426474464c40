// Streaming: mutexes and gates.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming15Lessons[] = {
    {.rule = "S-217",
     .why = "On Windows the thread waits for itself; many callbacks come with a mutex held "
            "already, which is easily overlooked.",
     .check = "Each acquisition asks whether the thread holds this mutex, its callback's included; "
              "the driver goes on, so that later faults are found as well.",
     .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  KsPinAcquireControl(Pin);
  …
  KsPinReleaseControl(Pin);)",
     .right = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  …  // the control mutex is held by the caller
  return STATUS_SUCCESS;)"},
    {.rule = "S-218",
     .why = "The class driver takes them in the documented order; a thread that goes the other way "
            "meets it halfway, and both wait for ever.",
     .check = "Each acquisition compares the mutex with those that the thread holds, whether or "
              "not another thread is waiting.",
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
    {.rule = "S-222",
     .why = "A state change holds that mutex while it waits for processing to end, and processing "
            "waits for the mutex.",
     .check = "The acquisition looks at the callback it is made in.",
     .wrong = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  KsPinAcquireControl(Pin);
  ULONG rate = ((PCAPTURE)Pin->Context)->Rate;
  KsPinReleaseControl(Pin);)",
     .right = R"(NTSTATUS OnProcess(PKSPIN Pin) {
  LONG rate = InterlockedOr(&((PCAPTURE)Pin->Context)->Rate, 0);)"},
    {.rule = "S-223",
     .why = "Pins and filters come and go with their handles; the sibling that a walk is about to "
            "visit may be freed in that moment.",
     .check = "Each call that walks the tree asks for the mutex of its level.",
     .wrong = R"(for (PKSPIN pin = KsFilterGetFirstChildPin(Filter, 0); pin != NULL;
     pin = KsPinGetNextSiblingPin(pin))
  KsPinAttemptProcessing(pin, TRUE);)",
     .right = R"(KsFilterAcquireControl(Filter);
for (PKSPIN pin = KsFilterGetFirstChildPin(Filter, 0); pin != NULL;
     pin = KsPinGetNextSiblingPin(pin))
  KsPinAttemptProcessing(pin, TRUE);
KsFilterReleaseControl(Filter);)"},
    {.rule = "S-226",
     .why = "A state change waits for the mutex, so that the graph cannot even be stopped while "
            "processing is held up.",
     .check = "The time between taking and giving back the processing mutex is measured; more than "
              "a second is told at the release.",
     .wrong = R"(KsPinAcquireProcessingMutex(Pin);
KeWaitForSingleObject(&Device->CableFound, Executive, KernelMode, FALSE, NULL);
KsPinReleaseProcessingMutex(Pin);)",
     .right = R"(KsGateAddOffInputToAnd(KsPinGetAndGate(Pin));
KeWaitForSingleObject(&Device->CableFound, Executive, KernelMode, FALSE, NULL);
KsGateRemoveOffInputFromAnd(KsPinGetAndGate(Pin));)"},
    {.rule = "S-227",
     .why = "The class driver believes the count: one that is out of range leaves the gate open "
            "for ever, or shut.",
     .check = "At each state change of a pin the counts of the gates that pins of its filter are "
              "attached to are tested.",
     .wrong = R"(KsGateInitializeAnd(&Gate, NULL);
KsPinAttachAndGate(Pin, &Gate);
KsGateTurnInputOn(&Gate);)",
     .right = R"(KsGateInitializeAnd(&Gate, NULL);
KsPinAttachAndGate(Pin, &Gate);
KsGateAddOffInputToAnd(&Gate);
…
KsGateTurnInputOn(&Gate);)"},
    {.rule = "S-228",
     .why = "A gate that changes passes its change on to the next; in a chain that is wired "
            "wrongly the change runs in circles or into freed memory.",
     .check =
         "At each state change of a pin the chains behind its filter's gates are followed, and one "
         "that leads back to itself is told; kinds and the order of deletion are not judged.",
     .wrong = R"(KsGateInitializeAnd(&First, &Second);
KsGateInitializeOr(&Second, &First);)",
     .right = R"(KsGateInitializeOr(&Second, KsPinGetAndGate(Pin));
KsGateInitializeAnd(&First, &Second);)"},
    {.rule = "S-229",
     .why = "The gate is counted in when the pin leaves STOP; attached later, it is never asked.",
     .check = "Attaching looks at the state of the pin and refuses any but STOP; an OR gate that "
              "no pin was ever attached to is not found.",
     .wrong = R"(NTSTATUS OnSetState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_RUN) KsPinAttachOrGate(Pin, &AnyInput);)",
     .right = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  KsPinAttachOrGate(Pin, &AnyInput);)"},
    {.rule = "S-230",
     .why = "The inputs of others are counted together with one's own; turning on what was never "
            "off opens the gate while another input is still off.",
     .check = "The count of each processing gate is looked at when processing is attempted; above "
              "one is told, once. Gates of the driver's own come under S-227.",
     .wrong = R"(if (!IsReady(Pin)) return STATUS_PENDING;
KsGateTurnInputOn(KsPinGetAndGate(Pin));)",
     .right = R"(KsGateAddOffInputToAnd(KsPinGetAndGate(Pin));
…
KsGateTurnInputOn(KsPinGetAndGate(Pin));)"},
};

}  // namespace

Lessons streaming_15() { return kStreaming15Lessons; }

}  // namespace drydock::rules::lessons
