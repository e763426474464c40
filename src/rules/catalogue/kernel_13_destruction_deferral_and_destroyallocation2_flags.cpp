// Destruction, deferral and DestroyAllocation2 flags.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel13[] = {
    {.id = "K-219",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Destruction waits for earlier submitted work without blocking the caller",
     .text = "Default (AssumeNotInUse = 0): destruction is queued behind all commands submitted "
             "before the request that might use the allocation; the caller is not blocked.",
     .outcome = "a defect of Drydock (premature free)",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md; "
               "display/allocation-usage-tracking.md"},
    {.id = "K-220",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "AssumeNotInUse is set while the GPU still uses the allocation",
     .text = "AssumeNotInUse = 1 is a promise that no pending command of the owning device touches "
             "the allocation; the kernel then destroys at once without waiting.",
     .outcome = "broken promise: GPU access to freed memory - page fault, device in error",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md"},
    {.id = "K-221",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "AssumeNotInUse waives waiting only for the owner device's work",
     .text = "AssumeNotInUse waives waiting only for the owner device's commands; other devices' "
             "references to a shared allocation still count.",
     .outcome = "a defect of Drydock (inferred from wording 'owner device')",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md"},
    {.id = "K-222",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "SynchronousDestroy returns only after the memory was reclaimed",
     .text = "SynchronousDestroy = 0: the call may return before the memory is reclaimed. = 1: it "
             "returns only after the memory has been reclaimed.",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocate2cb.md"},
    {.id = "K-223",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTDestroyAllocation2 sets SystemUseOnly or a reserved flag bit",
     .text = "SystemUseOnly (bit 31) and Reserved (bits 2-30) must be zero from user mode.",
     .outcome = "STATUS_INVALID_PARAMETER expected (not verified)",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md; libdxg/d3dukmdt.h"},
    {.id = "K-224",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DestroyAllocation2 with zero flags behaves like DestroyAllocation",
     .text = "DestroyAllocation2 with zero flags behaves exactly like DestroyAllocation.",
     .outcome = "a defect of Drydock (documented for the runtime callback; plain success path "
                "(observed))",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocate2cb.md; Wine d3dkmt.c:2468-2480"},
    {.id = "K-225",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The client's handle dies at the destroy call itself",
     .text = "The client handle dies at the call, whatever happens to the memory later.",
     .outcome = "reuse: STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2442-2446"},
    {.id = "K-226",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Video memory is released only after the scheduler has synchronised",
     .text = "The miniport is asked to drop its allocation data (CloseAllocation, then "
             "DestroyAllocation on the last reference); video memory itself is released only after "
             "the scheduler has synchronised.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroyallocation.md"},
    {.id = "K-227",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A shared allocation lives until its last opener is gone",
     .text =
         "Destroying one opener's handle of a shared resource closes only that opener's "
         "bindings; the adapter-level allocation and DestroyAllocation wait for the last opener "
         "(creator is not special).",
     .outcome = "a defect of Drydock; client-visible part (observed), DDI part by analogy with the "
                "documented native-fence model (inferred)",
     .source = "Wine d3dkmt.c:1861-1863, 3288-3347; display/native-gpu-fence-objects.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md"},
    {.id = "K-228",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Destroying an allocation frees the GPU addresses mapped to it",
     .text = "All GPU virtual addresses mapped to an allocation are freed when the allocation is "
             "destroyed.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtmapgpuvirtualaddress.md; "
               "display/per-process-gpu-virtual-address-spaces.md"},
    {.id = "K-229",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "FreeGpuVirtualAddress races the destruction of its allocation",
     .text = "Explicit FreeGpuVirtualAddress racing with allocation destruction must be "
             "synchronised by the caller.",
     .outcome = "double free of a VA range: STATUS_INVALID_PARAMETER or freeing someone else's new "
                "range",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtmapgpuvirtualaddress.md"},
    {.id = "K-230",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Alternate addresses and swizzling ranges go with their allocation",
     .text = "An alternate virtual address and any swizzling ranges are released when the "
             "allocation is destroyed (ReleaseSwizzlingRange).",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_releaseswizzlingrange.md"},
    {.id = "K-231",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiStopCapture precedes the destruction of a capture allocation",
     .text = "Destroying a capture allocation first calls DxgkDdiStopCapture with the driver's "
             "handle.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_stopcapture.md; "
               "display/supporting-video-capture-and-other-child-devices.md"},
    {.id = "K-232",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiStopCapture fails for an allocation no longer captured",
     .text = "StopCapture on an allocation no longer captured is ignored successfully.",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_stopcapture.md"},
    {.id = "K-233",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Ring buffers stay alive while a doorbell needs them",
     .text =
         "Objects that need an allocation alive (a doorbell's ring buffers) hold their own "
         "reference, so a client destroy cannot free it early (what the destroy call returns is "
         "not stated).",
     .outcome = "a defect of Drydock",
     .source = "display/user-mode-work-submission.md"},
    {.id = "K-234",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DestroyAllocation waits while the miniport holds an acquired handle",
     .text =
         "DestroyAllocation is not sent while the miniport holds an AcquireHandleData reference "
         "on it.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_acquirehandledata.md"},
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
     .source = "debugger/bug-check-0x10e---video-memory-management-internal.md"},
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
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md"},
    {.id = "K-237",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiDestroyAllocation touches memory that is the system's to release",
     .text =
         "DxgkDdiDestroyAllocation cleans internal structures and references; the memory itself "
         "stays the OS's to release, so the driver should leave it alone (second half "
         "inferred).",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroyallocation.md"},
    {.id = "K-238",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiDestroyAllocation returns a failure",
     .text = "DestroyAllocation returns STATUS_SUCCESS; no recovery from failure is defined.",
     .outcome = "driver fault, treat as bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroyallocation.md"},
    {.id = "K-239",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Close and DestroyAllocation may arrive on any thread and process",
     .text = "DestroyAllocation and CloseAllocation may arrive on any thread and process context, "
             "including a worker after deferral.",
     .outcome = "miniport must not use current-process state (inferred from level zero + deferral)",
     .source = "display/threading-and-synchronization-zero-level.md; "
               "display/allocation-usage-tracking.md"},
};

}  // namespace

Chapter kernel_13() { return kKernel13; }

}  // namespace drydock::rules::chapter
