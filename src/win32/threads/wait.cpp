// Waits of Win32, for objects by handle and for time.
#include <algorithm>
#include <array>
#include <span>
#include <thread>

#include "src/nt/ob/system_thread.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/sync/listeners.h"
#include "src/win32/base/object.h"
#include "src/win32/threads/apc.h"

extern "C" {
LOGICAL SetEvent(HANDLE hEvent);
LOGICAL ReleaseMutex(HANDLE hMutex);
LOGICAL ReleaseSemaphore(HANDLE hSemaphore, LONG lReleaseCount, LONG* lpPreviousCount);
}

namespace drydock::win32 {
namespace {

constexpr ULONG kWaitFailed = 0xFFFFFFFF;  // WAIT_FAILED

// The statuses of a wait are the answers of Win32.
static_assert(STATUS_WAIT_0 == 0 && STATUS_ABANDONED_WAIT_0 == 0x80 && STATUS_USER_APC == 0xC0 &&
              STATUS_TIMEOUT == 258);

// The objects of a wait, held while it lasts.
class WaitedObjects {
 public:
  WaitedObjects() = default;
  ~WaitedObjects() {
    for (std::size_t i = 0; i < pinned_; ++i) nt::unpin_object(entries_[i].object);
  }
  WaitedObjects(const WaitedObjects&) = delete;
  WaitedObjects& operator=(const WaitedObjects&) = delete;

  NTSTATUS add(HANDLE handle) {
    nt::HandleEntry& entry = entries_[pinned_];
    const NTSTATUS status = nt::pin_by_handle(handle, nullptr, entry);
    if (!NT_SUCCESS(status)) return status;
    headers_[pinned_++] = nt::waited_by(entry);
    return headers_[pinned_ - 1] == nullptr ? STATUS_OBJECT_TYPE_MISMATCH : STATUS_SUCCESS;
  }

  std::span<DISPATCHER_HEADER* const> headers() const { return {headers_.data(), pinned_}; }

  bool has_one_twice() const {
    auto sorted = headers_;
    const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(pinned_);
    std::sort(sorted.begin(), end);
    return std::adjacent_find(sorted.begin(), end) != end;
  }

 private:
  std::array<nt::HandleEntry, MAXIMUM_WAIT_OBJECTS> entries_;
  std::array<DISPATCHER_HEADER*, MAXIMUM_WAIT_OBJECTS> headers_{};
  std::size_t pinned_ = 0;
};

// The handles are the host's copies.
NTSTATUS wait_by_handles(std::span<const HANDLE> handles, bool all, sim::Time deadline,
                         bool alertable) {
  WaitedObjects objects;
  for (const HANDLE handle : handles) {
    const NTSTATUS status = objects.add(handle);
    if (!NT_SUCCESS(status)) return status;
  }
  if (all && objects.has_one_twice()) return STATUS_INVALID_PARAMETER_MIX;
  return nt::wait_for(objects.headers(), all, deadline, {.user_mode = alertable});
}

// Repeats an alertable wait whose APC ran in an earlier one already. Those that come for threads of
// the host are a client's, and end the wait.
template <class Wait>
NTSTATUS wait_and_run_apcs(Wait wait) {
  for (;;) {
    const NTSTATUS status = wait();
    if (status != STATUS_USER_APC || run_apcs() ||
        !nt::is_made_by_driver(nt::object_of(nt::self())))
      return status;
  }
}

ULONG wait_for_handles(std::span<const HANDLE> handles, LOGICAL all, ULONG milliseconds,
                       LOGICAL alertable) {
  return as_win32_call<ULONG>(kWaitFailed, [&] {
    const sim::Time deadline = deadline_in(milliseconds);
    const NTSTATUS status = wait_and_run_apcs(
        [&] { return wait_by_handles(handles, all != FALSE, deadline, alertable != FALSE); });
    if (NT_SUCCESS(status)) return static_cast<ULONG>(status);
    succeed_or_fail(status);
    return kWaitFailed;
  });
}

// A driver that only yields does so again and again, perhaps until time has passed: reading the
// clock sees to that under a seed.
void step_aside() {
  sim::yield();
  if (!sim::is_seeded()) std::this_thread::yield();
  KeQueryInterruptTime();
}

ULONG sleep_for(ULONG milliseconds, LOGICAL alertable) {
  return as_win32_call<ULONG>(0, [&]() -> ULONG {
    nt::end_call_if_dead();
    if (milliseconds == 0) step_aside();
    const sim::Time deadline = deadline_in(milliseconds);
    const NTSTATUS status = wait_and_run_apcs(
        [&] { return nt::wait_for({}, false, deadline, {.user_mode = alertable != FALSE}); });
    return status == STATUS_USER_APC ? STATUS_USER_APC : 0;
  });
}

LOGICAL signal_handle(HANDLE handle) {
  nt::HandleEntry entry;
  const NTSTATUS status = nt::pin_by_handle(handle, nullptr, entry);
  if (!NT_SUCCESS(status)) return succeed_or_fail(status);
  nt::unpin_object(entry.object);
  if (entry.type == &nt::event_type) return SetEvent(handle);
  if (entry.type == &nt::mutant_type) return ReleaseMutex(handle);
  if (entry.type == &nt::semaphore_type) return ReleaseSemaphore(handle, 1, nullptr);
  return fail_call(error::kInvalidHandle);
}

}  // namespace
}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

ULONG WaitForSingleObjectEx(HANDLE hHandle, ULONG dwMilliseconds, LOGICAL bAlertable) {
  return wait_for_handles({&hHandle, 1}, FALSE, dwMilliseconds, bAlertable);
}

ULONG WaitForSingleObject(HANDLE hHandle, ULONG dwMilliseconds) {
  return WaitForSingleObjectEx(hHandle, dwMilliseconds, FALSE);
}

ULONG WaitForMultipleObjectsEx(ULONG nCount, const HANDLE* lpHandles, LOGICAL bWaitAll,
                               ULONG dwMilliseconds, LOGICAL bAlertable) {
  if (nCount == 0 || nCount > MAXIMUM_WAIT_OBJECTS || lpHandles == nullptr) {
    fail_call(error::kInvalidParameter);
    return kWaitFailed;
  }
  std::array<HANDLE, MAXIMUM_WAIT_OBJECTS> handles;
  std::copy_n(lpHandles, nCount, handles.begin());
  return wait_for_handles({handles.data(), nCount}, bWaitAll, dwMilliseconds, bAlertable);
}

ULONG WaitForMultipleObjects(ULONG nCount, const HANDLE* lpHandles, LOGICAL bWaitAll,
                             ULONG dwMilliseconds) {
  return WaitForMultipleObjectsEx(nCount, lpHandles, bWaitAll, dwMilliseconds, FALSE);
}

ULONG SignalObjectAndWait(HANDLE hObjectToSignal, HANDLE hObjectToWaitOn, ULONG dwMilliseconds,
                          LOGICAL bAlertable) {
  if (!succeed_or_fail(nt::check_handle(hObjectToWaitOn, nullptr)) ||
      !signal_handle(hObjectToSignal))
    return kWaitFailed;
  return WaitForSingleObjectEx(hObjectToWaitOn, dwMilliseconds, bAlertable);
}

ULONG SleepEx(ULONG dwMilliseconds, LOGICAL bAlertable) {
  return sleep_for(dwMilliseconds, bAlertable);
}

VOID Sleep(ULONG dwMilliseconds) { sleep_for(dwMilliseconds, FALSE); }

// The host does not know whether another thread ran. The answer that none did is always allowed.
LOGICAL SwitchToThread(VOID) {
  sleep_for(0, FALSE);
  return FALSE;
}

}  // extern "C"
