// The executive: IRQL, waits and locks.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kExecutive2Lessons[] = {
    {.rule = "N-014",
     .why = "A page that is not in memory cannot be brought in at DISPATCH_LEVEL; it works while "
            "the page happens to be there and stops the machine when it is not.",
     .check = "Each PAGED_CODE() of the driver, and each function that alloc_text or code_seg puts "
              "into a section whose name begins with PAGE, looks at the IRQL when it begins and "
              "reports DISPATCH_LEVEL or above. Sections that MmLockPagableCodeSection locked, "
              "instances of templates, constructors and destructors are left alone, and so are "
              "paged data.",
     .wrong = R"(KeAcquireSpinLock(&device->Lock, &irql);
UpdateRegistryValues(device);  // begins with PAGED_CODE()
KeReleaseSpinLock(&device->Lock, irql);)",
     .right = R"(KeAcquireSpinLock(&device->Lock, &irql);
SETTINGS settings = device->Settings;
KeReleaseSpinLock(&device->Lock, irql);
UpdateRegistryValues(&settings);)"},
    {.rule = "N-015",
     .why = "The level must not drop behind the back of whoever raised it: code that relies on "
            "being alone on its processor suddenly is not.",
     .check = "KeRaiseIrql and its kin compare the new level with the thread's own at the call.",
     .wrong = R"(KIRQL old;
KeRaiseIrql(APC_LEVEL, &old);  // in a DPC)",
     .right = R"(KIRQL old;
KeRaiseIrql(DISPATCH_LEVEL, &old);  // the level of a DPC)"},
    {.rule = "N-016",
     .why = "Lowering to a level above the current one is a raise that nothing will undo, and the "
            "thread goes on with interrupts held off.",
     .check = "KeLowerIrql compares the level it is given with the thread's own at the call.",
     .wrong = R"(KeRaiseIrql(APC_LEVEL, &old);
…
KeLowerIrql(DISPATCH_LEVEL);)",
     .right = R"(KeRaiseIrql(APC_LEVEL, &old);
…
KeLowerIrql(old);)"},
    {.rule = "N-017",
     .why = "The caller goes on at a level it does not expect: it may wait where it must not, or "
            "keep a processor to itself for ever.",
     .check = "The IRQL is noted when the host enters a driver routine and compared when the "
              "routine returns; it is then put back, so that one fault is told once.",
     .wrong = R"(KeRaiseIrql(DISPATCH_LEVEL, &old);
if (device->Stopped) return STATUS_DEVICE_NOT_READY;
KeLowerIrql(old);)",
     .right = R"(KeRaiseIrql(DISPATCH_LEVEL, &old);
BOOLEAN stopped = device->Stopped;
KeLowerIrql(old);
if (stopped) return STATUS_DEVICE_NOT_READY;)"},
    {.rule = "N-018",
     .why = "A routine written for a low level may wait, touch paged memory or take a mutex, none "
            "of which can be done higher up.",
     .check = "Each routine of the executive tests the thread's IRQL against its documented limit "
              "first of all.",
     .wrong = R"(VOID OnDpc(PKDPC dpc, PVOID context, PVOID first, PVOID second) {
  PDEVICE device = context;
  ZwClose(device->File);
})",
     .right = R"(VOID OnDpc(PKDPC dpc, PVOID context, PVOID first, PVOID second) {
  PDEVICE device = context;
  IoQueueWorkItem(device->CloseItem, CloseFile, DelayedWorkQueue, device);
})"},
    {.rule = "N-019",
     .why = "These forms leave the level alone to save time; below DISPATCH_LEVEL a DPC can "
            "interrupt the holder and spin for the lock on the same processor for ever.",
     .check = "The AtDpcLevel and FromDpcLevel forms test for DISPATCH_LEVEL at the call, and the "
              "unsafe forms of fast mutexes test that APCs are off.",
     .wrong = R"(NTSTATUS Dispatch(PDEVICE_OBJECT object, PIRP irp) {
  KeAcquireSpinLockAtDpcLevel(&device->Lock);
  …
  KeReleaseSpinLockFromDpcLevel(&device->Lock);)",
     .right = R"(NTSTATUS Dispatch(PDEVICE_OBJECT object, PIRP irp) {
  KeAcquireSpinLock(&device->Lock, &irql);
  …
  KeReleaseSpinLock(&device->Lock, irql);)"},
    {.rule = "N-020",
     .why = "The scheduler does not run at DISPATCH_LEVEL, so a thread that sleeps there can never "
            "be replaced by the one that would wake it.",
     .check = "Every wait and delay compares IRQL and time-out at the call, whether or not the "
              "object is signalled already.",
     .wrong = R"(KeAcquireSpinLock(&device->Lock, &irql);
KeWaitForSingleObject(&device->Idle, Executive, KernelMode, FALSE, NULL);
KeReleaseSpinLock(&device->Lock, irql);)",
     .right = R"(KeWaitForSingleObject(&device->Idle, Executive, KernelMode, FALSE, NULL);
KeAcquireSpinLock(&device->Lock, &irql);
…
KeReleaseSpinLock(&device->Lock, irql);)"},
    {.rule = "N-021",
     .why = "The wait list of such an object is whatever lay in the memory; the executive links "
            "the thread into it and follows wild pointers.",
     .check =
         "Waits, sets and releases look at the object's type and list head before they touch it; "
         "DPCs, timers, spin locks, resources and interrupts are looked at in the same way.",
     .wrong = R"(DEVICE* device = ExAllocatePoolZero(NonPagedPoolNx, sizeof(*device), TAG);
KeSetEvent(&device->Ready, IO_NO_INCREMENT, FALSE);)",
     .right = R"(DEVICE* device = ExAllocatePoolZero(NonPagedPoolNx, sizeof(*device), TAG);
KeInitializeEvent(&device->Ready, NotificationEvent, FALSE);
KeSetEvent(&device->Ready, IO_NO_INCREMENT, FALSE);)"},
    {.rule = "N-022",
     .why = "The sleeping thread is linked into the object, and unlinks itself from memory that "
            "has another owner by then.",
     .check = "When a block of pool is freed, the waits on objects inside it are looked up; each "
              "is named with the stack of its waiter. Objects on a stack are not watched.",
     .wrong = R"(KeSetEvent(&device->Stop, IO_NO_INCREMENT, FALSE);
ExFreePoolWithTag(device, TAG);  // the thread still waits for device->Wake)",
     .right = R"(KeSetEvent(&device->Stop, IO_NO_INCREMENT, FALSE);
KeSetEvent(&device->Wake, IO_NO_INCREMENT, FALSE);
KeWaitForSingleObject(device->Thread, Executive, KernelMode, FALSE, NULL);
ObDereferenceObject(device->Thread);
ExFreePoolWithTag(device, TAG);)"},
    {.rule = "N-023",
     .why = "The release raises an exception in the caller, and the mutex still belongs to a "
            "thread that thinks itself alone.",
     .check = "KeReleaseMutex compares the owner in the mutex with the current thread at the call; "
              "one release too many is found the same way.",
     .wrong = R"(KeWaitForSingleObject(&device->Mutex, Executive, KernelMode, FALSE, NULL);
IoQueueWorkItem(item, ReleaseInWorker, DelayedWorkQueue, device);)",
     .right = R"(KeWaitForSingleObject(&device->Mutex, Executive, KernelMode, FALSE, NULL);
…
KeReleaseMutex(&device->Mutex, FALSE);)"},
    {.rule = "N-024",
     .why = "The release raises an exception instead of counting, and usually shows that something "
            "was given back that was never taken.",
     .check = "KeReleaseSemaphore compares count, adjustment and limit before it changes anything.",
     .wrong = R"(KeInitializeSemaphore(&device->Slots, 0, 1);
KeReleaseSemaphore(&device->Slots, IO_NO_INCREMENT, 2, FALSE);)",
     .right = R"(KeInitializeSemaphore(&device->Slots, 0, MAX_SLOTS);
KeReleaseSemaphore(&device->Slots, IO_NO_INCREMENT, 2, FALSE);)"},
    {.rule = "N-025",
     .why = "A thread has room for a few wait blocks only; more objects need an array of the "
            "caller's, and beyond the maximum nothing helps.",
     .check = "KeWaitForMultipleObjects looks at its count, and at whether wait blocks were given, "
              "before it waits.",
     .wrong = R"(PVOID events[8];
KeWaitForMultipleObjects(8, events, WaitAny, Executive, KernelMode, FALSE, NULL,
                         NULL);)",
     .right = R"(PVOID events[8];
KWAIT_BLOCK blocks[8];
KeWaitForMultipleObjects(8, events, WaitAny, Executive, KernelMode, FALSE, NULL,
                         blocks);)"},
    {.rule = "N-026",
     .why = "The second acquisition spins until the first is released, and the only thread that "
            "could release it is the one that spins.",
     .check = "Each thread's held locks are known; an acquisition of one of them is told at once, "
              "with the stack of the first, instead of hanging.",
     .wrong = R"(KeAcquireSpinLock(&device->Lock, &irql);
ResetQueue(device);  // acquires device->Lock too
KeReleaseSpinLock(&device->Lock, irql);)",
     .right = R"(KeAcquireSpinLock(&device->Lock, &irql);
ResetQueueLocked(device);
KeReleaseSpinLock(&device->Lock, irql);)"},
    {.rule = "N-027",
     .why = "The release frees a lock that another processor may hold, so that two threads are "
            "inside at once.",
     .check = "KeReleaseSpinLock and its kin look the lock up among those that the current thread "
              "holds.",
     .wrong = R"(if (fast) KeAcquireSpinLock(&device->Lock, &irql);
…
KeReleaseSpinLock(&device->Lock, irql);)",
     .right = R"(KeAcquireSpinLock(&device->Lock, &irql);
…
KeReleaseSpinLock(&device->Lock, irql);)"},
    {.rule = "N-028",
     .why = "The next thread that wants the lock waits for ever, and by then nothing shows any "
            "more who forgot it.",
     .check = "When a driver routine returns to the host, the locks that the thread took inside it "
              "and still holds are reported with the stack of the acquisition.",
     .wrong = R"(ExAcquireFastMutex(&device->Mutex);
if (device->Head == NULL) return STATUS_NO_MORE_ENTRIES;
ExReleaseFastMutex(&device->Mutex);)",
     .right = R"(ExAcquireFastMutex(&device->Mutex);
status = device->Head == NULL ? STATUS_NO_MORE_ENTRIES : STATUS_SUCCESS;
ExReleaseFastMutex(&device->Mutex);
return status;)"},
    {.rule = "N-029",
     .why = "The thread goes on at a level of somebody else's: too low inside a DPC, or too high "
            "for everything that follows.",
     .check = "The IRQL before each acquisition is kept for the thread and compared at the "
              "release; two nested locks may exchange theirs.",
     .wrong = R"(KeAcquireSpinLock(&device->Lock, &irql);
…
KeReleaseSpinLock(&device->Lock, APC_LEVEL);)",
     .right = R"(KeAcquireSpinLock(&device->Lock, &irql);
…
KeReleaseSpinLock(&device->Lock, irql);)"},
    {.rule = "N-030",
     .why = "Two threads that take the same two locks in opposite orders each end up holding what "
            "the other wants.",
     .check = "All acquisitions draw one graph of which lock was taken while which was held; the "
              "acquisition that closes a circle is reported with both orders, although nothing has "
              "hung yet.",
     .wrong = R"(KeAcquireSpinLock(&device->QueueLock, &irql);
KeAcquireSpinLockAtDpcLevel(&device->StateLock);
…
KeAcquireSpinLock(&device->StateLock, &irql);
KeAcquireSpinLockAtDpcLevel(&device->QueueLock);)",
     .right = R"(KeAcquireSpinLock(&device->QueueLock, &irql);
KeAcquireSpinLockAtDpcLevel(&device->StateLock);
…
KeAcquireSpinLock(&device->QueueLock, &irql);
KeAcquireSpinLockAtDpcLevel(&device->StateLock);)"},
    {.rule = "N-031",
     .why = "A fast mutex does not count its owner's acquisitions; the thread goes to sleep "
            "waiting for itself.",
     .check = "Acquiring a fast mutex, guarded mutex or push lock that the thread holds is "
              "reported before it would sleep, with the stack of the first acquisition.",
     .wrong = R"(ExAcquireFastMutex(&device->Mutex);
RemoveAllClients(device);  // takes device->Mutex for each client
ExReleaseFastMutex(&device->Mutex);)",
     .right = R"(ExAcquireFastMutex(&device->Mutex);
RemoveAllClientsLocked(device);
ExReleaseFastMutex(&device->Mutex);)"},
    {.rule = "N-032",
     .why = "The true owner's protected data lies open, and its own release later frees the mutex "
            "of a third thread.",
     .check = "The release of a fast or guarded mutex, push lock or resource is compared with what "
              "the current thread holds.",
     .wrong = R"(ExAcquireFastMutex(&device->Mutex);
device->Worker = StartWorker(device);  // the worker releases device->Mutex)",
     .right = R"(ExAcquireFastMutex(&device->Mutex);
device->Worker = StartWorker(device);
ExReleaseFastMutex(&device->Mutex);)"},
    {.rule = "N-033",
     .why = "A thread that is suspended by an APC while it owns the resource keeps everybody else "
            "out for as long as it sleeps.",
     .check = "Each acquisition of a resource or push lock below APC_LEVEL asks whether normal "
              "kernel APCs are disabled.",
     .wrong = R"(ExAcquireResourceExclusiveLite(&device->Resource, TRUE);
…
ExReleaseResourceLite(&device->Resource);)",
     .right = R"(KeEnterCriticalRegion();
ExAcquireResourceExclusiveLite(&device->Resource, TRUE);
…
ExReleaseResourceLite(&device->Resource);
KeLeaveCriticalRegion();)"},
    {.rule = "N-034",
     .why = "The system links all resources together; one whose memory was freed makes the next "
            "insertion or deletion write into it.",
     .check = "A free of pool that holds a live resource is told at the free, and one that is "
              "still live after unload then; both name where it was initialised.",
     .wrong = R"(ExInitializeResourceLite(&device->Resource);
…
ExFreePoolWithTag(device, TAG);)",
     .right = R"(ExInitializeResourceLite(&device->Resource);
…
ExDeleteResourceLite(&device->Resource);
ExFreePoolWithTag(device, TAG);)"},
    {.rule = "N-035",
     .why = "The count reaches zero early, the waiting owner tears the object down, and somebody "
            "who holds a true reference is still inside.",
     .check = "Each release compares what it gives back with what is held; remove locks are "
              "checked alike, and so is a rundown that is started again while it is held.",
     .wrong = R"(ExAcquireRundownProtection(&device->Rundown);
Touch(device);
ExReleaseRundownProtection(&device->Rundown);)",
     .right = R"(if (!ExAcquireRundownProtection(&device->Rundown)) return STATUS_DELETE_PENDING;
Touch(device);
ExReleaseRundownProtection(&device->Rundown);)"},
    {.rule = "N-036",
     .why = "The thread stays closed to normal APCs: it cannot be suspended or ended any more, and "
            "the system stops when it notices.",
     .check = "The depth of critical and guarded regions is noted on entry to the driver and "
              "compared at its return; a leave without an enter is told at the call.",
     .wrong = R"(KeEnterCriticalRegion();
if (!NT_SUCCESS(status)) return status;
KeLeaveCriticalRegion();)",
     .right = R"(KeEnterCriticalRegion();
…
KeLeaveCriticalRegion();
if (!NT_SUCCESS(status)) return status;)"},
};

}  // namespace

Lessons executive_2() { return kExecutive2Lessons; }

}  // namespace drydock::rules::lessons
