// Timeouts (TDR).
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel27[] = {
    {.id = "K-444",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A packet that outlasts the time-out is preempted first, then reset",
     .text = "A packet that neither completes nor preempts within the delay (default 2 s) triggers "
             "recovery; preemption is always tried first on Windows 8+.",
     .outcome = "a defect of Drydock",
     .source = "display/timeout-detection-and-recovery.md; display/gpu-preemption.md"},
    {.id = "K-445",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "More than five adapter resets within a minute stop the machine",
     .text =
         "More than five adapter resets within a minute end in a bugcheck; engine resets do not "
         "count but block the guilty process.",
     .outcome = "bugcheck 0x116",
     .source = "display/timeout-detection-and-recovery.md; display/tdr-registry-keys.md"},
    {.id = "K-446",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Driver threads get TdrDdiDelay to leave at a reset",
     .text = "Threads inside the driver get 5 s (TdrDdiDelay) to leave at reset.",
     .outcome = "bugcheck 0x116",
     .source = "display/tdr-registry-keys.md"},
    {.id = "K-447",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ResetFromTimeout runs alone in the driver",
     .text = "ResetFromTimeout runs alone in the driver (runtime power callbacks excepted), with "
             "applications cut off from the frame buffer; ISR and DPC may still run.",
     .outcome = "a defect of Drydock",
     .source = "display/thread-synchronization-and-tdr.md"},
    {.id = "K-448",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "GPU still accesses memory after DxgkDdiResetFromTimeout",
     .text = "On return from ResetFromTimeout the GPU neither reads nor writes memory; the call "
             "must succeed.",
     .outcome = "bugcheck-class (restart)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_resetfromtimeout.md"},
    {.id = "K-449",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Evictions between reset and restart are announced without copies",
     .text =
         "Between reset and restart, evictions are announced without copies: Transfer with size "
         "0 (memory segments), UnmapApertureSegment, ReleaseSwizzlingRange.",
     .outcome = "a defect of Drydock",
     .source = "display/thread-synchronization-and-tdr.md"},
    {.id = "K-450",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "GPU is touched before RestartFromTimeout, or the restart fails",
     .text = "During that clean-up the driver should not touch the GPU; RestartFromTimeout marks "
             "its end and must be implemented and succeed.",
     .outcome = "bugcheck-class",
     .source = "display/thread-synchronization-and-tdr.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_restartfromtimeout.md"},
    {.id = "K-451",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An adapter reset purges all allocations from video memory",
     .text = "Adapter reset purges all allocations from video memory (content lost).",
     .outcome = "a defect of Drydock",
     .source = "display/timeout-detection-and-recovery.md"},
    {.id = "K-452",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Completed fence lags behind the last submitted after an adapter reset",
     .text = "After adapter reset every node's completed fence becomes its last submitted fence.",
     .outcome = "0x119/1 later",
     .source = "display/tdr-changes-in-windows-8.md"},
    {.id = "K-453",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiResetEngine returns early or with a bad LastAbortedFenceId",
     .text = "ResetEngine returns only when reset is done, the queue is empty and the node accepts "
             "work; LastAbortedFenceId lies between last completed and last submitted.",
     .outcome = "bugcheck 0x119/0xA",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_resetengine.md; display/tdr-changes-in-windows-8.md"},
    {.id = "K-454",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A failed engine reset is promoted to an adapter reset",
     .text = "A failed engine reset, or one that hit a paging packet, is promoted to an adapter "
             "reset; devices owning allocations of that paging packet go to error, the system "
             "device does not.",
     .outcome = "a defect of Drydock",
     .source = "display/tdr-changes-in-windows-8.md"},
    {.id = "K-455",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "QueryDependentEngineGroup fails or leaves out the reset node",
     .text = "QueryDependentEngineGroup includes the reset node itself in the mask, same engine "
             "ordinal for all; it and QueryEngineStatus always succeed.",
     .outcome = "bugcheck 0x119/8",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_querydependentenginegroup.md; "
               "debugger/bug-check-0x119---video-scheduler-internal-error.md"},
    {.id = "K-456",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiCollectDbgInfo is not fit for the IRQL it runs at",
     .text = "CollectDbgInfo may run at any IRQL, except for TDR reasons where it is PASSIVE, "
             "pageable and level zero.",
     .outcome = "bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_collectdbginfo.md"},
};

}  // namespace

Chapter kernel_27() { return kKernel27; }

}  // namespace drydock::rules::chapter
