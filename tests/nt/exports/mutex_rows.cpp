// Routines of fast mutexes and push locks.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kMutexRows(
    "ExecutiveExports",
    {
        ROW(ExAcquireFastMutex, up_to(APC_LEVEL), zeros(crash()),
            proven_by("FastMutexRules.N031RecursionIsFound")),
        ROW(ExAcquireFastMutexUnsafe, up_to(APC_LEVEL), zeros(crash()),
            proven_by("FastMutex.UnsafeInACriticalRegion")),
        ROW(ExAcquirePushLockExclusiveEx, up_to(APC_LEVEL), zeros(crash()), works([] {
              EX_PUSH_LOCK lock;
              ExInitializePushLock(&lock);
              KeEnterCriticalRegion();
              ExAcquirePushLockExclusiveEx(&lock, 0);
              ExReleasePushLockExclusiveEx(&lock, 0);
              KeLeaveCriticalRegion();
            })),
        ROW(ExAcquirePushLockSharedEx, up_to(APC_LEVEL), zeros(crash()), works([] {
              EX_PUSH_LOCK lock;
              ExInitializePushLock(&lock);
              KeEnterCriticalRegion();
              ExAcquirePushLockSharedEx(&lock, 0);
              ExReleasePushLockSharedEx(&lock, 0);
              KeLeaveCriticalRegion();
            })),
        ROW(ExInitializeFastMutex, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("FastMutex.TryFailsWhileHeld")),
        ROW(ExInitializePushLock, at_any_level(), zeros(crash()),
            proven_by("FastMutex.ExcludesThreads")),
        ROW(ExReleaseFastMutex, up_to(APC_LEVEL), at_least(APC_LEVEL), zeros(ends_by("N-019")),
            proven_by("FastMutexRules.N031AcquireAgainAfterReleaseIsSilent")),
        ROW(ExReleaseFastMutexUnsafe, up_to(APC_LEVEL), zeros(ends_by("N-019")),
            proven_by("FastMutex.UnsafeInACriticalRegion")),
        ROW(ExReleasePushLockExclusiveEx, up_to(APC_LEVEL), zeros(ends_by("N-032")),
            is_ended_by("N-032",
                        [] {
                          EX_PUSH_LOCK lock;
                          ExInitializePushLock(&lock);
                          KeEnterCriticalRegion();
                          ExReleasePushLockExclusiveEx(&lock, 0);
                        })),
        ROW(ExReleasePushLockSharedEx, up_to(APC_LEVEL), zeros(ends_by("N-032")),
            is_ended_by("N-032",
                        [] {
                          EX_PUSH_LOCK lock;
                          ExInitializePushLock(&lock);
                          KeEnterCriticalRegion();
                          ExReleasePushLockSharedEx(&lock, 0);
                        })),
        ROW(ExTryToAcquireFastMutex, up_to(APC_LEVEL), zeros(crash()),
            proven_by("FastMutex.TryFailsWhileHeld")),
        ROW(KeAcquireGuardedMutex, up_to(APC_LEVEL), zeros(crash()),
            proven_by("FastMutexRules.N031RecursionOnAGuardedMutexIsFound")),
        ROW(KeAcquireGuardedMutexUnsafe, up_to(APC_LEVEL), zeros(crash()), works([] {
              KGUARDED_MUTEX mutex;
              KeInitializeGuardedMutex(&mutex);
              KeEnterGuardedRegion();
              KeAcquireGuardedMutexUnsafe(&mutex);
              KeReleaseGuardedMutexUnsafe(&mutex);
              KeLeaveGuardedRegion();
            })),
        ROW(KeInitializeGuardedMutex, up_to(APC_LEVEL), zeros(crash()),
            proven_by("GuardedMutex.EntersAGuardedRegion")),
        ROW(KeReleaseGuardedMutex, up_to(APC_LEVEL), zeros(ends_by("N-032")),
            proven_by("GuardedMutex.EntersAGuardedRegion")),
        ROW(KeReleaseGuardedMutexUnsafe, up_to(APC_LEVEL), zeros(ends_by("N-019")), works([] {
              KGUARDED_MUTEX mutex;
              KeInitializeGuardedMutex(&mutex);
              KeEnterGuardedRegion();
              KeAcquireGuardedMutexUnsafe(&mutex);
              KeReleaseGuardedMutexUnsafe(&mutex);
              KeAcquireGuardedMutexUnsafe(&mutex);
              KeReleaseGuardedMutexUnsafe(&mutex);
              KeLeaveGuardedRegion();
            })),
        ROW(KeTryToAcquireGuardedMutex, up_to(APC_LEVEL), zeros(crash()),
            proven_by("GuardedMutex.EntersAGuardedRegion")),
    });

}  // namespace
