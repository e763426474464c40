// Fast mutexes and guarded mutexes.
//
// Their Count is 1 when free, 0 when held and -1 when held while a thread waits.
#include <fmt/format.h>

#include <atomic>

#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/sync/listeners.h"
#include "src/nt/sync/lock_order.h"
#include "src/nt/sync/lock_waiters.h"
#include "src/nt/sync/spin_lock_record.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

using Count = std::atomic_ref<LONG>;

constexpr const char* kFast = "fast mutex";
constexpr const char* kGuarded = "guarded mutex";
constexpr LONG kFree = FM_LOCK_BIT;
constexpr LONG kHeld = 0;
constexpr LONG kWaiters = -1;

// Acquire pairs with the release in release_fast_mutex(): the next owner sees what this one wrote.
bool attempt(LONG& count, bool waiting) {
  LONG seen = kFree;
  if (!waiting) return Count(count).compare_exchange_strong(seen, kHeld, std::memory_order_acquire);
  // Others may wait behind a strand that has waited itself.
  return Count(count).exchange(kWaiters, std::memory_order_acquire) == kFree;
}

template <class Mutex>
void make_free(Mutex* mutex) {
  *mutex = {};
  Count(mutex->Count).store(kFree, std::memory_order_release);
  remove_lock(mutex);
}

template <class Mutex>
bool is_mutex(Mutex* mutex, const char* kind, const char* call) {
  const LONG count = Count(mutex->Count).load(std::memory_order_relaxed);
  if (count >= kWaiters && count <= kFree) return true;
  raise_no_lock(kind, static_cast<ULONG>(count), call);
  return false;
}

template <class Mutex>
void own(Mutex* mutex, const char* kind) {
  mutex->Owner = object_of(self());
  note_acquired(mutex, kind);
}

template <class Mutex>
void take(Mutex* mutex, const char* kind, const char* call) {
  sim::switch_point();
  if (!is_mutex(mutex, kind, call)) return;
  if (holds(mutex)) return raise_recursion("N-031", mutex, kind, call);
  about_to_acquire(mutex, kind);
  if (wait_for_lock(mutex, kind, [mutex](bool waiting) { return attempt(mutex->Count, waiting); }))
    own(mutex, kind);
}

template <class Mutex>
bool try_take(Mutex* mutex, const char* kind, const char* call) {
  sim::switch_point();
  if (!is_mutex(mutex, kind, call) || !attempt(mutex->Count, false)) return false;
  own(mutex, kind);
  return true;
}

template <class Mutex>
bool is_owned(Mutex* mutex, const char* kind, const char* call) {
  if (!rules::breaks("N-032", !holds(mutex))) return true;
  raise_not_held("N-032", kind, call);
  return false;
}

template <class Mutex>
void release_fast_mutex(Mutex* mutex) {
  note_released(mutex);
  mutex->Owner = nullptr;
  if (Count(mutex->Count).exchange(kFree, std::memory_order_release) == kWaiters) wake_one(mutex);
}

// The unsafe forms leave it to their caller to keep APCs away.
void require_apcs_disabled(bool disabled, const char* call) {
  require_irql_at_most(APC_LEVEL, call);
  if (rules::breaks("N-019", !disabled))
    Breach("N-019", Offender::running())
        .message("{} called at IRQL {} with APCs enabled", call, self().irql)
        .raise();
}

template <class Mutex>
void take_unsafe(Mutex* mutex, const char* kind, bool apcs_disabled, const char* call) {
  require_apcs_disabled(apcs_disabled, call);
  take(mutex, kind, call);
}

template <class Mutex>
void release_unsafe(Mutex* mutex, const char* kind, bool apcs_disabled, const char* call) {
  require_apcs_disabled(apcs_disabled, call);
  if (!is_owned(mutex, kind, call)) return;
  release_fast_mutex(mutex);
  sim::switch_point();
}

bool normal_apcs_disabled() { return self().irql >= APC_LEVEL || KeAreApcsDisabled(); }

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

VOID ExInitializeFastMutex(PFAST_MUTEX FastMutex) {
  require_irql_at_most(DISPATCH_LEVEL, "ExInitializeFastMutex");
  make_free(FastMutex);
}

VOID ExAcquireFastMutex(PFAST_MUTEX FastMutex) {
  constexpr const char* kCall = "ExAcquireFastMutex";
  require_irql_at_most(APC_LEVEL, kCall);
  const KIRQL previous = std::exchange(self().irql, std::max<KIRQL>(self().irql, APC_LEVEL));
  take(FastMutex, kFast, kCall);
  if (holds(FastMutex)) FastMutex->OldIrql = previous;
}

BOOLEAN ExTryToAcquireFastMutex(PFAST_MUTEX FastMutex) {
  constexpr const char* kCall = "ExTryToAcquireFastMutex";
  require_irql_at_most(APC_LEVEL, kCall);
  if (!try_take(FastMutex, kFast, kCall)) return FALSE;
  FastMutex->OldIrql = std::exchange(self().irql, std::max<KIRQL>(self().irql, APC_LEVEL));
  return TRUE;
}

VOID ExReleaseFastMutex(PFAST_MUTEX FastMutex) {
  constexpr const char* kCall = "ExReleaseFastMutex";
  require_irql_at_most(APC_LEVEL, kCall);
  require_irql_at_least(APC_LEVEL, kCall);
  if (!is_owned(FastMutex, kFast, kCall)) return;
  const auto previous = static_cast<KIRQL>(FastMutex->OldIrql);
  release_fast_mutex(FastMutex);
  set_irql(self(), previous);
  drydock::sim::switch_point();
}

VOID ExAcquireFastMutexUnsafe(PFAST_MUTEX FastMutex) {
  take_unsafe(FastMutex, kFast, normal_apcs_disabled(), "ExAcquireFastMutexUnsafe");
}

VOID ExReleaseFastMutexUnsafe(PFAST_MUTEX FastMutex) {
  release_unsafe(FastMutex, kFast, normal_apcs_disabled(), "ExReleaseFastMutexUnsafe");
}

VOID KeInitializeGuardedMutex(PKGUARDED_MUTEX Mutex) {
  require_irql_at_most(APC_LEVEL, "KeInitializeGuardedMutex");
  make_free(Mutex);
}

VOID KeAcquireGuardedMutex(PKGUARDED_MUTEX Mutex) {
  constexpr const char* kCall = "KeAcquireGuardedMutex";
  require_irql_at_most(APC_LEVEL, kCall);
  if (holds(Mutex)) return raise_recursion("N-031", Mutex, kGuarded, kCall);
  KeEnterGuardedRegion();
  take(Mutex, kGuarded, kCall);
}

BOOLEAN KeTryToAcquireGuardedMutex(PKGUARDED_MUTEX Mutex) {
  constexpr const char* kCall = "KeTryToAcquireGuardedMutex";
  require_irql_at_most(APC_LEVEL, kCall);
  if (!try_take(Mutex, kGuarded, kCall)) return FALSE;
  KeEnterGuardedRegion();
  return TRUE;
}

VOID KeReleaseGuardedMutex(PKGUARDED_MUTEX Mutex) {
  constexpr const char* kCall = "KeReleaseGuardedMutex";
  require_irql_at_most(APC_LEVEL, kCall);
  if (!is_owned(Mutex, kGuarded, kCall)) return;
  release_fast_mutex(Mutex);
  KeLeaveGuardedRegion();
  drydock::sim::switch_point();
}

VOID KeAcquireGuardedMutexUnsafe(PKGUARDED_MUTEX Mutex) {
  take_unsafe(Mutex, kGuarded, KeAreAllApcsDisabled(), "KeAcquireGuardedMutexUnsafe");
}

VOID KeReleaseGuardedMutexUnsafe(PKGUARDED_MUTEX Mutex) {
  release_unsafe(Mutex, kGuarded, KeAreAllApcsDisabled(), "KeReleaseGuardedMutexUnsafe");
}

}  // extern "C"
