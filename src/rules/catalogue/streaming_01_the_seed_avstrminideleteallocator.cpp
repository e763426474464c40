// The seed: AVStrMiniDeleteAllocator (PFNKSDELETEALLOCATOR).
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming01[] = {
    {.id = "S-001",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DeleteAllocator receives exactly the context its InitializeAllocator produced",
     .text = "MUST pass exactly one argument: the context pointer that this allocator's "
             "InitializeAllocator produced.",
     .outcome = "decided: fatal finding: wrong/foreign/NULL context",
     .source = "ks/nc-ks-pfnksdeleteallocator.md"},
    {.id = "S-002",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DeleteAllocator returns a value",
     .text =
         "MUST NOT return anything: the routine is VOID, so deletion can neither fail nor pend.",
     .outcome = "compile-time type error; any blocking wait is a hang",
     .source = "ks/nc-ks-pfnksdeleteallocator.md"},
    {.id = "S-003",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DeleteAllocator not published through KSPIN_DISPATCH.Allocator",
     .text = "MUST publish the routine in the DeleteAllocator member of KSALLOCATOR_DISPATCH, and "
             "pass that table to the class driver through KSPIN_DISPATCH (member Allocator).",
     .outcome = "never called",
     .source = "ks/nc-ks-pfnksdeleteallocator.md; ks/ns-ks-_kspin_dispatch.md"},
    {.id = "S-004",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "No Allocate call follows DeleteAllocator",
     .text = "MUST NOT ask the allocator for memory (Allocate) once DeleteAllocator has been "
             "called.",
     .outcome = "decided: fatal: allocate-after-delete",
     .source = "ks/nc-ks-pfnksdeleteallocator.md"},
    {.id = "S-005",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every frame is freed before DeleteAllocator, none after",
     .text = "MUST NOT hand memory back (Free) once DeleteAllocator has been called; hence every "
             "frame taken from the allocator has to be freed BEFORE the call.",
     .outcome = "decided: fatal: free-after-delete; leaked frame list at delete",
     .source = "ks/nc-ks-pfnksdeleteallocator.md"},
    {.id = "S-006",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DeleteAllocator leaves allocator resources behind",
     .text = "SHOULD release every system resource the allocator reserved (pool, lookaside lists, "
             "common buffers, its context).",
     .outcome = "leak; decided: pool-tag/handle accounting at delete, named per allocation",
     .source = "ks/nc-ks-pfnksdeleteallocator.md"},
    {.id = "S-007",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DeleteAllocator runs exactly once per successful InitializeAllocator",
     .text = "MUST call it exactly once for each InitializeAllocator that succeeded, and never for "
             "one that was not called or that failed.",
     .outcome = "decided: fatal: double delete / delete of never-initialised allocator",
     .source = "ks/nc-ks-pfnksdeleteallocator.md + stream/avstream-allocators.md"},
    {.id = "S-008",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kNotApplicable,
     .title = "DeleteAllocator belongs to the allocator of one pin",
     .text = "FACT: the routine is for a pin-level allocator (the allocator belongs to one pin), "
             "Windows XP / DirectX 8.0 and later.",
     .outcome = "",
     .source = "ks/nc-ks-pfnksdeleteallocator.md",
     .reason = "a statement of scope and Windows version that nobody can break"},
};

}  // namespace

Chapter streaming_01() { return kStreaming01; }

}  // namespace drydock::rules::chapter
