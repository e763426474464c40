// Remove locks: they count the users of a device, and wait until there are none.
//
// IoCount starts at one, for the device itself. Only the common block is touched: the rest has
// another size in drivers that are built for checking, and serves the debugger.
#include <fmt/format.h>

#include <atomic>

#include "src/nt/base/thread.h"
#include "src/nt/sync/lock_waiters.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

constexpr const char* kRemoveLockKind = "remove lock";

using Flag = std::atomic_ref<BOOLEAN>;

std::atomic_ref<LONG> count_of(PIO_REMOVE_LOCK lock) {
  return std::atomic_ref<LONG>(const_cast<LONG&>(lock->Common.IoCount));
}

// Gives back `uses`. Sequentially consistent, as are all accesses here: Removed and IoCount are
// read together.
LONG release_remove_lock(PIO_REMOVE_LOCK lock, LONG uses) {
  sim::publish(lock);
  const LONG left = count_of(lock).fetch_sub(uses) - uses;
  // Only the address is used, because the memory may be freed by now.
  if (left == 0) wake_all(lock);
  return left;
}

// The last use belongs to the device until it is removed.
bool is_used(PIO_REMOVE_LOCK lock, const char* call) {
  const LONG uses = count_of(lock).load() - (Flag(lock->Common.Removed).load() ? 0 : 1);
  if (!rules::breaks("N-035", uses <= 0)) return true;
  Breach("N-035", Offender::running())
      .message("{}: the remove lock is not held", call)
      .object(kRemoveLockKind)
      .raise();
  return false;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

VOID IoInitializeRemoveLockEx(PIO_REMOVE_LOCK Lock, ULONG, ULONG, ULONG, ULONG) {
  require_irql_at_most(PASSIVE_LEVEL, "IoInitializeRemoveLock");
  Lock->Common = {};
  count_of(Lock).store(1);
}

NTSTATUS IoAcquireRemoveLockEx(PIO_REMOVE_LOCK RemoveLock, PVOID, PCSTR, ULONG, ULONG) {
  require_irql_at_most(DISPATCH_LEVEL, "IoAcquireRemoveLock");
  drydock::sim::switch_point();
  count_of(RemoveLock).fetch_add(1);
  if (!Flag(RemoveLock->Common.Removed).load()) return STATUS_SUCCESS;
  release_remove_lock(RemoveLock, 1);
  return STATUS_DELETE_PENDING;
}

VOID IoReleaseRemoveLockEx(PIO_REMOVE_LOCK RemoveLock, PVOID, ULONG) {
  constexpr const char* kCall = "IoReleaseRemoveLock";
  require_irql_at_most(DISPATCH_LEVEL, kCall);
  if (is_used(RemoveLock, kCall)) release_remove_lock(RemoveLock, 1);
  drydock::sim::switch_point();
}

VOID IoReleaseRemoveLockAndWaitEx(PIO_REMOVE_LOCK RemoveLock, PVOID, ULONG) {
  constexpr const char* kCall = "IoReleaseRemoveLockAndWait";
  require_irql_at_most(PASSIVE_LEVEL, kCall);
  if (!is_used(RemoveLock, kCall)) return;
  drydock::sim::switch_point();
  Flag(RemoveLock->Common.Removed).store(TRUE);
  // The use of the caller and that of the device.
  release_remove_lock(RemoveLock, 2);
  wait_for_lock(RemoveLock, kRemoveLockKind,
                [RemoveLock](bool) { return count_of(RemoveLock).load() <= 0; });
}

}  // extern "C"
