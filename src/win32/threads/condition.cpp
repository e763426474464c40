// Condition variables, and waits for a change at an address.
#include "src/nt/sync/lock_waiters.h"
#include "src/win32/base/call.h"
#include "src/win32/threads/locks.h"

namespace drydock::win32 {
namespace {

constexpr ULONG kSharedMode = 0x1;  // CONDITION_VARIABLE_LOCKMODE_SHARED

// The waiter is on the list before the lock is free, so no wake-up under the lock is missed.
template <class Release, class Retake>
LOGICAL sleep_on(const ConditionVariable* variable, ULONG milliseconds, Release release,
                 Retake retake) {
  return as_win32_call<LOGICAL>(FALSE, [&] {
    nt::end_call_if_dead();
    const sim::Time deadline = deadline_in(milliseconds);
    nt::join_waiters(variable);
    release();
    const nt::Slept slept = nt::sleep_as_waiter_until(variable, "condition variable", deadline);
    retake();
    return slept == nt::Slept::kWoken ? TRUE : fail_call(error::kTimeout);
  });
}

bool is_a_size(SIZE_T bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

// It is one load, because the writer makes one store.
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
}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

VOID InitializeConditionVariable(ConditionVariable* ConditionVariable) { *ConditionVariable = {}; }

LOGICAL SleepConditionVariableCS(ConditionVariable* ConditionVariable,
                                 CriticalSection* CriticalSection, ULONG dwMilliseconds) {
  return sleep_on(
      ConditionVariable, dwMilliseconds, [=] { LeaveCriticalSection(CriticalSection); },
      [=] { EnterCriticalSection(CriticalSection); });
}

LOGICAL SleepConditionVariableSRW(ConditionVariable* ConditionVariable, SrwLock* SRWLock,
                                  ULONG dwMilliseconds, ULONG Flags) {
  if ((Flags & ~kSharedMode) != 0) return fail_call(error::kInvalidParameter);
  const bool shared = (Flags & kSharedMode) != 0;
  expect_srw_held(*SRWLock, !shared);  // raises before the thread is among the waiters
  return sleep_on(
      ConditionVariable, dwMilliseconds,
      [=] { shared ? ReleaseSRWLockShared(SRWLock) : ReleaseSRWLockExclusive(SRWLock); },
      [=] { shared ? AcquireSRWLockShared(SRWLock) : AcquireSRWLockExclusive(SRWLock); });
}

VOID WakeConditionVariable(ConditionVariable* ConditionVariable) {
  nt::wake_one(ConditionVariable);
  drydock::sim::switch_point();
}

VOID WakeAllConditionVariable(ConditionVariable* ConditionVariable) {
  nt::wake_all(ConditionVariable);
  drydock::sim::switch_point();
}

LOGICAL WaitOnAddress(volatile VOID* Address, PVOID CompareAddress, SIZE_T AddressSize,
                      ULONG dwMilliseconds) {
  if (!is_a_size(AddressSize)) return fail_call(error::kInvalidParameter);
  return as_win32_call<LOGICAL>(FALSE, [&]() -> LOGICAL {
    nt::end_call_if_dead();
    drydock::sim::switch_point();
    const drydock::sim::Time deadline = deadline_in(dwMilliseconds);
    const std::uint64_t undesired = load_value(CompareAddress, AddressSize);
    const auto changed = [&] { return load_value(Address, AddressSize) != undesired; };
    if (changed()) return TRUE;
    const void* const waited = const_cast<const void*>(Address);
    nt::join_waiters(waited);
    if (changed()) {
      nt::leave_waiters(waited);
      return TRUE;
    }
    const nt::Slept slept = nt::sleep_as_waiter_until(waited, "change at an address", deadline);
    return slept == nt::Slept::kWoken ? TRUE : fail_call(error::kTimeout);
  });
}

VOID WakeByAddressSingle(PVOID Address) {
  nt::wake_one(Address);
  drydock::sim::switch_point();
}

VOID WakeByAddressAll(PVOID Address) {
  nt::wake_all(Address);
  drydock::sim::switch_point();
}

}  // extern "C"
