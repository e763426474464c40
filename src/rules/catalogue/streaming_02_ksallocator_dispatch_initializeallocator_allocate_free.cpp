// KSALLOCATOR_DISPATCH: InitializeAllocator, Allocate, Free.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming02[] = {
    {.id = "S-009",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator dispatch table lacks one of its four callbacks",
     .text =
         "MUST supply all four callbacks for a pin to implement its own kernel-level allocator; "
         "the table holds \"the callbacks required\".",
     .outcome = "undocumented; decided: reject pin descriptor with a partial table",
     .source = "ks/ns-ks-_ksallocator_dispatch.md"},
    {.id = "S-010",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Pin without an allocator table declares no kernel allocation ability",
     .text = "MAY leave KSPIN_DISPATCH.Allocator NULL: the pin then declares no kernel-level "
             "allocation ability.",
     .outcome = "",
     .source = "ks/ns-ks-_kspin_dispatch.md; stream/ks-allocators.md"},
    {.id = "S-011",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver relies on its allocator being selected",
     .text = "FACT: supplying the table only declares capability. The graph manager may or may not "
             "use it.",
     .outcome = "a driver that relies on being selected breaks",
     .source = "ks/ns-ks-_ksallocator_dispatch.md; stream/avstream-allocators.md"},
    {.id = "S-012",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An allocator that is not selected is never initialised",
     .text = "MUST NOT call InitializeAllocator at all when the allocator is not selected.",
     .outcome = "decided: finding: unselected allocator touched",
     .source = "stream/avstream-allocators.md"},
    {.id = "S-013",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "InitializeAllocator precedes every other call on the allocator",
     .text = "MUST call InitializeAllocator before any Allocate/Free/DeleteAllocator on that "
             "allocator, passing Pin, a KSALLOCATOR_FRAMING (the old, not the _EX, structure) and "
             "an out-pointer for the context.",
     .outcome = "decided: fatal",
     .source = "ks/nc-ks-pfnkspininitializeallocator.md"},
    {.id = "S-014",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "InitializeAllocator succeeds before the allocator is ready",
     .text = "InitializeAllocator MUST return STATUS_SUCCESS or the error met while creating the "
             "allocator; on return it has to be ready for allocate and free requests.",
     .outcome = "create of the allocator object fails with that status",
     .source = "ks/nc-ks-pfnkspininitializeallocator.md"},
    {.id = "S-015",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator context gives no way back to pin and framing",
     .text = "The context it returns MUST give the other three routines at least an indirect way "
             "back to Pin and to the framing, because the context is the only thing they receive.",
     .outcome = "Allocate cannot honour framing",
     .source = "ks/nc-ks-pfnkspininitializeallocator.md"},
    {.id = "S-016",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Kernel allocator frame handed to user mode",
     .text = "MUST NOT allocate, from a kernel-mode allocator, frames that could eventually reach "
             "user mode; kernel-level memory cannot be passed to a user-mode filter.",
     .outcome =
         "undocumented; decided: taint frames and fail when one is mapped to a client process",
     .source = "ks/nc-ks-pfnkspininitializeallocator.md; ks/ns-ks-_ksallocator_dispatch.md"},
    {.id = "S-017",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocate returns a frame that does not match the framing",
     .text = "Allocate MUST return a pointer to a frame as described by the framing given at "
             "initialisation, or NULL when the attempt failed.",
     .outcome =
         "NULL => no frame; decided: check size >= FrameSize, alignment, outstanding <= Frames, "
         "no overlap with live frames",
     .source = "ks/nc-ks-pfnksdefaultallocate.md"},
    {.id = "S-018",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Free receives only live frames of the same allocator",
     .text = "MUST pass to Free the same allocator's context and a pointer that the same allocator "
             "returned from Allocate and that is still outstanding.",
     .outcome = "decided: fatal: foreign/double free",
     .source = "ks/nc-ks-pfnksdefaultfree.md"},
    {.id = "S-019",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Free or DeleteAllocator declared with a return value",
     .text = "Free and DeleteAllocator are VOID; they cannot refuse.",
     .outcome = "compile-time type error",
     .source = "ks/nc-ks-pfnksdefaultfree.md (prototype: mingw-w64 ks.h 1299-1304)"},
    {.id = "S-020",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Buffers go back through their allocator when the data is done with",
     .text = "MUST use the allocator to free the buffer when the data is no longer in use.",
     .outcome = "leak",
     .source = "stream/avstream-allocators.md"},
    {.id = "S-021",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Own allocator supplied without a device-specific need",
     .text = "SHOULD supply an own allocator when it has device-specific needs, e.g. frames out of "
             "a common DMA buffer; otherwise use the default one.",
     .outcome = "",
     .source = "stream/avstream-allocators.md"},
};

}  // namespace

Chapter streaming_02() { return kStreaming02; }

}  // namespace drydock::rules::chapter
