// Slim reader/writer locks. Releasing one that is not held raises what Windows raises.
#include "src/nt/base/thread.h"
#include "src/nt/sync/lock_waiters.h"
#include "src/nt/sync/spin_lock_shared_word.h"
#include "src/win32/base/call.h"
#include "src/win32/threads/locks.h"

namespace drydock::win32 {
namespace {

using SrwWord = nt::SharedWord<ULONG_PTR>;

bool try_srw(SrwLock& lock, bool exclusive, bool waiting) {
  SrwWord word(&lock.word);
  const bool taken = exclusive ? word.try_own(waiting) : word.try_share(waiting);
  if (taken) sim::observe(&lock);
  return taken;
}

void take_srw(SrwLock& lock, bool exclusive) {
  as_win32_call<bool>(false, [&] {
    nt::end_call_if_dead();
    sim::switch_point();
    return nt::wait_for_lock(&lock, "slim reader/writer lock",
                             [&](bool waiting) { return try_srw(lock, exclusive, waiting); });
  });
}

void release_srw(SrwLock& lock, bool exclusive) {
  expect_srw_held(lock, exclusive);
  SrwWord word(&lock.word);
  sim::publish(&lock);
  if (exclusive ? word.disown() : word.unshare()) nt::wake_all(&lock);
  sim::switch_point();
}

}  // namespace

void expect_srw_held(SrwLock& lock, bool exclusive) {
  const SrwWord word(&lock.word);
  if (!(exclusive ? word.is_owned() : word.is_shared())) ExRaiseStatus(STATUS_RESOURCE_NOT_OWNED);
}

}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

VOID InitializeSRWLock(SrwLock* SRWLock) { SrwWord(&SRWLock->word).clear(); }

VOID AcquireSRWLockExclusive(SrwLock* SRWLock) { take_srw(*SRWLock, true); }
VOID AcquireSRWLockShared(SrwLock* SRWLock) { take_srw(*SRWLock, false); }

BOOLEAN TryAcquireSRWLockExclusive(SrwLock* SRWLock) {
  drydock::sim::switch_point();
  return try_srw(*SRWLock, true, false) ? TRUE : FALSE;
}

BOOLEAN TryAcquireSRWLockShared(SrwLock* SRWLock) {
  drydock::sim::switch_point();
  return try_srw(*SRWLock, false, false) ? TRUE : FALSE;
}

VOID ReleaseSRWLockExclusive(SrwLock* SRWLock) { release_srw(*SRWLock, true); }
VOID ReleaseSRWLockShared(SrwLock* SRWLock) { release_srw(*SRWLock, false); }

}  // extern "C"
