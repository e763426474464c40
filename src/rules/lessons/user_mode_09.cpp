// User mode: releasing.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode09Lessons[] = {
    {.rule = "U-192",
     .why = "The two forms release different things; a call that is neither releases nothing, and "
            "its driver believes otherwise.",
     .check = "Without a resource there must be a list that can be read; a list beside the handle "
              "of a resource that is not shared is ignored.",
     .wrong = R"(D3DDDICB_DEALLOCATE deallocate = {};
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)",
     .right = R"(D3DDDICB_DEALLOCATE deallocate = {};
deallocate.NumAllocations = 1;
deallocate.HandleList = &resource->hAllocation;
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)"},
    {.rule = "U-194",
     .why = "With any other value the resource is not found, and its memory stays.",
     .check = "hResource of the release callbacks is looked up; the finding says what was given "
              "instead.",
     .wrong = R"(deallocate.hResource = (HANDLE)(UINT_PTR)resource->hKernelResource;
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)",
     .right = R"(deallocate.hResource = resource->hRuntime;
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)"},
    {.rule = "U-195",
     .why = "The kernel's resource object, with the private data of both drivers, outlives its "
            "allocations.",
     .check =
         "After DestroyDevice, kernel resources all of whose allocations went by list are named.",
     .wrong = R"(deallocate.HandleList = resource->Allocations;
deallocate.NumAllocations = resource->Count;
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)",
     .right = R"(deallocate.hResource = resource->hRuntime;
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)"},
    {.rule = "U-196",
     .why = "Attaching an allocation made a kernel object of the resource, which only the resource "
            "form takes away.",
     .check = "At the first successful Flush after DestroyResource, a resource without allocations "
              "whose kernel object is still there is told.",
     .wrong = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  D3DDDICB_DEALLOCATE list = {NULL, 1, &resource->hAllocation};
  return device->pCallbacks->pfnDeallocateCb(device->hRuntime, &list);
})",
     .right = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  D3DDDICB_DEALLOCATE whole = {resource->hRuntime, 0, NULL};
  return device->pCallbacks->pfnDeallocateCb(device->hRuntime, &whole);
})"},
    {.rule = "U-198",
     .why = "The address that was handed out points to pages that are given to somebody else.",
     .check = "Each release counts the locks of what it releases; by option they are undone or the "
              "release is refused.",
     .wrong = R"(device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);)",
     .right = R"(device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)"},
    {.rule = "U-199",
     .why = "Handles are used again by the kernel; the second release may hit the allocation of "
            "something else.",
     .check = "Released handles and resources are remembered with their history, and a second "
              "release is told with it.",
     .wrong = R"(~RESOURCE() { Release(device, &hAllocation); }
…
Release(device, &resource->hAllocation);
delete resource;)",
     .right = R"(~RESOURCE() { if (hAllocation != 0) Release(device, &hAllocation); }
…
Release(device, &resource->hAllocation);
resource->hAllocation = 0;
delete resource;)"},
    {.rule = "U-200",
     .why = "The runtime forgets the resource after a success; memory that could not be released "
            "is then nobody's.",
     .check = "A failure of the release callbacks during DestroyResource must be its result, "
              "removal of the device excepted.",
     .wrong = R"(device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
return S_OK;)",
     .right = R"(HRESULT hr = device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
return hr;)"},
    {.rule = "U-203",
     .why = "The kernel takes the driver's word and the memory at once; commands that still run "
            "then read and write what belongs to the next owner.",
     .check = "When pfnDeallocate2Cb comes with the flag, the kernel looks whether submitted work "
              "of the device still uses the allocation.",
     .wrong = R"(SubmitBatch(device);
deallocate.Flags.AssumeNotInUse = 1;
device->pCallbacks->pfnDeallocate2Cb(device->hRuntime, &deallocate);)",
     .right = R"(SubmitBatch(device);
deallocate.Flags.AssumeNotInUse = IsFenceDone(device, resource->LastUse);
device->pCallbacks->pfnDeallocate2Cb(device->hRuntime, &deallocate);)"},
    {.rule = "U-205",
     .why =
         "The bit is for the system's own releases, which skip the safeguards that a driver needs.",
     .check = "The flags of pfnDeallocate2Cb are tested before anything else.",
     .wrong = R"(D3DDDICB_DEALLOCATE2 deallocate = {resource->hRuntime, 0, NULL};
deallocate.Flags.SystemUseOnly = 1;)",
     .right = R"(D3DDDICB_DEALLOCATE2 deallocate = {resource->hRuntime, 0, NULL};
deallocate.Flags.AssumeNotInUse = 1;)"},
    {.rule = "U-207",
     .why = "The call may come on any thread, beside the one that records; who submits there takes "
            "a batch away that is half written.",
     .check = "A pfnRenderCb in DestroyResource of a free-threaded device is told, but for a "
              "primary that is not shared.",
     .wrong =
         R"(VOID APIENTRY DestroyResource(D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource) {
  if (IsInBatch(device, resource)) SubmitBatch(device);
  ReleaseNow(device, resource);
})",
     .right =
         R"(VOID APIENTRY DestroyResource(D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource) {
  QueueRelease(device, resource->hAllocation);  // after the next pfnRenderCb
})"},
    {.rule = "U-208",
     .why = "An application that only destroys and flushes would never get its memory back.",
     .check = "A destroyed resource, not shared, that still has allocations when the next Flush "
              "has succeeded is told once.",
     .wrong = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  if (device->Written == 0) return S_OK;
  HRESULT hr = SubmitBatch(device);
  ReleaseDeferred(device);
  return hr;
})",
     .right = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  HRESULT hr = device->Written == 0 ? S_OK : SubmitBatch(device);
  ReleaseDeferred(device);
  return hr;
})"},
    {.rule = "U-209",
     .why = "Another process waits for the last reference, to reuse a surface or a swap chain.",
     .check = "A destroyed shared resource whose kernel object is still there after the next "
              "successful Flush is told.",
     .wrong = R"(for (RESOURCE* each : device->Deferred)
  if (IsIdle(device, each)) Release(device, each);)",
     .right = R"(for (RESOURCE* each : device->Deferred)
  if (each->IsShared || IsIdle(device, each)) Release(device, each);)"},
    {.rule = "U-210",
     .why = "Nothing calls the driver for this device any more; what waits in the queue then waits "
            "for ever.",
     .check = "Allocations of resources that were destroyed after the last Flush and are there "
              "after DestroyDevice are told.",
     .wrong = R"(HRESULT APIENTRY DestroyDevice(HANDLE hDevice) {
  DestroyContexts(device);
  delete device;
  return S_OK;
})",
     .right = R"(HRESULT APIENTRY DestroyDevice(HANDLE hDevice) {
  ReleaseDeferred(device);
  DestroyContexts(device);
  delete device;
  return S_OK;
})"},
    {.rule = "U-211",
     .why = "A primary belongs to the screen; one that lives on stands in the way of the next mode "
            "and the next swap chain.",
     .check = "When DestroyResource of a primary that is not shared returns, on a device that "
              "works, none of its allocations may be alive.",
     .wrong = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
QueueRelease(device, resource->hAllocation);)",
     .right = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
if (resource->IsPrimary && !resource->IsShared)
  ReleaseNow(device, resource);
else
  QueueRelease(device, resource->hAllocation);)"},
    {.rule = "U-213",
     .why = "The runtime destroys a staging resource when it is told that nobody uses it; commands "
            "that are only recorded use it too.",
     .check = "When ResourceIsStagingBusy says FALSE, the batches that are being built are "
              "searched for the resource.",
     .wrong = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
return !IsFenceDone(device, resource->LastUse);)",
     .right = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
return IsInBatch(device, resource) || !IsFenceDone(device, resource->LastUse);)"},
    {.rule = "U-215",
     .why = "The block is the runtime's, which gives it to the next object; a release that comes "
            "later reads that one's data.",
     .check = "When DestroyResource has returned, or a creation has failed, the block cannot be "
              "touched any more; a call that does is stopped there and told.",
     .wrong = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
device->Deferred.push_back(resource);)",
     .right = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
device->Deferred.push_back({resource->hRTResource, resource->hAllocation});)"},
    {.rule = "U-216",
     .why = "Nobody can do anything about a destruction that fails; the runtime takes the code for "
            "a driver out of order and gives up the device.",
     .check = "What pfnSetErrorCb is told in DestroyResource is compared with "
              "D3DDDIERR_DEVICEREMOVED; after anything else the device is lost.",
     .wrong = R"(DEFERRED* entry = new (std::nothrow) DEFERRED;
if (entry == NULL)
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_OUTOFMEMORY);)",
     .right = R"(DEFERRED* entry = resource->pDeferredEntry;  // made by CreateResource
device->Deferred.push_back(*entry);)"},
    {.rule = "U-217",
     .why = "The runtime goes by its own handles, which stay where they are; with swapped ones the "
            "driver releases a buffer that is still shown.",
     .check = "When resources were rotated, a release in DestroyResource that names by hResource "
              "another living one of them is told and refused; views are not looked at.",
     .wrong = R"(for (UINT i = 0; i + 1 < pArgs->Resources; ++i)
  std::swap(ToResource(pArgs, i)->hRTResource, ToResource(pArgs, i + 1)->hRTResource);)",
     .right = R"(for (UINT i = 0; i + 1 < pArgs->Resources; ++i)
  std::swap(ToResource(pArgs, i)->hAllocation, ToResource(pArgs, i + 1)->hAllocation);)"},
};

}  // namespace

Lessons user_mode_09() { return kUserMode09Lessons; }

}  // namespace drydock::rules::lessons
