// User mode: destroying resources.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode01Lessons[] = {
    {.rule = "U-003",
     .why = "After an error the runtime keeps the resource and goes on using its handle; what the "
            "driver has freed is then used again.",
     .check = "When DestroyResource returns an error, the kernel objects of the resource are "
              "counted again; fewer than before contradict the result.",
     .wrong = R"(device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
delete resource;
return E_FAIL;)",
     .right = R"(HRESULT hr = device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
if (FAILED(hr)) return hr;
delete resource;
return S_OK;)"},
    {.rule = "U-004",
     .why = "The batch names an allocation that is gone when it is submitted at last, and the "
            "whole submission fails.",
     .check = "At each release the allocation lists that the driver is filling are searched for "
              "the handle; a later submission that names it is found by U-136.",
     .wrong = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  …
  return device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
})",
     .right = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  …
  if (resource->LastBatch == device->CurrentBatch) SubmitBatch(device);
  return device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
})"},
    {.rule = "U-005",
     .why = "Video memory is short, and a game destroys thousands of resources; each that keeps "
            "its allocations is lost until the process ends.",
     .check = "After DestroyDevice, allocations of a resource that was destroyed at least one "
              "Flush ago are reported with their history.",
     .wrong = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  delete (RESOURCE*)hResource;
  return S_OK;
})",
     .right = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  HRESULT hr = ReleaseAllocations((DEVICE*)hDevice, (RESOURCE*)hResource);
  delete (RESOURCE*)hResource;
  return hr;
})"},
    {.rule = "U-008",
     .why = "The runtime goes on addressing surfaces of the group that no longer have memory "
            "behind them.",
     .check = "A release by list of some of the allocations that one pfnAllocateCb made is told "
              "when their resource lives and is not being destroyed.",
     .wrong = R"(deallocate.hResource = NULL;
deallocate.NumAllocations = 1;
deallocate.HandleList = &resource->Allocations[lowestMip];)",
     .right = R"(deallocate.hResource = resource->hRuntime;
deallocate.NumAllocations = 0;
deallocate.HandleList = NULL;)"},
    {.rule = "U-016",
     .why = "Such an allocation belongs to the miniport, which destroys it itself; a driver in "
            "user mode can only have guessed the handle.",
     .check = "pfnDeallocateCb looks each handle up among the allocations of the device; one that "
              "is the low part of what the kernel's driver got from DxgkCbCreateContextAllocation "
              "is told here, and any other that never was there under U-026.",
     .wrong = R"(D3DKMT_HANDLE handle = privateData->hContextSaveArea;
deallocate.NumAllocations = 1;
deallocate.HandleList = &handle;)",
     .right = R"(D3DKMT_HANDLE handle = resource->hAllocation;
deallocate.NumAllocations = 1;
deallocate.HandleList = &handle;)"},
};

}  // namespace

Lessons user_mode_01() { return kUserMode01Lessons; }

}  // namespace drydock::rules::lessons
