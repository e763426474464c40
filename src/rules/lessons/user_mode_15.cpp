// User mode: Direct3D 12.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode15Lessons[] = {
    {.rule = "U-300",
     .why = "A heap without a resource and a resource in an older heap are everyday calls; whoever "
            "reads the description that is not there ends the application.",
     .check = "CreateHeapAndResource comes in all three shapes. A driver that ends there at an "
              "address that NULL leads to is told by this rule.",
     .wrong = R"(if (pResource->ResourceType != D3D12DDI_RT_BUFFER) return E_NOTIMPL;
if (pHeap != NULL) CreateHeap(Device, pHeap, hHeap);)",
     .right =
         R"(if (pResource != NULL && pResource->ResourceType != D3D12DDI_RT_BUFFER) return E_NOTIMPL;
if (pHeap != NULL) CreateHeap(Device, pHeap, hHeap);)"},
    {.rule = "U-301",
     .why = "The application learns of a failure by the result of its call. pfnSetErrorCb costs it "
            "the device, and silence an object that does not work.",
     .check = "A function that returns a result and succeeds although a callback failed in it is "
              "told, and so is pfnSetErrorCb in such a function.",
     .wrong = R"(HRESULT hr = Core->pfnCreateContextCb(hRTCommandQueue, &Create);
if (FAILED(hr)) Core->pfnSetErrorCb(hRTDevice, hr);
return S_OK;)",
     .right = R"(return Core->pfnCreateContextCb(hRTCommandQueue, &Create);)"},
    {.rule = "U-302",
     .why = "The blocks behind a heap's and a resource's handle are the runtime's and lie beside "
            "those of others.",
     .check = "Each block ends at a page that nobody may touch, and the bytes before it hold a "
              "pattern that is looked at after each call.",
     .wrong = R"(return {sizeof(HEAP), 0};
…
new (hResource.pDrvPrivate) RESOURCE(pResource);)",
     .right = R"(return {sizeof(HEAP), sizeof(RESOURCE)};)"},
    {.rule = "U-303",
     .why = "A heap is memory, and a placed resource a way to look at it. The runtime finds memory "
            "by the handle that it gave for the heap.",
     .check =
         "A heap that is made has an allocation of its handle, and none when it is destroyed or "
         "could not be made. pfnAllocateCb with the handle of a placed resource is refused.",
     .wrong = R"(Allocate.hResource = NULL;
Core->pfnAllocateCb(hRTDevice, &Allocate);
…
Device->FreeLater.push_back(Heap);  // in DestroyHeapAndResource)",
     .right = R"(Allocate.hResource = hRTResource.handle;
hr = Core->pfnAllocateCb(hRTDevice, &Allocate);
…
Deallocate.hResource = Heap->hRTResource.handle;
hr = Core->pfnDeallocateCb(hRTDevice, &Deallocate);)"},
    {.rule = "U-304",
     .why = "One call ends a heap, a resource, or both, and says which by the handles that are "
            "there.",
     .check = "DestroyHeapAndResource comes with every combination. A driver that ends there at an "
              "address that NULL leads to is told by this rule.",
     .wrong = R"(((HEAP*)hHeap.pDrvPrivate)->~HEAP();
((RESOURCE*)hResource.pDrvPrivate)->~RESOURCE();)",
     .right = R"(if (hResource.pDrvPrivate != NULL) ((RESOURCE*)hResource.pDrvPrivate)->~RESOURCE();
if (hHeap.pDrvPrivate != NULL) ((HEAP*)hHeap.pDrvPrivate)->~HEAP();)"},
    {.rule = "U-305",
     .why = "A release that failed has released nothing, and nobody asks again.",
     .check = "Flags other than the two, ASSUME_NOT_IN_USE of what the GPU uses, the callbacks of "
              "pKTCallbacks, and a function that keeps the failure to itself are told.",
     .wrong = R"(Core->pfnDeallocateCb(hRTDevice, &Deallocate);)",
     .right = R"(Deallocate.Flags = D3D12DDI_DEALLOCATE_FLAGS_0022_NONE;
if (FAILED(Core->pfnDeallocateCb(hRTDevice, &Deallocate)))
  Core->pfnSetErrorCb(hRTDevice, D3DDDIERR_DEVICEREMOVED);)"},
    {.rule = "U-306",
     .why = "Applications of Direct3D 12 plan what is resident; a driver that does so too upsets "
            "their budget. What the driver has for itself nobody else knows of.",
     .check =
         "pfnMakeResidentCb and pfnEvictCb for an application's heap outside of MakeResident and "
         "Evict, objects that those leave out, and batches that name an allocation of the "
         "driver's own that is not resident are told.",
     .wrong = R"(Core->pfnAllocateCb(hRTDevice, &Allocate);  // hResource is NULL
Submit(Context, Info.hAllocation);)",
     .right = R"(hr = Core->pfnAllocateCb(hRTDevice, &Allocate);
hr = pKTCallbacks->pfnMakeResidentCb(hRTDevice.handle, &MakeResident);
if (hr == E_PENDING) WaitOnContext(Context, MakeResident.PagingFenceValue);
Submit(Context, Info.hAllocation);)"},
    {.rule = "U-307",
     .why = "Until the fence has come the memory is not there; only who returns E_PENDING lets the "
            "application wait.",
     .check = "When pfnMakeResidentCb was pending, MakeResident has to return E_PENDING with that "
              "value and the adapter's bit in WaitMask; E_PENDING of its own is told too.",
     .wrong = R"(hr = Core->pfnMakeResidentCb(hRTDevice, Args->pRTPagingQueue[0], &MakeResident);
return hr == E_PENDING ? S_OK : hr;)",
     .right = R"(hr = Core->pfnMakeResidentCb(hRTDevice, Args->pRTPagingQueue[0], &MakeResident);
Args->pPagingFenceValue[0] = MakeResident.PagingFenceValue;
Args->WaitMask = hr == E_PENDING ? 1 : 0;
return hr;)"},
    {.rule = "U-308",
     .why = "The pointer is the application's until it unmaps, and the lock behind it keeps the "
            "memory where it is.",
     .check =
         "MapHeap has to leave a lock of the heap and a pointer that can be read; pfnUnlock2Cb "
         "while the application has it, and a release of what is still locked, are told.",
     .wrong = R"(void UnmapHeap(D3D12DDI_HDEVICE, D3D12DDI_HHEAP) {})",
     .right = R"(void UnmapHeap(D3D12DDI_HDEVICE hDevice, D3D12DDI_HHEAP hHeap) {
  Unlock2.hAllocation = ((HEAP*)hHeap.pDrvPrivate)->hAllocation;
  pKTCallbacks->pfnUnlock2Cb(hRTDevice.handle, &Unlock2);
})"},
    {.rule = "U-310",
     .why =
         "What is pinned stays where it is. A heap that goes meanwhile takes that place away from "
         "whoever relies on it.",
     .check =
         "A heap that is pinned when DestroyHeapAndResource returns, a second unpin, and handles "
         "that are none of the runtime's are told.",
     .wrong = R"(Pins->pfnPinResourcesCb(hRTDevice, &Pin);
…
Core->pfnDeallocateCb(hRTDevice, &Deallocate);)",
     .right = R"(Pins->pfnPinResourcesCb(hRTDevice, &Pin);
…
Pins->pfnUnpinResourcesCb(hRTDevice, &Unpin);
Core->pfnDeallocateCb(hRTDevice, &Deallocate);)"},
};

}  // namespace

Lessons user_mode_15() { return kUserMode15Lessons; }

}  // namespace drydock::rules::lessons
