// User mode: allocating.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode05Lessons[] = {
    {.rule = "U-086",
     .why = "The kernel attaches the memory to what the handle names; a handle of nothing is "
            "refused, and one of a dead resource would attach it to nothing.",
     .check = "pfnAllocateCb looks the handle up and accepts NULL and resources that are being "
              "created or live.",
     .wrong = R"(D3DDDICB_ALLOCATE allocate;
allocate.NumAllocations = 1;
allocate.pAllocationInfo = &info;)",
     .right = R"(D3DDDICB_ALLOCATE allocate = {};
allocate.hResource = resource->hRuntime;
allocate.NumAllocations = 1;
allocate.pAllocationInfo = &info;)"},
    {.rule = "U-087",
     .why = "Tools show the memory of a device in one heap, and a release in one call is not "
            "possible.",
     .check = "An allocation without a resource, made while CreateResource runs for one that is "
              "not shared, is mentioned.",
     .wrong = R"(allocate.hResource = NULL;  // in CreateResource
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)",
     .right = R"(allocate.hResource = pArgs->hResource;  // in CreateResource
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)"},
    {.rule = "U-088",
     .why = "Only what is attached to a resource can be opened by another process.",
     .check = "While CreateResource runs for a shared resource, pfnAllocateCb without its handle "
              "is refused.",
     .wrong = R"(// pArgs->Flags.SharedResource
allocate.hResource = NULL;
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)",
     .right = R"(// pArgs->Flags.SharedResource
allocate.hResource = pArgs->hResource;
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)"},
    {.rule = "U-089",
     .why = "The share is made with the first call; an opener sees the allocations of that call "
            "and no others.",
     .check = "The calls are counted for each resource, and a second one while a shared resource "
              "is being created is refused.",
     .wrong = R"(for (UINT i = 0; i < pArgs->SurfCount; ++i) {
  allocate.NumAllocations = 1;
  allocate.pAllocationInfo = &infos[i];
  device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
})",
     .right = R"(allocate.NumAllocations = pArgs->SurfCount;
allocate.pAllocationInfo = infos;
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)"},
    {.rule = "U-091",
     .why = "The kernel locks the pages it is told; memory that is not the surface's may be freed "
            "by its owner while the GPU uses it.",
     .check = "pSystemMem must be NULL or the memory of one of the surfaces of the resource.",
     .wrong = R"(info.pSystemMem = malloc(surface.SysMemSlicePitch);
allocate.pAllocationInfo = &info;)",
     .right = R"(info.pSystemMem = surface.pSysMem;
allocate.pAllocationInfo = &info;)"},
    {.rule = "U-094",
     .why = "A 32-bit program and a 64-bit one share the resource through the kernel; a pointer in "
            "it is garbage to the other, and a way into the kernel for an attacker.",
     .check = "The private data is searched for words that are addresses of readable memory above "
              "four gigabytes; it is a guess, and so a hint only.",
     .wrong = R"(typedef struct {
  RESOURCE* Owner;
  SIZE_T Bytes;
} PRIVATE_DATA;)",
     .right = R"(typedef struct {
  UINT64 ResourceId;
  UINT64 Bytes;
} PRIVATE_DATA;)"},
    {.rule = "U-095",
     .why = "The value ties the memory to a screen; the kernel ignores or refuses it on anything "
            "that is never shown.",
     .check = "An allocation without Flags.Primary whose VidPnSourceId is neither zero nor \"not "
              "applicable\" is told, and the value dropped.",
     .wrong = R"(info.Flags.Primary = 0;
info.VidPnSourceId = pArgs->VidPnSourceId;)",
     .right = R"(info.Flags.Primary = pArgs->Flags.Primary;
info.VidPnSourceId = pArgs->Flags.Primary ? pArgs->VidPnSourceId : 0;)"},
    {.rule = "U-096",
     .why = "Stereo means two images on a screen, which something that is no primary never is, and "
            "reserved bits mean something else in the next version.",
     .check = "The flags of each allocation are tested in pfnAllocateCb, which refuses them.",
     .wrong = R"(info.Flags.Value = 0;
info.Flags.Stereo = 1;)",
     .right = R"(info.Flags.Value = 0;
info.Flags.Primary = 1;
info.Flags.Stereo = 1;)"},
    {.rule = "U-097",
     .why = "The display reads a primary at its own pace from its own memory, and the processor "
            "must reach it for the desktop; memory of another kind gives a torn picture or none.",
     .check = "The kernel looks at what DxgkDdiCreateAllocation answers for a primary, at its "
              "flags and its write segments, and speaks under K-151.",
     .wrong = R"(info->Flags.CpuVisible = 1;
info->Flags.Cached = 1;  // the allocation is a primary
info->SupportedWriteSegmentSet = HIDDEN_SEGMENT_BIT;)",
     .right = R"(info->Flags.CpuVisible = 1;
info->Flags.Cached = !isPrimary;
info->SupportedWriteSegmentSet = VISIBLE_SEGMENT_BIT;)"},
    {.rule = "U-098",
     .why = "The kernel takes the value only together with the flag; what the driver meant to keep "
            "is evicted like anything else.",
     .check = "pfnAllocateCb of a driver of WDDM 2.2 or later mentions a Priority other than zero "
              "beside a flag that is not set.",
     .wrong = R"(D3DDDI_ALLOCATIONINFO2 info = {};
info.Priority = D3DDDI_ALLOCATIONPRIORITY_HIGH;)",
     .right = R"(D3DDDI_ALLOCATIONINFO2 info = {};
info.Flags.OverridePriority = 1;
info.Priority = D3DDDI_ALLOCATIONPRIORITY_HIGH;)"},
    {.rule = "U-099",
     .why = "The runtime has to learn that the device is gone to make a new one; until then every "
            "call fails and the application hangs.",
     .check = "When a function of the driver returns, a removal that pfnAllocateCb reported during "
              "it must be its result.",
     .wrong = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
if (FAILED(hr)) return E_OUTOFMEMORY;)",
     .right = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
if (FAILED(hr)) return hr;)"},
    {.rule = "U-100",
     .why = "The members are not set on failure; what is in them names nothing, or somebody else's "
            "memory.",
     .check = "With spoilt outputs the host writes a value that is no handle, and recognises it "
              "when it comes back.",
     .wrong = R"(device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
resource->hAllocation = info.hAllocation;)",
     .right = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
resource->hAllocation = SUCCEEDED(hr) ? info.hAllocation : 0;)"},
    {.rule = "U-101",
     .why = "The process that opens the resource knows only its type, and looks for as many "
            "allocations as it would have made itself.",
     .check = "For shared resources of one description the number of allocations is compared with "
              "that of the first one the driver made; their kinds are not.",
     .wrong = R"(allocate.NumAllocations = IsDebuggerPresent() ? 2 : 1;
allocate.pAllocationInfo = infos;)",
     .right = R"(allocate.NumAllocations = AllocationsOf(pArgs->Format, pArgs->Flags);
allocate.pAllocationInfo = infos;)"},
    {.rule = "U-102",
     .why = "An opened resource brings its allocations along; with others beside them two programs "
            "draw into different memory and wait for each other's picture.",
     .check = "A pfnAllocateCb that names the resource which OpenResource is opening is mentioned "
              "and refused; after that U-116 speaks.",
     .wrong = R"(allocate.hResource = pArgs->hResource;  // in OpenResource
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
resource->hAllocation = info.hAllocation;)",
     .right = R"(resource->hRuntime = pArgs->hResource;  // in OpenResource
resource->hAllocation = pArgs->pOpenAllocationInfo[0].hAllocation;)"},
    {.rule = "U-103",
     .why = "The linear twin is right only when the GPU has written it; a lock that does not wait "
            "fails for an application that was ready to.",
     .check = "When Lock has submitted a batch that writes an allocation, and locks that one with "
              "DonotWait while the runtime has not set DoNotWait, it is mentioned.",
     .wrong = R"(SubmitUnswizzle(device, resource);
lock.hAllocation = resource->hLinear;
lock.Flags.LockEntire = 1;
lock.Flags.DonotWait = 1;)",
     .right = R"(SubmitUnswizzle(device, resource);
lock.hAllocation = resource->hLinear;
lock.Flags.LockEntire = 1;
lock.Flags.DonotWait = pArgs->Flags.DoNotWait;)"},
    {.rule = "U-104",
     .why = "The adapter at the other end comes from another maker and knows only this layout; in "
            "any other it shows stripes.",
     .check = "CreateResource with CrossAdapter must leave exactly one allocation, and Lock must "
              "give a pitch in steps of 128 bytes; segments are the business of K-123, and rows "
              "and alignment are not looked at.",
     .wrong = R"(allocate.NumAllocations = 2;  // a tiled one besides
resource->Pitch = width * 4;)",
     .right = R"(allocate.NumAllocations = 1;
resource->Pitch = (width * 4 + 127) & ~127u;
resource->Rows = (height + 3) & ~3u;)"},
    {.rule = "U-105",
     .why =
         "The runtime keeps account of heaps in its core layer. What fails there leaves no handle, "
         "and a heap over no memory is found by the GPU.",
     .check =
         "pfnAllocateCb of pKTCallbacks in a driver of Direct3D 12 is told. So is a call that "
         "succeeds although pfnAllocateCb failed in it; that memory was lacking may be overcome, "
         "but not for the heap that CreateHeapAndResource is to make.",
     .wrong = R"(Device->pKTCallbacks->pfnAllocateCb(Device->hRTDevice.handle, &Allocate);
Heap->hAllocation = Info.hAllocation;
return S_OK;)",
     .right =
         R"(HRESULT hr = Device->pCoreCallbacks->pfnAllocateCb(Device->hRTDevice, &Allocate0022);
if (FAILED(hr)) return hr;
Heap->hAllocation = Info0022.hAllocation;
return S_OK;)"},
};

}  // namespace

Lessons user_mode_05() { return kUserMode05Lessons; }

}  // namespace drydock::rules::lessons
