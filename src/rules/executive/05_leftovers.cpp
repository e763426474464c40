// Timers, DPCs, work items, threads, handles and callbacks: what is given back before unload.
#include "src/rules/chapters.h"

namespace drydock::rules::executive {
namespace {

constexpr Rule kExecutiveLeftovers[] = {
    {.id = "N-037",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Timer armed at unload or in freed memory",
     .text = "A timer is cancelled, and its DPC flushed, before its memory is freed or its driver "
             "unloads.",
     .outcome = "bug check 0xC7 TIMER_OR_DPC_INVALID",
     .source = "debugger/bug-check-0xc7--timer-or-dpc-invalid.md",
     .lesson = {.why = "The timer sits in a queue of the kernel's; when it expires, that queue is "
                       "walked through freed memory or the DPC's code is gone.",
                .check = "Armed timers are on the driver's account: a free of the pool around one "
                         "is told at the free, and one that is armed after unload then.",
                .wrong = R"(KeSetTimerEx(&device->Timer, due, 100, &device->TimerDpc);
…
ExFreePoolWithTag(device, TAG);)",
                .right = R"(KeSetTimerEx(&device->Timer, due, 100, &device->TimerDpc);
…
KeCancelTimer(&device->Timer);
KeFlushQueuedDpcs();
ExFreePoolWithTag(device, TAG);)"},
     .tests = {provokes("DispatcherRules.N037TimerArmedAtUnloadIsFound"),
               provokes("PoolRules.N037TimerArmedInFreedMemoryIsFound"),
               provokes("PoolRules.N037TimerInFreedMemoryIsFoundOnce"),
               stays_silent("DispatcherRules.N037CancelledTimerIsSilent"),
               stays_silent("PoolRules.N037CancelledTimerIsSilent")}},
    {.id = "N-038",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DPC queued at unload or in freed memory",
     .text = "A DPC is removed or flushed before its memory is freed or its driver unloads.",
     .outcome = "bug check 0xC7",
     .source = "wdm/nf-wdm-keflushqueueddpcs.md",
     .lesson =
         {.why = "The processor takes the DPC from its queue and jumps to a routine and a context "
                 "that no longer exist.",
          .check =
              "A DPC that waits in the queue marks its pool block; freeing the block or unloading "
              "before it has run is reported with the stack that queued it. So does, for a moment, "
              "the DPC of a periodic timer that was just cancelled and may have queued it.",
          .wrong = R"(KeInsertQueueDpc(&device->Dpc, NULL, NULL);
ExFreePoolWithTag(device, TAG);)",
          .right = R"(KeInsertQueueDpc(&device->Dpc, NULL, NULL);
if (!KeRemoveQueueDpc(&device->Dpc)) KeFlushQueuedDpcs();
ExFreePoolWithTag(device, TAG);)"},
     .tests = {provokes("DispatcherRules.N038DpcQueuedAtUnloadIsFound"),
               provokes("PoolRules.N038DpcNotFlushedBehindACancelIsFound"),
               provokes("PoolRules.N038DpcQueuedInFreedMemoryIsFound"),
               stays_silent("DispatcherRules.N038FlushedDpcIsSilent"),
               stays_silent("PoolRules.N038DpcFlushedBehindACancelIsSilent"),
               stays_silent("PoolRules.N038RemovedDpcIsSilent")}},
    {.id = "N-039",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Work item pending at unload",
     .text = "Every work item of ExQueueWorkItem has run to its end before the driver unloads. For "
             "those of IoQueueWorkItem the I/O manager holds the device, and so the driver.",
     .outcome = "bug check 0xCE DRIVER_UNLOADED_WITHOUT_CANCELLING_PENDING_OPERATIONS",
     .source = "wdm/nf-wdm-exqueueworkitem.md; "
               "debugger/bug-check-0xce--driver-unloaded-without-cancelling-pending-operations.md",
     .lesson = {.why = "A system worker thread calls into the driver later, when its code has been "
                       "unmapped.",
                .check = "After unload the items of IoQueueWorkItem run; then every work item that "
                         "was queued and "
                         "has not come to its end is one finding, with the stack that queued it.",
                .wrong = R"(ExQueueWorkItem(&Globals->Item, DelayedWorkQueue);
…
VOID OnUnload(PDRIVER_OBJECT driver) { FreeGlobals(); })",
                .right = R"(ExQueueWorkItem(&Globals->Item, DelayedWorkQueue);
…
VOID OnUnload(PDRIVER_OBJECT driver) {
  KeWaitForSingleObject(&RefreshDone, Executive, KernelMode, FALSE, NULL);
  FreeGlobals();
})"},
     .tests = {provokes("DispatcherRules.N039WorkItemLeftAtUnloadIsFound"),
               stays_silent("DispatcherRules.N039WorkItemThatFreesItselfIsSilent"),
               stays_silent("DispatcherRules.N039WorkItemWaitedForAndFreedIsSilent")}},
    {.id = "N-040",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Work item freed or queued again while queued",
     .text = "An IO_WORKITEM is neither freed nor queued again until its routine has been called.",
     .outcome = "corruption; bug check 0xC4/0xE4",
     .source = "wdm/nf-wdm-iofreeworkitem.md",
     .lesson = {.why = "The item is an entry of the worker queue; freeing or queuing it again "
                       "breaks that queue for the whole system.",
                .check = "IoQueueWorkItem, IoFreeWorkItem and a free of the pool around the item "
                         "ask whether it is still waiting to run.",
                .wrong = R"(IoQueueWorkItem(device->Item, Refresh, DelayedWorkQueue, device);
IoFreeWorkItem(device->Item);)",
                .right = R"(IoQueueWorkItem(device->Item, Refresh, DelayedWorkQueue, device);
…
VOID Refresh(PDEVICE_OBJECT object, PVOID context) {
  …
  IoFreeWorkItem(((PDEVICE)context)->Item);)"},
     .tests = {provokes("DispatcherRules.N040WorkItemQueuedTwiceIsFound"),
               provokes("PoolRules.N040WorkItemQueuedInFreedMemoryIsFound"),
               stays_silent("DispatcherRules.N040QueuedAgainAfterItRanIsSilent"),
               stays_silent("PoolRules.N040WorkItemThatRanIsSilent")}},
    {.id = "N-041",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "System thread alive at unload",
     .text = "A driver waits for each thread it made to end before it unloads.",
     .outcome = "bug check 0xCE",
     .source = "wdm/nf-wdm-pscreatesystemthread.md",
     .lesson =
         {.why = "The thread goes on executing pages that have been unmapped.",
          .check = "Threads made with PsCreateSystemThread stay on the driver's account until they "
                   "end; those alive after unload are reported with the stack that made them.",
          .wrong = R"(VOID OnUnload(PDRIVER_OBJECT driver) {
  KeSetEvent(&Globals.Stop, IO_NO_INCREMENT, FALSE);
})",
          .right = R"(VOID OnUnload(PDRIVER_OBJECT driver) {
  KeSetEvent(&Globals.Stop, IO_NO_INCREMENT, FALSE);
  KeWaitForSingleObject(Globals.Thread, Executive, KernelMode, FALSE, NULL);
  ObDereferenceObject(Globals.Thread);
})"},
     .tests = {provokes("DispatcherRules.N041ThreadAliveAtUnloadIsFound"),
               stays_silent("DispatcherRules.N041ThreadThatEndedIsSilent")}},
    {.id = "N-042",
     .party = Party::kDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "System thread returns without PsTerminateSystemThread",
     .text = "A thread ends itself by PsTerminateSystemThread.",
     .outcome = "tolerated by later versions of Windows",
     .source = "wdm/nf-wdm-psterminatesystemthread.md",
     .lesson =
         {.why = "Older versions of Windows have nothing to return to behind a thread's start "
                 "routine and stop the machine.",
          .check =
              "The host stands behind the start routine and reports when control comes back to it.",
          .wrong = R"(VOID Worker(PVOID context) {
  Serve(context);
})",
          .right = R"(VOID Worker(PVOID context) {
  Serve(context);
  PsTerminateSystemThread(STATUS_SUCCESS);
})"},
     .tests = {provokes("DispatcherRules.N042ThreadThatReturnsIsFound"),
               stays_silent("DispatcherRules.N042ThreadThatTerminatesItselfIsSilent")}},
    {.id = "N-043",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "PsTerminateSystemThread called on a thread of the host",
     .text = "Only a thread that the driver made with PsCreateSystemThread is ended by it.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "wdm/nf-wdm-psterminatesystemthread.md",
     .lesson = {.why = "On a thread that the driver borrowed, such as one of a client or a worker, "
                       "the call fails and the code behind it runs although nobody expected that.",
                .check =
                    "PsTerminateSystemThread asks whether the current thread was made by a driver.",
                .wrong = R"(VOID WorkRoutine(PDEVICE_OBJECT object, PVOID context) {
  Serve(context);
  PsTerminateSystemThread(STATUS_SUCCESS);
})",
                .right = R"(VOID WorkRoutine(PDEVICE_OBJECT object, PVOID context) {
  Serve(context);
})"},
     .tests = {provokes("DispatcherRules.N043TerminatingTheHostsThreadIsFound"),
               stays_silent("DispatcherRules.N043TerminatingItsOwnThreadIsSilent")}},
    {.id = "N-044",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Handle left open at unload",
     .text = "Every handle that the driver opened or created is closed.",
     .outcome = "handle leak, named with its object and stack",
     .source = "wdm/nf-wdm-zwclose.md",
     .lesson = {.why = "The handle keeps its object alive, so a file stays locked or a section "
                       "mapped until the machine restarts.",
                .check = "Each handle that a driver opens is noted with its object and stack; what "
                         "is open after unload is reported one by one.",
                .wrong = R"(ZwOpenKey(&key, KEY_READ, &attributes);
ZwQueryValueKey(key, &name, KeyValuePartialInformation, info, size, &size);)",
                .right = R"(ZwOpenKey(&key, KEY_READ, &attributes);
ZwQueryValueKey(key, &name, KeyValuePartialInformation, info, size, &size);
ZwClose(key);)"},
     .tests = {provokes("HandleRules.N044HandleLeftIsFound"),
               stays_silent("HandleRules.N044HandleClosedIsSilent")}},
    {.id = "N-045",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Object reference left at unload",
     .text = "Each reference on an object is answered by a dereference.",
     .outcome = "the object never goes",
     .source = "wdm/nf-wdm-obreferenceobjectbyhandle.md",
     .lesson =
         {.why = "The object's count never falls to zero, so it and everything behind it stays in "
                 "memory for ever.",
          .check = "References that the driver takes are entered on its account; those without a "
                   "dereference after unload are named with the stack that took them.",
          .wrong =
              R"(ObReferenceObjectByHandle(handle, EVENT_MODIFY_STATE, *ExEventObjectType, UserMode,
                          (PVOID*)&event, NULL);
KeSetEvent(event, IO_NO_INCREMENT, FALSE);)",
          .right =
              R"(ObReferenceObjectByHandle(handle, EVENT_MODIFY_STATE, *ExEventObjectType, UserMode,
                          (PVOID*)&event, NULL);
KeSetEvent(event, IO_NO_INCREMENT, FALSE);
ObDereferenceObject(event);)"},
     .tests = {provokes("DeviceRules.N045DeviceLeftIsFound"),
               provokes("ObjectRules.N045ReferenceLeftIsFound"),
               stays_silent("DeviceRules.N045DeviceDeletedIsSilent"),
               stays_silent("ObjectRules.N045ReferenceGivenBackIsSilent")}},
    {.id = "N-046",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Object dereferenced too often",
     .text = "An object is dereferenced once for each reference.",
     .outcome = "bug check 0x18 REFERENCE_BY_POINTER",
     .source = "debugger/bug-check-0x18--reference-by-pointer.md",
     .lesson = {.why = "The object is deleted while others still use it, and their own dereference "
                       "then works on freed memory.",
                .check = "ObDereferenceObject looks at the references that are left; a call "
                         "without any is reported with the stack of the one before.",
                .wrong = R"(ObDereferenceObject(device->Event);
…
ObDereferenceObject(device->Event);)",
                .right = R"(ObDereferenceObject(device->Event);
device->Event = NULL;
…
if (device->Event != NULL) ObDereferenceObject(device->Event);)"},
     .tests = {provokes("ObjectRules.N046DereferencedAfterTheObjectWentIsFound"),
               provokes("ObjectRules.N046DereferencedTooOftenIsFound"),
               stays_silent("ObjectRules.N046DereferencedOncePerReferenceIsSilent")}},
    {.id = "N-047",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Callback routine registered at unload",
     .text = "Bug-check, power-setting and other callbacks are deregistered before unload.",
     .outcome = "a call into memory that is gone",
     .source = "wdm/nf-wdm-kederegisterbugcheckcallback.md",
     .lesson =
         {.why = "The system calls the routine at the next event, in the worst case inside a bug "
                 "check, through a pointer into unmapped code.",
          .check = "Registrations are on the driver's account; those that are there after unload "
                   "are reported with the stack that made them.",
          .wrong =
              R"(KeRegisterBugCheckCallback(&Record, OnBugCheck, Buffer, sizeof(Buffer), Component);
…
VOID OnUnload(PDRIVER_OBJECT driver) {})",
          .right =
              R"(KeRegisterBugCheckCallback(&Record, OnBugCheck, Buffer, sizeof(Buffer), Component);
…
VOID OnUnload(PDRIVER_OBJECT driver) {
  KeDeregisterBugCheckCallback(&Record);
})"},
     .tests = {provokes("BugCheckRules.N047CallbackLeftAtUnloadIsFound"),
               provokes("DeviceRules.N047PowerSettingCallbackLeftIsFound"),
               stays_silent("BugCheckRules.N047DeregisteredCallbackIsSilent"),
               stays_silent("DeviceRules.N047PowerSettingCallbackTakenBackIsSilent")}},
    {.id = "N-048",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Interrupt connected at unload",
     .text = "An interrupt is disconnected before the driver unloads.",
     .outcome = "bug check 0xCE",
     .source = "wdm/nf-wdm-iodisconnectinterruptex.md",
     .lesson =
         {.why = "The next interrupt of the line calls a service routine that is no longer there.",
          .check = "Connected interrupts are kept on the driver's account and reported after "
                   "unload, with the stack that connected them.",
          .wrong = R"(IoConnectInterruptEx(&parameters);
…
VOID OnRemove(PDEVICE device) { IoDeleteDevice(device->Object); })",
          .right = R"(IoConnectInterruptEx(&parameters);
…
VOID OnRemove(PDEVICE device) {
  IoDisconnectInterruptEx(&device->Disconnect);
  IoDeleteDevice(device->Object);
})"},
     .tests = {provokes("InterruptRules.N048InterruptConnectedAtUnloadIsFound"),
               stays_silent("InterruptRules.N048InterruptDisconnectedAtUnloadIsSilent")}},
};

}  // namespace

Chapter leftovers() { return kExecutiveLeftovers; }

}  // namespace drydock::rules::executive
