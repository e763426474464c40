// Seed rules.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeSeeds[] = {
    {.id = "U-001",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime calls DestroyResource with the driver's own device handle",
     .text = "DestroyResource is called with the *driver* device handle of the device through "
             "which the resource is being destroyed.",
     .outcome =
         "decided: call rejected before it reaches the UMD (runtime-side bug), report wrong-device",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md",
     .tests = {proves("RuntimePromises.U001AndU046ResourceOfAnotherDeviceIsNotNamed")}},
    {.id = "U-002",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime destroys only resource handles this driver returned",
     .text = "The resource argument is a driver resource handle that the same UMD produced in "
             "CreateResource (or CreateResource2) or OpenResource.",
     .outcome = "decided: never forwarded; stale or foreign handle reported",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md",
     .tests = {proves("RuntimePromises.U002AndU007DestroyResourceComesOnce")}},
    {.id = "U-003",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyResource returns an error although the resource was released",
     .text = "Return S_OK when the resource is released; any error result states that the resource "
             "was NOT released.",
     .outcome = "decided: error return keeps the runtime handle pair alive; error plus freed "
                "kernel objects = finding",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md",
     .lesson =
         {.why = "After an error the runtime keeps the resource and goes on using its handle; what "
                 "the driver has freed is then used again.",
          .check = "When DestroyResource returns an error, the kernel objects of the resource are "
                   "counted again; fewer than before contradict the result.",
          .wrong = R"(device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
delete resource;
return E_FAIL;)",
          .right =
              R"(HRESULT hr = device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
if (FAILED(hr)) return hr;
delete resource;
return S_OK;)"},
     .tests = {provokes("ResourceRules.U003AnErrorAfterTheReleaseIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-004",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyResource before batched work is flushed",
     .text = "Step 1 of DestroyResource: every batched (unsubmitted) command that depends on the "
             "resource is submitted through pfnRenderCb before anything is released.",
     .outcome = "decided: deallocate-with-unsubmitted-reference finding; later submit fails with "
                "D3DDDIERR_INVALIDHANDLE",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md",
     .lesson =
         {.why = "The batch names an allocation that is gone when it is submitted at last, "
                 "and the whole submission fails.",
          .check =
              "At each release the allocation lists that the driver is filling are searched for "
              "the handle; a later submission that names it is found by U-136. The commands of "
              "virtual contexts lie in memory of the driver's own and name memory by address: what "
              "they use is not seen before they are submitted, and then by U-282.",
          .wrong = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  …
  return device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
})",
          .right = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  …
  if (resource->LastBatch == device->CurrentBatch) SubmitBatch(device);
  return device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
})"},
     .tests = {provokes("ResourceRules.U004U124AndU136ReleaseBeforeTheBatchIsSubmittedIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-005",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyResource never releases the allocations of the resource",
     .text = "Step 2, strictly after step 1: release the allocations associated with the resource "
             "through pfnDeallocateCb.",
     .outcome =
         "documented: leak if never done (see U-196); decided: leak finding at DestroyDevice",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md",
     .lesson = {.why = "Video memory is short, and a game destroys thousands of resources; each "
                       "that keeps its allocations is lost until the process ends.",
                .check = "After DestroyDevice, allocations of a resource that was destroyed at "
                         "least one Flush ago are reported with their history.",
                .wrong = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  delete (RESOURCE*)hResource;
  return S_OK;
})",
                .right = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  HRESULT hr = ReleaseAllocations((DEVICE*)hDevice, (RESOURCE*)hResource);
  delete (RESOURCE*)hResource;
  return hr;
})"},
     .tests = {provokes("ResourceRules.U005NeverReleasedIsFoundWhenTheDeviceGoes"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys"),
               stays_silent("ProperDriver.DefersUntilTheNextFlush")}},
    {.id = "U-006",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may postpone pfnDeallocateCb past the return of DestroyResource",
     .text = "The pfnDeallocateCb call need not happen before DestroyResource returns; the UMD may "
             "postpone it.",
     .outcome = "- (permission; limits: U-208, U-210, U-211)",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md",
     .tests = {proves("ProperDriver.DefersPastAFlush"),
               proves("ProperDriver.DefersUntilTheNextFlush"),
               proves("SoftGpuUmd.ReleaseWaitsForTheNextFlushAndIsOneGroup")}},
    {.id = "U-007",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime calls DestroyResource exactly once per resource",
     .text = "Exactly one DestroyResource per resource; the runtime never issues one per surface, "
             "mip, face or buffer.",
     .outcome = "decided: second call for the same handle = double destroy, not forwarded",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md",
     .tests = {proves("RuntimePromises.U002AndU007DestroyResourceComesOnce")}},
    {.id = "U-008",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Surfaces created as a group are destroyed as that group, never in part",
     .text = "Surfaces created as one group are destroyed as one group; partial destruction of a "
             "group does not exist at this boundary.",
     .outcome = "decided: per-surface release by the UMD while the resource lives is only legal "
                "for unshared allocations it created individually",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md",
     .lesson = {.why = "The runtime goes on addressing surfaces of the group that no longer have "
                       "memory behind them.",
                .check = "A release by list of some of the allocations that one pfnAllocateCb made "
                         "is told when their resource lives and is not being destroyed.",
                .wrong = R"(deallocate.hResource = NULL;
deallocate.NumAllocations = 1;
deallocate.HandleList = &resource->Allocations[lowestMip];)",
                .right = R"(deallocate.hResource = resource->hRuntime;
deallocate.NumAllocations = 0;
deallocate.HandleList = NULL;)"},
     .tests = {provokes("ResourceRules.U008PartOfALivingGroupIsFound"),
               stays_silent("ResourceRules.U195ListAndThenTheResourceIsSilent")}},
    {.id = "U-009",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime releases through the kernel device that owns the objects",
     .text = "When translating to D3DKMTDestroyAllocation, hDevice is the kernel device that owns "
             "the resource and/or allocations.",
     .outcome = "generic: STATUS_INVALID_PARAMETER, UMD sees E_INVALIDARG",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md",
     .tests = {proves("ProperDriver.SharesAndOpens"),
               proves("RuntimePromises.U010AndU013ResourceFormReleasesEverything")}},
    {.id = "U-010",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A resource-form release takes every attached allocation with it",
     .text = "A non-zero kernel hResource releases every allocation attached to that resource in "
             "the same call.",
     .outcome = "decided: any survivor = kernel-side bug",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md",
     .tests = {proves("RuntimePromises.U010AndU013ResourceFormReleasesEverything")}},
    {.id = "U-011",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime never mixes owners in one list of allocations to release",
     .text = "In list form, if one listed allocation belongs to a resource then every listed "
             "allocation must belong to that same resource. Mixing resources, or mixing owned and "
             "free-standing allocations, is illegal.",
     .outcome = "generic: STATUS_INVALID_PARAMETER; decided: E_INVALIDARG, nothing released",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md",
     .tests = {proves("RuntimePromises.U011MixedListIsRefusedAndNothingIsReleased")}},
    {.id = "U-012",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime passes no allocation list along with a kernel resource",
     .text =
         "With a non-zero kernel hResource, phAllocationList must be NULL. The runtime must clear "
         "the list even if the UMD filled HandleList (which is documented as ignored, U-193).",
     .outcome = "decided: runtime bug; kernel returns STATUS_INVALID_PARAMETER",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md",
     .tests = {proves("RuntimePromises.U012AndU193ListBesideAResourceIsNotPassedOn")}},
    {.id = "U-013",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The allocation count is ignored when pfnDeallocateCb names a resource",
     .text = "With a non-zero kernel hResource, AllocationCount is not looked at.",
     .outcome = "",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md",
     .tests = {proves("RuntimePromises.U010AndU013ResourceFormReleasesEverything"),
               proves("RuntimePromises.U012AndU193ListBesideAResourceIsNotPassedOn")}},
    {.id = "U-014",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "User mode sees no miniport handles and the miniport no D3DKMT handles",
     .text =
         "The KMD is handed its own allocation handles (those it returned at "
         "DxgkDdiCreateAllocation), never D3DKMT handles; the kernel translates. The UMD therefore "
         "never sees KMD handles and the KMD never sees D3DKMT handles in a destroy call.",
     .outcome = "decided: handle-domain finding",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgkarg_destroyallocation.md",
     .tests = {proves("Destroy.K013K014K018MiniportGetsItsOwnHandlesAndTheirNumber")}},
    {.id = "U-015",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Resource-form release reaches the miniport with the resource, list form without",
     .text = "The KMD also cleans the kernel resource handle when the resource goes with the "
             "allocations; KMD memory is released inside the DxgkDdiDestroyAllocation call. So a "
             "resource-form pfnDeallocateCb reaches the KMD as allocations plus resource, a "
             "list-form one as allocations only.",
     .outcome = "decided: what the miniport does with each form is K-015 and K-016",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgkarg_destroyallocation.md",
     .tests = {proves("RuntimePromises.U015ListReleasesAllocationsAndTheResourceFormBoth")}},
    {.id = "U-016",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnDeallocateCb names a context allocation of the miniport",
     .text = "Context allocations (DxgkCbCreateContextAllocation / DxgkCbDestroyContextAllocation) "
             "are created and freed by the KMD at any time it likes; they have no runtime or UMD "
             "handle and cannot be named in pfnDeallocateCb.",
     .outcome = "decided: E_INVALIDARG, foreign-handle finding",
     .source =
         "DXGKCB_DESTROYCONTEXTALLOCATION; d3dkmddi/nc-d3dkmddi-dxgkcb_destroycontextallocation.md",
     .lesson =
         {.why = "Such an allocation belongs to the miniport, which destroys it itself; a driver "
                 "in user mode can only have guessed the handle.",
          .check =
              "pfnDeallocateCb looks each handle up among the allocations of the device; one that "
              "is the low part of what the kernel's driver got from DxgkCbCreateContextAllocation "
              "is told here, and any other that never was there under U-026.",
          .wrong = R"(D3DKMT_HANDLE handle = privateData->hContextSaveArea;
deallocate.NumAllocations = 1;
deallocate.HandleList = &handle;)",
          .right = R"(D3DKMT_HANDLE handle = resource->hAllocation;
deallocate.NumAllocations = 1;
deallocate.HandleList = &handle;)"},
     .tests = {provokes("CallbackRules.U016ReleaseOfAContextAllocationIsFound"),
               stays_silent("CallbackRules.U016AndU026OtherHandlesAreNoContextAllocations"),
               stays_silent("ResourceRules.U195ListAndThenTheResourceIsSilent")}},
    {.id = "U-017",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kNotApplicable,
     .title = "AVStream allocator deletion has no user-mode driver counterpart",
     .text =
         "AVStream allocator deletion has no D3DDDI counterpart: after it, AVStream stops using "
         "the allocator and the minidriver frees its system resources. The only documented bridge "
         "from a UMD resource to a capture driver is GetCaptureAllocationHandle (U-083).",
     .outcome = "",
     .source = "PFNKSDELETEALLOCATOR; ks/nc-ks-pfnksdeleteallocator.md",
     .reason = "a statement of fact that binds nobody on this boundary"},
};

}  // namespace

Chapter seeds() { return kUserModeSeeds; }

}  // namespace drydock::rules::user_mode
