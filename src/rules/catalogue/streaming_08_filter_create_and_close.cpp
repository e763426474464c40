// Filter create and close.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming08[] = {
    {.id = "S-105",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filter.Create runs at PASSIVE_LEVEL with context and object header in place",
     .text = "Filter.Create is called at PASSIVE_LEVEL, after the file object has its context and "
             "the KS object header is allocated.",
     .outcome = "",
     .source = "ks/nc-ks-pfnksfilterirp.md"},
    {.id = "S-106",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Pended filter create or close never completed",
     .text = "Filter.Create returns success, an error, or STATUS_PENDING (after IoMarkIrpPending; "
             "later set Irp status and call KsCompletePendingRequest). Success guarantees the "
             "create succeeds.",
     .outcome = "IRP never completed",
     .source = "ks/nc-ks-pfnksfilterirp.md; ks/nf-ks-kscompletependingrequest.md"},
    {.id = "S-107",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filter.Close follows the freeing of events and finds the filter intact",
     .text = "Filter.Close is called after registered events were freed and with the object "
             "otherwise intact; it may pend the same way.",
     .outcome = "",
     .source = "ks/nc-ks-pfnksfilterirp.md"},
    {.id = "S-108",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The filter bag is emptied when the filter is deleted",
     .text = "Items in the filter bag are cleaned up when the filter is deleted.",
     .outcome = "leak",
     .source = "ks/ns-ks-_ksfilter.md"},
    {.id = "S-109",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Pin factory, node or connection added without the filter control mutex",
     .text = "KsFilterCreatePinFactory / KsFilterCreateNode / KsFilterAddTopologyConnections need "
             "the filter control mutex; PASSIVE_LEVEL. The new pin id is returned.",
     .outcome = "decided: finding",
     .source = "ks/nf-ks-ksfiltercreatepinfactory.md; ks/nf-ks-ksfiltercreatenode.md; "
               "ks/nf-ks-ksfilteraddtopologyconnections.md"},
    {.id = "S-110",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "User-mode opens fail when the descriptor denies them",
     .text =
         "KSFILTER_FLAG_DENY_USERMODE_ACCESS / KSPIN_FLAG_DENY_USERMODE_ACCESS: user-mode opens "
         "MUST fail.",
     .outcome = "decided: STATUS_ACCESS_DENIED (code undocumented)",
     .source = "ks/ns-ks-_ksfilter_descriptor.md; ks/ns-ks-_kspin_descriptor_ex.md"},
};

}  // namespace

Chapter streaming_08() { return kStreaming08; }

}  // namespace drydock::rules::chapter
