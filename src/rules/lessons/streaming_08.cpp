// Streaming: filters.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming08Lessons[] = {
    {.rule = "S-106",
     .why = "A request that is returned as pending without its mark confuses the I/O manager, and "
            "one that is never completed leaves its client waiting in CreateFile.",
     .check = "When a create or close callback of a filter or pin has pended its IRP, the mark of "
              "IoMarkIrpPending is looked for; an IRP that is marked and then forgotten shows up "
              "as a client that hangs, not as this finding.",
     .wrong = R"(NTSTATUS OnFilterCreate(PKSFILTER Filter, PIRP Irp) {
  QueueOpen(Filter, Irp);
  return STATUS_PENDING;
})",
     .right = R"(NTSTATUS OnFilterCreate(PKSFILTER Filter, PIRP Irp) {
  IoMarkIrpPending(Irp);
  QueueOpen(Filter, Irp);  // ends in KsCompletePendingRequest(Irp)
  return STATUS_PENDING;
})"},
    {.rule = "S-109",
     .why = "Requests on the filter read the tables of pins, nodes and connections under that "
            "mutex, and would see them half grown.",
     .check = "Each of the three calls asks whether its thread holds the filter's control mutex; "
              "callbacks of the filter are made with it held.",
     .wrong = R"(VOID OnCableFound(PDEVICE_OBJECT Object, PVOID Context) {
  KsFilterCreatePinFactory(Filter, &CablePin, &PinId);
})",
     .right = R"(VOID OnCableFound(PDEVICE_OBJECT Object, PVOID Context) {
  KsFilterAcquireControl(Filter);
  KsFilterCreatePinFactory(Filter, &CablePin, &PinId);
  KsFilterReleaseControl(Filter);
})"},
};

}  // namespace

Lessons streaming_08() { return kStreaming08Lessons; }

}  // namespace drydock::rules::lessons
