// Waitable timers of Win32. A completion routine is refused: it would run as an APC of the timer,
// which no thread here takes.
#include "src/win32/object.h"

namespace drydock::nt {
namespace {

constexpr ACCESS_MASK kAllOfTimer = 0x1F0003;  // TIMER_ALL_ACCESS

HANDLE create_user_timer(UserObjectName name, LOGICAL manual_reset) {
  return as_user_call<HANDLE>(nullptr, [&] {
    return create_user_object(name, [=](PHANDLE handle, POBJECT_ATTRIBUTES attributes) {
      return ZwCreateTimer(handle, kAllOfTimer, attributes,
                           manual_reset != FALSE ? NotificationTimer : SynchronizationTimer);
    });
  });
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

HANDLE CreateWaitableTimerW(PVOID, LOGICAL bManualReset, PCWSTR lpTimerName) {
  return create_user_timer(UserObjectName(lpTimerName), bManualReset);
}

HANDLE CreateWaitableTimerA(PVOID, LOGICAL bManualReset, const char* lpTimerName) {
  return create_user_timer(UserObjectName(lpTimerName), bManualReset);
}

LOGICAL SetWaitableTimer(HANDLE hTimer, const LARGE_INTEGER* lpDueTime, LONG lPeriod,
                         PVOID pfnCompletionRoutine, PVOID, LOGICAL) {
  return as_user_call<LOGICAL>(FALSE, [&] {
    if (lpDueTime == nullptr) return fail_call(win32::kInvalidParameter);
    if (pfnCompletionRoutine != nullptr) return fail_call(win32::kNotSupported);
    LARGE_INTEGER due = *lpDueTime;
    const UserObject timer(hTimer, &timer_type, kModifyState);
    if (!NT_SUCCESS(timer.status())) return succeed_or_fail(timer.status());
    return succeed_or_fail(ZwSetTimer(hTimer, &due, nullptr, nullptr, FALSE, lPeriod, nullptr));
  });
}

LOGICAL CancelWaitableTimer(HANDLE hTimer) {
  return as_user_call<LOGICAL>(FALSE,
                               [&] { return succeed_or_fail(ZwCancelTimer(hTimer, nullptr)); });
}

}  // extern "C"
