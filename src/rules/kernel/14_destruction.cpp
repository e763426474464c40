// Destruction, deferral and DestroyAllocation2 flags.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelDestruction[] = {
    {.id = "K-219",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Destruction waits for earlier submitted work without blocking the caller",
     .text = "Default (AssumeNotInUse = 0): destruction is queued behind all commands submitted "
             "before the request that might use the allocation; the caller is not blocked.",
     .outcome = "a defect of Drydock (premature free)",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md; "
               "display/allocation-usage-tracking.md",
     .tests = {proves("Destroy2.K219K225HandleDiesAtOnceAndTheDriverHearsAfterTheGpu")}},
    {.id = "K-220",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "AssumeNotInUse is set while the GPU still uses the allocation",
     .text = "AssumeNotInUse = 1 is a promise that no pending command of the owning device touches "
             "the allocation; the kernel then destroys at once without waiting.",
     .outcome = "broken promise: GPU access to freed memory - page fault, device in error",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md",
     .lesson =
         {.why = "The flag tells the kernel to skip its wait for the GPU. If the promise is wrong, "
                 "the GPU writes into pages that are already another allocation's.",
          .check = "D3DKMTDestroyAllocation2 with AssumeNotInUse asks whether submitted work still "
                   "names the allocation; each such call is a finding.",
          .wrong = R"(D3DKMTRender(&render);
destroy.Flags.AssumeNotInUse = 1;
D3DKMTDestroyAllocation2(&destroy);)",
          .right = R"(D3DKMTRender(&render);
D3DKMTWaitForIdle(&idle);
destroy.Flags.AssumeNotInUse = 1;
D3DKMTDestroyAllocation2(&destroy);)"},
     .tests = {provokes("Retire.K220AssumedNotInUseAndUsedIsFound"),
               stays_silent("Retire.K220AssumedNotInUseAndIdleIsSilent"),
               stays_silent("ResidencySet.K220ResidentAndNotNamedIsSilent")}},
    {.id = "K-221",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "AssumeNotInUse waives waiting only for the owner device's work",
     .text = "AssumeNotInUse waives waiting only for the owner device's commands; other devices' "
             "references to a shared allocation still count.",
     .outcome = "a defect of Drydock (inferred from wording 'owner device')",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md",
     .tests = {proves("Retire.K221AssumeNotInUseDoesNotWaiveAnotherDevicesWork")}},
    {.id = "K-222",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "SynchronousDestroy returns only after the memory was reclaimed",
     .text = "SynchronousDestroy = 0: the call may return before the memory is reclaimed. = 1: it "
             "returns only after the memory has been reclaimed.",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocate2cb.md",
     .tests = {proves("Destroy2.K222SynchronousDestroyReturnsWhenItIsGone")}},
    {.id = "K-223",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTDestroyAllocation2 sets SystemUseOnly or a reserved flag bit",
     .text = "SystemUseOnly (bit 31) and Reserved (bits 2-30) must be zero from user mode.",
     .outcome = "STATUS_INVALID_PARAMETER expected (not verified)",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md; libdxg/d3dukmdt.h",
     .lesson = {.why =
                    "SystemUseOnly is for the kernel's own callers, and the bits between have no "
                    "meaning yet. A program that sets them asks for behaviour it does not know.",
                .check = "D3DKMTDestroyAllocation2 looks at Flags before anything else and returns "
                         "STATUS_INVALID_PARAMETER for SystemUseOnly or a reserved bit.",
                .wrong = R"(destroy.Flags.Value = 0xFFFFFFFF;
D3DKMTDestroyAllocation2(&destroy);)",
                .right = R"(destroy.Flags.Value = 0;
destroy.Flags.AssumeNotInUse = 1;
D3DKMTDestroyAllocation2(&destroy);)"},
     .tests = {provokes("Destroy2.K223ReservedFlagsAreRefused"),
               stays_silent("Destroy2.K223DefinedFlagsAreAccepted")}},
    {.id = "K-224",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DestroyAllocation2 with zero flags behaves like DestroyAllocation",
     .text = "DestroyAllocation2 with zero flags behaves exactly like DestroyAllocation.",
     .outcome =
         "a defect of Drydock (documented for the runtime callback; plain success path (observed))",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocate2cb.md; Wine d3dkmt.c:2468-2480",
     .tests = {proves("Destroy2.K224WithoutFlagsItIsTheOlderCall")}},
    {.id = "K-225",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The client's handle dies at the destroy call itself",
     .text = "The client handle dies at the call, whatever happens to the memory later.",
     .outcome = "reuse: STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2442-2446",
     .tests = {proves("Destroy2.K219K225HandleDiesAtOnceAndTheDriverHearsAfterTheGpu")}},
    {.id = "K-226",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Video memory is released only after the scheduler has synchronised",
     .text = "The miniport is asked to drop its allocation data (CloseAllocation, then "
             "DestroyAllocation on the last reference); video memory itself is released only after "
             "the scheduler has synchronised.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroyallocation.md",
     .tests = {proves("Destroy.K002ResourceTakesItsAllocations"),
               proves("Destroy2.K219K225HandleDiesAtOnceAndTheDriverHearsAfterTheGpu")}},
    {.id = "K-227",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A shared allocation lives until its last opener is gone",
     .text = "Destroying one opener's handle of a shared resource closes only that opener's "
             "bindings; the adapter-level allocation and DestroyAllocation wait for the last "
             "opener (creator is not special).",
     .outcome = "a defect of Drydock; client-visible part (observed), DDI part by analogy with the "
                "documented native-fence model (inferred)",
     .source = "Wine d3dkmt.c:1861-1863, 3288-3347; display/native-gpu-fence-objects.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md",
     .tests = {proves("Share.K227K465LastOpenerDecides")}},
    {.id = "K-228",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Destroying an allocation frees the GPU addresses mapped to it",
     .text = "All GPU virtual addresses mapped to an allocation are freed when the allocation is "
             "destroyed.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtmapgpuvirtualaddress.md; "
               "display/per-process-gpu-virtual-address-spaces.md",
     .tests = {proves("GpuAddress.K228AddressesOfADeviceGoWithIt"),
               proves("GpuAddress.K228WhatIsDestroyedHasNoAddress")}},
    {.id = "K-229",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "FreeGpuVirtualAddress races the destruction of its allocation",
     .text = "Explicit FreeGpuVirtualAddress racing with allocation destruction must be "
             "synchronised by the caller.",
     .outcome =
         "double free of a VA range: STATUS_INVALID_PARAMETER or freeing someone else's new range",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtmapgpuvirtualaddress.md",
     .lesson = {.why =
                    "The addresses of an allocation go with it, and another thread may have them "
                    "the moment after. Who frees them then takes somebody else's memory away.",
                .check = "D3DKMTFreeGpuVirtualAddress answers STATUS_INVALID_PARAMETER for a range "
                         "that went with its allocation.",
                .wrong = R"(D3DKMTDestroyAllocation2(&destroy);
D3DKMTFreeGpuVirtualAddress(&range);)",
                .right = R"(D3DKMTFreeGpuVirtualAddress(&range);
D3DKMTDestroyAllocation2(&destroy);)"},
     .tests = {provokes("GpuAddress.K229FreeAfterTheDestroyIsRefused"),
               stays_silent("GpuAddress.K229FreeBeforeTheDestroyIsServed")}},
    {.id = "K-230",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Alternate addresses and swizzling ranges go with their allocation",
     .text = "An alternate virtual address and any swizzling ranges are released when the "
             "allocation is destroyed (ReleaseSwizzlingRange).",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_releaseswizzlingrange.md",
     .tests = {proves("Swizzling.K230K262RangesAndTheirAddressGoWithTheAllocation")}},
    {.id = "K-231",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiStopCapture precedes the destruction of a capture allocation",
     .text =
         "Destroying a capture allocation first calls DxgkDdiStopCapture with the driver's handle.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_stopcapture.md; "
               "display/supporting-video-capture-and-other-child-devices.md",
     .tests = {proves("CaptureAddress.K231CaptureEndsWhileItLiesThere"),
               proves("StopCapture.K231CaptureIsStoppedBeforeItsDestroy")}},
    {.id = "K-232",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiStopCapture fails for an allocation no longer captured",
     .text = "StopCapture on an allocation no longer captured is ignored successfully.",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_stopcapture.md",
     .lesson = {.why = "The kernel stops captures before every destroy and does not know whether "
                       "one runs. A failure here has no meaning it could act on.",
                .check = "DxgkDdiStopCapture is called before the destroy of each allocation with "
                         "the Capture flag; any status but STATUS_SUCCESS is reported.",
                .wrong = R"(if (!allocation->IsCapturing)
    return STATUS_INVALID_PARAMETER;)",
                .right = R"(if (allocation->IsCapturing)
    StopCaptureEngine(adapter, allocation);
return STATUS_SUCCESS;)"},
     .tests = {provokes("StopCapture.K232FailureIsFound"),
               stays_silent("StopCapture.K231CaptureIsStoppedBeforeItsDestroy")}},
    {.id = "K-233",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Ring buffers stay alive while a doorbell needs them",
     .text = "Objects that need an allocation alive (a doorbell's ring buffers) hold their own "
             "reference, so a client destroy cannot free it early (what the destroy call returns "
             "is not stated).",
     .outcome = "a defect of Drydock",
     .source = "display/user-mode-work-submission.md",
     .tests = {proves("HwQueue.K233ARingBufferOfAResourceStaysWithIt"),
               proves("HwQueue.U226ARingBufferThatGoesFirstIsFoundAndStays")}},
    {.id = "K-234",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DestroyAllocation waits while the miniport holds an acquired handle",
     .text = "DestroyAllocation is not sent while the miniport holds an AcquireHandleData "
             "reference on it.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_acquirehandledata.md",
     .tests = {proves("HandleCallbacks.K424K234HeldAllocationIsNotDestroyed")}},
    {.id = "K-235",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An allocation is never freed while anything still refers to it",
     .text = "An allocation is never freed while: its backing store is still referenced (0x24); "
             "paging packets reference it (0x38); it is the displayed allocation's last reference "
             "(0x2A); a DMA reference count under/overflows (0x29); the owner of a shared "
             "allocation goes first (0x1A).",
     .outcome = "a defect of Drydock (each is a VidMm bugcheck 0x10E sub-code)",
     .source = "debugger/bug-check-0x10e---video-memory-management-internal.md",
     .tests = {proves("Claims.K235CountsDoNotRunUnder"),
               proves("Flight.AnotherOpenerKeepsTheMemory"),
               proves("Flight.K235EveryReferenceOfWorkCounts"),
               proves("Flight.K235NotWhileAnApertureLeadsToItsPages"),
               proves("Flight.K235NotWhileItIsPagedIn"), proves("Flight.K235NotWhileItIsPagedOut"),
               proves("Flight.K235TheOwnerMayGoFirst")}},
    {.id = "K-236",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "No DDI names a driver handle after its close or destroy",
     .text = "Nothing carries a driver handle after its death: no paging operation or other DDI "
             "names an hAllocation once DestroyAllocation was called for it, nor an "
             "hDeviceSpecificAllocation once CloseAllocation was; evictions and unmaps of it "
             "therefore come first.",
     .outcome = "a defect of Drydock (inferred: the driver has freed that memory)",
     .source = "DXGKARG_DESTROYALLOCATION; d3dkmddi/nc-d3dkmddi-dxgkddi_closeallocation.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md",
     .tests = {proves("ClientRules.K236NothingNamesWhatTheDriverHasDestroyed")}},
    {.id = "K-237",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiDestroyAllocation touches memory that is the system's to release",
     .text =
         "DxgkDdiDestroyAllocation cleans internal structures and references; the memory itself "
         "stays the OS's to release, so the driver should leave it alone (second half inferred).",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroyallocation.md",
     .lesson =
         {.why = "The pages behind an allocation were given by the memory manager, which gives "
                 "them to somebody else when the driver's object is gone. Freed twice they belong "
                 "to two owners.",
          .check = "After DxgkDdiDestroyAllocation the host looks whether the MDL that paging "
                   "operations showed the driver is still there.",
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
     .tests = {provokes("Swizzling.K237MemoryOfTheSystemThatIsFreedIsFound"),
               stays_silent("Swizzling.K237MemoryOfTheSystemThatIsLeftIsSilent")}},
    {.id = "K-238",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiDestroyAllocation returns a failure",
     .text = "DestroyAllocation returns STATUS_SUCCESS; no recovery from failure is defined.",
     .outcome = "driver fault, treat as bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroyallocation.md",
     .lesson =
         {.why = "By the time of the call every handle is gone and nobody can try again. A failure "
                 "means memory that belongs to no one, and Windows treats it as a broken driver.",
          .check = "A status other than STATUS_SUCCESS is reported when DxgkDdiDestroyAllocation "
                   "returns; for the host the allocation is destroyed all the same.",
          .wrong = R"(if (allocation->BusyCount != 0)
    return STATUS_GRAPHICS_ALLOCATION_BUSY;)",
          .right = R"(WaitForEngine(adapter, allocation->LastFence);
ExFreePoolWithTag(allocation, TAG);
return STATUS_SUCCESS;)"},
     .tests = {provokes("WrongStatus.K238OfDestroyAllocationIsFound"),
               stays_silent("WrongStatus.ListedOnesAreSilent")}},
    {.id = "K-239",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Close and DestroyAllocation may arrive on any thread and process",
     .text = "DestroyAllocation and CloseAllocation may arrive on any thread and process context, "
             "including a worker after deferral.",
     .outcome = "miniport must not use current-process state (inferred from level zero + deferral)",
     .source = "display/threading-and-synchronization-zero-level.md; "
               "display/allocation-usage-tracking.md",
     .tests = {proves("ClientEnds.K239CloseAndDestroyComeInNoProcess")}},
};

}  // namespace

Chapter destruction() { return kKernelDestruction; }

}  // namespace drydock::rules::kernel
