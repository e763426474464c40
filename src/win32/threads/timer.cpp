// Waitable timers of Win32. A completion routine is refused: it would run as an APC of the timer,
// which no thread here takes.
#include "src/win32/base/object.h"

namespace drydock::win32 {
namespace {

constexpr ACCESS_MASK kAllOfTimer = 0x1F0003;  // TIMER_ALL_ACCESS

HANDLE create_timer(ObjectName name, LOGICAL manual_reset) {
  return as_win32_call<HANDLE>(nullptr, [&] {
    return create_named_object(name, [=](PHANDLE handle, POBJECT_ATTRIBUTES attributes) {
      return ZwCreateTimer(handle, kAllOfTimer, attributes,
                           manual_reset != FALSE ? NotificationTimer : SynchronizationTimer);
    });
  });
}

}  // namespace
}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

HANDLE CreateWaitableTimerW(PVOID, LOGICAL bManualReset, PCWSTR lpTimerName) {
  return create_timer(ObjectName(lpTimerName), bManualReset);
}

HANDLE CreateWaitableTimerA(PVOID, LOGICAL bManualReset, const char* lpTimerName) {
  return create_timer(ObjectName(lpTimerName), bManualReset);
}

LOGICAL SetWaitableTimer(HANDLE hTimer, const LARGE_INTEGER* lpDueTime, LONG lPeriod,
                         PVOID pfnCompletionRoutine, PVOID, LOGICAL) {
  return as_win32_call<LOGICAL>(FALSE, [&] {
    if (lpDueTime == nullptr) return fail_call(error::kInvalidParameter);
    if (pfnCompletionRoutine != nullptr) return fail_call(error::kNotSupported);
    LARGE_INTEGER due = *lpDueTime;
    const PinnedObject timer(hTimer, &nt::timer_type, kModifyState);
    if (!NT_SUCCESS(timer.status())) return succeed_or_fail(timer.status());
    return succeed_or_fail(ZwSetTimer(hTimer, &due, nullptr, nullptr, FALSE, lPeriod, nullptr));
  });
}

LOGICAL CancelWaitableTimer(HANDLE hTimer) {
  return as_win32_call<LOGICAL>(FALSE,
                                [&] { return succeed_or_fail(ZwCancelTimer(hTimer, nullptr)); });
}

}  // extern "C"
