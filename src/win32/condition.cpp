// Condition variables, and waits for a change at an address.
#include "src/nt/sync/lock_waiters.h"
#include "src/win32/call.h"
#include "src/win32/locks.h"

namespace drydock::nt {
namespace {

constexpr ULONG kSharedMode = 0x1;  // CONDITION_VARIABLE_LOCKMODE_SHARED

// Who waits is on the list before the lock is free, so no wake-up under the lock is missed.
template <class Release, class Retake>
LOGICAL sleep_on(const UserConditionVariable* variable, ULONG milliseconds, Release release,
                 Retake retake) {
  return as_user_call<LOGICAL>(FALSE, [&] {
    end_call_if_dead();
    const sim::Time deadline = deadline_in(milliseconds);
    join_waiters(variable);
    release();
    const Slept slept = sleep_as_waiter_until(variable, "condition variable", deadline);
    retake();
    return slept == Slept::kWoken ? TRUE : fail_call(win32::kTimeout);
  });
}

bool is_a_size(SIZE_T bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

// One load, as whoever writes makes one store.
std::uint64_t load_value(const volatile void* address, SIZE_T bytes) {
  switch (bytes) {
    case 1:
      return __atomic_load_n(static_cast<const volatile std::uint8_t*>(address), __ATOMIC_SEQ_CST);
    case 2:
      return __atomic_load_n(static_cast<const volatile std::uint16_t*>(address), __ATOMIC_SEQ_CST);
    case 4:
      return __atomic_load_n(static_cast<const volatile std::uint32_t*>(address), __ATOMIC_SEQ_CST);
    default:
      return __atomic_load_n(static_cast<const volatile std::uint64_t*>(address), __ATOMIC_SEQ_CST);
  }
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

VOID InitializeConditionVariable(UserConditionVariable* ConditionVariable) {
  *ConditionVariable = {};
}

LOGICAL SleepConditionVariableCS(UserConditionVariable* ConditionVariable,
                                 UserCriticalSection* CriticalSection, ULONG dwMilliseconds) {
  return sleep_on(
      ConditionVariable, dwMilliseconds, [=] { LeaveCriticalSection(CriticalSection); },
      [=] { EnterCriticalSection(CriticalSection); });
}

LOGICAL SleepConditionVariableSRW(UserConditionVariable* ConditionVariable, UserSrwLock* SRWLock,
                                  ULONG dwMilliseconds, ULONG Flags) {
  if ((Flags & ~kSharedMode) != 0) return fail_call(win32::kInvalidParameter);
  const bool shared = (Flags & kSharedMode) != 0;
  return sleep_on(
      ConditionVariable, dwMilliseconds,
      [=] { shared ? ReleaseSRWLockShared(SRWLock) : ReleaseSRWLockExclusive(SRWLock); },
      [=] { shared ? AcquireSRWLockShared(SRWLock) : AcquireSRWLockExclusive(SRWLock); });
}

VOID WakeConditionVariable(UserConditionVariable* ConditionVariable) {
  wake_one(ConditionVariable);
  drydock::sim::switch_point();
}

VOID WakeAllConditionVariable(UserConditionVariable* ConditionVariable) {
  wake_all(ConditionVariable);
  drydock::sim::switch_point();
}

LOGICAL WaitOnAddress(volatile VOID* Address, PVOID CompareAddress, SIZE_T AddressSize,
                      ULONG dwMilliseconds) {
  if (!is_a_size(AddressSize)) return fail_call(win32::kInvalidParameter);
  return as_user_call<LOGICAL>(FALSE, [&]() -> LOGICAL {
    end_call_if_dead();
    drydock::sim::switch_point();
    const drydock::sim::Time deadline = deadline_in(dwMilliseconds);
    const std::uint64_t undesired = load_value(CompareAddress, AddressSize);
    const auto changed = [&] { return load_value(Address, AddressSize) != undesired; };
    if (changed()) return TRUE;
    const void* const waited = const_cast<const void*>(Address);
    join_waiters(waited);
    if (changed()) {
      leave_waiters(waited);
      return TRUE;
    }
    const Slept slept = sleep_as_waiter_until(waited, "change at an address", deadline);
    return slept == Slept::kWoken ? TRUE : fail_call(win32::kTimeout);
  });
}

VOID WakeByAddressSingle(PVOID Address) {
  wake_one(Address);
  drydock::sim::switch_point();
}

VOID WakeByAddressAll(PVOID Address) {
  wake_all(Address);
  drydock::sim::switch_point();
}

}  // extern "C"
