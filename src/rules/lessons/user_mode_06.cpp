// User mode: opened and shared resources.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode06Lessons[] = {
    {.rule = "U-106",
     .why = "An opened resource is used like any other, by the driver's handle; without one the "
            "runtime hands the driver its own.",
     .check = "What OpenResource leaves in hResource after success is looked at as after "
              "CreateResource.",
     .wrong = R"(HRESULT APIENTRY OpenResource(HANDLE hDevice, D3DDDIARG_OPENRESOURCE* pArgs) {
  FindShared(pArgs->hKMResource)->Opens++;
  return S_OK;
})",
     .right = R"(HRESULT APIENTRY OpenResource(HANDLE hDevice, D3DDDIARG_OPENRESOURCE* pArgs) {
  RESOURCE* resource = new RESOURCE(pArgs);
  resource->hRuntime = pArgs->hResource;
  pArgs->hResource = (HANDLE)resource;
  return S_OK;
})"},
    {.rule = "U-109",
     .why =
         "Who holds a shared resource is counted by the kernel; a table across devices keeps what "
         "another device has destroyed, and is used by threads that know nothing of each other.",
     .check = "The driver handle of each new resource of Direct3D 9 is compared with those of all "
              "other devices of the driver, and one that is taken is mentioned.",
     .wrong =
         R"(RESOURCE*& resource = g_Shared[KeyOf(pArgs->pPrivateDriverData)];  // in OpenResource
if (resource == NULL) resource = new RESOURCE;
pArgs->hResource = (HANDLE)resource;)",
     .right = R"(RESOURCE* resource = new RESOURCE;  // in OpenResource
resource->hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)resource;)"},
    {.rule = "U-110",
     .why = "Each opening holds the shared memory; one that is never closed keeps it alive when "
            "its creator has long gone.",
     .check = "After DestroyDevice an opened resource is told whose kernel object is still there, "
              "unless its allocations were released by list.",
     .wrong = R"(if (resource->IsOpened) {  // in DestroyResource
  delete resource;
  return S_OK;
})",
     .right = R"(D3DDDICB_DEALLOCATE whole = {resource->hRuntime, 0, NULL};  // opened or created
hr = device->pCallbacks->pfnDeallocateCb(device->hRuntime, &whole);
delete resource;
return hr;)"},
    {.rule = "U-114",
     .why = "The function returns nothing, and only for these two codes has the runtime an answer "
            "to the application; at any other it gives up the device.",
     .check = "What pfnSetErrorCb is told in OpenResource is compared with the two; anything else "
              "is told, and the device is lost.",
     .wrong = R"(if (!AddToTable(device, resource))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_FAIL);)",
     .right = R"(if (!AddToTable(device, resource))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_OUTOFMEMORY);)"},
    {.rule = "U-115",
     .why = "Other processes hold the same memory by one reference each; one that is never given "
            "back keeps it for all.",
     .check = "Shared resources that nobody released are named after DestroyDevice; a second "
              "allocation comes under U-089 and a second release under U-199.",
     .wrong = R"(if (resource->IsShared) {
  delete resource;  // the other process releases it
  return S_OK;
})",
     .right = R"(D3DDDICB_DEALLOCATE deallocate = {resource->hRuntime, 0, NULL};
hr = device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
delete resource;)"},
    {.rule = "U-116",
     .why = "The other process has opened what was there; it never learns of the new allocation.",
     .check = "pfnAllocateCb is refused for a shared resource after its creation, and for one that "
              "was opened; a release of single allocations comes under U-117 and U-118.",
     .wrong = R"(if (resource->IsShared && resource->NeedsShadow) {
  allocate.hResource = resource->hRuntime;
  device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
})",
     .right = R"(if (resource->IsShared && resource->NeedsShadow) {
  allocate.hResource = NULL;  // the device's own
  device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
})"},
    {.rule = "U-117",
     .why = "By list the kernel destroys memory that others have open, or refuses; only the "
            "resource has a count of who uses it.",
     .check = "pfnDeallocateCb looks whether the resource, or the owner of all listed allocations, "
              "is shared.",
     .wrong = R"(deallocate.hResource = resource->hRuntime;
deallocate.NumAllocations = resource->Count;
deallocate.HandleList = resource->Allocations;)",
     .right = R"(deallocate.hResource = resource->hRuntime;
deallocate.NumAllocations = 0;
deallocate.HandleList = NULL;)"},
    {.rule = "U-118",
     .why =
         "The opener's view of the resource would have a hole in it that nobody can tell it about.",
     .check = "A list with some, not all, of the allocations of a shared resource is refused.",
     .wrong = R"(deallocate.hResource = NULL;
deallocate.NumAllocations = 1;
deallocate.HandleList = &shared->Allocations[1];)",
     .right =
         R"(deallocate.hResource = shared->hRuntime;  // all of them, when the resource is destroyed
deallocate.NumAllocations = 0;
deallocate.HandleList = NULL;)"},
    {.rule = "U-119",
     .why = "Other processes have opened the allocation that was shared. A driver that goes on "
            "with another one shows them a picture that nobody draws any more.",
     .check =
         "When Lock of a shared resource shows another allocation of the device, the next batch "
         "that "
         "names that one must name the resource's own too, as a copy does. A Discard of a shared "
         "allocation never gives another instance.",
     .wrong = R"(if (pArgs->Flags.Discard && IsBusy(resource))
  resource->hAllocation = TakeSpareAllocation(device);  // also of a shared one)",
     .right = R"(if (pArgs->Flags.Discard && IsBusy(resource) && !resource->IsShared)
  resource->hAllocation = TakeSpareAllocation(device);)"},
    {.rule = "U-120",
     .why = "Two processes that lock the same memory see each other's half-written data, and the "
            "creator cannot know.",
     .check = "pfnLockCb on an allocation of a resource that this device opened is refused; the "
              "exception for the primary of GDI is not made.",
     .wrong = R"(lock.hAllocation = opened->hAllocation;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)",
     .right = R"(CopyToStaging(device, opened, staging);
lock.hAllocation = staging->hAllocation;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)"},
    {.rule = "U-121",
     .why = "The other process is told that it may read now; commands that are still in the driver "
            "write later, under its eyes.",
     .check = "When ResolveSharedResource returns, the batches that are being built are searched "
              "for the resource.",
     .wrong = R"(HRESULT APIENTRY ResolveSharedResource(HANDLE hDevice,
                                       const D3DDDIARG_RESOLVESHAREDRESOURCE* pArgs) {
  return S_OK;
})",
     .right = R"(HRESULT APIENTRY ResolveSharedResource(HANDLE hDevice,
                                       const D3DDDIARG_RESOLVESHAREDRESOURCE* pArgs) {
  return SubmitBatch((DEVICE*)hDevice);
})"},
};

}  // namespace

Lessons user_mode_06() { return kUserMode06Lessons; }

}  // namespace drydock::rules::lessons
