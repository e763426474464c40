// Lock and Unlock.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeLock[] = {
    {.id = "U-155",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock returns a code its page does not list",
     .text = "Lock: S_OK, E_OUTOFMEMORY, D3DDDIERR_WASSTILLDRAWING (the last only when the runtime "
             "set DoNotWait).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lock.md",
     .lesson = {.why = "\"Still drawing\" is an answer for those who asked not to wait; anybody "
                       "else takes it for a broken device.",
                .check = "The result of Lock is looked up among the listed codes, and the one for "
                         "drawing only with DoNotWait in the flags.",
                .wrong = R"(if (IsBusy(device, resource)) return D3DDDIERR_WASSTILLDRAWING;
return LockAllocation(device, resource, pArgs);)",
                .right = R"(if (IsBusy(device, resource) && pArgs->Flags.DoNotWait)
  return D3DDDIERR_WASSTILLDRAWING;
return LockAllocation(device, resource, pArgs);)"},
     .tests = {provokes("ResourceRules.U155StillDrawingWithoutDoNotWaitIsFound"),
               stays_silent("ResourceRules.U155StillDrawingWithDoNotWaitIsSilent")}},
    {.id = "U-156",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock returns a pointer without a live kernel lock",
     .text = "Lock calls pfnLockCb for the allocation behind the surface before returning a "
             "pointer; exception: Dynamic resources locked NoOverwrite may reuse a cached pointer.",
     .outcome = "decided: pointer returned without a live kernel lock = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lock.md; d3dumddi/nc-d3dumddi-pfnd3dddi_lockcb.md",
     .lesson = {.why = "Without a lock the kernel may move or discard the memory while the "
                       "application writes to it.",
                .check = "When Lock succeeds outside system memory and its address lies in an "
                         "allocation of the resource, that allocation must be locked, but for a "
                         "Dynamic resource with NoOverwrite. Memory of the driver's own is not "
                         "judged, an address where no memory is always.",
                .wrong = R"(pArgs->pSurfData = resource->pLastAddress;
pArgs->Pitch = resource->Pitch;
return S_OK;)",
                .right = R"(hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
if (FAILED(hr)) return hr;
pArgs->pSurfData = lock.pData;
pArgs->Pitch = resource->Pitch;
return S_OK;)"},
     .tests = {provokes("ResourceRules.U156AddressWithoutALockIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys"),
               stays_silent("ProperDriver.ServesDiscardFromItsOwnMemory")}},
    {.id = "U-157",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock of a surface still referenced by the current batch",
     .text = "If the current batch references the surface, submit it before locking.",
     .outcome = "decided: data race finding",
     .source = "display/submitting-a-command-buffer.md; d3dumddi/nc-d3dumddi-pfnd3dddi_lock.md",
     .lesson = {.why = "The kernel waits for what was submitted and cannot know of what is still "
                       "in the driver, so it lets the processor in too early.",
                .check = "pfnLockCb inside Lock, without Discard and NoOverwrite, searches the "
                         "batches that are being built for the allocation.",
                .wrong = R"(device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
SubmitBatch(device);)",
                .right = R"(SubmitBatch(device);
device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)"},
     .tests = {provokes("ResourceRules.U128AndU157LockWithoutSubmissionIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-158",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime passes no contradictory Lock flags",
     .text =
         "ReadOnly and WriteOnly exclude each other; NoOverwrite and Discard exclude each other; "
         "ReadOnly and Discard exclude each other; at most one of RangeValid/AreaValid/BoxValid.",
     .outcome = "decided: runtime bug",
     .source =
         "d3dumddi/ns-d3dumddi-_d3dddiarg_lock.md; d3dumddi/ns-d3dumddi-_d3dddiarg_lockasync.md",
     .tests = {proves("RuntimePromises.U158FlagsOfLocksDoNotContradict")}},
    {.id = "U-159",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every Lock is matched by one Unlock of the same kind",
     .text = "Each Lock is matched by one Unlock, each LockAsync by one UnlockAsync; several locks "
             "may be outstanding on vertex and index buffers.",
     .outcome = "decided: runtime bug",
     .source = "display/handling-multiple-locks.md",
     .tests = {proves("RuntimePromises.U159EachUnlockHasItsLock")}},
    {.id = "U-160",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock fails on a resource that is already locked",
     .text = "After the first successful Lock (or LockAsync) of a resource, no further Lock "
             "(LockAsync) of it may fail.",
     .outcome = "decided: finding",
     .source = "display/handling-multiple-locks.md",
     .lesson = {.why = "Applications test the first lock and take the rest for granted.",
                .check = "A resource that was locked once must be lockable again; failures that "
                         "come from a callback and \"still drawing\" are excused.",
                .wrong = R"(if (resource->LockCount == 1) return E_OUTOFMEMORY;
++resource->LockCount;)",
                .right = R"(++resource->LockCount;
pArgs->pSurfData = resource->pLocked;)"},
     .tests = {provokes("ResourceRules.U160SecondLockThatFailsIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-161",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Unlock fails although the resource is locked",
     .text = "Unlock/UnlockAsync may fail only if the resource is not locked (E_INVALIDARG); "
             "E_OUTOFMEMORY is also in the return table.",
     .outcome = "decided: finding",
     .source = "display/handling-multiple-locks.md; d3dumddi/nc-d3dumddi-pfnd3dddi_unlock.md",
     .lesson =
         {.why = "The application has given its data back and cannot do anything about a failure.",
          .check = "E_INVALIDARG from Unlock for a resource that the runtime has locked is told, "
                   "and codes that are not listed.",
          .wrong = R"(HRESULT APIENTRY Unlock(HANDLE hDevice, const D3DDDIARG_UNLOCK* pArgs) {
  if (resource->IsCached) return E_INVALIDARG;)",
          .right = R"(HRESULT APIENTRY Unlock(HANDLE hDevice, const D3DDDIARG_UNLOCK* pArgs) {
  if (resource->IsCached) return S_OK;)"},
     .tests = {provokes("ResourceRules.U161UnlockThatFailsIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-162",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "NotifyOnly lock returns before the memory is synchronized",
     .text = "NotifyOnly = runtime-preallocated system memory: runtime ignores the returned "
             "pointer and pitch, the UMD may still fail the call, and must synchronise (submit, "
             "then pfnLockCb).",
     .outcome = "decided: unsynchronised = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lock.md",
     .lesson = {.why = "The memory is the runtime's, and the application reads it as soon as Lock "
                       "returns: what the GPU has still to write comes too late or in between.",
                .check = "After a Lock with NotifyOnly the runtime looks whether an unsubmitted "
                         "batch names an allocation of the resource, or the GPU still uses one "
                         "that pfnLockCb does not hold.",
                .wrong =
                    R"(if (pArgs->Flags.NotifyOnly) return S_OK;  // the memory is the runtime's)",
                .right = R"(if (pArgs->Flags.NotifyOnly && resource->hAllocation != 0) {
  if (IsBatched(device, resource)) Submit(device);
  return LockAllocation(device, resource);  // waits for the GPU
})"},
     .tests = {provokes("ResourceRules.U162WrappedMemoryWhoseWorkIsNotSubmittedIsFound"),
               stays_silent("ResourceRules.U162WrappedMemoryThatIsWaitedForIsSilent")}},
    {.id = "U-163",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Unlock does not undo the pfnLockCb made for NotifyOnly memory",
     .text = "If Lock called pfnLockCb for such memory, Unlock must call pfnUnlockCb.",
     .outcome = "documented: loss of coordination between runtime, UMD and KMD",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_unlock.md",
     .lesson = {.why = "The allocation around the runtime's memory stays locked, and the GPU is "
                       "kept from it without anybody noticing.",
                .check = "After an Unlock with NotifyOnly, when no lock of the application is "
                         "left, allocations of the resource that are still locked are told.",
                .wrong = R"(if (pArgs->Flags.NotifyOnly) return S_OK;
device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);)",
                .right =
                    R"(if (pArgs->Flags.NotifyOnly && !resource->WasLockedInKernel) return S_OK;
device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);)"},
     .tests = {provokes("ResourceRules.U163WrappedMemoryThatStaysLockedIsFound"),
               stays_silent("ResourceRules.U163WrappedMemoryThatIsUnlockedIsSilent")}},
    {.id = "U-164",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime draws from a locked resource only where flagged",
     .text = "No draw from a locked resource, except vertex buffers flagged MightDrawFromLocked "
             "both at creation and at lock; the runtime then does not overwrite data in use.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_lock.md; d3dumddi/ns-d3dumddi-_d3dddi_lockflags.md",
     .tests = {proves("RuntimePromises.U164NothingIsDrawnToWhatIsLocked")}},
};

}  // namespace

Chapter lock() { return kUserModeLock; }

}  // namespace drydock::rules::user_mode
