// User mode: creating resources.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode04Lessons[] = {
    {.rule = "U-055",
     .why = "The runtime translates the codes it knows for the application; a stranger is passed "
            "on or turned into something misleading.",
     .check = "Each result of CreateResource is looked up among the listed codes and among those "
              "that callbacks returned meanwhile.",
     .wrong = R"(RESOURCE* resource = new (std::nothrow) RESOURCE;
if (resource == NULL) return E_FAIL;)",
     .right = R"(RESOURCE* resource = new (std::nothrow) RESOURCE;
if (resource == NULL) return E_OUTOFMEMORY;)"},
    {.rule = "U-056",
     .why = "For buffers the runtime has a second way, in system memory, and takes it at this "
            "code; for a texture there is none, and the application fails.",
     .check = "When CreateResource fails with a code of its own other than E_OUTOFMEMORY, the kind "
              "of resource decides whether this code is required or forbidden.",
     .wrong = R"(if (pArgs->Flags.Texture && !FitsInVideoMemory(pArgs)) return D3DERR_NOTAVAILABLE;
if (pArgs->Flags.VertexBuffer && !SupportsBuffers()) return E_FAIL;)",
     .right = R"(if (pArgs->Flags.Texture && !FitsInVideoMemory(pArgs)) return E_OUTOFMEMORY;
if (pArgs->Flags.VertexBuffer && !SupportsBuffers()) return D3DERR_NOTAVAILABLE;)"},
    {.rule = "U-070",
     .why = "The memory is there and the processor can use it; failing takes a resource from the "
            "application that it already holds.",
     .check = "When CreateResource for system memory returns a code that a callback gave, and "
              "pfnAllocateCb had failed, it is told.",
     .wrong = R"(hr = device->Callbacks.pfnAllocateCb(device->hRuntime, &wrap);
if (FAILED(hr)) return hr;)",
     .right = R"(hr = device->Callbacks.pfnAllocateCb(device->hRuntime, &wrap);
resource->IsWrapped = SUCCEEDED(hr);  // else the processor copies)"},
    {.rule = "U-072",
     .why = "The runtime stages every upload there from this version on, and has no other pool to "
            "fall back to.",
     .check = "CreateResource for the pool must not fail for a reason of the driver's own, on a "
              "driver that says it is of WDDM 1.3, unless memory has run out.",
     .wrong = R"(if (pArgs->Pool == D3DDDIPOOL_STAGINGMEM) return D3DERR_NOTAVAILABLE;
return CreateInVideoMemory(device, pArgs);)",
     .right = R"(if (pArgs->Pool == D3DDDIPOOL_STAGINGMEM) return CreateStaging(device, pArgs);
return CreateInVideoMemory(device, pArgs);)"},
    {.rule = "U-073",
     .why = "The runtime asks for resources with the new flags through this function only.",
     .check = "When CreateDevice succeeds, a driver of WDDM 1.3 must have the entry; what it "
              "returns is checked as CreateResource's is.",
     .wrong = R"(// DriverVersion is D3D_UMD_INTERFACE_VERSION_WDDM1_3
pArgs->pDeviceFuncs->pfnCreateResource = CreateResource;)",
     .right = R"(// DriverVersion is D3D_UMD_INTERFACE_VERSION_WDDM1_3
pArgs->pDeviceFuncs->pfnCreateResource = CreateResource;
pArgs->pDeviceFuncs->pfnCreateResource2 = CreateResource2;)"},
    {.rule = "U-076",
     .why = "The hint is about speed: an application may lock all the same, and has a right to its "
            "data.",
     .check = "A Lock that fails on a resource with the hint, by a code that is neither a "
              "callback's nor lack of memory, is told.",
     .wrong = R"(if (resource->Flags.NotLockable) return E_FAIL;
return LockAllocation(device, resource, pArgs);)",
     .right =
         R"(if (resource->Flags.NotLockable) return LockThroughStaging(device, resource, pArgs);
return LockAllocation(device, resource, pArgs);)"},
    {.rule = "U-082",
     .why =
         "There is no handle by which the runtime could ever destroy what a failed creation left.",
     .check = "When CreateResource or OpenResource fails, the allocations that were made during "
              "the call and still live are named.",
     .wrong = R"(hr = device->Callbacks.pfnAllocateCb(device->hRuntime, &allocate);
…
if (!MapBackingStore(resource)) return E_OUTOFMEMORY;)",
     .right = R"(hr = device->Callbacks.pfnAllocateCb(device->hRuntime, &allocate);
…
if (!MapBackingStore(resource)) {
  device->Callbacks.pfnDeallocateCb(device->hRuntime, &deallocate);
  return E_OUTOFMEMORY;
})"},
};

}  // namespace

Lessons user_mode_04() { return kUserMode04Lessons; }

}  // namespace drydock::rules::lessons
