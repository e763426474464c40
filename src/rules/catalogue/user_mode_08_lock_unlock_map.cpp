// Lock / Unlock / Map.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "U-155",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock returns a code its page does not list",
     .text =
         "Lock: S_OK, E_OUTOFMEMORY, D3DDDIERR_WASSTILLDRAWING (the last only when the runtime "
         "set DoNotWait).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lock.md"},
    {.id = "U-156",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock returns a pointer without a live kernel lock",
     .text =
         "Lock calls pfnLockCb for the allocation behind the surface before returning a "
         "pointer; exception: Dynamic resources locked NoOverwrite may reuse a cached pointer.",
     .outcome = "decided: pointer returned without a live kernel lock = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lock.md; d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "U-157",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock of a surface still referenced by the current batch",
     .text = "If the current batch references the surface, submit it before locking.",
     .outcome = "decided: data race finding",
     .source = "display/submitting-a-command-buffer.md; d3dumddi/nc-d3dumddi-pfnd3dddi_lock.md"},
    {.id = "U-158",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The runtime passes no contradictory Lock flags",
     .text =
         "ReadOnly and WriteOnly exclude each other; NoOverwrite and Discard exclude each "
         "other; ReadOnly and Discard exclude each other; at most one of "
         "RangeValid/AreaValid/BoxValid.",
     .outcome = "decided: runtime bug",
     .source =
         "d3dumddi/ns-d3dumddi-_d3dddiarg_lock.md; d3dumddi/ns-d3dumddi-_d3dddiarg_lockasync.md"},
    {.id = "U-159",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Every Lock is matched by one Unlock of the same kind",
     .text =
         "Each Lock is matched by one Unlock, each LockAsync by one UnlockAsync; several locks "
         "may be outstanding on vertex and index buffers.",
     .outcome = "decided: runtime bug",
     .source = "display/handling-multiple-locks.md"},
    {.id = "U-160",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock fails on a resource that is already locked",
     .text =
         "After the first successful Lock (or LockAsync) of a resource, no further Lock "
         "(LockAsync) of it may fail.",
     .outcome = "decided: finding",
     .source = "display/handling-multiple-locks.md"},
    {.id = "U-161",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Unlock fails although the resource is locked",
     .text =
         "Unlock/UnlockAsync may fail only if the resource is not locked (E_INVALIDARG); "
         "E_OUTOFMEMORY is also in the return table.",
     .outcome = "decided: finding",
     .source = "display/handling-multiple-locks.md; d3dumddi/nc-d3dumddi-pfnd3dddi_unlock.md"},
    {.id = "U-162",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "NotifyOnly lock returns before the memory is synchronized",
     .text =
         "NotifyOnly = runtime-preallocated system memory: runtime ignores the returned pointer "
         "and pitch, the UMD may still fail the call, and must synchronise (submit, then "
         "pfnLockCb).",
     .outcome = "decided: unsynchronised = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lock.md"},
    {.id = "U-163",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Unlock does not undo the pfnLockCb made for NotifyOnly memory",
     .text = "If Lock called pfnLockCb for such memory, Unlock must call pfnUnlockCb.",
     .outcome = "documented: loss of coordination between runtime, UMD and KMD",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_unlock.md"},
    {.id = "U-164",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The runtime draws from a locked resource only where flagged",
     .text =
         "No draw from a locked resource, except vertex buffers flagged MightDrawFromLocked "
         "both at creation and at lock; the runtime then does not overwrite data in use.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lock.md; d3dumddi/ns-d3dumddi-_d3dddi_lockflags.md"},
    {.id = "U-165",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnLockCb answers with its documented codes",
     .text =
         "pfnLockCb: S_OK, D3DERR_NOTAVAILABLE (no aperture), D3DERR_WASSTILLDRAWING, "
         "D3DDDIERR_CANTEVICTPINNEDALLOCATION, E_OUTOFMEMORY, E_INVALIDARG, "
         "D3DDDIERR_DEVICEREMOVED, others.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "U-166",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Device removal reported by pfnLockCb is swallowed",
     .text = "D3DDDIERR_DEVICEREMOVED from pfnLockCb must be returned (D3D9) or set (D3D10+).",
     .outcome = "decided: swallowed-error finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "U-167",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnLockCb given neither LockEntire nor a page list, or both",
     .text =
         "Either LockEntire (then NumPages 0 and pPages NULL) or a page list. Allocations with "
         "permanent backing store should always get a page list.",
     .outcome = "documented: neither given: D3DERR_NOTAVAILABLE",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md"},
    {.id = "U-168",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnLockCb with both ReadOnly and WriteOnly",
     .text = "ReadOnly together with WriteOnly is invalid.",
     .outcome = "documented: declared invalid, no code; decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "U-169",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "IgnoreSync used on an allocation or with flags that forbid it",
     .text =
         "IgnoreSync and IgnoreReadSync: only for allocations that can live in an aperture "
         "segment, not swizzled, not cached on non-coherent adapters; IgnoreSync with "
         "AcquireAperture is invalid; with Discard it has no effect; without DonotWait it is "
         "ignored.",
     .outcome =
         "documented: declared invalid or ignored, no code; decided: E_INVALIDARG where invalid",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; "
         "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md; display/locking-swizzled-allocations.md"},
    {.id = "U-170",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DonotWait turns a busy lock into D3DERR_WASSTILLDRAWING",
     .text =
         "DonotWait turns a busy allocation into D3DERR_WASSTILLDRAWING; no effect together "
         "with Discard.",
     .outcome = "",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "U-171",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DonotEvict makes a lock fail when no aperture is free",
     .text =
         "DonotEvict makes an unavailable aperture fail with D3DERR_NOTAVAILABLE instead of "
         "evicting.",
     .outcome = "",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "U-172",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "AcquireAperture or UseAlternateVA lock where it is not allowed",
     .text =
         "AcquireAperture: not for aperture-only allocations; not after a lock taken without "
         "it; UseAlternateVA implies AcquireAperture, is illegal on shared allocations, and "
         "such an allocation cannot be locked again; a swizzled-range lock must be unlocked "
         "before relocking; primaries only if created with UseAlternateVA.",
     .outcome = "documented: declared invalid, no code; decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "U-173",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnLockCb on an allocation that is not CPU visible",
     .text = "Only allocations the KMD created CpuVisible can be locked.",
     .outcome = "documented: cannot be locked, no code; decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "U-174",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnLockCb on an offered or retired allocation",
     .text = "Offered or retired allocations cannot be locked.",
     .outcome = "documented: cannot be locked, no code; decided: E_INVALIDARG plus finding",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; "
         "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md"},
    {.id = "U-175",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "New handle from a Discard lock not adopted",
     .text =
         "A successful pfnLockCb with Discard may return a *different* hAllocation (new "
         "instance). Always re-read it, store it, and reprogram the address in the command "
         "buffer. KMD is not called for instances; the handle returned by pfnAllocateCb stops "
         "being the current name.",
     .outcome = "decided: stale-instance finding at next submit (U-141)",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md; "
         "display/requesting-to-rename-an-allocation.md"},
    {.id = "U-176",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Discard leaves pinned, primary and shared allocations in place",
     .text = "Discard is ignored for pinned, primary or shared allocations (handle unchanged).",
     .outcome = "",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "U-177",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Failed Discard lock retried without submitting the batch first",
     .text =
         "If a Discard lock fails, submit the current batch and retry with Discard plus "
         "NoExistingReference; only if that fails too fail the application lock. "
         "NoExistingReference promises no queued reference to any instance.",
     .outcome = "decided: retry without submit, or a false promise = finding",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md; d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "U-178",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnLockCb never paired with a pfnUnlockCb",
     .text =
         "Over the life of a device every pfnLockCb is paired with a pfnUnlockCb (one "
         "pfnUnlockCb may cover many allocations, all of the same device).",
     .outcome = "documented: coordination lost; decided: leak finding at dealloc or DestroyDevice",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_unlockcb.md; "
         "d3dumddi/nc-d3dumddi-pfnd3dddi_destroydevice.md; d3dkmthk/nf-d3dkmthk-d3dkmtunlock.md"},
    {.id = "U-179",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnUnlockCb answers with its documented codes",
     .text = "pfnUnlockCb: S_OK, E_OUTOFMEMORY, E_INVALIDARG, others.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_unlockcb.md"},
    {.id = "U-180",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Allocation unlocked while the application still holds it",
     .text =
         "Do not unlock an allocation the application may still be using, i.e. before "
         "Unlock/ResourceUnmap arrives.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_unlockcb.md"},
    {.id = "U-181",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "LockAsync returns a code its page does not list",
     .text =
         "LockAsync: S_OK, E_OUTOFMEMORY, E_NOTIMPL, D3DDDIERR_WASSTILLDRAWING (only with "
         "Discard, when renaming failed).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md"},
    {.id = "U-182",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "LockAsync flushes or adopts the renamed handle too early",
     .text =
         "LockAsync with Discard: lock with Discard, set NoExistingReference only if the "
         "runtime set NoExistingReferences and the UMD has none queued, do NOT flush on "
         "failure, do NOT adopt the new handle yet; return it as hCookie.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md"},
    {.id = "U-183",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Driver switches to the cookie allocation other than by Rename",
     .text =
         "Rename comes at most once per successful LockAsync(Discard); only then does the UMD "
         "switch to the hCookie allocation. Rename: S_OK or E_OUTOFMEMORY.",
     .outcome =
         "decided: early adoption = finding; cookie never renamed must still be released with "
         "the resource",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rename.md"},
    {.id = "U-184",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "LockAsync NoOverwrite granted on a surface that cannot be drawn locked",
     .text =
         "LockAsync NoOverwrite may succeed only for surfaces that can be rendered while locked "
         "(AGP/aperture capable).",
     .outcome = "documented: later pfnRenderCb fails",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md"},
    {.id = "U-185",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "LockAsync, UnlockAsync and Rename implemented only in part",
     .text = "LockAsync, UnlockAsync and Rename are implemented together or not at all.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md"},
    {.id = "U-186",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnLock2Cb map of a busy allocation not synchronized by the driver",
     .text =
         "WDDM 2 (pfnLock2Cb): VidMm no longer renames or synchronises. The UMD implements "
         "discard and no-overwrite itself, returns WasStillDrawing for do-not-wait maps on busy "
         "allocations, and otherwise waits without polling on a monitored fence.",
     .outcome = "decided: busy-wait or unsynchronised map = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lock2cb.md; display/allocation-usage-tracking.md"},
    {.id = "U-187",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnLock2Cb with a flag bit set",
     .text = "Lock2 flags are all reserved and zero; swizzling ranges do not exist.",
     .outcome = "decided: E_INVALIDARG",
     .source = "display/allocation-usage-tracking.md; libdxg/d3dukmdt.h"},
    {.id = "U-188",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Driver may keep an allocation mapped for its whole life",
     .text =
         "An allocation may stay mapped for its whole life (lock once, unlock before release).",
     .outcome = "",
     .source = "display/allocation-usage-tracking.md"},
    {.id = "U-189",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnInvalidateCacheCb missing on a non-coherent adapter",
     .text =
         "On non I/O-coherent platforms call pfnInvalidateCacheCb after CPU write before GPU "
         "read, and after GPU write before CPU read.",
     .outcome = "decided: finding when modelled",
     .source = "display/allocation-usage-tracking.md"},
    {.id = "U-190",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "ResourceMap or ResourceUnmap sets an error it may not set",
     .text =
         "D3D10+ ResourceMap: DXGI_DDI_ERR_WASSTILLDRAWING only if DONOTWAIT was passed; "
         "D3DDDIERR_DEVICEREMOVED; anything else critical. ResourceUnmap: "
         "D3DDDIERR_DEVICEREMOVED only.",
     .outcome = "documented: critical, device lost",
     .source =
         "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_resourcemap.md; "
         "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_resourceunmap.md; display/handling-errors.md"},
    {.id = "U-191",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Kernel lock kept after device removal cancels ResourceUnmap",
     .text =
         "After the runtime receives D3DDDIERR_DEVICEREMOVED it will not send the matching "
         "ResourceUnmap. (Inference: the UMD has to drop the kernel lock on its own.)",
     .outcome = "decided: leaked lock finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_resourcemap.md"},
};

}  // namespace

Chapter user_mode_08() { return kRules; }

}  // namespace drydock::rules::chapter
