// Plain and queued spin locks. They are one lock here, because a queue only serves the memory bus.
//
// The word of a KSPIN_LOCK, zero when free:
//   bit 0       held
//   bit 1       somebody waits: the release wakes
//   bits 32-63  the number of the holding strand, for those who look at it in a debugger
// Everything else is zero, so that memory that is no lock is told apart.
#include "src/nt/sync/spin_lock.h"

#include <atomic>

#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/sync/lock_order.h"
#include "src/nt/sync/lock_waiters.h"
#include "src/nt/sync/spin_lock_record.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

using SpinWord = std::atomic_ref<ULONG_PTR>;

constexpr const char* kSpinLockKind = "spin lock";
constexpr ULONG_PTR kSpinHeld = 1;
constexpr ULONG_PTR kSpinWaiters = 2;
constexpr ULONG_PTR kNeverSet = 0xfffffffcU;
constexpr KIRQL kSpinSynchLevel = IPI_LEVEL - 2;

ULONG_PTR mine() { return kSpinHeld | ULONG_PTR{sim::id_of(*self().strand)} << 32; }

// Acquire on success pairs with the release in release_spin_lock(): the next holder sees what this
// one wrote.
bool attempt(PKSPIN_LOCK lock, bool waiting) {
  SpinWord word(*lock);
  ULONG_PTR seen = word.load(std::memory_order_relaxed);
  for (;;) {
    const bool is_free = (seen & kSpinHeld) == 0;
    if (!is_free && !waiting) return false;
    // Others may wait behind a strand that has waited itself.
    const ULONG_PTR next = (is_free ? mine() : seen) | (waiting ? kSpinWaiters : 0);
    if (word.compare_exchange_weak(seen, next, std::memory_order_acquire,
                                   std::memory_order_relaxed))
      return is_free;
  }
}

bool is_lock(PKSPIN_LOCK lock, const char* call) {
  const ULONG_PTR word = SpinWord(*lock).load(std::memory_order_relaxed);
  if (!rules::breaks("N-021", (word & kNeverSet) != 0)) return true;
  raise_no_lock(kSpinLockKind, word, call);
  return false;
}

void take(PKSPIN_LOCK lock, const char* call) {
  sim::switch_point();
  if (!is_lock(lock, call)) return;
  if (rules::breaks("N-026", holds(lock)))
    return raise_recursion("N-026", lock, kSpinLockKind, call);
  about_to_acquire(lock, kSpinLockKind);
  if (wait_for_lock(lock, kSpinLockKind, [lock](bool waiting) { return attempt(lock, waiting); }))
    note_acquired(lock, kSpinLockKind);
}

// The next holder, if there is one, can take it.
void open_word(PKSPIN_LOCK lock) {
  const ULONG_PTR word = SpinWord(*lock).exchange(0, std::memory_order_release);
  if ((word & kSpinWaiters) != 0) wake_one(lock);
}

// False when the thread does not hold it.
bool release_spin_lock(PKSPIN_LOCK lock, const char* call) {
  if (rules::breaks("N-027", !note_released(lock))) {
    raise_not_held("N-027", kSpinLockKind, call);
    return false;
  }
  open_word(lock);
  return true;
}

KIRQL acquire_raising(PKSPIN_LOCK lock, KIRQL level, const char* call) {
  require_irql_at_most(level, call);
  return acquire_spin_lock_at(lock, level, call);
}

void acquire_here(PKSPIN_LOCK lock, const char* call) {
  require_irql_at_least(DISPATCH_LEVEL, call);
  take(lock, call);
  remove_previous_irql(lock);
}

void release_here(PKSPIN_LOCK lock, const char* call) {
  require_irql_at_least(DISPATCH_LEVEL, call);
  if (release_spin_lock(lock, call)) remove_previous_irql(lock);
  sim::switch_point();
}

void release_lowering(PKSPIN_LOCK lock, KIRQL irql, const char* call) {
  require_irql_at_least(DISPATCH_LEVEL, call);
  Thread& thread = self();
  thread.fell_on.reset();
  release_spin_lock_to(lock, irql, call);
  let_dpcs_run(thread);
}

// A DPC that Windows may run as a thread, below DISPATCH_LEVEL: then the lock raises.
KIRQL acquire_for_dpc(PKSPIN_LOCK lock, const char* call) {
  return acquire_spin_lock_at(lock, std::max<KIRQL>(self().irql, DISPATCH_LEVEL), call);
}

void open(PKLOCK_QUEUE_HANDLE handle, PKSPIN_LOCK lock, KIRQL previous) {
  handle->LockQueue.Next = nullptr;
  handle->LockQueue.Lock = lock;
  handle->OldIrql = previous;
}

}  // namespace

KIRQL acquire_spin_lock_at(PKSPIN_LOCK lock, KIRQL level, const char* call) {
  Thread& thread = self();
  const KIRQL previous = thread.irql;
  set_irql(thread, std::max(previous, level));
  take(lock, call);
  remember_previous_irql(lock, previous);
  return previous;
}

void free_left_spin_lock(PKSPIN_LOCK lock) {
  sim::publish(lock);
  remove_previous_irql(lock);
  open_word(lock);
}

void release_spin_lock_to(PKSPIN_LOCK lock, KIRQL irql, const char* call) {
  if (!holds(lock)) return raise_not_held("N-027", kSpinLockKind, call);
  check_released_irql(lock, irql, call);
  release_spin_lock(lock, call);
  set_irql(self(), irql);
  sim::switch_point();
}

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

VOID KeInitializeSpinLock(PKSPIN_LOCK SpinLock) {
  SpinWord(*SpinLock).store(0, std::memory_order_release);
  remove_lock(SpinLock);
}

KIRQL KeAcquireSpinLockRaiseToDpc(PKSPIN_LOCK SpinLock) {
  return acquire_raising(SpinLock, DISPATCH_LEVEL, "KeAcquireSpinLock");
}

VOID KeReleaseSpinLock(PKSPIN_LOCK SpinLock, KIRQL NewIrql) {
  release_lowering(SpinLock, NewIrql, "KeReleaseSpinLock");
}

VOID KeAcquireSpinLockAtDpcLevel(PKSPIN_LOCK SpinLock) {
  acquire_here(SpinLock, "KeAcquireSpinLockAtDpcLevel");
}

VOID KeReleaseSpinLockFromDpcLevel(PKSPIN_LOCK SpinLock) {
  release_here(SpinLock, "KeReleaseSpinLockFromDpcLevel");
}

KIRQL KeAcquireSpinLockForDpc(PKSPIN_LOCK SpinLock) {
  return acquire_for_dpc(SpinLock, "KeAcquireSpinLockForDpc");
}

VOID KeReleaseSpinLockForDpc(PKSPIN_LOCK SpinLock, KIRQL OldIrql) {
  release_spin_lock_to(SpinLock, OldIrql, "KeReleaseSpinLockForDpc");
}

BOOLEAN KeTryToAcquireSpinLockAtDpcLevel(PKSPIN_LOCK SpinLock) {
  constexpr const char* kCall = "KeTryToAcquireSpinLockAtDpcLevel";
  require_irql_at_least(DISPATCH_LEVEL, kCall);
  drydock::sim::switch_point();
  if (!is_lock(SpinLock, kCall) || !attempt(SpinLock, false)) return FALSE;
  note_acquired(SpinLock, kSpinLockKind);
  remove_previous_irql(SpinLock);
  return TRUE;
}

BOOLEAN KeTestSpinLock(PKSPIN_LOCK SpinLock) {
  return SpinWord(*SpinLock).load(std::memory_order_acquire) == 0;
}

VOID KeAcquireInStackQueuedSpinLock(PKSPIN_LOCK SpinLock, PKLOCK_QUEUE_HANDLE LockHandle) {
  open(LockHandle, SpinLock,
       acquire_raising(SpinLock, DISPATCH_LEVEL, "KeAcquireInStackQueuedSpinLock"));
}

VOID KeReleaseInStackQueuedSpinLock(PKLOCK_QUEUE_HANDLE LockHandle) {
  release_lowering(LockHandle->LockQueue.Lock, LockHandle->OldIrql,
                   "KeReleaseInStackQueuedSpinLock");
}

VOID KeAcquireInStackQueuedSpinLockAtDpcLevel(PKSPIN_LOCK SpinLock,
                                              PKLOCK_QUEUE_HANDLE LockHandle) {
  acquire_here(SpinLock, "KeAcquireInStackQueuedSpinLockAtDpcLevel");
  open(LockHandle, SpinLock, self().irql);
}

VOID KeReleaseInStackQueuedSpinLockFromDpcLevel(PKLOCK_QUEUE_HANDLE LockHandle) {
  release_here(LockHandle->LockQueue.Lock, "KeReleaseInStackQueuedSpinLockFromDpcLevel");
}

VOID KeAcquireInStackQueuedSpinLockForDpc(PKSPIN_LOCK SpinLock, PKLOCK_QUEUE_HANDLE LockHandle) {
  open(LockHandle, SpinLock, acquire_for_dpc(SpinLock, "KeAcquireInStackQueuedSpinLockForDpc"));
}

VOID KeReleaseInStackQueuedSpinLockForDpc(PKLOCK_QUEUE_HANDLE LockHandle) {
  release_spin_lock_to(LockHandle->LockQueue.Lock, LockHandle->OldIrql,
                       "KeReleaseInStackQueuedSpinLockForDpc");
}

VOID KeAcquireInStackQueuedSpinLockRaiseToSynch(PKSPIN_LOCK SpinLock,
                                                PKLOCK_QUEUE_HANDLE LockHandle) {
  open(LockHandle, SpinLock,
       acquire_raising(SpinLock, kSpinSynchLevel, "KeAcquireInStackQueuedSpinLockRaiseToSynch"));
}

}  // extern "C"
