// DestroyResource, pfnDeallocateCb, pfnDeallocate2Cb.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "U-192",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnDeallocateCb mixes the list form and the resource form",
     .text =
         "Two forms: list form (hResource NULL, HandleList filled) or resource form (hResource "
         "= runtime handle).",
     .outcome = "generic: E_INVALIDARG",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocatecb.md; "
         "d3dumddi/ns-d3dumddi-_d3dddicb_deallocate.md"},
    {.id = "U-193",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnDeallocateCb in resource form ignores the handle list",
     .text = "In resource form NumAllocations and HandleList are ignored.",
     .outcome = "",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_deallocate.md"},
    {.id = "U-194",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnDeallocateCb hResource is not the runtime handle",
     .text = "hResource here is the *runtime* handle.",
     .outcome = "generic: E_INVALIDARG",
     .source = "display/handling-resource-creation-and-destruction.md"},
    {.id = "U-195",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Kernel resource left behind after its allocations were released by list",
     .text =
         "Releasing all allocations of a resource by list does not release the kernel resource "
         "object: a second call in resource form must follow.",
     .outcome = "documented: leak; decided: resource-object leak finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocatecb.md"},
    {.id = "U-196",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Resource with attached allocations never released in resource form",
     .text =
         "Unshared resource: list form alone is sufficient only if the UMD never attached an "
         "allocation to it; otherwise a resource-form call is mandatory.",
     .outcome = "documented: memory leak",
     .source = "display/handling-resource-creation-and-destruction.md"},
    {.id = "U-197",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnDeallocateCb answers with its documented codes",
     .text = "Returns S_OK, E_INVALIDARG or another HRESULT.",
     .outcome = "",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocatecb.md; "
         "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocate2cb.md"},
    {.id = "U-198",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "pfnDeallocateCb on an allocation that is still locked",
     .text = "An allocation must be unlocked before it is released.",
     .outcome = "decided: E_INVALIDARG or forced unlock plus finding (decision list)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroydevice.md"},
    {.id = "U-199",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnDeallocateCb releases the same handle twice",
     .text =
         "A handle is released once; afterwards the UMD must forget it (including in error "
         "paths and destructors).",
     .outcome = "generic: E_INVALIDARG; decided: double-free finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_deallocate.md"},
    {.id = "U-200",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Failure of pfnDeallocateCb is swallowed",
     .text =
         "A failure code of pfnDeallocateCb inside D3D9 DestroyResource is returned to the "
         "runtime; D3D12: the return value must be checked.",
     .outcome = "decided: unchecked result = finding",
     .source =
         "display/returning-error-codes-received-from-runtime-functions.md; "
         "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_deallocate_cb_0022.md"},
    {.id = "U-201",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnDeallocate2Cb without flags equals pfnDeallocateCb",
     .text = "pfnDeallocate2Cb (WDDM 2.0) with Flags zero equals pfnDeallocateCb.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocate2cb.md"},
    {.id = "U-202",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnDeallocateCb defers destruction past queued work without blocking",
     .text =
         "Default: VidMm assumes already queued commands may use the allocation and defers the "
         "destruction until they finish, without blocking the caller. The UMD needs no GPU wait "
         "of its own; only *unsubmitted* commands matter.",
     .outcome = "",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocate2cb.md; display/allocation-usage-tracking.md"},
    {.id = "U-203",
     .party = Party::kUserModeDriver,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "AssumeNotInUse set while queued commands use the allocation",
     .text =
         "AssumeNotInUse may be set only if no pending command of the device touches the "
         "allocation; VidMm then destroys at once.",
     .outcome = "decided: use-after-free finding when a queued command references it",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md"},
    {.id = "U-204",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Driver may ask for SynchronousDestroy to wait for the memory",
     .text = "SynchronousDestroy makes the call return only after the memory is reclaimed.",
     .outcome = "decided: harness checks memory is really back",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md"},
    {.id = "U-205",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pfnDeallocate2Cb with SystemUseOnly or a reserved flag bit",
     .text = "Reserved bits zero; SystemUseOnly (bit 31) must never be set by a UMD.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md; libdxg/d3dukmdt.h"},
    {.id = "U-206",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Releasing an allocation frees the GPU addresses mapped to it",
     .text = "Releasing an allocation frees every GPU virtual address range still mapped to it.",
     .outcome = "decided: later use of the VA = finding",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_freegpuvirtualaddresscb.md; "
         "d3dumddi/nc-d3dumddi-pfnd3dddi_mapgpuvirtualaddresscb.md"},
    {.id = "U-207",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Free-threaded DestroyResource submits commands instead of queueing",
     .text =
         "D3D11 free-threaded: DestroyResource runs outside the immediate-context thread, so it "
         "cannot flush; the UMD must queue the release until it knows the immediate context "
         "holds no reference (pfnRenderCb before pfnDeallocateCb).",
     .outcome = "decided: pfnRenderCb from a free-threaded destroy = finding",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-208",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Flush does not process the deferred-destruction queue",
     .text =
         "The deferred-destruction queue must be processed in every Flush, even if the command "
         "buffer is empty; everything that does not stall the pipeline goes.",
     .outcome = "decided: entry older than one Flush with no reference = finding",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-209",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Destroyed shared resource not released by the end of the next Flush",
     .text =
         "pfnDeallocateCb for every previously destroyed *shared* resource must have been made "
         "by the end of the next Flush.",
     .outcome = "decided: finding",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-210",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Deferred destruction unfinished when DestroyDevice returns",
     .text = "All deferred destruction is finished before DestroyDevice returns.",
     .outcome = "decided: leak finding",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-211",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Release of an unshared primary deferred past DestroyResource",
     .text =
         "D3D11 unshared primaries (pPrimaryDesc non-NULL): pfnDeallocateCb must be called "
         "inside DestroyResource; no deferral.",
     .outcome = "decided: finding",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-212",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The runtime postpones the destruction of busy staging resources",
     .text =
         "D3D10: the runtime itself postpones destruction of staging resources until "
         "ResourceIsStagingBusy says FALSE, unless the UMD called "
         "pfnDisableDeferredStagingResourceDestruction (D3D11: only inside CreateDevice; "
         "invalid on deferred contexts).",
     .outcome = "decided: call at other times = finding",
     .source =
         "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_disable_deferred_staging_resource_destruction_cb.md; "
         "display/introduction-to-deferred-contexts.md"},
    {.id = "U-213",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "ResourceIsStagingBusy says FALSE while the batch uses the resource",
     .text =
         "ResourceIsStagingBusy: presence in the partially built command buffer counts as busy; "
         "no flush required; no errors expected.",
     .outcome = "decided: FALSE while referenced = finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_resourceisstagingbusy.md"},
    {.id = "U-214",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The runtime destroys a resource only when unbound and without views",
     .text =
         "D3D10+: DestroyResource only when the resource is not bound and all views on it are "
         "destroyed.",
     .outcome = "decided: runtime bug",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroyresource.md"},
    {.id = "U-215",
     .party = Party::kUserModeDriver,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "Private resource memory used after DestroyResource returned",
     .text =
         "D3D10+: the private memory behind the driver handle is freed by the runtime after the "
         "call; anything needed for deferred release must be copied out first.",
     .outcome = "decided: harness unmaps it, fault = finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroyresource.md"},
    {.id = "U-216",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3D10+ DestroyResource sets an error other than device removal",
     .text = "D3D10+: DestroyResource may report only D3DDDIERR_DEVICEREMOVED, and need not.",
     .outcome = "documented: other code = critical",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroyresource.md"},
    {.id = "U-217",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "RotateResourceIdentities swaps something other than kernel handles",
     .text =
         "RotateResourceIdentities: swap the *kernel* handles of the listed resources, never "
         "the runtime handles; rebuild or re-apply views that embed addresses. Only "
         "BIND_PRESENT resources take part.",
     .outcome =
         "decided: after rotation each RT handle must release exactly the kernel object it now "
         "names",
     .source = "dxgiddi/ns-dxgiddi-dxgi_ddi_base_functions.md"},
    {.id = "U-218",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "An overlay and the resource it shows are destroyed independently",
     .text =
         "Overlays are independent of the resources they show; destroying one does not destroy "
         "the other (pfnDestroyOverlayCb is separate).",
     .outcome = "decided: destroying an allocation being displayed = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroyoverlay.md",
     .reason = "overlays on a real screen: Drydock has none"},
    {.id = "U-219",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Primary not converted when pfnSetDisplayModeCb rejects its format",
     .text =
         "pfnSetDisplayModeCb answering D3DDDIERR_INCOMPATIBLEPRIVATEFORMAT: convert to a new "
         "primary allocation, use the new handle everywhere, destroy the old one, repeat until "
         "another code. This is the one documented case of replacing an allocation of a live "
         "resource.",
     .outcome = "decided: stale handle use = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_setdisplaymodecb.md",
     .reason = "display modes: Drydock sets none"},
};

}  // namespace

Chapter user_mode_09() { return kRules; }

}  // namespace drydock::rules::chapter
