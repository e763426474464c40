// Contexts and context allocations.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "K-348",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Context is created with a bad device, node or engine affinity",
     .text =
         "CreateContext(Virtual) needs a valid device; NodeOrdinal and EngineAffinity are "
         "inputs, EngineAffinity being 1 << engine ordinal with one bit set.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createcontextvirtual.md; "
         "display/tdr-changes-in-windows-8.md"},
    {.id = "K-349",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTCreateContext fails only with its documented statuses",
     .text = "CreateContext failures: STATUS_DEVICE_REMOVED, INVALID_PARAMETER, NO_MEMORY.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreatecontext.md"},
    {.id = "K-350",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "DxgkDdiCreateContext fails for a reason other than lack of memory",
     .text =
         "Unlimited contexts; the only legal failure besides driver mismatch is out of memory.",
     .outcome = "certification failure; lint",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createcontext.md"},
    {.id = "K-351",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "DxgkDdiCreateContext returns no usable hContext",
     .text =
         "hContext output is the driver's handle used in Render, Present, Submit, "
         "DestroyContext.",
     .outcome = "bugcheck-class if garbage",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_createcontext.md"},
    {.id = "K-352",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "GDI context reports an AllocationListSize other than 256",
     .text = "GDI contexts must report AllocationListSize 256.",
     .outcome = "GDI path fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_contextinfo.md"},
    {.id = "K-353",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A system context exists for the paging engine only",
     .text = "A system context exists for the paging engine only.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_createcontextflags.md"},
    {.id = "K-354",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Drivers without MultiEngineAware never get context calls",
     .text =
         "A driver without MultiEngineAware never gets context calls; device handles stand in "
         "for context handles.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_vidschcaps.md"},
    {.id = "K-355",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "DestroyContext blocks until the context's queued work is done",
     .text = "DestroyContext blocks until the context's queued work is done.",
     .outcome = "long block; not an error",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md"},
    {.id = "K-356",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DestroyContext names a context that owns a sync object",
     .text = "Destroying a context that currently owns a synchronisation object is refused.",
     .outcome = "error (E_INVALIDARG-class)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md"},
    {.id = "K-357",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiDestroyContext comes after the context's last work",
     .text =
         "DxgkDdiDestroyContext is sent only when no submitted work of the context is "
         "outstanding.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md; "
         "d3dkmddi/nc-d3dkmddi-dxgkddi_destroycontext.md"},
    {.id = "K-358",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiDestroyContext leaves the context's driver memory behind",
     .text = "DestroyContext frees everything held for the context.",
     .outcome = "leak ledger",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroycontext.md"},
    {.id = "K-359",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkCbCreateContextAllocation is called for a system context or above PASSIVE",
     .text =
         "DxgkCbCreateContextAllocation: PASSIVE_LEVEL; only for non-system contexts (GPU "
         "context allocation) or non-system devices (device context allocation).",
     .outcome = "error NTSTATUS",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_createcontextallocation.md"},
    {.id = "K-360",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "SharedAcrossContexts and hContext contradict each other",
     .text =
         "SharedAcrossContexts = 1 ties it to all contexts of hDevice and requires hContext "
         "NULL; = 0 ties it to hContext.",
     .outcome = "error NTSTATUS",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgk_createcontextallocationflags.md; "
         "d3dkmddi/ns-d3dkmddi-_dxgkargcb_createcontextallocation.md"},
    {.id = "K-361",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkCbCreateContextAllocation gets driver handles, not the kernel's",
     .text =
         "hDevice/hContext here are the graphics kernel's handles (the input values of "
         "CreateDevice/CreateContext), NULL for system device/context.",
     .outcome = "error NTSTATUS",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkargcb_createcontextallocation.md"},
    {.id = "K-362",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A context allocation is resident while its context runs",
     .text =
         "A context allocation is resident before a command of its context (or device) enters "
         "the hardware queue and stays so until another context's command does.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_createcontextallocation.md"},
    {.id = "K-363",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Content of evicted or moved context allocations is preserved",
     .text = "Content of evicted or moved context allocations is preserved.",
     .outcome = "a defect of Drydock",
     .source = "display/gpu-preemption.md"},
    {.id = "K-364",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Context allocation expects a CPU address without the flags for it",
     .text =
         "To receive a CPU address at InitContextResource: set CpuVisible and Protected and "
         "list aperture segments only.",
     .outcome = "VirtualAddress NULL",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_createcontextallocation.md"},
    {.id = "K-365",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "hDriverAllocation comes back in the paging operations of its allocation",
     .text =
         "hDriverAllocation is echoed back as the allocation handle in paging operations (and "
         "CPU-host-aperture mapping) for that context allocation.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgkargcb_createcontextallocation.md; "
         "d3dkmddi/ns-d3dkmddi-_dxgkarg_mapcpuhostaperture.md"},
    {.id = "K-366",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkCbMapContextAllocation returns the GPU address, or NULL on failure",
     .text =
         "DxgkCbMapContextAllocation maps it into the application address space of its context "
         "and returns the GPU VA, NULL on failure; a taken fixed base fails.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dkmddi/nc-d3dkmddi-dxgkcb_mapcontextallocation.md; "
         "d3dkmddi/ns-d3dkmddi-_dxgkargcb_mapcontextallocation.md; "
         "display/context-allocation.md"},
    {.id = "K-367",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Privileged context data is mapped into an application address space",
     .text = "Do not map privileged context data into an application address space.",
     .outcome = "security fault",
     .source = "display/context-allocation.md"},
    {.id = "K-368",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkCbUpdateContextAllocation returns after its update has completed",
     .text =
         "DxgkCbUpdateContextAllocation triggers an UpdateContextAllocation paging operation "
         "with the given private data and returns only after the update completed.",
     .outcome = "a defect of Drydock; deadlock if called inside a level-one DDI (inferred)",
     .source =
         "d3dkmddi/nc-d3dkmddi-dxgkcb_updatecontextallocation.md; display/context-allocation.md"},
    {.id = "K-369",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Context allocation outlives its context or device",
     .text =
         "All context allocations of a context/device are destroyed no later than in its "
         "DestroyContext/DestroyDevice.",
     .outcome = "leak (inferred from pairing); report at teardown",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION; display/gpu-preemption.md"},
};

}  // namespace

Chapter kernel_21() { return kRules; }

}  // namespace drydock::rules::chapter
