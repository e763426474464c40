// User mode: handles.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode02Lessons[] = {
    {.rule = "U-019",
     .why = "The runtime looks up its own object by the value; a pointer of the driver's is no "
            "object there, and the call fails.",
     .check = "Callbacks that take a resource look its handle up; when it is the driver's or the "
              "kernel's name of something instead, the finding says which.",
     .wrong = R"(allocate.hResource = (HANDLE)resource;
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)",
     .right = R"(allocate.hResource = resource->hRuntime;
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)"},
    {.rule = "U-020",
     .why = "The runtime gives this value back in every later call; the driver then reads the "
            "runtime's handle as a pointer of its own.",
     .check = "When CreateResource succeeds, hResource must be neither NULL nor what it was on "
              "entry; else the creation counts as failed.",
     .wrong = R"(RESOURCE* resource = new RESOURCE(pArgs);
device->Resources.push_back(resource);
return S_OK;)",
     .right = R"(RESOURCE* resource = new RESOURCE(pArgs);
resource->hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)resource;
return S_OK;)"},
    {.rule = "U-022",
     .why = "Two resources with one driver handle are one to the driver: destroying either takes "
            "the memory of both.",
     .check =
         "The handle of each new resource is compared with those of all that live on the device.",
     .wrong = R"(static RESOURCE shared;
shared.hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)&shared;)",
     .right = R"(RESOURCE* resource = new RESOURCE;
resource->hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)resource;)"},
    {.rule = "U-023",
     .why = "Opening a shared resource may bring a kernel name that another object of the driver "
            "has already; found by that name two become one, and destroying either takes both.",
     .check = "When CreateResource or OpenResource returns the driver handle of a living resource, "
              "and both were given the same hKMResource, it is mentioned; by option a second "
              "opening brings the first one's.",
     .wrong = R"(RESOURCE*& resource = device->ByKernelHandle[pArgs->hKMResource];
if (resource == NULL) resource = new RESOURCE;
resource->hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)resource;)",
     .right = R"(RESOURCE* resource = new RESOURCE;
resource->hKernelResource = pArgs->hKMResource;
resource->hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)resource;)"},
    {.rule = "U-026",
     .why = "The kernel works on another allocation than the one that the application sees, or on "
            "none.",
     .check = "Lock, unlock, release, offer, reclaim, priority and residency callbacks look their "
              "handles up among the live allocations of the device; a live handle of the wrong "
              "surface is not recognised.",
     .wrong = R"(D3DDDICB_LOCK lock = {};
lock.hAllocation = resource->hKernelResource;
lock.Flags.LockEntire = 1;)",
     .right = R"(D3DDDICB_LOCK lock = {};
lock.hAllocation = resource->Allocations[pArgs->SubResourceIndex];
lock.Flags.LockEntire = 1;)"},
    {.rule = "U-029",
     .why = "Callbacks find the device by that handle; the driver's own pointer means nothing on "
            "the other side.",
     .check =
         "Every device callback looks up its first argument, and says what it was given instead.",
     .wrong = R"(render.hContext = device->hContext;
device->pCallbacks->pfnRenderCb((HANDLE)device, &render);)",
     .right = R"(device->hRuntime = pArgs->hDevice;  // in CreateDevice
…
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
    {.rule = "U-030",
     .why = "All later calls carry the handle that is left there; unchanged, it is a runtime's "
            "handle that the driver takes for its own object.",
     .check = "After OpenAdapter and CreateDevice have succeeded the handle must be there and "
              "differ from the runtime's.",
     .wrong = R"(HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE* pArgs) {
  TheDevice.hRuntime = pArgs->hDevice;
  return S_OK;
})",
     .right = R"(HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE* pArgs) {
  DEVICE* device = new DEVICE;
  device->hRuntime = pArgs->hDevice;
  pArgs->hDevice = (HANDLE)device;
  return S_OK;
})"},
    {.rule = "U-035",
     .why = "What a deferred context opens is the object that the immediate context has: memory "
            "taken for it there has no owner when the list is finished, and what is released "
            "there is still in use.",
     .check = "pfnAllocateCb inside the CreateResource that opens a deferred context's handle is "
              "told, and pfnDeallocateCb inside the DestroyResource that closes it.",
     .wrong =
         R"(VOID CreateResource(D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATERESOURCE* pArgs,
                    D3D10DDI_HRESOURCE hResource, D3D10DDI_HRTRESOURCE hRTResource) {
  AllocateFor(DeviceOf(hDevice), hRTResource);  // also on a deferred context)",
     .right = R"(if (DeviceOf(hDevice)->IsDeferred) {  // pArgs is NULL
  LocalOf(hResource)->pImmediate = (RESOURCE*)hRTResource.handle;
  return;
}
AllocateFor(DeviceOf(hDevice), hRTResource);)"},
};

}  // namespace

Lessons user_mode_02() { return kUserMode02Lessons; }

}  // namespace drydock::rules::lessons
