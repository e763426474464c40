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
};

}  // namespace

Lessons kernel_26() { return kKernel26Lessons; }

}  // namespace drydock::rules::lessons
