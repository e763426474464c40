// Synchronisation objects (as far as lifetimes depend on them).
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelSynchronization[] = {
    {.id = "K-428",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Sync object is created with a bad device, type or event",
     .text = "CreateSynchronizationObject: valid hDevice and type MUTEX or SEMAPHORE only; version "
             "2 adds FENCE, CPU_NOTIFICATION (needs a valid event) and MONITORED_FENCE.",
     .outcome = "STATUS_INVALID_PARAMETER; bad event STATUS_INVALID_HANDLE (observed)",
     .source = "Wine d3dkmt.c:1685-1798",
     .lesson =
         {.why = "The type decides what waiting and signalling mean, and a notification needs an "
                 "event to set. Without them the object could never wake anybody.",
          .check =
              "Both creation calls look at hDevice and Type and give STATUS_INVALID_PARAMETER; a "
              "CPU_NOTIFICATION whose event is no event handle gives the status of that lookup.",
          .wrong = R"(create.Info.Type = D3DDDI_CPU_NOTIFICATION;
D3DKMTCreateSynchronizationObject2(&create);)",
          .right = R"(create.Info.Type = D3DDDI_CPU_NOTIFICATION;
create.Info.CPUNotification.Event = CreateEventW(NULL, FALSE, FALSE, NULL);
D3DKMTCreateSynchronizationObject2(&create);)"},
     .tests = {provokes("SyncObject.K428BadDeviceTypeOrEventIsRefused"),
               stays_silent("SyncObject.K428EveryKindIsMadeAndGoes")}},
    {.id = "K-429",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Sync object handle is destroyed a second time",
     .text = "A sync object is destroyed once per local handle.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:1711-1715, 1841-1846",
     .lesson = {.why = "A number that was given up may already stand for the next object that the "
                       "process created, which the second destroy then takes.",
                .check = "D3DKMTDestroySynchronizationObject removes the handle from the process's "
                         "table; a second call finds nothing and returns STATUS_INVALID_PARAMETER.",
                .wrong = R"(D3DKMTDestroySynchronizationObject(&destroy);
…
D3DKMTDestroySynchronizationObject(&destroy);)",
                .right = R"(D3DKMTDestroySynchronizationObject(&destroy);
sync = 0;
…
if (sync != 0) D3DKMTDestroySynchronizationObject(&destroy);)"},
     .tests = {provokes("SyncObject.K429SecondDestroyIsRefused"),
               stays_silent("SyncObject.K429EachHandleIsDestroyedOnce")}},
    {.id = "K-430",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A sync object lives until its last local or NT reference is gone",
     .text = "The object lives until its last local (or NT) reference is gone; then the global "
             "handle stops opening.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:1848-1863",
     .tests = {proves("NtShare.K430NtHandleKeepsASynchronizationObject"),
               proves("SyncObject.K430LivesUntilItsLastHandleIsGone")}},
    {.id = "K-431",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Sync object references vanish with the process that held them",
     .text = "References held by another process vanish when that process exits without cleanup.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:1647-1660, 1898-1909",
     .tests = {proves("SyncObject.K431HandlesOfAProcessThatDiesKeepNothing")}},
    {.id = "K-432",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "OpenSyncObjectFromNtHandle2 requires a device, version 1 does not",
     .text = "OpenSyncObjectFromNtHandle2 requires a device; version 1 does not. Sharing flags "
             "need not be repeated at open.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2939-2956",
     .tests = {proves("NtShare.K432SecondVersionNeedsADevice")}},
    {.id = "K-433",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CPU wait or signal names a sync object that is no monitored fence",
     .text = "CPU wait/signal works on monitored fences only.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:1960-2000",
     .lesson = {.why = "Only a monitored fence has a value that the CPU can read and compare. The "
                       "older objects are known to the GPU's queue alone.",
                .check = "The calls that wait or signal from the CPU look at the type and the "
                         "adapter of every handle first and return STATUS_INVALID_PARAMETER when "
                         "one is no monitored fence.",
                .wrong = R"(create.Info.Type = D3DDDI_FENCE;
D3DKMTCreateSynchronizationObject2(&create);
wait.ObjectHandleArray = &create.hSyncObject;
wait.ObjectCount = 1;
D3DKMTWaitForSynchronizationObjectFromCpu(&wait);)",
                .right = R"(create.Info.Type = D3DDDI_MONITORED_FENCE;
D3DKMTCreateSynchronizationObject2(&create);
wait.ObjectHandleArray = &create.hSyncObject;
wait.ObjectCount = 1;
D3DKMTWaitForSynchronizationObjectFromCpu(&wait);)"},
     .tests = {provokes("Fence.K433OtherObjectsAreNotForCpus"),
               stays_silent("Fence.K433MonitoredFencesAreForCpus")}},
    {.id = "K-434",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CPU signal lowers a fence without AllowFenceRewind",
     .text = "A CPU signal below the current value needs AllowFenceRewind.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2031-2036",
     .lesson =
         {.why = "Everybody who waits relies on a value that only grows. One that goes back makes "
                 "work that was done look undone.",
          .check =
              "D3DKMTSignalSynchronizationObjectFromCpu compares the new value with the present "
              "one and returns STATUS_INVALID_PARAMETER for a lower one without AllowFenceRewind.",
          .wrong = R"(value = 0;
signal.FenceValueArray = &value;
D3DKMTSignalSynchronizationObjectFromCpu(&signal);)",
          .right = R"(value = 0;
signal.FenceValueArray = &value;
signal.Flags.AllowFenceRewind = 1;
D3DKMTSignalSynchronizationObjectFromCpu(&signal);)"},
     .tests = {provokes("Fence.K434BackwardsIsRefused"),
               stays_silent("Fence.K434RewindIsAllowedWithTheFlag")}},
    {.id = "K-435",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A wait with an event is asynchronous and fires at once if satisfied",
     .text = "A wait with an event is armed asynchronously; already-satisfied values signal the "
             "event at once.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2009-2029",
     .tests = {proves("Fence.K435WaitIsArmedAndFiresAtItsValue"),
               proves("Fence.K435WaitsAreForAllOrAny")}},
    {.id = "K-436",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Fence combines NoSignal with NoWait or uses the barred operation",
     .text = "NoSignal and NoWait exclude each other and, like TopOfPipeline, are for monitored "
             "fences; using the barred operation fails.",
     .outcome = "STATUS_ACCESS_DENIED",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_synchronizationobject_flags.md",
     .lesson = {.why = "A fence that may neither be signalled nor waited for is useless, and one "
                       "that is for one side only must hold against that side too.",
                .check = "D3DKMTCreateSynchronizationObject2 refuses both flags together, and "
                         "either on another type, with STATUS_INVALID_PARAMETER; the barred wait "
                         "or signal gets STATUS_ACCESS_DENIED.",
                .wrong = R"(create.Info.Type = D3DDDI_MONITORED_FENCE;
create.Info.Flags.NoSignal = 1;
D3DKMTCreateSynchronizationObject2(&create);
signal.ObjectHandleArray = &create.hSyncObject;
D3DKMTSignalSynchronizationObjectFromCpu(&signal);)",
                .right = R"(create.Info.Type = D3DDDI_MONITORED_FENCE;
create.Info.Flags.NoWait = 1;
D3DKMTCreateSynchronizationObject2(&create);
signal.ObjectHandleArray = &create.hSyncObject;
D3DKMTSignalSynchronizationObjectFromCpu(&signal);)"},
     .tests = {provokes("Fence.K436BarredSideIsDenied"),
               stays_silent("Fence.K436OtherSideIsServed")}},
    {.id = "K-437",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A GPU reset signals the monitored fences of affected devices",
     .text = "On a GPU reset, monitored fences that an affected device could signal are signalled "
             "to the maximum value unless NoSignalMaxValueOnTdr.",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_synchronizationobject_flags.md",
     .tests = {proves("FenceWork.K437ResetEndsFencesOfTheDevice")}},
    {.id = "K-438",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Outstanding 32-bit fence values are more than UINT_MAX/2 apart",
     .text = "With 32-bit GPU atomics, outstanding values stay within UINT_MAX/2 of the last "
             "signalled value.",
     .outcome = "lost wakeups",
     .source = "display/context-monitoring.md",
     .lesson = {.why = "Such a GPU compares the lower halves of two values. When they are more "
                       "than half of their range apart, the later one looks like the earlier one, "
                       "and who waits is not woken.",
                .check =
                    "On adapters with No64BitAtomics, every value with which a monitored fence is "
                    "signalled or waited for is compared with the fence's value at that moment.",
                .wrong = R"(UINT64 value = QueryPerformanceTicks();
SignalFromCpu(device, fence, value);)",
                .right = R"(UINT64 value = *fenceValue + 1;
SignalFromCpu(device, fence, value);)"},
     .tests = {provokes("FenceWork.K438ValueThatIsTooFarIsFound"),
               stays_silent("FenceWork.K438NearValuesAndWholeAtomicsAreSilent")}},
    {.id = "K-439",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CPU writes a monitored fence's memory, or the GPU uses it too early",
     .text = "The CPU must not write a monitored fence's memory; its GPU VA is usable only after "
             "the paging fence.",
     .outcome = "fault",
     .source = "display/context-monitoring.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_opensyncobjectfromnthandle2.md",
     .lesson =
         {.why = "The page with the value is one for all who wait. A CPU that writes there moves "
                 "the fence behind the back of the scheduler, who wakes nobody, and the next "
                 "signal undoes it.",
          .check = "Clients see the value through a mapping that cannot be written, so a write "
                   "faults at its instruction, in a user-mode driver or in any other program. Such "
                   "a fence has no address of the GPU here, so that nothing can use one too early.",
          .wrong = R"(*(UINT64*)create.Info.MonitoredFence.FenceValueCPUVirtualAddress = value;)",
          .right = R"(signal.ObjectHandleArray = &create.hSyncObject;
signal.FenceValueArray = &value;
signal.ObjectCount = 1;
D3DKMTSignalSynchronizationObjectFromCpu(&signal);)"},
     .tests = {provokes("FenceMemory.K439WriteOfAPlainClientIsFound"),
               provokes("FenceMemory.K439WriteToAFenceIsFound"),
               stays_silent("FenceMemory.K439ReadsOfAFenceAreSilent")}},
    {.id = "K-440",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A native fence is destroyed only after the last process closed it",
     .text = "Native fences: Create+Open for the creator, Open per further process, Close per "
             "process, Destroy only after the last Close.",
     .outcome = "a defect of Drydock",
     .source = "display/native-gpu-fence-objects.md",
     .tests = {proves("NativeFences.K440ADeviceClosesWhatItOpened"),
               proves("NativeFences.K440AStopClosesAndDestroys"),
               proves("NativeFences.K440AnNtHandleKeepsTheFenceAndNoOpening"),
               proves("NativeFences.K440EveryProcessOpensAndTheLastCloseDestroys"),
               proves("NativeFences.K440HandleAndDeviceGoTogether")}},
    {.id = "K-441",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Destroyed native fence is reported as signalled",
     .text = "Reporting a destroyed native fence in a signalled array is fatal.",
     .outcome = "bugcheck-class",
     .source = "display/native-gpu-fence-objects.md",
     .lesson =
         {.why = "The handle is the operating system's own object. After DxgkDdiDestroyNativeFence "
                 "it is freed memory, which the interrupt routine would look into.",
          .check = "Each entry of pSignaledNativeFenceArray is looked up among the handles that "
                   "DxgkDdiCreateNativeFence was given and DxgkDdiDestroyNativeFence has not "
                   "ended; the first that is none of them is reported.",
          .wrong = R"(NTSTATUS DestroyNativeFence(DXGKARG_DESTROYNATIVEFENCE* args)
{
    ExFreePoolWithTag(args->hGlobalNativeFence, TAG);
    return STATUS_SUCCESS;  // adapter->Pending may name it still
})",
          .right = R"(NTSTATUS DestroyNativeFence(DXGKARG_DESTROYNATIVEFENCE* args)
{
    RemoveFromPending(args->hGlobalNativeFence);  // synchronized with the interrupt
    ExFreePoolWithTag(args->hGlobalNativeFence, TAG);
    return STATUS_SUCCESS;
})"},
     .tests = {provokes("NativeFenceRules.K441ReportOfADestroyedFenceIsFound"),
               provokes("NativeFenceRules.K441ReportOfWhatWasNeverAFenceIsFound"),
               stays_silent("NativeFenceRules.K441ReportsOfFencesThatAreThereAreSilent")}},
    {.id = "K-442",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A keyed mutex times out on a wrong key and refuses a release when not held",
     .text = "Keyed mutex: wrong key times out (STATUS_TIMEOUT, fence value 0), release when not "
             "held is refused, acquire returns the fence value of the last release.",
     .outcome = "as listed; STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2271-2330",
     .tests = {proves("MutexWait.K442ReleaseWakesTheWaiterForItsKey"),
               proves("NtShare.K442KeyAndFenceGoFromReleaseToAcquire"),
               proves("NtShare.K442PrivateDataGoWithIt")}},
    {.id = "K-443",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Destroying the holder's handle abandons a keyed mutex",
     .text = "Destroying the handle through which a keyed mutex is held abandons it: present and "
             "future waiters get STATUS_ABANDONED.",
     .outcome = "STATUS_ABANDONED (observed)",
     .source = "Wine d3dkmt.c:2336-2362",
     .tests = {proves("MutexWait.K443HandleThatHoldsItGoes")}},
};

}  // namespace

Chapter synchronization() { return kKernelSynchronization; }

}  // namespace drydock::rules::kernel
