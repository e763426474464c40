// Stream allocator object: KSMETHODSETID/KSPROPSETID/KSEVENTSETID_StreamAllocator.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingAllocatorObject[] = {
    {.id = "S-059",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every allocator supports the StreamAllocator method set",
     .text = "All allocators MUST support the IRP-based KSMETHODSETID_StreamAllocator.",
     .outcome = "",
     .source = "stream/filter-specific-allocators.md",
     .tests = {proves("KsPromises.S060AllocationsWaitForAFrameInOrder")}},
    {.id = "S-060",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ALLOC returns a free frame or stays pending until there is one",
     .text = "KSMETHOD_STREAMALLOCATOR_ALLOC: if a frame is free return its pointer (output buffer "
             "sizeof(PVOID)); otherwise the request is left pending (STATUS_PENDING).",
     .outcome = "",
     .source = "stream/ksmethod-streamallocator-alloc.md; stream/filter-specific-allocators.md",
     .tests = {proves("KsPromises.S060AllocationsWaitForAFrameInOrder")}},
    {.id = "S-061",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Allocation requests beyond the frame limit wait instead of failing",
     .text = "IRP allocators are limited to a maximum number of frames; requests beyond the limit "
             "are pended, not failed.",
     .outcome = "",
     .source = "stream/filter-specific-allocators.md",
     .tests = {proves("KsPromises.S060AllocationsWaitForAFrameInOrder")}},
    {.id = "S-062",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "FREE of a frame serves a waiting ALLOC request",
     .text = "KSMETHOD_STREAMALLOCATOR_FREE returns a frame; it MAY complete a pending ALLOC.",
     .outcome = "starved waiter",
     .source = "stream/ksmethod-streamallocator-free.md",
     .tests = {proves("KsPromises.S060AllocationsWaitForAFrameInOrder")}},
    {.id = "S-063",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ALLOC or FREE method sent with the wrong type flag",
     .text = "MUST use KSMETHOD_TYPE_WRITE for ALLOC and KSMETHOD_TYPE_READ for FREE (data flows "
             "out of / into the handler).",
     .outcome = "undocumented",
     .source = "stream/ksmethod-streamallocator-alloc.md; stream/ksmethod-streamallocator-free.md",
     .lesson = {.why = "The flag says in which direction the pointer is copied; with the other one "
                       "the frame's address does not arrive.",
                .check = "The allocator looks at the type flags of each method when it answers it, "
                         "and goes on.",
                .wrong = R"(method.Set = KSMETHODSETID_StreamAllocator;
method.Id = KSMETHOD_STREAMALLOCATOR_ALLOC;
method.Flags = KSMETHOD_TYPE_READ;)",
                .right = R"(method.Set = KSMETHODSETID_StreamAllocator;
method.Id = KSMETHOD_STREAMALLOCATOR_ALLOC;
method.Flags = KSMETHOD_TYPE_WRITE;)"},
     .tests = {provokes("KsClientRules.S063WrongTypeOfAMethodIsFound"),
               stays_silent("KsClientRules.ACorrectClientIsSilent")}},
    {.id = "S-064",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Function table offered by an allocator that cannot work at DISPATCH_LEVEL",
     .text = "MAY offer function-table access (KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE) only if "
             "the pool can be served at DISPATCH_LEVEL; such an allocator MUST allocate and free "
             "at IRQL <= DISPATCH_LEVEL.",
     .outcome = "decided: page-fault-at-DISPATCH finding",
     .source = "stream/filter-specific-allocators.md; ks/ns-ks-ksstreamallocator_functiontable.md",
     .lesson =
         {.why = "A client that holds the table calls it from its DPC, where paged memory cannot "
                 "be touched.",
          .check =
              "A frame that is taken at DISPATCH_LEVEL and lies in paged pool is reported when "
              "Allocate returns; the table itself is not offered for a framing of paged pool.",
          .wrong = R"(static PVOID OnAllocate(PVOID Context) {
  return ExAllocatePoolWithTag(PagedPool, ((PALLOCATOR)Context)->FrameSize, TAG);
})",
          .right = R"(static PVOID OnAllocate(PVOID Context) {
  return ExAllocatePoolWithTag(NonPagedPoolNx, ((PALLOCATOR)Context)->FrameSize, TAG);
})"},
     .tests = {provokes("KsAllocatorRules.S064PagedFrameAtDispatchLevelIsFound"),
               stays_silent("KsAllocatorRules.ACorrectAllocatorIsSilent")}},
    {.id = "S-065",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocator function table requested from user mode or set",
     .text = "FUNCTIONTABLE property is get-only and kernel-mode only.",
     .outcome = "decided: STATUS_INVALID_DEVICE_REQUEST for user mode",
     .source = "stream/ksproperty-streamallocator-functiontable.md",
     .lesson = {.why = "The table holds addresses of kernel code, which a program can neither call "
                       "nor should know.",
                .check =
                    "The handler of the property looks at the requester's mode, reports a program "
                    "that asks and fails the request; there is no set handler to call.",
                .wrong = R"(KSPROPERTY property = {
    KSPROPSETID_StreamAllocator, KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE,
    KSPROPERTY_TYPE_GET};
DeviceIoControl(allocator, IOCTL_KS_PROPERTY, &property, sizeof(property),
                &table, sizeof(table), &returned, NULL);)",
                .right = R"(KSMETHOD method = {
    KSMETHODSETID_StreamAllocator, KSMETHOD_STREAMALLOCATOR_ALLOC,
    KSMETHOD_TYPE_WRITE};
KsSynchronousIoControlDevice(file, KernelMode, IOCTL_KS_METHOD, &method,
                             sizeof(method), &frame, sizeof(frame), &returned);)"},
     .tests = {provokes("KsClientRules.S065FunctionTableForUserModeIsFound"),
               stays_silent("KsClientRules.ACorrectClientIsSilent")}},
    {.id = "S-066",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Function-table AllocateFrame returns at once, with a frame or NULL",
     .text = "Function-table AllocateFrame MUST return at once: a frame, or NULL when none is "
             "free. It never waits.",
     .outcome = "deadlock at DISPATCH",
     .source = "stream/filter-specific-allocators.md",
     .tests = {proves("KsClientRules.ACorrectClientIsSilent")}},
    {.id = "S-067",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Function-table free signals the event and serves one waiting ALLOC",
     .text = "Function-table free MUST signal the free-frame event, and if ALLOC IRPs wait it MUST "
             "complete one with that frame - from a worker item when IRQL is not PASSIVE_LEVEL.",
     .outcome = "starved waiter; completion at wrong IRQL",
     .source = "stream/filter-specific-allocators.md",
     .tests = {proves("KsClientRules.ACorrectClientIsSilent"),
               proves("KsClientRules.S067AFreeAtDispatchLevelServesTheRequestThatWaits")}},
    {.id = "S-068",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "One lock guards the free list behind both allocator interfaces",
     .text = "The two interfaces contend for the same free list; KS serialises it with the cancel "
             "spin lock.",
     .outcome = "decided: one lock per free list",
     .source = "stream/filter-specific-allocators.md",
     .tests = {proves("KsClientRules.S067AFreeAtDispatchLevelServesTheRequestThatWaits")}},
    {.id = "S-069",
     .party = Party::kClient,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title =
         "Allocator function table used after its handle closed, or for a frame that is not out",
     .text = "MUST NOT use function-table pointers after the allocator handle is closed, and gives "
             "FreeFrame only what AllocateFrame of the same allocator returned and is still out; "
             "associated events are disabled automatically at close.",
     .outcome = "decided: fatal: call through a dead table",
     .source = "stream/ksproperty-streamallocator-functiontable.md",
     .lesson = {.why = "Closing the handle destroys the allocator; its code still runs, but on "
                       "memory that is gone.",
                .check = "The host's table looks up the allocator of the file object at each call, "
                         "and reports a call for one that was closed, and a frame that is not out; "
                         "neither is carried out.",
                .wrong = R"(ZwClose(allocator);
…
table.FreeFrame(allocator_file, frame);)",
                .right = R"(table.FreeFrame(allocator_file, frame);
…
ZwClose(allocator);)"},
     .tests = {provokes("KsClientRules.S069FrameThatIsNotOutIsFound"),
               provokes("KsClientRules.S069TableOfAClosedAllocatorIsFound"),
               stays_silent("KsClientRules.ACorrectClientIsSilent")}},
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
               "stream/ksevent-streamallocator-freeframe.md",
     .lesson = {.why = "The event belongs to the default allocator's own bookkeeping; a client "
                       "that enables it is woken at moments that mean nothing to it.",
                .check =
                    "Each enable request to an allocator is looked at for the id of this event.",
                .wrong = R"(event.Set = KSEVENTSETID_StreamAllocator;
event.Id = KSEVENT_STREAMALLOCATOR_INTERNAL_FREEFRAME;
event.Flags = KSEVENT_TYPE_ENABLE;)",
                .right = R"(event.Set = KSEVENTSETID_StreamAllocator;
event.Id = KSEVENT_STREAMALLOCATOR_FREEFRAME;
event.Flags = KSEVENT_TYPE_ENABLE;)"},
     .tests = {provokes("KsClientRules.S070InternalEventIsFound"),
               stays_silent("KsClientRules.ACorrectClientIsSilent")}},
    {.id = "S-071",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Allocator status reports the creation framing and the frames in use",
     .text = "KSPROPERTY_STREAMALLOCATOR_STATUS (get) MUST report the framing given at creation "
             "and the current number of allocated frames; _STATUS_EX does the same with the "
             "extended framing.",
     .outcome = "",
     .source =
         "stream/ksproperty-streamallocator-status.md; ks/ns-ks-ksstreamallocator_status_ex.md",
     .tests = {proves("KsPromises.S060AllocationsWaitForAFrameInOrder")}},
};

}  // namespace

Chapter allocator_object() { return kStreamingAllocatorObject; }

}  // namespace drydock::rules::streaming
