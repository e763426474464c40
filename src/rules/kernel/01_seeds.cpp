// The five seeds.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelSeeds[] = {
    {.id = "K-001",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Destroy request names a device that does not own the allocations",
     .text = "D3DKMT_DESTROYALLOCATION.hDevice must be the local handle of the device that the "
             "resource and/or allocations belong to.",
     .outcome = "STATUS_INVALID_PARAMETER (doc lists only that failure; exact status for a foreign "
                "device not verified)",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtdestroyallocation.md",
     .lesson =
         {.why = "The kernel looks the handles up on the device that is named. With another device "
                 "nothing is destroyed, and the allocations stay until their own device goes.",
          .check = "D3DKMTDestroyAllocation and D3DKMTDestroyAllocation2 compare the device of "
                   "each allocation and of the resource with hDevice and refuse the whole call "
                   "with STATUS_INVALID_PARAMETER.",
          .wrong = R"(D3DKMT_DESTROYALLOCATION destroy = {};
destroy.hDevice = otherDevice;
destroy.phAllocationList = &allocation;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)",
          .right = R"(D3DKMT_DESTROYALLOCATION destroy = {};
destroy.hDevice = deviceThatCreatedIt;
destroy.phAllocationList = &allocation;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)"},
     .tests = {provokes("Destroy.K001ForeignDeviceIsRefused"),
               stays_silent("Destroy.K001OwnDeviceIsAccepted")}},
    {.id = "K-002",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Destroying a resource releases every allocation attached to it",
     .text = "A non-zero hResource means: release that resource and, with it, every allocation "
             "attached to it, with no list needed from the caller.",
     .outcome = "a defect of Drydock",
     .source = "D3DKMT_DESTROYALLOCATION",
     .tests = {proves("Destroy.K002ResourceTakesItsAllocations")}},
    {.id = "K-003",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Member handles die with their resource",
     .text = "After a destroy-by-resource, each member allocation handle is dead: naming one again "
             "fails.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "D3DKMT_DESTROYALLOCATION; Wine d3dkmt.c:2616-2624",
     .tests = {proves("Destroy.K003MembersDieWithTheirResource")}},
    {.id = "K-004",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Destroy list mixes allocations of two resources",
     .text = "If one allocation in phAllocationList belongs to a resource, every allocation in the "
             "list must belong to that same resource (no mixing of resources, no mixing of "
             "stand-alone with resource-owned).",
     .outcome = "STATUS_INVALID_PARAMETER expected (documented as a must; outcome not verified)",
     .source = "D3DKMT_DESTROYALLOCATION",
     .lesson =
         {.why = "One destroy reaches the miniport as one call with one resource handle. A list "
                 "across two resources would have no such call.",
          .check =
              "D3DKMTDestroyAllocation compares the resource of every allocation in the list with "
              "that of the first before it detaches any, and answers STATUS_INVALID_PARAMETER.",
          .wrong = R"(D3DKMT_HANDLE list[] = {texture.hAllocation, loose.hAllocation};
destroy.phAllocationList = list;
destroy.AllocationCount = 2;
D3DKMTDestroyAllocation(&destroy);)",
          .right = R"(destroy.phAllocationList = &texture.hAllocation;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);
destroy.phAllocationList = &loose.hAllocation;
D3DKMTDestroyAllocation(&destroy);)"},
     .tests = {provokes("Destroy.K004ListOfTwoResourcesIsRefused"),
               stays_silent("Destroy.K004ListOfOneResourceIsAccepted")}},
    {.id = "K-005",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Destroy request names a resource and passes an allocation list as well",
     .text = "When hResource is non-zero, phAllocationList must be NULL.",
     .outcome = "documented must; Windows tolerates a non-NULL pointer when AllocationCount is 0 "
                "(returns SUCCESS) (observed) - report as a lint, not a failure",
     .source = "D3DKMT_DESTROYALLOCATION; Wine d3dkmt.c:2590-2593",
     .lesson = {.why = "Naming the resource already means all of its allocations. A list beside it "
                       "is ignored, so a caller who meant only the list loses the whole resource.",
                .check = "A destroy that names hResource with a phAllocationList that is not NULL "
                         "is carried out and is a finding. AllocationCount alone is ignored.",
                .wrong = R"(destroy.hResource = resource;
destroy.phAllocationList = handles;
destroy.AllocationCount = count;
D3DKMTDestroyAllocation(&destroy);)",
                .right = R"(destroy.hResource = resource;
destroy.phAllocationList = NULL;
destroy.AllocationCount = 0;
D3DKMTDestroyAllocation(&destroy);)"},
     .tests = {provokes("Destroy.K005ListBesideAResourceIsALint"),
               stays_silent("Destroy.K005ResourceAloneIsSilent")}},
    {.id = "K-006",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "AllocationCount is ignored when a destroy names a resource",
     .text = "When hResource is non-zero, AllocationCount is ignored.",
     .outcome = "a defect of Drydock",
     .source = "D3DKMT_DESTROYALLOCATION; d3dumddi/nc-d3dumddi-pfnd3dddi_deallocatecb.md",
     .tests = {proves("Destroy.K006CountBesideAResourceCountsForNothing")}},
    {.id = "K-007",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Destroy request has a positive AllocationCount but no list",
     .text = "With hResource zero, AllocationCount is the length of phAllocationList; a positive "
             "count with a NULL list is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "D3DKMT_DESTROYALLOCATION; Wine d3dkmt.c:2438-2440",
     .lesson = {.why = "The count says how many handles the kernel copies from the caller. Without "
                       "a list there is nothing to copy, and nothing is freed.",
                .check = "The list is copied when D3DKMTDestroyAllocation begins; a count without "
                         "readable memory behind it ends the call with STATUS_INVALID_PARAMETER.",
                .wrong = R"(D3DKMT_DESTROYALLOCATION destroy = {};
destroy.hDevice = device;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)",
                .right = R"(D3DKMT_DESTROYALLOCATION destroy = {};
destroy.hDevice = device;
destroy.phAllocationList = &allocation;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)"},
     .tests = {provokes("Destroy.K007CountWithoutAListIsRefused"),
               stays_silent("Destroy.K007CountWithItsListIsAccepted")}},
    {.id = "K-008",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A destroy naming only a valid device is a successful no-op",
     .text =
         "A request that names only a valid hDevice (no resource, count 0) is a successful no-op.",
     .outcome = "a defect of Drydock if it fails (observed)",
     .source = "Wine d3dkmt.c:2435-2437",
     .tests = {proves("Destroy.K008NothingNamedIsSuccess")}},
    {.id = "K-009",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation handle is destroyed a second time",
     .text = "An allocation handle is destroyed once only; destroying it again is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2442-2446",
     .lesson = {.why = "The number of a destroyed allocation may be given to the next one that is "
                       "created, and then a second destroy takes away something that is in use.",
                .check = "A handle leaves the process's table with its first destroy, and listing "
                         "one twice in a single call counts as a second: both are refused with "
                         "STATUS_INVALID_PARAMETER.",
                .wrong = R"(D3DKMTDestroyAllocation(&destroy);
…
D3DKMTDestroyAllocation(&destroy);)",
                .right = R"(if (allocation != 0) {
    D3DKMTDestroyAllocation(&destroy);
    allocation = 0;
})"},
     .tests = {provokes("Destroy.K009SecondDestroyIsRefused"),
               stays_silent("Destroy.K009OneDestroyEachIsAccepted")}},
    {.id = "K-010",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Resource handle is left alive after its allocations were destroyed one by one",
     .text = "Destroying every allocation of a resource one by one leaves the resource alive; a "
             "further destroy naming hResource is still owed.",
     .outcome = "silent leak of the kernel resource object until device/process teardown "
                "(observed), also documented for the runtime callback",
     .source = "Wine d3dkmt.c:2587-2593; d3dumddi/nc-d3dumddi-pfnd3dddi_deallocatecb.md; "
               "display/handling-resource-creation-and-destruction.md",
     .lesson = {.why = "A resource is an object of its own. Without its allocations it still holds "
                       "a handle and the miniport's resource data until the device is destroyed.",
                .check = "D3DKMTDestroyDevice looks for resources that have no allocations left "
                         "and tells how many there were in one finding.",
                .wrong = R"(destroy.phAllocationList = handles;
destroy.AllocationCount = count;
D3DKMTDestroyAllocation(&destroy);
D3DKMTDestroyDevice(&destroyDevice);)",
                .right = R"(destroy.hResource = resource;
destroy.phAllocationList = NULL;
destroy.AllocationCount = 0;
D3DKMTDestroyAllocation(&destroy);
D3DKMTDestroyDevice(&destroyDevice);)"},
     .tests = {provokes("Destroy.K010ResourceLeftBehindIsALint"),
               stays_silent("Destroy.K010ResourceDestroyedAfterItsAllocationsIsSilent")}},
    {.id = "K-011",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Resource handle is destroyed a second time",
     .text = "A resource handle is destroyed once only.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2592-2595",
     .lesson = {.why = "Once the resource is gone its number is free for another object of the "
                       "same process, which a second destroy would hit.",
                .check =
                    "Of two destroys that name a resource, even from two threads at once, one "
                    "succeeds; the other finds no such resource and gets STATUS_INVALID_PARAMETER.",
                .wrong = R"(destroy.hResource = resource;
D3DKMTDestroyAllocation(&destroy);
…
D3DKMTDestroyAllocation(&destroy);)",
                .right = R"(destroy.hResource = resource;
D3DKMTDestroyAllocation(&destroy);
resource = 0;)"},
     .tests = {provokes("Destroy.K011SecondDestroyOfAResourceIsRefused"),
               stays_silent("Destroy.K011OneDestroyOfAResourceIsAccepted")}},
    {.id = "K-012",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Destroy list holds something other than local allocation handles",
     .text = "phAllocationList must hold local kernel-mode handles (D3DKMT_HANDLE), never NT "
             "handles or global share handles.",
     .outcome = "STATUS_INVALID_PARAMETER (verified for sync objects: NT handle and global handle "
                "both refused) (observed)",
     .source = "D3DKMT_DESTROYALLOCATION; Wine d3dkmt.c:1819-1822, 2910-2913",
     .lesson =
         {.why = "Global share handles and NT handles live in other tables. Taken for local "
                 "handles they name nothing, or by chance something else.",
          .check = "Every entry of phAllocationList must be an allocation in the calling process's "
                   "own handle table; anything else fails the call with STATUS_INVALID_PARAMETER.",
          .wrong = R"(destroy.phAllocationList = &create.hGlobalShare;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)",
          .right = R"(destroy.phAllocationList = &info.hAllocation;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)"},
     .tests = {provokes("Destroy.K012GlobalHandleInAListIsRefused"),
               stays_silent("Destroy.K012LocalHandlesAreAccepted")}},
    {.id = "K-013",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "NumAllocations equals the length of the list given to DxgkDdiDestroyAllocation",
     .text = "DXGKARG_DESTROYALLOCATION.NumAllocations is exactly the number of elements in "
             "pAllocationList.",
     .outcome = "a defect of Drydock",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgkarg_destroyallocation.md",
     .tests = {proves("Destroy.K013K014K018MiniportGetsItsOwnHandlesAndTheirNumber")}},
    {.id = "K-014",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiDestroyAllocation receives only handles the miniport itself returned",
     .text = "Every pAllocationList element is a value the miniport itself returned earlier in "
             "DXGK_ALLOCATIONINFO.hAllocation - not a D3DKMT handle and not a device-specific "
             "(open) handle.",
     .outcome = "a defect of Drydock (driver would dereference garbage)",
     .source = "DXGKARG_DESTROYALLOCATION",
     .tests = {proves("Destroy.K013K014K018MiniportGetsItsOwnHandlesAndTheirNumber")}},
    {.id = "K-015",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiDestroyAllocation postpones freeing its allocation",
     .text = "The memory behind each listed allocation (the private tracking structure) must be "
             "released inside the DxgkDdiDestroyAllocation call; it may not be postponed.",
     .outcome = "leak -> found by host leak ledger; later use = use-after-free, bugcheck-class",
     .source = "DXGKARG_DESTROYALLOCATION",
     .lesson =
         {.why = "After the call the kernel has forgotten the allocation and no later call "
                 "will ever name it, so what was put off is never freed.",
          .check =
              "The pool block behind each handle in pAllocationList, also when the handle lies "
              "behind a header of the driver's own, is noted before DxgkDdiDestroyAllocation; one "
              "that is still allocated when it returns is a finding with the stack of its "
              "allocation. A block that other objects share is not. Further memory of an "
              "allocation is found as a leak when the device stops (K-055).",
          .wrong = R"(for (UINT i = 0; i < pDestroyAllocation->NumAllocations; ++i) {
    KmAllocation* allocation = (KmAllocation*)pDestroyAllocation->pAllocationList[i];
    InsertTailList(&adapter->FreeLater, &allocation->Link);
}
return STATUS_SUCCESS;)",
          .right = R"(for (UINT i = 0; i < pDestroyAllocation->NumAllocations; ++i)
    ExFreePoolWithTag(pDestroyAllocation->pAllocationList[i], TAG);
return STATUS_SUCCESS;)"},
     .tests = {provokes("DriverMemory.K015AllocationBehindAHeaderThatIsNotFreedIsFound"),
               provokes("DriverMemory.K015AllocationThatIsNotFreedIsFound"),
               stays_silent("DriverMemory.K015AllocationBehindAHeaderIsSilent"),
               stays_silent("DriverMemory.K015AllocationsInOneBlockAreSilent"),
               stays_silent("DriverMemory.ProperDriverIsSilent")}},
    {.id = "K-016",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiDestroyAllocation frees a resource that stays, or keeps one that goes",
     .text = "hResource is in/out: clean it up only when the resource is to be released with the "
             "allocations.",
     .outcome = "use-after-free / leak, bugcheck-class",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgk_destroyallocationflags.md",
     .lesson = {.why = "A resource that goes and is not freed leaks; one that stays and is freed "
                       "is used again with the next allocation that is added or destroyed.",
                .check = "When DxgkDdiDestroyAllocation returns with DestroyResource set, the pool "
                         "block behind hResource must be gone; one that is still there is reported "
                         "(a block freed too early is K-017).",
                .wrong = R"(for (UINT i = 0; i < args->NumAllocations; ++i)
    ExFreePoolWithTag(args->pAllocationList[i], TAG);
return STATUS_SUCCESS;)",
                .right = R"(for (UINT i = 0; i < args->NumAllocations; ++i)
    ExFreePoolWithTag(args->pAllocationList[i], TAG);
if (args->Flags.DestroyResource)
    ExFreePoolWithTag(args->hResource, TAG);
return STATUS_SUCCESS;)"},
     .tests = {provokes("DriverMemory.K016ResourceThatIsNotFreedIsFound"),
               stays_silent("DriverMemory.ProperDriverIsSilent")}},
    {.id = "K-017",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Miniport decides on freeing the resource by hResource, not by DestroyResource",
     .text = "Whether to release the resource is decided by Flags.DestroyResource, not by "
             "hResource being non-NULL; if the resource stays, the driver may rewrite hResource.",
     .outcome = "double free or leak, bugcheck-class",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/nc-d3dkmddi-dxgkddi_destroyallocation.md",
     .lesson =
         {.why =
              "hResource is filled in for every allocation that belongs to a resource, also when "
              "the resource stays. Whoever frees by it frees at the first member that goes.",
          .check = "Without DestroyResource the block behind hResource must still be allocated "
                   "after DxgkDdiDestroyAllocation, unless the driver wrote another handle there.",
          .wrong = R"(if (args->hResource != NULL)
    ExFreePoolWithTag(args->hResource, TAG);)",
          .right = R"(if (args->Flags.DestroyResource)
    ExFreePoolWithTag(args->hResource, TAG);)"},
     .tests = {provokes("DriverMemory.K017ResourceThatIsFreedWithoutTheFlagIsFound"),
               stays_silent("DriverMemory.K017ResourceThatIsReplacedIsSilent")}},
    {.id = "K-018",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The reserved bits of DXGK_DESTROYALLOCATIONFLAGS are passed as zero",
     .text = "DXGK_DESTROYALLOCATIONFLAGS uses bit 0 only (DestroyResource); the other 31 bits are "
             "passed as zero.",
     .outcome = "a defect of Drydock",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgk_destroyallocationflags.md",
     .tests = {proves("Destroy.K013K014K018MiniportGetsItsOwnHandlesAndTheirNumber")}},
    {.id = "K-019",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiDestroyAllocation reads element 0 of an empty list",
     .text = "DestroyResource can arrive with NumAllocations == 0 (resource whose allocations went "
             "earlier); the driver must not assume element 0 exists.",
     .outcome =
         "out-of-bounds read, bugcheck-class; Microsoft's newer sample driver guards against "
         "it, the older one asserts count == 1",
     .source = "graphics-driver-samples/compute-only-sample/coskmd/CosKmdAdapter.cpp "
               "(DestroyAllocation); Wine d3dkmt.c:2587-2593",
     .lesson =
         {.why = "A resource whose allocations went earlier is destroyed with an empty list, and "
                 "the first element of that is whatever lies in memory.",
          .check = "A driver that crashes in a DxgkDdiDestroyAllocation with NumAllocations 0 gets "
                   "this finding beside that of the crash; a read that does no harm is not seen.",
          .wrong = R"(KmAllocation* first = (KmAllocation*)args->pAllocationList[0];
KmAdapter* adapter = first->Adapter;)",
          .right = R"(KmAdapter* adapter = (KmAdapter*)hAdapter;
for (UINT i = 0; i < args->NumAllocations; ++i)
    FreeAllocation(adapter, (KmAllocation*)args->pAllocationList[i]);)"},
     .tests = {provokes("Destroy.K019EmptyListIsReadAndFound"),
               stays_silent("Destroy.K019AnotherEndIsSilent"),
               stays_silent("Destroy.K019ResourceWithoutAllocationsIsDestroyedSilently")}},
    {.id = "K-020",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkCbDestroyContextAllocation gets a handle that is not the DeviceHandle",
     .text = "DxgkCbDestroyContextAllocation.hAdapter must be the DeviceHandle taken from "
             "DXGKRNL_INTERFACE in DxgkDdiStartDevice (not MiniportDeviceContext), of the adapter "
             "for which the allocation was created.",
     .outcome = "error NTSTATUS; treat as bugcheck-class driver fault",
     .source =
         "DXGKCB_DESTROYCONTEXTALLOCATION; d3dkmddi/nc-d3dkmddi-dxgkcb_destroycontextallocation.md",
     .lesson =
         {.why = "The callback finds its adapter by the handle that DxgkDdiStartDevice was given. "
                 "The driver's own context block means nothing to it, and read as a device it "
                 "stops the machine.",
          .check = "The handle is looked up at the call among the devices that this driver serves; "
                   "any other value, and the device of another adapter than the allocation was "
                   "created for, is reported and refused.",
          .wrong =
              R"(adapter->Dxgk.DxgkCbDestroyContextAllocation(adapter, context->hAllocation);)",
          .right = R"(adapter->Dxgk.DxgkCbDestroyContextAllocation(adapter->Dxgk.DeviceHandle,
                                             context->hAllocation);)"},
     .tests = {provokes("ContextAllocation.K020AnotherAdaptersHandleIsFound"),
               provokes("ContextAllocation.K020AnotherHandleThanTheDevicesIsFound"),
               stays_silent("ContextAllocation.K020ToK023AreSilentForACorrectDriver")}},
    {.id = "K-021",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkCbDestroyContextAllocation gets a handle the kernel did not issue",
     .text =
         "hAllocation must be the graphics-kernel handle output by DxgkCbCreateContextAllocation "
         "in DXGKARGCB_CREATECONTEXTALLOCATION.hAllocation - not hDriverAllocation.",
     .outcome = "error NTSTATUS; treat as bugcheck-class driver fault",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION; "
               "d3dkmddi/ns-d3dkmddi-_dxgkargcb_createcontextallocation.md",
     .lesson = {.why = "hDriverAllocation is the driver's own number for the allocation. The "
                       "kernel would look behind it for an object that is not there.",
                .check = "DxgkCbDestroyContextAllocation looks hAllocation up among the context "
                         "allocations that are alive, reports and refuses any other, and says when "
                         "it was its own hDriverAllocation.",
                .wrong = R"(create.hDriverAllocation = save;
Dxgk->DxgkCbCreateContextAllocation(&create);
…
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, save);)",
                .right = R"(create.hDriverAllocation = save;
Dxgk->DxgkCbCreateContextAllocation(&create);
save->hAllocation = create.hAllocation;
…
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, save->hAllocation);)"},
     .tests = {provokes("ContextAllocation.K021AHandleThatWasNeverIssuedIsFound"),
               provokes("ContextAllocation.K021TheDriversOwnHandleIsFound"),
               stays_silent("ContextAllocation.K020ToK023AreSilentForACorrectDriver")}},
    {.id = "K-022",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Context allocation is not destroyed exactly once",
     .text = "A context allocation may be freed at any time after its creation; the miniport owns "
             "the decision and the pairing (one destroy per create).",
     .outcome =
         "second destroy: error NTSTATUS; missing destroy: leak at context/device destruction",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION",
     .lesson = {.why = "Only the miniport knows when a context allocation may go. Destroyed twice, "
                       "the second call hits a handle that is dead or somebody else's.",
                .check =
                    "DxgkCbDestroyContextAllocation of a handle that was issued once and is gone "
                    "raises it at the call; one that is never destroyed is found as K-369.",
                .wrong =
                    R"(Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, context->hSaveArea);
…
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, context->hSaveArea);)",
                .right = R"(if (context->hSaveArea != NULL) {
    Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, context->hSaveArea);
    context->hSaveArea = NULL;
})"},
     .tests = {provokes("ContextAllocation.K022ASecondDestroyIsFound"),
               stays_silent("ContextAllocation.K020ToK023AreSilentForACorrectDriver"),
               stays_silent("GpuWork.AContextAllocationIsFreedWhileItsContextRuns")}},
    {.id = "K-023",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkCbDestroyContextAllocation is called above PASSIVE_LEVEL",
     .text = "DxgkCbDestroyContextAllocation is called at PASSIVE_LEVEL only.",
     .outcome = "IRQL violation, bugcheck-class",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION",
     .lesson = {.why = "The call takes locks that can wait and may evict memory. At DISPATCH_LEVEL "
                       "the processor cannot switch away, and the machine hangs or stops.",
                .check = "The IRQL is read first thing in DxgkCbDestroyContextAllocation; anything "
                         "above PASSIVE_LEVEL ends the driver with this finding.",
                .wrong = R"(KeAcquireSpinLock(&adapter->Lock, &irql);
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, context->hSaveArea);
KeReleaseSpinLock(&adapter->Lock, irql);)",
                .right = R"(KeAcquireSpinLock(&adapter->Lock, &irql);
HANDLE saveArea = context->hSaveArea;
context->hSaveArea = NULL;
KeReleaseSpinLock(&adapter->Lock, irql);
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, saveArea);)"},
     .tests = {provokes("ContextAllocation.K023AHighIrqlIsFound"),
               stays_silent("ContextAllocation.K020ToK023AreSilentForACorrectDriver")}},
    {.id = "K-024",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkCbDestroyContextAllocation is used by a driver older than WDDM 1.2",
     .text = "The call exists only from WDDM 1.2 (Windows 8) on; a driver registered with an older "
             "interface version must not use it.",
     .outcome = "entry absent in DXGKRNL_INTERFACE",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION",
     .lesson = {.why = "Before Windows 8 the table of callbacks ends before this member. A driver "
                       "that calls it there jumps through memory it does not own.",
                .check = "The headers declare the member from DXGKDDI_INTERFACE_VERSION_WIN8 on "
                         "only, so that its use in an older driver is a compile error. A driver "
                         "that is built with newer headers and registers an older version finds a "
                         "routine behind the end of its table that reports the call.",
                .wrong = R"(#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WIN7
…
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, hAllocation);)",
                .right = R"(#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WIN8
…
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, hAllocation);)"},
     .tests = {provokes("AdapterRules.K024CallOfAnOlderDriverIsFound"),
               stays_silent("AdapterRules.K024OlderDriverIsSilent")}},
    {.id = "K-025",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkCbDestroyContextAllocation reports only through its NTSTATUS",
     .text = "The callback reports through its NTSTATUS return only: STATUS_SUCCESS or an "
             "Ntstatus.h error.",
     .outcome = "a defect of Drydock",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION",
     .tests = {proves("ContextAllocation.K025TheCallAnswersByItsStatus")}},
    {.id = "K-026",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocations are released before the batched commands that use them reach the kernel",
     .text = "(UMD) On DestroyResource, batched commands that depend on the resource must be "
             "flushed to the kernel (render callback) before the allocations are released.",
     .outcome = "kernel sees a later submission naming a dead handle: STATUS_INVALID_HANDLE / "
                "STATUS_INVALID_PARAMETER",
     .source = "PFND3DDDI_DESTROYRESOURCE",
     .lesson = {.why = "A batch that is submitted after the deallocate names handles that are "
                       "dead. The kernel refuses all of it, also the commands that had nothing to "
                       "do with the resource.",
                .check =
                    "The submission that comes too late is refused by D3DKMTRender with "
                    "STATUS_INVALID_HANDLE, because its allocation list names what was destroyed.",
                .wrong = R"(pfnDeallocateCb(hRTDevice, &deallocate);
FlushCommands(device);)",
                .right = R"(FlushCommands(device);
pfnDeallocateCb(hRTDevice, &deallocate);)"},
     .tests = {provokes("ClientRules.K026WorkThatComesAfterTheDestroyIsRefused"),
               stays_silent("ClientRules.K026WorkThatCameBeforeTheDestroyIsDone")}},
    {.id = "K-027",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Released resource never reaches the kernel's deallocate call",
     .text = "(UMD) Releasing the allocations is done through the deallocate callback; the UMD may "
             "defer that call past DestroyResource's return.",
     .outcome = "if never called: kernel-visible leak until device destruction",
     .source = "PFND3DDDI_DESTROYRESOURCE; display/handling-resource-creation-and-destruction.md",
     .lesson =
         {.why = "A driver may keep a resource for reuse after DestroyResource, but what never "
                 "reaches the kernel occupies video memory as long as the device lives.",
          .check = "D3DKMTDestroyDevice counts the allocations that are left on the device and "
                   "tells the number in one finding.",
          .wrong = R"(VOID DestroyResource(D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource) {
    ReleaseSystemCopy(hResource);
})",
          .right = R"(VOID DestroyResource(D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource) {
    ReleaseSystemCopy(hResource);
    DeallocateNowOrLater(hDevice, hResource);  // ends in pfnDeallocateCb
})"},
     .tests = {provokes("Device.K027LeftAllocationsAreALint"),
               stays_silent("Device.K027EmptyDeviceIsSilent")}},
    {.id = "K-028",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Surfaces created as one group get exactly one destroy",
     .text = "Surfaces created as one group are destroyed as one group: exactly one destroy per "
             "resource, never one per surface.",
     .outcome = "a defect of Drydock",
     .source = "PFND3DDDI_DESTROYRESOURCE",
     .tests = {proves("Destroy.K028GroupIsDestroyedAsAGroup")}},
    {.id = "K-029",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DestroyResource names a handle from neither CreateResource nor OpenResource",
     .text = "(UMD) The handle given to DestroyResource is one that CreateResource or OpenResource "
             "returned - opened views are destroyed the same way as created ones.",
     .outcome = "E_INVALIDARG-class",
     .source = "PFND3DDDI_DESTROYRESOURCE",
     .tests = {proves("ProperDriver.SharesAndOpens"),
               proves("RuntimePromises.U001AndU046ResourceOfAnotherDeviceIsNotNamed"),
               proves("RuntimePromises.U002AndU007DestroyResourceComesOnce")}},
    {.id = "K-030",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "DeleteAllocator leaves resources behind that its allocator reserved",
     .text = "(AVStream minidriver) DeleteAllocator receives the same Context pointer that its "
             "InitializeAllocator produced, and must release every system resource that allocator "
             "reserved.",
     .outcome = "leak, driver fault",
     .source = "PFNKSDELETEALLOCATOR",
     .reason = "the streaming book makes the same demand as S-006, which is raised for it"},
    {.id = "K-031",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The streaming host never uses an allocator after its DeleteAllocator",
     .text = "(AVStream host) After DeleteAllocator is called the host never again allocates or "
             "frees through that allocator.",
     .outcome = "a defect of Drydock",
     .source = "PFNKSDELETEALLOCATOR",
     .tests = {proves("KsAllocator.ClosingWhileRunningFreesEveryFrameFirst"),
               proves("KsAllocator.DeleteComesOnceAfterTheLastFrame")}},
    {.id = "K-032",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Allocator routine is not published in KSALLOCATOR_DISPATCH.DeleteAllocator",
     .text = "(AVStream minidriver) The routine is published through "
             "KSALLOCATOR_DISPATCH.DeleteAllocator inside KSPIN_DISPATCH.",
     .outcome = "never called -> leak",
     .source = "PFNKSDELETEALLOCATOR",
     .reason = "the streaming book makes the same demand as S-003, which is raised for it"},
};

}  // namespace

Chapter seeds() { return kKernelSeeds; }

}  // namespace drydock::rules::kernel
