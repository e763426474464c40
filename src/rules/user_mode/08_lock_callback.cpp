// pfnLockCb and pfnUnlockCb.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeLockCallback[] = {
    {.id = "U-165",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnLockCb answers with its documented codes",
     .text = "pfnLockCb: S_OK, D3DERR_NOTAVAILABLE (no aperture), D3DERR_WASSTILLDRAWING, "
             "D3DDDIERR_CANTEVICTPINNEDALLOCATION, E_OUTOFMEMORY, E_INVALIDARG, "
             "D3DDDIERR_DEVICEREMOVED, others.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .tests = {proves("RuntimePromises.StatusesBecomeTheResultsThatAreDocumented")}},
    {.id = "U-166",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Device removal reported by pfnLockCb is swallowed",
     .text = "D3DDDIERR_DEVICEREMOVED from pfnLockCb must be returned (D3D9) or set (D3D10+).",
     .outcome = "decided: swallowed-error finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .lesson = {.why = "Lock is where most programs first meet a lost device; hidden, they go on "
                       "drawing into nothing.",
                .check = "A removal that pfnLockCb reported during a function must be what that "
                         "function returns.",
                .wrong = R"(hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
if (FAILED(hr)) return D3DDDIERR_WASSTILLDRAWING;)",
                .right = R"(hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
if (FAILED(hr)) return hr;)"},
     .tests = {provokes("CallbackRules.U099AndU166SwallowedRemovalIsFound"),
               stays_silent("CallbackRules.U099AndU166RemovalThatIsPassedOnIsSilent")}},
    {.id = "U-167",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "pfnLockCb given neither LockEntire nor a page list, or both",
     .text = "Either LockEntire (then NumPages 0 and pPages NULL) or a page list. Allocations with "
             "permanent backing store should always get a page list.",
     .outcome = "documented: neither given: D3DERR_NOTAVAILABLE; decided: the whole is locked",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .lesson = {.why = "The two say different things about what is locked, and the kernel cannot "
                       "guess which one is meant.",
                .check = "pfnLockCb compares the flag with the page list. With both it is refused; "
                         "with neither it locks the whole, as Windows does.",
                .wrong = R"(lock.Flags.Value = 0;
lock.NumPages = 0;
lock.pPages = NULL;)",
                .right = R"(lock.Flags.LockEntire = 1;
lock.NumPages = 0;
lock.pPages = NULL;)"},
     .tests = {provokes("CallbackRules.U167NeitherAllNorPagesIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-168",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnLockCb with both ReadOnly and WriteOnly",
     .text = "ReadOnly together with WriteOnly is invalid.",
     .outcome = "documented: declared invalid, no code; decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .lesson = {.why = "A lock that allows neither reading nor writing is a mistake in the "
                       "translation of the application's flags.",
                .check = "Both flags together are refused by pfnLockCb.",
                .wrong = R"(lock.Flags.ReadOnly = pArgs->Flags.ReadOnly;
lock.Flags.WriteOnly = 1;)",
                .right = R"(lock.Flags.ReadOnly = pArgs->Flags.ReadOnly;
lock.Flags.WriteOnly = pArgs->Flags.WriteOnly;)"},
     .tests = {provokes("CallbackRules.U168ReadOnlyAndWriteOnlyIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-169",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "IgnoreSync used on an allocation or with flags that forbid it",
     .text = "IgnoreSync and IgnoreReadSync: only for allocations that can live in an aperture "
             "segment, not swizzled, not cached on non-coherent adapters; IgnoreSync with "
             "AcquireAperture is invalid; with Discard it has no effect; without DonotWait it is "
             "ignored.",
     .outcome =
         "documented: declared invalid or ignored, no code; decided: E_INVALIDARG where invalid",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md; display/locking-swizzled-allocations.md",
     .lesson = {.why = "The processor gets memory that the GPU is using, which works only where "
                       "both see the same bytes.",
                .check = "The combination with AcquireAperture is refused at once; where the "
                         "allocation may lie, the kernel knows, and its refusal of a lock with "
                         "these flags is told under this rule.",
                .wrong = R"(lock.Flags.IgnoreSync = 1;
lock.Flags.AcquireAperture = 1;)",
                .right = R"(lock.Flags.IgnoreSync = 1;
lock.Flags.DonotWait = 1;)"},
     .tests = {provokes("CallbackRules.U169IgnoreSyncWithAnApertureIsFound"),
               stays_silent("CallbackRules.U169IgnoreSyncInAnApertureIsSilent")}},
    {.id = "U-170",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DonotWait turns a busy lock into D3DERR_WASSTILLDRAWING",
     .text = "DonotWait turns a busy allocation into D3DERR_WASSTILLDRAWING; no effect together "
             "with Discard.",
     .outcome = "",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .tests = {proves("RuntimePromises.U170AndU202BusyIsReturnedAndReleaseDoesNotWait")}},
    {.id = "U-171",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DonotEvict makes a lock fail when no aperture is free",
     .text = "DonotEvict makes an unavailable aperture fail with D3DERR_NOTAVAILABLE instead of "
             "evicting.",
     .outcome = "",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .tests = {proves("KernelSide.U171LockOfWhatTheCpuReachesIsGranted"),
               proves("KernelSide.U171LockThatWouldEvictIsRefusedWhenItMayNot")}},
    {.id = "U-172",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "AcquireAperture or UseAlternateVA lock where it is not allowed",
     .text = "AcquireAperture: not for aperture-only allocations; not after a lock taken without "
             "it; UseAlternateVA implies AcquireAperture, is illegal on shared allocations, and "
             "such an allocation cannot be locked again; a swizzled-range lock must be unlocked "
             "before relocking; primaries only if created with UseAlternateVA.",
     .outcome = "documented: declared invalid, no code; decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .lesson = {.why = "Such a lock reaches the memory through an aperture, at an address of its "
                       "own; beside a lock of the other kind, or another process's, one allocation "
                       "would have two layouts at once.",
                .check = "pfnLockCb refuses UseAlternateVA without AcquireAperture and on shared "
                         "allocations; what the kernel refuses with AcquireAperture, or while the "
                         "allocation is locked already, comes under this rule too.",
                .wrong = R"(lock.Flags.LockEntire = 1;
lock.Flags.UseAlternateVA = 1;)",
                .right = R"(lock.Flags.LockEntire = 1;
lock.Flags.AcquireAperture = 1;
lock.Flags.UseAlternateVA = !resource->IsShared;)"},
     .tests = {provokes("CallbackRules.U172AlternateAddressWithoutAnApertureIsFound"),
               provokes("SubmissionRules.U172AlternateAddressOfASharedOneIsFound"),
               provokes("SubmissionRules.U172SecondLockWithAnApertureIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-173",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnLockCb on an allocation that is not CPU visible",
     .text = "Only allocations the KMD created CpuVisible can be locked.",
     .outcome = "documented: cannot be locked, no code; decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .lesson = {.why = "There is no address by which the processor could reach such memory.",
                .check = "When the kernel refuses to lock the whole of an allocation, with no "
                         "other flag that explains it, pfnLockCb is told under this rule.",
                .wrong =
                    R"(lock.hAllocation = renderTarget->hAllocation;  // made without CpuVisible
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)",
                .right = R"(CopyToStaging(device, renderTarget, staging);
lock.hAllocation = staging->hAllocation;  // made with CpuVisible
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)"},
     .tests = {provokes("ResourceRules.U173LockOfWhatTheCpuCannotSeeIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-174",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnLockCb on an offered or retired allocation",
     .text = "Offered or retired allocations cannot be locked.",
     .outcome = "documented: cannot be locked, no code; decided: E_INVALIDARG plus finding",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_offerallocationscb.md",
     .lesson = {.why = "The memory of an offered allocation may have been given to another program "
                       "in the meantime.",
                .check = "The host notes what was offered and not reclaimed, and refuses its lock.",
                .wrong = R"(device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
…
device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)",
                .right = R"(device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
…
device->pCallbacks->pfnReclaimAllocationsCb(device->hRuntime, &reclaim);
device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)"},
     .tests = {provokes("CallbackRules.U174AndU290OtherUsesOfWhatIsOfferedAreFound"),
               provokes("CallbackRules.U174LockOfWhatIsOfferedIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-175",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "New handle from a Discard lock not adopted",
     .text =
         "A successful pfnLockCb with Discard may return a *different* hAllocation (new instance). "
         "Always re-read it, store it, and reprogram the address in the command buffer. KMD is not "
         "called for instances; the handle returned by pfnAllocateCb stops being the current name.",
     .outcome = "decided: stale-instance finding at next submit (U-141)",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md; display/requesting-to-rename-an-allocation.md",
     .lesson = {.why = "The application has written into the new memory; batches with the old name "
                       "draw what it threw away.",
                .check = "A Discard gives another instance when the allocation is busy, by option "
                         "always or never; pfnRenderCb tells of an entry that names one before the "
                         "last, and under U-141 when a batch has used a newer one.",
                .wrong = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
pArgs->pSurfData = lock.pData;)",
                .right = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
if (SUCCEEDED(hr)) resource->hAllocation = lock.hAllocation;
pArgs->pSurfData = lock.pData;)"},
     .tests = {provokes("Direct3D10Rules.U175ANewInstanceThatIsNotAdoptedIsFound"),
               stays_silent("Direct3D10Rules.U141AndU175InstancesThatAreAdoptedAreNoFinding")}},
    {.id = "U-176",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Discard leaves pinned, primary and shared allocations in place",
     .text = "Discard is ignored for pinned, primary or shared allocations (handle unchanged).",
     .outcome = "",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .tests = {proves("Direct3D10Promises.U176SharedAllocationsAndPrimariesAreNotRenamed")}},
    {.id = "U-177",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Failed Discard lock retried without submitting the batch first",
     .text = "If a Discard lock fails, submit the current batch and retry with Discard plus "
             "NoExistingReference; only if that fails too fail the application lock. "
             "NoExistingReference promises no queued reference to any instance.",
     .outcome = "decided: retry without submit, or a false promise = finding",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md; d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .lesson =
         {.why =
              "The renaming fails while queued commands hold all instances; after a submission one "
              "comes free, and with a false promise the processor writes into one that is in use.",
          .check =
              "When pfnLockCb with Discard failed, and Lock passes that on without a second "
              "pfnLockCb by NoExistingReference, it is told, but for a device that is gone or a "
              "lock that was not to wait; and that flag while the batch names the allocation.",
          .wrong = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
return hr;)",
          .right = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
if (SUCCEEDED(hr)) return hr;
SubmitBatch(device);
lock.Flags.NoExistingReference = 1;
return device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)"},
     .tests = {provokes("ResourceRules.U177DiscardThatIsNotTriedAgainIsFound"),
               provokes("ResourceRules.U177FalsePromiseIsFound"),
               stays_silent("ResourceRules.U177DiscardThatIsLockedOtherwiseIsSilent"),
               stays_silent("ResourceRules.U177DiscardThatIsTriedAgainIsSilent")}},
    {.id = "U-178",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnLockCb never paired with a pfnUnlockCb",
     .text = "Over the life of a device every pfnLockCb is paired with a pfnUnlockCb (one "
             "pfnUnlockCb may cover many allocations, all of the same device).",
     .outcome = "documented: coordination lost; decided: leak finding at dealloc or DestroyDevice",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_unlockcb.md; "
         "d3dumddi/nc-d3dumddi-pfnd3dddi_destroydevice.md; d3dkmthk/nf-d3dkmthk-d3dkmtunlock.md",
     .lesson = {.why = "The kernel counts locks; one that stays keeps the memory in place and out "
                       "of the GPU's best segment.",
                .check = "An unlock of what is not locked is told at the call, and allocations "
                         "that are locked after DestroyDevice then.",
                .wrong = R"(HRESULT APIENTRY Unlock(HANDLE hDevice, const D3DDDIARG_UNLOCK* pArgs) {
  resource->pLocked = NULL;
  return S_OK;
})",
                .right = R"(HRESULT APIENTRY Unlock(HANDLE hDevice, const D3DDDIARG_UNLOCK* pArgs) {
  D3DDDICB_UNLOCK unlock = {1, &resource->hAllocation};
  resource->pLocked = NULL;
  return device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);
})"},
     .tests = {provokes("CallbackRules.U178UnlockOfWhatIsNotLockedIsFound"),
               provokes("DeviceRules.U178LockThatIsLeftIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-179",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnUnlockCb answers with its documented codes",
     .text = "pfnUnlockCb: S_OK, E_OUTOFMEMORY, E_INVALIDARG, others.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_unlockcb.md",
     .tests = {proves("RuntimePromises.StatusesBecomeTheResultsThatAreDocumented")}},
    {.id = "U-180",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Allocation unlocked while the application still holds it",
     .text = "Do not unlock an allocation the application may still be using, i.e. before "
             "Unlock/ResourceUnmap arrives.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_unlockcb.md",
     .lesson = {.why = "The application writes on through the address it got; without the lock the "
                       "memory may be somewhere else.",
                .check = "pfnUnlockCb outside Lock, Unlock and the functions that destroy is told "
                         "when the application has the resource locked.",
                .wrong = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  UnlockAll(device);
  return SubmitBatch(device);
})",
                .right = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  UnlockCached(device);  // only what no application holds
  return SubmitBatch(device);
})"},
     .tests = {provokes("CallbackRules.U180UnlockOfWhatTheApplicationHasIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
};

}  // namespace

Chapter lock_callback() { return kUserModeLockCallback; }

}  // namespace drydock::rules::user_mode
