// Lock / Unlock / Lock2.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel14Lessons[] = {
    {.rule = "K-240",
     .why = "A lock maps the allocation for the CPU on behalf of the device that has it open. "
            "Another device has no claim on it, and an invisible allocation has no address to "
            "give.",
     .check = "D3DKMTLock and D3DKMTLock2 find the allocation on the device that is named and ask "
              "for its CpuVisible flag; else STATUS_INVALID_PARAMETER.",
     .wrong = R"(lock.hDevice = secondDevice;
lock.hAllocation = allocationOfFirstDevice;
D3DKMTLock(&lock);)",
     .right = R"(lock.hDevice = firstDevice;
lock.hAllocation = allocationOfFirstDevice;
D3DKMTLock(&lock);)"},
    {.rule = "K-242",
     .why = "Each flag promises that the other kind of access will not happen. Both together "
            "promise that the memory is not touched at all.",
     .check = "The flags are compared at the beginning of D3DKMTLock, which returns "
              "STATUS_INVALID_PARAMETER for the pair.",
     .wrong = R"(lock.Flags.ReadOnly = 1;
lock.Flags.WriteOnly = 1;
D3DKMTLock(&lock);)",
     .right = R"(lock.Flags.ReadOnly = 1;
D3DKMTLock(&lock);)"},
    {.rule = "K-243",
     .why = "Without waiting for the GPU the CPU may see the pages only where both read the same "
            "memory: in an aperture that keeps caches coherent. Elsewhere it sees half-moved data.",
     .check = "D3DKMTLock refuses IgnoreSync with AcquireAperture, and either of the ignore flags "
              "for an allocation whose segments, swizzling or caching do not allow it, with "
              "STATUS_INVALID_PARAMETER.",
     .wrong = R"(lock.hAllocation = allocationInVideoMemory;
lock.Flags.LockEntire = 1;
lock.Flags.IgnoreSync = 1;)",
     .right = R"(lock.hAllocation = allocationInAperture;
lock.Flags.LockEntire = 1;
lock.Flags.IgnoreSync = 1;)"},
    {.rule = "K-244",
     .why = "The alternate address is a second view for one process while the first stays in use. "
            "What others share, or was not made for it, has no second view.",
     .check = "D3DKMTLock compares UseAlternateVA with AcquireAperture, with sharing, and for a "
              "primary with the flag it was created with; a mismatch is STATUS_INVALID_PARAMETER.",
     .wrong = R"(lock.Flags.LockEntire = 1;
lock.Flags.UseAlternateVA = 1;
D3DKMTLock(&lock);)",
     .right = R"(lock.Flags.LockEntire = 1;
lock.Flags.AcquireAperture = 1;
lock.Flags.UseAlternateVA = 1;
D3DKMTLock(&lock);)"},
    {.rule = "K-245",
     .why = "The address of a lock stays the same while it is held. A second lock of another kind "
            "would need another address for the same bytes.",
     .check = "D3DKMTLock remembers how an allocation was locked first and refuses a second lock "
              "with UseAlternateVA on either side, or with AcquireAperture where the first had "
              "none.",
     .wrong = R"(D3DKMTLock(&plainLock);
apertureLock.Flags.AcquireAperture = 1;
D3DKMTLock(&apertureLock);)",
     .right = R"(D3DKMTLock(&plainLock);
D3DKMTUnlock(&unlock);
apertureLock.Flags.AcquireAperture = 1;
D3DKMTLock(&apertureLock);)"},
    {.rule = "K-246",
     .why = "The contents of an offered allocation may already be thrown away. A pointer to it "
            "would show zeros or, worse, vanish while it is used.",
     .check = "D3DKMTLock and D3DKMTLock2 look at the offer when they take the lock and return "
              "STATUS_INVALID_PARAMETER until D3DKMTReclaimAllocations was called.",
     .wrong = R"(D3DKMTOfferAllocations(&offer);
D3DKMTLock2(&lock);)",
     .right = R"(D3DKMTOfferAllocations(&offer);
…
D3DKMTReclaimAllocations(&reclaim);
if (discarded) Upload(allocation);
D3DKMTLock2(&lock);)"},
    {.rule = "K-251",
     .why =
         "An instance that was discarded is given again as soon as the GPU is done with the work "
         "that named it. Work that names it later would read what the CPU is writing for the "
         "next frame.",
     .check = "D3DKMTRender goes through the patch locations in order. A list that names an "
              "instance older than one which was used before, in this submission or an earlier "
              "one, is refused with STATUS_INVALID_HANDLE.",
     .wrong = R"(lock.hAllocation = buffer->hAllocation;
lock.Flags.Discard = 1;
D3DKMTLock(&lock);
list[0].hAllocation = buffer->hAllocation;)",
     .right = R"(lock.hAllocation = buffer->hAllocation;
lock.Flags.Discard = 1;
D3DKMTLock(&lock);
buffer->hAllocation = lock.hAllocation;
list[0].hAllocation = buffer->hAllocation;)"},
    {.rule = "K-252",
     .why = "Commands that were not submitted may name any instance, so the memory manager cannot "
            "take one back. The same request fails again; submitting, and saying that nothing is "
            "left which names one, lets it use all of them.",
     .check =
         "After a D3DKMTLock with Discard that found no instance, the next one with Discard and "
         "without NoExistingReference is counted, and told when the device goes.",
     .wrong = R"(lock.Flags.Discard = 1;
while (D3DKMTLock(&lock) == STATUS_GRAPHICS_ALLOCATION_BUSY) Sleep(1);)",
     .right = R"(lock.Flags.Discard = 1;
if (D3DKMTLock(&lock) == STATUS_GRAPHICS_ALLOCATION_BUSY) {
  D3DKMTRender(&render);
  lock.Flags.NoExistingReference = 1;
  D3DKMTLock(&lock);
})"},
    {.rule = "K-253",
     .why = "Without LockEntire the list says which pages the CPU will touch; with it a list "
            "contradicts the flag. Guessing either way would map too little.",
     .check = "D3DKMTLock wants pPages NULL with LockEntire, and a list of page numbers inside the "
              "allocation without it; else it returns STATUS_INVALID_PARAMETER.",
     .wrong = R"(lock.hAllocation = allocation;
D3DKMTLock(&lock);)",
     .right = R"(lock.hAllocation = allocation;
lock.Flags.LockEntire = 1;
D3DKMTLock(&lock);)"},
    {.rule = "K-254",
     .why = "A locked allocation cannot be moved or evicted. One that is never unlocked pins its "
            "memory, and an unlock too many takes a lock from another thread.",
     .check = "D3DKMTUnlock refuses a list with an allocation that is not locked on the named "
              "device and changes nothing; destroying a locked allocation is counted and told when "
              "the device goes.",
     .wrong = R"(D3DKMTLock(&lock);
memcpy(lock.pData, pixels, size);
D3DKMTDestroyAllocation2(&destroy);)",
     .right = R"(D3DKMTLock(&lock);
memcpy(lock.pData, pixels, size);
D3DKMTUnlock(&unlock);
D3DKMTDestroyAllocation2(&destroy);)"},
    {.rule = "K-256",
     .why = "The second version has no flags yet. A bit set today changes the call on the system "
            "where it gets a meaning.",
     .check = "D3DKMTLock2 compares Flags.Value with zero before it looks at the device and "
              "returns STATUS_INVALID_PARAMETER.",
     .wrong = R"(lock.hAllocation = allocation;
lock.Flags.Value = 1;
D3DKMTLock2(&lock);)",
     .right = R"(lock.hAllocation = allocation;
lock.Flags.Value = 0;
D3DKMTLock2(&lock);)"},
    {.rule = "K-261",
     .why =
         "The memory manager knows two ways on from a range that cannot be had: another place for "
         "good, or a second try when a range is free. Any other failure leaves it without one, "
         "and it stops the machine.",
     .check = "The status of DxgkDdiAcquireSwizzlingRange is compared with the three that its page "
              "lists; another one ends the driver.",
     .wrong = R"(if (range == NULL) return STATUS_INSUFFICIENT_RESOURCES;)",
     .right = R"(if (range == NULL) return STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNAVAILABLE;)"},
    {.rule = "K-262",
     .why = "An allocation may be seen through several ranges at once, one for each part that an "
            "application has locked. A range that goes with another one takes memory away that "
            "somebody is writing to.",
     .check = "A failing status of DxgkDdiReleaseSwizzlingRange ends the driver, and so does a "
              "device model that says that a range which is in use shows nothing any more.",
     .wrong = R"(for (i = 0; i < RANGES; i++)
    if (ranges[i].Allocation == args->hAllocation) DisableRange(i);)",
     .right = R"(DisableRange(args->RangeId);)"},
    {.rule = "K-264",
     .why = "A program keeps the address of a lock while the allocation moves. What it reads there "
            "must be the same bytes in the same order, wherever they are at the moment.",
     .check = "`drydock verify` reads an allocation that clients may lock through the bus, or the "
              "host aperture of its segment, before it is evicted, and compares the bytes that "
              "the eviction leaves in system memory.",
     .wrong = R"(// Tiled in memory, and evicted as it lies there.
AddCopy(args, surface->Address, args->Transfer.TransferSize);)",
     .right = R"(// Rows as the aperture shows them.
AddDetilingCopy(args, surface, args->Transfer.TransferSize);)"},
    {.rule = "K-265",
     .why = "The memory manager maps a page because a program is about to touch it, or to set up "
            "the adapter. There is nobody who could be told that it did not work: Windows stops.",
     .check = "Any status but STATUS_SUCCESS ends the driver. One page of each segment with "
              "SupportsCpuHostAperture is mapped and unmapped as soon as the segments are known.",
     .wrong = R"(if (!Adapter->PageTable)
    return STATUS_DEVICE_NOT_READY;)",
     .right = R"(// The page table of the aperture was made in DxgkDdiStartDevice.
for (UINT64 i = 0; i < map->NumberOfPages; ++i)
    WriteEntry(map->pCpuHostAperturePages[i], map->pMemorySegmentPages[i]);
return STATUS_SUCCESS;)"},
};

}  // namespace

Lessons kernel_14() { return kKernel14Lessons; }

}  // namespace drydock::rules::lessons
