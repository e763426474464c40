// Push locks. Rules N-031 to N-033 are those of their kin, the fast mutex and the resource.
#include <fmt/format.h>

#include "src/nt/base/thread.h"
#include "src/nt/sync/lock_order.h"
#include "src/nt/sync/lock_waiters.h"
#include "src/nt/sync/spin_lock_record.h"
#include "src/nt/sync/spin_lock_shared_word.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

using PushWord = SharedWord<ULONG_PTR>;

constexpr const char* kPushLockKind = "push lock";

void take(PEX_PUSH_LOCK lock, bool exclusive, const char* call) {
  require_irql_at_most(APC_LEVEL, call);
  if (rules::breaks("N-033", self().irql < APC_LEVEL && !KeAreApcsDisabled())) {
    Breach("N-033", Offender::running())
        .message("{} called outside a critical region", call)
        .object(kPushLockKind)
        .raise();
  }
  sim::switch_point();
  if (!PushWord(lock).is_lock()) return raise_no_lock(kPushLockKind, PushWord(lock).load(), call);
  if (holds(lock)) return raise_recursion("N-031", lock, kPushLockKind, call);
  about_to_acquire(lock, kPushLockKind);
  const auto attempt = [lock, exclusive](bool waiting) {
    PushWord word(lock);
    return exclusive ? word.try_own(waiting) : word.try_share(waiting);
  };
  if (wait_for_lock(lock, kPushLockKind, attempt)) note_acquired(lock, kPushLockKind);
}

void release_push_lock(PEX_PUSH_LOCK lock, bool exclusive, const char* call) {
  require_irql_at_most(APC_LEVEL, call);
  if (!holds(lock) || PushWord(lock).is_owned() != exclusive)
    return raise_not_held("N-032", kPushLockKind, call);
  note_released(lock);
  PushWord word(lock);
  if (exclusive ? word.disown() : word.unshare()) wake_all(lock);
  sim::switch_point();
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

VOID ExInitializePushLock(PEX_PUSH_LOCK PushLock) {
  PushWord(PushLock).clear();
  remove_lock(PushLock);
}

// The flags are about priorities, which threads here do not have.
VOID ExAcquirePushLockExclusiveEx(PEX_PUSH_LOCK PushLock, ULONG) {
  take(PushLock, true, "ExAcquirePushLockExclusive");
}

VOID ExAcquirePushLockSharedEx(PEX_PUSH_LOCK PushLock, ULONG) {
  take(PushLock, false, "ExAcquirePushLockShared");
}

VOID ExReleasePushLockExclusiveEx(PEX_PUSH_LOCK PushLock, ULONG) {
  release_push_lock(PushLock, true, "ExReleasePushLockExclusive");
}

VOID ExReleasePushLockSharedEx(PEX_PUSH_LOCK PushLock, ULONG) {
  release_push_lock(PushLock, false, "ExReleasePushLockShared");
}

}  // extern "C"
