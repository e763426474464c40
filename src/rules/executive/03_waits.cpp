// Waits and dispatcher objects.
#include "src/rules/chapters.h"

namespace drydock::rules::executive {
namespace {

constexpr Rule kExecutiveWaits[] = {
    {.id = "N-020",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Wait at DISPATCH_LEVEL or above",
     .text = "A wait that can block is made below DISPATCH_LEVEL; at DISPATCH_LEVEL only a zero "
             "time-out is allowed.",
     .outcome = "bug check 0xA or 0xC4",
     .source = "wdm/nf-wdm-kewaitforsingleobject.md",
     .lesson = {.why = "The scheduler does not run at DISPATCH_LEVEL, so a thread that sleeps "
                       "there can never be replaced by the one that would wake it.",
                .check = "Every wait and delay compares IRQL and time-out at the call, whether or "
                         "not the object is signalled already.",
                .wrong = R"(KeAcquireSpinLock(&device->Lock, &irql);
KeWaitForSingleObject(&device->Idle, Executive, KernelMode, FALSE, NULL);
KeReleaseSpinLock(&device->Lock, irql);)",
                .right =
                    R"(KeWaitForSingleObject(&device->Idle, Executive, KernelMode, FALSE, NULL);
KeAcquireSpinLock(&device->Lock, &irql);
…
KeReleaseSpinLock(&device->Lock, irql);)"},
     .tests = {provokes("DispatcherRules.N020WaitAtDispatchLevelIsFound"),
               stays_silent("DispatcherRules.N020ALookAtDispatchLevelIsSilent")}},
    {.id = "N-021",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Wait on an object that was not initialised",
     .text = "A dispatcher object is initialised before it is waited on, set or released.",
     .outcome = "corruption of the wait lists",
     .source = "wdm/nf-wdm-keinitializeevent.md",
     .lesson = {.why = "The wait list of such an object is whatever lay in the memory; the "
                       "executive links the thread into it and follows wild pointers.",
                .check = "Waits, sets and releases look at the object's type and list head before "
                         "they touch it; DPCs, timers, spin locks, resources and interrupts are "
                         "looked at in the same way.",
                .wrong =
                    R"(DEVICE* device = ExAllocatePoolZero(NonPagedPoolNx, sizeof(*device), TAG);
KeSetEvent(&device->Ready, IO_NO_INCREMENT, FALSE);)",
                .right =
                    R"(DEVICE* device = ExAllocatePoolZero(NonPagedPoolNx, sizeof(*device), TAG);
KeInitializeEvent(&device->Ready, NotificationEvent, FALSE);
KeSetEvent(&device->Ready, IO_NO_INCREMENT, FALSE);)"},
     .tests = {provokes("DispatcherRules.N021WaitOnAnEventThatIsNotInitialisedIsFound"),
               provokes("ResourceLockRules.N021UseBeforeInitialisationIsFound"),
               provokes("SpinLockRules.N021MemoryThatIsNoLockIsFound"),
               stays_silent("DispatcherRules.N021InitialisedIsSilent")}},
    {.id = "N-022",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Dispatcher object freed while waited on",
     .text = "The memory of an event, mutex, semaphore, timer or thread outlives every wait on it.",
     .outcome = "corruption of the wait lists",
     .source = "wdm/nf-wdm-kewaitforsingleobject.md",
     .lesson =
         {.why = "The sleeping thread is linked into the object, and unlinks itself from memory "
                 "that has another owner by then.",
          .check =
              "When a block of pool is freed, the waits on objects inside it are looked up; each "
              "is named with the stack of its waiter. Objects on a stack are not watched.",
          .wrong = R"(KeSetEvent(&device->Stop, IO_NO_INCREMENT, FALSE);
ExFreePoolWithTag(device, TAG);  // the thread still waits for device->Wake)",
          .right = R"(KeSetEvent(&device->Stop, IO_NO_INCREMENT, FALSE);
KeSetEvent(&device->Wake, IO_NO_INCREMENT, FALSE);
KeWaitForSingleObject(device->Thread, Executive, KernelMode, FALSE, NULL);
ObDereferenceObject(device->Thread);
ExFreePoolWithTag(device, TAG);)"},
     .tests = {provokes("PoolRules.N022FreeOfALargeBlockWhileAThreadWaitsIsFound"),
               provokes("PoolRules.N022FreeWhileAThreadWaitsIsFound"),
               stays_silent("PoolRules.N022FreeAfterTheWaitIsSilent")}},
    {.id = "N-023",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Mutex released by a thread that does not own it",
     .text = "A mutex is released by the thread that acquired it, as often as it acquired it.",
     .outcome = "STATUS_MUTANT_NOT_OWNED raised",
     .source = "wdm/nf-wdm-kereleasemutex.md",
     .lesson = {.why = "The release raises an exception in the caller, and the mutex still belongs "
                       "to a thread that thinks itself alone.",
                .check = "KeReleaseMutex compares the owner in the mutex with the current thread "
                         "at the call; one release too many is found the same way.",
                .wrong =
                    R"(KeWaitForSingleObject(&device->Mutex, Executive, KernelMode, FALSE, NULL);
IoQueueWorkItem(item, ReleaseInWorker, DelayedWorkQueue, device);)",
                .right =
                    R"(KeWaitForSingleObject(&device->Mutex, Executive, KernelMode, FALSE, NULL);
…
KeReleaseMutex(&device->Mutex, FALSE);)"},
     .tests = {provokes("DispatcherRules.N023ReleaseOfAMutexNotOwnedIsFound"),
               stays_silent("DispatcherRules.N023ReleaseByTheOwnerIsSilent")}},
    {.id = "N-024",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Semaphore released beyond its limit",
     .text = "A release does not raise the count above the limit given at initialisation.",
     .outcome = "STATUS_SEMAPHORE_LIMIT_EXCEEDED raised",
     .source = "wdm/nf-wdm-kereleasesemaphore.md",
     .lesson =
         {.why = "The release raises an exception instead of counting, and usually shows that "
                 "something was given back that was never taken.",
          .check =
              "KeReleaseSemaphore compares count, adjustment and limit before it changes anything.",
          .wrong = R"(KeInitializeSemaphore(&device->Slots, 0, 1);
KeReleaseSemaphore(&device->Slots, IO_NO_INCREMENT, 2, FALSE);)",
          .right = R"(KeInitializeSemaphore(&device->Slots, 0, MAX_SLOTS);
KeReleaseSemaphore(&device->Slots, IO_NO_INCREMENT, 2, FALSE);)"},
     .tests = {provokes("DispatcherRules.N024ReleaseBeyondTheLimitIsFound"),
               stays_silent("DispatcherRules.N024ReleaseWithinTheLimitIsSilent")}},
    {.id = "N-025",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Wait on more objects than allowed",
     .text = "KeWaitForMultipleObjects takes at most THREAD_WAIT_OBJECTS without wait blocks and "
             "MAXIMUM_WAIT_OBJECTS with them.",
     .outcome = "bug check 0xC MAXIMUM_WAIT_OBJECTS_EXCEEDED",
     .source = "wdm/nf-wdm-kewaitformultipleobjects.md",
     .lesson = {.why = "A thread has room for a few wait blocks only; more objects need an array "
                       "of the caller's, and beyond the maximum nothing helps.",
                .check = "KeWaitForMultipleObjects looks at its count, and at whether wait blocks "
                         "were given, before it waits.",
                .wrong = R"(PVOID events[8];
KeWaitForMultipleObjects(8, events, WaitAny, Executive, KernelMode, FALSE, NULL,
                         NULL);)",
                .right = R"(PVOID events[8];
KWAIT_BLOCK blocks[8];
KeWaitForMultipleObjects(8, events, WaitAny, Executive, KernelMode, FALSE, NULL,
                         blocks);)"},
     .tests = {provokes("DispatcherRules.N025TooManyObjectsAreFound"),
               stays_silent("DispatcherRules.N025EnoughObjectsAreSilent")}},
};

}  // namespace

Chapter waits() { return kExecutiveWaits; }

}  // namespace drydock::rules::executive
