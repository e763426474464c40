// Contexts and context allocations.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel21Lessons[] = {
    {.rule = "K-348",
     .why = "Work of a context runs on one engine of one node. A node that is not there, or two "
            "engines at once, gives the scheduler no queue to put it in.",
     .check = "D3DKMTCreateContext resolves the device, compares NodeOrdinal with the adapter's "
              "nodes and refuses every EngineAffinity but the first engine's "
              "with STATUS_INVALID_PARAMETER, because a node has one; 0 is taken for it too.",
     .wrong = R"(create.hDevice = device;
create.NodeOrdinal = 0;
create.EngineAffinity = 3;
D3DKMTCreateContext(&create);)",
     .right = R"(create.hDevice = device;
create.NodeOrdinal = 0;
create.EngineAffinity = 1 << engineOrdinal;
D3DKMTCreateContext(&create);)"},
    {.rule = "K-350",
     .why = "Every program and every thread of the runtime may want a context. A limit that is not "
            "memory makes programs fail in numbers that nobody tested.",
     .check = "DxgkDdiCreateContext may fail with STATUS_NO_MEMORY or "
              "STATUS_GRAPHICS_DRIVER_MISMATCH; another status is reported at its return.",
     .wrong = R"(if (device->ContextCount == MAX_CONTEXTS)
    return STATUS_INVALID_PARAMETER;)",
     .right = R"(context = AllocateContext(device);
if (context == NULL)
    return STATUS_NO_MEMORY;)"},
    {.rule = "K-351",
     .why = "The driver finds its context by this handle in every render, submission and destroy. "
            "If it is NULL or the kernel's own, the next submission is read from the wrong place.",
     .check = "hContext is compared with NULL and with the value that went into "
              "DxgkDdiCreateContext; either one ends the driver's life with this finding.",
     .wrong = R"(context->hDxgkContext = pCreateContext->hContext;
pCreateContext->ContextInfo.DmaBufferSize = 64 * 1024;
return STATUS_SUCCESS;)",
     .right = R"(context->hDxgkContext = pCreateContext->hContext;
pCreateContext->ContextInfo.DmaBufferSize = 64 * 1024;
pCreateContext->hContext = context;
return STATUS_SUCCESS;)"},
    {.rule = "K-352",
     .why = "GDI builds its lists itself, with as many entries as it was told there "
            "are, and it is written for 256.",
     .check = "When DxgkDdiCreateContext returns from a call with Flags.GdiContext, "
              "which a client gets by D3DKMT_CLIENTHINT_CDD, AllocationListSize must "
              "be 256.",
     .wrong = R"(args->ContextInfo.AllocationListSize = 64;)",
     .right = R"(args->ContextInfo.AllocationListSize = args->Flags.GdiContext ? 256 : 64;)"},
    {.rule = "K-356",
     .why = "A mutex that a context acquired is released by that context's queue. Without the "
            "context it would stay acquired and everybody else would wait.",
     .check = "D3DKMTDestroyContext asks whether the context's queue has acquired a "
              "synchronisation mutex and returns STATUS_INVALID_PARAMETER then, unless the device "
              "is lost.",
     .wrong = R"(wait.hContext = context;
D3DKMTWaitForSynchronizationObject(&wait);
D3DKMTDestroyContext(&destroy);)",
     .right = R"(wait.hContext = context;
D3DKMTWaitForSynchronizationObject(&wait);
signal.hContext = context;
D3DKMTSignalSynchronizationObject(&signal);
D3DKMTDestroyContext(&destroy);)"},
    {.rule = "K-358",
     .why = "Contexts come and go with threads and windows. A structure kept of each is a leak "
            "that grows as long as the machine runs.",
     .check = "The pool block behind the driver's hContext must be freed when "
              "DxgkDdiDestroyContext returns, and is reported with the stack of its allocation "
              "otherwise.",
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
    {.rule = "K-359",
     .why = "The memory manager allocates on behalf of a program's context. The system context has "
            "no owner to charge, and above PASSIVE_LEVEL it cannot wait for memory.",
     .check = "DxgkCbCreateContextAllocation reads the IRQL first and then looks for a NULL "
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
    {.rule = "K-360",
     .why = "Shared across contexts means that no single context owns it. A context named beside "
            "the flag says the opposite, and the lifetime is unclear.",
     .check = "SharedAcrossContexts with a non-NULL hContext is reported by "
              "DxgkCbCreateContextAllocation at the call, which creates nothing.",
     .wrong = R"(create.ContextAllocationFlags.SharedAcrossContexts = 1;
create.hDevice = device->hDxgkDevice;
create.hContext = context->hDxgkContext;)",
     .right = R"(create.ContextAllocationFlags.SharedAcrossContexts = 1;
create.hDevice = device->hDxgkDevice;
create.hContext = NULL;)"},
    {.rule = "K-361",
     .why = "Only the kernel's own handles lead it to its device and context. The driver's "
            "pointers are numbers to it, and following them would read the driver's memory as "
            "kernel objects.",
     .check = "DxgkCbCreateContextAllocation looks both handles up among those it handed in "
              "through DxgkDdiCreateDevice and DxgkDdiCreateContext, and whether they belong "
              "together.",
     .wrong = R"(create.hDevice = device;
create.hContext = context;)",
     .right = R"(create.hDevice = device->hDxgkDevice;     // the input of DxgkDdiCreateDevice
create.hContext = context->hDxgkContext;  // the input of DxgkDdiCreateContext)"},
    {.rule = "K-364",
     .why = "The CPU sees system memory through an aperture, and only a protected context "
            "allocation is mapped for the driver. With less the address it waits for is NULL.",
     .check = "CpuVisible in DxgkCbCreateContextAllocation without Protected, or with segments "
              "that are not all apertures, is reported; the allocation is made without an address.",
     .wrong = R"(create.Flags.CpuVisible = 1;
create.SupportedSegmentSet = 1 << (VRAM_SEGMENT - 1);)",
     .right = R"(create.Flags.CpuVisible = 1;
create.Flags.Protected = 1;
create.SupportedSegmentSet = 1 << (APERTURE_SEGMENT - 1);)"},
    {.rule = "K-367",
     .why =
         "Whatever is mapped into the address space of a process its commands can read and write. "
         "A page directory or another process's state there gives a program the whole machine.",
     .check =
         "DxgkCbMapContextAllocation of an allocation that was created with AccessedPhysically, "
         "as memory for the driver and its hardware alone is, is reported when it succeeds.",
     .wrong = R"(create.Flags.AccessedPhysically = 1;  // holds the page directory's address
Dxgk->DxgkCbCreateContextAllocation(&create);
map.hAllocation = create.hAllocation;
address = Dxgk->DxgkCbMapContextAllocation(Dxgk->DeviceHandle, &map);)",
     .right = R"(secret.Flags.AccessedPhysically = 1;
Dxgk->DxgkCbCreateContextAllocation(&secret);
Dxgk->DxgkCbCreateContextAllocation(&saveArea);
map.hAllocation = saveArea.hAllocation;
address = Dxgk->DxgkCbMapContextAllocation(Dxgk->DeviceHandle, &map);)"},
    {.rule = "K-369",
     .why = "The allocation is the context's save area. Once the context is gone nobody can "
            "destroy it, and its video memory is lost until the adapter stops.",
     .check = "What a context or device still has after DxgkDdiDestroyContext or "
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
};

}  // namespace

Lessons kernel_21() { return kKernel21Lessons; }

}  // namespace drydock::rules::lessons
