// Handle pairs and kernel handles.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode02[] = {
    {.id = "U-018",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime gives each create or open call a fresh runtime handle",
     .text = "CreateResource, CreateResource2 and OpenResource receive in hResource a user-mode "
             "*runtime* handle that is unique per call.",
     .outcome = "decided: runtime bug",
     .source = "display/handling-resource-creation-and-destruction.md"},
    {.id = "U-019",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver handle used where the runtime resource handle belongs",
     .text = "Save that incoming value and use it, and only it, to name the resource in every "
             "callback.",
     .outcome =
         "generic: E_INVALIDARG from the callback; decided: wrong-handle-kind finding (driver "
         "handle or kernel handle passed)",
     .source = "display/handling-resource-creation-and-destruction.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddiarg_createresource.md"},
    {.id = "U-020",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateResource succeeds without a fresh driver handle in hResource",
     .text = "On success overwrite hResource with a unique *driver* handle. Leaving the runtime "
             "handle in place, returning NULL, or returning a value that is live for another "
             "resource breaks the contract.",
     .outcome = "decided: creation treated as failed, finding; duplicate handle = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md; "
               "display/handling-resource-creation-and-destruction.md"},
    {.id = "U-021",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime names a resource by its driver handle after creation",
     .text = "All later driver calls name the resource by the driver handle.",
     .outcome = "decided: runtime bug",
     .source = "display/handling-resource-creation-and-destruction.md"},
    {.id = "U-022",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Runtime handle and driver handle of a resource form one fixed pair",
     .text =
         "Runtime handle and driver handle are in one-to-one correspondence for the life of the "
         "resource.",
     .outcome = "decided: aliasing finding",
     .source = "display/handling-resource-creation-and-destruction.md"},
    {.id = "U-023",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "hKMResource used as the key of a user-mode resource map",
     .text =
         "User-mode handles are unique per creation; kernel resource handles are not guaranteed "
         "unique across user-mode resources, because opening a shared resource refers to an "
         "existing kernel object. hKMResource must not be used as a map key for user-mode "
         "objects.",
     .outcome = "decided: lint",
     .source = "display/handling-resource-creation-and-destruction.md"},
    {.id = "U-024",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A kernel resource exists only if pfnAllocateCb named the runtime handle",
     .text = "A kernel resource is created, and hKMResource returned, only if the UMD put the "
             "runtime handle into D3DDDICB_ALLOCATE.hResource.",
     .outcome = "decided: hKMResource stays 0",
     .source = "display/handling-resource-creation-and-destruction.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_allocate.md"},
    {.id = "U-025",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnAllocateCb gives every array element its own allocation handle",
     .text = "Each element of the allocation-info array receives its own kernel allocation handle "
             "in hAllocation; it is attached to the kernel resource when one exists.",
     .outcome = "decided: runtime bug",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md"},
    {.id = "U-026",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver maps a surface to the wrong allocation handle",
     .text = "Keep the mapping from surface (resource plus index) to allocation handle(s); store "
             "the handles in the driver resource object.",
     .outcome = "decided: wrong handle used = finding at use",
     .source = "display/requesting-and-using-surface-memory.md"},
    {.id = "U-027",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A surface is named by resource and index below SurfCount",
     .text = "Surfaces have no handle. A surface is (resource handle, index), index being the "
             "position in pSurfList.",
     .outcome = "decided: SubResourceIndex >= SurfCount rejected by the harness",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-028",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may embed kernel handles in the command stream",
     .text = "hKMResource and hAllocation may be embedded in the command stream for the KMD.",
     .outcome = "documented: bad handle found by the KMD gives D3DDDIERR_INVALIDHANDLE from "
                "pfnRenderCb",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_allocate.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md"},
    {.id = "U-029",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver device handle used where the runtime device handle belongs",
     .text = "First argument of every device callback is the runtime device handle given in "
             "D3DDDIARG_CREATEDEVICE.hDevice (or hRTDevice in D3D10+), not the driver device "
             "handle.",
     .outcome = "decided: E_INVALIDARG, finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_createdevice.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md"},
    {.id = "U-030",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateDevice or OpenAdapter does not swap in a driver handle",
     .text = "CreateDevice swaps hDevice in place (in: runtime handle; out: unique driver handle); "
             "OpenAdapter does the same with hAdapter.",
     .outcome = "decided: as U-020",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_createdevice.md; "
               "d3dumddi/ns-d3dumddi-_d3dddiarg_openadapter.md"},
    {.id = "U-031",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The driver private block stays at one address for the handle's life",
     .text =
         "D3D10+: the driver handle is a pointer (pDrvPrivate) to runtime-owned memory of the "
         "size CalcPrivate*Size returned; it is unique and constant for the life of the handle.",
     .outcome = "decided: runtime bug",
     .source = "display/direct3d-version-10-runtime-and-driver-handles.md"},
    {.id = "U-032",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Runtime and driver handle live from the create call to the destroy call",
     .text = "D3D10+: runtime handle and driver handle have the same life span: from the "
             "create-type call to the destroy-type call.",
     .outcome = "decided: use after destroy finding",
     .source = "display/direct3d-version-10-runtime-and-driver-handles.md"},
    {.id = "U-033",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Kernel handle not released on its own when the driver handle goes",
     .text =
         "D3D10+: kernel handles are the exception: their life span is controlled explicitly by "
         "the UMD (pfnAllocateCb to pfnDeallocateCb) and may outlast the driver handle "
         "(deferred destruction).",
     .outcome = "decided: tracked separately",
     .source = "display/direct3d-version-10-kernel-handles.md"},
    {.id = "U-034",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The immediate-context handle is allocated first and destroyed last",
     .text = "D3D11 with command lists: every object has one immediate-context handle plus one "
             "context-local handle per deferred context that uses it. The immediate handle is the "
             "first allocated and the last destroyed.",
     .outcome = "decided: runtime bug",
     .source = "display/using-context-local-ddi-handles.md"},
    {.id = "U-035",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Deferred-context resource handle carries kernel allocations of its own",
     .text = "D3D11: a deferred-context resource handle is opened by calling CreateResource on the "
             "deferred context with a NULL argument struct, the deferred handle as the driver "
             "handle, and the immediate-context *driver* handle in the runtime-handle slot. "
             "(Inference: no kernel allocation belongs to it, and its DestroyResource releases "
             "none.)",
     .outcome = "decided: pfnAllocateCb inside such a call = finding",
     .source = "display/using-context-local-ddi-handles.md"},
    {.id = "U-036",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Per context, the resource handle outlives every view handle on it",
     .text = "D3D11: per context, a resource handle is created before any view handle on it and "
             "destroyed after all of them.",
     .outcome = "decided: runtime bug",
     .source = "display/using-context-local-ddi-handles.md"},
};

}  // namespace

Chapter user_mode_02() { return kUserMode02; }

}  // namespace drydock::rules::chapter
