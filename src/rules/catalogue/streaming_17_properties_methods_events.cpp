// Properties, methods, events.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming17[] = {
    {.id = "S-240",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Property handler sets the IRP status or completes the IRP",
     .text =
         "Handler returns SUCCESS and sets Irp->IoStatus.Information when it returns data; MUST "
         "NOT set IoStatus.Status nor complete the IRP; mark pending if asynchronous. "
         "STATUS_SOME_NOT_MAPPED = caller completes.",
     .outcome = "double completion",
     .source = "ks/nc-ks-pfnkshandler.md"},
    {.id = "S-241",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Method handler does not report the size of the data it wrote",
     .text = "Method handlers with WRITE or MODIFY data MUST set Information to the size of that "
             "buffer.",
     .outcome = "no data copied back",
     .source = "ks/nc-ks-pfnkshandler.md"},
    {.id = "S-242",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsPropertyHandler and KsMethodHandler leave status and completion alone",
     .text = "KsPropertyHandler/KsMethodHandler: PASSIVE only; do not set Status, do not complete; "
             "set Information (0 on internal error).",
     .outcome = "",
     .source = "ks/nf-ks-kspropertyhandler.md; ks/nf-ks-ksmethodhandler.md"},
    {.id = "S-243",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Missing handlers and short buffers make a property request fail",
     .text = "NULL get/set handler = property not readable/settable. MinProperty >= "
             "sizeof(KSPROPERTY); buffers shorter than MinProperty/MinData are refused.",
     .outcome = "error",
     .source = "ks/ns-ks-ksproperty_item.md"},
    {.id = "S-244",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A zero-length query returns STATUS_BUFFER_OVERFLOW and the needed size",
     .text = "Zero-length output on a variable-size query returns STATUS_BUFFER_OVERFLOW with the "
             "needed size in BytesReturned.",
     .outcome = "STATUS_BUFFER_OVERFLOW",
     .source = "ks/ns-ks-ksidentifier.md"},
    {.id = "S-245",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every property and event set answers basic support",
     .text = "All property sets MUST support BASICSUPPORT and RELATIONS; all event sets "
             "BASICSUPPORT. The class driver answers from the item tables.",
     .outcome = "",
     .source = "ks/ns-ks-ksidentifier.md; stream/ks-events.md"},
    {.id = "S-246",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Item size given to the WithAllocator handlers is a multiple of 8",
     .text = "On 64-bit the *WithAllocator item-size argument MUST be a multiple of 8.",
     .outcome = "decided: reject",
     .source = "ks/nf-ks-kspropertyhandlerwithallocator.md"},
    {.id = "S-247",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Enabled events are listed unless the minidriver has an AddHandler",
     .text = "Event enable with no AddHandler: the class driver puts the entry on the object's "
             "list. With an AddHandler it does not; the handler adds it (Ks*AddEvent / "
             "KsDefaultAddEventHandler) or owns the cleanup.",
     .outcome = "leak",
     .source = "ks/nc-ks-pfnksaddevent.md"},
    {.id = "S-248",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Remove handler leaves the event entry in the list",
     .text = "RemoveHandler without an own AddHandler (or with one that used Ks*AddEvent) MUST "
             "RemoveEntryList(&EventEntry->ListEntry).",
     .outcome = "corrupt list",
     .source = "ks/nc-ks-pfnksremoveevent.md"},
    {.id = "S-249",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "KsGenerateEvents given pageable memory or called above DISPATCH_LEVEL",
     .text = "KsGenerateEvents (<= DISPATCH): Data and CallBackContext in nonpageable memory; the "
             "match callback runs at DISPATCH.",
     .outcome = "decided: IRQL finding",
     .source = "ks/nf-ks-ksgenerateevents.md"},
    {.id = "S-250",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Event disabled with foreign data or after its one shot fired",
     .text = "MUST disable an event with the same KSEVENTDATA pointer used to enable it (NULL/0 = "
             "all); MUST NOT disable a one-shot that fired.",
     .outcome = "STATUS_UNSUCCESSFUL",
     .source = "stream/ks-events.md; ks/ns-ks-ksidentifier.md"},
    {.id = "S-251",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Event item DataInput smaller than KSEVENTDATA",
     .text = "KSEVENT_ITEM.DataInput >= sizeof(KSEVENTDATA).",
     .outcome = "decided: reject",
     .source = "ks/ns-ks-ksevent_item.md"},
};

}  // namespace

Chapter streaming_17() { return kStreaming17; }

}  // namespace drydock::rules::chapter
