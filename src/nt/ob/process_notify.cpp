#include "src/nt/ob/process_notify.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/watch/ledger.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

enum class Kind { kProcess, kProcessEx, kThread, kImage };

struct RegisteredNotify {
  Kind kind;
  void* routine;
  Driver* driver;
};

struct NotifyRoutines {
  sim::Lock mutex{sim::LockRank::kNotifyRoutines};
  std::vector<RegisteredNotify> all DRYDOCK_GUARDED_BY(mutex);
};

NotifyRoutines& notify_routines() {
  static sim::NeverDestroyed<NotifyRoutines> instance;
  return *instance;
}

// True for a routine without a debt: its driver was unloaded, which settled the debt.
bool is_orphan(const RegisteredNotify& one) {
  return one.driver != nullptr && !find_debt(Resource::kCallback, one.routine);
}

bool add_routine(Kind kind, void* routine, const char* what) {
  {
    const sim::Hold hold(notify_routines().mutex);
    std::erase_if(notify_routines().all, is_orphan);
    const auto is_same = [&](const RegisteredNotify& one) {
      return one.kind == kind && one.routine == routine;
    };
    if (std::ranges::any_of(notify_routines().all, is_same)) return false;
  }
  add_debt(Resource::kCallback, routine, 0, what);
  const sim::Hold hold(notify_routines().mutex);
  notify_routines().all.push_back({kind, routine, current_driver()});
  return true;
}

bool remove_routine(Kind kind, void* routine) {
  {
    const sim::Hold hold(notify_routines().mutex);
    const auto is_same = [&](const RegisteredNotify& one) {
      return one.kind == kind && one.routine == routine;
    };
    if (std::erase_if(notify_routines().all, is_same) == 0) return false;
  }
  settle(Resource::kCallback, routine);
  return true;
}

std::vector<RegisteredNotify> registered(Kind kind) {
  const sim::Hold hold(notify_routines().mutex);
  std::erase_if(notify_routines().all, is_orphan);
  std::vector<RegisteredNotify> out;
  std::ranges::copy_if(notify_routines().all, std::back_inserter(out),
                       [kind](const RegisteredNotify& one) { return one.kind == kind; });
  return out;
}

template <typename Routine, typename... Arguments>
void call_all(Kind kind, Arguments... arguments) {
  for (const RegisteredNotify& one : registered(kind)) {
    const auto routine = reinterpret_cast<Routine>(one.routine);
    run_in(one.driver, "notify routine", [&] { routine(arguments...); });
  }
}

template <typename Routine>
void* address_of_routine(Routine routine) {
  return reinterpret_cast<void*>(routine);
}

NTSTATUS set(Kind kind, void* routine, bool remove, const char* what, const char* call) {
  const bool is_for_processes = kind == Kind::kProcess || kind == Kind::kProcessEx;
  require_irql_at_most(remove && !is_for_processes ? APC_LEVEL : PASSIVE_LEVEL, call);
  if (remove) return remove_routine(kind, routine) ? STATUS_SUCCESS : STATUS_PROCEDURE_NOT_FOUND;
  // The system has room for some routines of each kind. Too many for processes are an invalid
  // parameter.
  if (fails_here(sim::FaultKind::kObject))
    return is_for_processes ? STATUS_INVALID_PARAMETER : STATUS_INSUFFICIENT_RESOURCES;
  return add_routine(kind, routine, what) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

}  // namespace

void notify_process_created(HANDLE parent, HANDLE process) {
  call_all<PCREATE_PROCESS_NOTIFY_ROUTINE>(Kind::kProcess, parent, process, BOOLEAN{TRUE});
  PS_CREATE_NOTIFY_INFO info{};
  info.Size = sizeof info;
  info.ParentProcessId = parent;
  call_all<PCREATE_PROCESS_NOTIFY_ROUTINE_EX>(Kind::kProcessEx, IoGetCurrentProcess(), process,
                                              &info);
}

void notify_process_ended(HANDLE parent, HANDLE process) {
  call_all<PCREATE_PROCESS_NOTIFY_ROUTINE>(Kind::kProcess, parent, process, BOOLEAN{FALSE});
  call_all<PCREATE_PROCESS_NOTIFY_ROUTINE_EX>(Kind::kProcessEx, IoGetCurrentProcess(), process,
                                              PPS_CREATE_NOTIFY_INFO{nullptr});
}

void notify_thread(HANDLE process, HANDLE thread, bool created) {
  call_all<PCREATE_THREAD_NOTIFY_ROUTINE>(Kind::kThread, process, thread,
                                          static_cast<BOOLEAN>(created));
}

void notify_image(PUNICODE_STRING name, HANDLE process, PIMAGE_INFO info) {
  call_all<PLOAD_IMAGE_NOTIFY_ROUTINE>(Kind::kImage, name, process, info);
}

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

NTSTATUS PsSetCreateProcessNotifyRoutine(PCREATE_PROCESS_NOTIFY_ROUTINE NotifyRoutine,
                                         BOOLEAN Remove) {
  return set(Kind::kProcess, address_of_routine(NotifyRoutine), Remove != FALSE,
             "process notify routine", "PsSetCreateProcessNotifyRoutine");
}

NTSTATUS PsSetCreateProcessNotifyRoutineEx(PCREATE_PROCESS_NOTIFY_ROUTINE_EX NotifyRoutine,
                                           BOOLEAN Remove) {
  return set(Kind::kProcessEx, address_of_routine(NotifyRoutine), Remove != FALSE,
             "process notify routine", "PsSetCreateProcessNotifyRoutineEx");
}

NTSTATUS PsSetCreateThreadNotifyRoutine(PCREATE_THREAD_NOTIFY_ROUTINE NotifyRoutine) {
  return set(Kind::kThread, address_of_routine(NotifyRoutine), false, "thread notify routine",
             "PsSetCreateThreadNotifyRoutine");
}

NTSTATUS PsRemoveCreateThreadNotifyRoutine(PCREATE_THREAD_NOTIFY_ROUTINE NotifyRoutine) {
  return set(Kind::kThread, address_of_routine(NotifyRoutine), true, "",
             "PsRemoveCreateThreadNotifyRoutine");
}

NTSTATUS PsSetLoadImageNotifyRoutine(PLOAD_IMAGE_NOTIFY_ROUTINE NotifyRoutine) {
  return set(Kind::kImage, address_of_routine(NotifyRoutine), false, "image notify routine",
             "PsSetLoadImageNotifyRoutine");
}

NTSTATUS PsRemoveLoadImageNotifyRoutine(PLOAD_IMAGE_NOTIFY_ROUTINE NotifyRoutine) {
  return set(Kind::kImage, address_of_routine(NotifyRoutine), true, "",
             "PsRemoveLoadImageNotifyRoutine");
}

}  // extern "C"
