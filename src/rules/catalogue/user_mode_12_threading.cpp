// Threading.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode12[] = {
    {.id = "U-250",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "At most one thread is inside the driver per D3D9 device",
     .text = "D3D9-style: at any moment at most one thread runs in the UMD for a given device; "
             "different devices may run concurrently. A worker thread may replace the application "
             "thread transparently.",
     .outcome = "decided: runtime bug",
     .source = "display/threading-model-of-user-mode-display-driver.md"},
    {.id = "U-251",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver data shared between devices is not synchronized",
     .text = "Cross-device global data is the UMD own responsibility to synchronise (and "
             "discouraged).",
     .outcome = "decided: race detector finding",
     .source = "display/threading-model-of-user-mode-display-driver.md"},
    {.id = "U-252",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "LockAsync, UnlockAsync or GetQueryData is not re-entrant",
     .text =
         "DDI version >= 0x0B: LockAsync, UnlockAsync and GetQueryData are re-entrant, i.e. run "
         "while another thread of the same device is inside any other UMD function.",
     .outcome = "decided: race detector finding",
     .source = "display/supporting-multiple-processors.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md"},
    {.id = "U-253",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime calls LockAsync on the application thread, Rename on the worker",
     .text = "With the runtime multiprocessor layer: LockAsync/UnlockAsync on the application "
             "thread, most others (including Rename) on the worker.",
     .outcome = "decided: runtime bug",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md; d3dumddi/nc-d3dumddi-pfnd3dddi_rename.md"},
    {.id = "U-254",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver with a worker offers LockAsync or omits pfnSetAsyncCallbacksCb",
     .text = "A UMD with its own worker must not implement LockAsync/UnlockAsync/Rename and must "
             "bracket worker callbacks with pfnSetAsyncCallbacksCb(TRUE/FALSE).",
     .outcome = "decided: finding",
     .source = "display/supporting-multiple-processors.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_setasynccallbackscb.md"},
    {.id = "U-255",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnSetAsyncCallbacksCb on the wrong thread or at the wrong time",
     .text =
         "pfnSetAsyncCallbacksCb only on the thread that entered the UMD; TRUE before callbacks "
         "from another thread, FALSE before callbacks from the main thread, FALSE within Flush; "
         "only one thread per device in any callback at a time.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_setasynccallbackscb.md"},
    {.id = "U-256",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver runs its own worker where it should be disabled",
     .text = "Own multiprocessor work is disabled when windowed, on one processor, or when the "
             "application asked for none.",
     .outcome = "decided: advice",
     .source = "display/supporting-multiple-processors.md"},
    {.id = "U-257",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D10+ driver calls back from a worker thread",
     .text = "D3D10+: no worker-thread callbacks unless D3D11 free threading rules allow it.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_setasynccallbackscb.md"},
    {.id = "U-258",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver supports command lists without reporting free threading",
     .text = "D3D11: free-threaded rules apply only if the UMD reported D3D11DDICAPS_FREETHREADED; "
             "command lists require it.",
     .outcome = "decided: caps finding",
     .source = "display/changes-from-direct3d-10.md; "
               "d3d10umddi/ns-d3d10umddi-d3d11ddi_threading_caps.md"},
    {.id = "U-259",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Two threads in callbacks of the same context",
     .text = "D3D11: one thread at a time per HCONTEXT across pfnPresentCb, pfnRenderCb, "
             "pfnEscapeCb, pfnDestroyContextCb, pfnWaitForSynchronizationObjectCb, "
             "pfnSignalSynchronizationObjectCb.",
     .outcome = "decided: race finding",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-260",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnAllocateCb for a shared resource outside its CreateResource",
     .text = "D3D11: pfnAllocateCb for a *shared* resource only on the thread and during the call "
             "of CreateResource; unshared device allocations are free-threaded.",
     .outcome = "decided: finding",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-261",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Present or render callback from the wrong function or thread",
     .text = "D3D11: pfnPresentCb only inside PresentDXGI; pfnSetDisplayModeCb only inside "
             "SetDisplayModeDXGI; pfnRenderCb only on the thread that called Flush (immediate "
             "context thread).",
     .outcome = "decided: finding",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-262",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Free-threaded table entry changed after CreateDevice",
     .text = "D3D11 free-threaded: after CreateDevice do not change the pfnCreate*, pfnOpen*, "
             "pfnDestroy*, pfnCalcPrivate* and pfnCheck* table entries (others may be hot-swapped "
             "by the immediate context).",
     .outcome = "decided: finding",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-263",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CalcPrivate function is not safe for free threading",
     .text = "pfnCalcPrivate* and CalcDeferredContextHandleSize are always free-threaded (even for "
             "D3D10 DDIs under the D3D11 runtime); CalcPrivateDeviceSize is not.",
     .outcome = "decided: race finding",
     .source = "display/retroactively-requiring-free-threaded-calcprivate-ddis.md"},
    {.id = "U-264",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime never runs two unshared-primary calls at once",
     .text = "D3D11: CreateResource/DestroyResource for unshared primaries share the "
             "immediate-context threading domain and may touch immediate state, but can still run "
             "concurrently with other create/destroy calls (not with another primary).",
     .outcome = "decided: runtime bug",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-265",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A single-threaded D3D11 device sees no concurrent calls",
     .text =
         "D3D11DDI_CREATEDEVICE_FLAG_SINGLETHREADED: no concurrent entry, no deferred contexts.",
     .outcome = "decided: runtime bug",
     .source = "display/supporting-threading--command-lists--and-3-d-pipeline.md"},
    {.id = "U-266",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver creates a thread although CreateDevice forbids it",
     .text = "D3D10DDI_CREATEDEVICE_FLAG_DISABLE_EXTRA_THREAD_CREATION forbids UMD threads.",
     .outcome = "decided: finding",
     .source = "d3d10umddi/ns-d3d10umddi-d3d10ddiarg_createdevice.md"},
    {.id = "U-267",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnPerformAmortizedProcessingCb missing or called twice in a row",
     .text = "D3D11: call pfnPerformAmortizedProcessingCb from the entering thread after an "
             "immediate-context submission (and on deferred contexts when they run out of room), "
             "not twice back to back and not never; the runtime flushes its own deferred "
             "destruction there.",
     .outcome = "decided: absence over a frame = finding",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-268",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CalcDeferredContextHandleSize returns a size not announced before",
     .text = "CalcDeferredContextHandleSize may return only sizes announced by "
             "CheckDeferredContextHandleSizes.",
     .outcome = "documented: undefined; decided: finding",
     .source = "display/using-context-local-ddi-handles.md"},
};

}  // namespace

Chapter user_mode_12() { return kUserMode12; }

}  // namespace drydock::rules::chapter
