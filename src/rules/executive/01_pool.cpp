// Pool and lookaside lists.
#include "src/rules/chapters.h"

namespace drydock::rules::executive {
namespace {

constexpr Rule kExecutivePool[] = {
    {.id = "N-001",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Pool freed twice",
     .text = "A block of pool is freed once; after that its address belongs to somebody else.",
     .outcome = "bug check 0xC2 BAD_POOL_CALLER; both frees are named",
     .source = "wdm/nf-wdm-exfreepoolwithtag.md; debugger/bug-check-0xc2--bad-pool-caller.md",
     .lesson = {.why = "After the first free the block may be anybody's; the second one takes it "
                       "away from its new owner.",
                .check = "Every block that is freed is remembered with the stack of its free; a "
                         "second free of the same address names both.",
                .wrong = R"(ExFreePoolWithTag(device->Buffer, TAG);
…
if (device->Buffer != NULL) ExFreePoolWithTag(device->Buffer, TAG);)",
                .right = R"(ExFreePoolWithTag(device->Buffer, TAG);
device->Buffer = NULL;
…
if (device->Buffer != NULL) ExFreePoolWithTag(device->Buffer, TAG);)"},
     .tests = {provokes("PoolRules.N001DoubleFreeIsFound"),
               provokes("PoolThreads.OneOfTwoFreesInTheSameMomentIsFound"),
               provokes("UserHeap.DeletingTwiceInADestructorEndsTheDriverAlone"),
               provokes("UserHeap.GivingBackTwiceIsFoundWithAllThreePlaces"),
               stays_silent("PoolRules.N001FreeOnceIsSilent"),
               stays_silent("UserHeap.WhatIsGivenBackIsSilent")}},
    {.id = "N-002",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Pool freed with another tag",
     .text =
         "ExFreePoolWithTag is given the tag that the block was allocated with, unless it is zero.",
     .outcome = "bug check 0xC2",
     .source = "wdm/nf-wdm-exfreepoolwithtag.md",
     .lesson = {.why = "The tag is how memory is accounted to a driver; a free with another one "
                       "usually means that the wrong block is being freed.",
                .check = "At each free the tag that is given, unless it is zero, is compared with "
                         "the tag in the block's record.",
                .wrong = R"(table->Entries = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, 'lbaT');
…
ExFreePoolWithTag(table->Entries, 'tsiL');)",
                .right = R"(table->Entries = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, 'lbaT');
…
ExFreePoolWithTag(table->Entries, 'lbaT');)"},
     .tests = {provokes("PoolRules.N002WrongTagIsFound"),
               stays_silent("PoolRules.N002NoTagAtFreeIsSilent")}},
    {.id = "N-003",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Freed pointer is not a pool block",
     .text = "What is freed is the address that an allocation returned: no inner pointer, no "
             "stack, no foreign memory.",
     .outcome = "bug check 0xC2 or 0x19",
     .source = "wdm/nf-wdm-exfreepool.md; debugger/bug-check-0xc2--bad-pool-caller.md",
     .lesson = {.why = "The pool finds a block's header just before its address; at any other "
                       "address it reads foreign bytes as a header and tears its lists.",
                .check =
                    "Each freed address is looked up among the blocks; one that is inside a block "
                    "or in none is told at the call, with the block it points into. For user-mode "
                    "drivers the same holds for the wrong heap or the wrong freeing function.",
                .wrong = R"(UCHAR* cursor = ExAllocatePoolWithTag(PagedPool, bytes, TAG);
while (*cursor == 0) ++cursor;
ExFreePoolWithTag(cursor, TAG);)",
                .right = R"(UCHAR* const buffer = ExAllocatePoolWithTag(PagedPool, bytes, TAG);
UCHAR* cursor = buffer;
while (*cursor == 0) ++cursor;
ExFreePoolWithTag(buffer, TAG);)"},
     .tests = {provokes("PoolRules.N003InnerPointerIsFound"),
               provokes("PoolRules.N003StackPointerIsFound"),
               provokes("UserHeap.TheWrongFunctionIsFound"),
               provokes("UserHeap.AFreeOfForeignMemoryIsFound"),
               stays_silent("PoolRules.N003WholeBlockIsSilent"),
               stays_silent("UserHeap.WhatIsGivenBackIsSilent")}},
    {.id = "N-004",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Write beyond a pool block",
     .text = "A driver writes only inside the bytes it asked for.",
     .outcome = "corruption, bug check 0x19 or 0xD6 under special pool",
     .source = "debugger/bug-check-0x19--bad-pool-header.md; "
               "debugger/bug-check-0xd6--driver-page-fault-beyond-end-of-allocation.md",
     .lesson =
         {.why = "What lies behind the block belongs to another allocation or to the pool itself, "
                 "so the damage shows up somewhere else and much later.",
          .check =
              "Guard bytes around each block are looked at when it is freed and at unload; with "
              "special pool the driver stops at the very instruction that writes outside.",
          .wrong = R"(WCHAR* name = ExAllocatePoolWithTag(PagedPool, length, TAG);
RtlCopyMemory(name, source, length);
name[length / sizeof(WCHAR)] = L'\0';)",
          .right = R"(WCHAR* name = ExAllocatePoolWithTag(PagedPool, length + sizeof(WCHAR), TAG);
RtlCopyMemory(name, source, length);
name[length / sizeof(WCHAR)] = L'\0';)"},
     .tests = {provokes("PoolRules.N004OverrunIsFoundAtFree"),
               provokes("PoolRules.N004OverrunIsFoundAtUnload"),
               provokes("UserHeap.WritingBehindABlockIsFound"),
               stays_silent("PoolRules.N004LastByteIsSilent"),
               stays_silent("UserHeap.UseWithinBoundsIsSilent")}},
    {.id = "N-005",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Use of freed pool",
     .text = "Freed pool is neither read nor written.",
     .outcome = "corruption, bug check 0xD5 under special pool",
     .source = "debugger/bug-check-0xd5--driver-page-fault-in-freed-special-pool.md",
     .lesson = {.why = "The memory is given out again at any moment, so a stale pointer reads "
                       "somebody else's data or overwrites it.",
                .check = "Freed blocks are filled with a pattern that is verified when they are "
                         "used again and at unload, which finds late writes; with special pool "
                         "every read and write of a freed page stops on the spot.",
                .wrong = R"(RemoveEntryList(&request->Link);
ExFreePoolWithTag(request, TAG);
KeSetEvent(request->Done, IO_NO_INCREMENT, FALSE);)",
                .right = R"(RemoveEntryList(&request->Link);
PKEVENT done = request->Done;
ExFreePoolWithTag(request, TAG);
KeSetEvent(done, IO_NO_INCREMENT, FALSE);)"},
     .tests = {provokes("PoolRules.N005WriteAfterFreeIsFound"),
               provokes("UserHeap.ReleasedPagesAreOutOfReach"),
               provokes("UserHeap.WritingAfterGivingBackIsFound"),
               stays_silent("PoolRules.N005WriteBeforeFreeIsSilent"),
               stays_silent("UserHeap.UseWithinBoundsIsSilent")}},
    {.id = "N-006",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Paged pool allocated or freed at DISPATCH_LEVEL or above",
     .text = "Paged pool is allocated and freed at APC_LEVEL or below.",
     .outcome = "bug check 0xC4 or 0xA",
     .source = "wdm/nf-wdm-exallocatepoolwithtag.md",
     .lesson = {.why = "Work on the paged pool may have to bring in a page from disk, and at "
                       "DISPATCH_LEVEL no page fault can be served.",
                .check = "At each allocation and free the thread's IRQL is compared with the type "
                         "of the pool; DISPATCH_LEVEL and paged pool is reported at the call.",
                .wrong = R"(KeAcquireSpinLock(&device->Lock, &irql);
device->Report = ExAllocatePoolWithTag(PagedPool, sizeof(REPORT), TAG);
KeReleaseSpinLock(&device->Lock, irql);)",
                .right = R"(PREPORT report = ExAllocatePoolWithTag(PagedPool, sizeof(REPORT), TAG);
KeAcquireSpinLock(&device->Lock, &irql);
device->Report = report;
KeReleaseSpinLock(&device->Lock, irql);)"},
     .tests = {provokes("PoolRules.N006PagedPoolAtDispatchIsFound"),
               provokes("PoolRules.N006PagedPoolFreedAtDispatchIsFound"),
               stays_silent("PoolRules.N006NonPagedPoolAtDispatchIsSilent")}},
    {.id = "N-007",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Pool allocated or freed above DISPATCH_LEVEL",
     .text = "No pool of any type is allocated or freed above DISPATCH_LEVEL.",
     .outcome = "bug check 0xC4",
     .source = "wdm/nf-wdm-exallocatepoolwithtag.md",
     .lesson = {.why = "The pool's own locks are taken at DISPATCH_LEVEL, so an interrupt routine "
                       "that allocates can spin for ever on a lock that its own processor holds.",
                .check = "Every call of the pool is refused with a finding when the thread runs "
                         "above DISPATCH_LEVEL, as service routines do.",
                .wrong = R"(BOOLEAN OnInterrupt(PKINTERRUPT, PVOID context) {
  PEVENT_RECORD record = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*record), TAG);
  …)",
                .right = R"(BOOLEAN OnInterrupt(PKINTERRUPT, PVOID context) {
  PDEVICE device = context;
  KeInsertQueueDpc(&device->Dpc, NULL, NULL);  // the DPC allocates
  …)"},
     .tests = {provokes("PoolRules.N007PoolAboveDispatchIsFound"),
               stays_silent("PoolRules.N007PoolAtApcLevelIsSilent")}},
    {.id = "N-008",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Pool left at unload",
     .text =
         "Every block of pool that a driver took, and every work item that it allocated, is given "
         "back before its unload routine returns.",
     .outcome =
         "bug check 0xC4/0x62 under verification; each block is named with tag, size and stack",
     .source = "devtest/driver-verifier-options.md; "
               "debugger/bug-check-0xc4--driver-verifier-detected-violation.md",
     .lesson =
         {.why = "Nobody frees the memory of a driver that has gone; each load and unload eats a "
                 "little more of the machine.",
          .check =
              "After the unload routine has returned, every block that the driver took and did not "
              "free is one finding, with its tag, size and the stack of its allocation.",
          .wrong = R"(VOID OnUnload(PDRIVER_OBJECT driver) {
  RtlZeroMemory(&Globals, sizeof(Globals));
})",
          .right = R"(VOID OnUnload(PDRIVER_OBJECT driver) {
  ExFreePoolWithTag(Globals.Table, TAG);
  RtlZeroMemory(&Globals, sizeof(Globals));
})"},
     .tests = {provokes("DispatcherRules.N008WorkItemThatIsNotFreedIsFound"),
               provokes("PoolRules.N008LeakIsFound"),
               provokes("UserHeap.WhateverIsLeftAtUnloadIsFoundAtItsLine"),
               stays_silent(
                   "DispatcherRules.N008WorkItemThatItsRoutineFreesAfterItsLastWordIsSilent"),
               stays_silent("PoolRules.N008FreedAtUnloadIsSilent"),
               stays_silent("UserHeap.WhatIsGivenBackIsSilent")}},
    {.id = "N-009",
     .party = Party::kDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Pool allocation of zero bytes",
     .text = "A request for no bytes gets a block that cannot be used, and hides a size that was "
             "computed wrongly.",
     .outcome = "lint",
     .source = "wdm/nf-wdm-exallocatepoolwithtag.md",
     .lesson = {.why = "Windows returns a pointer all the same, so the mistake in the arithmetic "
                       "goes unseen until somebody stores into it.",
                .check = "A request for zero bytes is told at the allocation, once for each place "
                         "that makes it.",
                .wrong = R"(SIZE_T bytes = count * sizeof(ENTRY);
PENTRY entries = ExAllocatePoolWithTag(PagedPool, bytes, TAG);)",
                .right = R"(if (count == 0) return STATUS_INVALID_PARAMETER;
SIZE_T bytes = count * sizeof(ENTRY);
PENTRY entries = ExAllocatePoolWithTag(PagedPool, bytes, TAG);)"},
     .tests = {provokes("PoolRules.N009ZeroBytesAreFound"),
               stays_silent("PoolRules.N009OneByteIsSilent")}},
    {.id = "N-010",
     .party = Party::kDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Pool without a tag of its own",
     .text = "Allocations carry a tag that names their driver; the untagged forms and a zero tag "
             "do not.",
     .outcome = "lint",
     .source = "wdm/nf-wdm-exallocatepoolwithtag.md",
     .lesson = {.why = "When memory runs short the tags are all an administrator has to find the "
                       "driver that took it.",
                .check = "The untagged allocation routines and a tag of zero are told at the call, "
                         "once for each place in the driver.",
                .wrong = R"(PVOID buffer = ExAllocatePool(NonPagedPool, bytes);
PVOID other = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, 0);)",
                .right = R"(PVOID buffer = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, 'rvDD');
PVOID other = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, 'rvDD');)"},
     .tests = {provokes("PoolRules.N010NoTagIsFoundOnceForAPlace"),
               stays_silent("PoolRules.N010TagIsSilent")}},
    {.id = "N-011",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Must-succeed pool requested",
     .text = "The must-succeed pool types no longer exist.",
     .outcome = "bug check 0xC4/0x9A",
     .source = "debugger/bug-check-0xc4--driver-verifier-detected-violation.md",
     .lesson = {.why = "These types promised memory or a stop of the machine; current versions of "
                       "Windows stop it at the request itself.",
                .check = "The pool type of each allocation is examined, and a must-succeed bit in "
                         "it is reported at the call.",
                .wrong =
                    R"(PVOID block = ExAllocatePoolWithTag(NonPagedPoolMustSucceed, bytes, TAG);
RtlZeroMemory(block, bytes);)",
                .right = R"(PVOID block = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, TAG);
if (block == NULL) return STATUS_INSUFFICIENT_RESOURCES;
RtlZeroMemory(block, bytes);)"},
     .tests = {provokes("PoolRules.N011MustSucceedIsFound"),
               stays_silent("PoolRules.N011RaiseOnFailureIsSilent")}},
    {.id = "N-012",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lookaside list not deleted",
     .text =
         "A lookaside list is deleted before its memory is freed and before the driver unloads.",
     .outcome = "bug check 0xC4/0xDA; the entries it caches are leaked",
     .source = "wdm/nf-wdm-exdeletenpagedlookasidelist.md",
     .lesson =
         {.why = "The system keeps every lookaside list on a list of its own and walks it; a list "
                 "whose memory has gone is a hole in that walk, and its cached entries are lost.",
          .check = "Live lists are on the driver's account: a free of the pool block around one, "
                   "initialising it again and unload with one left are each reported, with the "
                   "place of its initialisation.",
          .wrong =
              R"(ExInitializeNPagedLookasideList(&device->Requests, NULL, NULL, 0, size, TAG, 0);
…
ExFreePoolWithTag(device, TAG);)",
          .right =
              R"(ExInitializeNPagedLookasideList(&device->Requests, NULL, NULL, 0, size, TAG, 0);
…
ExDeleteNPagedLookasideList(&device->Requests);
ExFreePoolWithTag(device, TAG);)"},
     .tests = {provokes("PoolRules.N012ListInFreedMemoryIsFound"),
               provokes("PoolRules.N012ListLeftAtUnloadIsFound"),
               stays_silent("PoolRules.N012DeletedListIsSilent")}},
    {.id = "N-013",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Lookaside entry returned to another list",
     .text = "An entry goes back to the list that it came from.",
     .outcome = "corruption of both lists",
     .source = "wdm/nf-wdm-exfreetonpagedlookasidelist.md",
     .lesson = {.why = "Entries of two lists differ in size, tag and pool; the next taker gets a "
                       "block that is not what its list promises.",
                .check = "Each entry remembers the list it was taken from, and a return to any "
                         "other list, or of a block that came from none, is told at the call.",
                .wrong = R"(PVOID packet = ExAllocateFromNPagedLookasideList(&device->Packets);
…
ExFreeToNPagedLookasideList(&device->Requests, packet);)",
                .right = R"(PVOID packet = ExAllocateFromNPagedLookasideList(&device->Packets);
…
ExFreeToNPagedLookasideList(&device->Packets, packet);)"},
     .tests = {provokes("PoolRules.N013EntryReturnedToAnotherListIsFound"),
               stays_silent("PoolRules.N013EntryReturnedToItsListIsSilent")}},
};

}  // namespace

Chapter pool() { return kExecutivePool; }

}  // namespace drydock::rules::executive
