// The seed: AVStrMiniDeleteAllocator (PFNKSDELETEALLOCATOR).
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingDeleteAllocator[] = {
    {.id = "S-001",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DeleteAllocator receives exactly the context its InitializeAllocator produced",
     .text = "MUST pass exactly one argument: the context pointer that this allocator's "
             "InitializeAllocator produced.",
     .outcome = "decided: fatal finding: wrong/foreign/NULL context",
     .source = "ks/nc-ks-pfnksdeleteallocator.md",
     .tests = {proves("KsAllocator.DeleteComesOnceAfterTheLastFrame")}},
    {.id = "S-002",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DeleteAllocator returns a value",
     .text =
         "MUST NOT return anything: the routine is VOID, so deletion can neither fail nor pend.",
     .outcome = "compile-time type error; any blocking wait is a hang",
     .source = "ks/nc-ks-pfnksdeleteallocator.md",
     .tests = {proves("CompileRules.S002DeleteAllocatorThatReturnsIsRefused"),
               proves("CompileRules.S002DeleteAllocatorThatReturnsNothingCompiles")}},
    {.id = "S-003",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DeleteAllocator not published through KSPIN_DISPATCH.Allocator",
     .text = "MUST publish the routine in the DeleteAllocator member of KSALLOCATOR_DISPATCH, and "
             "pass that table to the class driver through KSPIN_DISPATCH (member Allocator).",
     .outcome = "never called",
     .source = "ks/nc-ks-pfnksdeleteallocator.md; ks/ns-ks-_kspin_dispatch.md",
     .lesson = {.why = "The class driver knows the routine only through the pin's dispatch table; "
                       "without it each allocator that is closed leaves all its memory behind.",
                .check = "When a filter factory or pin type is made, a dispatch with an Allocator "
                         "table whose DeleteAllocator is NULL is refused. A routine that stands in "
                         "no table at all cannot be seen.",
                .wrong = R"(static const KSALLOCATOR_DISPATCH Allocator = {
    OnInitializeAllocator, NULL, OnAllocate, OnFree};)",
                .right = R"(static const KSALLOCATOR_DISPATCH Allocator = {
    OnInitializeAllocator, OnDeleteAllocator, OnAllocate, OnFree};)"},
     .tests = {provokes("KsDescriptorRules.S003TableWithoutDeleteIsFound"),
               stays_silent("KsDescriptorRules.S003TableWithDeleteIsSilent")}},
    {.id = "S-004",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "No Allocate call follows DeleteAllocator",
     .text =
         "MUST NOT ask the allocator for memory (Allocate) once DeleteAllocator has been called.",
     .outcome = "decided: fatal: allocate-after-delete",
     .source = "ks/nc-ks-pfnksdeleteallocator.md",
     .tests = {proves("KsAllocator.ClosingWhileRunningFreesEveryFrameFirst")}},
    {.id = "S-005",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every frame is freed before DeleteAllocator, none after",
     .text = "MUST NOT hand memory back (Free) once DeleteAllocator has been called; hence every "
             "frame taken from the allocator has to be freed BEFORE the call.",
     .outcome = "decided: fatal: free-after-delete; leaked frame list at delete",
     .source = "ks/nc-ks-pfnksdeleteallocator.md",
     .tests = {proves("KsAllocator.ClosingWhileRunningFreesEveryFrameFirst")}},
    {.id = "S-006",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DeleteAllocator leaves allocator resources behind",
     .text = "SHOULD release every system resource the allocator reserved (pool, lookaside lists, "
             "common buffers, its context).",
     .outcome = "leak; decided: pool-tag/handle accounting at delete, named per allocation",
     .source = "ks/nc-ks-pfnksdeleteallocator.md",
     .lesson =
         {.why = "A graph is built and torn down many times in a session, and each time loses its "
                 "frames and its context for good.",
          .check = "Pool, common buffers, lookaside lists, MDLs, locked pages, mappings, handles "
                   "and references that InitializeAllocator took, and frames in pool blocks of "
                   "their own, are noted; what of them is left after DeleteAllocator is named with "
                   "its stack, but for items in an object bag, which go with its object. Pool is "
                   "not judged when another allocator was made at the same moment.",
          .wrong = R"(static VOID OnDeleteAllocator(PVOID Context) {
  ExFreePoolWithTag(Context, TAG);
})",
          .right = R"(static VOID OnDeleteAllocator(PVOID Context) {
  PALLOCATOR allocator = (PALLOCATOR)Context;
  ExFreePoolWithTag(allocator->Frames, TAG);
  ExFreePoolWithTag(allocator, TAG);
})"},
     .tests = {provokes("KsAllocatorRules.S006ContextLeftByDeleteIsFound"),
               provokes("KsAllocatorRules.S006EventLeftByDeleteIsFound"),
               provokes("KsAllocatorRules.S006MdlLeftByDeleteIsFound"),
               stays_silent("KsAllocatorRules.ACorrectAllocatorIsSilent"),
               stays_silent("KsAllocatorRules.S006ContextInThePinsBagIsSilent")}},
    {.id = "S-007",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DeleteAllocator runs exactly once per successful InitializeAllocator",
     .text = "MUST call it exactly once for each InitializeAllocator that succeeded, and never for "
             "one that was not called or that failed.",
     .outcome = "decided: fatal: double delete / delete of never-initialised allocator",
     .source = "ks/nc-ks-pfnksdeleteallocator.md + stream/avstream-allocators.md",
     .tests = {proves("KsAllocator.AnAllocatorThatFailedIsNotDeleted"),
               proves("KsAllocator.DeleteComesOnceAfterTheLastFrame")}},
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

Chapter delete_allocator() { return kStreamingDeleteAllocator; }

}  // namespace drydock::rules::streaming
