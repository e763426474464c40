#include "src/win32/threads/thread.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>

#include "src/nt/sync/dispatcher.h"
#include "src/nt/watch/breach.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/win32/base/object.h"
#include "src/win32/threads/apc.h"
#include "src/win32/threads/thread_storage.h"

namespace drydock::win32 {
namespace {

thread_local std::optional<rules::RuleId> forbidden_by;

constexpr ULONG kCreateSuspended = 0x4;  // CREATE_SUSPENDED

// The gate for which a thread waits that was created suspended.
struct StartGate {
  KEVENT open{};
};

struct Suspension {
  std::shared_ptr<StartGate> gate;
  ULONG count = 1;  // the number of suspensions; the gate opens at 0
};

// The gates of threads that have not begun, by their objects.
struct StartGates {
  sim::Lock lock;
  std::map<PKTHREAD, Suspension> closed DRYDOCK_GUARDED_BY(lock);
};

StartGates& start_gates() {
  static sim::NeverDestroyed<StartGates> instance;
  return *instance;
}

void remove_gate(const std::shared_ptr<StartGate>& gate) {
  StartGates& all = start_gates();
  const sim::Hold hold(all.lock);
  std::erase_if(all.closed, [&](const auto& one) { return one.second.gate == gate; });
}

// The start routines of Win32 and of the C library: both return a code.
struct ThreadStart {
  unsigned (*routine)(void*);
  void* argument;
  std::shared_ptr<StartGate> gate;  // null when it begins at once
};

void pass_gate(const std::shared_ptr<StartGate>& gate) {
  if (gate == nullptr) return;
  DISPATCHER_HEADER* objects[] = {&gate->open.Header};
  nt::wait_for(objects, false, sim::kForever);
  remove_gate(gate);
}

[[noreturn]] void end_thread(ULONG code) {
  release_thread_storage();
  drop_apcs();
  PsTerminateSystemThread(static_cast<NTSTATUS>(code));
  nt::end_current_driver();
}

void run_thread(void* context) {
  const ThreadStart start = *std::unique_ptr<ThreadStart>(static_cast<ThreadStart*>(context));
  pass_gate(start.gate);
  end_thread(start.routine(start.argument));
}

void close_gate(HANDLE handle, const std::shared_ptr<StartGate>& gate) {
  const PinnedObject thread(handle, &nt::thread_type);
  StartGates& all = start_gates();
  const sim::Hold hold(all.lock);
  all.closed[thread.as<_KTHREAD>()] = {.gate = gate};
}

// Null when there is no thread.
HANDLE start_thread(const char* call, unsigned (*routine)(void*), void* argument, ULONG flags,
                    unsigned* id) {
  if (forbidden_by.has_value())
    nt::Breach(*forbidden_by, nt::Offender::running())
        .message("{} starts a thread, which CreateDevice forbade", call)
        .raise();
  std::shared_ptr<StartGate> gate;
  if ((flags & kCreateSuspended) != 0) {
    gate = std::make_shared<StartGate>();
    KeInitializeEvent(&gate->open, NotificationEvent, FALSE);
  }
  auto start = std::make_unique<ThreadStart>(ThreadStart{routine, argument, gate});
  HANDLE handle = nullptr;
  CLIENT_ID client{};
  const NTSTATUS status = PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, nullptr, nullptr,
                                               &client, run_thread, start.get());
  if (!succeed_or_fail(status)) return nullptr;
  start.release();
  if (gate != nullptr) close_gate(handle, gate);
  if (id != nullptr) *id = static_cast<unsigned>(reinterpret_cast<ULONG_PTR>(client.UniqueThread));
  return handle;
}

HANDLE start_checked(const char* call, unsigned (*routine)(void*), void* argument, ULONG flags,
                     unsigned* id) {
  return as_win32_call<HANDLE>(nullptr, [&]() -> HANDLE {
    if (routine != nullptr) return start_thread(call, routine, argument, flags, id);
    fail_call(error::kInvalidParameter);
    return nullptr;
  });
}

constexpr ULONG kNoCount = 0xFFFFFFFF;  // SuspendThread and ResumeThread return it when they fail

// Changes the count of a thread that has not begun; gives the count before, or 0 for any other.
ULONG change_suspension(PKTHREAD thread, bool resume) {
  std::shared_ptr<StartGate> gate;
  ULONG before = 0;
  {
    StartGates& all = start_gates();
    const sim::Hold hold(all.lock);
    const auto at = all.closed.find(thread);
    if (at == all.closed.end()) return 0;
    Suspension& found = at->second;
    gate = found.gate;
    before = resume ? found.count-- : found.count++;
    if (found.count == 0) all.closed.erase(at);
  }
  if (resume && before == 1) KeSetEvent(&gate->open, 0, FALSE);
  return before;
}

}  // namespace

ForbidThreads::ForbidThreads(rules::RuleId rule) : outer_(std::exchange(forbidden_by, rule)) {}
ForbidThreads::~ForbidThreads() { forbidden_by = outer_; }

}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

HANDLE CreateThread(void* /*security*/, SIZE_T /*stack*/, unsigned (*start)(void*), void* argument,
                    ULONG flags, unsigned* id) {
  return start_checked("CreateThread", start, argument, flags, id);
}

std::uintptr_t _beginthreadex(void* /*security*/, unsigned /*stack*/, unsigned (*start)(void*),
                              void* argument, unsigned flags, unsigned* id) {
  return reinterpret_cast<std::uintptr_t>(
      start_checked("_beginthreadex", start, argument, flags, id));
}

// Raises N-043 on a thread that the driver did not create.
VOID ExitThread(ULONG dwExitCode) {
  as_win32_call<bool>(false, [=]() -> bool { end_thread(dwExitCode); });
}
VOID _endthreadex(unsigned retval) { ExitThread(retval); }

ULONG ResumeThread(HANDLE hThread) {
  return as_win32_call<ULONG>(kNoCount, [&] {
    nt::end_call_if_dead();
    const PinnedObject thread(hThread, &nt::thread_type);
    if (!succeed_or_fail(thread.status())) return kNoCount;
    return change_suspension(thread.as<_KTHREAD>(), true);
  });
}

// A thread that runs is not stopped here: it may hold what the others need.
ULONG SuspendThread(HANDLE hThread) {
  return as_win32_call<ULONG>(kNoCount, [&] {
    nt::end_call_if_dead();
    const PinnedObject thread(hThread, &nt::thread_type);
    if (!succeed_or_fail(thread.status())) return kNoCount;
    const ULONG before = change_suspension(thread.as<_KTHREAD>(), false);
    if (before != 0) return before;
    fail_call(error::kNotSupported);
    return kNoCount;
  });
}

// A thread is not ended from outside either.
LOGICAL TerminateThread(HANDLE hThread, ULONG) {
  const PinnedObject thread(hThread, &nt::thread_type);
  return NT_SUCCESS(thread.status()) ? fail_call(error::kNotSupported)
                                     : succeed_or_fail(thread.status());
}
}
