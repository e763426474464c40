// The five seeds.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "K-001",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Destroy request names a device that does not own the allocations",
     .text =
         "D3DKMT_DESTROYALLOCATION.hDevice must be the local handle of the device that the "
         "resource and/or allocations belong to.",
     .outcome =
         "STATUS_INVALID_PARAMETER (doc lists only that failure; exact status for a foreign "
         "device not verified)",
     .source =
         "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md; "
         "d3dkmthk/nf-d3dkmthk-d3dkmtdestroyallocation.md"},
    {.id = "K-002",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Destroying a resource releases every allocation attached to it",
     .text =
         "A non-zero hResource means: release that resource and, with it, every allocation "
         "attached to it, with no list needed from the caller.",
     .outcome = "a defect of Drydock",
     .source = "D3DKMT_DESTROYALLOCATION"},
    {.id = "K-003",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Member handles die with their resource",
     .text =
         "After a destroy-by-resource, each member allocation handle is dead: naming one again "
         "fails.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "D3DKMT_DESTROYALLOCATION; Wine d3dkmt.c:2616-2624"},
    {.id = "K-004",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Destroy list mixes allocations of two resources",
     .text =
         "If one allocation in phAllocationList belongs to a resource, every allocation in the "
         "list must belong to that same resource (no mixing of resources, no mixing of "
         "stand-alone with resource-owned).",
     .outcome = "STATUS_INVALID_PARAMETER expected (documented as a must; outcome not verified)",
     .source = "D3DKMT_DESTROYALLOCATION"},
    {.id = "K-005",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Destroy request names a resource and passes an allocation list as well",
     .text = "When hResource is non-zero, phAllocationList must be NULL.",
     .outcome =
         "documented must; Windows tolerates a non-NULL pointer when AllocationCount is 0 "
         "(returns SUCCESS) (observed) - report as a lint, not a failure",
     .source = "D3DKMT_DESTROYALLOCATION; Wine d3dkmt.c:2590-2593"},
    {.id = "K-006",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "AllocationCount is ignored when a destroy names a resource",
     .text = "When hResource is non-zero, AllocationCount is ignored.",
     .outcome = "a defect of Drydock",
     .source = "D3DKMT_DESTROYALLOCATION; d3dumddi/nc-d3dumddi-pfnd3dddi_deallocatecb.md"},
    {.id = "K-007",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Destroy request has a positive AllocationCount but no list",
     .text =
         "With hResource zero, AllocationCount is the length of phAllocationList; a positive "
         "count with a NULL list is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "D3DKMT_DESTROYALLOCATION; Wine d3dkmt.c:2438-2440"},
    {.id = "K-008",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A destroy naming only a valid device is a successful no-op",
     .text =
         "A request that names only a valid hDevice (no resource, count 0) is a successful "
         "no-op.",
     .outcome = "a defect of Drydock if it fails (observed)",
     .source = "Wine d3dkmt.c:2435-2437"},
    {.id = "K-009",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocation handle is destroyed a second time",
     .text = "An allocation handle is destroyed once only; destroying it again is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2442-2446"},
    {.id = "K-010",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Resource handle is left alive after its allocations were destroyed one by one",
     .text =
         "Destroying every allocation of a resource one by one leaves the resource alive; a "
         "further destroy naming hResource is still owed.",
     .outcome =
         "silent leak of the kernel resource object until device/process teardown (observed), "
         "also documented for the runtime callback",
     .source =
         "Wine d3dkmt.c:2587-2593; d3dumddi/nc-d3dumddi-pfnd3dddi_deallocatecb.md; "
         "display/handling-resource-creation-and-destruction.md"},
    {.id = "K-011",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Resource handle is destroyed a second time",
     .text = "A resource handle is destroyed once only.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2592-2595"},
    {.id = "K-012",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Destroy list holds something other than local allocation handles",
     .text =
         "phAllocationList must hold local kernel-mode handles (D3DKMT_HANDLE), never NT "
         "handles or global share handles.",
     .outcome =
         "STATUS_INVALID_PARAMETER (verified for sync objects: NT handle and global handle both "
         "refused) (observed)",
     .source = "D3DKMT_DESTROYALLOCATION; Wine d3dkmt.c:1819-1822, 2910-2913"},
    {.id = "K-013",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "NumAllocations equals the length of the list given to DxgkDdiDestroyAllocation",
     .text =
         "DXGKARG_DESTROYALLOCATION.NumAllocations is exactly the number of elements in "
         "pAllocationList.",
     .outcome = "a defect of Drydock",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgkarg_destroyallocation.md"},
    {.id = "K-014",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiDestroyAllocation receives only handles the miniport itself returned",
     .text =
         "Every pAllocationList element is a value the miniport itself returned earlier in "
         "DXGK_ALLOCATIONINFO.hAllocation - not a D3DKMT handle and not a device-specific "
         "(open) handle.",
     .outcome = "a defect of Drydock (driver would dereference garbage)",
     .source = "DXGKARG_DESTROYALLOCATION"},
    {.id = "K-015",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiDestroyAllocation postpones freeing its allocation",
     .text =
         "The memory behind each listed allocation (the private tracking structure) must be "
         "released inside the DxgkDdiDestroyAllocation call; it may not be postponed.",
     .outcome = "leak -> found by host leak ledger; later use = use-after-free, bugcheck-class",
     .source = "DXGKARG_DESTROYALLOCATION"},
    {.id = "K-016",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiDestroyAllocation frees a resource that stays, or keeps one that goes",
     .text =
         "hResource is in/out: clean it up only when the resource is to be released with the "
         "allocations.",
     .outcome = "use-after-free / leak, bugcheck-class",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgk_destroyallocationflags.md"},
    {.id = "K-017",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "Miniport decides on freeing the resource by hResource, not by DestroyResource",
     .text =
         "Whether to release the resource is decided by Flags.DestroyResource, not by hResource "
         "being non-NULL; if the resource stays, the driver may rewrite hResource.",
     .outcome = "double free or leak, bugcheck-class",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/nc-d3dkmddi-dxgkddi_destroyallocation.md"},
    {.id = "K-018",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The reserved bits of DXGK_DESTROYALLOCATIONFLAGS are passed as zero",
     .text =
         "DXGK_DESTROYALLOCATIONFLAGS uses bit 0 only (DestroyResource); the other 31 bits are "
         "passed as zero.",
     .outcome = "a defect of Drydock",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgk_destroyallocationflags.md"},
    {.id = "K-019",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiDestroyAllocation reads element 0 of an empty list",
     .text =
         "DestroyResource can arrive with NumAllocations == 0 (resource whose allocations went "
         "earlier); the driver must not assume element 0 exists.",
     .outcome =
         "out-of-bounds read, bugcheck-class [S: the newer Microsoft sample guards this, the "
         "older asserts count == 1]",
     .source =
         "graphics-driver-samples/compute-only-sample/coskmd/CosKmdAdapter.cpp "
         "(DestroyAllocation); Wine d3dkmt.c:2587-2593"},
    {.id = "K-020",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkCbDestroyContextAllocation gets a handle that is not the DeviceHandle",
     .text =
         "DxgkCbDestroyContextAllocation.hAdapter must be the DeviceHandle taken from "
         "DXGKRNL_INTERFACE in DxgkDdiStartDevice (not MiniportDeviceContext).",
     .outcome = "error NTSTATUS; treat as bugcheck-class driver fault",
     .source =
         "DXGKCB_DESTROYCONTEXTALLOCATION; "
         "d3dkmddi/nc-d3dkmddi-dxgkcb_destroycontextallocation.md"},
    {.id = "K-021",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkCbDestroyContextAllocation gets a handle the kernel did not issue",
     .text =
         "hAllocation must be the graphics-kernel handle output by "
         "DxgkCbCreateContextAllocation in DXGKARGCB_CREATECONTEXTALLOCATION.hAllocation - not "
         "hDriverAllocation.",
     .outcome = "error NTSTATUS; treat as bugcheck-class driver fault",
     .source =
         "DXGKCB_DESTROYCONTEXTALLOCATION; "
         "d3dkmddi/ns-d3dkmddi-_dxgkargcb_createcontextallocation.md"},
    {.id = "K-022",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Context allocation is not destroyed exactly once",
     .text =
         "A context allocation may be freed at any time after its creation; the miniport owns "
         "the decision and the pairing (one destroy per create).",
     .outcome =
         "second destroy: error NTSTATUS; missing destroy: leak at context/device destruction",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION"},
    {.id = "K-023",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkCbDestroyContextAllocation is called above PASSIVE_LEVEL",
     .text = "DxgkCbDestroyContextAllocation is called at PASSIVE_LEVEL only.",
     .outcome = "IRQL violation, bugcheck-class",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION"},
    {.id = "K-024",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkCbDestroyContextAllocation is used by a driver older than WDDM 1.2",
     .text =
         "The call exists only from WDDM 1.2 (Windows 8) on; a driver registered with an older "
         "interface version must not use it.",
     .outcome = "entry absent in DXGKRNL_INTERFACE",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION"},
    {.id = "K-025",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkCbDestroyContextAllocation reports only through its NTSTATUS",
     .text =
         "The callback reports through its NTSTATUS return only: STATUS_SUCCESS or an "
         "Ntstatus.h error.",
     .outcome = "a defect of Drydock",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION"},
    {.id = "K-026",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title =
         "Allocations are released before the batched commands that use them reach the kernel",
     .text =
         "(UMD) On DestroyResource, batched commands that depend on the resource must be "
         "flushed to the kernel (render callback) before the allocations are released.",
     .outcome =
         "kernel sees a later submission naming a dead handle: STATUS_INVALID_HANDLE / "
         "STATUS_INVALID_PARAMETER",
     .source = "PFND3DDDI_DESTROYRESOURCE"},
    {.id = "K-027",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Released resource never reaches the kernel's deallocate call",
     .text =
         "(UMD) Releasing the allocations is done through the deallocate callback; the UMD may "
         "defer that call past DestroyResource's return.",
     .outcome = "if never called: kernel-visible leak until device destruction",
     .source = "PFND3DDDI_DESTROYRESOURCE; display/handling-resource-creation-and-destruction.md"},
    {.id = "K-028",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Surfaces created as one group get exactly one destroy",
     .text =
         "Surfaces created as one group are destroyed as one group: exactly one destroy per "
         "resource, never one per surface.",
     .outcome = "a defect of Drydock",
     .source = "PFND3DDDI_DESTROYRESOURCE"},
    {.id = "K-029",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DestroyResource names a handle from neither CreateResource nor OpenResource",
     .text =
         "(UMD) The handle given to DestroyResource is one that CreateResource or OpenResource "
         "returned - opened views are destroyed the same way as created ones.",
     .outcome = "E_INVALIDARG-class",
     .source = "PFND3DDDI_DESTROYRESOURCE"},
    {.id = "K-030",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DeleteAllocator leaves resources behind that its allocator reserved",
     .text =
         "(AVStream minidriver) DeleteAllocator receives the same Context pointer that its "
         "InitializeAllocator produced, and must release every system resource that allocator "
         "reserved.",
     .outcome = "leak, driver fault",
     .source = "PFNKSDELETEALLOCATOR"},
    {.id = "K-031",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The streaming host never uses an allocator after its DeleteAllocator",
     .text =
         "(AVStream host) After DeleteAllocator is called the host never again allocates or "
         "frees through that allocator.",
     .outcome = "a defect of Drydock",
     .source = "PFNKSDELETEALLOCATOR"},
    {.id = "K-032",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocator routine is not published in KSALLOCATOR_DISPATCH.DeleteAllocator",
     .text =
         "(AVStream minidriver) The routine is published through "
         "KSALLOCATOR_DISPATCH.DeleteAllocator inside KSPIN_DISPATCH.",
     .outcome = "never called -> leak",
     .source = "PFNKSDELETEALLOCATOR"},
};

}  // namespace

Chapter kernel_01() { return kRules; }

}  // namespace drydock::rules::chapter
