// Synchronisation objects (as far as lifetimes depend on them).
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel26Lessons[] = {
    {.rule = "K-428",
     .why = "The type decides what waiting and signalling mean, and a notification needs an event "
            "to set. Without them the object could never wake anybody.",
     .check = "Both creation calls look at hDevice and Type and give STATUS_INVALID_PARAMETER; a "
              "CPU_NOTIFICATION whose event is no event handle gives the status of that lookup.",
     .wrong = R"(create.Info.Type = D3DDDI_CPU_NOTIFICATION;
D3DKMTCreateSynchronizationObject2(&create);)",
     .right = R"(create.Info.Type = D3DDDI_CPU_NOTIFICATION;
create.Info.CPUNotification.Event = CreateEventW(NULL, FALSE, FALSE, NULL);
D3DKMTCreateSynchronizationObject2(&create);)"},
    {.rule = "K-429",
     .why = "A number that was given up may already stand for the next object that the process "
            "created, which the second destroy then takes.",
     .check = "D3DKMTDestroySynchronizationObject removes the handle from the process's table; a "
              "second call finds nothing and returns STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMTDestroySynchronizationObject(&destroy);
…
D3DKMTDestroySynchronizationObject(&destroy);)",
     .right = R"(D3DKMTDestroySynchronizationObject(&destroy);
sync = 0;
…
if (sync != 0) D3DKMTDestroySynchronizationObject(&destroy);)"},
    {.rule = "K-433",
     .why = "Only a monitored fence has a value that the CPU can read and compare. The older "
            "objects are known to the GPU's queue alone.",
     .check = "The calls that wait or signal from the CPU look at the type and the adapter of "
              "every handle first and return STATUS_INVALID_PARAMETER when one is no monitored "
              "fence.",
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
    {.rule = "K-434",
     .why = "Everybody who waits relies on a value that only grows. One that goes back makes work "
            "that was done look undone.",
     .check = "D3DKMTSignalSynchronizationObjectFromCpu compares the new value with the present "
              "one and returns STATUS_INVALID_PARAMETER for a lower one without AllowFenceRewind.",
     .wrong = R"(value = 0;
signal.FenceValueArray = &value;
D3DKMTSignalSynchronizationObjectFromCpu(&signal);)",
     .right = R"(value = 0;
signal.FenceValueArray = &value;
signal.Flags.AllowFenceRewind = 1;
D3DKMTSignalSynchronizationObjectFromCpu(&signal);)"},
    {.rule = "K-436",
     .why = "A fence that may neither be signalled nor waited for is useless, and one that is for "
            "one side only must hold against that side too.",
     .check = "D3DKMTCreateSynchronizationObject2 refuses both flags together, and either on "
              "another type, with STATUS_INVALID_PARAMETER; the barred wait or signal gets "
              "STATUS_ACCESS_DENIED.",
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
    {.rule = "K-438",
     .why = "Such a GPU compares the lower halves of two values. When they are more "
            "than half of their range apart, the later one looks like the earlier "
            "one, and who waits is not woken.",
     .check = "On adapters with No64BitAtomics, every value with which a monitored "
              "fence is signalled or waited for is compared with the fence's value at "
              "that moment.",
     .wrong = R"(UINT64 value = QueryPerformanceTicks();
SignalFromCpu(device, fence, value);)",
     .right = R"(UINT64 value = *fenceValue + 1;
SignalFromCpu(device, fence, value);)"},
    {.rule = "K-439",
     .why = "The page with the value is one for all who wait. A CPU that writes there moves the "
            "fence behind the back of the scheduler, who wakes nobody, and the next signal undoes "
            "it.",
     .check =
         "Clients see the value through a mapping that cannot be written, so a write faults at "
         "its instruction, in a user-mode driver or in any other program. Such a fence has no "
         "address of the GPU here, so that nothing can use one too early.",
     .wrong = R"(*(UINT64*)create.Info.MonitoredFence.FenceValueCPUVirtualAddress = value;)",
     .right = R"(signal.ObjectHandleArray = &create.hSyncObject;
signal.FenceValueArray = &value;
signal.ObjectCount = 1;
D3DKMTSignalSynchronizationObjectFromCpu(&signal);)"},
    {.rule = "K-441",
     .why =
         "The handle is the operating system's own object. After DxgkDdiDestroyNativeFence it is "
         "freed memory, which the interrupt routine would look into.",
     .check = "Each entry of pSignaledNativeFenceArray is looked up among the handles that "
              "DxgkDdiCreateNativeFence was given and DxgkDdiDestroyNativeFence has not ended; "
              "the first that is none of them ends the driver.",
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
};

}  // namespace

Lessons kernel_26() { return kKernel26Lessons; }

}  // namespace drydock::rules::lessons
