// The executive: what is given back before memory goes or the driver unloads.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kExecutive3Lessons[] = {
    {.rule = "N-037",
     .why = "The timer sits in a queue of the kernel's; when it expires, that queue is walked "
            "through freed memory or the DPC's code is gone.",
     .check = "Armed timers are on the driver's account: a free of the pool around one is told at "
              "the free, and one that is armed after unload then.",
     .wrong = R"(KeSetTimerEx(&device->Timer, due, 100, &device->TimerDpc);
…
ExFreePoolWithTag(device, TAG);)",
     .right = R"(KeSetTimerEx(&device->Timer, due, 100, &device->TimerDpc);
…
KeCancelTimer(&device->Timer);
KeFlushQueuedDpcs();
ExFreePoolWithTag(device, TAG);)"},
    {.rule = "N-038",
     .why = "The processor takes the DPC from its queue and jumps to a routine and a context that "
            "no longer exist.",
     .check = "A DPC that waits in the queue marks its pool block; freeing the block or unloading "
              "before it has run is reported with the stack that queued it. So does, for a moment, "
              "the DPC of a periodic timer that was just cancelled and may have queued it.",
     .wrong = R"(KeInsertQueueDpc(&device->Dpc, NULL, NULL);
ExFreePoolWithTag(device, TAG);)",
     .right = R"(KeInsertQueueDpc(&device->Dpc, NULL, NULL);
if (!KeRemoveQueueDpc(&device->Dpc)) KeFlushQueuedDpcs();
ExFreePoolWithTag(device, TAG);)"},
    {.rule = "N-039",
     .why = "A system worker thread calls into the driver later, when its code has been unmapped.",
     .check = "After unload every work item that was queued and has not come to its end is one "
              "finding, with the stack that queued it.",
     .wrong = R"(IoQueueWorkItem(device->Item, Refresh, DelayedWorkQueue, device);
…
VOID OnUnload(PDRIVER_OBJECT driver) { FreeGlobals(); })",
     .right = R"(IoQueueWorkItem(device->Item, Refresh, DelayedWorkQueue, device);
…
VOID OnUnload(PDRIVER_OBJECT driver) {
  KeWaitForSingleObject(&RefreshDone, Executive, KernelMode, FALSE, NULL);
  FreeGlobals();
})"},
    {.rule = "N-040",
     .why = "The item is an entry of the worker queue; freeing or queuing it again breaks that "
            "queue for the whole system.",
     .check = "IoQueueWorkItem, IoFreeWorkItem and a free of the pool around the item ask whether "
              "it is still waiting to run.",
     .wrong = R"(IoQueueWorkItem(device->Item, Refresh, DelayedWorkQueue, device);
IoFreeWorkItem(device->Item);)",
     .right = R"(IoQueueWorkItem(device->Item, Refresh, DelayedWorkQueue, device);
…
VOID Refresh(PDEVICE_OBJECT object, PVOID context) {
  …
  IoFreeWorkItem(((PDEVICE)context)->Item);)"},
    {.rule = "N-041",
     .why = "The thread goes on executing pages that have been unmapped.",
     .check = "Threads made with PsCreateSystemThread stay on the driver's account until they end; "
              "those alive after unload are reported with the stack that made them.",
     .wrong = R"(VOID OnUnload(PDRIVER_OBJECT driver) {
  KeSetEvent(&Globals.Stop, IO_NO_INCREMENT, FALSE);
})",
     .right = R"(VOID OnUnload(PDRIVER_OBJECT driver) {
  KeSetEvent(&Globals.Stop, IO_NO_INCREMENT, FALSE);
  KeWaitForSingleObject(Globals.Thread, Executive, KernelMode, FALSE, NULL);
  ObDereferenceObject(Globals.Thread);
})"},
    {.rule = "N-042",
     .why = "Older versions of Windows have nothing to return to behind a thread's start routine "
            "and stop the machine.",
     .check = "The host stands behind the start routine and reports when control comes back to it.",
     .wrong = R"(VOID Worker(PVOID context) {
  Serve(context);
})",
     .right = R"(VOID Worker(PVOID context) {
  Serve(context);
  PsTerminateSystemThread(STATUS_SUCCESS);
})"},
    {.rule = "N-043",
     .why = "On a thread that the driver borrowed, such as one of a client or a worker, the call "
            "fails and the code behind it runs although nobody expected that.",
     .check = "PsTerminateSystemThread asks whether the current thread was made by a driver.",
     .wrong = R"(VOID WorkRoutine(PDEVICE_OBJECT object, PVOID context) {
  Serve(context);
  PsTerminateSystemThread(STATUS_SUCCESS);
})",
     .right = R"(VOID WorkRoutine(PDEVICE_OBJECT object, PVOID context) {
  Serve(context);
})"},
    {.rule = "N-044",
     .why = "The handle keeps its object alive, so a file stays locked or a section mapped until "
            "the machine restarts.",
     .check = "Each handle that a driver opens is noted with its object and stack; what is open "
              "after unload is reported one by one.",
     .wrong = R"(ZwOpenKey(&key, KEY_READ, &attributes);
ZwQueryValueKey(key, &name, KeyValuePartialInformation, info, size, &size);)",
     .right = R"(ZwOpenKey(&key, KEY_READ, &attributes);
ZwQueryValueKey(key, &name, KeyValuePartialInformation, info, size, &size);
ZwClose(key);)"},
    {.rule = "N-045",
     .why = "The object's count never falls to zero, so it and everything behind it stays in "
            "memory for ever.",
     .check = "References that the driver takes are entered on its account; those without a "
              "dereference after unload are named with the stack that took them.",
     .wrong = R"(ObReferenceObjectByHandle(handle, EVENT_MODIFY_STATE, *ExEventObjectType, UserMode,
                          (PVOID*)&event, NULL);
KeSetEvent(event, IO_NO_INCREMENT, FALSE);)",
     .right = R"(ObReferenceObjectByHandle(handle, EVENT_MODIFY_STATE, *ExEventObjectType, UserMode,
                          (PVOID*)&event, NULL);
KeSetEvent(event, IO_NO_INCREMENT, FALSE);
ObDereferenceObject(event);)"},
    {.rule = "N-046",
     .why = "The object is deleted while others still use it, and their own dereference then works "
            "on freed memory.",
     .check = "ObDereferenceObject looks at the references that are left; a call without any is "
              "reported with the stack of the one before.",
     .wrong = R"(ObDereferenceObject(device->Event);
…
ObDereferenceObject(device->Event);)",
     .right = R"(ObDereferenceObject(device->Event);
device->Event = NULL;
…
if (device->Event != NULL) ObDereferenceObject(device->Event);)"},
    {.rule = "N-047",
     .why = "The system calls the routine at the next event, in the worst case inside a bug check, "
            "through a pointer into unmapped code.",
     .check = "Registrations are on the driver's account; those that are there after unload are "
              "reported with the stack that made them.",
     .wrong = R"(KeRegisterBugCheckCallback(&Record, OnBugCheck, Buffer, sizeof(Buffer), Component);
…
VOID OnUnload(PDRIVER_OBJECT driver) {})",
     .right = R"(KeRegisterBugCheckCallback(&Record, OnBugCheck, Buffer, sizeof(Buffer), Component);
…
VOID OnUnload(PDRIVER_OBJECT driver) {
  KeDeregisterBugCheckCallback(&Record);
})"},
    {.rule = "N-048",
     .why = "The next interrupt of the line calls a service routine that is no longer there.",
     .check = "Connected interrupts are kept on the driver's account and reported after unload, "
              "with the stack that connected them.",
     .wrong = R"(IoConnectInterruptEx(&parameters);
…
VOID OnRemove(PDEVICE device) { IoDeleteDevice(device->Object); })",
     .right = R"(IoConnectInterruptEx(&parameters);
…
VOID OnRemove(PDEVICE device) {
  IoDisconnectInterruptEx(&device->Disconnect);
  IoDeleteDevice(device->Object);
})"},
    {.rule = "N-049",
     .why = "Nothing knows any more which pages were locked, so they stay in memory, and Windows "
            "stops when their process ends.",
     .check = "IoFreeMdl looks up whether the pages are locked; locks that are left after unload "
              "are reported under this rule too.",
     .wrong = R"(MmProbeAndLockPages(mdl, UserMode, IoReadAccess);
…
IoFreeMdl(mdl);)",
     .right = R"(MmProbeAndLockPages(mdl, UserMode, IoReadAccess);
…
MmUnlockPages(mdl);
IoFreeMdl(mdl);)"},
    {.rule = "N-050",
     .why = "Each MDL is nonpaged memory, with room for every page it describes, and is freed by "
            "nobody else.",
     .check = "What IoAllocateMdl gives is on the driver's account until IoFreeMdl; the rest is "
              "reported after unload with the stack of its allocation.",
     .wrong = R"(PMDL mdl = IoAllocateMdl(buffer, length, FALSE, FALSE, NULL);
MmBuildMdlForNonPagedPool(mdl);
Program(device, MmGetMdlPfnArray(mdl));)",
     .right = R"(PMDL mdl = IoAllocateMdl(buffer, length, FALSE, FALSE, NULL);
MmBuildMdlForNonPagedPool(mdl);
Program(device, MmGetMdlPfnArray(mdl));
IoFreeMdl(mdl);)"},
    {.rule = "N-051",
     .why = "A second lock overwrites the page numbers of the first, whose count can then never be "
            "given back.",
     .check = "MmProbeAndLockPages looks at the MDL's flags: one that is locked, partial or built "
              "for nonpaged pool is refused with a finding.",
     .wrong = R"(MmBuildMdlForNonPagedPool(mdl);
__try {
  MmProbeAndLockPages(mdl, KernelMode, IoWriteAccess);
} __except (EXCEPTION_EXECUTE_HANDLER) {})",
     .right = R"(MmBuildMdlForNonPagedPool(mdl);
PVOID address = MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority);)"},
    {.rule = "N-052",
     .why = "The lock counts of pages that the driver never locked go down, and pages that are in "
            "use by a device are given to somebody else.",
     .check =
         "MmUnlockPages asks for the MDL's flag and for a lock of its own in the host's record.",
     .wrong = R"(MmBuildMdlForNonPagedPool(mdl);
…
MmUnlockPages(mdl);
IoFreeMdl(mdl);)",
     .right = R"(MmBuildMdlForNonPagedPool(mdl);
…
IoFreeMdl(mdl);)"},
};

}  // namespace

Lessons executive_3() { return kExecutive3Lessons; }

}  // namespace drydock::rules::lessons
