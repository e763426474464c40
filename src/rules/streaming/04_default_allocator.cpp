// Default allocator: KsCreateDefaultAllocator / KsCreateDefaultAllocatorEx.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingDefaultAllocator[] = {
    {.id = "S-047",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator create request not forwarded to the default allocator",
     .text = "On IRP_MJ_CREATE with create type KSCREATE_REQUEST_ALLOCATOR the filter forwards the "
             "(validated) IRP to KsCreateDefaultAllocator; everything after that is done by the "
             "default allocator.",
     .outcome = "",
     .source = "stream/default-allocators.md; ks/nf-ks-kscreatedefaultallocator.md",
     .lesson = {.why = "The default allocator is built from the create request; from any other IRP "
                       "there is no framing and no file to attach it to.",
                .check = "KsCreateDefaultAllocator and its extended form look at the major "
                         "function of the IRP they are given; that a filter forwards its create "
                         "request at all cannot be seen.",
                .wrong = R"(NTSTATUS OnDeviceControl(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  return KsCreateDefaultAllocator(Irp);
})",
                .right = R"(NTSTATUS OnAllocatorCreate(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  PKSALLOCATOR_FRAMING framing;
  NTSTATUS status = KsValidateAllocatorCreateRequest(Irp, &framing);
  return NT_SUCCESS(status) ? KsCreateDefaultAllocator(Irp) : status;
})"},
     .tests = {provokes("KsLegacy.S047AllocatorOfAnotherRequestIsFound"),
               stays_silent("KsLegacy.ADefaultAllocatorOfAValidRequestIsSilent")}},
    {.id = "S-048",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The default allocator takes over the file object of the create IRP",
     .text = "KsCreateDefaultAllocator(Ex) MUST associate the IRP's FileObject with the allocator "
             "through an internal KSDISPATCH_TABLE.",
     .outcome = "",
     .source = "ks/nf-ks-kscreatedefaultallocatorex.md",
     .tests = {proves("KsLegacy.S052ADriversRoutinesServeItsDefaultAllocator")}},
    {.id = "S-049",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsCreateDefaultAllocatorEx neither completes the IRP nor sets its status",
     .text = "KsCreateDefaultAllocatorEx MUST NOT complete the IRP and MUST NOT set the status in "
             "the IRP; it returns STATUS_SUCCESS or the creation error.",
     .outcome = "double completion",
     .source = "ks/nf-ks-kscreatedefaultallocatorex.md",
     .tests = {proves("KsLegacy.S052ADriversRoutinesServeItsDefaultAllocator")}},
    {.id = "S-050",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Default allocator created without a create item in the IRP",
     .text = "Before the call, KSCREATE_ITEM_IRP_STORAGE(Irp) MUST yield the create item of this "
             "allocator; the function points FsContext at it (used later for security descriptor "
             "queries).",
     .outcome = "decided: missing create item is told and refused",
     .source = "ks/nf-ks-kscreatedefaultallocatorex.md",
     .lesson = {.why = "The function stores the create item in the file and reads it later for "
                       "security queries; without one it reads through NULL.",
                .check = "KsCreateDefaultAllocatorEx looks for the create item in the IRP's "
                         "storage first of all.",
                .wrong = R"(PIRP irp = IoAllocateIrp(device->StackSize, FALSE);
IoGetCurrentIrpStackLocation(irp)->MajorFunction = IRP_MJ_CREATE;
KsCreateDefaultAllocatorEx(irp, NULL, NULL, NULL, NULL, NULL);)",
                .right = R"(static const WCHAR Name[] = KSSTRING_Allocator;
items[0].Create = OnAllocatorCreate;
RtlInitUnicodeString(&items[0].ObjectClass, Name);
KsAllocateObjectHeader(&header, 1, items, irp, &Dispatch);
…
KsCreateDefaultAllocatorEx(create_irp, NULL, NULL, NULL, NULL, NULL);)"},
     .tests = {provokes("KsLegacy.S050NoCreateItemIsFound"),
               stays_silent("KsLegacy.ADefaultAllocatorOfAValidRequestIsSilent")}},
    {.id = "S-051",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "External allocator routines given without DefaultAllocate",
     .text = "When no external allocator is given (DefaultAllocate NULL), InitializeContext, "
             "DefaultFree, InitializeAllocator and DeleteAllocator MUST all be NULL.",
     .outcome = "decided: STATUS_INVALID_PARAMETER",
     .source = "ks/nf-ks-kscreatedefaultallocatorex.md",
     .lesson =
         {.why = "A half of an external allocator is worse than none: frames would be taken by one "
                 "side and freed by the other.",
          .check = "The five arguments are compared at the call, which fails with "
                   "STATUS_INVALID_PARAMETER.",
          .wrong =
              R"(KsCreateDefaultAllocatorEx(Irp, context, NULL, OnDefaultFree, OnInitialize, OnDelete);
return STATUS_SUCCESS;)",
          .right =
              R"(return KsCreateDefaultAllocatorEx(Irp, context, OnDefaultAllocate, OnDefaultFree,
                                  OnInitialize, OnDelete);)"},
     .tests = {provokes("KsLegacy.S051RoutinesWithoutAnAllocateAreFound"),
               stays_silent("KsLegacy.ADefaultAllocatorOfAValidRequestIsSilent")}},
    {.id = "S-052",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "InitializeContext is used only as the first argument of InitializeAllocator",
     .text = "DefaultAllocate/DefaultFree replace pool allocation; InitializeContext is used only "
             "as the first argument of InitializeAllocator and for nothing else.",
     .outcome = "",
     .source = "ks/nf-ks-kscreatedefaultallocatorex.md",
     .tests = {proves("KsLegacy.S052ADriversRoutinesServeItsDefaultAllocator")}},
    {.id = "S-053",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The default allocator honours frame size, frame count and alignment",
     .text = "The default allocator takes care of frame size, frame count and alignment, and MAY "
             "recycle discarded frames for speed.",
     .outcome = "decided: poison recycled frames in checked mode",
     .source = "stream/ks-allocators.md",
     .tests = {proves("KsClientRules.S053TheDefaultAllocatorAlignsAndRecycles")}},
    {.id = "S-054",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The default allocator follows the pin's AllocatorFraming",
     .text = "AVStream's default allocator allocates pool memory according to "
             "KSPIN_DESCRIPTOR_EX.AllocatorFraming.",
     .outcome = "",
     .source = "stream/avstream-allocators.md",
     .tests = {proves("KsAllocatorRules.S033FrameLeftAloneIsSilent"),
               proves("KsAllocatorRules.S043TheSizeIsTheSourcesAndTheCountTheLarger")}},
    {.id = "S-055",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator built from a create request that was not validated",
     .text =
         "KsValidateAllocatorCreateRequest(Irp,&framing) MUST succeed before an allocator is built "
         "from the request; on success it yields the framing structure supplied with the create.",
     .outcome = "error for an invalid request (ReactOS: STATUS_INVALID_PARAMETER when FrameSize==0 "
                "or unknown option bits)",
     .source = "ks/nf-ks-ksvalidateallocatorcreaterequest.md; stream/filter-specific-allocators.md",
     .lesson = {.why = "The framing comes from a client, and a size of zero or unknown options "
                       "would reach the allocator unseen.",
                .check = "When a default allocator is made from an IRP whose parameters were never "
                         "validated, the call says so and goes on with its own validation.",
                .wrong = R"(NTSTATUS OnAllocatorCreate(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  return KsCreateDefaultAllocatorEx(Irp, NULL, NULL, NULL, NULL, NULL);
})",
                .right = R"(NTSTATUS OnAllocatorCreate(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  PKSALLOCATOR_FRAMING framing;
  NTSTATUS status = KsValidateAllocatorCreateRequest(Irp, &framing);
  if (!NT_SUCCESS(status)) return status;
  return KsCreateDefaultAllocatorEx(Irp, NULL, NULL, NULL, NULL, NULL);
})"},
     .tests = {provokes("KsLegacy.S055RequestThatWasNotValidatedIsFound"),
               stays_silent("KsLegacy.ADefaultAllocatorOfAValidRequestIsSilent")}},
    {.id = "S-056",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator create succeeds with a framing the filter cannot satisfy",
     .text = "A filter that cannot satisfy the framing MUST fail the create IRP.",
     .outcome = "",
     .source = "stream/filter-specific-allocators.md",
     .lesson =
         {.why = "The client believes that it will get what it asked for, and finds out frame by "
                 "frame that it does not.",
          .check = "When InitializeAllocator accepts a frame size outside the range of the pin's "
                   "own framing, it is told, unless that framing is marked as preferences only.",
          .wrong =
              R"(static NTSTATUS OnInitializeAllocator(PKSPIN Pin, PKSALLOCATOR_FRAMING Framing,
                                      PVOID* Context) {
  return NewPool(Framing->FrameSize, Context);
})",
          .right =
              R"(static NTSTATUS OnInitializeAllocator(PKSPIN Pin, PKSALLOCATOR_FRAMING Framing,
                                      PVOID* Context) {
  if (Framing->FrameSize > MAX_FRAME_BYTES) return STATUS_INVALID_PARAMETER;
  return NewPool(Framing->FrameSize, Context);
})"},
     .tests = {provokes("KsAllocatorRules.S056AcceptedSizeThatTheFramingExcludesIsFound"),
               stays_silent("KsAllocatorRules.ACorrectAllocatorIsSilent")}},
    {.id = "S-057",
     .party = Party::kClient,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "KsCreateAllocator called above PASSIVE_LEVEL or without a sink handle",
     .text = "KsCreateAllocator: PASSIVE_LEVEL only for kernel callers; takes the SINK connection "
             "handle plus KSALLOCATOR_FRAMING, yields an allocator handle.",
     .outcome = "decided: IRQL finding",
     .source = "ks/nf-ks-kscreateallocator.md",
     .lesson = {.why = "The routine opens a file object and waits for the answer, which needs the "
                       "lowest level.",
                .check = "The IRQL is looked at when KsCreateAllocator is called; a handle that is "
                         "not that of a pin simply fails to open.",
                .wrong = R"(KeAcquireSpinLock(&graph->Lock, &irql);
status = KsCreateAllocator(graph->Sink, &framing, &graph->Allocator);
KeReleaseSpinLock(&graph->Lock, irql);)",
                .right = R"(ExAcquireFastMutex(&graph->Mutex);
HANDLE sink = graph->Sink;
ExReleaseFastMutex(&graph->Mutex);
status = KsCreateAllocator(sink, &framing, &graph->Allocator);)"},
     .tests = {provokes("KsWays.S057AllocatorAtDispatchLevelIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-058",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "KsCreateAllocator2 called without CoInitialize",
     .text = "KsCreateAllocator2 (Windows 8+): CoInitialize MUST have been called; goes through "
             "the device broker.",
     .outcome = "error",
     .source = "ks/nf-ks-kscreateallocator2.md",
     .reason =
         "a user-mode COM call through the Windows device broker, which Drydock does not have"},
};

}  // namespace

Chapter default_allocator() { return kStreamingDefaultAllocator; }

}  // namespace drydock::rules::streaming
