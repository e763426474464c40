// D3D12 differences.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode15[] = {
    {.id = "U-299",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "D3D12 device creation supplies the kernel and core-layer callback tables",
     .text = "Device creation supplies two tables: pKTCallbacks (D3DDDI_DEVICECALLBACKS, first "
             "argument hRTDevice.handle) and the core-layer table (versions 0003/0022/0050/0062). "
             "Allocation, deallocation, context, paging queue, make-resident, evict, offer and "
             "reclaim have core-layer variants.",
     .outcome = "decided: wrong-table call = finding",
     .source = "d3d12umddi/ns-d3d12umddi-d3d12ddiarg_createdevice_0003.md; "
               "d3d12umddi/ns-d3d12umddi-d3d12ddi_corelayer_devicecallbacks_0022.md"},
    {.id = "U-300",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateHeapAndResource handles heap, resource and both",
     .text = "CreateHeapAndResource has three shapes: heap and resource (committed), heap only, "
             "resource in an existing heap (placed). The heap description and the resource "
             "description are each optional, never both absent.",
     .outcome = "decided: NULL dereference in the UMD = finding; harness drives all three",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_createheapandresource_0088.md; "
               "graphics-driver-samples/compute-only-sample/cosumd12/CosUmd12DeviceDDI.cpp"},
    {.id = "U-301",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D12 function answers S_OK although it failed",
     .text = "CreateHeapAndResource, OpenHeapAndResource, MakeResident, Evict, MapHeap, "
             "CreateCommandQueue return HRESULT (not pfnSetErrorCb); Destroy*, UnmapHeap are void.",
     .outcome = "decided: finding if failure is answered S_OK",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_createheapandresource_0003.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_destroyheapandresource.md"},
    {.id = "U-302",
     .party = Party::kUserModeDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Heap or resource private block overrun in CreateHeapAndResource",
     .text = "CalcPrivateHeapAndResourceSizes returns a pair of sizes; the runtime allocates both "
             "private blocks.",
     .outcome = "decided: guard pages",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_calcprivateheapandresourcesizes_0003.md; "
               "d3d12umddi/ns-d3d12umddi-d3d12ddi_heap_and_resource_sizes.md"},
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
               "graphics-driver-samples/compute-only-sample/cosumd12/CosUmd12Heap.cpp"},
    {.id = "U-304",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyHeapAndResource handles either or both handles",
     .text = "DestroyHeapAndResource takes both handles in one call (either may be null).",
     .outcome = "decided: harness sends all combinations; order resource then heap expected inside",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_destroyheapandresource.md"},
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
               "d3d12umddi/ne-d3d12umddi-d3d12ddi_deallocate_flags_0022.md"},
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
               "graphics-driver-samples/compute-only-sample/cosumd12/CosUmd12Heap.cpp"},
    {.id = "U-307",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D12 MakeResident hides the pending fence or the wait mask",
     .text =
         "MakeResident returns *pPagingFenceValue per adapter and WaitMask telling which fences "
         "to wait for; E_PENDING from the callback is passed back as the status.",
     .outcome = "decided: finding",
     .source = "d3d12umddi/ns-d3d12umddi-d3d12ddiarg_makeresident_0001.md; "
               "graphics-driver-samples/compute-only-sample/cosumd12/CosUmd12DeviceDDI.cpp"},
    {.id = "U-308",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MapHeap not paired with UnmapHeap on the kernel lock",
     .text = "MapHeap returns a CPU pointer valid until UnmapHeap; the UMD pairs pfnLock2Cb / "
             "pfnUnlock2Cb.",
     .outcome = "decided: leak finding",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_mapheap.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_unmapheap.md"},
    {.id = "U-309",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "CreationNodeMask is not one bit within VisibleNodeMask",
     .text = "CreationNodeMask has exactly one bit (0 means 1); VisibleNodeMask includes it.",
     .outcome = "decided: runtime bug",
     .source = "d3d12umddi/ns-d3d12umddi-d3d12ddiarg_createheap_0001.md"},
    {.id = "U-310",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Heap or resource destroyed while pinned by PinResources",
     .text =
         "PinResources/UnpinResources callbacks take runtime resource handles and forbid moving "
         "or paging until unpinned.",
     .outcome = "decided: destroy while pinned = finding",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_pinresources_cb_0076.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_unpinresources_cb_0076.md"},
};

}  // namespace

Chapter user_mode_15() { return kUserMode15; }

}  // namespace drydock::rules::chapter
