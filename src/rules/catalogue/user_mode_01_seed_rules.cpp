// Seed rules.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode01[] = {
    {.id = "U-001",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime calls DestroyResource with the driver's own device handle",
     .text =
         "DestroyResource is called with the *driver* device handle of the device through which "
         "the resource is being destroyed.",
     .outcome = "decided: call rejected before it reaches the UMD (runtime-side bug), report "
                "wrong-device",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-002",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime destroys only resource handles this driver returned",
     .text = "The resource argument is a driver resource handle that the same UMD produced in "
             "CreateResource (or CreateResource2) or OpenResource.",
     .outcome = "decided: never forwarded; stale or foreign handle reported",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-003",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyResource returns an error although the resource was released",
     .text = "Return S_OK when the resource is released; any error result states that the resource "
             "was NOT released.",
     .outcome =
         "decided: error return keeps the runtime handle pair alive; error plus freed kernel "
         "objects = finding",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-004",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyResource before batched work is flushed",
     .text = "Step 1 of DestroyResource: every batched (unsubmitted) command that depends on the "
             "resource is submitted through pfnRenderCb before anything is released.",
     .outcome = "decided: deallocate-with-unsubmitted-reference finding; later submit fails with "
                "D3DDDIERR_INVALIDHANDLE",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-005",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyResource never releases the allocations of the resource",
     .text = "Step 2, strictly after step 1: release the allocations associated with the resource "
             "through pfnDeallocateCb.",
     .outcome =
         "documented: leak if never done (see U-196); decided: leak finding at DestroyDevice",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-006",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may postpone pfnDeallocateCb past the return of DestroyResource",
     .text = "The pfnDeallocateCb call need not happen before DestroyResource returns; the UMD may "
             "postpone it.",
     .outcome = "- (permission; limits: U-208, U-210, U-211)",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-007",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime calls DestroyResource exactly once per resource",
     .text = "Exactly one DestroyResource per resource; the runtime never issues one per surface, "
             "mip, face or buffer.",
     .outcome = "decided: second call for the same handle = double destroy, not forwarded",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-008",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Surfaces created as a group are destroyed as that group, never in part",
     .text = "Surfaces created as one group are destroyed as one group; partial destruction of a "
             "group does not exist at this boundary.",
     .outcome =
         "decided: per-surface release by the UMD while the resource lives is only legal for "
         "unshared allocations it created individually",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-009",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime releases through the kernel device that owns the objects",
     .text = "When translating to D3DKMTDestroyAllocation, hDevice is the kernel device that owns "
             "the resource and/or allocations.",
     .outcome = "generic: STATUS_INVALID_PARAMETER, UMD sees E_INVALIDARG",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md"},
    {.id = "U-010",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A resource-form release takes every attached allocation with it",
     .text = "A non-zero kernel hResource releases every allocation attached to that resource in "
             "the same call.",
     .outcome = "decided: any survivor = kernel-side bug",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md"},
    {.id = "U-011",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime never mixes owners in one list of allocations to release",
     .text = "In list form, if one listed allocation belongs to a resource then every listed "
             "allocation must belong to that same resource. Mixing resources, or mixing owned and "
             "free-standing allocations, is illegal.",
     .outcome = "generic: STATUS_INVALID_PARAMETER; decided: E_INVALIDARG, nothing released",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md"},
    {.id = "U-012",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime passes no allocation list along with a kernel resource",
     .text = "With a non-zero kernel hResource, phAllocationList must be NULL. The runtime must "
             "clear the list even if the UMD filled HandleList (which is documented as ignored, "
             "U-193).",
     .outcome = "decided: runtime bug; kernel returns STATUS_INVALID_PARAMETER",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md"},
    {.id = "U-013",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The allocation count is ignored when pfnDeallocateCb names a resource",
     .text = "With a non-zero kernel hResource, AllocationCount is not looked at.",
     .outcome = "",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md"},
    {.id = "U-014",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "User mode sees no miniport handles and the miniport no D3DKMT handles",
     .text = "The KMD is handed its own allocation handles (those it returned at "
             "DxgkDdiCreateAllocation), never D3DKMT handles; the kernel translates. The UMD "
             "therefore never sees KMD handles and the KMD never sees D3DKMT handles in a destroy "
             "call.",
     .outcome = "decided: handle-domain finding",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgkarg_destroyallocation.md"},
    {.id = "U-015",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Resource-form release reaches the miniport with the resource, list form without",
     .text = "The KMD also cleans the kernel resource handle when the resource goes with the "
             "allocations; KMD memory is released inside the DxgkDdiDestroyAllocation call. So a "
             "resource-form pfnDeallocateCb reaches the KMD as allocations plus resource, a "
             "list-form one as allocations only.",
     .outcome = "decided: KMD rulebook",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgkarg_destroyallocation.md"},
    {.id = "U-016",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnDeallocateCb names a context allocation of the miniport",
     .text = "Context allocations (DxgkCbCreateContextAllocation / DxgkCbDestroyContextAllocation) "
             "are created and freed by the KMD at any time it likes; they have no runtime or UMD "
             "handle and cannot be named in pfnDeallocateCb.",
     .outcome = "decided: E_INVALIDARG, foreign-handle finding",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_destroycontextallocation.md"},
    {.id = "U-017",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kNotApplicable,
     .title = "AVStream allocator deletion has no user-mode driver counterpart",
     .text =
         "AVStream allocator deletion has no D3DDDI counterpart: after it, AVStream stops using "
         "the allocator and the minidriver frees its system resources. The only documented "
         "bridge from a UMD resource to a capture driver is GetCaptureAllocationHandle (U-083).",
     .outcome = "",
     .source = "PFNKSDELETEALLOCATOR; ks/nc-ks-pfnksdeleteallocator.md",
     .reason = "a statement of fact that binds nobody on this boundary"},
};

}  // namespace

Chapter user_mode_01() { return kUserMode01; }

}  // namespace drydock::rules::chapter
