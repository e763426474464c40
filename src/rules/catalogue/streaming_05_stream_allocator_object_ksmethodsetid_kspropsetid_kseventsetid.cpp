// Stream allocator object: KSMETHODSETID/KSPROPSETID/KSEVENTSETID_StreamAllocator.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming05[] = {
    {.id = "S-059",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every allocator supports the StreamAllocator method set",
     .text = "All allocators MUST support the IRP-based KSMETHODSETID_StreamAllocator.",
     .outcome = "",
     .source = "stream/filter-specific-allocators.md"},
    {.id = "S-060",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ALLOC returns a free frame or stays pending until there is one",
     .text = "KSMETHOD_STREAMALLOCATOR_ALLOC: if a frame is free return its pointer (output buffer "
             "sizeof(PVOID)); otherwise the request is left pending (STATUS_PENDING).",
     .outcome = "",
     .source = "stream/ksmethod-streamallocator-alloc.md; stream/filter-specific-allocators.md"},
    {.id = "S-061",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Allocation requests beyond the frame limit wait instead of failing",
     .text = "IRP allocators are limited to a maximum number of frames; requests beyond the limit "
             "are pended, not failed.",
     .outcome = "",
     .source = "stream/filter-specific-allocators.md"},
    {.id = "S-062",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "FREE of a frame serves a waiting ALLOC request",
     .text = "KSMETHOD_STREAMALLOCATOR_FREE returns a frame; it MAY complete a pending ALLOC.",
     .outcome = "starved waiter",
     .source = "stream/ksmethod-streamallocator-free.md"},
    {.id = "S-063",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ALLOC or FREE method sent with the wrong type flag",
     .text = "MUST use KSMETHOD_TYPE_WRITE for ALLOC and KSMETHOD_TYPE_READ for FREE (data flows "
             "out of / into the handler).",
     .outcome = "undocumented",
     .source = "stream/ksmethod-streamallocator-alloc.md; stream/ksmethod-streamallocator-free.md"},
    {.id = "S-064",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Function table offered by an allocator that cannot work at DISPATCH_LEVEL",
     .text =
         "MAY offer function-table access (KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE) only if "
         "the pool can be served at DISPATCH_LEVEL; such an allocator MUST allocate and free at "
         "IRQL <= DISPATCH_LEVEL.",
     .outcome = "decided: page-fault-at-DISPATCH finding",
     .source = "stream/filter-specific-allocators.md; ks/ns-ks-ksstreamallocator_functiontable.md"},
    {.id = "S-065",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator function table requested from user mode or set",
     .text = "FUNCTIONTABLE property is get-only and kernel-mode only.",
     .outcome = "decided: STATUS_INVALID_DEVICE_REQUEST for user mode",
     .source = "stream/ksproperty-streamallocator-functiontable.md"},
    {.id = "S-066",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Function-table AllocateFrame returns at once, with a frame or NULL",
     .text =
         "Function-table AllocateFrame MUST return at once: a frame, or NULL when none is free. "
         "It never waits.",
     .outcome = "deadlock at DISPATCH",
     .source = "stream/filter-specific-allocators.md"},
    {.id = "S-067",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Function-table free signals the event and serves one waiting ALLOC",
     .text = "Function-table free MUST signal the free-frame event, and if ALLOC IRPs wait it MUST "
             "complete one with that frame - from a worker item when IRQL is not PASSIVE_LEVEL.",
     .outcome = "starved waiter; completion at wrong IRQL",
     .source = "stream/filter-specific-allocators.md"},
    {.id = "S-068",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "One lock guards the free list behind both allocator interfaces",
     .text = "The two interfaces contend for the same free list; KS serialises it with the cancel "
             "spin lock.",
     .outcome = "decided: one lock per free list",
     .source = "stream/filter-specific-allocators.md"},
    {.id = "S-069",
     .party = Party::kClient,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Allocator function table used after its handle closed",
     .text =
         "MUST NOT use function-table pointers after the allocator handle is closed; associated "
         "events are disabled automatically at close.",
     .outcome = "decided: fatal: call through a dead table",
     .source = "stream/ksproperty-streamallocator-functiontable.md"},
    {.id = "S-070",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Client enables the internal free-frame event",
     .text = "MUST NOT enable KSEVENT_STREAMALLOCATOR_INTERNAL_FREEFRAME (internal to the default "
             "allocator). KSEVENT_STREAMALLOCATOR_FREEFRAME is the public one, for direct-call "
             "clients.",
     .outcome = "decided: reject",
     .source = "stream/ksevent-streamallocator-internal-freeframe.md; "
               "stream/ksevent-streamallocator-freeframe.md"},
    {.id = "S-071",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Allocator status reports the creation framing and the frames in use",
     .text =
         "KSPROPERTY_STREAMALLOCATOR_STATUS (get) MUST report the framing given at creation and "
         "the current number of allocated frames; _STATUS_EX does the same with the extended "
         "framing.",
     .outcome = "",
     .source =
         "stream/ksproperty-streamallocator-status.md; ks/ns-ks-ksstreamallocator_status_ex.md"},
};

}  // namespace

Chapter streaming_05() { return kStreaming05; }

}  // namespace drydock::rules::chapter
