// Synchronisation objects (as far as lifetimes depend on them).
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "K-428",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Sync object is created with a bad device, type or event",
     .text =
         "CreateSynchronizationObject: valid hDevice and type MUTEX or SEMAPHORE only; version "
         "2 adds FENCE, CPU_NOTIFICATION (needs a valid event) and MONITORED_FENCE.",
     .outcome = "STATUS_INVALID_PARAMETER; bad event STATUS_INVALID_HANDLE (observed)",
     .source = "Wine d3dkmt.c:1685-1798"},
    {.id = "K-429",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Sync object handle is destroyed a second time",
     .text = "A sync object is destroyed once per local handle.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:1711-1715, 1841-1846"},
    {.id = "K-430",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A sync object lives until its last local or NT reference is gone",
     .text =
         "The object lives until its last local (or NT) reference is gone; then the global "
         "handle stops opening.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:1848-1863"},
    {.id = "K-431",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Sync object references vanish with the process that held them",
     .text = "References held by another process vanish when that process exits without cleanup.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:1647-1660, 1898-1909"},
    {.id = "K-432",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "OpenSyncObjectFromNtHandle2 requires a device, version 1 does not",
     .text =
         "OpenSyncObjectFromNtHandle2 requires a device; version 1 does not. Sharing flags need "
         "not be repeated at open.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2939-2956"},
    {.id = "K-433",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CPU wait or signal names a sync object that is no monitored fence",
     .text = "CPU wait/signal works on monitored fences only.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:1960-2000"},
    {.id = "K-434",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CPU signal lowers a fence without AllowFenceRewind",
     .text = "A CPU signal below the current value needs AllowFenceRewind.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2031-2036"},
    {.id = "K-435",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A wait with an event is asynchronous and fires at once if satisfied",
     .text =
         "A wait with an event is armed asynchronously; already-satisfied values signal the "
         "event at once.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2009-2029"},
    {.id = "K-436",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Fence combines NoSignal with NoWait or uses the barred operation",
     .text =
         "NoSignal and NoWait exclude each other and, like TopOfPipeline, are for monitored "
         "fences; using the barred operation fails.",
     .outcome = "STATUS_ACCESS_DENIED",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_synchronizationobject_flags.md"},
    {.id = "K-437",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A GPU reset signals the monitored fences of affected devices",
     .text =
         "On a GPU reset, monitored fences that an affected device could signal are signalled "
         "to the maximum value unless NoSignalMaxValueOnTdr.",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_synchronizationobject_flags.md"},
    {.id = "K-438",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Outstanding 32-bit fence values are more than UINT_MAX/2 apart",
     .text =
         "With 32-bit GPU atomics, outstanding values stay within UINT_MAX/2 of the last "
         "signalled value.",
     .outcome = "lost wakeups",
     .source = "display/context-monitoring.md"},
    {.id = "K-439",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CPU writes a monitored fence's memory, or the GPU uses it too early",
     .text =
         "The CPU must not write a monitored fence's memory; its GPU VA is usable only after "
         "the paging fence.",
     .outcome = "fault",
     .source =
         "display/context-monitoring.md; "
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_opensyncobjectfromnthandle2.md"},
    {.id = "K-440",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A native fence is destroyed only after the last process closed it",
     .text =
         "Native fences: Create+Open for the creator, Open per further process, Close per "
         "process, Destroy only after the last Close.",
     .outcome = "a defect of Drydock",
     .source = "display/native-gpu-fence-objects.md"},
    {.id = "K-441",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "Destroyed native fence is reported as signalled",
     .text = "Reporting a destroyed native fence in a signalled array is fatal.",
     .outcome = "bugcheck-class",
     .source = "display/native-gpu-fence-objects.md"},
    {.id = "K-442",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A keyed mutex times out on a wrong key and refuses a release when not held",
     .text =
         "Keyed mutex: wrong key times out (STATUS_TIMEOUT, fence value 0), release when not "
         "held is refused, acquire returns the fence value of the last release.",
     .outcome = "as listed; STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2271-2330"},
    {.id = "K-443",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Destroying the holder's handle abandons a keyed mutex",
     .text =
         "Destroying the handle through which a keyed mutex is held abandons it: present and "
         "future waiters get STATUS_ABANDONED.",
     .outcome = "STATUS_ABANDONED (observed)",
     .source = "Wine d3dkmt.c:2336-2362"},
};

}  // namespace

Chapter kernel_26() { return kRules; }

}  // namespace drydock::rules::chapter
