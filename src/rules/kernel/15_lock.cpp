// Lock / Unlock / Lock2.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelLock[] = {
    {.id = "K-240",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTLock names a foreign device or an allocation without CpuVisible",
     .text = "Lock needs the allocation's own device handle and a CpuVisible allocation.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_lock.md; d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .lesson = {.why = "A lock maps the allocation for the CPU on behalf of the device that has it "
                       "open. Another device has no claim on it, and an invisible allocation has "
                       "no address to give.",
                .check = "D3DKMTLock and D3DKMTLock2 find the allocation on the device that is "
                         "named and ask for its CpuVisible flag; else STATUS_INVALID_PARAMETER.",
                .wrong = R"(lock.hDevice = secondDevice;
lock.hAllocation = allocationOfFirstDevice;
D3DKMTLock(&lock);)",
                .right = R"(lock.hDevice = firstDevice;
lock.hAllocation = allocationOfFirstDevice;
D3DKMTLock(&lock);)"},
     .tests = {provokes("Lock.K240K147InvisibleOrForeignIsRefused"),
               stays_silent("Lock.K240K241K147LockedAddressStays")}},
    {.id = "K-241",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A locked address stays valid until unlock, even through eviction",
     .text = "A granted lock keeps the virtual address unchanged, valid, readable and writable "
             "until unlock, even if the allocation is evicted meanwhile.",
     .outcome = "a defect of Drydock",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md; "
               "display/mapping-virtual-addresses-to-a-memory-segment.md",
     .tests = {proves("Lock.K240K241K147LockedAddressStays")}},
    {.id = "K-242",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock combines ReadOnly with WriteOnly",
     .text = "ReadOnly with WriteOnly is invalid.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .lesson = {.why = "Each flag promises that the other kind of access will not happen. Both "
                       "together promise that the memory is not touched at all.",
                .check = "The flags are compared at the beginning of D3DKMTLock, which returns "
                         "STATUS_INVALID_PARAMETER for the pair.",
                .wrong = R"(lock.Flags.ReadOnly = 1;
lock.Flags.WriteOnly = 1;
D3DKMTLock(&lock);)",
                .right = R"(lock.Flags.ReadOnly = 1;
D3DKMTLock(&lock);)"},
     .tests = {provokes("Lock.K242ReadOnlyAndWriteOnlyIsRefused"),
               stays_silent("Lock.K242EitherIsAccepted")}},
    {.id = "K-243",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock uses IgnoreSync where it is not allowed",
     .text = "IgnoreSync with AcquireAperture is invalid; IgnoreSync/IgnoreReadSync only for "
             "allocations that can live in an aperture segment, not for swizzled ones, nor for "
             "cached ones on a non-coherent adapter.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; display/locking-swizzled-allocations.md",
     .lesson = {.why = "Without waiting for the GPU the CPU may see the pages only where both read "
                       "the same memory: in an aperture that keeps caches coherent. Elsewhere it "
                       "sees half-moved data.",
                .check = "D3DKMTLock refuses IgnoreSync with AcquireAperture, and either of the "
                         "ignore flags for an allocation whose segments, swizzling or caching do "
                         "not allow it, with STATUS_INVALID_PARAMETER.",
                .wrong = R"(lock.hAllocation = allocationInVideoMemory;
lock.Flags.LockEntire = 1;
lock.Flags.IgnoreSync = 1;)",
                .right = R"(lock.hAllocation = allocationInAperture;
lock.Flags.LockEntire = 1;
lock.Flags.IgnoreSync = 1;)"},
     .tests = {provokes("Lock.K243IgnoreSyncOutsideTheApertureIsRefused"),
               stays_silent("Lock.K243IgnoreSyncInTheApertureIsAccepted")}},
    {.id = "K-244",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock uses UseAlternateVA where it is not allowed",
     .text =
         "UseAlternateVA requires AcquireAperture, is barred on shared allocations, and on a "
         "primary only if it was created with UseAlternateVA (then it is the only lock allowed).",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .lesson =
         {.why = "The alternate address is a second view for one process while the first stays in "
                 "use. What others share, or was not made for it, has no second view.",
          .check =
              "D3DKMTLock compares UseAlternateVA with AcquireAperture, with sharing, and for a "
              "primary with the flag it was created with; a mismatch is STATUS_INVALID_PARAMETER.",
          .wrong = R"(lock.Flags.LockEntire = 1;
lock.Flags.UseAlternateVA = 1;
D3DKMTLock(&lock);)",
          .right = R"(lock.Flags.LockEntire = 1;
lock.Flags.AcquireAperture = 1;
lock.Flags.UseAlternateVA = 1;
D3DKMTLock(&lock);)"},
     .tests = {provokes("Lock.K244AlternateAddressNeedsTheApertureAndNoSharing"),
               stays_silent("Lock.K244AlternateAddressInTheApertureIsAccepted")}},
    {.id = "K-245",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation is locked again in a way its present lock forbids",
     .text =
         "An allocation locked with UseAlternateVA, or through a swizzling range, cannot be locked "
         "again before unlock; one locked without AcquireAperture cannot be re-locked with it.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .lesson = {.why = "The address of a lock stays the same while it is held. A second lock of "
                       "another kind would need another address for the same bytes.",
                .check = "D3DKMTLock remembers how an allocation was locked first and refuses a "
                         "second lock with UseAlternateVA on either side, or with AcquireAperture "
                         "where the first had none.",
                .wrong = R"(D3DKMTLock(&plainLock);
apertureLock.Flags.AcquireAperture = 1;
D3DKMTLock(&apertureLock);)",
                .right = R"(D3DKMTLock(&plainLock);
D3DKMTUnlock(&unlock);
apertureLock.Flags.AcquireAperture = 1;
D3DKMTLock(&apertureLock);)"},
     .tests = {provokes("Lock.K245SecondLockOfAnotherKindIsRefused"),
               stays_silent("Lock.K245SecondLockOfTheSameKindIsAccepted")}},
    {.id = "K-246",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock names an offered or retired allocation",
     .text = "Offered or retired allocations cannot be locked; reclaim first.",
     .outcome = "lock fails",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md",
     .lesson = {.why = "The contents of an offered allocation may already be thrown away. A "
                       "pointer to it would show zeros or, worse, vanish while it is used.",
                .check =
                    "D3DKMTLock and D3DKMTLock2 look at the offer when they take the lock and "
                    "return STATUS_INVALID_PARAMETER until D3DKMTReclaimAllocations was called.",
                .wrong = R"(D3DKMTOfferAllocations(&offer);
D3DKMTLock2(&lock);)",
                .right = R"(D3DKMTOfferAllocations(&offer);
…
D3DKMTReclaimAllocations(&reclaim);
if (discarded) Upload(allocation);
D3DKMTLock2(&lock);)"},
     .tests = {provokes("Lock.K246OfferedIsRefused"),
               stays_silent("Lock.K246ReclaimedIsAccepted")}},
    {.id = "K-247",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DonotWait fails on a busy allocation instead of blocking",
     .text = "DonotWait on a busy allocation fails instead of blocking; without it the call waits "
             "for GPU use to end.",
     .outcome = "STATUS_GRAPHICS_ALLOCATION_BUSY (runtime: WASSTILLDRAWING)",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; d3dkmthk/nf-d3dkmthk-d3dkmtlock.md",
     .tests = {proves("Lock.K247BusyIsSaidOrWaitedFor"),
               proves("Lock.K247WorkOfAnotherDeviceIsWaitedForToo")}},
    {.id = "K-248",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DonotEvict fails when a lock would need an eviction",
     .text =
         "DonotEvict with no aperture available fails rather than evicting; a pinned allocation "
         "that would need eviction gives STATUS_GRAPHICS_CANT_EVICT_PINNED_ALLOCATION.",
     .outcome = "as listed",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtlock.md; d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .tests = {proves("Swizzling.K248DonotEvictFailsWithoutARange"),
               proves("Swizzling.K248K260WhatTheGpuHoldsCannotLeave")}},
    {.id = "K-249",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Discard may rename, and is ignored for pinned, primary and shared allocations",
     .text =
         "Discard may rename: a new instance handle is returned in hAllocation; Discard is ignored "
         "for pinned, primary and shared allocations; IgnoreSync/DonotWait have no effect with it.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .tests = {proves("Lock.K249DiscardIsIgnoredForSharedAllocations"),
               proves("Lock.K249K250DiscardDoesNotWaitAndTheDriverIsNotCalled"),
               proves("Renaming.K249WorkKeepsTheInstanceThatItNames")}},
    {.id = "K-250",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Renaming an allocation never calls DxgkDdiCreateAllocation",
     .text = "Renamed instances do not call DxgkDdiCreateAllocation: the driver just sees one "
             "allocation paged in at several places.",
     .outcome = "a defect of Drydock",
     .source = "display/requesting-to-rename-an-allocation.md",
     .tests = {proves("Lock.K249K250DiscardDoesNotWaitAndTheDriverIsNotCalled"),
               proves("Renaming.K250TheDriverHasOneAllocation")}},
    {.id = "K-251",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Older instance of a renamed allocation is used after a newer one",
     .text = "After using a newer instance in a command stream, older instances of it are invalid "
             "in later references.",
     .outcome = "submission rejected",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .lesson = {.why = "An instance that was discarded is given again as soon as the GPU is done "
                       "with the work that named it. Work that names it later would read what the "
                       "CPU is writing for the next frame.",
                .check = "D3DKMTRender goes through the patch locations in order. A list that "
                         "names an instance older than one which was used before, in this "
                         "submission or an earlier one, is refused with STATUS_INVALID_HANDLE.",
                .wrong = R"(lock.hAllocation = buffer->hAllocation;
lock.Flags.Discard = 1;
D3DKMTLock(&lock);
list[0].hAllocation = buffer->hAllocation;)",
                .right = R"(lock.hAllocation = buffer->hAllocation;
lock.Flags.Discard = 1;
D3DKMTLock(&lock);
buffer->hAllocation = lock.hAllocation;
list[0].hAllocation = buffer->hAllocation;)"},
     .tests = {provokes("Renaming.K251OlderInstanceAfterANewerIsRefused"),
               stays_silent("Renaming.K251OlderInstancesBeforeANewerAreSilent")}},
    {.id = "K-252",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Failed Discard lock is retried without flush and NoExistingReference",
     .text = "Discard failed: flush, then retry with Discard + NoExistingReference.",
     .outcome = "lock keeps failing",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .lesson =
         {.why = "Commands that were not submitted may name any instance, so the memory manager "
                 "cannot take one back. The same request fails again; submitting, and saying that "
                 "nothing is left which names one, lets it use all of them.",
          .check =
              "After a D3DKMTLock with Discard that found no instance, the next one with Discard "
              "and without NoExistingReference is a finding.",
          .wrong = R"(lock.Flags.Discard = 1;
while (D3DKMTLock(&lock) == STATUS_GRAPHICS_ALLOCATION_BUSY) Sleep(1);)",
          .right = R"(lock.Flags.Discard = 1;
if (D3DKMTLock(&lock) == STATUS_GRAPHICS_ALLOCATION_BUSY) {
  D3DKMTRender(&render);
  lock.Flags.NoExistingReference = 1;
  D3DKMTLock(&lock);
})"},
     .tests = {provokes("Renaming.K252RetryWithoutThePromiseIsFound"),
               stays_silent("Renaming.K252RetryWithThePromiseIsSilent")}},
    {.id = "K-253",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock passes a page list with LockEntire, or none without it",
     .text = "LockEntire requires NumPages 0 and pPages NULL; without LockEntire a page list is "
             "required.",
     .outcome = "lock fails (NOTAVAILABLE-class)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .lesson = {.why = "Without LockEntire the list says which pages the CPU will touch; with it a "
                       "list contradicts the flag. Guessing either way would map too little.",
                .check =
                    "D3DKMTLock wants pPages NULL with LockEntire, and a list of page numbers "
                    "inside the allocation without it; else it returns STATUS_INVALID_PARAMETER.",
                .wrong = R"(lock.hAllocation = allocation;
D3DKMTLock(&lock);)",
                .right = R"(lock.hAllocation = allocation;
lock.Flags.LockEntire = 1;
D3DKMTLock(&lock);)"},
     .tests = {provokes("Lock.K253PagesOrEverything"), stays_silent("Lock.K253PagesAreAccepted")}},
    {.id = "K-254",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock stays unpaired, or one unlock spans two devices",
     .text = "Each lock is paired with an unlock in the device's lifetime; all allocations in one "
             "Unlock call belong to one device.",
     .outcome = "STATUS_INVALID_PARAMETER / leak",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtunlock.md; d3dumddi/nc-d3dumddi-pfnd3dddi_unlockcb.md",
     .lesson = {.why = "A locked allocation cannot be moved or evicted. One that is never unlocked "
                       "pins its memory, and an unlock too many takes a lock from another thread.",
                .check = "D3DKMTUnlock refuses a list with an allocation that is not locked on the "
                         "named device and changes nothing; destroying a locked allocation is "
                         "a finding.",
                .wrong = R"(D3DKMTLock(&lock);
memcpy(lock.pData, pixels, size);
D3DKMTDestroyAllocation2(&destroy);)",
                .right = R"(D3DKMTLock(&lock);
memcpy(lock.pData, pixels, size);
D3DKMTUnlock(&unlock);
D3DKMTDestroyAllocation2(&destroy);)"},
     .tests = {provokes("Lock.K254DestroyedWhileLockedIsFound"),
               provokes("Lock.K254UnpairedUnlockIsRefused"),
               stays_silent("Lock.K254PairedLockIsSilent")}},
    {.id = "K-255",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Submission of a locked allocation moves it out or is refused",
     .text = "Rendering from a locked allocation: moved out to system/aperture memory if its "
             "segments allow, else the submission is refused.",
     .outcome = "CANTRENDERLOCKEDALLOCATION-class failure",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .tests = {proves("Swizzling.K255WhatIsLockedAndHasNoApertureIsRefused"),
               proves("Swizzling.K255WhatIsLockedIsUsedInTheAperture")}},
    {.id = "K-256",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTLock2 is given non-zero flags",
     .text = "Lock2 flags must be zero (no flags exist).",
     .outcome = "STATUS_INVALID_PARAMETER expected",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lock2flags.md",
     .lesson = {.why = "The second version has no flags yet. A bit set today changes the call on "
                       "the system where it gets a meaning.",
                .check = "D3DKMTLock2 compares Flags.Value with zero before it looks at the device "
                         "and returns STATUS_INVALID_PARAMETER.",
                .wrong = R"(lock.hAllocation = allocation;
lock.Flags.Value = 1;
D3DKMTLock2(&lock);)",
                .right = R"(lock.hAllocation = allocation;
lock.Flags.Value = 0;
D3DKMTLock2(&lock);)"},
     .tests = {provokes("Lock.K256FlagsOfLock2AreRefused"),
               stays_silent("Lock.K256NoFlagsAreAccepted")}},
    {.id = "K-257",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "CPU access after Lock2 races with the GPU",
     .text = "Lock2 does no GPU synchronisation: waiting, busy reporting and renaming are the "
             "UMD's job.",
     .outcome = "data race",
     .source = "display/allocation-usage-tracking.md",
     .tests = {proves("SecondLock.K257WaitsForNoWorkInAnAperture"),
               proves("SecondLock.K257WaitsForNoWorkInMemory"),
               proves("SecondLock.K257WaitsForNoWorkThatIsQueued")}},
    {.id = "K-258",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Lock2 grants a lock only in a segment the CPU can reach",
     .text = "Lock2: cached CPU-visible allocations can be locked only in an aperture segment or "
             "non-resident; ones in a non-CPU-visible segment must list an aperture segment too.",
     .outcome = "lock fails",
     .source = "display/allocation-usage-tracking.md",
     .tests = {proves("Swizzling.K258ASecondKindOfLockNeedsAPlaceThatTheCpuSees")}},
    {.id = "K-259",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Lock2 without an aperture segment keeps the allocation out of memory segments",
     .text = "Lock2 on a non-resident allocation without an aperture segment pins it out of memory "
             "segments for the lock's duration.",
     .outcome = "a defect of Drydock",
     .source = "display/allocation-usage-tracking.md",
     .tests = {proves("Swizzling.K259ASecondKindOfLockKeepsItOutOfMemory")}},
    {.id = "K-260",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "D3DKMTLock fails only with its documented statuses",
     .text = "Lock failures: STATUS_DEVICE_REMOVED, INVALID_PARAMETER, GRAPHICS_ALLOCATION_BUSY, "
             "GRAPHICS_TOO_MANY_REFERENCES, GRAPHICS_CANT_EVICT_PINNED_ALLOCATION.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtlock.md; d3dkmthk/nf-d3dkmthk-d3dkmtlock2.md",
     .tests = {proves("Lock.K240K147InvisibleOrForeignIsRefused"),
               proves("Lock.K247BusyIsSaidOrWaitedFor"), proves("Lock.K260RemovedAdapterRefuses"),
               proves("Swizzling.K248K260WhatTheGpuHoldsCannotLeave"),
               proves("Swizzling.K260TooManyLocksAreRefused")}},
    {.id = "K-261",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "AcquireSwizzlingRange returns an illegal status",
     .text = "AcquireSwizzlingRange may return only SUCCESS, UNSWIZZLING_APERTURE_UNSUPPORTED "
             "(final) or _UNAVAILABLE (retry after releasing another).",
     .outcome = "bugcheck 0x10E/0xF for any other error",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_acquireswizzlingrange.md; "
               "debugger/bug-check-0x10e---video-memory-management-internal.md",
     .lesson =
         {.why = "The memory manager knows two ways on from a range that cannot be had: another "
                 "place for good, or a second try when a range is free. Any other failure leaves "
                 "it without one, and it stops the machine.",
          .check = "The status of DxgkDdiAcquireSwizzlingRange is compared with the three that its "
                   "page lists; another one is reported, and there is no range.",
          .wrong = R"(if (range == NULL) return STATUS_INSUFFICIENT_RESOURCES;)",
          .right =
              R"(if (range == NULL) return STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNAVAILABLE;)"},
     .tests = {provokes("Swizzling.K261AnyOtherStatusIsFound"),
               stays_silent("Swizzling.K261K263ARangeShowsTheAllocationUntilAnotherNeedsIt"),
               stays_silent("Swizzling.K261UnavailableReleasesAnotherAndTriesAgain"),
               stays_silent("Swizzling.K261UnsupportedEvictsInstead")}},
    {.id = "K-262",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ReleaseSwizzlingRange releases another range or returns an illegal status",
     .text = "ReleaseSwizzlingRange releases only the named RangeId, never the allocation's other "
             "ranges.",
     .outcome = "corruption; invalid error code = 0x10E/0x10",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_releaseswizzlingrange.md",
     .lesson = {.why = "An allocation may be seen through several ranges at once, one for each "
                       "part that an application has locked. A range that goes with another one "
                       "takes memory away that somebody is writing to.",
                .check =
                    "A failing status of DxgkDdiReleaseSwizzlingRange is reported, and so is a "
                    "device model that says that a range which is in use shows nothing any more.",
                .wrong = R"(for (i = 0; i < RANGES; i++)
    if (ranges[i].Allocation == args->hAllocation) DisableRange(i);)",
                .right = R"(DisableRange(args->RangeId);)"},
     .tests = {provokes("Swizzling.K262FailureToReleaseIsFound"),
               provokes("Swizzling.K262OtherRangeThatGoesTooIsFound"),
               stays_silent("Swizzling.K230K262RangesAndTheirAddressGoWithTheAllocation")}},
    {.id = "K-263",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Swizzling range calls are serialised and absent from WDDM 2",
     .text = "Acquire/ReleaseSwizzlingRange are serialised among themselves but run in parallel "
             "with every other DDI; ranges do not exist in WDDM 2.x.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_acquireswizzlingrange.md; display/swizzling-ranges.md",
     .tests = {proves("Swizzling.K261K263ARangeShowsTheAllocationUntilAnotherNeedsIt"),
               proves("Swizzling.K263CallsAreSerialisedAmongThemselvesOnly"),
               proves("Swizzling.K263FromWddm2OnThereAreNone")}},
    {.id = "K-264",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Bytes differ between the aperture view and evicted system memory",
     .text = "Byte order seen through the aperture must equal the byte order after eviction to "
             "system memory.",
     .outcome = "visible corruption",
     .source = "display/mapping-virtual-addresses-to-a-memory-segment.md",
     .lesson =
         {.why = "A program keeps the address of a lock while the allocation moves. What it reads "
                 "there must be the same bytes in the same order, wherever they are at the moment.",
          .check = "`drydock verify` reads an allocation that clients may lock through the bus, or "
                   "the host aperture of its segment, before it is evicted, and compares the bytes "
                   "that the eviction leaves in system memory.",
          .wrong = R"(// Tiled in memory, and evicted as it lies there.
AddCopy(args, surface->Address, args->Transfer.TransferSize);)",
          .right = R"(// Rows as the aperture shows them.
AddDetilingCopy(args, surface, args->Transfer.TransferSize);)"},
     .tests = {provokes("Apertures.K264OtherBytesOnTheBusAreFound"),
               provokes("Apertures.K264OtherBytesThroughTheApertureAreFound"),
               stays_silent("Apertures.K264TheSameBytesAreSilent"),
               stays_silent("Apertures.K264TheSameBytesOnTheBusAreSilent")}},
    {.id = "K-265",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Map or UnmapCpuHostAperture fails",
     .text = "Map/UnmapCpuHostAperture must work from segment enumeration on and must not fail.",
     .outcome = "bugcheck 0x10E/0x2D, 0x2E",
     .source = "display/cpu-host-aperature.md; "
               "debugger/bug-check-0x10e---video-memory-management-internal.md",
     .lesson =
         {.why =
              "The memory manager maps a page because a program is about to touch it, or to set up "
              "the adapter. There is nobody who could be told that it did not work: Windows stops.",
          .check =
              "Any status but STATUS_SUCCESS is reported; the lock that needed the mapping fails, "
              "and an unmapping counts as done. One page of each segment with "
              "SupportsCpuHostAperture is mapped and unmapped as soon as the segments are known.",
          .wrong = R"(if (!Adapter->PageTable)
    return STATUS_DEVICE_NOT_READY;)",
          .right = R"(// The page table of the aperture was made in DxgkDdiStartDevice.
for (UINT64 i = 0; i < map->NumberOfPages; ++i)
    WriteEntry(map->pCpuHostAperturePages[i], map->pMemorySegmentPages[i]);
return STATUS_SUCCESS;)"},
     .tests = {provokes("Apertures.K265HostApertureThatFailsIsFound"),
               provokes("Apertures.K265HostApertureThatIsNotReadyIsFound"),
               stays_silent("Apertures.K265HostApertureThatWorksIsSilent")}},
};

}  // namespace

Chapter lock() { return kKernelLock; }

}  // namespace drydock::rules::kernel
