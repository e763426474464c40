// KSALLOCATOR_DISPATCH: InitializeAllocator, Allocate, Free.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingAllocatorDispatch[] = {
    {.id = "S-009",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator dispatch table lacks one of its four callbacks",
     .text = "MUST supply all four callbacks for a pin to implement its own kernel-level "
             "allocator; the table holds \"the callbacks required\".",
     .outcome = "undocumented; decided: reject pin descriptor with a partial table",
     .source = "ks/ns-ks-_ksallocator_dispatch.md",
     .lesson = {.why = "The class driver calls all four through the table, and the one that is "
                       "missing is a jump to address zero in the middle of a connection.",
                .check = "A pin descriptor whose allocator table lacks a routine is refused when "
                         "its filter factory or pin type is made.",
                .wrong = R"(static const KSALLOCATOR_DISPATCH Allocator = {
    OnInitializeAllocator, OnDeleteAllocator, OnAllocate, NULL};)",
                .right = R"(static const KSALLOCATOR_DISPATCH Allocator = {
    OnInitializeAllocator, OnDeleteAllocator, OnAllocate, OnFree};)"},
     .tests = {provokes("KsDescriptorRules.S009PartialAllocatorTableIsFound"),
               stays_silent("KsDescriptorRules.S009WholeAllocatorTableIsSilent")}},
    {.id = "S-010",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Pin without an allocator table declares no kernel allocation ability",
     .text = "MAY leave KSPIN_DISPATCH.Allocator NULL: the pin then declares no kernel-level "
             "allocation ability.",
     .outcome = "",
     .source = "ks/ns-ks-_kspin_dispatch.md; stream/ks-allocators.md",
     .tests = {proves("KsClientRules.S053TheDefaultAllocatorAlignsAndRecycles")}},
    {.id = "S-011",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver relies on its allocator being selected",
     .text = "FACT: supplying the table only declares capability. The graph manager may or may not "
             "use it.",
     .outcome = "a driver that relies on being selected breaks",
     .source = "ks/ns-ks-_ksallocator_dispatch.md; stream/avstream-allocators.md",
     .tests = {proves("KsAllocator.AnAllocatorThatIsNotChosenIsNotTouched")}},
    {.id = "S-012",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An allocator that is not selected is never initialised",
     .text = "MUST NOT call InitializeAllocator at all when the allocator is not selected.",
     .outcome = "decided: finding: unselected allocator touched",
     .source = "stream/avstream-allocators.md",
     .tests = {proves("KsAllocator.AnAllocatorThatIsNotChosenIsNotTouched")}},
    {.id = "S-013",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "InitializeAllocator precedes every other call on the allocator",
     .text = "MUST call InitializeAllocator before any Allocate/Free/DeleteAllocator on that "
             "allocator, passing Pin, a KSALLOCATOR_FRAMING (the old, not the _EX, structure) and "
             "an out-pointer for the context.",
     .outcome = "decided: fatal",
     .source = "ks/nc-ks-pfnkspininitializeallocator.md",
     .tests = {proves("KsAllocator.DeleteComesOnceAfterTheLastFrame")}},
    {.id = "S-014",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "InitializeAllocator succeeds before the allocator is ready",
     .text = "InitializeAllocator MUST return STATUS_SUCCESS or the error met while creating the "
             "allocator; on return it has to be ready for allocate and free requests.",
     .outcome = "create of the allocator object fails with that status",
     .source = "ks/nc-ks-pfnkspininitializeallocator.md",
     .lesson =
         {.why = "The first request for a frame follows at once, and finds an allocator that is "
                 "half built.",
          .check = "STATUS_PENDING from InitializeAllocator is reported at its return and fails "
                   "the create; a readiness that is only claimed shows up at the first frame, "
                   "under the rules for frames.",
          .wrong =
              R"(static NTSTATUS OnInitializeAllocator(PKSPIN Pin, PKSALLOCATOR_FRAMING Framing,
                                      PVOID* Context) {
  IoQueueWorkItem(Item, BuildPool, DelayedWorkQueue, Pin);
  return STATUS_PENDING;
})",
          .right =
              R"(static NTSTATUS OnInitializeAllocator(PKSPIN Pin, PKSALLOCATOR_FRAMING Framing,
                                      PVOID* Context) {
  *Context = BuildPool(Pin, Framing);
  return *Context == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
})"},
     .tests = {provokes("KsAllocatorRules.S014PendingInitializeIsFound"),
               stays_silent("KsAllocatorRules.ACorrectAllocatorIsSilent")}},
    {.id = "S-015",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator context gives no way back to pin and framing",
     .text = "The context it returns MUST give the other three routines at least an indirect way "
             "back to Pin and to the framing, because the context is the only thing they receive.",
     .outcome = "Allocate cannot honour framing",
     .source = "ks/nc-ks-pfnkspininitializeallocator.md",
     .lesson = {.why = "Allocate, Free and DeleteAllocator get nothing else; with a context shared "
                       "by two allocators they serve the frames of one to the other.",
                .check = "After InitializeAllocator has succeeded, its context must be neither "
                         "NULL nor that of another allocator that lives.",
                .wrong = R"(*Context = &GlobalPool;
return STATUS_SUCCESS;)",
                .right = R"(allocator->Pin = Pin;
allocator->Framing = *Framing;
*Context = allocator;
return STATUS_SUCCESS;)"},
     .tests = {provokes("KsAllocatorRules.S015NoContextIsFound"),
               stays_silent("KsAllocatorRules.ACorrectAllocatorIsSilent")}},
    {.id = "S-016",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Kernel allocator frame handed to user mode",
     .text = "MUST NOT allocate, from a kernel-mode allocator, frames that could eventually reach "
             "user mode; kernel-level memory cannot be passed to a user-mode filter.",
     .outcome =
         "undocumented; decided: taint frames and fail when one is mapped to a client process",
     .source = "ks/nc-ks-pfnkspininitializeallocator.md; ks/ns-ks-_ksallocator_dispatch.md",
     .lesson =
         {.why = "Kernel memory that a program can read or write lets it look at other data of the "
                 "kernel, or change what a driver relies on.",
          .check = "Each frame that Allocate gives is looked up among the memory that is mapped to "
                   "clients or declared as theirs.",
          .wrong =
              R"(pool->View = MmMapLockedPagesSpecifyCache(pool->Mdl, UserMode, MmCached, NULL, FALSE,
                                          NormalPagePriority);
…
return (PUCHAR)pool->View + index * pool->Framing.FrameSize;)",
          .right = R"(pool->View = MmGetSystemAddressForMdlSafe(pool->Mdl, NormalPagePriority);
…
return (PUCHAR)pool->View + index * pool->Framing.FrameSize;)"},
     .tests = {provokes("KsAllocatorRules.S016FrameOfAClientsMemoryIsFound"),
               provokes("VcamTwins.AllocatorOverUserMemoryIsFound"),
               stays_silent("KsAllocatorRules.ACorrectAllocatorIsSilent"),
               stays_silent("VcamTwins.AllocatorOverUserMemoryIsNotInTheCamera")}},
    {.id = "S-017",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocate returns a frame that does not match the framing",
     .text = "Allocate MUST return a pointer to a frame as described by the framing given at "
             "initialisation, or NULL when the attempt failed.",
     .outcome = "NULL => no frame; decided: check size >= FrameSize, alignment, outstanding <= "
                "Frames, no overlap with live frames",
     .source = "ks/nc-ks-pfnksdefaultallocate.md",
     .lesson =
         {.why = "Whoever fills the frame trusts the size it asked for; a shorter or shared frame "
                 "is a write into something else.",
          .check =
              "Each new frame is looked at when Allocate returns: it must be writable over its "
              "whole size and overlap no frame that is out. A bad one is given back at once.",
          .wrong = R"(static PVOID OnAllocate(PVOID Context) {
  return ((PALLOCATOR)Context)->Buffer;
})",
          .right = R"(static PVOID OnAllocate(PVOID Context) {
  PALLOCATOR pool = (PALLOCATOR)Context;
  return ExAllocatePoolWithTag(NonPagedPoolNx, pool->Framing.FrameSize, TAG);
})"},
     .tests = {provokes("KsAllocator.S017FrameThatOverlapsAnotherIsFound"),
               stays_silent("KsAllocator.S017FramesApartAreSilent")}},
    {.id = "S-018",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Free receives only live frames of the same allocator",
     .text = "MUST pass to Free the same allocator's context and a pointer that the same allocator "
             "returned from Allocate and that is still outstanding.",
     .outcome = "decided: what a client frees by mistake is S-069",
     .source = "ks/nc-ks-pfnksdefaultfree.md",
     .tests = {proves("KsClientRules.S018OnlyWhatIsOutIsFreed")}},
    {.id = "S-019",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Free or DeleteAllocator declared with a return value",
     .text = "Free and DeleteAllocator are VOID; they cannot refuse.",
     .outcome = "compile-time type error",
     .source = "ks/nc-ks-pfnksdefaultfree.md (prototype: mingw-w64 ks.h 1299-1304)",
     .tests = {proves("CompileRules.S019FreeThatReturnsIsRefused"),
               proves("CompileRules.S019FreeThatReturnsNothingCompiles")}},
    {.id = "S-020",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Buffers go back through their allocator when the data is done with",
     .text = "MUST use the allocator to free the buffer when the data is no longer in use.",
     .outcome = "leak",
     .source = "stream/avstream-allocators.md",
     .tests = {proves("KsAllocator.FramesGoRoundThroughTheMinidriversAllocator")}},
    {.id = "S-021",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Own allocator supplied without a device-specific need",
     .text = "SHOULD supply an own allocator when it has device-specific needs, e.g. frames out of "
             "a common DMA buffer; otherwise use the default one.",
     .outcome = "",
     .source = "stream/avstream-allocators.md",
     .lesson =
         {.why = "An allocator of one's own is code that has to be right at every level and time; "
                 "memory that only the device can give is the one thing worth it.",
          .check =
              "A pin type whose framing says DEVICE_SPECIFIC while its dispatch has no allocator "
              "is told when it is made; an allocator that was not needed is not recognised.",
          .wrong = R"(#define FRAMING_FLAGS \
  (KSALLOCATOR_FLAG_DEVICE_SPECIFIC | KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY)
static const KSPIN_DISPATCH Dispatch = {
    OnCreate, OnClose, OnProcess, OnReset, OnSetFormat, OnSetState,
    NULL, NULL, NULL, NULL};)",
          .right = R"(#define FRAMING_FLAGS \
  (KSALLOCATOR_FLAG_DEVICE_SPECIFIC | KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY)
static const KSPIN_DISPATCH Dispatch = {
    OnCreate, OnClose, OnProcess, OnReset, OnSetFormat, OnSetState,
    NULL, NULL, NULL, &CommonBufferAllocator};)"},
     .tests = {provokes("KsDescriptorRules.S021DeviceSpecificFramesWithoutAnAllocatorAreFound"),
               stays_silent("KsDescriptorRules.AnAllocatorWithItsFramingIsSilent")}},
};

}  // namespace

Chapter allocator_dispatch() { return kStreamingAllocatorDispatch; }

}  // namespace drydock::rules::streaming
