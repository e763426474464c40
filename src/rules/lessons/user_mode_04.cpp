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
    {.rule = "U-061",
     .why = "Another device may open the resource as soon as its creation has returned, and finds "
            "nothing behind it.",
     .check = "When CreateResource of Direct3D 9 succeeds for a shared resource outside of system "
              "memory, the resource must have an allocation.",
     .wrong = R"(resource->AllocatesAtFirstUse = TRUE;
pArgs->hResource = (HANDLE)resource;
return S_OK;)",
     .right = R"(resource->AllocatesAtFirstUse = !pArgs->Flags.SharedResource;
if (pArgs->Flags.SharedResource) hr = AllocateNow(device, resource);
if (FAILED(hr)) return hr;
pArgs->hResource = (HANDLE)resource;
return S_OK;)"},
    {.rule = "U-063",
     .why = "Bits without a meaning may be set by the runtimes to come; a driver that minds them "
            "fails there for everybody.",
     .check = "By option CreateResource2 comes with the undefined upper bits of Flags2 set; when "
              "it fails so, and succeeds with zeros there, it is told.",
     .wrong = R"(if (pArgs->Flags2.Value & ~KNOWN_FLAGS2) return D3DDDIERR_NOTAVAILABLE;
resource->Flags2 = pArgs->Flags2;)",
     .right = R"(resource->Flags2 = pArgs->Flags2;
resource->Flags2.Value &= KNOWN_FLAGS2;)"},
    {.rule = "U-064",
     .why = "A member that means nothing for this kind of resource holds whatever was there "
            "before; a driver that reads it works by luck.",
     .check = "By option the reserved members hold noise, for each kind of resource its own; a "
              "CreateResource that fails so, and succeeds with zeros there, is told.",
     .wrong = R"(allocate.NumAllocations = pArgs->MipLevels;
allocate.pAllocationInfo = infos;)",
     .right = R"(const D3DDDI_RESOURCEFLAGS flags = pArgs->Flags;
const BOOL hasLevels = flags.Texture || flags.CubeMap || flags.Volume;
allocate.NumAllocations = hasLevels ? pArgs->MipLevels : 1;
allocate.pAllocationInfo = infos;)"},
    {.rule = "U-070",
     .why = "The memory is there and the processor can use it; failing takes a resource from the "
            "application that it already holds.",
     .check = "When CreateResource for system memory returns a code that a callback gave, and "
              "pfnAllocateCb had failed, it is told.",
     .wrong = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &wrap);
if (FAILED(hr)) return hr;)",
     .right = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &wrap);
resource->IsWrapped = SUCCEEDED(hr);  // else the processor copies)"},
    {.rule = "U-071",
     .why = "Which video memory it is tells how fast, not whether; an application must not work on "
            "one machine and fail on another because a hint was met.",
     .check = "The result of CreateResource is kept for each kind of resource, and the same kind "
              "in another video pool must get the same; pictures are not compared, nor creations "
              "in which a callback failed.",
     .wrong = R"(if (pArgs->Pool == D3DDDIPOOL_NONLOCALVIDMEM && pArgs->Flags.ZBuffer)
  return E_OUTOFMEMORY;
data.Segment = SegmentOf(pArgs->Pool);)",
     .right = R"(data.Segment = SegmentOf(pArgs->Pool);
if (pArgs->Pool == D3DDDIPOOL_NONLOCALVIDMEM && pArgs->Flags.ZBuffer)
  data.Segment = LOCAL_SEGMENT;)"},
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
    {.rule = "U-074",
     .why = "By this code the caller learns that the size is too much and asks for less; any other "
            "one reads as a device that does not work.",
     .check =
         "CreateResource2 that refuses a capture buffer by a code of its own, neither E_INVALIDARG "
         "nor E_OUTOFMEMORY, is told; what is beyond a driver's limits only the driver knows.",
     .wrong = R"(if (pArgs->Flags.CaptureBuffer && pArgs->pSurfList[0].Width > MAX_CAPTURE_WIDTH)
  return D3DDDIERR_NOTAVAILABLE;)",
     .right = R"(if (pArgs->Flags.CaptureBuffer && pArgs->pSurfList[0].Width > MAX_CAPTURE_WIDTH)
  return E_INVALIDARG;)"},
    {.rule = "U-075",
     .why = "Programs choose a format for their encoder by what is reported; one that is only "
            "accepted is never chosen, or by those who never asked.",
     .check = "When a creation with VideoEncoder has succeeded, the formats of GetCaps are read, "
              "and that of the resource must have one of the two operations.",
     .wrong = R"(formats[i].Format = D3DDDIFMT_A8R8G8B8;
formats[i].Operations = FORMATOP_TEXTURE;)",
     .right = R"(formats[i].Format = D3DDDIFMT_A8R8G8B8;
formats[i].Operations = FORMATOP_TEXTURE | FORMATOP_VIDEO_ENCODER;)"},
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
    {.rule = "U-077",
     .why = "The GPU reads such a buffer while the application has it locked; in memory that only "
            "one of them reaches at a time the kernel refuses the rendering.",
     .check = "When CreateResource with the flag succeeds, every allocation that is not locked is "
              "tried by a lock that does not wait for the GPU; where the kernel has no aperture "
              "for it, it is told.",
     .wrong = R"(ALLOCATION_DATA data = {};
data.Segment = LOCAL_SEGMENT;
info.pPrivateDriverData = &data;)",
     .right = R"(ALLOCATION_DATA data = {};
data.Segment = pArgs->Flags.MightDrawFromLocked ? APERTURE_SEGMENT : LOCAL_SEGMENT;
info.pPrivateDriverData = &data;)"},
    {.rule = "U-082",
     .why =
         "There is no handle by which the runtime could ever destroy what a failed creation left.",
     .check = "When CreateResource or OpenResource fails, the allocations that were made during "
              "the call and still live are named.",
     .wrong = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
…
if (!MapBackingStore(resource)) return E_OUTOFMEMORY;)",
     .right = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
…
if (!MapBackingStore(resource)) {
  device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
  return E_OUTOFMEMORY;
})"},
    {.rule = "U-083",
     .why = "A capture driver fills the memory behind the handle; when it is another's, the frames "
            "land in somebody's picture.",
     .check =
         "A success of GetCaptureAllocationHandle must name a living allocation of this "
         "resource, and a failure be listed; a callback that names the handle once the resource "
         "is gone is told.",
     .wrong = R"(pArgs->hAllocation = resource->hKernelResource;
return S_OK;)",
     .right = R"(pArgs->hAllocation = resource->hAllocation;
return S_OK;)"},
};

}  // namespace

Lessons user_mode_04() { return kUserMode04Lessons; }

}  // namespace drydock::rules::lessons
