// Contexts and context allocations.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelContexts[] = {
    {.id = "K-348",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Context is created with a bad device, node or engine affinity",
     .text = "CreateContext(Virtual) needs a valid device; NodeOrdinal and EngineAffinity are "
             "inputs, EngineAffinity being 1 << engine ordinal with one bit set.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createcontextvirtual.md; "
               "display/tdr-changes-in-windows-8.md",
     .lesson = {.why = "Work of a context runs on one engine of one node. A node that is not "
                       "there, or two engines at once, gives the scheduler no queue to put it in.",
                .check =
                    "D3DKMTCreateContext resolves the device, compares NodeOrdinal with the "
                    "adapter's nodes and refuses every EngineAffinity but the first engine's with "
                    "STATUS_INVALID_PARAMETER, because a node has one. From a user-mode driver, "
                    "whose documents speak of an index, 0 is taken for it too.",
                .wrong = R"(create.hDevice = device;
create.NodeOrdinal = 0;
create.EngineAffinity = 3;
D3DKMTCreateContext(&create);)",
                .right = R"(create.hDevice = device;
create.NodeOrdinal = 0;
create.EngineAffinity = 1 << engineOrdinal;
D3DKMTCreateContext(&create);)"},
     .tests = {provokes("ClientRules.K348EngineThatIsNotThereIsRefused"),
               provokes("Context.K348NodeAndEngineMustBe"),
               stays_silent("Context.K348EngineOfANodeIsAccepted")}},
    {.id = "K-349",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "D3DKMTCreateContext fails only with its documented statuses",
     .text = "CreateContext failures: STATUS_DEVICE_REMOVED, INVALID_PARAMETER, NO_MEMORY.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreatecontext.md",
     .tests = {proves("Context.K349FailuresLeaveNothing")}},
    {.id = "K-350",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateContext fails for a reason other than lack of memory",
     .text = "Unlimited contexts; the only legal failure besides driver mismatch is out of memory.",
     .outcome = "certification failure; lint",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createcontext.md",
     .lesson = {.why = "Every program and every thread of the runtime may want a context. A limit "
                       "that is not memory makes programs fail in numbers that nobody tested.",
                .check =
                    "DxgkDdiCreateContext may fail with STATUS_NO_MEMORY or "
                    "STATUS_GRAPHICS_DRIVER_MISMATCH; another status is reported at its return.",
                .wrong = R"(if (device->ContextCount == MAX_CONTEXTS)
    return STATUS_INVALID_PARAMETER;)",
                .right = R"(context = AllocateContext(device);
if (context == NULL)
    return STATUS_NO_MEMORY;)"},
     .tests = {provokes("WrongStatus.K350OfCreateContextIsFound"),
               stays_silent("WrongStatus.ListedOnesAreSilent")}},
    {.id = "K-351",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateContext returns no usable hContext",
     .text =
         "hContext output is the driver's handle used in Render, Present, Submit, DestroyContext.",
     .outcome = "bugcheck-class if garbage",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_createcontext.md",
     .lesson = {.why = "The driver finds its context by this handle in every render, submission "
                       "and destroy. If it is NULL or the kernel's own, the next submission is "
                       "read from the wrong place.",
                .check = "hContext is compared with NULL and with the value that went into "
                         "DxgkDdiCreateContext; with either one the client gets no context.",
                .wrong = R"(context->hDxgkContext = pCreateContext->hContext;
pCreateContext->ContextInfo.DmaBufferSize = 64 * 1024;
return STATUS_SUCCESS;)",
                .right = R"(context->hDxgkContext = pCreateContext->hContext;
pCreateContext->ContextInfo.DmaBufferSize = 64 * 1024;
pCreateContext->hContext = context;
return STATUS_SUCCESS;)"},
     .tests = {provokes("DriverState.K351ContextWithoutAHandleOfItsOwnIsFound"),
               stays_silent("DriverMemory.ProperDriverIsSilent")}},
    {.id = "K-352",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GDI context reports an AllocationListSize other than 256",
     .text = "GDI contexts must report AllocationListSize 256.",
     .outcome = "GDI path fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_contextinfo.md",
     .lesson = {.why = "GDI builds its lists itself, with as many entries as it was told there "
                       "are, and it is written for 256.",
                .check =
                    "When DxgkDdiCreateContext returns from a call with Flags.GdiContext, which a "
                    "client gets by D3DKMT_CLIENTHINT_CDD, AllocationListSize must be 256.",
                .wrong = R"(args->ContextInfo.AllocationListSize = 64;)",
                .right =
                    R"(args->ContextInfo.AllocationListSize = args->Flags.GdiContext ? 256 : 64;)"},
     .tests = {provokes("HostileGpu.K352ShortListOfAGdiContextIsFound"),
               stays_silent("HostileGpu.K352ListOf256IsSilent")}},
    {.id = "K-353",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A system context exists for the paging engine only",
     .text = "A system context exists for the paging engine only.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_createcontextflags.md",
     .tests = {proves("HostileGpu.K353NoClientHasASystemContext")}},
    {.id = "K-354",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Drivers without MultiEngineAware never get context calls",
     .text = "A driver without MultiEngineAware never gets context calls; device handles stand in "
             "for context handles.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_vidschcaps.md",
     .tests = {proves("Context.K354DriverWithoutContextsHearsOfNone")}},
    {.id = "K-355",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "DestroyContext blocks until the context's queued work is done",
     .text = "DestroyContext blocks until the context's queued work is done.",
     .outcome = "long block; not an error",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md",
     .tests = {proves("Submission.AContextGoesAfterItsWork")}},
    {.id = "K-356",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyContext names a context that owns a sync object",
     .text = "Destroying a context that currently owns a synchronisation object is refused.",
     .outcome = "error (E_INVALIDARG-class)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md",
     .lesson = {.why = "A mutex that a context acquired is released by that context's queue. "
                       "Without the context it would stay acquired and everybody else would wait.",
                .check = "D3DKMTDestroyContext asks whether the context's queue has acquired a "
                         "synchronisation mutex and returns STATUS_INVALID_PARAMETER then, unless "
                         "the device is lost.",
                .wrong = R"(wait.hContext = context;
D3DKMTWaitForSynchronizationObject(&wait);
D3DKMTDestroyContext(&destroy);)",
                .right = R"(wait.hContext = context;
D3DKMTWaitForSynchronizationObject(&wait);
signal.hContext = context;
D3DKMTSignalSynchronizationObject(&signal);
D3DKMTDestroyContext(&destroy);)"},
     .tests = {provokes("SyncQueue.K356AContextThatOwnsAMutexStays"),
               stays_silent("SyncQueue.K356AContextThatGaveItBackGoes")}},
    {.id = "K-357",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiDestroyContext comes after the context's last work",
     .text =
         "DxgkDdiDestroyContext is sent only when no submitted work of the context is outstanding.",
     .outcome = "a defect of Drydock",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_destroycontext.md",
     .tests = {proves("Submission.AContextGoesAfterItsWork")}},
    {.id = "K-358",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiDestroyContext leaves the context's driver memory behind",
     .text = "DestroyContext frees everything held for the context.",
     .outcome = "leak ledger",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroycontext.md",
     .lesson = {.why = "Contexts come and go with threads and windows. A structure kept of each is "
                       "a leak that grows as long as the machine runs.",
                .check = "The pool block behind the driver's hContext must be freed when "
                         "DxgkDdiDestroyContext returns, and is reported with the stack of its "
                         "allocation otherwise.",
                .wrong = R"(NTSTATUS DestroyContext(HANDLE hContext) {
    KmContext* context = (KmContext*)hContext;
    ExFreePoolWithTag(context->Ring, TAG);
    return STATUS_SUCCESS;
})",
                .right = R"(NTSTATUS DestroyContext(HANDLE hContext) {
    KmContext* context = (KmContext*)hContext;
    ExFreePoolWithTag(context->Ring, TAG);
    ExFreePoolWithTag(context, TAG);
    return STATUS_SUCCESS;
})"},
     .tests = {provokes("DriverMemory.K358ContextThatIsNotFreedIsFound"),
               stays_silent("DriverMemory.ProperDriverIsSilent")}},
    {.id = "K-359",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkCbCreateContextAllocation is called for a system context or above PASSIVE",
     .text = "DxgkCbCreateContextAllocation: PASSIVE_LEVEL; only for non-system contexts (GPU "
             "context allocation) or non-system devices (device context allocation).",
     .outcome = "error NTSTATUS",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_createcontextallocation.md",
     .lesson =
         {.why =
              "The memory manager allocates on behalf of a program's context. The system context "
              "has no owner to charge, and above PASSIVE_LEVEL it cannot wait for memory.",
          .check =
              "DxgkCbCreateContextAllocation reads the IRQL first and then looks for a NULL "
              "hDevice or hContext, which stand for the system's; either is reported and refused.",
          .wrong = R"(create.hAdapter = Dxgk->DeviceHandle;
create.hDevice = NULL;
create.hContext = NULL;
Dxgk->DxgkCbCreateContextAllocation(&create);)",
          .right = R"(if (!pCreateContext->Flags.SystemContext) {
    create.hAdapter = Dxgk->DeviceHandle;
    create.hDevice = device->hDxgkDevice;
    create.hContext = pCreateContext->hContext;
    Dxgk->DxgkCbCreateContextAllocation(&create);
})"},
     .tests = {provokes("CarelessDriver.K359DriverThatServesTheSystemsContextIsFound"),
               provokes("ContextAllocation.K359AHighIrqlIsFound"),
               provokes("ContextAllocation.K359ASystemContextIsFound"),
               provokes("ContextAllocation.K359ASystemDeviceIsFound"),
               stays_silent("ContextAllocation.K359ToK361AreSilentForContextsAndDevices")}},
    {.id = "K-360",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "SharedAcrossContexts and hContext contradict each other",
     .text = "SharedAcrossContexts = 1 ties it to all contexts of hDevice and requires hContext "
             "NULL; = 0 ties it to hContext.",
     .outcome = "error NTSTATUS",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_createcontextallocationflags.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkargcb_createcontextallocation.md",
     .lesson = {.why = "Shared across contexts means that no single context owns it. A context "
                       "named beside the flag says the opposite, and the lifetime is unclear.",
                .check = "SharedAcrossContexts with a non-NULL hContext is reported by "
                         "DxgkCbCreateContextAllocation at the call, which creates nothing.",
                .wrong = R"(create.ContextAllocationFlags.SharedAcrossContexts = 1;
create.hDevice = device->hDxgkDevice;
create.hContext = context->hDxgkContext;)",
                .right = R"(create.ContextAllocationFlags.SharedAcrossContexts = 1;
create.hDevice = device->hDxgkDevice;
create.hContext = NULL;)"},
     .tests = {provokes("ContextAllocation.K360AContextThatAllShareIsFound"),
               stays_silent("ContextAllocation.K359ToK361AreSilentForContextsAndDevices")}},
    {.id = "K-361",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkCbCreateContextAllocation gets driver handles, not the kernel's",
     .text = "hDevice/hContext here are the graphics kernel's handles (the input values of "
             "CreateDevice/CreateContext), NULL for system device/context.",
     .outcome = "error NTSTATUS",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkargcb_createcontextallocation.md",
     .lesson = {.why = "Only the kernel's own handles lead it to its device and context. The "
                       "driver's pointers are numbers to it, and following them would read the "
                       "driver's memory as kernel objects.",
                .check = "DxgkCbCreateContextAllocation looks both handles up among those it "
                         "handed in through DxgkDdiCreateDevice and DxgkDdiCreateContext, and "
                         "whether they belong together.",
                .wrong = R"(create.hDevice = device;
create.hContext = context;)",
                .right =
                    R"(create.hDevice = device->hDxgkDevice;     // the input of DxgkDdiCreateDevice
create.hContext = context->hDxgkContext;  // the input of DxgkDdiCreateContext)"},
     .tests = {provokes("ContextAllocation.K361AContextOfAnotherDeviceIsFound"),
               provokes("ContextAllocation.K361TheDriversHandlesAreFound"),
               stays_silent("ContextAllocation.K359ToK361AreSilentForContextsAndDevices")}},
    {.id = "K-362",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A context allocation is resident while its context runs",
     .text = "A context allocation is resident before a command of its context (or device) enters "
             "the hardware queue and stays so until another context's command does.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_createcontextallocation.md",
     .tests = {proves("GpuWork.EveryContextFindsItsStateWheneverItRuns")}},
    {.id = "K-363",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Content of evicted or moved context allocations is preserved",
     .text = "Content of evicted or moved context allocations is preserved.",
     .outcome = "a defect of Drydock",
     .source = "display/gpu-preemption.md",
     .tests = {proves("GpuWork.EveryContextFindsItsStateWheneverItRuns"),
               proves("GpuWork.WorkOfHigherPriorityTakesOver")}},
    {.id = "K-364",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Context allocation expects a CPU address without the flags for it",
     .text = "To receive a CPU address at InitContextResource: set CpuVisible and Protected and "
             "list aperture segments only.",
     .outcome = "VirtualAddress NULL",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_createcontextallocation.md",
     .lesson =
         {.why = "The CPU sees system memory through an aperture, and only a protected context "
                 "allocation is mapped for the driver. With less the address it waits for is NULL.",
          .check =
              "CpuVisible in DxgkCbCreateContextAllocation without Protected, or with segments "
              "that are not all apertures, is reported; the allocation is made without an address.",
          .wrong = R"(create.Flags.CpuVisible = 1;
create.SupportedSegmentSet = 1 << (VRAM_SEGMENT - 1);)",
          .right = R"(create.Flags.CpuVisible = 1;
create.Flags.Protected = 1;
create.SupportedSegmentSet = 1 << (APERTURE_SEGMENT - 1);)"},
     .tests = {provokes("ContextAllocation.K364AnAddressWithoutItsFlagsIsFound"),
               stays_silent("ContextAllocation.K364AProtectedApertureGetsAnAddress")}},
    {.id = "K-365",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "hDriverAllocation comes back in the paging operations of its allocation",
     .text = "hDriverAllocation is echoed back as the allocation handle in paging operations (and "
             "CPU-host-aperture mapping) for that context allocation.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkargcb_createcontextallocation.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_mapcpuhostaperture.md",
     .tests = {proves("ContextAllocation.K359ToK361AreSilentForContextsAndDevices"),
               proves("ContextAllocation.K365TheDriversHandleComesBack")}},
    {.id = "K-366",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkCbMapContextAllocation returns the GPU address, or NULL on failure",
     .text = "DxgkCbMapContextAllocation maps it into the application address space of its context "
             "and returns the GPU VA, NULL on failure; a taken fixed base fails.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dkmddi/nc-d3dkmddi-dxgkcb_mapcontextallocation.md; "
         "d3dkmddi/ns-d3dkmddi-_dxgkargcb_mapcontextallocation.md; display/context-allocation.md",
     .tests = {proves("MappedContextAllocation.K366ItHasAnAddressOfItsProcess"),
               proves("MappedContextAllocation.K366WhatCannotBeIsNull")}},
    {.id = "K-367",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Privileged context data is mapped into an application address space",
     .text = "Do not map privileged context data into an application address space.",
     .outcome = "security fault",
     .source = "display/context-allocation.md",
     .lesson = {.why = "Whatever is mapped into the address space of a process its commands can "
                       "read and write. A page directory or another process's state there gives a "
                       "program the whole machine.",
                .check = "DxgkCbMapContextAllocation of an allocation that was created with "
                         "AccessedPhysically, as memory for the driver and its hardware alone is, "
                         "is reported when it succeeds.",
                .wrong =
                    R"(create.Flags.AccessedPhysically = 1;  // holds the page directory's address
Dxgk->DxgkCbCreateContextAllocation(&create);
map.hAllocation = create.hAllocation;
address = Dxgk->DxgkCbMapContextAllocation(Dxgk->DeviceHandle, &map);)",
                .right = R"(secret.Flags.AccessedPhysically = 1;
Dxgk->DxgkCbCreateContextAllocation(&secret);
Dxgk->DxgkCbCreateContextAllocation(&saveArea);
map.hAllocation = saveArea.hAllocation;
address = Dxgk->DxgkCbMapContextAllocation(Dxgk->DeviceHandle, &map);)"},
     .tests = {provokes("MappedContextAllocation.K367WhatIsPrivilegedIsFound"),
               stays_silent("MappedContextAllocation.K367WhatTheApplicationMaySeeIsSilent")}},
    {.id = "K-368",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkCbUpdateContextAllocation returns after its update has completed",
     .text = "DxgkCbUpdateContextAllocation triggers an UpdateContextAllocation paging operation "
             "with the given private data and returns only after the update completed.",
     .outcome = "a defect of Drydock; deadlock if called inside a level-one DDI (inferred)",
     .source =
         "d3dkmddi/nc-d3dkmddi-dxgkcb_updatecontextallocation.md; display/context-allocation.md",
     .tests = {proves("ContextAllocation.K368AnUpdateIsOverWhenItReturns"),
               proves("ContextAllocation.K368AnUpdateWaitsForTheGpu")}},
    {.id = "K-369",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Context allocation outlives its context or device",
     .text = "All context allocations of a context/device are destroyed no later than in its "
             "DestroyContext/DestroyDevice.",
     .outcome = "leak (inferred from pairing); report at teardown",
     .source = "DXGKCB_DESTROYCONTEXTALLOCATION; display/gpu-preemption.md",
     .lesson =
         {.why = "The allocation is the context's save area. Once the context is gone nobody can "
                 "destroy it, and its video memory is lost until the adapter stops.",
          .check =
              "What a context or device still has after DxgkDdiDestroyContext or "
              "DxgkDdiDestroyDevice is taken away and reported with the stack that created it.",
          .wrong = R"(NTSTATUS DestroyContext(HANDLE hContext) {
    ExFreePoolWithTag(hContext, TAG);
    return STATUS_SUCCESS;
})",
          .right = R"(NTSTATUS DestroyContext(HANDLE hContext) {
    KmContext* context = (KmContext*)hContext;
    Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, context->hSaveArea);
    ExFreePoolWithTag(context, TAG);
    return STATUS_SUCCESS;
})"},
     .tests = {provokes("ContextAllocation.K369WhatAContextLeavesIsFound"),
               provokes("ContextAllocation.K369WhatADeviceLeavesIsFound"),
               stays_silent("ContextAllocation.K369TheLastMomentIsSilent")}},
};

}  // namespace

Chapter contexts() { return kKernelContexts; }

}  // namespace drydock::rules::kernel
