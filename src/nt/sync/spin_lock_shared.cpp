// Spin locks that can be shared: EX_SPIN_LOCK.
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/sync/lock_order.h"
#include "src/nt/sync/lock_waiters.h"
#include "src/nt/sync/spin_lock_record.h"
#include "src/nt/sync/spin_lock_shared_word.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

using SharedSpinWord = SharedWord<LONG>;

constexpr const char* kSharedSpinLockKind = "shared spin lock";

const void* address_of(PEX_SPIN_LOCK lock) { return const_cast<const LONG*>(lock); }

bool is_lock(PEX_SPIN_LOCK lock, const char* call) {
  const SharedSpinWord word(lock);
  if (word.is_lock()) return true;
  raise_no_lock(kSharedSpinLockKind, word.load(), call);
  return false;
}

void take(PEX_SPIN_LOCK lock, bool exclusive, const char* call) {
  sim::switch_point();
  if (!is_lock(lock, call)) return;
  const void* address = address_of(lock);
  if (holds(address)) return raise_recursion("N-026", address, kSharedSpinLockKind, call);
  about_to_acquire(address, kSharedSpinLockKind);
  const auto attempt = [lock, exclusive](bool waiting) {
    SharedSpinWord word(lock);
    return exclusive ? word.try_own(waiting) : word.try_share(waiting);
  };
  if (wait_for_lock(address, kSharedSpinLockKind, attempt))
    note_acquired(address, kSharedSpinLockKind);
}

KIRQL take_raising(PEX_SPIN_LOCK lock, bool exclusive, const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  Thread& thread = self();
  const KIRQL previous = thread.irql;
  set_irql(thread, DISPATCH_LEVEL);
  take(lock, exclusive, call);
  remember_previous_irql(address_of(lock), previous);
  return previous;
}

void take_here(PEX_SPIN_LOCK lock, bool exclusive, const char* call) {
  require_irql_at_least(DISPATCH_LEVEL, call);
  take(lock, exclusive, call);
  remove_previous_irql(address_of(lock));
}

// Returns false for a lock that is held in the other way, shared or exclusive, than the one that is
// released.
bool is_held(PEX_SPIN_LOCK lock, bool exclusive, const char* call) {
  require_irql_at_least(DISPATCH_LEVEL, call);
  if (holds(address_of(lock)) && SharedSpinWord(lock).is_owned() == exclusive) return true;
  raise_not_held("N-027", exclusive ? "exclusive spin lock" : kSharedSpinLockKind, call);
  return false;
}

void release_shared_spin_lock(PEX_SPIN_LOCK lock, bool exclusive) {
  const void* address = address_of(lock);
  note_released(address);
  SharedSpinWord word(lock);
  if (exclusive ? word.disown() : word.unshare()) wake_all(address);
}

void release_lowering(PEX_SPIN_LOCK lock, bool exclusive, KIRQL irql, const char* call) {
  if (!is_held(lock, exclusive, call)) return;
  check_released_irql(address_of(lock), irql, call);
  release_shared_spin_lock(lock, exclusive);
  Thread& thread = self();
  thread.fell_on.reset();
  set_irql(thread, irql);
  let_dpcs_run(thread);
  sim::switch_point();
}

void release_here(PEX_SPIN_LOCK lock, bool exclusive, const char* call) {
  if (!is_held(lock, exclusive, call)) return;
  remove_previous_irql(address_of(lock));
  release_shared_spin_lock(lock, exclusive);
  sim::switch_point();
}

bool try_here(PEX_SPIN_LOCK lock, bool exclusive, const char* call) {
  require_irql_at_least(DISPATCH_LEVEL, call);
  sim::switch_point();
  if (!is_lock(lock, call) || holds(address_of(lock))) return false;
  SharedSpinWord word(lock);
  if (!(exclusive ? word.try_own(false) : word.try_share(false))) return false;
  note_acquired(address_of(lock), kSharedSpinLockKind);
  remove_previous_irql(address_of(lock));
  return true;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

KIRQL ExAcquireSpinLockExclusive(PEX_SPIN_LOCK SpinLock) {
  return take_raising(SpinLock, true, "ExAcquireSpinLockExclusive");
}

KIRQL ExAcquireSpinLockShared(PEX_SPIN_LOCK SpinLock) {
  return take_raising(SpinLock, false, "ExAcquireSpinLockShared");
}

VOID ExAcquireSpinLockExclusiveAtDpcLevel(PEX_SPIN_LOCK SpinLock) {
  take_here(SpinLock, true, "ExAcquireSpinLockExclusiveAtDpcLevel");
}

VOID ExAcquireSpinLockSharedAtDpcLevel(PEX_SPIN_LOCK SpinLock) {
  take_here(SpinLock, false, "ExAcquireSpinLockSharedAtDpcLevel");
}

VOID ExReleaseSpinLockExclusive(PEX_SPIN_LOCK SpinLock, KIRQL OldIrql) {
  release_lowering(SpinLock, true, OldIrql, "ExReleaseSpinLockExclusive");
}

VOID ExReleaseSpinLockShared(PEX_SPIN_LOCK SpinLock, KIRQL OldIrql) {
  release_lowering(SpinLock, false, OldIrql, "ExReleaseSpinLockShared");
}

VOID ExReleaseSpinLockExclusiveFromDpcLevel(PEX_SPIN_LOCK SpinLock) {
  release_here(SpinLock, true, "ExReleaseSpinLockExclusiveFromDpcLevel");
}

VOID ExReleaseSpinLockSharedFromDpcLevel(PEX_SPIN_LOCK SpinLock) {
  release_here(SpinLock, false, "ExReleaseSpinLockSharedFromDpcLevel");
}

LOGICAL ExTryConvertSharedSpinLockExclusive(PEX_SPIN_LOCK SpinLock) {
  constexpr const char* kCall = "ExTryConvertSharedSpinLockExclusive";
  if (!is_held(SpinLock, false, kCall)) return FALSE;
  drydock::sim::switch_point();
  return SharedSpinWord(SpinLock).try_convert();
}

BOOLEAN ExTryAcquireSpinLockExclusiveAtDpcLevel(PEX_SPIN_LOCK SpinLock) {
  return try_here(SpinLock, true, "ExTryAcquireSpinLockExclusiveAtDpcLevel");
}

BOOLEAN ExTryAcquireSpinLockSharedAtDpcLevel(PEX_SPIN_LOCK SpinLock) {
  return try_here(SpinLock, false, "ExTryAcquireSpinLockSharedAtDpcLevel");
}

}  // extern "C"
