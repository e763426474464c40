// Routines of fast mutexes and push locks.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

// A push lock, in a critical region.
struct OwnPushLock {
  EX_PUSH_LOCK lock;
  OwnPushLock() {
    ExInitializePushLock(&lock);
    KeEnterCriticalRegion();
  }
  ~OwnPushLock() { KeLeaveCriticalRegion(); }
  OwnPushLock(const OwnPushLock&) = delete;
  OwnPushLock& operator=(const OwnPushLock&) = delete;
};

void acquires_a_guarded_mutex_twice() {
  KGUARDED_MUTEX mutex;
  KeInitializeGuardedMutex(&mutex);
  KeEnterGuardedRegion();
  for (int i = 0; i < 2; ++i) {
    KeAcquireGuardedMutexUnsafe(&mutex);
    KeReleaseGuardedMutexUnsafe(&mutex);
  }
  KeLeaveGuardedRegion();
}

const ExportRows kMutexRows(
    "ExecutiveExports",
    {
        ROW(ExAcquireFastMutex, up_to(APC_LEVEL), zeros(crash()),
            proven_by("FastMutexRules.N031RecursionIsFound")),
        ROW(ExAcquireFastMutexUnsafe, up_to(APC_LEVEL), zeros(crash()),
            proven_by("FastMutex.UnsafeInACriticalRegion")),
        ROW(ExAcquirePushLockExclusiveEx, up_to(APC_LEVEL), zeros(crash()), works([] {
              OwnPushLock own;
              ExAcquirePushLockExclusiveEx(&own.lock, 0);
              ExReleasePushLockExclusiveEx(&own.lock, 0);
            })),
        ROW(ExAcquirePushLockSharedEx, up_to(APC_LEVEL), zeros(crash()), works([] {
              OwnPushLock own;
              ExAcquirePushLockSharedEx(&own.lock, 0);
              ExReleasePushLockSharedEx(&own.lock, 0);
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
                          OwnPushLock own;
                          ExReleasePushLockExclusiveEx(&own.lock, 0);
                        })),
        ROW(ExReleasePushLockSharedEx, up_to(APC_LEVEL), zeros(ends_by("N-032")),
            is_ended_by("N-032",
                        [] {
                          OwnPushLock own;
                          ExReleasePushLockSharedEx(&own.lock, 0);
                        })),
        ROW(ExTryToAcquireFastMutex, up_to(APC_LEVEL), zeros(crash()),
            proven_by("FastMutex.TryFailsWhileHeld")),
        ROW(KeAcquireGuardedMutex, up_to(APC_LEVEL), zeros(crash()),
            proven_by("FastMutexRules.N031RecursionOnAGuardedMutexIsFound")),
        ROW(KeAcquireGuardedMutexUnsafe, up_to(APC_LEVEL), zeros(crash()),
            works(acquires_a_guarded_mutex_twice)),
        ROW(KeInitializeGuardedMutex, up_to(APC_LEVEL), zeros(crash()),
            proven_by("GuardedMutex.EntersAGuardedRegion")),
        ROW(KeReleaseGuardedMutex, up_to(APC_LEVEL), zeros(ends_by("N-032")),
            proven_by("GuardedMutex.EntersAGuardedRegion")),
        ROW(KeReleaseGuardedMutexUnsafe, up_to(APC_LEVEL), zeros(ends_by("N-019")),
            works(acquires_a_guarded_mutex_twice)),
        ROW(KeTryToAcquireGuardedMutex, up_to(APC_LEVEL), zeros(crash()),
            proven_by("GuardedMutex.EntersAGuardedRegion")),
    });

}  // namespace
