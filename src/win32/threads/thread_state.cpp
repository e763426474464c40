// Queries about threads and the process, and the priorities of threads.
#include "src/nt/base/thread.h"
#include "src/nt/ob/system_thread.h"
#include "src/win32/base/object.h"

namespace drydock::win32 {
namespace {

constexpr int kIdle = -15, kTimeCritical = 15;  // THREAD_PRIORITY_*
constexpr int kLowest = -2, kHighest = 2;
constexpr int kNoPriority = 0x7FFFFFFF;  // THREAD_PRIORITY_ERROR_RETURN
constexpr KPRIORITY kNormalPriority = 8;

bool is_priority(int priority) {
  return priority == kIdle || priority == kTimeCritical ||
         (priority >= kLowest && priority <= kHighest);
}

ULONG number_in(HANDLE id) { return static_cast<ULONG>(reinterpret_cast<ULONG_PTR>(id)); }

bool names_process(HANDLE handle) {
  return succeed_or_fail(nt::check_handle(handle, &nt::process_type)) != FALSE;
}

}  // namespace
}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

HANDLE GetCurrentThread(VOID) { return NtCurrentThread(); }
HANDLE GetCurrentProcess(VOID) { return NtCurrentProcess(); }
ULONG GetCurrentThreadId(VOID) { return number_in(PsGetCurrentThreadId()); }
ULONG GetCurrentProcessId(VOID) { return number_in(PsGetCurrentProcessId()); }

ULONG GetThreadId(HANDLE Thread) {
  const PinnedObject thread(Thread, &nt::thread_type);
  if (!succeed_or_fail(thread.status())) return 0;
  return number_in(PsGetThreadId(reinterpret_cast<PETHREAD>(thread.as<_KTHREAD>())));
}

ULONG GetProcessId(HANDLE Process) { return names_process(Process) ? GetCurrentProcessId() : 0; }

HANDLE OpenProcess(ULONG dwDesiredAccess, LOGICAL, ULONG dwProcessId) {
  CLIENT_ID client{};
  client.UniqueProcess = reinterpret_cast<HANDLE>(ULONG_PTR{dwProcessId});
  HANDLE handle = nullptr;
  succeed_or_fail(ZwOpenProcess(&handle, dwDesiredAccess, nullptr, &client));
  return handle;
}

LOGICAL GetExitCodeThread(HANDLE hThread, ULONG* lpExitCode) {
  NTSTATUS code = STATUS_PENDING;
  {
    const PinnedObject thread(hThread, &nt::thread_type);
    if (!succeed_or_fail(thread.status())) return FALSE;
    code = nt::exit_status_of(thread.as<_KTHREAD>());
  }
  *lpExitCode = static_cast<ULONG>(code);
  return TRUE;
}

// The priority has no effect, because the schedule chooses which thread runs.
LOGICAL SetThreadPriority(HANDLE hThread, int nPriority) {
  const PinnedObject thread(hThread, &nt::thread_type);
  if (!succeed_or_fail(thread.status())) return FALSE;
  if (!is_priority(nPriority)) return fail_call(error::kInvalidParameter);
  KeSetBasePriorityThread(thread.as<_KTHREAD>(), nPriority);
  return TRUE;
}

int GetThreadPriority(HANDLE hThread) {
  const PinnedObject thread(hThread, &nt::thread_type);
  if (!succeed_or_fail(thread.status())) return kNoPriority;
  return KeQueryPriorityThread(thread.as<_KTHREAD>()) - kNormalPriority;
}

// A thread says for itself where it wants to run; for another it cannot be said here.
ULONG_PTR SetThreadAffinityMask(HANDLE hThread, ULONG_PTR dwThreadAffinityMask) {
  const PinnedObject thread(hThread, &nt::thread_type);
  if (!succeed_or_fail(thread.status())) return 0;
  const KAFFINITY all = KeQueryActiveProcessors();
  if (dwThreadAffinityMask == 0 || (dwThreadAffinityMask & ~all) != 0)
    return fail_call(error::kInvalidParameter);
  if (thread.as<_KTHREAD>() != KeGetCurrentThread()) return fail_call(error::kNotSupported);
  const KAFFINITY before = KeSetSystemAffinityThreadEx(dwThreadAffinityMask);
  // A thread that may run everywhere is bound to nothing, however many processors there are.
  if (dwThreadAffinityMask == all) KeRevertToUserAffinityThreadEx(0);
  return before == 0 ? all : before;
}

}  // extern "C"
