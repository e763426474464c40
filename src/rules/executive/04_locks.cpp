// Locks, rundown protection and critical regions.
#include "src/rules/chapters.h"

namespace drydock::rules::executive {
namespace {

constexpr Rule kExecutiveLocks[] = {
    {.id = "N-026",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Spin lock acquired twice by its holder",
     .text = "A spin lock is not recursive.",
     .outcome = "the processor hangs",
     .source = "wdm/nf-wdm-keacquirespinlock.md",
     .lesson = {.why = "The second acquisition spins until the first is released, and the only "
                       "thread that could release it is the one that spins.",
                .check = "Each thread's held locks are known; an acquisition of one of them is "
                         "told at once, with the stack of the first, instead of hanging.",
                .wrong = R"(KeAcquireSpinLock(&device->Lock, &irql);
ResetQueue(device);  // acquires device->Lock too
KeReleaseSpinLock(&device->Lock, irql);)",
                .right = R"(KeAcquireSpinLock(&device->Lock, &irql);
ResetQueueLocked(device);
KeReleaseSpinLock(&device->Lock, irql);)"},
     .tests = {provokes("SpinLockRules.N026RecursionIsFound"),
               provokes("SpinLockRules.N026RecursionOnASharedSpinLockIsFound"),
               stays_silent("SpinLockRules.N026TwoLocksAreSilent")}},
    {.id = "N-027",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Spin lock released by a thread that does not hold it",
     .text = "A spin lock is released once for each acquisition, by its holder.",
     .outcome = "bug check 0xF or 0x10",
     .source = "wdm/nf-wdm-kereleasespinlock.md",
     .lesson = {.why = "The release frees a lock that another processor may hold, so that two "
                       "threads are inside at once.",
                .check = "KeReleaseSpinLock and its kin look the lock up among those that the "
                         "current thread holds.",
                .wrong = R"(if (fast) KeAcquireSpinLock(&device->Lock, &irql);
…
KeReleaseSpinLock(&device->Lock, irql);)",
                .right = R"(KeAcquireSpinLock(&device->Lock, &irql);
…
KeReleaseSpinLock(&device->Lock, irql);)"},
     .tests = {provokes("SpinLockRules.N027QueuedHandleReleasedTwiceIsFound"),
               provokes("SpinLockRules.N027SecondReleaseIsFound"),
               provokes("SpinLockRules.N027SharedReleasedAsExclusiveIsFound"),
               stays_silent("SpinLockRules.N027ReleaseByTheHolderIsSilent")}},
    {.id = "N-028",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Return with a lock held",
     .text = "A driver routine gives back, before it returns, every lock that it took.",
     .outcome = "deadlock later, far from the cause",
     .source = "kernel/introduction-to-spin-locks.md",
     .lesson = {.why = "The next thread that wants the lock waits for ever, and by then nothing "
                       "shows any more who forgot it.",
                .check =
                    "When a driver routine returns to the host, the locks that the thread took "
                    "inside it and still holds are reported with the stack of the acquisition.",
                .wrong = R"(ExAcquireFastMutex(&device->Mutex);
if (device->Head == NULL) return STATUS_NO_MORE_ENTRIES;
ExReleaseFastMutex(&device->Mutex);)",
                .right = R"(ExAcquireFastMutex(&device->Mutex);
status = device->Head == NULL ? STATUS_NO_MORE_ENTRIES : STATUS_SUCCESS;
ExReleaseFastMutex(&device->Mutex);
return status;)"},
     .tests = {provokes("DispatcherRules.N028ReturnWithAMutexHeldIsFound"),
               provokes("FastMutexRules.N028ReturnWithAFastMutexHeldIsFound"),
               provokes("SpinLockRules.N028ReturnWithASpinLockHeldIsFound"),
               stays_silent("SpinLockRules.N028ReturnWithNothingHeldIsSilent")}},
    {.id = "N-029",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Spin lock released to another IRQL",
     .text = "A spin lock is released with the IRQL that its acquisition returned.",
     .outcome = "the caller continues at the wrong IRQL",
     .source = "wdm/nf-wdm-kereleasespinlock.md",
     .lesson = {.why = "The thread goes on at a level of somebody else's: too low inside a DPC, or "
                       "too high for everything that follows.",
                .check = "The IRQL before each acquisition is kept for the thread and compared at "
                         "the release; two nested locks may exchange theirs.",
                .wrong = R"(KeAcquireSpinLock(&device->Lock, &irql);
…
KeReleaseSpinLock(&device->Lock, APC_LEVEL);)",
                .right = R"(KeAcquireSpinLock(&device->Lock, &irql);
…
KeReleaseSpinLock(&device->Lock, irql);)"},
     .tests = {provokes("SpinLockRules.N029ReleaseToAnotherIrqlIsFound"),
               stays_silent("SpinLockRules.N029ExchangedLevelsAreSilent"),
               stays_silent("SpinLockRules.N029ReleaseToTheLevelOfBeforeIsSilent")}},
    {.id = "N-030",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Locks taken in two orders",
     .text = "Two locks that are ever held together are always taken in one order.",
     .outcome = "deadlock under the right schedule; both orders are named",
     .source = "kernel/preventing-errors-and-deadlocks-while-using-spin-locks.md",
     .lesson = {.why = "Two threads that take the same two locks in opposite orders each end up "
                       "holding what the other wants.",
                .check = "All acquisitions draw one graph of which lock was taken while which was "
                         "held; the acquisition that closes a circle is reported with both orders, "
                         "although nothing has hung yet.",
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
     .tests = {provokes("LockOrderRules.N030TwoOrdersAreFound"),
               stays_silent("LockOrderRules.N030OneOrderIsSilent")}},
    {.id = "N-031",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Fast mutex acquired twice by its holder",
     .text = "A fast mutex is not recursive.",
     .outcome = "the thread hangs; bug check 0xC4",
     .source = "wdm/nf-wdm-exacquirefastmutex.md",
     .lesson = {.why = "A fast mutex does not count its owner's acquisitions; the thread goes to "
                       "sleep waiting for itself.",
                .check =
                    "Acquiring a fast mutex, guarded mutex or push lock that the thread holds is "
                    "reported before it would sleep, with the stack of the first acquisition.",
                .wrong = R"(ExAcquireFastMutex(&device->Mutex);
RemoveAllClients(device);  // takes device->Mutex for each client
ExReleaseFastMutex(&device->Mutex);)",
                .right = R"(ExAcquireFastMutex(&device->Mutex);
RemoveAllClientsLocked(device);
ExReleaseFastMutex(&device->Mutex);)"},
     .tests = {provokes("FastMutexRules.N031RecursionIsFound"),
               provokes("FastMutexRules.N031RecursionOnAGuardedMutexIsFound"),
               stays_silent("FastMutexRules.N031AcquireAgainAfterReleaseIsSilent")}},
    {.id = "N-032",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Fast mutex released by a thread that does not own it",
     .text = "A fast mutex is released by the thread that acquired it.",
     .outcome = "bug check 0xC4",
     .source = "wdm/nf-wdm-exreleasefastmutex.md",
     .lesson = {.why = "The true owner's protected data lies open, and its own release later frees "
                       "the mutex of a third thread.",
                .check = "The release of a fast or guarded mutex, push lock or resource is "
                         "compared with what the current thread holds.",
                .wrong = R"(ExAcquireFastMutex(&device->Mutex);
device->Worker = StartWorker(device);  // the worker releases device->Mutex)",
                .right = R"(ExAcquireFastMutex(&device->Mutex);
device->Worker = StartWorker(device);
ExReleaseFastMutex(&device->Mutex);)"},
     .tests = {provokes("FastMutexRules.N032ReleaseWithoutOwnershipIsFound"),
               provokes("ResourceLockRules.N032ReleaseWithoutOwnershipIsFound"),
               stays_silent("FastMutexRules.N032ReleaseByTheOwnerIsSilent")}},
    {.id = "N-033",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Resource acquired with normal kernel APCs enabled",
     .text = "ExAcquireResourceExclusiveLite and its kin are called inside a critical region.",
     .outcome = "bug check 0xC4 under verification",
     .source = "wdm/nf-wdm-exacquireresourceexclusivelite.md",
     .lesson = {.why = "A thread that is suspended by an APC while it owns the resource keeps "
                       "everybody else out for as long as it sleeps.",
                .check = "Each acquisition of a resource or push lock below APC_LEVEL asks whether "
                         "normal kernel APCs are disabled.",
                .wrong = R"(ExAcquireResourceExclusiveLite(&device->Resource, TRUE);
…
ExReleaseResourceLite(&device->Resource);)",
                .right = R"(KeEnterCriticalRegion();
ExAcquireResourceExclusiveLite(&device->Resource, TRUE);
…
ExReleaseResourceLite(&device->Resource);
KeLeaveCriticalRegion();)"},
     .tests = {provokes("FastMutexRules.N033PushLockOutsideACriticalRegionIsFound"),
               provokes("ResourceLockRules.N033AcquireWithApcsEnabledIsFound"),
               stays_silent("ResourceLockRules.N033AcquireInACriticalRegionIsSilent"),
               stays_silent("ResourceLockRules.N033AcquireUnderAMutexIsSilent")}},
    {.id = "N-034",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Resource not deleted before its memory is freed",
     .text = "An ERESOURCE is deleted before the memory that holds it goes.",
     .outcome = "corruption of the system list; bug check 0xC4/0xD2",
     .source = "wdm/nf-wdm-exdeleteresourcelite.md",
     .lesson = {.why = "The system links all resources together; one whose memory was freed makes "
                       "the next insertion or deletion write into it.",
                .check =
                    "A free of pool that holds a live resource is told at the free, and one that "
                    "is still live after unload then; both name where it was initialised.",
                .wrong = R"(ExInitializeResourceLite(&device->Resource);
…
ExFreePoolWithTag(device, TAG);)",
                .right = R"(ExInitializeResourceLite(&device->Resource);
…
ExDeleteResourceLite(&device->Resource);
ExFreePoolWithTag(device, TAG);)"},
     .tests = {provokes("ResourceLockRules.N034FreedWithoutDeleteIsFound"),
               provokes("ResourceLockRules.N034LeftAtUnloadIsFound"),
               stays_silent("ResourceLockRules.N034DeletedBeforeFreeIsSilent")}},
    {.id = "N-035",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Rundown protection released without acquisition",
     .text = "Each release of rundown protection answers one successful acquisition.",
     .outcome = "the object goes while in use",
     .source = "wdm/nf-wdm-exreleaserundownprotection.md",
     .lesson =
         {.why = "The count reaches zero early, the waiting owner tears the object down, and "
                 "somebody who holds a true reference is still inside.",
          .check = "Each release compares what it gives back with what is held; remove locks are "
                   "checked alike, and so is a rundown that is started again while it is held.",
          .wrong = R"(ExAcquireRundownProtection(&device->Rundown);
Touch(device);
ExReleaseRundownProtection(&device->Rundown);)",
          .right =
              R"(if (!ExAcquireRundownProtection(&device->Rundown)) return STATUS_DELETE_PENDING;
Touch(device);
ExReleaseRundownProtection(&device->Rundown);)"},
     .tests = {provokes("RemoveLockRules.N035ReleaseWithoutAcquisitionIsFound"),
               provokes("RundownRules.N035ReleaseWithoutAcquisitionIsFound"),
               stays_silent("RemoveLockRules.N035DebugBuildIsSilent"),
               stays_silent("RemoveLockRules.N035ReleaseAfterAcquisitionIsSilent"),
               stays_silent("RundownRules.N035EachReleaseWithItsAcquisitionIsSilent")}},
    {.id = "N-036",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Critical region not left",
     .text =
         "KeEnterCriticalRegion is answered by KeLeaveCriticalRegion before the routine returns.",
     .outcome = "bug check 0x20 or 0x1 at the return of the call",
     .source = "ntddk/nf-ntddk-keentercriticalregion.md",
     .lesson = {.why = "The thread stays closed to normal APCs: it cannot be suspended or ended "
                       "any more, and the system stops when it notices.",
                .check =
                    "The depth of critical and guarded regions is noted on entry to the driver and "
                    "compared at its return; a leave without an enter is told at the call.",
                .wrong = R"(KeEnterCriticalRegion();
if (!NT_SUCCESS(status)) return status;
KeLeaveCriticalRegion();)",
                .right = R"(KeEnterCriticalRegion();
…
KeLeaveCriticalRegion();
if (!NT_SUCCESS(status)) return status;)"},
     .tests = {provokes("IrqlRules.N036CriticalRegionLeftTooOftenIsFound"),
               provokes("IrqlRules.N036CriticalRegionNotLeftIsFound"),
               stays_silent("IrqlRules.N036CriticalRegionLeftIsSilent")}},
};

}  // namespace

Chapter locks() { return kExecutiveLocks; }

}  // namespace drydock::rules::executive
