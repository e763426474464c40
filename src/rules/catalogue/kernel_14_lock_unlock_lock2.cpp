// Lock / Unlock / Lock2.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "K-240",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTLock names a foreign device or an allocation without CpuVisible",
     .text = "Lock needs the allocation's own device handle and a CpuVisible allocation.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_lock.md; d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "K-241",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A locked address stays valid until unlock, even through eviction",
     .text =
         "A granted lock keeps the virtual address unchanged, valid, readable and writable "
         "until unlock, even if the allocation is evicted meanwhile.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md; "
         "display/mapping-virtual-addresses-to-a-memory-segment.md"},
    {.id = "K-242",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock combines ReadOnly with WriteOnly",
     .text = "ReadOnly with WriteOnly is invalid.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "K-243",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock uses IgnoreSync where it is not allowed",
     .text =
         "IgnoreSync with AcquireAperture is invalid; IgnoreSync/IgnoreReadSync only for "
         "allocations that can live in an aperture segment, not for swizzled ones, nor for "
         "cached ones on a non-coherent adapter.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; display/locking-swizzled-allocations.md"},
    {.id = "K-244",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock uses UseAlternateVA where it is not allowed",
     .text =
         "UseAlternateVA requires AcquireAperture, is barred on shared allocations, and on a "
         "primary only if it was created with UseAlternateVA (then it is the only lock "
         "allowed).",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "K-245",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocation is locked again in a way its present lock forbids",
     .text =
         "An allocation locked with UseAlternateVA, or through a swizzling range, cannot be "
         "locked again before unlock; one locked without AcquireAperture cannot be re-locked "
         "with it.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "K-246",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock names an offered or retired allocation",
     .text = "Offered or retired allocations cannot be locked; reclaim first.",
     .outcome = "lock fails",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; "
         "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md"},
    {.id = "K-247",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DonotWait fails on a busy allocation instead of blocking",
     .text =
         "DonotWait on a busy allocation fails instead of blocking; without it the call waits "
         "for GPU use to end.",
     .outcome = "STATUS_GRAPHICS_ALLOCATION_BUSY (runtime: WASSTILLDRAWING)",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; d3dkmthk/nf-d3dkmthk-d3dkmtlock.md"},
    {.id = "K-248",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DonotEvict fails when a lock would need an eviction",
     .text =
         "DonotEvict with no aperture available fails rather than evicting; a pinned allocation "
         "that would need eviction gives STATUS_GRAPHICS_CANT_EVICT_PINNED_ALLOCATION.",
     .outcome = "as listed",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtlock.md; d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "K-249",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Discard may rename, and is ignored for pinned, primary and shared allocations",
     .text =
         "Discard may rename: a new instance handle is returned in hAllocation; Discard is "
         "ignored for pinned, primary and shared allocations; IgnoreSync/DonotWait have no "
         "effect with it.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "K-250",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Renaming an allocation never calls DxgkDdiCreateAllocation",
     .text =
         "Renamed instances do not call DxgkDdiCreateAllocation: the driver just sees one "
         "allocation paged in at several places.",
     .outcome = "a defect of Drydock",
     .source = "display/requesting-to-rename-an-allocation.md"},
    {.id = "K-251",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Older instance of a renamed allocation is used after a newer one",
     .text =
         "After using a newer instance in a command stream, older instances of it are invalid "
         "in later references.",
     .outcome = "submission rejected",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "K-252",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Failed Discard lock is retried without flush and NoExistingReference",
     .text = "Discard failed: flush, then retry with Discard + NoExistingReference.",
     .outcome = "lock keeps failing",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "K-253",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock passes a page list with LockEntire, or none without it",
     .text =
         "LockEntire requires NumPages 0 and pPages NULL; without LockEntire a page list is "
         "required.",
     .outcome = "lock fails (NOTAVAILABLE-class)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "K-254",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock stays unpaired, or one unlock spans two devices",
     .text =
         "Each lock is paired with an unlock in the device's lifetime; all allocations in one "
         "Unlock call belong to one device.",
     .outcome = "STATUS_INVALID_PARAMETER / leak",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtunlock.md; d3dumddi/nc-d3dumddi-pfnd3dddi_unlockcb.md"},
    {.id = "K-255",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Submission of a locked allocation moves it out or is refused",
     .text =
         "Rendering from a locked allocation: moved out to system/aperture memory if its "
         "segments allow, else the submission is refused.",
     .outcome = "CANTRENDERLOCKEDALLOCATION-class failure",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "K-256",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTLock2 is given non-zero flags",
     .text = "Lock2 flags must be zero (no flags exist).",
     .outcome = "STATUS_INVALID_PARAMETER expected",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lock2flags.md"},
    {.id = "K-257",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CPU access after Lock2 races with the GPU",
     .text =
         "Lock2 does no GPU synchronisation: waiting, busy reporting and renaming are the UMD's "
         "job.",
     .outcome = "data race",
     .source = "display/allocation-usage-tracking.md"},
    {.id = "K-258",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock2 grants a lock only in a segment the CPU can reach",
     .text =
         "Lock2: cached CPU-visible allocations can be locked only in an aperture segment or "
         "non-resident; ones in a non-CPU-visible segment must list an aperture segment too.",
     .outcome = "lock fails",
     .source = "display/allocation-usage-tracking.md"},
    {.id = "K-259",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock2 without an aperture segment keeps the allocation out of memory segments",
     .text =
         "Lock2 on a non-resident allocation without an aperture segment pins it out of memory "
         "segments for the lock's duration.",
     .outcome = "a defect of Drydock",
     .source = "display/allocation-usage-tracking.md"},
    {.id = "K-260",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTLock fails only with its documented statuses",
     .text =
         "Lock failures: STATUS_DEVICE_REMOVED, INVALID_PARAMETER, GRAPHICS_ALLOCATION_BUSY, "
         "GRAPHICS_TOO_MANY_REFERENCES, GRAPHICS_CANT_EVICT_PINNED_ALLOCATION.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtlock.md; d3dkmthk/nf-d3dkmthk-d3dkmtlock2.md"},
    {.id = "K-261",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "AcquireSwizzlingRange returns an illegal status",
     .text =
         "AcquireSwizzlingRange may return only SUCCESS, UNSWIZZLING_APERTURE_UNSUPPORTED "
         "(final) or _UNAVAILABLE (retry after releasing another).",
     .outcome = "bugcheck 0x10E/0xF for any other error",
     .source =
         "d3dkmddi/nc-d3dkmddi-dxgkddi_acquireswizzlingrange.md; "
         "debugger/bug-check-0x10e---video-memory-management-internal.md"},
    {.id = "K-262",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "ReleaseSwizzlingRange releases another range or returns an illegal status",
     .text =
         "ReleaseSwizzlingRange releases only the named RangeId, never the allocation's other "
         "ranges.",
     .outcome = "corruption; invalid error code = 0x10E/0x10",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_releaseswizzlingrange.md"},
    {.id = "K-263",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Swizzling range calls are serialised and absent from WDDM 2",
     .text =
         "Acquire/ReleaseSwizzlingRange are serialised among themselves but run in parallel "
         "with every other DDI; ranges do not exist in WDDM 2.x.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dkmddi/nc-d3dkmddi-dxgkddi_acquireswizzlingrange.md; display/swizzling-ranges.md"},
    {.id = "K-264",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Bytes differ between the aperture view and evicted system memory",
     .text =
         "Byte order seen through the aperture must equal the byte order after eviction to "
         "system memory.",
     .outcome = "visible corruption",
     .source = "display/mapping-virtual-addresses-to-a-memory-segment.md"},
    {.id = "K-265",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "Map or UnmapCpuHostAperture fails",
     .text = "Map/UnmapCpuHostAperture must work from segment enumeration on and must not fail.",
     .outcome = "bugcheck 0x10E/0x2D, 0x2E",
     .source =
         "display/cpu-host-aperature.md; "
         "debugger/bug-check-0x10e---video-memory-management-internal.md"},
};

}  // namespace

Chapter kernel_14() { return kRules; }

}  // namespace drydock::rules::chapter
