// Filter create and close.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingFilters[] = {
    {.id = "S-105",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filter.Create runs at PASSIVE_LEVEL with context and object header in place",
     .text = "Filter.Create is called at PASSIVE_LEVEL, after the file object has its context and "
             "the KS object header is allocated.",
     .outcome = "",
     .source = "ks/nc-ks-pfnksfilterirp.md",
     .tests = {proves("KsPinPromises.S203APinIsClosedStoppedAndEmpty")}},
    {.id = "S-106",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Pended filter create or close never completed",
     .text = "Filter.Create returns success, an error, or STATUS_PENDING (after IoMarkIrpPending; "
             "later set Irp status and call KsCompletePendingRequest). Success guarantees the "
             "create succeeds.",
     .outcome = "IRP never completed",
     .source = "ks/nc-ks-pfnksfilterirp.md; ks/nf-ks-kscompletependingrequest.md",
     .lesson =
         {.why = "A request that is returned as pending without its mark confuses the I/O manager, "
                 "and one that is never completed leaves its client waiting in CreateFile.",
          .check = "When a create or close callback of a filter or pin has pended its IRP, the "
                   "mark of IoMarkIrpPending is looked for; an IRP that is marked and then "
                   "forgotten shows up as a client that hangs, not as this finding.",
          .wrong = R"(NTSTATUS OnFilterCreate(PKSFILTER Filter, PIRP Irp) {
  QueueOpen(Filter, Irp);
  return STATUS_PENDING;
})",
          .right = R"(NTSTATUS OnFilterCreate(PKSFILTER Filter, PIRP Irp) {
  IoMarkIrpPending(Irp);
  QueueOpen(Filter, Irp);  // ends in KsCompletePendingRequest(Irp)
  return STATUS_PENDING;
})"},
     .tests = {provokes("KsObjectRules.S106PendingWithoutMarkIsFound"),
               stays_silent("KsObjectRules.S106MarkedAndCompletedIsSilent")}},
    {.id = "S-107",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filter.Close follows the freeing of events and finds the filter intact",
     .text = "Filter.Close is called after registered events were freed and with the object "
             "otherwise intact; it may pend the same way.",
     .outcome = "",
     .source = "ks/nc-ks-pfnksfilterirp.md",
     .tests = {proves("KsRequests.S247EventsFireUntilTheyAreDisabled")}},
    {.id = "S-108",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The filter bag is emptied when the filter is deleted",
     .text = "Items in the filter bag are cleaned up when the filter is deleted.",
     .outcome = "leak",
     .source = "ks/ns-ks-_ksfilter.md",
     .tests = {proves("KsPinPromises.S203APinIsClosedStoppedAndEmpty"),
               proves("KsPromises.S207TheBagGoesAfterClose")}},
    {.id = "S-109",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Pin factory, node or connection added without the filter control mutex",
     .text = "KsFilterCreatePinFactory / KsFilterCreateNode / KsFilterAddTopologyConnections need "
             "the filter control mutex; PASSIVE_LEVEL. The new pin id is returned.",
     .outcome = "decided: finding",
     .source = "ks/nf-ks-ksfiltercreatepinfactory.md; ks/nf-ks-ksfiltercreatenode.md; "
               "ks/nf-ks-ksfilteraddtopologyconnections.md",
     .lesson = {.why = "Requests on the filter read the tables of pins, nodes and connections "
                       "under that mutex, and would see them half grown.",
                .check = "Each of the three calls asks whether its thread holds the filter's "
                         "control mutex; callbacks of the filter are made with it held.",
                .wrong = R"(VOID OnCableFound(PDEVICE_OBJECT Object, PVOID Context) {
  KsFilterCreatePinFactory(Filter, &CablePin, &PinId);
})",
                .right = R"(VOID OnCableFound(PDEVICE_OBJECT Object, PVOID Context) {
  KsFilterAcquireControl(Filter);
  KsFilterCreatePinFactory(Filter, &CablePin, &PinId);
  KsFilterReleaseControl(Filter);
})"},
     .tests = {provokes("KsObjectRules.S109PinFactoryWithoutTheControlMutexIsFound"),
               stays_silent("KsObjectRules.S109PinFactoryInCreateIsSilent")}},
    {.id = "S-110",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "User-mode opens fail when the descriptor denies them",
     .text = "KSFILTER_FLAG_DENY_USERMODE_ACCESS / KSPIN_FLAG_DENY_USERMODE_ACCESS: user-mode "
             "opens MUST fail.",
     .outcome = "decided: STATUS_ACCESS_DENIED (code undocumented)",
     .source = "ks/ns-ks-_ksfilter_descriptor.md; ks/ns-ks-_kspin_descriptor_ex.md",
     .tests = {proves("KsPromises.S110DeniedToUserMode")}},
};

}  // namespace

Chapter filters() { return kStreamingFilters; }

}  // namespace drydock::rules::streaming
