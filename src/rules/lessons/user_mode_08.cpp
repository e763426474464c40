// User mode: locking.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode08Lessons[] = {
    {.rule = "U-155",
     .why = "\"Still drawing\" is an answer for those who asked not to wait; anybody else takes it "
            "for a broken device.",
     .check = "The result of Lock is looked up among the listed codes, and the one for drawing "
              "only with DoNotWait in the flags.",
     .wrong = R"(if (IsBusy(device, resource)) return D3DDDIERR_WASSTILLDRAWING;
return LockAllocation(device, resource, pArgs);)",
     .right = R"(if (IsBusy(device, resource) && pArgs->Flags.DoNotWait)
  return D3DDDIERR_WASSTILLDRAWING;
return LockAllocation(device, resource, pArgs);)"},
    {.rule = "U-156",
     .why = "Without a lock the kernel may move or discard the memory while the application writes "
            "to it.",
     .check = "When Lock succeeds outside system memory, one of the allocations of the resource "
              "must be locked, but for a Dynamic resource with NoOverwrite.",
     .wrong = R"(pArgs->pSurfData = resource->pLastAddress;
pArgs->Pitch = resource->Pitch;
return S_OK;)",
     .right = R"(hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
if (FAILED(hr)) return hr;
pArgs->pSurfData = lock.pData;
pArgs->Pitch = resource->Pitch;
return S_OK;)"},
    {.rule = "U-157",
     .why = "The kernel waits for what was submitted and cannot know of what is still in the "
            "driver, so it lets the processor in too early.",
     .check = "pfnLockCb inside Lock, without Discard and NoOverwrite, searches the batches that "
              "are being built for the allocation.",
     .wrong = R"(device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
SubmitBatch(device);)",
     .right = R"(SubmitBatch(device);
device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)"},
    {.rule = "U-160",
     .why = "Applications test the first lock and take the rest for granted.",
     .check = "A resource that was locked once must be lockable again; failures that come from a "
              "callback and \"still drawing\" are excused.",
     .wrong = R"(if (resource->LockCount == 1) return E_OUTOFMEMORY;
++resource->LockCount;)",
     .right = R"(++resource->LockCount;
pArgs->pSurfData = resource->pLocked;)"},
    {.rule = "U-161",
     .why = "The application has given its data back and cannot do anything about a failure.",
     .check = "E_INVALIDARG from Unlock for a resource that the runtime has locked is told, and "
              "codes that are not listed.",
     .wrong = R"(HRESULT APIENTRY Unlock(HANDLE hDevice, const D3DDDIARG_UNLOCK* pArgs) {
  if (resource->IsCached) return E_INVALIDARG;)",
     .right = R"(HRESULT APIENTRY Unlock(HANDLE hDevice, const D3DDDIARG_UNLOCK* pArgs) {
  if (resource->IsCached) return S_OK;)"},
    {.rule = "U-162",
     .why = "The memory is the runtime's, and the application reads it as soon as Lock returns: "
            "what the GPU has still to write comes too late or in between.",
     .check = "After a Lock with NotifyOnly the runtime looks whether an unsubmitted batch names "
              "an allocation of the resource, or the GPU still uses one that pfnLockCb does not "
              "hold.",
     .wrong = R"(if (pArgs->Flags.NotifyOnly) return S_OK;  // the memory is the runtime's)",
     .right = R"(if (pArgs->Flags.NotifyOnly && resource->hAllocation != 0) {
  if (IsBatched(device, resource)) Submit(device);
  return LockAllocation(device, resource);  // waits for the GPU
})"},
    {.rule = "U-163",
     .why = "The allocation around the runtime's memory stays locked, and the GPU is kept from it "
            "without anybody noticing.",
     .check = "After an Unlock with NotifyOnly, when no lock of the application is left, "
              "allocations of the resource that are still locked are told.",
     .wrong = R"(if (pArgs->Flags.NotifyOnly) return S_OK;
device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);)",
     .right = R"(if (pArgs->Flags.NotifyOnly && !resource->WasLockedInKernel) return S_OK;
device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);)"},
    {.rule = "U-166",
     .why = "Lock is where most programs first meet a lost device; hidden, they go on drawing into "
            "nothing.",
     .check =
         "A removal that pfnLockCb reported during a function must be what that function returns.",
     .wrong = R"(hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
if (FAILED(hr)) return D3DDDIERR_WASSTILLDRAWING;)",
     .right = R"(hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
if (FAILED(hr)) return hr;)"},
    {.rule = "U-167",
     .why = "The two say different things about what is locked, and the kernel cannot guess which "
            "one is meant.",
     .check = "pfnLockCb compares the flag with the page list; with neither it answers "
              "D3DERR_NOTAVAILABLE.",
     .wrong = R"(lock.Flags.Value = 0;
lock.NumPages = 0;
lock.pPages = NULL;)",
     .right = R"(lock.Flags.LockEntire = 1;
lock.NumPages = 0;
lock.pPages = NULL;)"},
    {.rule = "U-168",
     .why = "A lock that allows neither reading nor writing is a mistake in the translation of the "
            "application's flags.",
     .check = "Both flags together are refused by pfnLockCb.",
     .wrong = R"(lock.Flags.ReadOnly = pArgs->Flags.ReadOnly;
lock.Flags.WriteOnly = 1;)",
     .right = R"(lock.Flags.ReadOnly = pArgs->Flags.ReadOnly;
lock.Flags.WriteOnly = pArgs->Flags.WriteOnly;)"},
    {.rule = "U-169",
     .why = "The processor gets memory that the GPU is using, which works only where both see the "
            "same bytes.",
     .check =
         "The combination with AcquireAperture is refused at once; where the allocation may lie, "
         "the kernel knows, and its refusal of a lock with these flags is told under this rule.",
     .wrong = R"(lock.Flags.IgnoreSync = 1;
lock.Flags.AcquireAperture = 1;)",
     .right = R"(lock.Flags.IgnoreSync = 1;
lock.Flags.DonotWait = 1;)"},
    {.rule = "U-172",
     .why = "Such a lock reaches the memory through an aperture, at an address of its own; beside "
            "a lock of the other kind, or another process's, one allocation would have two layouts "
            "at once.",
     .check = "pfnLockCb refuses UseAlternateVA without AcquireAperture and on shared allocations; "
              "what the kernel refuses with AcquireAperture, or while the allocation is locked "
              "already, comes under this rule too.",
     .wrong = R"(lock.Flags.LockEntire = 1;
lock.Flags.UseAlternateVA = 1;)",
     .right = R"(lock.Flags.LockEntire = 1;
lock.Flags.AcquireAperture = 1;
lock.Flags.UseAlternateVA = !resource->IsShared;)"},
    {.rule = "U-173",
     .why = "There is no address by which the processor could reach such memory.",
     .check = "When the kernel refuses to lock the whole of an allocation, with no other flag that "
              "explains it, pfnLockCb is told under this rule.",
     .wrong = R"(lock.hAllocation = renderTarget->hAllocation;  // made without CpuVisible
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)",
     .right = R"(CopyToStaging(device, renderTarget, staging);
lock.hAllocation = staging->hAllocation;  // made with CpuVisible
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)"},
    {.rule = "U-174",
     .why = "The memory of an offered allocation may have been given to another program in the "
            "meantime.",
     .check = "The host notes what was offered and not reclaimed, and refuses its lock.",
     .wrong = R"(device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
…
device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)",
     .right = R"(device->pCallbacks->pfnOfferAllocationsCb(device->hRuntime, &offer);
…
device->pCallbacks->pfnReclaimAllocationsCb(device->hRuntime, &reclaim);
device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)"},
    {.rule = "U-175",
     .why = "The application has written into the new memory; batches with the old name draw what "
            "it threw away.",
     .check = "A Discard gives another instance when the allocation is busy, by option always or "
              "never; pfnRenderCb tells of an entry that names one before the last, and under "
              "U-141 when a batch has used a newer one.",
     .wrong = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
pArgs->pSurfData = lock.pData;)",
     .right = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
if (SUCCEEDED(hr)) resource->hAllocation = lock.hAllocation;
pArgs->pSurfData = lock.pData;)"},
    {.rule = "U-177",
     .why = "The renaming fails while queued commands hold all instances; after a submission one "
            "comes free, and with a false promise the processor writes into one that is in use.",
     .check = "A Discard lock that fails with a callback's code and no second try by "
              "NoExistingReference is told, and that flag while the batch names the allocation.",
     .wrong = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
return hr;)",
     .right = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
if (SUCCEEDED(hr)) return hr;
SubmitBatch(device);
lock.Flags.NoExistingReference = 1;
return device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)"},
    {.rule = "U-178",
     .why = "The kernel counts locks; one that stays keeps the memory in place and out of the "
            "GPU's best segment.",
     .check = "An unlock of what is not locked is told at the call, and allocations that are "
              "locked after DestroyDevice then.",
     .wrong = R"(HRESULT APIENTRY Unlock(HANDLE hDevice, const D3DDDIARG_UNLOCK* pArgs) {
  resource->pLocked = NULL;
  return S_OK;
})",
     .right = R"(HRESULT APIENTRY Unlock(HANDLE hDevice, const D3DDDIARG_UNLOCK* pArgs) {
  D3DDDICB_UNLOCK unlock = {1, &resource->hAllocation};
  resource->pLocked = NULL;
  return device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);
})"},
    {.rule = "U-180",
     .why = "The application writes on through the address it got; without the lock the memory may "
            "be somewhere else.",
     .check = "pfnUnlockCb outside Lock, Unlock and the functions that destroy is told when the "
              "application has the resource locked.",
     .wrong = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  UnlockAll(device);
  return SubmitBatch(device);
})",
     .right = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  UnlockCached(device);  // only what no application holds
  return SubmitBatch(device);
})"},
    {.rule = "U-181",
     .why = "The runtime has another way for each of these codes, the plain Lock among them; for a "
            "stranger it has none.",
     .check = "The result of LockAsync is looked up among the listed codes, and the one for "
              "drawing only with Discard in the flags.",
     .wrong = R"(if (IsBusy(device, resource)) return D3DDDIERR_WASSTILLDRAWING;
return LockForThread(device, resource, pArgs);)",
     .right = R"(if (!pArgs->Flags.Discard && !pArgs->Flags.NoOverwrite) return E_NOTIMPL;
return LockForThread(device, resource, pArgs);)"},
    {.rule = "U-182",
     .why = "LockAsync comes while another thread records; the batch and the current handle are "
            "that thread's, which learns of the new one in its own order, by Rename.",
     .check = "A pfnRenderCb inside LockAsync is told, and NoExistingReference where the runtime "
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
    {.rule = "U-183",
     .why = "Draws that were recorded before the lock are still on their way to the driver and "
            "mean the old contents; Rename comes when they have passed.",
     .check = "The instance that a discarding LockAsync got counts from its Rename on: a batch "
              "that names it earlier is told, as is a result of Rename that the documents do not "
              "list.",
     .wrong = R"(device->pCallbacks->pfnLockCb(device->hRuntime, &lock);  // in LockAsync
resource->hAllocation = lock.hAllocation;)",
     .right = R"(device->pCallbacks->pfnLockCb(device->hRuntime, &lock);  // in LockAsync
pArgs->hCookie = (HANDLE)(ULONG_PTR)lock.hAllocation;
…
resource->hAllocation = (D3DKMT_HANDLE)(ULONG_PTR)pArgs->hCookie;  // in Rename)"},
    {.rule = "U-184",
     .why = "The lock lasts while the GPU draws; where the kernel cannot have both, the batch "
            "fails later, far from the lock that is to blame.",
     .check = "When LockAsync grants NoOverwrite, the allocations of the resource that are not "
              "locked are tried; one that no aperture takes is told.",
     .wrong = R"(if (pArgs->Flags.NoOverwrite) return GiveCachedAddress(resource, pArgs);
return LockForThread(device, resource, pArgs);)",
     .right = R"(if (pArgs->Flags.NoOverwrite && !resource->IsInAperture) return E_NOTIMPL;
if (pArgs->Flags.NoOverwrite) return GiveCachedAddress(resource, pArgs);
return LockForThread(device, resource, pArgs);)"},
    {.rule = "U-185",
     .why = "The runtime uses the three together; having found one it relies on the others.",
     .check = "The three entries of the device table are counted when CreateDevice succeeds.",
     .wrong = R"(pArgs->pDeviceFuncs->pfnLockAsync = LockAsync;
pArgs->pDeviceFuncs->pfnUnlockAsync = UnlockAsync;)",
     .right = R"(pArgs->pDeviceFuncs->pfnLockAsync = LockAsync;
pArgs->pDeviceFuncs->pfnUnlockAsync = UnlockAsync;
pArgs->pDeviceFuncs->pfnRename = Rename;)"},
    {.rule = "U-186",
     .why = "The new lock gives an address and waits for nobody; a driver that does not wait "
            "itself lets the application read half a picture.",
     .check = "pfnLock2Cb inside a Lock without NoOverwrite looks whether a batch or the GPU still "
              "uses the allocation; how a driver waits, by polling or not, is not seen.",
     .wrong = R"(D3DDDICB_LOCK2 lock = {};
lock.hAllocation = resource->hAllocation;
hr = device->pCallbacks->pfnLock2Cb(device->hRuntime, &lock);)",
     .right = R"(if (IsBusy(device, resource) && pArgs->Flags.DoNotWait)
  return D3DDDIERR_WASSTILLDRAWING;
WaitForFence(device, resource->LastUse);
D3DDDICB_LOCK2 lock = {};
lock.hAllocation = resource->hAllocation;
hr = device->pCallbacks->pfnLock2Cb(device->hRuntime, &lock);)"},
    {.rule = "U-187",
     .why = "The new lock has no variants; a bit from the old flags means nothing now and perhaps "
            "something later.",
     .check = "pfnLock2Cb compares the whole of its flags with zero and refuses.",
     .wrong = R"(D3DDDICB_LOCK2 lock = {};
lock.hAllocation = resource->hAllocation;
lock.Flags.Value = pArgs->Flags.Value;)",
     .right = R"(D3DDDICB_LOCK2 lock = {};
lock.hAllocation = resource->hAllocation;
lock.Flags.Value = 0;)"},
    {.rule = "U-190",
     .why = "For a code outside of the list the runtime has no answer to the application: it gives "
            "up the device, and with it all that was mapped.",
     .check = "pfnSetErrorCb compares the code with those of the function; \"still drawing\" needs "
              "DONOTWAIT in the flags of the map, and after a wrong code the device is lost.",
     .wrong = R"(if (IsBusy(device, resource))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer,
                                      DXGI_DDI_ERR_WASSTILLDRAWING);)",
     .right = R"(if (IsBusy(device, resource) && (Flags & D3D10_DDI_MAP_FLAG_DONOTWAIT))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer,
                                      DXGI_DDI_ERR_WASSTILLDRAWING);
else
  MapAndWait(device, resource, pMapped);)"},
};

}  // namespace

Lessons user_mode_08() { return kUserMode08Lessons; }

}  // namespace drydock::rules::lessons
