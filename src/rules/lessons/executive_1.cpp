// The executive: pool and lookaside lists.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kExecutive1Lessons[] = {
    {.rule = "N-001",
     .why = "After the first free the block may be anybody's; the second one takes it away from "
            "its new owner.",
     .check = "Every block that is freed is remembered with the stack of its free; a second free "
              "of the same address names both.",
     .wrong = R"(ExFreePoolWithTag(device->Buffer, TAG);
…
if (device->Buffer != NULL) ExFreePoolWithTag(device->Buffer, TAG);)",
     .right = R"(ExFreePoolWithTag(device->Buffer, TAG);
device->Buffer = NULL;
…
if (device->Buffer != NULL) ExFreePoolWithTag(device->Buffer, TAG);)"},
    {.rule = "N-002",
     .why = "The tag is how memory is accounted to a driver; a free with another one usually means "
            "that the wrong block is being freed.",
     .check = "At each free the tag that is given, unless it is zero, is compared with the tag in "
              "the block's record.",
     .wrong = R"(table->Entries = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, 'lbaT');
…
ExFreePoolWithTag(table->Entries, 'tsiL');)",
     .right = R"(table->Entries = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, 'lbaT');
…
ExFreePoolWithTag(table->Entries, 'lbaT');)"},
    {.rule = "N-003",
     .why = "The pool finds a block's header just before its address; at any other address it "
            "reads foreign bytes as a header and tears its lists.",
     .check = "Each freed address is looked up among the blocks; one that is inside a block or in "
              "none is told at the call, with the block it points into. For user-mode drivers the "
              "same holds for the wrong heap or the wrong freeing function.",
     .wrong = R"(UCHAR* cursor = ExAllocatePoolWithTag(PagedPool, bytes, TAG);
while (*cursor == 0) ++cursor;
ExFreePoolWithTag(cursor, TAG);)",
     .right = R"(UCHAR* const buffer = ExAllocatePoolWithTag(PagedPool, bytes, TAG);
UCHAR* cursor = buffer;
while (*cursor == 0) ++cursor;
ExFreePoolWithTag(buffer, TAG);)"},
    {.rule = "N-004",
     .why = "What lies behind the block belongs to another allocation or to the pool itself, so "
            "the damage shows up somewhere else and much later.",
     .check = "Guard bytes around each block are looked at when it is freed and at unload; with "
              "special pool the driver stops at the very instruction that writes outside.",
     .wrong = R"(WCHAR* name = ExAllocatePoolWithTag(PagedPool, length, TAG);
RtlCopyMemory(name, source, length);
name[length / sizeof(WCHAR)] = L'\0';)",
     .right = R"(WCHAR* name = ExAllocatePoolWithTag(PagedPool, length + sizeof(WCHAR), TAG);
RtlCopyMemory(name, source, length);
name[length / sizeof(WCHAR)] = L'\0';)"},
    {.rule = "N-005",
     .why = "The memory is given out again at any moment, so a stale pointer reads somebody else's "
            "data or overwrites it.",
     .check = "Freed blocks are filled with a pattern that is verified when they are used again "
              "and at unload, which finds late writes; with special pool every read and write of a "
              "freed page stops on the spot.",
     .wrong = R"(RemoveEntryList(&request->Link);
ExFreePoolWithTag(request, TAG);
KeSetEvent(request->Done, IO_NO_INCREMENT, FALSE);)",
     .right = R"(RemoveEntryList(&request->Link);
PKEVENT done = request->Done;
ExFreePoolWithTag(request, TAG);
KeSetEvent(done, IO_NO_INCREMENT, FALSE);)"},
    {.rule = "N-006",
     .why = "Work on the paged pool may have to bring in a page from disk, and at DISPATCH_LEVEL "
            "no page fault can be served.",
     .check = "At each allocation and free the thread's IRQL is compared with the type of the "
              "pool; DISPATCH_LEVEL and paged pool is reported at the call.",
     .wrong = R"(KeAcquireSpinLock(&device->Lock, &irql);
device->Report = ExAllocatePoolWithTag(PagedPool, sizeof(REPORT), TAG);
KeReleaseSpinLock(&device->Lock, irql);)",
     .right = R"(PREPORT report = ExAllocatePoolWithTag(PagedPool, sizeof(REPORT), TAG);
KeAcquireSpinLock(&device->Lock, &irql);
device->Report = report;
KeReleaseSpinLock(&device->Lock, irql);)"},
    {.rule = "N-007",
     .why = "The pool's own locks are taken at DISPATCH_LEVEL, so an interrupt routine that "
            "allocates can spin for ever on a lock that its own processor holds.",
     .check = "Every call of the pool is refused with a finding when the thread runs above "
              "DISPATCH_LEVEL, as service routines do.",
     .wrong = R"(BOOLEAN OnInterrupt(PKINTERRUPT, PVOID context) {
  PEVENT_RECORD record = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*record), TAG);
  …)",
     .right = R"(BOOLEAN OnInterrupt(PKINTERRUPT, PVOID context) {
  PDEVICE device = context;
  KeInsertQueueDpc(&device->Dpc, NULL, NULL);  // the DPC allocates
  …)"},
    {.rule = "N-008",
     .why = "Nobody frees the memory of a driver that has gone; each load and unload eats a little "
            "more of the machine.",
     .check = "After the unload routine has returned, every block that the driver took and did not "
              "free is one finding, with its tag, size and the stack of its allocation.",
     .wrong = R"(VOID OnUnload(PDRIVER_OBJECT driver) {
  RtlZeroMemory(&Globals, sizeof(Globals));
})",
     .right = R"(VOID OnUnload(PDRIVER_OBJECT driver) {
  ExFreePoolWithTag(Globals.Table, TAG);
  RtlZeroMemory(&Globals, sizeof(Globals));
})"},
    {.rule = "N-009",
     .why = "Windows returns a pointer all the same, so the mistake in the arithmetic goes unseen "
            "until somebody stores into it.",
     .check =
         "A request for zero bytes is told at the allocation, once for each place that makes it.",
     .wrong = R"(SIZE_T bytes = count * sizeof(ENTRY);
PENTRY entries = ExAllocatePoolWithTag(PagedPool, bytes, TAG);)",
     .right = R"(if (count == 0) return STATUS_INVALID_PARAMETER;
SIZE_T bytes = count * sizeof(ENTRY);
PENTRY entries = ExAllocatePoolWithTag(PagedPool, bytes, TAG);)"},
    {.rule = "N-010",
     .why = "When memory runs short the tags are all an administrator has to find the driver that "
            "took it.",
     .check = "The untagged allocation routines and a tag of zero are told at the call, once for "
              "each place in the driver.",
     .wrong = R"(PVOID buffer = ExAllocatePool(NonPagedPool, bytes);
PVOID other = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, 0);)",
     .right = R"(PVOID buffer = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, 'rvDD');
PVOID other = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, 'rvDD');)"},
    {.rule = "N-011",
     .why = "These types promised memory or a stop of the machine; current versions of Windows "
            "stop it at the request itself.",
     .check = "The pool type of each allocation is examined, and a must-succeed bit in it is "
              "reported at the call.",
     .wrong = R"(PVOID block = ExAllocatePoolWithTag(NonPagedPoolMustSucceed, bytes, TAG);
RtlZeroMemory(block, bytes);)",
     .right = R"(PVOID block = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, TAG);
if (block == NULL) return STATUS_INSUFFICIENT_RESOURCES;
RtlZeroMemory(block, bytes);)"},
    {.rule = "N-012",
     .why = "The system keeps every lookaside list on a list of its own and walks it; a list whose "
            "memory has gone is a hole in that walk, and its cached entries are lost.",
     .check = "Live lists are on the driver's account: a free of the pool block around one, "
              "initialising it again and unload with one left are each reported, with the place of "
              "its initialisation.",
     .wrong = R"(ExInitializeNPagedLookasideList(&device->Requests, NULL, NULL, 0, size, TAG, 0);
…
ExFreePoolWithTag(device, TAG);)",
     .right = R"(ExInitializeNPagedLookasideList(&device->Requests, NULL, NULL, 0, size, TAG, 0);
…
ExDeleteNPagedLookasideList(&device->Requests);
ExFreePoolWithTag(device, TAG);)"},
    {.rule = "N-013",
     .why = "Entries of two lists differ in size, tag and pool; the next taker gets a block that "
            "is not what its list promises.",
     .check = "Each entry remembers the list it was taken from, and a return to any other list, or "
              "of a block that came from none, is told at the call.",
     .wrong = R"(PVOID packet = ExAllocateFromNPagedLookasideList(&device->Packets);
…
ExFreeToNPagedLookasideList(&device->Requests, packet);)",
     .right = R"(PVOID packet = ExAllocateFromNPagedLookasideList(&device->Packets);
…
ExFreeToNPagedLookasideList(&device->Packets, packet);)"},
};

}  // namespace

Lessons executive_1() { return kExecutive1Lessons; }

}  // namespace drydock::rules::lessons
