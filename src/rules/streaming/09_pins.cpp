// Pin create, data format, connect.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingPins[] = {
    {.id = "S-111",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Pin create request malformed or opened with the wrong access",
     .text = "KsCreatePin sends IRP_MJ_CREATE with KSPIN_CONNECT followed in memory by "
             "KSDATAFORMAT; access GENERIC_WRITE for data into the pin, GENERIC_READ for data out.",
     .outcome = "create fails",
     .source = "ks/nf-ks-kscreatepin.md",
     .lesson = {.why = "The access decides which requests the handle allows; with the wrong one "
                       "the pin opens and every frame is refused.",
                .check = "When a pin is created, the desired access is compared with its "
                         "direction; a request that is malformed fails without this finding.",
                .wrong = R"(KsCreatePin(filter, connect, GENERIC_WRITE, &pin);  // a capture pin
status = ReadFrame(pin, &header);)",
                .right = R"(KsCreatePin(filter, connect, GENERIC_READ, &pin);  // a capture pin
status = ReadFrame(pin, &header);)"},
     .tests = {provokes("KsClientRules.S111PinOpenedForTheWrongAccessIsFound"),
               stays_silent("KsClientRules.S111PinOpenedForWritingIsSilent")}},
    {.id = "S-112",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A pin create passes only with a matching range, interface and medium",
     .text = "Validation accepts a format only if a range on the pin has wildcard major type, or "
             "matching major + wildcard subformat, or matching major+subformat+specifier; "
             "interface, medium and communication are validated too.",
     .outcome = "create fails",
     .source = "ks/nf-ks-ksvalidateconnectrequest.md",
     .tests = {proves("KsPromises.S112AFormatOfAnotherTypeIsRefused")}},
    {.id = "S-113",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "PinToHandle decides whether the client or another pin is the peer",
     .text = "PinToHandle NULL = the client itself is the source (sink pin create); non-NULL = "
             "connect this source PinId to that pin instance.",
     .outcome = "",
     .source = "ks/ns-ks-kspin_connect.md",
     .tests = {proves("KsPinPromises.S127TheSinkIsConnectedAndDisconnected")}},
    {.id = "S-114",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Pin creates beyond InstancesPossible are refused",
     .text = "MUST refuse to instantiate more than InstancesPossible pins of a type "
             "(KSINSTANCE_INDETERMINATE = unlimited).",
     .outcome = "create fails",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md",
     .tests = {proves("KsPromises.S114NoMoreInstancesThanPossible")}},
    {.id = "S-115",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "SetDataFormat with a NULL old format runs before Pin.Create",
     .text = "Order at create: SetDataFormat (OldFormat NULL) first, to verify "
             "Pin->ConnectionFormat against one of the pin's OWN ranges (partial match), then "
             "Create. So SetDataFormat may run before Create and MUST NOT rely on the pin context.",
     .outcome = "minidriver dereferences the filter context as its pin context",
     .source = "ks/nc-ks-pfnkspinsetdataformat.md; stream/data-range-intersections-in-avstream.md; "
               "Windows-driver-samples/avstream: avshws/capture.cpp DispatchSetFormat comment",
     .tests = {proves("KsPromises.S116TheRangeIsOneOfTheDescriptors")}},
    {.id = "S-116",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "SetDataFormat receives a data range of the pin's own descriptor",
     .text = "The DataRange passed to SetDataFormat is an element of the descriptor's DataRanges, "
             "never the connection format itself.",
     .outcome = "minidriver reads past the structure",
     .source = "ks/nc-ks-pfnkspinsetdataformat.md; Windows-driver-samples/avstream: "
               "avshws/capture.cpp (\"comes out of OUR data range list\")",
     .tests = {proves("KsPromises.S116TheRangeIsOneOfTheDescriptors")}},
    {.id = "S-117",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "SetDataFormat returns STATUS_PENDING",
     .text = "SetDataFormat returns SUCCESS (match), STATUS_NO_MATCH (try the next range) or "
             "another error (stop trying). Never STATUS_PENDING.",
     .outcome = "decided: finding on PENDING",
     .source = "ks/nc-ks-pfnkspinsetdataformat.md",
     .lesson =
         {.why = "The caller needs to know now whether this range takes the format or the next one "
                 "is to be tried.",
          .check = "A pending status of SetDataFormat is reported at its return, and the format is "
                   "refused.",
          .wrong =
              R"(NTSTATUS OnSetFormat(PKSPIN Pin, PKSDATAFORMAT Old, PKSMULTIPLE_ITEM OldAttributes,
                     const KSDATARANGE* Range, const KSATTRIBUTE_LIST* Attributes) {
  QueueModeSwitch(Pin);
  return STATUS_PENDING;
})",
          .right =
              R"(NTSTATUS OnSetFormat(PKSPIN Pin, PKSDATAFORMAT Old, PKSMULTIPLE_ITEM OldAttributes,
                     const KSDATARANGE* Range, const KSATTRIBUTE_LIST* Attributes) {
  return IsSupported(Pin->ConnectionFormat) ? STATUS_SUCCESS : STATUS_NO_MATCH;
})"},
     .tests = {provokes("KsObjectRules.S117PendingSetDataFormatIsFound"),
               stays_silent("KsObjectRules.S117NoMatchIsSilent")}},
    {.id = "S-118",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Capture ignores the last accepted data format",
     .text = "SHOULD capture in the format of the last successful SetDataFormat; a second call may "
             "come just before RUN with the true surface parameters and SHOULD NOT be failed.",
     .outcome = "corrupt image",
     .source = "stream/data-range-intersections-in-avstream.md",
     .lesson =
         {.why = "A renderer sets the format once more just before it runs, with the stride of its "
                 "surface; a driver that keeps the old one draws a slanted picture.",
          .check = "A SetDataFormat that refuses the very format the pin has, and the pin does not "
                   "run yet, is reported; which format the pictures really have cannot be seen.",
          .wrong =
              R"(NTSTATUS OnSetFormat(PKSPIN Pin, PKSDATAFORMAT Old, PKSMULTIPLE_ITEM OldAttributes,
                     const KSDATARANGE* Range, const KSATTRIBUTE_LIST* Attributes) {
  if (Old != NULL) return STATUS_INVALID_DEVICE_STATE;)",
          .right =
              R"(NTSTATUS OnSetFormat(PKSPIN Pin, PKSDATAFORMAT Old, PKSMULTIPLE_ITEM OldAttributes,
                     const KSDATARANGE* Range, const KSATTRIBUTE_LIST* Attributes) {
  PKS_DATAFORMAT_VIDEOINFOHEADER format =
      (PKS_DATAFORMAT_VIDEOINFOHEADER)Pin->ConnectionFormat;
  ((PCAPTURE)Pin->Context)->Stride = format->VideoInfoHeader.bmiHeader.biWidth;)"},
     .tests = {provokes("KsWays.S118RefusalOfTheSameFormatIsFound"),
               stays_silent("KsWays.S118RefusalUnderWayIsSilent"),
               stays_silent("KsWays.S118SameFormatAcceptedIsSilent")}},
    {.id = "S-119",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A fixed-format pin refuses every format change",
     .text = "KSPIN_FLAG_FIXED_FORMAT: any attempt to set the format returns "
             "STATUS_INVALID_DEVICE_REQUEST.",
     .outcome = "STATUS_INVALID_DEVICE_REQUEST",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md",
     .tests = {proves("KsPromises.S119FixedFormatCannotBeSet")}},
    {.id = "S-120",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "PROPOSEDATAFORMAT asks without changing the format",
     .text = "KSPROPERTY_CONNECTION_PROPOSEDATAFORMAT only asks; it MUST NOT change the format. "
             "KSPROPERTY_CONNECTION_DATAFORMAT changes it.",
     .outcome = "",
     .source = "stream/ksproperty-connection-proposedataformat.md",
     .tests = {proves("KsPromises.S120AProposalChangesNothing")}},
    {.id = "S-121",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Intersect handlers see only ranges that already match",
     .text = "Intersect handler gets a pair of ranges that already match in type, subformat, "
             "specifier and required attributes. Handler NULL => class driver intersects only "
             "SPECIFIER_NONE ranges.",
     .outcome = "",
     .source = "stream/data-range-intersections-in-avstream.md; ks/ns-ks-_kspin_descriptor_ex.md",
     .tests = {proves("KsRequests.CorrectHandlersAreSilent")}},
    {.id = "S-122",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Intersect handler returns the wrong status for its buffer size",
     .text = "Intersect: BufferSize 0 => set *DataSize and return STATUS_BUFFER_OVERFLOW; too "
             "small => STATUS_BUFFER_TOO_SMALL; empty => STATUS_NO_MATCH.",
     .outcome = "decided: finding",
     .source = "ks/nc-ks-pfnksintersecthandler.md; ks/nc-ks-pfnksintersecthandlerex.md; "
               "Windows-driver-samples/avstream: avshws/capture.cpp",
     .lesson =
         {.why = "Clients ask twice, first with no buffer to learn the size; a wrong status makes "
                 "them give up or read what was never written.",
          .check =
              "The handler's status is compared with the room it was given: success without room, "
              "more bytes than room, and TOO_SMALL as the answer to a size query are told.",
          .wrong = R"(*DataSize = sizeof(KS_DATAFORMAT_VIDEOINFOHEADER);
if (DataBufferSize < *DataSize) return STATUS_BUFFER_TOO_SMALL;)",
          .right = R"(*DataSize = sizeof(KS_DATAFORMAT_VIDEOINFOHEADER);
if (DataBufferSize == 0) return STATUS_BUFFER_OVERFLOW;
if (DataBufferSize < *DataSize) return STATUS_BUFFER_TOO_SMALL;)"},
     .tests = {provokes("KsRequests.S122IntersectionThatSucceedsWithoutRoomIsFound"),
               stays_silent("KsRequests.CorrectHandlersAreSilent")}},
    {.id = "S-123",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Pin.Create runs at PASSIVE_LEVEL under the filter control mutex",
     .text = "Pin.Create runs at PASSIVE_LEVEL with the filter control mutex held, after "
             "file-object context and object header exist; success guarantees the create succeeds; "
             "STATUS_PENDING allowed as for filters.",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspinirp.md",
     .tests = {proves("KsObjectRules.S218DeviceAfterControlIsFound")}},
    {.id = "S-124",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Extended stream header written without checking its size",
     .text = "MAY set KSPIN.StreamHeaderSize in Create (> sizeof(KSSTREAM_HEADER)); MUST still "
             "check StreamHeader->Size at run time, since extended headers are not guaranteed.",
     .outcome = "out-of-bounds write into the header; decided: mode that delivers plain headers",
     .source =
         "ks/ns-ks-_kspin.md; Windows-driver-samples/avstream: avshws/capture.cpp CompleteMappings",
     .lesson = {.why = "A client may send plain headers although the pin asks for larger ones; the "
                       "extension then lies in the next header or behind the buffer.",
                .check = "Behind plain headers the host keeps a pattern of the extension's size "
                         "and looks at it when the request ends.",
                .wrong = R"(PKS_FRAME_INFO info = (PKS_FRAME_INFO)(clone->StreamHeader + 1);
info->PictureNumber = ++capture->Frames;)",
                .right = R"(PKSSTREAM_HEADER header = clone->StreamHeader;
if (header->Size >= sizeof(KSSTREAM_HEADER) + sizeof(KS_FRAME_INFO)) {
  PKS_FRAME_INFO info = (PKS_FRAME_INFO)(header + 1);
  info->PictureNumber = ++capture->Frames;
})"},
     .tests = {provokes("KsWays.S124ExtensionOfAPlainHeaderIsFound"),
               stays_silent("KsWays.S124PlainHeaderLeftAloneIsSilent")}},
    {.id = "S-125",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver modifies a KSPIN member owned by the class driver",
     .text = "MUST NOT modify ConnectionFormat, DeviceState, ResetState of KSPIN; all three are "
             "synchronised by the filter control mutex.",
     .outcome =
         "decided: finding, except for ResetState, which codecs are told to set to KSRESET_END",
     .source = "ks/ns-ks-_kspin.md",
     .lesson =
         {.why = "The class driver keeps its own truth beside these members; a change makes the "
                 "two disagree and the next state change starts from the wrong place.",
          .check =
              "When a pin's create succeeds the members are compared with what the class driver "
              "wrote, reported and put back; changes in later callbacks are not looked for.",
          .wrong = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  Pin->DeviceState = KSSTATE_ACQUIRE;
  return STATUS_SUCCESS;
})",
          .right = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  ((PCAPTURE)Pin->Context)->State = KSSTATE_STOP;
  return STATUS_SUCCESS;
})"},
     .tests = {provokes("KsObjectRules.S125ChangedStateIsFound"),
               stays_silent("KsObjectRules.S125ChangedContextIsSilent")}},
    {.id = "S-126",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KSPIN carries its id, cached data flow and kind of connection",
     .text = "KSPIN.Id = index into the pin descriptors; DataFlow and Communication are cached for "
             "use above PASSIVE_LEVEL; ConnectionIsExternal TRUE when the peer does not do the "
             "AVStream handshake.",
     .outcome = "",
     .source = "ks/ns-ks-_kspin.md",
     .tests = {proves("KsPinPromises.S127TheSinkIsConnectedAndDisconnected"),
               proves("KsPinPromises.S203APinIsClosedStoppedAndEmpty")}},
    {.id = "S-127",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Connect and Disconnect run on the sink under the filter control mutex",
     .text = "Pin.Connect is called when this pin is a sink being connected to an AVStream source; "
             "returns success or error, never STATUS_PENDING. Disconnect is VOID. Both under the "
             "filter control mutex.",
     .outcome = "decided: a pending Connect is S-136",
     .source = "ks/nc-ks-pfnkspin.md; ks/nc-ks-pfnkspinvoid.md; "
               "stream/filter-control-mutex-in-avstream.md",
     .tests = {proves("KsPinPromises.S127ARefusedConnectionFailsTheSource"),
               proves("KsPinPromises.S127TheSinkIsConnectedAndDisconnected")}},
    {.id = "S-128",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KSPIN stays valid until its close is complete",
     .text = "KSPIN lifetime: from the pre-create dispatch until Close returns - or, if Close "
             "returned STATUS_PENDING, until KsCompletePendingRequest.",
     .outcome = "use after free",
     .source = "ks/ns-ks-_kspin.md",
     .tests = {proves("KsPinPromises.S128ThePinLivesUntilItsCloseIsOver")}},
    {.id = "S-129",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Pin descriptor combines mutually exclusive flags",
     .text = "Pin descriptor flag pairs are mutually exclusive: CRITICAL/HYPERCRITICAL; "
             "DO_NOT_INITIATE/INITIATE_ON_EVERY_ARRIVAL; FRAMES_NOT_REQUIRED/SOME_FRAMES_REQUIRED; "
             "PROCESS_IN_RUN_STATE_ONLY/PROCESS_IF_ANY_IN_RUN_STATE.",
     .outcome = "decided: reject descriptor",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md",
     .lesson = {.why = "Each pair asks for two opposite behaviours, and versions of Windows differ "
                       "in which one wins.",
                .check = "The four pairs are looked for in the flags of every pin type, which is "
                         "refused with either of them.",
                .wrong = R"(pin->Flags = KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING |
             KSPIN_FLAG_INITIATE_PROCESSING_ON_EVERY_ARRIVAL;)",
                .right = R"(pin->Flags = KSPIN_FLAG_INITIATE_PROCESSING_ON_EVERY_ARRIVAL |
             KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY;)"},
     .tests = {provokes("KsDescriptorRules.S129ExclusivePinFlagsAreFound"),
               stays_silent("KsDescriptorRules.S129OneOfThePairIsSilent")}},
    {.id = "S-130",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "USE_STANDARD_TRANSPORT overrides every other transport choice",
     .text = "USE_STANDARD_TRANSPORT overrides every other check, including "
             "DO_NOT_USE_STANDARD_TRANSPORT. A pin without standard transport has no queue and no "
             "pipe section.",
     .outcome = "KsPinGet*StreamPointer returns NULL",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md; ks/nf-ks-kspingetleadingedgestreampointer.md",
     .tests = {proves("KsPinPromises.S130StandardTransportOverridesTheOtherFlag"),
               proves("KsPinPromises.S135APinWithoutTransportJumps")}},
    {.id = "S-131",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Standard-transport pin has no process dispatch",
     .text = "DO_NOT_INITIATE_PROCESSING on a standard-transport pin still needs a process "
             "dispatch (pin or filter), even if never called.",
     .outcome = "undocumented; decided: reject",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md",
     .lesson = {.why = "The queue of the standard transport is built for a processing object; "
                       "without a process routine there is none, and frames arrive nowhere.",
                .check = "A pin type with both flags, whose dispatch and filter lack Process, is "
                         "refused when it is made.",
                .wrong = R"(static const KSPIN_DISPATCH Dispatch = {OnCreate, OnClose, NULL};
…
pin->Flags = KSPIN_FLAG_USE_STANDARD_TRANSPORT |
             KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING;)",
                .right = R"(static const KSPIN_DISPATCH Dispatch = {OnCreate, OnClose, OnProcess};
…
pin->Flags = KSPIN_FLAG_USE_STANDARD_TRANSPORT |
             KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING;)"},
     .tests = {provokes("KsDescriptorRules.S131TransportWithoutProcessIsFound"),
               stays_silent("KsDescriptorRules.S131TransportWithProcessIsSilent")}},
    {.id = "S-132",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Filter mixes pin-centric and filter-centric processing",
     .text = "Exactly one processing style: Process in each KSPIN_DISPATCH (pin-centric) and none "
             "in KSFILTER_DISPATCH, or the reverse (filter-centric).",
     .outcome = "decided: reject",
     .source = "stream/pin-centric-processing.md; stream/filter-centric-processing.md",
     .lesson =
         {.why = "Two routines would take frames from one queue, each unaware of the other.",
          .check = "Filter and pin dispatch are compared for each pin type when the factory is "
                   "made; Process in both refuses it.",
          .wrong =
              R"(static const KSFILTER_DISPATCH FilterDispatch = {NULL, NULL, OnFilterProcess, NULL};
static const KSPIN_DISPATCH PinDispatch = {OnCreate, OnClose, OnPinProcess};)",
          .right =
              R"(static const KSFILTER_DISPATCH FilterDispatch = {NULL, NULL, OnFilterProcess, NULL};
static const KSPIN_DISPATCH PinDispatch = {OnCreate, OnClose, NULL};)"},
     .tests = {provokes("KsDescriptorRules.S132BothProcessAreFound"),
               stays_silent("KsDescriptorRules.S132OnlyTheFilterProcessesIsSilent")}},
};

}  // namespace

Chapter pins() { return kStreamingPins; }

}  // namespace drydock::rules::streaming
