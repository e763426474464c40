// LockAsync and Rename, pfnLock2Cb, ResourceMap.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeMap[] = {
    {.id = "U-181",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "LockAsync returns a code its page does not list",
     .text = "LockAsync: S_OK, E_OUTOFMEMORY, E_NOTIMPL, D3DDDIERR_WASSTILLDRAWING (only with "
             "Discard, when renaming failed).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md",
     .lesson = {.why = "The runtime has another way for each of these codes, the plain Lock among "
                       "them; for a stranger it has none.",
                .check = "The result of LockAsync is looked up among the listed codes, and the one "
                         "for drawing only with Discard in the flags.",
                .wrong = R"(if (IsBusy(device, resource)) return D3DDDIERR_WASSTILLDRAWING;
return LockForThread(device, resource, pArgs);)",
                .right =
                    R"(if (!pArgs->Flags.Discard && !pArgs->Flags.NoOverwrite) return E_NOTIMPL;
return LockForThread(device, resource, pArgs);)"},
     .tests = {provokes("SubmissionRules.U181UnlistedResultOfLockAsyncIsFound"),
               stays_silent("ProperDriver.LocksBesideOtherThreads")}},
    {.id = "U-182",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "LockAsync flushes or adopts the renamed handle too early",
     .text = "LockAsync with Discard: lock with Discard, set NoExistingReference only if the "
             "runtime set NoExistingReferences and the UMD has none queued, do NOT flush on "
             "failure, do NOT adopt the new handle yet; return it as hCookie.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md",
     .lesson =
         {.why = "LockAsync comes while another thread records; the batch and the current handle "
                 "are that thread's, which learns of the new one in its own order, by Rename.",
          .check =
              "A pfnRenderCb inside LockAsync is told, and NoExistingReference where the runtime "
              "has not set NoExistingReferences; when the driver adopts the handle is not seen.",
          .wrong = R"(lock.Flags.NoExistingReference = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);  // in LockAsync
if (FAILED(hr)) return SubmitAndLock(device, &lock);
resource->hAllocation = lock.hAllocation;)",
          .right =
              R"(lock.Flags.NoExistingReference = pArgs->Flags.NoExistingReferences && !resource->Uses;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);  // in LockAsync
if (FAILED(hr)) return hr;
pArgs->hCookie = (HANDLE)(UINT_PTR)lock.hAllocation;)"},
     .tests = {provokes("SubmissionRules.U182DiscardWithoutACookieIsFound"),
               provokes("SubmissionRules.U182LockAsyncThatSubmitsOrPromisesIsFound"),
               stays_silent("ProperDriver.LocksBesideOtherThreads")}},
    {.id = "U-183",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver switches to the cookie allocation other than by Rename",
     .text = "Rename comes at most once per successful LockAsync(Discard); only then does the UMD "
             "switch to the hCookie allocation. Rename: S_OK or E_OUTOFMEMORY.",
     .outcome = "decided: early adoption = finding; cookie never renamed must still be released "
                "with the resource",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_rename.md",
     .lesson = {.why = "Draws that were recorded before the lock are still on their way to the "
                       "driver and mean the old contents; Rename comes when they have passed.",
                .check = "The instance that a discarding LockAsync got counts from its Rename on: "
                         "a batch that names it earlier is told, as is a result of Rename that the "
                         "documents do not list.",
                .wrong = R"(device->pCallbacks->pfnLockCb(device->hRuntime, &lock);  // in LockAsync
resource->hAllocation = lock.hAllocation;)",
                .right = R"(device->pCallbacks->pfnLockCb(device->hRuntime, &lock);  // in LockAsync
pArgs->hCookie = (HANDLE)(ULONG_PTR)lock.hAllocation;
…
resource->hAllocation = (D3DKMT_HANDLE)(ULONG_PTR)pArgs->hCookie;  // in Rename)"},
     .tests = {provokes("SubmissionRules.U183UseBeforeTheRenameIsFound"),
               stays_silent("SubmissionRules.U183UseOfTheOldOneUntilTheRenameIsSilent")}},
    {.id = "U-184",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "LockAsync NoOverwrite granted on a surface that cannot be drawn locked",
     .text = "LockAsync NoOverwrite may succeed only for surfaces that can be rendered while "
             "locked (AGP/aperture capable).",
     .outcome = "documented: later pfnRenderCb fails",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md",
     .lesson = {.why = "The lock lasts while the GPU draws; where the kernel cannot have both, the "
                       "batch fails later, far from the lock that is to blame.",
                .check = "When LockAsync grants NoOverwrite, the allocations of the resource that "
                         "are not locked are tried; one that no aperture takes is told.",
                .wrong = R"(if (pArgs->Flags.NoOverwrite) return GiveCachedAddress(resource, pArgs);
return LockForThread(device, resource, pArgs);)",
                .right =
                    R"(if (pArgs->Flags.NoOverwrite && !resource->IsInAperture) return E_NOTIMPL;
if (pArgs->Flags.NoOverwrite) return GiveCachedAddress(resource, pArgs);
return LockForThread(device, resource, pArgs);)"},
     .tests = {provokes("SubmissionRules.U184NoOverwriteOfWhatCannotBeDrawnLockedIsFound"),
               stays_silent("ProperDriver.LocksBesideOtherThreads")}},
    {.id = "U-185",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "LockAsync, UnlockAsync and Rename implemented only in part",
     .text = "LockAsync, UnlockAsync and Rename are implemented together or not at all.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md",
     .lesson =
         {.why = "The runtime uses the three together; having found one it relies on the others.",
          .check = "The three entries of the device table are counted when CreateDevice succeeds.",
          .wrong = R"(pArgs->pDeviceFuncs->pfnLockAsync = LockAsync;
pArgs->pDeviceFuncs->pfnUnlockAsync = UnlockAsync;)",
          .right = R"(pArgs->pDeviceFuncs->pfnLockAsync = LockAsync;
pArgs->pDeviceFuncs->pfnUnlockAsync = UnlockAsync;
pArgs->pDeviceFuncs->pfnRename = Rename;)"},
     .tests = {provokes("DeviceRules.U185LockAsyncAloneIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-186",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnLock2Cb map of a busy allocation not synchronized by the driver",
     .text = "WDDM 2 (pfnLock2Cb): VidMm no longer renames or synchronises. The UMD implements "
             "discard and no-overwrite itself, returns WasStillDrawing for do-not-wait maps on "
             "busy allocations, and otherwise waits without polling on a monitored fence.",
     .outcome = "decided: busy-wait or unsynchronised map = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lock2cb.md; display/allocation-usage-tracking.md",
     .lesson =
         {.why = "The new lock gives an address and waits for nobody; a driver that does not wait "
                 "itself lets the application read half a picture.",
          .check = "pfnLock2Cb inside a Lock without NoOverwrite looks whether a batch or the GPU "
                   "still uses the allocation; how a driver waits, by polling or not, is not seen.",
          .wrong = R"(D3DDDICB_LOCK2 lock = {};
lock.hAllocation = resource->hAllocation;
hr = device->pCallbacks->pfnLock2Cb(device->hRuntime, &lock);)",
          .right = R"(if (IsBusy(device, resource) && pArgs->Flags.DoNotWait)
  return D3DDDIERR_WASSTILLDRAWING;
WaitForFence(device, resource->LastUse);
D3DDDICB_LOCK2 lock = {};
lock.hAllocation = resource->hAllocation;
hr = device->pCallbacks->pfnLock2Cb(device->hRuntime, &lock);)"},
     .tests = {provokes("SubmissionRules.U186MapOfWhatTheGpuUsesIsFound"),
               stays_silent("SubmissionRules.U186MapOfWhatIsIdleIsSilent")}},
    {.id = "U-187",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnLock2Cb with a flag bit set",
     .text = "Lock2 flags are all reserved and zero; swizzling ranges do not exist.",
     .outcome = "decided: E_INVALIDARG",
     .source = "display/allocation-usage-tracking.md; libdxg/d3dukmdt.h",
     .lesson = {.why = "The new lock has no variants; a bit from the old flags means nothing now "
                       "and perhaps something later.",
                .check = "pfnLock2Cb compares the whole of its flags with zero and refuses.",
                .wrong = R"(D3DDDICB_LOCK2 lock = {};
lock.hAllocation = resource->hAllocation;
lock.Flags.Value = pArgs->Flags.Value;)",
                .right = R"(D3DDDICB_LOCK2 lock = {};
lock.hAllocation = resource->hAllocation;
lock.Flags.Value = 0;)"},
     .tests = {provokes("CallbackRules.U187FlagsOfLock2AreFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-188",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may keep an allocation mapped for its whole life",
     .text = "An allocation may stay mapped for its whole life (lock once, unlock before release).",
     .outcome = "",
     .source = "display/allocation-usage-tracking.md",
     .tests = {proves("RuntimePromises.U188WhatIsMappedMayStaySo")}},
    {.id = "U-189",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "pfnInvalidateCacheCb missing on a non-coherent adapter",
     .text = "On non I/O-coherent platforms call pfnInvalidateCacheCb after CPU write before GPU "
             "read, and after GPU write before CPU read.",
     .outcome = "decided: finding when modelled",
     .source = "display/allocation-usage-tracking.md",
     .reason = "every adapter here sees the processor's memory coherently: there is no cache to "
               "invalidate"},
    {.id = "U-190",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ResourceMap or ResourceUnmap sets an error it may not set",
     .text = "D3D10+ ResourceMap: DXGI_DDI_ERR_WASSTILLDRAWING only if DONOTWAIT was passed; "
             "D3DDDIERR_DEVICEREMOVED; anything else critical. ResourceUnmap: "
             "D3DDDIERR_DEVICEREMOVED only.",
     .outcome = "documented: critical, device lost",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_resourcemap.md; "
               "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_resourceunmap.md; display/handling-errors.md",
     .lesson =
         {.why = "For a code outside of the list the runtime has no answer to the application: it "
                 "gives up the device, and with it all that was mapped.",
          .check =
              "pfnSetErrorCb compares the code with those of the function; \"still drawing\" needs "
              "DONOTWAIT in the flags of the map, and after a wrong code the device is lost.",
          .wrong = R"(if (IsBusy(device, resource))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer,
                                      DXGI_DDI_ERR_WASSTILLDRAWING);)",
          .right = R"(if (IsBusy(device, resource) && (Flags & D3D10_DDI_MAP_FLAG_DONOTWAIT))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer,
                                      DXGI_DDI_ERR_WASSTILLDRAWING);
else
  MapAndWait(device, resource, pMapped);)"},
     .tests = {provokes("Direct3D10Rules.U190MapAndUnmapSetTheWrongError"),
               stays_silent("Direct3D10Rules.ErrorsThatMayBeSetAreNoFinding")}},
    {.id = "U-191",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Kernel lock kept after device removal cancels ResourceUnmap",
     .text = "After the runtime receives D3DDDIERR_DEVICEREMOVED it will not send the matching "
             "ResourceUnmap. (Inference: the UMD has to drop the kernel lock on its own.)",
     .outcome = "decided: leaked lock finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_resourcemap.md",
     .tests = {proves("Direct3D10Promises.U191NoUnmapComesAfterTheDeviceIsGone")}},
};

}  // namespace

Chapter map() { return kUserModeMap; }

}  // namespace drydock::rules::user_mode
