// Default allocator: KsCreateDefaultAllocator / KsCreateDefaultAllocatorEx.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming04[] = {
    {.id = "S-047",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator create request not forwarded to the default allocator",
     .text = "On IRP_MJ_CREATE with create type KSCREATE_REQUEST_ALLOCATOR the filter forwards the "
             "(validated) IRP to KsCreateDefaultAllocator; everything after that is done by the "
             "default allocator.",
     .outcome = "",
     .source = "stream/default-allocators.md; ks/nf-ks-kscreatedefaultallocator.md"},
    {.id = "S-048",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The default allocator takes over the file object of the create IRP",
     .text = "KsCreateDefaultAllocator(Ex) MUST associate the IRP's FileObject with the allocator "
             "through an internal KSDISPATCH_TABLE.",
     .outcome = "",
     .source = "ks/nf-ks-kscreatedefaultallocatorex.md"},
    {.id = "S-049",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsCreateDefaultAllocatorEx neither completes the IRP nor sets its status",
     .text = "KsCreateDefaultAllocatorEx MUST NOT complete the IRP and MUST NOT set the status in "
             "the IRP; it returns STATUS_SUCCESS or the creation error.",
     .outcome = "double completion",
     .source = "ks/nf-ks-kscreatedefaultallocatorex.md"},
    {.id = "S-050",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Default allocator created without a create item in the IRP",
     .text = "Before the call, KSCREATE_ITEM_IRP_STORAGE(Irp) MUST yield the create item of this "
             "allocator; the function points FsContext at it (used later for security descriptor "
             "queries).",
     .outcome = "decided: fatal: missing create item",
     .source = "ks/nf-ks-kscreatedefaultallocatorex.md"},
    {.id = "S-051",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "External allocator routines given without DefaultAllocate",
     .text = "When no external allocator is given (DefaultAllocate NULL), InitializeContext, "
             "DefaultFree, InitializeAllocator and DeleteAllocator MUST all be NULL.",
     .outcome = "decided: STATUS_INVALID_PARAMETER",
     .source = "ks/nf-ks-kscreatedefaultallocatorex.md"},
    {.id = "S-052",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "InitializeContext is used only as the first argument of InitializeAllocator",
     .text = "DefaultAllocate/DefaultFree replace pool allocation; InitializeContext is used only "
             "as the first argument of InitializeAllocator and for nothing else.",
     .outcome = "",
     .source = "ks/nf-ks-kscreatedefaultallocatorex.md"},
    {.id = "S-053",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The default allocator honours frame size, frame count and alignment",
     .text = "The default allocator takes care of frame size, frame count and alignment, and MAY "
             "recycle discarded frames for speed.",
     .outcome = "decided: poison recycled frames in checked mode",
     .source = "stream/ks-allocators.md"},
    {.id = "S-054",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The default allocator follows the pin's AllocatorFraming",
     .text = "AVStream's default allocator allocates pool memory according to "
             "KSPIN_DESCRIPTOR_EX.AllocatorFraming.",
     .outcome = "",
     .source = "stream/avstream-allocators.md"},
    {.id = "S-055",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator built from a create request that was not validated",
     .text = "KsValidateAllocatorCreateRequest(Irp,&framing) MUST succeed before an allocator is "
             "built from the request; on success it yields the framing structure supplied with the "
             "create.",
     .outcome =
         "error for an invalid request (ReactOS: STATUS_INVALID_PARAMETER when FrameSize==0 or "
         "unknown option bits)",
     .source =
         "ks/nf-ks-ksvalidateallocatorcreaterequest.md; stream/filter-specific-allocators.md"},
    {.id = "S-056",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator create succeeds with a framing the filter cannot satisfy",
     .text = "A filter that cannot satisfy the framing MUST fail the create IRP.",
     .outcome = "",
     .source = "stream/filter-specific-allocators.md"},
    {.id = "S-057",
     .party = Party::kClient,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "KsCreateAllocator called above PASSIVE_LEVEL or without a sink handle",
     .text = "KsCreateAllocator: PASSIVE_LEVEL only for kernel callers; takes the SINK connection "
             "handle plus KSALLOCATOR_FRAMING, yields an allocator handle.",
     .outcome = "decided: IRQL finding",
     .source = "ks/nf-ks-kscreateallocator.md"},
    {.id = "S-058",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "KsCreateAllocator2 called without CoInitialize",
     .text =
         "KsCreateAllocator2 (Windows 8+): CoInitialize MUST have been called; goes through the "
         "device broker.",
     .outcome = "error",
     .source = "ks/nf-ks-kscreateallocator2.md",
     .reason =
         "a user-mode COM call through the Windows device broker, which Drydock does not have"},
};

}  // namespace

Chapter streaming_04() { return kStreaming04; }

}  // namespace drydock::rules::chapter
