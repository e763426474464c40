// Properties, methods, events.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingAutomation[] = {
    {.id = "S-240",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Property handler sets the IRP status or completes the IRP",
     .text = "Handler returns SUCCESS and sets Irp->IoStatus.Information when it returns data; "
             "MUST NOT set IoStatus.Status nor complete the IRP; mark pending if asynchronous. "
             "STATUS_SOME_NOT_MAPPED = caller completes.",
     .outcome = "double completion",
     .source = "ks/nc-ks-pfnkshandler.md",
     .lesson =
         {.why = "The class driver completes the request with the status that the handler returns; "
                 "a handler that does it too completes a request that is gone.",
          .check =
              "After each handler the IRP's status is compared with before, and Information with "
              "the size of the buffer; a completed IRP is reported by the executive's N-063.",
          .wrong = R"(NTSTATUS GetGain(PIRP Irp, PKSPROPERTY Property, PVOID Data) {
  *(PLONG)Data = Gain;
  Irp->IoStatus.Status = STATUS_SUCCESS;
  IoCompleteRequest(Irp, IO_NO_INCREMENT);
  return STATUS_SUCCESS;
})",
          .right = R"(NTSTATUS GetGain(PIRP Irp, PKSPROPERTY Property, PVOID Data) {
  *(PLONG)Data = Gain;
  Irp->IoStatus.Information = sizeof(LONG);
  return STATUS_SUCCESS;
})"},
     .tests = {provokes("KsObjectRules.S240InformationBeyondTheBufferIsFound"),
               provokes("KsObjectRules.S240StatusSetByAHandlerIsFound"),
               stays_silent("KsObjectRules.S240InformationAloneIsSilent")}},
    {.id = "S-241",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Method handler does not report the size of the data it wrote",
     .text = "Method handlers with WRITE or MODIFY data MUST set Information to the size of that "
             "buffer.",
     .outcome = "no data copied back",
     .source = "ks/nc-ks-pfnkshandler.md",
     .lesson = {.why = "Only as many bytes as Information says are copied to the client; with zero "
                       "it reads what was in its buffer before.",
                .check = "A method that is declared to write, succeeds and leaves Information at "
                         "zero although there is a buffer, is told.",
                .wrong = R"(NTSTATUS Calibrate(PIRP Irp, PKSMETHOD Method, PVOID Data) {
  *(PRESULT)Data = RunCalibration();
  return STATUS_SUCCESS;
})",
                .right = R"(NTSTATUS Calibrate(PIRP Irp, PKSMETHOD Method, PVOID Data) {
  *(PRESULT)Data = RunCalibration();
  Irp->IoStatus.Information = sizeof(RESULT);
  return STATUS_SUCCESS;
})"},
     .tests = {provokes("KsRequests.S241MethodThatSetsNoInformationIsFound"),
               stays_silent("KsRequests.CorrectHandlersAreSilent")}},
    {.id = "S-242",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsPropertyHandler and KsMethodHandler leave status and completion alone",
     .text = "KsPropertyHandler/KsMethodHandler: PASSIVE only; do not set Status, do not complete; "
             "set Information (0 on internal error).",
     .outcome = "",
     .source = "ks/nf-ks-kspropertyhandler.md; ks/nf-ks-ksmethodhandler.md",
     .tests = {proves("KsLegacy.S242TheHandlerLeavesStatusAndCompletionAlone")}},
    {.id = "S-243",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Missing handlers and short buffers make a property request fail",
     .text = "NULL get/set handler = property not readable/settable. MinProperty >= "
             "sizeof(KSPROPERTY); buffers shorter than MinProperty/MinData are refused.",
     .outcome = "error",
     .source = "ks/ns-ks-ksproperty_item.md",
     .tests = {proves("KsPromises.S243ShortBuffersAreRefusedAndS244SizesAreReturned")}},
    {.id = "S-244",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A zero-length query returns STATUS_BUFFER_OVERFLOW and the needed size",
     .text = "Zero-length output on a variable-size query returns STATUS_BUFFER_OVERFLOW with the "
             "needed size in BytesReturned.",
     .outcome = "STATUS_BUFFER_OVERFLOW",
     .source = "ks/ns-ks-ksidentifier.md",
     .tests = {proves("KsPromises.S243ShortBuffersAreRefusedAndS244SizesAreReturned")}},
    {.id = "S-245",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every property and event set answers basic support",
     .text = "All property sets MUST support BASICSUPPORT and RELATIONS; all event sets "
             "BASICSUPPORT. The class driver answers from the item tables.",
     .outcome = "",
     .source = "ks/ns-ks-ksidentifier.md; stream/ks-events.md",
     .tests = {proves("KsRequests.S245SupportAndRelationsComeFromTheTables")}},
    {.id = "S-246",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Item size given to the WithAllocator handlers is a multiple of 8",
     .text = "On 64-bit the *WithAllocator item-size argument MUST be a multiple of 8.",
     .outcome = "decided: reject",
     .source = "ks/nf-ks-kspropertyhandlerwithallocator.md",
     .tests = {proves("KsLegacy.ADefaultAllocatorOfAValidRequestIsSilent")}},
    {.id = "S-247",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Enabled events are listed unless the minidriver has an AddHandler",
     .text = "Event enable with no AddHandler: the class driver puts the entry on the object's "
             "list. With an AddHandler it does not; the handler adds it (Ks*AddEvent / "
             "KsDefaultAddEventHandler) or owns the cleanup.",
     .outcome = "leak",
     .source = "ks/nc-ks-pfnksaddevent.md",
     .tests = {proves("KsRequests.S247EventsFireUntilTheyAreDisabled")}},
    {.id = "S-248",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Remove handler leaves the event entry in the list",
     .text = "RemoveHandler without an own AddHandler (or with one that used Ks*AddEvent) MUST "
             "RemoveEntryList(&EventEntry->ListEntry).",
     .outcome = "corrupt list",
     .source = "ks/nc-ks-pfnksremoveevent.md",
     .lesson = {.why = "The class driver frees the entry afterwards; the list keeps pointing at "
                       "it, and the next event is written into freed memory.",
                .check = "After each RemoveHandler the list is searched for the entry, which the "
                         "host then unlinks.",
                .wrong = R"(VOID OnRemoveEvent(PFILE_OBJECT File, PKSEVENT_ENTRY Entry) {
  StopSensor(Entry);
})",
                .right = R"(VOID OnRemoveEvent(PFILE_OBJECT File, PKSEVENT_ENTRY Entry) {
  StopSensor(Entry);
  RemoveEntryList(&Entry->ListEntry);
})"},
     .tests = {provokes("KsRequests.S248EntryLeftOnTheListIsFound"),
               stays_silent("KsRequests.CorrectHandlersAreSilent")}},
    {.id = "S-249",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "KsGenerateEvents given pageable memory or called above DISPATCH_LEVEL",
     .text = "KsGenerateEvents (<= DISPATCH): Data and CallBackContext in nonpageable memory; the "
             "match callback runs at DISPATCH.",
     .outcome = "decided: IRQL finding",
     .source = "ks/nf-ks-ksgenerateevents.md",
     .lesson = {.why = "The list is walked under a spin lock, where data that has been paged out "
                       "cannot be read.",
                .check = "Data and context that lie in paged pool are told at the call; the level "
                         "is checked by the executive's rule on IRQL.",
                .wrong = R"(PCHANGE change = ExAllocatePoolWithTag(PagedPool, sizeof(CHANGE), TAG);
KsGenerateEvents(Filter, &EVENTSETID_Sensor, SENSOR_CHANGED, sizeof(CHANGE), change,
                 NULL, NULL);)",
                .right =
                    R"(PCHANGE change = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(CHANGE), TAG);
KsGenerateEvents(Filter, &EVENTSETID_Sensor, SENSOR_CHANGED, sizeof(CHANGE), change,
                 NULL, NULL);)"},
     .tests = {provokes("KsRequests.S249EventDataInPagedPoolAreFound"),
               stays_silent("KsRequests.CorrectHandlersAreSilent")}},
    {.id = "S-250",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Event disabled with foreign data or after its one shot fired",
     .text = "MUST disable an event with the same KSEVENTDATA pointer used to enable it (NULL/0 = "
             "all); MUST NOT disable a one-shot that fired.",
     .outcome = "STATUS_UNSUCCESSFUL",
     .source = "stream/ks-events.md; ks/ns-ks-ksidentifier.md",
     .lesson =
         {.why = "The pointer is the name of the subscription; with another one the event stays "
                 "enabled and signals a handle that may be closed.",
          .check = "A disable request that matches no entry of the file is reported and fails; a "
                   "one-shot that has fired is no entry any more.",
          .wrong = R"(KSEVENTDATA copy = data;
DeviceIoControl(pin, IOCTL_KS_DISABLE_EVENT, &copy, sizeof(copy), NULL, 0, &n, NULL);)",
          .right =
              R"(DeviceIoControl(pin, IOCTL_KS_DISABLE_EVENT, &data, sizeof(data), NULL, 0, &n, NULL);
CloseHandle(data.EventHandle.Event);)"},
     .tests = {provokes("KsClientRules.S250DisablingWhatIsNotEnabledIsFound"),
               stays_silent("KsClientRules.ACorrectClientIsSilent")}},
    {.id = "S-251",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Event item DataInput smaller than KSEVENTDATA",
     .text = "KSEVENT_ITEM.DataInput >= sizeof(KSEVENTDATA).",
     .outcome = "decided: reject",
     .source = "ks/ns-ks-ksevent_item.md",
     .lesson = {.why = "The class driver copies that many bytes from the client; with fewer, the "
                       "handle of the event is cut off.",
                .check = "All event items of a filter or pin type are looked at when it is made, "
                         "which is refused with a smaller one.",
                .wrong = R"(static const KSEVENT_ITEM Events[] = {
    DEFINE_KSEVENT_ITEM(SENSOR_CHANGED, sizeof(ULONG), 0, NULL, NULL, NULL)};)",
                .right = R"(static const KSEVENT_ITEM Events[] = {
    DEFINE_KSEVENT_ITEM(SENSOR_CHANGED, sizeof(KSEVENTDATA), 0, NULL, NULL, NULL)};)"},
     .tests = {provokes("KsDescriptorRules.S251EventWithoutRoomForItsDataIsFound"),
               stays_silent("KsDescriptorRules.S251EventWithItsDataIsSilent")}},
};

}  // namespace

Chapter automation() { return kStreamingAutomation; }

}  // namespace drydock::rules::streaming
