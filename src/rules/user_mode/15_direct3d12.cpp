// D3D12 differences.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeDirect3d12[] = {
    {.id = "U-299",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Kernel callback used where Direct3D 12 has one in the core layer",
     .text = "Device creation supplies two tables: pKTCallbacks (D3DDDI_DEVICECALLBACKS, first "
             "argument hRTDevice.handle) and the core-layer table (versions 0003/0022/0050/0062). "
             "Allocation, deallocation, context, paging queue, make-resident, evict, offer and "
             "reclaim have core-layer variants.",
     .outcome = "decided: wrong-table call = finding",
     .source = "d3d12umddi/ns-d3d12umddi-d3d12ddiarg_createdevice_0003.md; "
               "d3d12umddi/ns-d3d12umddi-d3d12ddi_corelayer_devicecallbacks_0022.md",
     .lesson =
         {.why = "The core layer counts what its own callbacks make; what goes past it belongs to "
                 "no command queue and is not scheduled as the application asked.",
          .check = "A call of pKTCallbacks that has a variant in the core layer's table, and a "
                   "handle of the core layer that is no queue, are told.",
          .wrong =
              R"(device->pKTCallbacks->pfnCreateContextVirtualCb(device->hRuntime, &context);)",
          .right =
              R"(device->pUMCallbacks->pfnCreateContextVirtualCb(queue->hRuntime, &context);)"},
     .tests = {provokes("Direct3D12.U299WrongTableOrHandleIsFound"),
               stays_silent("Direct3D12.U299BothTablesCome"),
               proves("Direct3D12.U299BothTablesCome")}},
    {.id = "U-300",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateHeapAndResource handles heap, resource and both",
     .text = "CreateHeapAndResource has three shapes: heap and resource (committed), heap only, "
             "resource in an existing heap (placed). The heap description and the resource "
             "description are each optional, never both absent.",
     .outcome = "decided: NULL dereference in the UMD = finding; the host calls all three",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_createheapandresource_0088.md; "
               "graphics-driver-samples/compute-only-sample/cosumd12/CosUmd12DeviceDDI.cpp",
     .lesson =
         {.why = "A heap without a resource and a resource in an older heap are everyday calls; "
                 "whoever reads the description that is not there ends the application.",
          .check = "CreateHeapAndResource comes in all three shapes. A driver that ends there at "
                   "an address that NULL leads to is told by this rule.",
          .wrong = R"(if (pResource->ResourceType != D3D12DDI_RT_BUFFER) return E_NOTIMPL;
if (pHeap != NULL) CreateHeap(Device, pHeap, hHeap);)",
          .right =
              R"(if (pResource != NULL && pResource->ResourceType != D3D12DDI_RT_BUFFER) return E_NOTIMPL;
if (pHeap != NULL) CreateHeap(Device, pHeap, hHeap);)"},
     .tests = {provokes("Direct3D12.U300DescriptionThatIsAbsentAndReadIsFound"),
               stays_silent("Direct3D12.U300AndU304EveryShapeComesAndGoes")}},
    {.id = "U-301",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D12 function answers S_OK although it failed",
     .text = "CreateHeapAndResource, OpenHeapAndResource, MakeResident, Evict, MapHeap, "
             "CreateCommandQueue return HRESULT (not pfnSetErrorCb); Destroy*, UnmapHeap are void.",
     .outcome = "decided: finding if failure is answered S_OK",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_createheapandresource_0003.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_destroyheapandresource.md",
     .lesson = {.why =
                    "The application learns of a failure by the result of its call. pfnSetErrorCb "
                    "costs it the device, and silence an object that does not work.",
                .check = "A function that returns a result and succeeds although a callback failed "
                         "in it is told, and so is pfnSetErrorCb in such a function.",
                .wrong = R"(HRESULT hr = Core->pfnCreateContextCb(hRTCommandQueue, &Create);
if (FAILED(hr)) Core->pfnSetErrorCb(hRTDevice, hr);
return S_OK;)",
                .right = R"(return Core->pfnCreateContextCb(hRTCommandQueue, &Create);)"},
     .tests = {provokes("Direct3D12.U301ErrorThatIsSetInsteadOfReturnedIsFound"),
               provokes("Direct3D12.U301FailureThatIsAnsweredAsSuccessIsFound"),
               stays_silent("Direct3D12.FailuresThatArePassedOnAreSilent")}},
    {.id = "U-302",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Heap or resource private block overrun in CreateHeapAndResource",
     .text = "CalcPrivateHeapAndResourceSizes returns a pair of sizes; the runtime allocates both "
             "private blocks.",
     .outcome = "decided: guard pages",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_calcprivateheapandresourcesizes_0003.md; "
               "d3d12umddi/ns-d3d12umddi-d3d12ddi_heap_and_resource_sizes.md",
     .lesson = {.why = "The blocks behind a heap's and a resource's handle are the runtime's and "
                       "lie beside those of others.",
                .check = "Each block ends at a page that nobody may touch, and the bytes before it "
                         "hold a pattern that is looked at after each call.",
                .wrong = R"(return {sizeof(HEAP), 0};
…
new (hResource.pDrvPrivate) RESOURCE(pResource);)",
                .right = R"(return {sizeof(HEAP), sizeof(RESOURCE)};)"},
     .tests = {provokes("Direct3D12.U302WhatIsWrittenPastABlockIsFound"),
               stays_silent("Direct3D12.U300AndU304EveryShapeComesAndGoes")}},
    {.id = "U-303",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Placed resource owns an allocation, or a heap does not release its own",
     .text = "Kernel allocations hang on the heap: allocate with hResource = the runtime handle "
             "passed to the call, release when the heap is destroyed. A placed resource owns no "
             "kernel allocation.",
     .outcome = "decided: finding",
     .source = "d3d12umddi/ns-d3d12umddi-d3d12ddicb_allocate_0022.md; "
               "graphics-driver-samples/compute-only-sample/cosumd12/CosUmd12Heap.cpp",
     .lesson = {.why = "A heap is memory, and a placed resource a way to look at it. The runtime "
                       "finds memory by the handle that it gave for the heap.",
                .check = "A heap that is made has an allocation of its handle, and none when it is "
                         "destroyed or could not be made. pfnAllocateCb with the handle of a "
                         "placed resource is refused.",
                .wrong = R"(Allocate.hResource = NULL;
Core->pfnAllocateCb(hRTDevice, &Allocate);
…
Device->FreeLater.push_back(Heap);  // in DestroyHeapAndResource)",
                .right = R"(Allocate.hResource = hRTResource.handle;
hr = Core->pfnAllocateCb(hRTDevice, &Allocate);
…
Deallocate.hResource = Heap->hRTResource.handle;
hr = Core->pfnDeallocateCb(hRTDevice, &Deallocate);)"},
     .tests = {provokes("Direct3D12.U303AllocationElsewhereThanOnTheHeapIsFound"),
               provokes("Direct3D12.U303AllocationThatOutlivesItsHeapIsFound"),
               stays_silent("Direct3D12.U300AndU304EveryShapeComesAndGoes")}},
    {.id = "U-304",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyHeapAndResource handles either or both handles",
     .text = "DestroyHeapAndResource takes both handles in one call (either may be null).",
     .outcome =
         "decided: the host sends all combinations, and expects the resource to go before the heap",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_destroyheapandresource.md",
     .lesson =
         {.why = "One call ends a heap, a resource, or both, and says which by the handles that "
                 "are there.",
          .check = "DestroyHeapAndResource comes with every combination. A driver that ends there "
                   "at an address that NULL leads to is told by this rule.",
          .wrong = R"(((HEAP*)hHeap.pDrvPrivate)->~HEAP();
((RESOURCE*)hResource.pDrvPrivate)->~RESOURCE();)",
          .right =
              R"(if (hResource.pDrvPrivate != NULL) ((RESOURCE*)hResource.pDrvPrivate)->~RESOURCE();
if (hHeap.pDrvPrivate != NULL) ((HEAP*)hHeap.pDrvPrivate)->~HEAP();)"},
     .tests = {provokes("Direct3D12.U304HandleThatIsAbsentAndFollowedIsFound"),
               stays_silent("Direct3D12.U300AndU304EveryShapeComesAndGoes")}},
    {.id = "U-305",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D12 deallocate callback with bad flags or its result unchecked",
     .text = "Deallocate uses D3D12DDICB_DEALLOCATE_0022 with flags NONE, ASSUME_NOT_IN_USE, "
             "SYNCHRONOUS_DESTROY; check the result. Resource/list form rules of section I are not "
             "restated for D3D12 (decision list).",
     .outcome = "decided: finding",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_deallocate_cb_0022.md; "
               "d3d12umddi/ne-d3d12umddi-d3d12ddi_deallocate_flags_0022.md",
     .lesson =
         {.why = "A release that failed has released nothing, and nobody asks again.",
          .check =
              "Flags other than the two, ASSUME_NOT_IN_USE of what the GPU uses, the callbacks of "
              "pKTCallbacks, and a function that keeps the failure to itself are told.",
          .wrong = R"(Core->pfnDeallocateCb(hRTDevice, &Deallocate);)",
          .right = R"(Deallocate.Flags = D3D12DDI_DEALLOCATE_FLAGS_0022_NONE;
if (FAILED(Core->pfnDeallocateCb(hRTDevice, &Deallocate)))
  Core->pfnSetErrorCb(hRTDevice, D3DDDIERR_DEVICEREMOVED);)"},
     .tests = {provokes("Direct3D12.U305ReleaseWhoseFailureIsNotReportedIsFound"),
               provokes("Direct3D12.U305ReleaseWithOtherFlagsOrByTheKernelsTableIsFound"),
               provokes("Direct3D12.U305UseThatIsDeniedIsFound"),
               stays_silent("Direct3D12.U300AndU304EveryShapeComesAndGoes")}},
    {.id = "U-306",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Internal D3D12 allocation of the driver not made resident",
     .text = "Residency of application objects is driven by the application through "
             "MakeResident/Evict (objects, not allocations); internal allocations of the UMD must "
             "be made resident by the UMD itself.",
     .outcome = "decided: finding",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_makeresident_0001.md; "
               "display/process-residency-budgets.md; "
               "graphics-driver-samples/compute-only-sample/cosumd12/CosUmd12Heap.cpp",
     .lesson = {.why =
                    "Applications of Direct3D 12 plan what is resident; a driver that does so too "
                    "upsets their budget. What the driver has for itself nobody else knows of.",
                .check = "pfnMakeResidentCb and pfnEvictCb for an application's heap outside of "
                         "MakeResident and Evict, objects that those leave out, and batches that "
                         "name an allocation of the driver's own that is not resident are told.",
                .wrong = R"(Core->pfnAllocateCb(hRTDevice, &Allocate);  // hResource is NULL
Submit(Context, Info.hAllocation);)",
                .right = R"(hr = Core->pfnAllocateCb(hRTDevice, &Allocate);
hr = pKTCallbacks->pfnMakeResidentCb(hRTDevice.handle, &MakeResident);
if (hr == E_PENDING) WaitOnContext(Context, MakeResident.PagingFenceValue);
Submit(Context, Info.hAllocation);)"},
     .tests = {provokes("Direct3D12Residency.U306ObjectThatIsLeftOutIsFound"),
               provokes("Direct3D12Residency.U306OwnBufferThatIsNotResidentIsFound"),
               provokes("Direct3D12Residency.U306ResidencyThatWasNotRequestedIsFound"),
               stays_silent("Direct3D12Residency.U306AndU307WhatIsAskedForIsSilent")}},
    {.id = "U-307",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D12 MakeResident hides the pending fence or the wait mask",
     .text = "MakeResident returns *pPagingFenceValue per adapter and WaitMask telling which "
             "fences to wait for; E_PENDING from the callback is passed back as the status.",
     .outcome = "decided: finding",
     .source = "d3d12umddi/ns-d3d12umddi-d3d12ddiarg_makeresident_0001.md; "
               "graphics-driver-samples/compute-only-sample/cosumd12/CosUmd12DeviceDDI.cpp",
     .lesson =
         {.why = "Until the fence has come the memory is not there; only who returns E_PENDING "
                 "lets the application wait.",
          .check =
              "When pfnMakeResidentCb was pending, MakeResident has to return E_PENDING with that "
              "value and the adapter's bit in WaitMask; E_PENDING of its own is told too.",
          .wrong =
              R"(hr = Core->pfnMakeResidentCb(hRTDevice, Args->pRTPagingQueue[0], &MakeResident);
return hr == E_PENDING ? S_OK : hr;)",
          .right =
              R"(hr = Core->pfnMakeResidentCb(hRTDevice, Args->pRTPagingQueue[0], &MakeResident);
Args->pPagingFenceValue[0] = MakeResident.PagingFenceValue;
Args->WaitMask = hr == E_PENDING ? 1 : 0;
return hr;)"},
     .tests = {provokes("Direct3D12Residency.U307FenceThatIsHiddenIsFound"),
               stays_silent("Direct3D12Residency.U306AndU307WhatIsAskedForIsSilent")}},
    {.id = "U-308",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MapHeap not paired with UnmapHeap on the kernel lock",
     .text = "MapHeap returns a CPU pointer valid until UnmapHeap; the UMD pairs pfnLock2Cb / "
             "pfnUnlock2Cb.",
     .outcome = "decided: leak finding",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_mapheap.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_unmapheap.md",
     .lesson = {.why = "The pointer is the application's until it unmaps, and the lock behind it "
                       "keeps the memory where it is.",
                .check = "MapHeap has to leave a lock of the heap and a pointer that can be read; "
                         "pfnUnlock2Cb while the application has it, and a release of what is "
                         "still locked, are told.",
                .wrong = R"(void UnmapHeap(D3D12DDI_HDEVICE, D3D12DDI_HHEAP) {})",
                .right = R"(void UnmapHeap(D3D12DDI_HDEVICE hDevice, D3D12DDI_HHEAP hHeap) {
  Unlock2.hAllocation = ((HEAP*)hHeap.pDrvPrivate)->hAllocation;
  pKTCallbacks->pfnUnlock2Cb(hRTDevice.handle, &Unlock2);
})"},
     .tests = {provokes("Direct3D12.U308LockThatIsLeftOrGoneIsFound"),
               provokes("Direct3D12.U308MapWithoutALockOrAPointerIsFound"),
               stays_silent("Direct3D12.U308MapsThatEndAreSilent")}},
    {.id = "U-309",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "CreationNodeMask is not one bit within VisibleNodeMask",
     .text = "CreationNodeMask has exactly one bit (0 means 1); VisibleNodeMask includes it.",
     .outcome = "decided: runtime bug",
     .source = "d3d12umddi/ns-d3d12umddi-d3d12ddiarg_createheap_0001.md",
     .tests = {proves("Direct3D12.U309OnlyMasksThatCanBeComeToTheDriver")}},
    {.id = "U-310",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Heap or resource destroyed while pinned by PinResources",
     .text = "PinResources/UnpinResources callbacks take runtime resource handles and forbid "
             "moving or paging until unpinned.",
     .outcome = "decided: destroy while pinned = finding",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_pinresources_cb_0076.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_unpinresources_cb_0076.md",
     .lesson = {.why = "What is pinned stays where it is. A heap that goes meanwhile takes that "
                       "place away from whoever relies on it.",
                .check = "A heap that is pinned when DestroyHeapAndResource returns, a second "
                         "unpin, and handles that are none of the runtime's are told.",
                .wrong = R"(Pins->pfnPinResourcesCb(hRTDevice, &Pin);
…
Core->pfnDeallocateCb(hRTDevice, &Deallocate);)",
                .right = R"(Pins->pfnPinResourcesCb(hRTDevice, &Pin);
…
Pins->pfnUnpinResourcesCb(hRTDevice, &Unpin);
Core->pfnDeallocateCb(hRTDevice, &Deallocate);)"},
     .tests = {provokes("Direct3D12Residency.U310HeapThatGoesPinnedIsFound"),
               provokes("Direct3D12Residency.U310OtherHandlesAndSecondUnpinsAreFound"),
               stays_silent("Direct3D12Residency.U310PinThatEndsIsSilent")}},
};

}  // namespace

Chapter direct3d12() { return kUserModeDirect3d12; }

}  // namespace drydock::rules::user_mode
