// Seed rules.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "U-001",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text =
         "DestroyResource is called with the *driver* device handle of the device through which "
         "the resource is being destroyed.",
     .outcome = "decided: call rejected before it reaches the UMD (runtime-side bug), report "
                "wrong-device",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-002",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "The resource argument is a driver resource handle that the same UMD produced in "
             "CreateResource (or CreateResource2) or OpenResource.",
     .outcome = "decided: never forwarded; stale or foreign handle reported",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-003",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "Return S_OK when the resource is released; any error result states that the resource "
             "was NOT released.",
     .outcome =
         "decided: error return keeps the runtime handle pair alive; error plus freed kernel "
         "objects = finding",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-004",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "Step 1 of DestroyResource: every batched (unsubmitted) command that depends on the "
             "resource is submitted through pfnRenderCb before anything is released.",
     .outcome = "decided: deallocate-with-unsubmitted-reference finding; later submit fails with "
                "D3DDDIERR_INVALIDHANDLE",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-005",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "Step 2, strictly after step 1: release the allocations associated with the resource "
             "through pfnDeallocateCb.",
     .outcome =
         "documented: leak if never done (see U-196); decided: leak finding at DestroyDevice",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-006",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "The pfnDeallocateCb call need not happen before DestroyResource returns; the UMD may "
             "postpone it.",
     .outcome = "- (permission; limits: U-208, U-210, U-211)",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-007",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "Exactly one DestroyResource per resource; the runtime never issues one per surface, "
             "mip, face or buffer.",
     .outcome = "decided: second call for the same handle = double destroy, not forwarded",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-008",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "Surfaces created as one group are destroyed as one group; partial destruction of a "
             "group does not exist at this boundary.",
     .outcome =
         "decided: per-surface release by the UMD while the resource lives is only legal for "
         "unshared allocations it created individually",
     .source = "PFND3DDDI_DESTROYRESOURCE; d3dumddi/nc-d3dumddi-pfnd3dddi_destroyresource.md"},
    {.id = "U-009",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "When translating to D3DKMTDestroyAllocation, hDevice is the kernel device that owns "
             "the resource and/or allocations.",
     .outcome = "generic: STATUS_INVALID_PARAMETER, UMD sees E_INVALIDARG",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md"},
    {.id = "U-010",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "A non-zero kernel hResource releases every allocation attached to that resource in "
             "the same call.",
     .outcome = "decided: any survivor = kernel-side bug",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md"},
    {.id = "U-011",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "In list form, if one listed allocation belongs to a resource then every listed "
             "allocation must belong to that same resource. Mixing resources, or mixing owned and "
             "free-standing allocations, is illegal.",
     .outcome = "generic: STATUS_INVALID_PARAMETER; decided: E_INVALIDARG, nothing released",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md"},
    {.id = "U-012",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "With a non-zero kernel hResource, phAllocationList must be NULL. The runtime must "
             "clear the list even if the UMD filled HandleList (which is documented as ignored, "
             "U-193).",
     .outcome = "decided: runtime bug; kernel returns STATUS_INVALID_PARAMETER",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md"},
    {.id = "U-013",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "With a non-zero kernel hResource, AllocationCount is not looked at.",
     .outcome = "",
     .source = "D3DKMT_DESTROYALLOCATION; d3dkmthk/ns-d3dkmthk-_d3dkmt_destroyallocation.md"},
    {.id = "U-014",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "The KMD is handed its own allocation handles (those it returned at "
             "DxgkDdiCreateAllocation), never D3DKMT handles; the kernel translates. The UMD "
             "therefore never sees KMD handles and the KMD never sees D3DKMT handles in a destroy "
             "call.",
     .outcome = "decided: handle-domain finding",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgkarg_destroyallocation.md"},
    {.id = "U-015",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "The KMD also cleans the kernel resource handle when the resource goes with the "
             "allocations; KMD memory is released inside the DxgkDdiDestroyAllocation call. So a "
             "resource-form pfnDeallocateCb reaches the KMD as allocations plus resource, a "
             "list-form one as allocations only.",
     .outcome = "decided: KMD rulebook",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/ns-d3dkmddi-_dxgkarg_destroyallocation.md"},
    {.id = "U-016",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text = "Context allocations (DxgkCbCreateContextAllocation / DxgkCbDestroyContextAllocation) "
             "are created and freed by the KMD at any time it likes; they have no runtime or UMD "
             "handle and cannot be named in pfnDeallocateCb.",
     .outcome = "decided: E_INVALIDARG, foreign-handle finding",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_destroycontextallocation.md"},
    {.id = "U-017",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "?",
     .text =
         "AVStream allocator deletion has no D3DDDI counterpart: after it, AVStream stops using "
         "the allocator and the minidriver frees its system resources. The only documented "
         "bridge from a UMD resource to a capture driver is GetCaptureAllocationHandle (U-083).",
     .outcome = "",
     .source = "PFNKSDELETEALLOCATOR; ks/nc-ks-pfnksdeleteallocator.md"},
};

}  // namespace

Chapter user_mode_01() { return kRules; }

}  // namespace drydock::rules::chapter
