// Destruction, deferral and DestroyAllocation2 flags.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel13Lessons[] = {
    {.rule = "K-220",
     .why = "The flag tells the kernel to skip its wait for the GPU. If the promise is wrong, the "
            "GPU writes into pages that are already another allocation's.",
     .check = "D3DKMTDestroyAllocation2 with AssumeNotInUse asks whether submitted work still "
              "names the allocation; each such case is counted and told when the device goes.",
     .wrong = R"(D3DKMTRender(&render);
destroy.Flags.AssumeNotInUse = 1;
D3DKMTDestroyAllocation2(&destroy);)",
     .right = R"(D3DKMTRender(&render);
D3DKMTWaitForIdle(&idle);
destroy.Flags.AssumeNotInUse = 1;
D3DKMTDestroyAllocation2(&destroy);)"},
    {.rule = "K-223",
     .why = "SystemUseOnly is for the kernel's own callers, and the bits between have no meaning "
            "yet. A program that sets them asks for behaviour it does not know.",
     .check = "D3DKMTDestroyAllocation2 looks at Flags before anything else and returns "
              "STATUS_INVALID_PARAMETER for SystemUseOnly or a reserved bit.",
     .wrong = R"(destroy.Flags.Value = 0xFFFFFFFF;
D3DKMTDestroyAllocation2(&destroy);)",
     .right = R"(destroy.Flags.Value = 0;
destroy.Flags.AssumeNotInUse = 1;
D3DKMTDestroyAllocation2(&destroy);)"},
    {.rule = "K-232",
     .why = "The kernel stops captures before every destroy and does not know whether one runs. A "
            "failure here has no meaning it could act on.",
     .check = "DxgkDdiStopCapture is called before the destroy of each allocation with the Capture "
              "flag; any status but STATUS_SUCCESS is reported.",
     .wrong = R"(if (!allocation->IsCapturing)
    return STATUS_INVALID_PARAMETER;)",
     .right = R"(if (allocation->IsCapturing)
    StopCaptureEngine(adapter, allocation);
return STATUS_SUCCESS;)"},
    {.rule = "K-237",
     .why =
         "The pages behind an allocation were given by the memory manager, which gives them to "
         "somebody else when the driver's object is gone. Freed twice they belong to two owners.",
     .check =
         "After DxgkDdiDestroyAllocation the host looks whether the MDL that paging operations "
         "showed the driver is still there.",
     .wrong =
         R"(NTSTATUS DestroyAllocation(HANDLE hAdapter, const DXGKARG_DESTROYALLOCATION* args) {
    ALLOCATION* allocation = args->pAllocationList[0];
    IoFreeMdl(allocation->MdlOfLastMapping);
    ExFreePoolWithTag(allocation, TAG);
    return STATUS_SUCCESS;
})",
     .right =
         R"(NTSTATUS DestroyAllocation(HANDLE hAdapter, const DXGKARG_DESTROYALLOCATION* args) {
    ALLOCATION* allocation = args->pAllocationList[0];
    ExFreePoolWithTag(allocation, TAG);
    return STATUS_SUCCESS;
})"},
    {.rule = "K-238",
     .why = "By the time of the call every handle is gone and nobody can try again. A failure "
            "means memory that belongs to no one, and Windows treats it as a broken driver.",
     .check = "A status other than STATUS_SUCCESS is reported when DxgkDdiDestroyAllocation "
              "returns and ends the driver's life.",
     .wrong = R"(if (allocation->BusyCount != 0)
    return STATUS_GRAPHICS_ALLOCATION_BUSY;)",
     .right = R"(WaitForEngine(adapter, allocation->LastFence);
ExFreePoolWithTag(allocation, TAG);
return STATUS_SUCCESS;)"},
    {.rule = "K-229",
     .why =
         "The addresses of an allocation go with it, and another thread may have them the moment "
         "after. Who frees them then takes somebody else's memory away.",
     .check = "D3DKMTFreeGpuVirtualAddress answers STATUS_INVALID_PARAMETER for a range that went "
              "with its allocation.",
     .wrong = R"(D3DKMTDestroyAllocation2(&destroy);
D3DKMTFreeGpuVirtualAddress(&range);)",
     .right = R"(D3DKMTFreeGpuVirtualAddress(&range);
D3DKMTDestroyAllocation2(&destroy);)"},
};

}  // namespace

Lessons kernel_13() { return kKernel13Lessons; }

}  // namespace drydock::rules::lessons
